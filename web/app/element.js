/** Makes elements; text goes in as text, never as markup. */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/**
 * @param {string} label
 * @param {(button: HTMLButtonElement) => void} onClick
 */
export function textButton(label, onClick) {
  const button = element("button", { type: "button", class: "text-button" }, label);
  button.addEventListener("click", () => onClick(button));
  return button;
}

/**
 * Say something to readers who do not see the page change.
 * @param {string} message
 */
export function announce(message) {
  const region = document.querySelector('[data-role="announcement"]');
  if (region) region.textContent = message;
}
