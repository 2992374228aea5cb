/** Shows a quote's text: prose as prose, fenced code and table rows in fixed width. */

import { element } from "./element.js";

const FENCE = /^\s*(?:```|~~~)/;
const ROW = /^\s*\|/;

/**
 * Return nodes whose text is exactly the quote's.
 * @param {string} quote
 * @returns {(Node | string)[]}
 */
export function quoteNodes(quote) {
  return runsOf(quote.split(/(?<=\n)/)).map(({ isFixed, text }) =>
    isFixed ? element("span", { class: "fixed-width" }, text) : text,
  );
}

/**
 * @param {string[]} lines each with its line feed
 * @returns {{ isFixed: boolean, text: string }[]}
 */
function runsOf(lines) {
  /** @type {{ isFixed: boolean, text: string }[]} */
  const runs = [];
  let isInFence = false;
  for (const line of lines) {
    const isFence = FENCE.test(line);
    const isFixed = isInFence || isFence || ROW.test(line);
    if (isFence) isInFence = !isInFence;
    const last = runs.at(-1);
    if (last?.isFixed === isFixed) last.text += line;
    else runs.push({ isFixed, text: line });
  }
  return runs;
}
