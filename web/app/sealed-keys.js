/**
 * Which protected scopes are open in this tab. The scope's key is kept, not the passphrase, and only
 * in the tab's session storage: it goes with the tab.
 */

import { base64Of, bytesOf } from "./base64.js";
import { siteRoot } from "./site.js";

/** @typedef {import("./sealed-site.js").Opener} Opener */

const PREFIX = `chapterverse:${siteRoot.pathname}:seal:`;

/** @returns {Opener[]} */
export function openers() {
  return storedNames().flatMap((name) => {
    try {
      const { catalogue, key } = JSON.parse(sessionStorage.getItem(name) ?? "");
      const scope = name.slice(PREFIX.length);
      return [{ scope, folder: folderOf(scope), catalogue, key: bytesOf(key) }];
    } catch {
      return [];
    }
  });
}

/**
 * @param {string} scope
 * @returns {Opener | undefined}
 */
export function openerOf(scope) {
  return openers().find((one) => one.scope === scope);
}

/** @param {Opener} opener */
export function keepOpen({ scope, catalogue, key }) {
  try {
    sessionStorage.setItem(PREFIX + scope, JSON.stringify({ catalogue, key: base64Of(key) }));
  } catch {
    // Blocked storage: the scope is open on this page alone.
  }
}

/** @param {string} scope */
export function lock(scope) {
  sessionStorage.removeItem(PREFIX + scope);
}

/**
 * What an answer from these scopes leaves behind must not outlive the tab.
 * @param {string[]} scopes
 */
export function areAnyProtected(scopes) {
  return openers().some((one) => scopes.includes(one.scope));
}

/** @param {string} scope */
export function folderOf(scope) {
  return new URL(`_chapterverse/protected/${scope}/`, siteRoot).href;
}

function storedNames() {
  try {
    return Object.keys(sessionStorage).filter((name) => name.startsWith(PREFIX));
  } catch {
    return [];
  }
}
