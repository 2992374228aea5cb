/**
 * Starts modules only after each file of theirs was held to its hash: `import()` can't ask for that,
 * a preload can, and a module is loaded once.
 */

import { FILES } from "./integrity.js";

const canPreload = document.createElement("link").relList.supports("modulepreload");
/** @type {Map<string, Promise<void>>} */
const preloads = new Map();

/**
 * Import a module of the app. When a file is not what the site was built with, nothing is started
 * (`refused-early.js` says so to the reader).
 * @template Module
 * @param {string} name
 * @param {() => Promise<Module>} load
 * @returns {Promise<Module>}
 */
export async function verified(name, load) {
  if (canPreload) await Promise.all(moduleFiles(name).map(preloaded));
  return load();
}

/**
 * Return a module's file and those that it imports at once, and so on.
 * @param {string} name
 * @returns {string[]}
 */
export function moduleFiles(name) {
  const found = new Set([name]);
  for (const file of found) {
    for (const imported of FILES.get(file)?.[1] ?? []) found.add(imported);
  }
  return [...found];
}

/** @param {string} name */
function preloaded(name) {
  const known = preloads.get(name) ?? preload(name);
  preloads.set(name, known);
  return known;
}

/** @param {string} name */
async function preload(name) {
  const integrity = FILES.get(name)?.[0];
  if (!integrity) return;
  const href = new URL(name, import.meta.url).href;
  const link = Object.assign(document.createElement("link"), {
    rel: "modulepreload",
    href,
    integrity,
  });
  await new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => reject(new Error(`refused: ${name}`)));
    document.head.append(link);
  });
}
