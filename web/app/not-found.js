/** 404.html is served at any depth: this module knows where the site is, and mends the page. */

import { FILES } from "./integrity.js";

const root = new URL("../../../", import.meta.url);
const page = document.documentElement;

if (!page.dataset.script) {
  page.dataset.script = "ready";
  for (const name of ["reading"]) {
    const sheet = document.createElement("link");
    sheet.rel = "stylesheet";
    sheet.integrity = FILES.get(`${name}.css`)?.[0] ?? "";
    sheet.href = new URL(`${name}.css`, import.meta.url).href;
    document.head.append(sheet);
  }
  for (const link of document.querySelectorAll("a[data-path]")) {
    link.setAttribute("href", new URL(link.getAttribute("data-path") ?? "", root).href);
  }
}
