/**
 * A thread of questions, kept in the page's address: `?q=` is the question, each `after=` one that
 * came before it, oldest first. What "it" means is looked for in these, and nowhere else. `lang=`,
 * `version=` and `scope=` limit the documents that are asked, `section=` what is listed of the rest.
 */

import { element, textButton } from "./element.js";
import { text } from "./strings.js";

// More would only make the address long: a reference is resolved from the last few questions.
const KEPT_QUESTIONS = 4;
// Some beyond those that are read, so that they can be narrowed to a section.
const LISTED_PASSAGES = 16;

/**
 * @typedef {object} Thread
 * @property {string} query the question, empty when none is asked
 * @property {string[]} history the questions before it, oldest first
 * @property {Filters} filters
 * @property {string} section what the paths of further passages begin with
 */

/** @typedef {{ lang: string, version: string, scope: string }} Filters empty means no limit */

/** @type {(keyof Filters)[]} */
export const FILTERS = ["lang", "version", "scope"];

/** @returns {Thread} the thread in the page's address */
export function currentThread() {
  const parameters = new URLSearchParams(location.search);
  const history = parameters.getAll("after").map((question) => question.trim());
  const filter = (/** @type {keyof Filters} */ name) => parameters.get(name) ?? "";
  return {
    query: parameters.get("q")?.trim() ?? "",
    history: history.filter(Boolean),
    filters: { lang: filter("lang"), version: filter("version"), scope: filter("scope") },
    section: parameters.get("section") ?? "",
  };
}

/**
 * @param {Thread} thread
 * @param {string} query
 * @returns {Thread} the thread with one more question
 */
export function followedBy(thread, query) {
  const earlier = thread.history.filter((question) => question !== query);
  if (thread.query && thread.query !== query) earlier.push(thread.query);
  return { ...thread, query, history: earlier.slice(-KEPT_QUESTIONS) };
}

/**
 * @param {Thread} thread
 * @returns {string} the address of a thread
 */
export function threadUrl({ query, history, filters, section }) {
  const url = new URL(location.pathname, location.href);
  if (query) url.searchParams.set("q", query);
  for (const question of history) url.searchParams.append("after", question);
  for (const name of FILTERS) if (filters[name]) url.searchParams.set(name, filters[name]);
  if (section) url.searchParams.set("section", section);
  return url.href;
}

/**
 * @param {Thread} thread
 * @returns {import("./protocol.js").QuestionWire}
 */
export function questionOf({ query, history, filters }) {
  const listed = (/** @type {string} */ value) => (value ? [value] : []);
  return {
    query,
    lang: "",
    languages: listed(filters.lang),
    scopes: listed(filters.scope),
    version: filters.version,
    history,
    top_k: LISTED_PASSAGES,
  };
}

/**
 * Show the earlier questions as links, and the way to start anew.
 * @param {HTMLElement} box the `[data-role="thread"]` element
 * @param {Thread} thread
 * @param {() => void} onStartOver
 */
export function showThread(box, thread, onStartOver) {
  const { history } = thread;
  box.hidden = !history.length;
  if (!history.length) return;
  const links = history.map((question, place) => {
    const href = threadUrl({ ...thread, query: question, history: history.slice(0, place) });
    return element("a", { href }, question);
  });
  box.replaceChildren(
    element("span", {}, text("thread_after")),
    ...links,
    textButton(text("thread_new"), onStartOver),
  );
}
