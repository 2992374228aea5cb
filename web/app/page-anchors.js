/** A link to a heading: what hides it is opened; where it is gone, the page says so. */

import { element } from "./element.js";
import { text } from "./strings.js";

/**
 * Show what the fragment names, also inside closed details; say when nothing here has that name.
 * @param {HTMLElement} article
 * @param {string} hash
 */
export function showAnchor(article, hash) {
  article.querySelector('[data-role="anchor-notice"]')?.remove();
  const name = decoded(hash).normalize("NFC");
  if (!name) return;
  const target = document.getElementById(decoded(hash)) ?? document.getElementById(name);
  if (target) {
    if (openAncestors(target) || target.id !== decoded(hash)) target.scrollIntoView();
    return;
  }
  const near = [...article.querySelectorAll("[id]")].find(({ id }) => stem(id) === stem(name));
  const key = near ? "anchor_near" : "anchor_gone";
  const notice = element("p", { class: "notice", "data-role": "anchor-notice" }, text(key));
  notice.dataset.anchor = key;
  if (near) {
    openAncestors(near);
    near.before(notice);
  } else article.prepend(notice);
  notice.scrollIntoView({ block: "center", behavior: "instant" });
}

/**
 * Open what hides a node, and the node itself where it can be opened.
 * @param {Element} node
 * @returns {boolean} whether anything was closed
 */
export function openAncestors(node) {
  let hasOpened = false;
  for (let up = node.closest("details"); up; ) {
    hasOpened ||= !up.open;
    up.open = true;
    up = up.parentElement?.closest("details") ?? null;
  }
  return hasOpened;
}

/** @param {string} hash */
function decoded(hash) {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}

/**
 * Numbers of headings with the same name change when one is added; other rules write the same name
 * otherwise.
 * @param {string} id
 */
function stem(id) {
  const folded = id.normalize("NFKC").toLowerCase();
  return folded.replace(/[-_]\d+$/, "").replace(/[^\p{L}\p{N}]+/gu, "");
}
