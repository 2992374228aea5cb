/** The only scripts of the site that a script may start, where the page demands Trusted Types. */

import { siteRoot } from "./site.js";

const allowed = {
  worker: new URL("worker.js", import.meta.url).href,
  offline: new URL("sw.js", siteRoot).href,
};

const policy = trustedTypesOf(window)?.createPolicy("chapterverse", {
  createScriptURL(url) {
    if (!Object.values(allowed).includes(url)) throw new TypeError(`not a script of ours: ${url}`);
    return url;
  },
});

/**
 * @param {keyof typeof allowed} name
 * @returns {string} typed as text, but trusted where that counts
 */
export function scriptUrl(name) {
  const url = allowed[name];
  return /** @type {string} */ (policy ? policy.createScriptURL(url) : url);
}

/**
 * @param {object} scope
 * @returns {{ createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): unknown } } | undefined}
 */
function trustedTypesOf(scope) {
  return Reflect.get(scope, "trustedTypes");
}
