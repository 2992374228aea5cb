/** Lists of passages that were found: each a real link; long lists can be narrowed to a section. */

import { linesOf } from "./citations.js";
import { element } from "./element.js";
import { markedNodes } from "./marked-text.js";
import { badges, placeData } from "./quote-view.js";
import { siteUrl } from "./site.js";
import { text } from "./strings.js";

/** @typedef {import("./protocol.js").PlaceWire} PlaceWire */

/**
 * @param {string} titleKey
 * @param {string} role
 * @param {PlaceWire[]} places
 * @returns {HTMLElement[]} nothing for an empty list
 */
export function passageList(titleKey, role, places) {
  if (!places.length) return [];
  return [
    element("h3", {}, text(titleKey)),
    element("ol", { class: "passages", "data-role": role }, ...places.map(placeItem)),
  ];
}

/**
 * The same, below a choice of the sections that the places are in.
 * @param {string} titleKey
 * @param {string} role
 * @param {PlaceWire[]} places
 * @param {{ section: string, onSection: (section: string) => void }} actions
 */
export function narrowedPassageList(titleKey, role, places, { section, onSection }) {
  const [title, list] = passageList(titleKey, role, places);
  if (!list) return [];
  const select = sectionChoice(places, section);
  const show = () => {
    const shown = places.filter(({ source_path }) => source_path.startsWith(select.value));
    list.replaceChildren(...shown.map(placeItem));
  };
  select.addEventListener("change", () => {
    show();
    onSection(select.value);
  });
  show();
  // The choice of a section that somebody else made is shown even where there is nothing to choose.
  if (select.options.length < 3 && !section) return [title, list];
  const label = element("label", {}, `${text("filter_section")} `, select);
  return [title, element("div", { class: "filters" }, label), list];
}

/**
 * Folders, where there are several, and documents; each is named by what its paths begin with.
 * @param {PlaceWire[]} places
 * @param {string} chosen
 */
function sectionChoice(places, chosen) {
  const select = element("select", { "data-filter": "section" });
  const folders = counted(places, ({ source_path }) => source_path.replace(/[^/]*$/, ""));
  const documents = counted(places, ({ source_path }) => source_path);
  const titleOf = new Map(places.map(({ source_path, title }) => [source_path, title]));
  select.append(element("option", { value: "" }, text("filter_section_all")));
  folders.delete("");
  if (folders.size > 1) {
    for (const [folder, count] of folders) select.append(option(folder, folder, count));
  }
  for (const [path, count] of documents) {
    select.append(option(path, titleOf.get(path) || path, count));
  }
  const isKnown = [...select.options].some(({ value }) => value === chosen);
  if (!isKnown) select.append(option(chosen, chosen, 0));
  select.value = chosen;
  return select;
}

/**
 * @param {PlaceWire[]} places
 * @param {(place: PlaceWire) => string} nameOf
 */
function counted(places, nameOf) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const name of places.map(nameOf)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/**
 * @param {string} value
 * @param {string} name
 * @param {number} count
 */
function option(value, name, count) {
  return element("option", { value }, `${name} (${count})`);
}

/** @param {PlaceWire} place */
function placeItem(place) {
  const names = place.heading_path.length ? place.heading_path : [place.title];
  const url = siteUrl(place.href);
  const item = element(
    "li",
    {},
    element("a", { ...(url && { href: url.href }), ...placeData(place) }, names.join(" › ")),
  );
  if (place.excerpt) {
    const nodes = markedNodes(place.excerpt, place.marks ?? []);
    item.append(element("p", { class: "excerpt", dir: "auto" }, ...nodes));
  }
  const where = element("span", {}, `${place.source_path} ${linesOf(place)}`);
  item.append(element("p", { class: "place" }, where, ...badges(place)));
  return item;
}
