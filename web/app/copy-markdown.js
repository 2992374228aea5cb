/** Copies a document's own text, as its author wrote it. */

import { copyFrom } from "./copying.js";
import { siteText } from "./site-text.js";

export function startCopyMarkdown() {
  for (const button of document.querySelectorAll('[data-role="copy-markdown"]')) {
    if (button instanceof HTMLButtonElement) button.addEventListener("click", () => copy(button));
  }
}

/** @param {HTMLButtonElement} button */
async function copy(button) {
  copyFrom(button, await siteText(button.dataset.url ?? ""));
}
