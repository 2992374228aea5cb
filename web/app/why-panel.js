/** Why this answer, or why none: terms, ranks, the gate's signals, and what it took. */

import { copyFrom } from "./copying.js";
import { element, textButton } from "./element.js";
import { siteUrl } from "./site.js";
import { text } from "./strings.js";

/** @typedef {import("./protocol.js").AnsweredWire} AnsweredWire */
/** @typedef {import("./protocol.js").StageWire} StageWire */

/**
 * @param {AnsweredWire} reply
 * @param {import("./outcome-view.js").Actions} actions
 */
export function whyPanel(reply, actions) {
  const { ranking, gate } = decisive(reply);
  return element(
    "div",
    { class: "why", "data-role": "why-panel" },
    ...gateParts(reply, gate),
    ...termParts(ranking),
    ...candidateParts(reply),
    element("p", {}, costText(reply)),
    element("div", { class: "why-tools" }, downloadLink(reply), promptButton(actions)),
  );
}

/**
 * A question may be tried in one language after another: the stages that led to the outcome.
 * @param {AnsweredWire} reply
 * @returns {{ ranking: StageWire | undefined, gate: StageWire | undefined }}
 */
function decisive({ outcome, trace }) {
  const isLast = (/** @type {StageWire} */ stage) =>
    stage.stage === "gate" && stage.confidence === outcome.confidence;
  const end = trace.findLastIndex(isLast);
  const before = end < 0 ? trace : trace.slice(0, end);
  return { ranking: before.findLast(({ stage }) => stage === "ranking"), gate: trace[end] };
}

/**
 * @param {AnsweredWire} reply
 * @param {StageWire | undefined} gate
 */
function gateParts({ outcome }, gate) {
  if (!gate) return [];
  const { confidence, threshold } = outcome;
  const key = confidence >= threshold ? "why_gate_open" : "why_gate_closed";
  const meter = element("meter", { min: "0", max: "1000", value: String(confidence) });
  meter.low = threshold;
  meter.setAttribute("aria-label", text("why_confidence"));
  const rows = Object.entries(gate.signals ?? {}).map(([name, value]) => [
    element("code", {}, name),
    String(value),
  ]);
  return [
    element("h3", {}, text("why_gate")),
    element("p", {}, text(key, { confidence, threshold }), " ", meter),
    table("why_signals", ["why_signal", "why_value"], rows),
  ];
}

/** @param {StageWire | undefined} ranking */
function termParts(ranking) {
  const rows = Object.entries(ranking?.terms ?? {}).map(([term, passages]) => [
    element("code", {}, term),
    String(passages),
  ]);
  if (!rows.length) return [];
  return [
    element("h3", {}, text("why_terms")),
    table("why_terms", ["why_term", "why_passages"], rows),
  ];
}

/** @param {AnsweredWire} reply */
function candidateParts({ outcome }) {
  if (!outcome.candidates.length) return [];
  const quoted = new Set(outcome.quotes.map((quote) => quote.passage_id));
  const rows = outcome.candidates.map((place) => {
    const href = siteUrl(place.href)?.href;
    const names = place.heading_path.length ? place.heading_path : [place.title];
    return [
      String(place.rank),
      element("a", href ? { href } : {}, names.join(" › ")),
      rankIn(place, "keyword"),
      rankIn(place, "vector"),
      quoted.has(place.passage_id ?? "") ? "✓" : "",
    ];
  });
  const heads = ["why_rank", "why_passage", "why_keyword", "why_vector", "why_quoted"];
  return [element("h3", {}, text("why_ranks")), table("why_ranks", heads, rows)];
}

/**
 * @param {import("./protocol.js").PlaceWire} place
 * @param {string} channel
 */
function rankIn({ channels }, channel) {
  return String(Reflect.get(channels ?? {}, channel) ?? "–");
}

/**
 * @param {string} labelKey
 * @param {string[]} headKeys
 * @param {(Node | string)[][]} rows
 */
function table(labelKey, headKeys, rows) {
  const heads = headKeys.map((key) => element("th", { scope: "col" }, text(key)));
  const bodyRows = rows.map((row) =>
    element("tr", {}, ...row.map((cell) => element("td", {}, cell))),
  );
  return element(
    "div",
    // What scrolls sideways must be reachable from the keyboard.
    { class: "table-scroll", role: "region", tabindex: "0", "aria-label": text(labelKey) },
    element(
      "table",
      {},
      element("thead", {}, element("tr", {}, ...heads)),
      element("tbody", {}, ...bodyRows),
    ),
  );
}

/** @param {AnsweredWire} reply */
function costText({ cost }) {
  return text("why_cost", {
    total: Math.round(cost.elapsed_ms),
    waiting: Math.round(cost.fetch_ms),
    files: cost.files,
    kilobytes: (cost.fetched_bytes / 1000).toFixed(1),
  });
}

/**
 * The same record that `--trace` writes, with what it took in this browser.
 * @param {AnsweredWire} reply
 */
function downloadLink({ outcome, trace, cost }) {
  const { query, reason } = outcome;
  const record = { query, stages: trace, outcome: outcome.outcome, reason, cost };
  const file = new Blob([`${JSON.stringify(record)}\n`], { type: "application/jsonl" });
  const href = URL.createObjectURL(file);
  return element("a", { href, download: "trace.jsonl" }, text("why_download"));
}

/** @param {import("./outcome-view.js").Actions} actions */
function promptButton({ evidencePrompt }) {
  return textButton(text("why_prompt"), async (button) => {
    button.disabled = true;
    const made = await evidencePrompt().catch(() => null);
    button.disabled = false;
    if (made) copyFrom(button, made.prompt);
  });
}
