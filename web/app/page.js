/** Starts the modules whose elements the page has, and loads no others. */

import { startInterfaceLanguage } from "./interface-language.js";
import { startQuestionBoxes } from "./question-box.js";
import { kept } from "./site.js";
import { startNavigation } from "./site-navigation.js";
import { startTheme } from "./theme.js";
import { verified } from "./verified.js";

/** What a page may have, and what starts it. */
const PARTS = new Map([
  [
    '[data-role="source-lines"]',
    part("source-lines.js", () => import("./source-lines.js").then((m) => m.startSourceLines)),
  ],
  [
    '[data-role="rendered"]',
    part("page-lines.js", () => import("./page-lines.js").then((m) => m.startPageLines)),
  ],
  [
    ".prose pre, .table-scroll",
    part("code-blocks.js", () => import("./code-blocks.js").then((m) => m.startCodeBlocks)),
  ],
  [
    ".on-this-page",
    part("scroll-spy.js", () => import("./scroll-spy.js").then((m) => m.startScrollSpy)),
  ],
  [
    '[data-role="copy-markdown"]',
    part("copy-markdown.js", () => import("./copy-markdown.js").then((m) => m.startCopyMarkdown)),
  ],
  [
    '[data-role="unlock"]',
    part("protected-page.js", () =>
      import("./protected-page.js").then((m) => () => m.startProtectedPage(startParts)),
    ),
  ],
  ['[data-role="ask"]', part("ask.js", () => import("./ask.js").then((m) => m.startAsk))],
]);

export async function startPage() {
  // Texts are needed for what follows, but the page must work where they cannot be loaded.
  await startInterfaceLanguage().catch((error) => console.warn(error));
  startTheme();
  startNavigation();
  startQuestionBoxes();
  startOrEndOffline().catch((error) => console.warn(error));
  await startParts();
  document.documentElement.dataset.script = "ready";
}

/** Start what the page's elements need. A part that is refused doesn't take the others with it. */
export async function startParts() {
  const parts = [...PARTS].filter(([selector]) => document.querySelector(selector));
  await Promise.all(parts.map(([, start]) => start()));
}

/**
 * @param {string} name
 * @param {() => Promise<() => unknown>} load
 */
function part(name, load) {
  return async () => {
    const start = await verified(name, load).catch((error) => console.warn(error));
    await start?.();
  };
}

/** Only sites with `offline = true` have a service worker; one that is left over is taken away. */
async function startOrEndOffline() {
  const isOffline = document.documentElement.hasAttribute("data-offline");
  if (!isOffline && kept("offline") === null) return;
  const { startOffline, endOffline } = await verified("offline.js", () => import("./offline.js"));
  await (isOffline ? startOffline() : endOffline());
}
