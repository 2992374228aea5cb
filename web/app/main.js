/** The entry of every page: starts it, each file held to the hash that the site was built with. */

import { verified } from "./verified.js";

start().catch((error) => console.warn(error));

async function start() {
  // What says that a file was refused may have been refused itself.
  if (!document.documentElement.dataset.guard) showRefusal("early.js");
  const page = await verified("page.js", () => import("./page.js"));
  await page.startPage();
}

/** @param {string} name */
function showRefusal(name) {
  const notice = document.querySelector('[data-role="refused"]');
  if (!(notice instanceof HTMLElement)) return;
  notice.hidden = false;
  notice.querySelector("code")?.append(` ${name}`);
}
