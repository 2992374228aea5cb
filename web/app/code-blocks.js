/** A copy button on every code block of a rendered page; a tab stop on every box that scrolls. */

import { copyFrom } from "./copying.js";
import { element, textButton } from "./element.js";
import { text } from "./strings.js";

export function startCodeBlocks() {
  for (const block of document.querySelectorAll(".prose pre")) {
    const frame = element("div", { class: "code-frame" });
    const button = textButton(text("copy"), (pressed) =>
      copyFrom(pressed, block.textContent ?? ""),
    );
    button.classList.add("copy-button");
    block.replaceWith(frame);
    frame.append(block, button);
  }
  // What scrolls sideways must be reachable from the keyboard.
  for (const box of document.querySelectorAll(".prose :is(pre, .table-scroll)")) {
    if (box.scrollWidth > box.clientWidth) box.setAttribute("tabindex", "0");
  }
}
