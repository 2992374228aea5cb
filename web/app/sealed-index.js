/** The worker's side of protected scopes that are open: their part of the index, and their addresses. */

import { TroubleError } from "./protocol.js";
import { SealBroken } from "./seal.js";
import { SealedSite } from "./sealed-site.js";

/** @typedef {import("./sealed-site.js").Opener} Opener */
/** @typedef {import("./protocol.js").OutcomeWire} OutcomeWire */

/**
 * Open what still can be opened: a scope that is gone, or has another passphrase now, counts as locked.
 * @param {Opener[]} openers
 * @returns {Promise<SealedSite[]>}
 */
export async function openSites(openers) {
  const sites = await Promise.all(openers.map(opened));
  return sites.filter((site) => site !== null);
}

/** @param {Opener} opener */
async function opened(opener) {
  try {
    return await SealedSite.open(opener);
  } catch (error) {
    const isGone = error instanceof TroubleError && error.kind === "file";
    if (error instanceof SealBroken || isGone) return null;
    throw error;
  }
}

/**
 * Return a manifest with the open scopes beside the public ones. A scope that other code or other
 * settings made is left out: its site is just being replaced.
 * @param {Uint8Array} manifest
 * @param {SealedSite[]} sites
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function mergedManifest(manifest, sites) {
  const fields = JSON.parse(new TextDecoder().decode(manifest));
  for (const { manifest: own } of sites) {
    const isSame = JSON.stringify(own.settings) === JSON.stringify(fields.settings);
    if (isSame && own.engine === fields.engine) fields.scopes.push(...own.scopes);
  }
  return new TextEncoder().encode(JSON.stringify(fields));
}

/**
 * Lead the reader to the scope's own pages. `raw_href` is a document's text, which on a page in plain
 * text lies beside it.
 * @param {OutcomeWire} outcome
 * @param {SealedSite[]} sites
 */
export async function addressOutcome(outcome, sites) {
  for (const place of [...outcome.quotes, ...outcome.nearest, ...outcome.candidates]) {
    for (const site of sites) {
      const raw = await site.addressOf(place.href.split("#")[0].replace(/\.html$/, ""));
      if (!raw) continue;
      place.raw_href = raw;
      place.href = (await site.addressOf(place.href)) ?? place.href;
      place.page_href = (await site.addressOf(place.page_href)) ?? place.page_href;
    }
  }
}
