/** A question box: Enter asks (not while an input method composes), Shift+Enter breaks the line. */

import { verified } from "./verified.js";

export function startQuestionBoxes() {
  for (const box of document.querySelectorAll('[data-role="question"]')) {
    if (!(box instanceof HTMLInputElement || box instanceof HTMLTextAreaElement)) continue;
    askOnEnter(box);
    startPlacesOnFocus(box);
  }
  addEventListener("keydown", onShortcut);
}

/** @param {HTMLInputElement | HTMLTextAreaElement} box */
export function askOnEnter(box) {
  box.addEventListener("keydown", (event) => onKey(box, /** @type {KeyboardEvent} */ (event)));
}

/**
 * @param {HTMLInputElement | HTMLTextAreaElement} box
 * @param {KeyboardEvent} event
 */
function onKey(box, event) {
  if (event.key !== "Enter" || event.shiftKey) return;
  event.preventDefault();
  // 229: the key that ends a composition in browsers that report its end first.
  if (event.isComposing || event.keyCode === 229) return;
  box.form?.requestSubmit();
}

/**
 * The list of places is loaded when a reader turns to the box.
 * @param {HTMLInputElement | HTMLTextAreaElement} box
 */
function startPlacesOnFocus(box) {
  const headings = box.form?.dataset.headings;
  if (!headings) return;
  const start = () =>
    verified("place-list.js", () => import("./place-list.js"))
      .then((m) => m.startPlaceList(box, new URL(headings, document.baseURI)))
      .catch((error) => console.warn(error));
  if (document.activeElement === box) start();
  else box.addEventListener("focus", start, { once: true });
}

/**
 * Ctrl/Cmd+K and "/" lead to the question box; keys typed into a field are left alone.
 * @param {KeyboardEvent} event
 */
function onShortcut(event) {
  if (event.isComposing || event.altKey || !(isFindKey(event) || isSlashKey(event))) return;
  const box = document.querySelector('[data-role="question"]');
  if (!(box instanceof HTMLElement)) return;
  event.preventDefault();
  box.focus();
}

/** @param {KeyboardEvent} event */
function isFindKey({ key, ctrlKey, metaKey, shiftKey }) {
  return key.toLowerCase() === "k" && (ctrlKey || metaKey) && !shiftKey;
}

/** @param {KeyboardEvent} event */
function isSlashKey({ key, ctrlKey, metaKey, target }) {
  return key === "/" && !ctrlKey && !metaKey && !isEditable(target);
}

/** @param {EventTarget | null} target */
function isEditable(target) {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input, textarea, select");
}
