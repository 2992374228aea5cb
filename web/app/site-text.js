/** Reads a text of the site, also one of a protected scope that is open in this tab. */

import { verified } from "./verified.js";

const PROTECTED = /\/_chapterverse\/protected\/([a-z0-9-]+)\/$/;

/**
 * @param {string} address
 * @returns {Promise<string | null>} null when it cannot be had
 */
export async function siteText(address) {
  const url = new URL(address, document.baseURI);
  const scope = url.pathname.match(PROTECTED)?.[1];
  const name = url.searchParams.get("d");
  if (scope && name) {
    const module = await verified("protected-text.js", () => import("./protected-text.js"));
    return module.protectedText(scope, name);
  }
  const response = await fetch(url).catch(() => null);
  return response?.ok ? response.text() : null;
}
