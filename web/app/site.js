/** Where this site is, and what its reader has chosen to keep. */

/** The site's root: modules are in `_chapterverse/app/<hash>/` below it. */
export const siteRoot = new URL("../../../", import.meta.url);

const storagePrefix = `chapterverse:${siteRoot.pathname}:`;

/**
 * Resolve a path of the wire against the site's root; null when it would lead out of the site.
 * @param {string} path
 * @returns {URL | null}
 */
export function siteUrl(path) {
  const url = URL.parse ? URL.parse(path, siteRoot) : new URL(path, siteRoot);
  return url?.href.startsWith(siteRoot.href) ? url : null;
}

/**
 * @param {string} name
 * @returns {string | null}
 */
export function kept(name) {
  try {
    return localStorage.getItem(storagePrefix + name);
  } catch {
    return null;
  }
}

/**
 * Keep a choice on this device; null forgets it. Blocked storage only means that nothing is kept.
 * @param {string} name
 * @param {string | null} value
 */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(storagePrefix + name);
    else localStorage.setItem(storagePrefix + name, value);
  } catch {
    // Private mode or a strict policy.
  }
}
