/** The theme button: as the system, light, dark. */

import { keep, kept } from "./site.js";
import { text } from "./strings.js";

const THEMES = ["system", "light", "dark"];

export function startTheme() {
  const button = document.querySelector('[data-role="theme"]');
  if (!(button instanceof HTMLButtonElement)) return;
  show(button, kept("theme") ?? "system");
  button.addEventListener("click", () => {
    const next = THEMES[(THEMES.indexOf(kept("theme") ?? "system") + 1) % THEMES.length];
    keep("theme", next === "system" ? null : next);
    show(button, next);
  });
  document.addEventListener("interface-language", () => show(button, kept("theme") ?? "system"));
}

/**
 * @param {HTMLButtonElement} button
 * @param {string} theme
 */
function show(button, theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const label = text(`theme_${theme}`);
  button.setAttribute("aria-label", label);
  button.title = label;
}
