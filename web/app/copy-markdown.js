/** Copies a document's own text, as its author wrote it. */

import { copyFrom } from "./copying.js";

export function startCopyMarkdown() {
  for (const button of document.querySelectorAll('[data-role="copy-markdown"]')) {
    if (button instanceof HTMLButtonElement) button.addEventListener("click", () => copy(button));
  }
}

/** @param {HTMLButtonElement} button */
async function copy(button) {
  const response = await fetch(button.dataset.url ?? "").catch(() => null);
  copyFrom(button, response?.ok ? await response.text() : null);
}
