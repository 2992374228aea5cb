/** Notices that a document has changed since a link to its lines was made, and finds them again. */

import { findPrint } from "./quote-print.js";
import { text } from "./strings.js";

/** @typedef {import("./line-range.js").LineRange} LineRange */

/** The name of the print in a link's query: `?quote=<length>.<hash>#L3-L6`. */
export const PRINT_PARAMETER = "quote";

/**
 * Return the lines that hold the quote which an address names; `range` where it names none, null
 * where the quote is gone. The notice says what has changed.
 * @param {LineRange} range
 * @param {string[]} lines
 * @param {string} search the address's query
 * @param {Element | null} notice
 * @returns {LineRange | null}
 */
export function currentRange(range, lines, search, notice) {
  const print = new URLSearchParams(search).get(PRINT_PARAMETER) ?? "";
  const offsets = findPrint(lines.join("\n"), print);
  if (!offsets) return range;
  const length = Number.parseInt(print, 10);
  const found = offsets.map((offset) => linesAt(lines, offset, length));
  const moved = nearest(found, range);
  if (!moved) return say(notice, "drift_gone", null);
  return isWithin(moved, range) ? range : say(notice, "drift_moved", moved);
}

/**
 * @param {Element | null} notice
 * @param {string} key
 * @param {LineRange | null} range
 */
function say(notice, key, range) {
  if (notice instanceof HTMLElement) {
    notice.hidden = false;
    notice.dataset.drift = key;
    notice.textContent = text(key);
  }
  return range;
}

/**
 * @param {string[]} lines
 * @param {number} offset in the text of the joined lines
 * @param {number} length
 * @returns {LineRange}
 */
function linesAt(lines, offset, length) {
  let start = 0;
  let seen = 0;
  while (seen + lines[start].length < offset) seen += lines[start++].length + 1;
  let end = start;
  while (seen + lines[end].length < offset + length) seen += lines[end++].length + 1;
  return { start: start + 1, end: end + 1 };
}

/**
 * @param {LineRange[]} ranges
 * @param {LineRange} wanted
 * @returns {LineRange | undefined}
 */
function nearest(ranges, wanted) {
  const distance = (/** @type {LineRange} */ range) => Math.abs(range.start - wanted.start);
  return ranges.toSorted((a, b) => distance(a) - distance(b))[0];
}

/**
 * @param {LineRange} inner
 * @param {LineRange} outer
 */
function isWithin(inner, outer) {
  return inner.start >= outer.start && inner.end <= outer.end;
}
