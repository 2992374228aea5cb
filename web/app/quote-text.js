/** Shows a quote's text: prose flows, code and table rows keep their lines in fixed width. */

import { element } from "./element.js";

const FENCE = /^\s*(?:```|~~~)/;
const ROW = /^\s*\|/;
// A line that begins something of its own: an item, a heading, a quotation, a definition.
const MARKER = /^\s*(?:[-*+]|\d+[.)]|#{1,6}|>|:)\s/;
const HARD_BREAK = /(?: {2}|\\)\n$/;

/** @typedef {{ kind: "fixed-width" | "flow" | "blank", text: string }} Run */

/**
 * Return nodes whose text is exactly the quote's.
 * @param {string} quote
 * @returns {(Node | string)[]}
 */
export function quoteNodes(quote) {
  return runsOf(quote.split(/(?<=\n)/)).map(({ kind, text }) =>
    kind === "blank" ? text : element("span", { class: kind }, text),
  );
}

/**
 * @param {string[]} lines each with its line feed
 * @returns {Run[]}
 */
function runsOf(lines) {
  /** @type {Run[]} */
  const runs = [];
  let isInFence = false;
  for (const line of lines) {
    const isFence = FENCE.test(line);
    const kind = isInFence || isFence || ROW.test(line) ? "fixed-width" : kindOf(line);
    if (isFence) isInFence = !isInFence;
    const last = runs.at(-1);
    if (last?.kind === kind && !beginsAnew(last, line)) last.text += line;
    else runs.push({ kind, text: line });
  }
  return runs;
}

/** @param {string} line */
function kindOf(line) {
  return line.trim() ? "flow" : "blank";
}

/**
 * @param {Run} last
 * @param {string} line
 */
function beginsAnew({ kind, text }, line) {
  return kind === "flow" && (MARKER.test(line) || HARD_BREAK.test(text));
}
