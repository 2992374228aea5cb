/**
 * An answer in the words of the browser's own language model, where there is one and a reader asks
 * for it. It is shown only after our verifier has judged each claim, and only the claims that it
 * lets through, each with the words of the documents that it rests on.
 */

import { hashOf, linesOf } from "./citations.js";
import { element, textButton } from "./element.js";
import { siteUrl } from "./site.js";
import { text } from "./strings.js";

/** @typedef {import("./protocol.js").EvidenceWire} EvidenceWire */
/** @typedef {{ label: string, quote?: string }} ModelCitation */
/** @typedef {{ text: string, citations?: ModelCitation[] }} ModelClaim */

/**
 * The part of the browser's interface that is used: https://developer.chrome.com/docs/ai/prompt-api
 * @typedef {object} LanguageModelApi
 * @property {(options: object) => Promise<string>} availability
 * @property {(options: object) => Promise<{ prompt(text: string, options: object): Promise<string>, destroy(): void }>} create
 */

// The form of an answer, as the evidence prompt describes it.
const CITATION = {
  type: "object",
  required: ["label", "quote"],
  properties: { label: { type: "string" }, quote: { type: "string" } },
};
const CLAIM = {
  type: "object",
  required: ["text", "citations"],
  properties: { text: { type: "string" }, citations: { type: "array", items: CITATION } },
};
const ANSWER = {
  type: "object",
  required: ["evidence_set_id", "status", "claims"],
  properties: {
    evidence_set_id: { type: "string" },
    status: { enum: ["answered", "abstained"] },
    reason: { type: "string" },
    claims: { type: "array", items: CLAIM },
  },
};

/**
 * Put the offer into a box, where the browser has a model for the language.
 * @param {HTMLElement} box
 * @param {string} lang
 * @param {import("./outcome-view.js").Actions} actions
 */
export async function offerPhrasing(box, lang, actions) {
  const model = /** @type {LanguageModelApi | undefined} */ (Reflect.get(self, "LanguageModel"));
  // Chromium refuses, with an error in the console, languages that it does not vouch for; its model
  // may know them all the same, and what it writes is checked in any language.
  const content = [{ type: "text", languages: [lang] }];
  const options = lang === "en" ? { expectedInputs: content, expectedOutputs: content } : {};
  const state = await model?.availability(options).catch(() => "unavailable");
  if (!model || !state || state === "unavailable") return;
  const button = textButton(text("phrase"), async () => {
    button.disabled = true;
    shown.replaceChildren(element("p", {}, text("phrase_working")));
    const parts = await phrased(model, options, actions).catch(() => [failure("phrase_failed")]);
    shown.replaceChildren(...parts);
    button.disabled = false;
  });
  const shown = element("div", { "data-role": "generated", role: "status" });
  box.append(button, element("p", { class: "phrase-note" }, text("phrase_note")), shown);
}

/**
 * @param {LanguageModelApi} model
 * @param {object} options
 * @param {import("./outcome-view.js").Actions} actions
 */
async function phrased(model, options, { evidencePrompt, verify }) {
  const made = await evidencePrompt();
  if (!made) return [];
  const session = await model.create(options);
  try {
    const answer = await session.prompt(made.prompt, { responseConstraint: ANSWER });
    const verdict = await verify(made.evidence, answer);
    return verdict ? judged(verdict, claimsOf(answer), made.evidence) : [];
  } finally {
    session.destroy();
  }
}

/**
 * @param {string} answer
 * @returns {ModelClaim[]}
 */
function claimsOf(answer) {
  return JSON.parse(answer).claims ?? [];
}

/**
 * @param {import("./protocol.js").VerdictWire} verdict
 * @param {ModelClaim[]} claims in the verdict's order
 * @param {EvidenceWire} evidence
 */
function judged(verdict, claims, evidence) {
  if (verdict.refusals.length) return [failure("phrase_refused")];
  const supported = claims.filter((_, place) => verdict.claims[place]?.supported);
  const leftOut = claims.length - supported.length;
  if (!supported.length) return [failure("phrase_refused")];
  const note = leftOut ? [failure("phrase_left_out", leftOut)] : [];
  return [
    element("p", {}, element("span", { class: "badge" }, text("generated"))),
    element("ol", { class: "claims" }, ...supported.map((claim) => claimItem(claim, evidence))),
    ...note,
  ];
}

/**
 * @param {string} key
 * @param {number} [count]
 */
function failure(key, count = 0) {
  return element("p", { "data-phrasing": key }, text(key, { count }));
}

/**
 * @param {ModelClaim} claim
 * @param {EvidenceWire} evidence
 */
function claimItem(claim, { items }) {
  const origins = (claim.citations ?? []).flatMap(({ label, quote = "" }) => {
    const item = items.find((one) => one.label === label);
    return item ? [element("p", { class: "quote-origin" }, `“${quote}” `, originLink(item))] : [];
  });
  return element("li", {}, element("p", { dir: "auto" }, claim.text), ...origins);
}

/** @param {import("./protocol.js").EvidenceItemWire} item */
function originLink(item) {
  const path = item.source_path.split("/").map(encodeURIComponent).join("/");
  const url = siteUrl(`source/${path}.html${hashOf(item)}`);
  const label = `${item.source_path} ${linesOf(item)}`;
  return element("a", { ...(url && { href: url.href }), "data-role": "citation" }, label);
}
