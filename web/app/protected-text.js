/** Texts and headings of protected scopes that are open in this tab. */

import { openerOf, openers } from "./sealed-keys.js";
import { SealedSite } from "./sealed-site.js";

/** @typedef {import("./place-index.js").PageRow} PageRow */

const HEADINGS = "_chapterverse/headings.json";

/**
 * @param {string} scope
 * @param {string} name of the container
 */
export async function protectedText(scope, name) {
  const opener = openerOf(scope);
  if (!opener) return null;
  const site = await SealedSite.open(opener);
  return new TextDecoder().decode(await site.container(name));
}

/**
 * The headings of every open scope, each with the address of its page.
 * @returns {Promise<PageRow[]>}
 */
export async function protectedHeadings() {
  const found = await Promise.allSettled(openers().map(headingsOf));
  return found.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
}

/**
 * @param {import("./sealed-site.js").Opener} opener
 * @returns {Promise<PageRow[]>}
 */
async function headingsOf(opener) {
  const site = await SealedSite.open(opener);
  /** @type {PageRow[]} */
  const rows = JSON.parse(new TextDecoder().decode(await site.file(HEADINGS)));
  return Promise.all(
    rows.map(async ([path, title, lang, headings]) => {
      const address = await site.addressOf(path.split("/").map(encodeURIComponent).join("/"));
      return [path, title, lang, headings, address ?? ""];
    }),
  );
}
