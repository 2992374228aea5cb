/** What a reader can do with selected source lines: copy a link, copy a quote, see the page. */

import { copyFrom } from "./copying.js";
import { PRINT_PARAMETER } from "./drift.js";
import { element, textButton } from "./element.js";
import { formatRange } from "./line-range.js";
import { printOf } from "./quote-print.js";
import { rangeName } from "./range-name.js";
import { text } from "./strings.js";

/** @typedef {import("./line-range.js").LineRange} LineRange */

function selectionHint() {
  const hint = { class: "selection-hint", "data-text": "selection_hint" };
  return element("p", hint, text("selection_hint"));
}

/**
 * @param {HTMLElement} list
 * @param {() => void} onClear
 */
export function startSelectionTools(list, onClear) {
  const bar = document.querySelector('[data-role="selection-tools"]');
  bar?.before(selectionHint());
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
    const link = durableLink(range, lines);
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

/**
 * A link that finds the lines again when the document has changed.
 * @param {LineRange} range
 * @param {string[]} lines
 */
function durableLink(range, lines) {
  const link = new URL(location.pathname, location.href);
  link.searchParams.set(PRINT_PARAMETER, printOf(lines.join("\n")));
  link.hash = formatRange(range);
  return link.href;
}
