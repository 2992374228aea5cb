/** Shows what the engine does while it starts, and why it failed. */

import { element, textButton } from "./element.js";
import { text } from "./strings.js";

/** @typedef {import("./client.js").EngineClient} EngineClient */

/**
 * @param {HTMLElement} box the `[data-role="engine"]` element
 * @param {EngineClient} client
 * @param {{ hasQuestion: () => boolean, onRetry: () => void }} asker
 * @returns {() => void} shows the state again, for instance after the trouble of one question
 */
export function startEngineStatus(box, client, asker) {
  const show = () => {
    const { state } = client;
    box.dataset.state = state.name;
    box.hidden = state.name === "idle" || state.name === "ready";
    if (state.name === "loading") showLoading(box, client, asker.hasQuestion());
    if (state.name === "failed") showTrouble(box, state.trouble, asker.onRetry);
  };
  client.addEventListener("state", show);
  document.addEventListener("interface-language", show);
  show();
  return show;
}

/**
 * @param {HTMLElement} box
 * @param {EngineClient} client
 * @param {boolean} hasQuestion
 */
function showLoading(box, client, hasQuestion) {
  if (client.state.name !== "loading") return;
  const { step, loadedBytes, totalBytes } = client.state;
  const progress = element("progress", { "aria-label": text("engine_starting") });
  if (totalBytes) {
    progress.max = totalBytes;
    progress.value = loadedBytes;
  }
  box.replaceChildren(
    element("p", {}, text(hasQuestion ? "engine_queued" : "engine_starting")),
    progress,
    element("p", { "data-role": "engine-step" }, stepText(step, loadedBytes)),
    textButton(text("engine_cancel"), () => client.cancel()),
  );
}

/**
 * @param {string} step
 * @param {number} loadedBytes
 */
function stepText(step, loadedBytes) {
  if (!loadedBytes) return text(`engine_${step}`);
  const megabytes = (loadedBytes / 1e6).toFixed(1);
  return `${text(`engine_${step}`)} · ${text("engine_bytes", { megabytes })}`;
}

/**
 * @param {HTMLElement} box
 * @param {import("./protocol.js").Trouble} trouble
 * @param {() => void} onRetry
 */
export function showTrouble(box, trouble, onRetry) {
  box.dataset.state = "failed";
  box.hidden = false;
  const isUpdated = trouble.kind === "updated";
  box.replaceChildren(
    element("p", {}, element("strong", {}, text("engine_failed")), " ", troubleText(trouble)),
    isUpdated
      ? textButton(text("reload"), () => location.reload())
      : textButton(text("engine_retry"), onRetry),
  );
  box.dataset.trouble = trouble.kind;
}

/** @param {import("./protocol.js").Trouble} trouble */
export function troubleText({ kind, detail }) {
  return text(`failed_${kind}`, { detail, seconds: detail });
}
