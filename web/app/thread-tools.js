/** What a reader can do with threads: export this one, go back to an earlier one, forget them all. */

import { element, textButton } from "./element.js";
import { siteUrl } from "./site.js";
import { text } from "./strings.js";
import { forgetThreads, keptThreads, rememberTurn } from "./thread-store.js";

/** @typedef {import("./thread-store.js").KeptThread} KeptThread */

/**
 * @param {HTMLElement} box the `[data-role="thread-tools"]` element
 * @param {import("./thread.js").Thread} thread
 * @param {import("./protocol.js").OutcomeWire} outcome
 */
export function showThreadTools(box, thread, outcome) {
  const current = rememberTurn(thread, outcome);
  const earlier = keptThreads().filter(({ url }) => url !== current.url);
  box.hidden = false;
  box.replaceChildren(exportLink(current), ...earlierThreads(earlier, box));
}

/** @param {KeptThread} thread */
function exportLink(thread) {
  const file = new Blob([markdownOf(thread)], { type: "text/markdown" });
  return element(
    "a",
    { href: URL.createObjectURL(file), download: "thread.md", "data-role": "thread-export" },
    text("thread_export"),
  );
}

/**
 * @param {KeptThread[]} threads
 * @param {HTMLElement} box
 */
function earlierThreads(threads, box) {
  if (!threads.length) return [];
  const items = threads.map(({ url, turns }) => {
    const questions = turns.map(({ query }) => query).join(" → ");
    return element("li", {}, element("a", { href: url }, questions));
  });
  const forget = textButton(text("thread_forget"), () => {
    forgetThreads();
    box.querySelector("details")?.remove();
  });
  return [
    element(
      "details",
      { "data-role": "earlier-threads" },
      element("summary", {}, text("thread_earlier", { count: threads.length })),
      element("p", {}, text("thread_kept")),
      element("ul", {}, ...items),
      forget,
    ),
  ];
}

/**
 * Questions as headings, quotes as block quotes, each with a link to its lines.
 * @param {KeptThread} thread
 */
function markdownOf({ turns }) {
  const parts = turns.map(({ query, reason, quotes }) => {
    const none = reason ? [`_${text("abstention_title")}_`] : [];
    return [`## ${oneLine(query)}`, ...none, ...quotes.map(quoteMarkdown)].join("\n\n");
  });
  return `${parts.join("\n\n")}\n`;
}

/** @param {{ text: string, path: string, lines: string, href: string }} quote */
function quoteMarkdown({ text: quoted, path, lines, href }) {
  const block = quoted.split("\n").map((line) => `> ${line}`);
  const name = `${path}${lines}`.replace(/[[\]\\]/g, "\\$&");
  return `${block.join("\n")}\n>\n> — [${name}](<${siteUrl(href)?.href ?? ""}>)`;
}

/** @param {string} query */
function oneLine(query) {
  return query.replace(/\s+/g, " ");
}
