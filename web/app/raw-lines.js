/** The lines of documents, for whoever shows them elsewhere than on their source pages. */

import { siteText } from "./site-text.js";

/** @type {Map<string, Promise<string[]>>} */
const linesOfUrl = new Map();

/**
 * A document's own text lies beside its source page.
 * @param {HTMLAnchorElement} link to a source page
 * @returns {Promise<string[]>}
 */
export function sourceLines(link) {
  const url = link.dataset.raw ?? new URL(link.pathname.replace(/\.html$/, ""), link.href).href;
  const lines = linesOfUrl.get(url) ?? fetchLines(url);
  linesOfUrl.set(url, lines);
  return lines;
}

/** @param {string} url */
async function fetchLines(url) {
  const text = await siteText(url);
  if (text === null) throw new Error(`${url} cannot be had`);
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => line.replace(/\r$/, ""));
}
