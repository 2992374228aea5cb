/** Shows an outcome: quotes with their citations, or an abstention, or a question back. */

import { copyFrom } from "./copying.js";
import { PRINT_PARAMETER } from "./drift.js";
import { element, textButton } from "./element.js";
import { formatRange } from "./line-range.js";
import { markedNodes } from "./marked-text.js";
import { printOf } from "./quote-print.js";
import { quoteNodes } from "./quote-text.js";
import { siteUrl } from "./site.js";
import { text } from "./strings.js";
import { verified } from "./verified.js";

/** @typedef {import("./protocol.js").OutcomeWire} OutcomeWire */
/** @typedef {import("./protocol.js").QuoteWire} QuoteWire */
/** @typedef {import("./protocol.js").PlaceWire} PlaceWire */

/**
 * What a reader can do with an outcome.
 * @typedef {object} Actions
 * @property {(question: string) => void} onAsk asks another question
 * @property {() => Promise<import("./protocol.js").PromptWire | null>} evidencePrompt
 */

/**
 * @param {HTMLElement} box the `[data-role="outcome"]` element
 * @param {import("./protocol.js").AnsweredWire} reply
 * @param {Actions} actions
 */
export function showOutcome(box, reply, actions) {
  const { outcome } = reply;
  box.dataset.outcome = outcome.outcome;
  box.hidden = false;
  box.replaceChildren(
    element("h2", { id: "cv-outcome-title" }, text(`${outcome.outcome}_title`)),
    ...understood(outcome),
    ...PARTS[outcome.outcome](outcome, actions.onAsk),
    why(reply, actions),
  );
}

/**
 * How the outcome came about; worked out when a reader wants to know.
 * @param {import("./protocol.js").AnsweredWire} reply
 * @param {Actions} actions
 */
function why(reply, actions) {
  const title = text(reply.outcome.outcome === "answer" ? "why" : "why_not");
  const details = element("details", { "data-role": "why" }, element("summary", {}, title));
  const fill = () =>
    verified("why-panel.js", () => import("./why-panel.js")).then((m) =>
      details.append(m.whyPanel(reply, actions)),
    );
  details.addEventListener("toggle", fill, { once: true });
  return details;
}

/**
 * What a screen reader is told when the outcome appears.
 * @param {OutcomeWire} outcome
 */
export function outcomeAnnouncement(outcome) {
  const values = { quotes: outcome.quotes.length, reason: reasonText(outcome) };
  return text(`announce_${outcome.outcome}`, values);
}

/** @param {OutcomeWire} outcome */
function understood({ query, rewritten_query }) {
  if (!rewritten_query || rewritten_query === query) return [];
  return [element("p", { class: "understood" }, text("shown_as", { query: rewritten_query }))];
}

const PARTS = { answer: answerParts, abstention: abstentionParts, clarification: optionParts };

/** @param {OutcomeWire} outcome */
function answerParts(outcome) {
  const documents = documentCount(new Set(outcome.quotes.map((quote) => quote.source_path)).size);
  const quotes = outcome.quotes.length;
  const key = quotes === 1 ? "answer_summary_one" : "answer_summary";
  return [
    element("p", { class: "outcome-summary" }, text(key, { quotes, documents })),
    element("ol", { class: "quotes" }, ...outcome.quotes.map((quote) => quoteItem(quote, outcome))),
    ...placeList("more_passages", "candidates", otherPassages(outcome)),
  ];
}

/**
 * @param {QuoteWire} quote
 * @param {OutcomeWire} outcome
 */
function quoteItem(quote, outcome) {
  const source = outcome.sources.find(({ id }) => id === quote.label);
  const nodes = quoteNodes(quote.text);
  const block = element("blockquote", { "data-role": "quote", dir: "auto" }, ...nodes);
  if (source?.lang) block.lang = source.lang;
  return element(
    "li",
    { class: "quote" },
    block,
    element(
      "p",
      { class: "quote-origin" },
      citationLink(quote),
      ...trail(quote),
      ...badges(source),
    ),
    quoteTools(quote),
  );
}

/** @param {QuoteWire} quote */
function citationLink(quote) {
  const label = element("span", { class: "citation-label" }, `[${quote.label}]`);
  const url = citationUrl(quote);
  const attributes = { "data-role": "citation", ...(url && { href: url }) };
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
 * The cited lines, with a print of the quote that finds it again when the document has changed.
 * @param {QuoteWire} quote
 */
function citationUrl(quote) {
  const url = siteUrl(quote.href);
  url?.searchParams.set(PRINT_PARAMETER, printOf(quote.text));
  return url?.href ?? "";
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

/** @param {OutcomeWire} outcome */
function abstentionParts(outcome) {
  const { passages, documents } = outcome.searched;
  const searched = text("searched", { passages, documents: documentCount(documents) });
  return [
    element(
      "p",
      { "data-role": "reason", "data-reason": outcome.reason ?? "" },
      reasonText(outcome),
    ),
    element("p", { class: "outcome-summary" }, searched),
    ...placeList("nearest_sections", "nearest", outcome.nearest),
    textButton(text("gap_report"), (button) => copyFrom(button, gapNote(outcome))),
  ];
}

/** @param {OutcomeWire} outcome */
function reasonText(outcome) {
  if (!outcome.reason) return "";
  return text(`reason_${outcome.reason}`, { terms: outcome.missing_terms.join(", ") });
}

/** @param {OutcomeWire} outcome */
function gapNote(outcome) {
  const nearest = outcome.nearest.map((place) => place.source_path + hashOf(place)).join(", ");
  return text("gap_note", { query: outcome.query, reason: reasonText(outcome), nearest });
}

/**
 * @param {OutcomeWire} outcome
 * @param {(question: string) => void} onAsk
 */
function optionParts(outcome, onAsk) {
  const items = outcome.options.map((option) =>
    element(
      "li",
      {},
      textButton(option, () => onAsk(`${outcome.query} ${option}`)),
    ),
  );
  return [
    element("p", { "data-role": "reason" }, reasonText(outcome)),
    element("ul", { class: "options", "data-role": "options" }, ...items),
  ];
}

/** @param {OutcomeWire} outcome */
function otherPassages(outcome) {
  const quoted = new Set(outcome.quotes.map((quote) => quote.passage_id));
  return outcome.candidates.filter(({ passage_id }) => !quoted.has(passage_id ?? ""));
}

/**
 * @param {string} titleKey
 * @param {string} role
 * @param {PlaceWire[]} places
 */
function placeList(titleKey, role, places) {
  if (!places.length) return [];
  return [
    element("h3", {}, text(titleKey)),
    element("ol", { class: "passages", "data-role": role }, ...places.map(placeItem)),
  ];
}

/** @param {PlaceWire} place */
function placeItem(place) {
  const names = place.heading_path.length ? place.heading_path : [place.title];
  const item = element("li", {}, placeLink(place.href, names.join(" › ")));
  if (place.excerpt) {
    const nodes = markedNodes(place.excerpt, place.marks ?? []);
    item.append(element("p", { class: "excerpt", dir: "auto" }, ...nodes));
  }
  item.append(element("p", { class: "place" }, `${place.source_path} ${linesOf(place)}`));
  return item;
}

/**
 * @param {string} href
 * @param {...(Node | string)} content
 */
function placeLink(href, ...content) {
  const url = siteUrl(href);
  return element("a", url ? { href: url.href } : {}, ...content);
}

/**
 * The rendered page, at the blocks that hold the quoted lines.
 * @param {QuoteWire} quote
 */
function pageUrl(quote) {
  const url = siteUrl(quote.page_href);
  if (!url) return null;
  url.hash = hashOf(quote);
  return url.href;
}

/** @param {{ start_line: number, end_line: number }} place */
function hashOf({ start_line, end_line }) {
  return formatRange({ start: start_line, end: end_line });
}

/** @param {{ start_line: number, end_line: number }} place */
function linesOf(place) {
  return hashOf(place).slice(1).replace("-", "–");
}

/** @param {QuoteWire} quote */
function trail({ heading_path }) {
  if (!heading_path.length) return [];
  return [element("span", { class: "heading-trail" }, heading_path.join(" › "))];
}

/** @param {import("./protocol.js").SourceWire | undefined} source */
function badges(source) {
  const names = [];
  if (source?.version) names.push(text("version", { version: source.version }));
  if (source?.lang) names.push(source.lang);
  if (source && source.scope !== "public") names.push(source.scope);
  return names.map((name) => element("span", { class: "badge" }, name));
}

/** @param {number} count */
function documentCount(count) {
  return count === 1 ? text("documents_one") : text("documents_many", { count });
}
