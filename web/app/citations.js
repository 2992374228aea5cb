/** Where quotes and passages stand: what their lines are called, and the links that lead there. */

import { PRINT_PARAMETER } from "./drift.js";
import { formatRange } from "./line-range.js";
import { printOf } from "./quote-print.js";
import { siteUrl } from "./site.js";

/** @typedef {import("./protocol.js").QuoteWire} QuoteWire */
/** @typedef {{ start_line: number, end_line: number }} Lined */

// A quote is found in rendered text only where no markup stands between its words.
const MARKUP = /[*_`[\]<>|#~\\$]|^\s*(?:[-+>:]|\d+[.)])\s/m;
const MOST_QUOTED_WORDS = 8;

/** @param {Lined} place */
export function hashOf({ start_line, end_line }) {
  return formatRange({ start: start_line, end: end_line });
}

/** @param {Lined} place */
export function linesOf(place) {
  return hashOf(place).slice(1).replace("-", "–");
}

/**
 * The cited lines, with a print of the quote that finds it again when the document has changed.
 * @param {QuoteWire} quote
 */
export function citationUrl(quote) {
  const url = siteUrl(quote.href);
  url?.searchParams.set(PRINT_PARAMETER, printOf(quote.text));
  return url?.href ?? "";
}

/**
 * The rendered page, at the blocks that hold the quoted lines; a browser that can marks the words.
 * @param {QuoteWire} quote
 */
export function pageUrl(quote) {
  const url = siteUrl(quote.page_href);
  if (!url) return null;
  url.hash = hashOf(quote) + textDirective(quote.text);
  return url.href;
}

/** @param {string} quoted */
function textDirective(quoted) {
  const words = quoted.trim().split(/\s+/);
  if (MARKUP.test(quoted) || !words[0]) return "";
  const encoded = (/** @type {string[]} */ some) =>
    encodeURIComponent(some.join(" ")).replaceAll("-", "%2D");
  if (words.length <= MOST_QUOTED_WORDS) return `:~:text=${encoded(words)}`;
  const half = MOST_QUOTED_WORDS / 2;
  return `:~:text=${encoded(words.slice(0, half))},${encoded(words.slice(-half))}`;
}
