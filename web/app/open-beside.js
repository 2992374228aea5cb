/** Where there is room, the lines of a citation open beside the answer instead of on their own page. */

import { verified } from "./verified.js";

const LEADS_TO_LINES =
  ':is([data-role="citation"], [data-role="candidates"] a, [data-role="nearest"] a)[href]';
const WIDE = "(width >= 90rem)";

/** @param {HTMLElement} outcome */
export function startOpenBeside(outcome) {
  outcome.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest(LEADS_TO_LINES) : null;
    // Keys that open a link elsewhere keep their meaning.
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (!(link instanceof HTMLAnchorElement && isPlain && matchMedia(WIDE).matches)) return;
    event.preventDefault();
    verified("source-pane.js", () => import("./source-pane.js")).then((m) =>
      m.openSourcePane(link),
    );
  });
}
