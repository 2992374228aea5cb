/** What a range of lines is called. */

import { text } from "./strings.js";

/** @param {import("./line-range.js").LineRange} range */
export function rangeName({ start, end }) {
  return start === end ? text("line_one", { start }) : text("line_range", { start, end });
}
