/**
 * The rendered page: `#L3-L6` marks the blocks that hold these source lines (`data-lines="3-6"`,
 * and `data-item-lines` on list items and table rows), the same fragment that the source page
 * understands; the link to the source keeps the place.
 */

import { element, textButton } from "./element.js";
import { formatRange, parseRange } from "./line-range.js";
import { openAncestors, showAnchor } from "./page-anchors.js";
import { rangeName } from "./range-name.js";
import { onSameLink } from "./same-link.js";
import { text } from "./strings.js";

const LINED = "[data-lines], [data-item-lines]";
const ANY_LINE = 999_999_999;

export function startPageLines() {
  const article = document.querySelector('[data-role="rendered"]');
  if (!(article instanceof HTMLElement)) return;
  addPermalinks(article);
  const follow = () => followHash(article);
  addEventListener("hashchange", follow);
  onSameLink(follow);
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && article.querySelector("[data-selected]")) clear(article);
  });
  follow();
}

/**
 * Give each heading below the title a link to itself.
 * @param {HTMLElement} article
 */
function addPermalinks(article) {
  for (const heading of article.querySelectorAll("h2, h3, h4, h5, h6")) {
    const { id } = heading;
    if (!id) continue;
    const attributes = { class: "permalink", href: `#${id}`, "aria-labelledby": id };
    heading.append(" ", element("a", attributes, "#"));
  }
}

/** @param {HTMLElement} article */
function followHash(article) {
  unmark(article);
  const range = location.hash.startsWith("#L") ? parseRange(location.hash, ANY_LINE) : null;
  if (!range) return showAnchor(article, location.hash);
  const blocks = innermost(blocksOf(article).filter((block) => overlaps(block.lines, range)));
  for (const { node } of blocks) node.dataset.selected = "";
  if (!blocks.length) return;
  article.append(clearBar(article, range));
  openAncestors(blocks[0].node);
  blocks[0].node.scrollIntoView({ block: "center", behavior: "instant" });
}

/**
 * @param {HTMLElement} article
 * @param {import("./line-range.js").LineRange} range
 */
function clearBar(article, range) {
  const source = new URL(article.dataset.source ?? "", location.href);
  source.hash = formatRange(range);
  return element(
    "div",
    { class: "selection-bar", "data-role": "selection-bar" },
    element("span", {}, rangeName(range)),
    element("a", { href: source.href }, text("view_source")),
    textButton(text("clear_selection"), () => clear(article)),
  );
}

/** @param {HTMLElement} article */
function clear(article) {
  unmark(article);
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** @param {HTMLElement} article */
function unmark(article) {
  for (const block of article.querySelectorAll("[data-selected]")) {
    block.removeAttribute("data-selected");
  }
  article.querySelector('[data-role="selection-bar"]')?.remove();
}

/**
 * @typedef {object} LinedBlock
 * @property {HTMLElement} node
 * @property {import("./line-range.js").LineRange} lines
 */

/**
 * @param {HTMLElement} article
 * @returns {LinedBlock[]}
 */
function blocksOf(article) {
  const nodes = /** @type {NodeListOf<HTMLElement>} */ (article.querySelectorAll(LINED));
  return [...nodes].map((node) => {
    const [start, end] = (node.dataset.lines ?? node.dataset.itemLines ?? "")
      .split("-")
      .map(Number);
    return { node, lines: { start, end: end || start } };
  });
}

/**
 * A list and its item may both cover a line: the item is meant.
 * @param {LinedBlock[]} blocks
 */
function innermost(blocks) {
  return blocks.filter(({ node }) => !blocks.some((b) => b.node !== node && node.contains(b.node)));
}

/**
 * @param {import("./line-range.js").LineRange} a
 * @param {import("./line-range.js").LineRange} b
 */
function overlaps(a, b) {
  return a.start <= b.end && b.start <= a.end;
}
