/** The page of a protected scope: asks for the passphrase, then shows the scope's own pages. */

import { announce, element, textButton } from "./element.js";
import { builtNodes } from "./node-tree.js";
import { troubleOf } from "./protocol.js";
import { SealBroken, scopeKey } from "./seal.js";
import { folderOf, keepOpen, lock, openerOf } from "./sealed-keys.js";
import { CONTAINER_PARAMETER, decoded, SealedSite } from "./sealed-site.js";
import { siteRoot } from "./site.js";
import { text } from "./strings.js";

/** @typedef {import("./sealed-site.js").Opener} Opener */
/** @typedef {import("./node-tree.js").TreeNode} TreeNode */
/**
 * @typedef {object} PageTree
 * @property {string} path
 * @property {string} lang
 * @property {string} title
 * @property {string} body_class
 * @property {TreeNode[]} navigation
 * @property {TreeNode[]} main
 * @property {TreeNode[]} aside
 */

const CONTENTS = "contents.html";
const IMAGE_TYPES = new Map([
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["avif", "image/avif"],
  ["svg", "image/svg+xml"],
]);

/** @param {() => Promise<void>} startParts starts what a page's elements need */
export async function startProtectedPage(startParts) {
  const panel = document.querySelector('[data-role="unlock"]');
  if (panel instanceof HTMLElement) await new ProtectedPage(panel, startParts).start();
}

class ProtectedPage {
  /**
   * @param {HTMLElement} panel
   * @param {() => Promise<void>} startParts
   */
  constructor(panel, startParts) {
    this.panel = panel;
    this.startParts = startParts;
    this.scope = panel.dataset.scope ?? "";
    this.form = /** @type {HTMLFormElement} */ (panel.querySelector("form"));
    this.box = /** @type {HTMLInputElement} */ (panel.querySelector('[data-role="passphrase"]'));
    this.trouble = /** @type {HTMLElement} */ (panel.querySelector('[data-role="unlock-trouble"]'));
  }

  async start() {
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#unlock();
    });
    const known = openerOf(this.scope);
    if (known) await this.#open(known);
    else this.box.focus();
  }

  async #unlock() {
    if (this.panel.dataset.state === "opening") return;
    if (!globalThis.isSecureContext) return this.#say(text("unlock_insecure"));
    this.#enter("opening");
    announce(text("unlocking"));
    try {
      const folder = folderOf(this.scope);
      const response = await fetch(new URL("seal.json", folder), { cache: "no-cache" });
      const header = await response.json();
      const key = await scopeKey(this.box.value, header);
      await this.#open({ scope: this.scope, folder, catalogue: header.catalogue, key });
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @param {Opener} opener */
  async #open(opener) {
    try {
      const site = await SealedSite.open(opener);
      keepOpen(opener);
      this.box.value = "";
      await this.#show(site);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    this.#enter("locked");
    if (error instanceof SealBroken) {
      lock(this.scope);
      this.#say(text("unlock_wrong"));
    } else this.#say(text("unlock_missing", { detail: troubleOf(error).detail }));
    this.box.setAttribute("aria-invalid", "true");
    this.box.focus();
    this.box.select();
  }

  /** @param {string} state */
  #enter(state) {
    this.panel.dataset.state = state;
    this.panel.toggleAttribute("aria-busy", state === "opening");
    this.trouble.hidden = true;
    this.box.removeAttribute("aria-invalid");
  }

  /** @param {string} message */
  #say(message) {
    this.trouble.textContent = message;
    this.trouble.hidden = false;
  }

  /** @param {SealedSite} site */
  async #show(site) {
    const tree = await pageTree(site);
    const main = /** @type {HTMLElement} */ (document.querySelector("main"));
    const shown = tree ? await this.#built(site, tree, tree.main) : [notFound()];
    main.replaceChildren(this.#unlockedLine(), ...shown);
    if (tree) await this.#frame(site, tree);
    await this.startParts();
    goToFragment();
    document.documentElement.dataset.protected = "open";
  }

  /**
   * @param {SealedSite} site
   * @param {PageTree} tree
   */
  async #frame(site, tree) {
    document.documentElement.lang = tree.lang;
    document.title = tree.title;
    document.body.className = tree.body_class;
    const navigation = document.getElementById("cv-navigation");
    const entries = await this.#built(site, tree, tree.navigation);
    if (entries.length) navigation?.replaceChildren(...entries);
    else if (tree.path) navigation?.remove();
    const aside = document.querySelector('[data-role="protected-aside"]');
    aside?.replaceWith(...(await this.#built(site, tree, tree.aside)));
  }

  /**
   * @param {SealedSite} site
   * @param {PageTree} tree
   * @param {TreeNode[]} nodes
   */
  #built(site, { path }, nodes) {
    const base = new URL(path.split("/").map(encodeURIComponent).join("/"), siteRoot);
    return builtNodes(nodes, (address, attribute) => addressed(site, base, address, attribute));
  }

  #unlockedLine() {
    const close = textButton(text("lock"), () => {
      lock(this.scope);
      location.assign(folderOf(this.scope));
    });
    close.dataset.role = "lock";
    const said = text("unlocked", { scope: this.scope });
    return element("p", { class: "unlocked-line", "data-role": "unlocked" }, said, close);
  }
}

/**
 * The page that the address names; null if there is none, or none any more.
 * @param {SealedSite} site
 * @returns {Promise<PageTree | null>}
 */
async function pageTree(site) {
  const asked = new URLSearchParams(location.search).get(CONTAINER_PARAMETER);
  if (asked && !/^[0-9a-f]{32}$/.test(asked)) return null;
  const name = asked ?? (await site.seal.nameOf(CONTENTS));
  const bytes = await site.container(name).catch((error) => {
    if (asked && troubleOf(error).kind === "file") return null;
    throw error;
  });
  return bytes && treeOf(new TextDecoder().decode(bytes));
}

/**
 * A document's own text is shown as it is.
 * @param {string} said
 * @returns {PageTree}
 */
function treeOf(said) {
  try {
    const tree = JSON.parse(said);
    if (Array.isArray(tree.main) && typeof tree.path === "string") return tree;
  } catch {
    // No page.
  }
  const lang = document.documentElement.lang;
  const main = /** @type {TreeNode[]} */ ([["pre", { class: "raw-text" }, said]]);
  const { title, body } = document;
  return { path: "", lang, title, body_class: body.className, navigation: [], main, aside: [] };
}

/**
 * Where an address on a page of the scope leads: to another of its pages, or out of it.
 * @param {SealedSite} site
 * @param {URL} base
 * @param {string} address
 * @param {string} attribute
 */
async function addressed(site, base, address, attribute) {
  if (address.startsWith("#")) return new URL(address, location.href).href;
  const url = new URL(address, base);
  if (!url.href.startsWith(siteRoot.href)) return url.href;
  const path = url.pathname.slice(siteRoot.pathname.length);
  if (attribute === "src") return imageUrl(site, path, url.href);
  return (await site.addressOf(path + url.hash)) ?? url.href;
}

/**
 * A picture is shown from its own bytes: the page's policy lets it come from nowhere else.
 * @param {SealedSite} site
 * @param {string} path
 * @param {string} plainUrl
 */
async function imageUrl(site, path, plainUrl) {
  const file = decoded(path);
  if (!site.files.has(file)) return plainUrl;
  const type = IMAGE_TYPES.get(file.split(".").at(-1)?.toLowerCase() ?? "") ?? "image/png";
  const blob = new Blob([await site.file(file)], { type });
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(/** @type {string} */ (reader.result)));
    reader.addEventListener("error", reject);
    reader.readAsDataURL(blob);
  });
}

function notFound() {
  return element("p", { class: "notice", "data-role": "protected-gone" }, text("protected_gone"));
}

/** What the address names was not there when the browser looked for it. */
function goToFragment() {
  const id = location.hash.slice(1);
  if (!id || /^L\d/.test(id)) return;
  for (const name of [id, decoded(id)]) document.getElementById(name)?.scrollIntoView();
}
