/** Shows one quote of an answer: its text, where it stands, and what a reader can do with it. */

import { citationUrl, hashOf, linesOf, pageUrl } from "./citations.js";
import { copyFrom } from "./copying.js";
import { element, textButton } from "./element.js";
import { quoteNodes } from "./quote-text.js";
import { text } from "./strings.js";
import { verified } from "./verified.js";

/** @typedef {import("./protocol.js").QuoteWire} QuoteWire */

/**
 * @param {QuoteWire} quote
 * @param {import("./protocol.js").OutcomeWire} outcome
 */
export function quoteItem(quote, outcome) {
  const source = outcome.sources.find(({ id }) => id === quote.label);
  const nodes = quoteNodes(quote.text);
  const block = element("blockquote", { "data-role": "quote", dir: "auto" }, ...nodes);
  if (source?.lang) block.lang = source.lang;
  const origin = element(
    "p",
    { class: "quote-origin" },
    citationLink(quote),
    ...trail(quote),
    ...badges(source),
  );
  return element("li", { class: "quote" }, block, origin, quoteTools(quote));
}

/**
 * What sets a source apart from others: its version, its language, a scope that is not everybody's.
 * @param {{ version?: string, lang?: string, scope?: string } | undefined} source
 */
export function badges(source) {
  const names = [];
  if (source?.version) names.push(text("version", { version: source.version }));
  if (source?.lang) names.push(source.lang);
  if (source?.scope && source.scope !== "public") names.push(source.scope);
  return names.map((name) => element("span", { class: "badge" }, name));
}

/** @param {QuoteWire} quote */
function citationLink(quote) {
  const label = element("span", { class: "citation-label" }, `[${quote.label}]`);
  const url = citationUrl(quote);
  const attributes = { "data-role": "citation", ...(url && { href: url }), ...placeData(quote) };
  const link = element("a", attributes, label, ` ${quote.source_path} ${linesOf(quote)}`);
  const range = { start: quote.start_line, end: quote.end_line };
  const preview = () =>
    verified("citation-preview.js", () => import("./citation-preview.js")).then((m) =>
      m.previewCitation(link, range),
    );
  link.addEventListener("pointerenter", ({ pointerType }) => {
    if (pointerType === "mouse") preview();
  });
  link.addEventListener("focus", preview);
  return link;
}

/**
 * What a link to lines needs besides, where its address names neither document nor text.
 * @param {{ source_path: string, raw_href?: string }} place
 * @returns {Record<string, string>}
 */
export function placeData({ source_path, raw_href }) {
  return raw_href ? { "data-path": source_path, "data-raw": raw_href } : {};
}

/** @param {QuoteWire} quote */
function trail({ heading_path }) {
  if (!heading_path.length) return [];
  return [element("span", { class: "heading-trail" }, heading_path.join(" › "))];
}

/** @param {QuoteWire} quote */
function quoteTools(quote) {
  const page = pageUrl(quote);
  const reference = () =>
    `${quote.text}\n\n${quote.source_path}${hashOf(quote)}\n${citationUrl(quote)}\n`;
  return element(
    "div",
    { class: "quote-tools" },
    ...(page ? [element("a", { href: page, "data-role": "page-link" }, text("read_on_page"))] : []),
    textButton(text("copy_quote"), (button) => copyFrom(button, reference())),
  );
}
