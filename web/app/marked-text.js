/** Marks words in a text, by offsets that the engine counts in characters, not in UTF-16 units. */

import { element } from "./element.js";

/**
 * Return nodes whose text is exactly `text`.
 * @param {string} text
 * @param {[number, number][]} marks in order, none overlapping
 * @returns {(Node | string)[]}
 */
export function markedNodes(text, marks) {
  const characters = [...text];
  const slice = (/** @type {number} */ from, /** @type {number} */ to) =>
    characters.slice(from, to).join("");
  /** @type {(Node | string)[]} */
  const nodes = [];
  let done = 0;
  for (const [start, end] of marks) {
    nodes.push(slice(done, start), element("mark", {}, slice(start, end)));
    done = end;
  }
  return [...nodes, slice(done, characters.length)];
}
