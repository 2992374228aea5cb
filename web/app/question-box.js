/** A question box: Enter asks (not while an input method composes), Shift+Enter breaks the line. */

import { element } from "./element.js";
import { keep, kept } from "./site.js";
import { text } from "./strings.js";
import { verified } from "./verified.js";

const SLASH = "slash-key";

export function startQuestionBoxes() {
  for (const box of document.querySelectorAll('[data-role="question"]')) {
    if (!(box instanceof HTMLInputElement || box instanceof HTMLTextAreaElement)) continue;
    box.autocomplete = "off";
    box.spellcheck = false;
    box.enterKeyHint = "search";
    askOnEnter(box);
    startPlacesOnFocus(box);
  }
  addEventListener("keydown", onShortcut);
  addShortcutSwitch();
}

/**
 * A key that works alone must have a switch: speech input may press it without being meant to.
 */
function addShortcutSwitch() {
  const footer = document.querySelector(".site-footer");
  const box = element("input", { type: "checkbox", "data-role": SLASH });
  const label = element("span", { "data-text": "shortcut_key" }, text("shortcut_key"));
  const show = () => document.documentElement.toggleAttribute("data-no-slash", !box.checked);
  box.checked = kept(SLASH) !== "off";
  box.addEventListener("change", () => {
    keep(SLASH, box.checked ? null : "off");
    show();
  });
  show();
  const hint = element("kbd", { class: "shortcut-hint", "aria-hidden": "true" }, "/");
  document.querySelector(".header-ask")?.append(hint);
  footer?.append(element("label", { class: "shortcut-switch" }, box, " ", label));
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
  if (document.documentElement.hasAttribute("data-no-slash")) return false;
  return key === "/" && !ctrlKey && !metaKey && !isEditable(target);
}

/** @param {EventTarget | null} target */
function isEditable(target) {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input, textarea, select");
}
