/** Limits what is asked: to a language, a version or a scope, where the site has more than one. */

import { element } from "./element.js";
import { text } from "./strings.js";
import { FILTERS } from "./thread.js";

/** @typedef {import("./thread.js").Filters} Filters */

/**
 * @param {HTMLElement} box the `[data-role="filters"]` element
 * @param {import("./protocol.js").SiteWire} site
 * @param {Filters} filters
 * @param {(filters: Filters) => void} onChange
 */
export function showFilters(box, site, filters, onChange) {
  const choices = { lang: site.languages, version: site.versions ?? [], scope: site.scopes };
  const shown = FILTERS.filter((name) => filters[name] || isChoice(name, choices[name]));
  box.hidden = !shown.length;
  const fields = shown.map((name) => {
    const select = choice(name, choices[name], filters[name]);
    select.addEventListener("change", () => onChange({ ...filters, [name]: select.value }));
    return element("label", {}, `${text(`filter_${name}`)} `, select);
  });
  box.replaceChildren(...fields);
}

/**
 * One version is a choice, too: without one the newest is meant.
 * @param {keyof Filters} name
 * @param {string[]} values
 */
function isChoice(name, values) {
  return values.length > (name === "version" ? 0 : 1);
}

/**
 * @param {keyof Filters} name
 * @param {string[]} values
 * @param {string} chosen
 */
function choice(name, values, chosen) {
  const select = element("select", { "data-filter": name });
  // A link may name a value that the site no longer has.
  for (const value of new Set(["", ...values, chosen])) {
    const label = value ? valueName(name, value) : text(`filter_${name}_all`);
    select.append(element("option", { value }, label));
  }
  select.value = chosen;
  return select;
}

/**
 * @param {keyof Filters} name
 * @param {string} value
 */
function valueName(name, value) {
  if (name !== "lang") return value;
  try {
    return new Intl.DisplayNames([value], { type: "language" }).of(value) ?? value;
  } catch {
    return value;
  }
}
