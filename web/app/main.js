/** The entry of every page: starts the modules whose elements the page has, and loads no others. */

import { startInterfaceLanguage } from "./interface-language.js";
import { startQuestionBoxes } from "./question-box.js";
import { kept } from "./site.js";
import { startNavigation } from "./site-navigation.js";
import { startTheme } from "./theme.js";

/** What a page may have, and what starts it. */
const PARTS = new Map([
  [
    '[data-role="source-lines"]',
    () => import("./source-lines.js").then((m) => m.startSourceLines()),
  ],
  ['[data-role="rendered"]', () => import("./page-lines.js").then((m) => m.startPageLines())],
  [".prose pre, .table-scroll", () => import("./code-blocks.js").then((m) => m.startCodeBlocks())],
  [".on-this-page", () => import("./scroll-spy.js").then((m) => m.startScrollSpy())],
  [
    '[data-role="copy-markdown"]',
    () => import("./copy-markdown.js").then((m) => m.startCopyMarkdown()),
  ],
  ['[data-role="ask"]', () => import("./ask.js").then((m) => m.startAsk())],
]);

async function start() {
  const parts = [...PARTS].filter(([selector]) => document.querySelector(selector));
  // Texts are needed for what follows, but the page must work where they cannot be loaded.
  await startInterfaceLanguage().catch((error) => console.warn(error));
  startTheme();
  startNavigation();
  startQuestionBoxes();
  startOrEndOffline().catch((error) => console.warn(error));
  await Promise.all(parts.map(([, startPart]) => startPart()));
  document.documentElement.dataset.script = "ready";
}

/** Only sites with `offline = true` have a service worker; one that is left over is taken away. */
async function startOrEndOffline() {
  const isOffline = document.documentElement.hasAttribute("data-offline");
  if (!isOffline && kept("offline") === null) return;
  const { startOffline, endOffline } = await import("./offline.js");
  await (isOffline ? startOffline() : endOffline());
}

start();
