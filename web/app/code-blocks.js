/** A copy button on every code block of a rendered page. */

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
    // A block that scrolls sideways must be reachable from the keyboard.
    if (block.scrollWidth > block.clientWidth) block.setAttribute("tabindex", "0");
  }
}
