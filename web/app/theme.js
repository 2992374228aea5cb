/** The theme button: as the system, light, dark. */

import { element } from "./element.js";
import { keep, kept } from "./site.js";
import { text } from "./strings.js";

const THEMES = ["system", "light", "dark"];

export function startTheme() {
  const tools = document.querySelector(".header-tools");
  if (!tools) return;
  const button = element("button", {
    type: "button",
    class: "icon-button",
    "data-role": "theme",
  });
  show(button, kept("theme") ?? "system");
  button.addEventListener("click", () => {
    const next = THEMES[(THEMES.indexOf(kept("theme") ?? "system") + 1) % THEMES.length];
    keep("theme", next === "system" ? null : next);
    show(button, next);
  });
  tools.append(button);
  document.addEventListener("interface-language", () => show(button, kept("theme") ?? "system"));
}

/**
 * @param {HTMLElement} button
 * @param {string} theme
 */
function show(button, theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const label = text(`theme_${theme}`);
  button.setAttribute("aria-label", label);
  button.title = label;
}
