/** Copies text and says on the button whether that worked. */

import { announce } from "./element.js";
import { text } from "./strings.js";

/**
 * @param {HTMLButtonElement} button
 * @param {string | null} content null when there is nothing that could be copied
 */
export async function copyFrom(button, content) {
  const label = button.textContent;
  const key = content !== null && (await isCopied(content)) ? "copied" : "copy_failed";
  button.textContent = text(key);
  announce(text(key));
  setTimeout(() => {
    button.textContent = label;
  }, 1600);
}

/** @param {string} content */
async function isCopied(content) {
  try {
    await navigator.clipboard.writeText(content);
    return true;
  } catch {
    return false;
  }
}
