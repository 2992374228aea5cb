/** A question box: Enter asks (not while an input method composes), Shift+Enter breaks the line. */

/**
 * @param {HTMLInputElement | HTMLTextAreaElement} box
 */
export function startQuestionBox(box) {
  box.addEventListener("keydown", (event) => {
    const key = /** @type {KeyboardEvent} */ (event);
    if (key.key !== "Enter" || key.shiftKey) return;
    event.preventDefault();
    // 229: the key that ends a composition in browsers that report its end first.
    if (key.isComposing || key.keyCode === 229) return;
    box.form?.requestSubmit();
  });
}

/** Ctrl/Cmd+K and "/" lead to the question box; keys typed into a field are left alone. */
export function startShortcuts() {
  addEventListener("keydown", (event) => {
    const isFind = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!(isFind && !event.shiftKey && !event.altKey) && !(isSlash && !isEditable(event.target)))
      return;
    const box = document.querySelector('[data-role="question"]');
    if (!(box instanceof HTMLElement) || event.isComposing) return;
    event.preventDefault();
    box.focus();
  });
}

/** @param {EventTarget | null} target */
function isEditable(target) {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input, textarea, select");
}
