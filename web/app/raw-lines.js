/** The lines of documents, for whoever shows them elsewhere than on their source pages. */

/** @type {Map<string, Promise<string[]>>} */
const linesOfUrl = new Map();

/**
 * A document's own text lies beside its source page.
 * @param {HTMLAnchorElement} link to a source page
 * @returns {Promise<string[]>}
 */
export function sourceLines(link) {
  const url = new URL(link.pathname.replace(/\.html$/, ""), link.href).href;
  const lines = linesOfUrl.get(url) ?? fetchLines(url);
  linesOfUrl.set(url, lines);
  return lines;
}

/** @param {string} url */
async function fetchLines(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const text = (await response.text()).replace(/\n$/, "");
  return text.split("\n").map((line) => line.replace(/\r$/, ""));
}
