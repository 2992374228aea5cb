/**
 * A thread of questions, kept in the page's address: `?q=` is the question, each `after=` one that
 * came before it, oldest first. What "it" means is looked for in these, and nowhere else. `lang=`,
 * `version=` and `scope=` limit the documents that are asked.
 */

import { element, textButton } from "./element.js";
import { text } from "./strings.js";

// More would only make the address long: a reference is resolved from the last few questions.
const KEPT_QUESTIONS = 4;

/**
 * @typedef {object} Thread
 * @property {string} query the question, empty when none is asked
 * @property {string[]} history the questions before it, oldest first
 * @property {Filters} filters
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
export function threadUrl({ query, history, filters }) {
  const url = new URL(location.pathname, location.href);
  if (query) url.searchParams.set("q", query);
  for (const question of history) url.searchParams.append("after", question);
  for (const name of FILTERS) if (filters[name]) url.searchParams.set(name, filters[name]);
  return url.href;
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
