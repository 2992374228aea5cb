/** Shows an outcome: quotes with their citations, or an abstention, or a question back. */

import { hashOf } from "./citations.js";
import { copyFrom } from "./copying.js";
import { element, textButton } from "./element.js";
import { narrowedPassageList, passageList } from "./passage-list.js";
import { quoteItem } from "./quote-view.js";
import { text } from "./strings.js";
import { verified } from "./verified.js";

/** @typedef {import("./protocol.js").OutcomeWire} OutcomeWire */

/**
 * What a reader can do with an outcome.
 * @typedef {object} Actions
 * @property {(question: string) => void} onAsk asks another question
 * @property {string} section what the paths of the further passages begin with; empty for all
 * @property {(section: string) => void} onSection narrows the further passages
 * @property {() => Promise<import("./protocol.js").PromptWire | null>} evidencePrompt
 * @property {(evidence: object, answer: string) => Promise<import("./protocol.js").VerdictWire | null>} verify
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
    ...suggestionParts(outcome, actions.onAsk),
    ...PARTS[outcome.outcome](outcome, actions),
    ...phrasing(outcome, actions),
    why(reply, actions),
  );
}

/**
 * A browser with a language model of its own may phrase an answer; nothing of it is loaded elsewhere.
 * @param {OutcomeWire} outcome
 * @param {Actions} actions
 */
function phrasing({ outcome, lang }, actions) {
  if (outcome !== "answer" || !("LanguageModel" in self)) return [];
  const box = element("div", { class: "phrasing", "data-role": "phrasing" });
  verified("phrasing.js", () => import("./phrasing.js")).then((m) =>
    m.offerPhrasing(box, lang, actions),
  );
  return [box];
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

/**
 * Words of the documents that look like those that no document has: offered, never assumed.
 * @param {OutcomeWire} outcome
 * @param {(question: string) => void} onAsk
 */
function suggestionParts({ suggestions }, onAsk) {
  if (!suggestions.length) return [];
  const buttons = suggestions.map(({ query }) => textButton(query, () => onAsk(query)));
  return [
    element(
      "p",
      { class: "suggestions", "data-role": "suggestions" },
      text("did_you_mean"),
      ...buttons,
    ),
  ];
}

/** @param {OutcomeWire["notes"][number]} note */
function noteItem({ reason, labels }) {
  const named = labels.map((label) => `[${label}]`).join(" ");
  const attributes = { class: "answer-note", "data-role": "note", "data-reason": reason };
  return element("p", attributes, text(`note_${reason}`, { quotes: named }));
}

const PARTS = { answer: answerParts, abstention: abstentionParts, clarification: optionParts };

/**
 * @param {OutcomeWire} outcome
 * @param {Actions} actions
 */
function answerParts(outcome, actions) {
  const documents = documentCount(new Set(outcome.quotes.map((quote) => quote.source_path)).size);
  const quotes = outcome.quotes.length;
  const key = quotes === 1 ? "answer_summary_one" : "answer_summary";
  return [
    element("p", { class: "outcome-summary" }, text(key, { quotes, documents })),
    ...outcome.notes.map(noteItem),
    element("ol", { class: "quotes" }, ...outcome.quotes.map((quote) => quoteItem(quote, outcome))),
    ...narrowedPassageList("more_passages", "candidates", otherPassages(outcome), actions),
  ];
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
    ...passageList("nearest_sections", "nearest", outcome.nearest),
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
 * @param {Actions} actions
 */
function optionParts(outcome, { onAsk }) {
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

/** @param {number} count */
function documentCount(count) {
  return count === 1 ? text("documents_one") : text("documents_many", { count });
}
