/** What a history entry keeps, so that Back finds an answer and its place without asking again. */

import { areAnyProtected } from "./sealed-keys.js";

/** @typedef {import("./protocol.js").AnsweredWire} AnsweredWire */
/** @typedef {import("./protocol.js").SiteWire} SiteWire */

/** @typedef {{ url?: string, reply?: AnsweredWire, site?: SiteWire | null, scroll?: number }} Kept */

/** @returns {Kept} what belongs to this very address; a reply of another one is none */
export function keptOutcome() {
  const { reply, ...kept } = /** @type {Kept} */ (history.state ?? {});
  return kept.url === location.href ? { reply, ...kept } : kept;
}

/**
 * @param {AnsweredWire} reply
 * @param {SiteWire | null} site
 */
export function keepOutcome(reply, site) {
  // What came out of a protected scope is not kept: going back asks again, if it still may.
  const isKept = !areAnyProtected(reply.outcome.searched.scopes);
  history.replaceState(isKept ? { url: location.href, reply, site } : null, "");
}

/**
 * Change the address of what is shown, without an entry of its own.
 * @param {string} url
 */
export function keepAddress(url) {
  history.replaceState({ ...history.state, url }, "", url);
}

/** The place on the page goes into the history entry: an answer comes after the browser's try. */
export function keepScroll() {
  const kept = /** @type {Kept | null} */ (history.state);
  if (kept?.reply) history.replaceState({ ...kept, scroll: scrollY }, "");
}
