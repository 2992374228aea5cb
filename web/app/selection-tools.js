/** What a reader can do with selected source lines: copy a link, copy a quote, see the page. */

import { copyFrom } from "./copying.js";
import { element, textButton } from "./element.js";
import { formatRange } from "./line-range.js";
import { text } from "./strings.js";

/** @typedef {import("./line-range.js").LineRange} LineRange */

/**
 * @param {HTMLElement} list
 * @param {() => void} onClear
 */
export function startSelectionTools(list, onClear) {
  const bar = document.querySelector('[data-role="selection-tools"]');
  const rendered = document.querySelector('[data-role="rendered-link"]');
  const page = rendered instanceof HTMLAnchorElement ? new URL(rendered.href) : null;

  /**
   * @param {LineRange | null} range
   * @param {string[]} lines
   */
  function show(range, lines) {
    keepPlace(range);
    if (!(bar instanceof HTMLElement)) return;
    bar.hidden = !range;
    if (!range) return;
    const path = list.dataset.sourcePath ?? "";
    const link = new URL(formatRange(range), location.href).href;
    const quote = `${lines.join("\n")}\n\n${path}${formatRange(range)}\n${link}\n`;
    bar.replaceChildren(
      element("span", {}, text("lines_selected", { range: rangeName(range) })),
      textButton(text("copy_link"), (button) => copyFrom(button, link)),
      textButton(text("copy_quote"), (button) => copyFrom(button, quote)),
      textButton(text("clear_selection"), onClear),
    );
  }

  /**
   * The link to the rendered page leads to the blocks that hold the selected lines.
   * @param {LineRange | null} range
   */
  function keepPlace(range) {
    if (!page || !(rendered instanceof HTMLAnchorElement)) return;
    page.hash = range ? formatRange(range) : "";
    rendered.href = page.href;
  }

  return { show };
}

/** @param {LineRange} range */
export function rangeName({ start, end }) {
  return start === end ? text("line_one", { start }) : text("line_range", { start, end });
}
