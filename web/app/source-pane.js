/** The source beside an answer, on wide screens: the whole document, at the lines of a citation. */

import { copyFrom } from "./copying.js";
import { currentRange, PRINT_PARAMETER } from "./drift.js";
import { element, textButton } from "./element.js";
import { FILES } from "./integrity.js";
import { formatRange, parseRange } from "./line-range.js";
import { rangeName } from "./range-name.js";
import { sourceLines } from "./raw-lines.js";
import { text } from "./strings.js";

/** @typedef {import("./line-range.js").LineRange} LineRange */

// Lines of context on each side: more than anyone scrolls through here, and quick to make.
const MOST_CONTEXT = 1000;

const pane = element("aside", { class: "source-pane", "data-role": "source-pane", tabindex: "-1" });
/** @type {HTMLAnchorElement | null} */
let opener = null;

pane.addEventListener("keydown", (event) => {
  if (event.key === "Escape") close();
});
document.addEventListener("outcome-gone", () => pane.remove());

/** @param {HTMLAnchorElement} link that leads to the lines */
export async function openSourcePane(link) {
  const lines = await sourceLines(link).catch(() => []);
  const asked = parseRange(link.hash, lines.length);
  // What cannot be shown here is shown where the link leads.
  if (!asked || !link.isConnected) return location.assign(link.href);
  await styled();
  opener = link;
  const notice = element("p", { class: "notice", "data-role": "drift", hidden: "" });
  const range = currentRange(asked, lines, link.search, notice);
  const list = lineList(lines, range, link);
  pane.setAttribute("aria-label", text("source_pane"));
  pane.replaceChildren(head(link, range ?? asked), notice, list);
  document.querySelector(".page-frame")?.append(pane);
  pane.focus({ preventScroll: true });
  const first = list.querySelector("[data-selected]");
  if (first instanceof HTMLElement) {
    pane.scrollTop += first.getBoundingClientRect().top - pane.getBoundingClientRect().top - 160;
  }
}

/** The focus goes back to where the reader was. */
function close() {
  pane.remove();
  opener?.focus();
}

/** The styles of source pages, which the page of an answer does not need before. */
async function styled() {
  if (document.querySelector('link[href$="/reading.css"]')) return;
  const href = new URL("source.css", import.meta.url).href;
  const sheet = element("link", { rel: "stylesheet", href });
  sheet.integrity = FILES.get("source.css")?.[0] ?? "";
  const settled = ["load", "error"].map(
    (name) => new Promise((done) => sheet.addEventListener(name, done)),
  );
  document.head.append(sheet);
  await Promise.race(settled);
}

/**
 * @param {HTMLAnchorElement} link
 * @param {LineRange} range
 */
function head(link, range) {
  const path = decodeURIComponent(link.pathname.split("/source/").at(-1) ?? "");
  const name = link.dataset.path ?? sourceName(path);
  const title = element("a", { href: link.href, "data-role": "open-source" }, name);
  return element(
    "div",
    { class: "source-pane-head" },
    element("p", {}, title, ` ${rangeName(range)}`),
    textButton(text("copy_link"), (button) => copyFrom(button, link.href)),
    textButton(text("close"), close),
  );
}

/** @param {string} path of a source page */
function sourceName(path) {
  return path.replace(/\.html$/, "");
}

/**
 * @param {string[]} lines
 * @param {LineRange | null} range
 * @param {HTMLAnchorElement} link
 */
function lineList(lines, range, link) {
  const shown = range ?? { start: 1, end: 1 };
  const first = Math.max(1, shown.start - MOST_CONTEXT);
  const last = Math.min(lines.length, shown.end + MOST_CONTEXT);
  const digits = String(last).length;
  const list = element("ol", { class: `source-lines digits-${digits}` });
  list.setAttribute("aria-label", text("source_lines"));
  for (let number = first; number <= last; number++) {
    const isCited = range !== null && number >= range.start && number <= range.end;
    list.append(lineItem(number, lines[number - 1], isCited, link));
  }
  return list;
}

/**
 * @param {number} number
 * @param {string} line
 * @param {boolean} isCited
 * @param {HTMLAnchorElement} link
 */
function lineItem(number, line, isCited, link) {
  const url = new URL(link.href);
  url.searchParams.delete(PRINT_PARAMETER);
  url.hash = formatRange({ start: number, end: number });
  return element(
    "li",
    isCited ? { "data-selected": "" } : {},
    element("a", { href: url.href, tabindex: "-1" }, String(number)),
    element("code", { dir: "auto" }, line || element("br")),
  );
}
