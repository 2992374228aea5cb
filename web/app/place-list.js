/** The list of places below a question box: links to headings while the reader types. */

import { announce, element } from "./element.js";
import { PlaceIndex } from "./place-index.js";
import { openers } from "./sealed-keys.js";
import { siteUrl } from "./site.js";
import { text } from "./strings.js";
import { verified } from "./verified.js";

/** @typedef {import("./place-index.js").Place} Place */

const SHOWN = 8;
const STEP_OF_KEY = new Map([
  ["ArrowDown", 1],
  ["ArrowUp", -1],
]);

/**
 * @param {HTMLInputElement | HTMLTextAreaElement} box
 * @param {URL} headingsUrl
 */
export async function startPlaceList(box, headingsUrl) {
  const response = await fetch(headingsUrl, { cache: "no-cache" });
  if (!response.ok || !box.form) return;
  const rows = [...(await response.json()), ...(await protectedRows())];
  new PlaceList(box, box.form, new PlaceIndex(rows)).start();
}

/** @returns {Promise<import("./place-index.js").PageRow[]>} */
async function protectedRows() {
  if (!openers().length) return [];
  const load = () => import("./protected-text.js");
  const { protectedHeadings } = await verified("protected-text.js", load);
  return protectedHeadings();
}

class PlaceList {
  #list = element("nav", { class: "place-list", "data-role": "places" });

  /**
   * @param {HTMLInputElement | HTMLTextAreaElement} box
   * @param {HTMLFormElement} form
   * @param {PlaceIndex} index
   */
  constructor(box, form, index) {
    this.box = box;
    this.form = form;
    this.index = index;
  }

  start() {
    this.#list.hidden = true;
    this.box.after(this.#list);
    this.box.addEventListener("input", () => this.#update());
    this.form.addEventListener("submit", () => this.#hide());
    this.form.addEventListener("keydown", (event) => this.#onKey(event));
    this.form.addEventListener("focusout", (event) => {
      if (!(event.relatedTarget instanceof Node && this.form.contains(event.relatedTarget))) {
        this.#hide();
      }
    });
    if (document.activeElement === this.box && this.box.value && !location.search) this.#update();
  }

  #update() {
    const { places, isGuess } = this.index.find(
      this.box.value,
      SHOWN,
      document.documentElement.lang,
    );
    if (!places.length) {
      if (this.box.value.trim()) announce(text("places_none"));
      return this.#hide();
    }
    const title = text(isGuess ? "places_guess" : "places");
    this.#list.setAttribute("aria-label", title);
    this.#list.replaceChildren(
      element("p", { class: "place-list-title" }, title),
      element("ul", {}, ...places.map(placeItem)),
    );
    this.#list.hidden = false;
    announce(text("places_count", { count: places.length }));
  }

  #hide() {
    this.#list.hidden = true;
  }

  /**
   * Arrow keys go from the box into the list and back; the box keeps them while it has lines.
   * @param {KeyboardEvent} event
   */
  #onKey(event) {
    if (this.#list.hidden || event.isComposing) return;
    const stops = /** @type {HTMLElement[]} */ ([this.box, ...this.#list.querySelectorAll("a")]);
    const step = STEP_OF_KEY.get(event.key);
    if (event.key === "Escape") {
      this.box.focus();
      this.#hide();
    } else if (step && !(event.target === this.box && this.box.value.includes("\n"))) {
      const here = stops.findIndex((stop) => stop.matches(":focus"));
      stops[(here + step + stops.length) % stops.length].focus();
    } else return;
    event.preventDefault();
  }
}

/** @param {Place} place */
function placeItem({ name, pageTitle, pagePath, anchor, lang, address }) {
  const url = siteUrl(address ?? pagePath.split("/").map(encodeURIComponent).join("/"));
  if (url) url.hash = anchor;
  const label = element("span", { lang }, name);
  const trail = anchor ? [element("small", { lang }, pageTitle)] : [];
  return element("li", {}, element("a", { href: url?.href ?? "" }, label, ...trail));
}
