/** The cited lines with those around them, shown while a citation has the pointer or the focus. */

import { element } from "./element.js";
import { sourceLines } from "./raw-lines.js";
import { text } from "./strings.js";

const CONTEXT_LINES = 3;
const MOST_LINES = 24;
// A pointer that only passes by opens nothing; one that slips off may come back.
const OPEN_MS = 250;
const CLOSE_MS = 200;
const ID = "cv-citation-preview";

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

addEventListener("keydown", (event) => {
  if (event.key === "Escape") close();
});

/**
 * @param {HTMLAnchorElement} link
 * @param {import("./line-range.js").LineRange} range
 */
export function previewCitation(link, range) {
  clearTimeout(timer);
  timer = setTimeout(() => open(link, range), OPEN_MS);
  const leave = () => {
    clearTimeout(timer);
    timer = setTimeout(close, CLOSE_MS);
  };
  link.addEventListener("pointerleave", leave, { once: true });
  link.addEventListener("blur", leave, { once: true });
}

/**
 * @param {HTMLAnchorElement} link
 * @param {import("./line-range.js").LineRange} range
 */
async function open(link, range) {
  if (link.getAttribute("aria-describedby") === ID) return;
  const lines = await sourceLines(link).catch(() => []);
  const isWanted = link.matches(":hover, :focus");
  if (!isWanted || lines.length < range.end) return;
  close();
  const box = element("div", { id: ID, role: "tooltip", "data-role": "citation-preview" });
  box.append(...shownLines(lines, range));
  box.addEventListener("pointerenter", () => clearTimeout(timer));
  box.addEventListener("pointerleave", close);
  link.parentElement?.append(box);
  link.setAttribute("aria-describedby", ID);
}

function close() {
  document.querySelector(`[aria-describedby="${ID}"]`)?.removeAttribute("aria-describedby");
  document.getElementById(ID)?.remove();
}

/**
 * @param {string[]} lines
 * @param {import("./line-range.js").LineRange} range
 */
function shownLines(lines, { start, end }) {
  const first = Math.max(1, start - CONTEXT_LINES);
  const last = Math.min(lines.length, end + CONTEXT_LINES, first + MOST_LINES - 1);
  const rows = lines.slice(first - 1, last).map((line, place) => {
    const number = first + place;
    const isCited = number >= start && number <= end;
    const attributes = { class: "preview-line", ...(isCited && { "data-selected": "" }) };
    const digits = element("span", { class: "preview-number" }, String(number));
    return element("div", attributes, digits, element("code", { dir: "auto" }, line || " "));
  });
  const hidden = Math.min(lines.length, end + CONTEXT_LINES) - last;
  return hidden > 0 ? [...rows, element("p", {}, text("preview_more", { count: hidden }))] : rows;
}
