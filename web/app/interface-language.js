/** The button that puts the interface into the other language, and the texts that follow it. */

import { element } from "./element.js";
import { keep } from "./site.js";
import { interfaceLanguage, loadStrings, text } from "./strings.js";

const OTHER = new Map([
  ["en", { language: "zh", short: "中" }],
  ["zh", { language: "en", short: "EN" }],
]);

/** Load the texts; put the page's own into the reader's language where they differ. */
export async function startInterfaceLanguage() {
  const language = interfaceLanguage();
  await loadStrings(language);
  if (language !== document.documentElement.dataset.interface) translatePage(language);
  const tools = document.querySelector(".header-tools");
  if (!tools) return;
  const button = element("button", {
    type: "button",
    class: "icon-button",
    "data-role": "interface-language",
  });
  describe(button, language);
  button.addEventListener("click", () => switchFrom(button));
  tools.append(button);
}

/** @param {HTMLElement} button */
async function switchFrom(button) {
  const next = OTHER.get(interfaceLanguage())?.language ?? "en";
  keep("interface-language", next);
  await loadStrings(next);
  translatePage(next);
  describe(button, next);
  document.dispatchEvent(new CustomEvent("interface-language"));
}

/**
 * @param {HTMLElement} button
 * @param {string} language
 */
function describe(button, language) {
  const other = OTHER.get(language) ?? { language: "en", short: "EN" };
  button.textContent = other.short;
  button.lang = other.language;
  const label = text("interface_language", { language: text(`language_${other.language}`) });
  button.setAttribute("aria-label", label);
}

/** @param {string} language */
function translatePage(language) {
  document.body.lang = language;
  document.documentElement.dataset.interface = language;
  for (const element of elementsWith("data-text")) {
    element.textContent = text(element.dataset.text ?? "");
    element.lang = language;
  }
  for (const element of elementsWith("data-label")) {
    element.setAttribute("aria-label", text(element.dataset.label ?? ""));
  }
  for (const element of elementsWith("data-placeholder")) {
    element.setAttribute("placeholder", text(element.dataset.placeholder ?? ""));
  }
}

/**
 * @param {string} attribute
 * @returns {NodeListOf<HTMLElement>}
 */
function elementsWith(attribute) {
  return document.querySelectorAll(`[${attribute}]`);
}
