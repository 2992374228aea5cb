/** The source page: which lines are selected, by the URL, the mouse or the keyboard. */

import { currentRange } from "./drift.js";
import { formatRange, parseRange } from "./line-range.js";
import { onSameLink } from "./same-link.js";
import { startSelectionTools } from "./selection-tools.js";

const CONTEXT_LINES = 3;
const NUMBER = "li > a";
const LINES_AT_ONCE = 1000;

export function startSourceLines() {
  const list = document.querySelector('[data-role="source-lines"]');
  if (list instanceof HTMLElement) new SourceLines(list).start();
}

/** @typedef {import("./line-range.js").LineRange} LineRange */

/** The selection of one source page: exactly one range or none. */
export class SourceLines {
  /** @type {LineRange | null} */
  #selected = null;
  #anchor = 1;
  /** @type {HTMLElement[]} */
  #lines;
  #tools;

  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
    this.#lines = /** @type {HTMLElement[]} */ ([...list.children]);
    this.#tools = startSelectionTools(list, () => this.select(null));
  }

  start() {
    this.list.addEventListener("click", (event) => this.#onClick(event));
    this.list.addEventListener("keydown", (event) => this.#onKey(event));
    addEventListener("hashchange", () => this.#followHash());
    onSameLink(() => this.#followHash());
    if (this.#lines.length) number(this.#lines[0]).tabIndex = 0;
    this.#numberFrom(0);
    this.#followHash();
  }

  /**
   * Number the lines some at a time: a long document must not hold up the page.
   * @param {number} first
   */
  #numberFrom(first) {
    const end = first + LINES_AT_ONCE;
    for (const line of this.#lines.slice(first, end)) number(line);
    if (end < this.#lines.length) setTimeout(() => this.#numberFrom(end));
  }

  /** @returns {LineRange | null} */
  get selected() {
    return this.#selected;
  }

  /**
   * Select a range and put it into the URL, without a new entry in the history. The print of the
   * quote that led here goes: it is not of these lines.
   * @param {LineRange | null} range
   */
  select(range) {
    this.#show(range);
    history.replaceState(history.state, "", location.pathname + (range ? formatRange(range) : ""));
  }

  #followHash() {
    const asked = parseRange(location.hash, this.#lines.length);
    if (!asked) return;
    const notice = document.querySelector('[data-role="drift"]');
    const range = currentRange(asked, this.#lines.map(lineText), location.search, notice);
    if (range && formatRange(range) === location.hash) this.#show(range);
    else this.select(range);
    if (!range) return;
    this.#anchor = range.start;
    this.#scrollTo(range);
  }

  /** @param {LineRange | null} range */
  #show(range) {
    for (const line of this.list.querySelectorAll("[data-selected]")) {
      line.removeAttribute("data-selected");
    }
    this.#selected = range;
    if (range) {
      for (const line of this.#lines.slice(range.start - 1, range.end)) line.dataset.selected = "";
      this.#makeTabStop(range.start);
    }
    this.#tools.show(
      range,
      range ? this.#lines.slice(range.start - 1, range.end).map(lineText) : [],
    );
  }

  /** @param {LineRange} range */
  #scrollTo({ start, end }) {
    const top = this.#lines[Math.max(0, start - 1 - CONTEXT_LINES)];
    const fits = end - start < 12;
    const target = fits ? this.#lines[Math.floor((start + end) / 2) - 1] : top;
    target.scrollIntoView({ block: fits ? "center" : "start", behavior: "instant" });
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    const link = event.target instanceof Element ? event.target.closest(NUMBER) : null;
    if (!link || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.#choose(Number(link.textContent), event.shiftKey);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.target instanceof Element && !event.target.matches(NUMBER)) return;
    const line = Number(/** @type {Element} */ (event.target).textContent);
    const step = STEP_OF_KEY.get(event.key);
    if (step !== undefined) this.#moveTo(line + step);
    else if (event.key === "Home") this.#moveTo(1);
    else if (event.key === "End") this.#moveTo(this.#lines.length);
    else if (event.key === "Enter" || event.key === " ") this.#choose(line, event.shiftKey);
    else if (event.key === "Escape") this.select(null);
    else return;
    event.preventDefault();
  }

  /**
   * @param {number} line
   * @param {boolean} extends_
   */
  #choose(line, extends_) {
    if (!extends_ || !this.#selected) this.#anchor = line;
    this.select({ start: Math.min(this.#anchor, line), end: Math.max(this.#anchor, line) });
    this.#makeTabStop(line);
    number(this.#lines[line - 1]).focus({ preventScroll: true });
  }

  /** @param {number} line */
  #moveTo(line) {
    const within = Math.min(Math.max(line, 1), this.#lines.length);
    this.#makeTabStop(within);
    number(this.#lines[within - 1]).focus();
  }

  /** @param {number} line */
  #makeTabStop(line) {
    for (const stop of this.list.querySelectorAll('a[tabindex="0"]')) {
      stop.setAttribute("tabindex", "-1");
    }
    number(this.#lines[line - 1]).tabIndex = 0;
  }
}

const STEP_OF_KEY = new Map([
  ["ArrowDown", 1],
  ["ArrowUp", -1],
  ["PageDown", 20],
  ["PageUp", -20],
]);

/**
 * The number of a line, a link: a page comes without them, since the list counts by itself.
 * @param {Element} line
 * @returns {HTMLAnchorElement}
 */
function number(line) {
  const known = line.firstElementChild;
  if (known instanceof HTMLAnchorElement) return known;
  const link = document.createElement("a");
  link.href = `#${line.id}`;
  link.textContent = line.id.slice(1);
  link.tabIndex = -1;
  const code = document.createElement("code");
  code.append(...line.childNodes);
  // A break keeps an empty line when a reader copies; it is no text.
  if (!code.firstChild) code.append(document.createElement("br"));
  line.append(link, code);
  return link;
}

/** @param {Element} line */
function lineText(line) {
  const known = line.lastElementChild;
  return (known?.tagName === "CODE" ? known : line).textContent ?? "";
}
