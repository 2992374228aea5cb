/** The interface's texts, in the language that the page or the reader chose. */

import { checkedFetch } from "./checked-fetch.js";
import { FILES } from "./integrity.js";
import { kept } from "./site.js";

/** @type {Map<string, string>} */
let textOfKey = new Map();

/** @returns {string} the interface language: the reader's choice, else the page's */
export function interfaceLanguage() {
  return kept("interface-language") ?? document.documentElement.dataset.interface ?? "en";
}

/** @param {string} language */
export async function loadStrings(language) {
  const name = `${language}.json`;
  const response = await checkedFetch(new URL(name, import.meta.url), FILES.get(name)?.[0]);
  textOfKey = new Map(Object.entries(await response.json()));
}

/**
 * Return a text with its `{name}` places filled in; an unknown key is returned as it is.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function text(key, values = {}) {
  const places = new Map(Object.entries(values));
  const template = textOfKey.get(key) ?? key;
  return template.replace(/\{(\w+)\}/g, (place, name) => String(places.get(name) ?? place));
}
