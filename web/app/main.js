/** The entry of every page: starts the modules whose elements the page has. */

import { startAsk } from "./ask.js";
import { startCodeBlocks } from "./code-blocks.js";
import { startInterfaceLanguage } from "./interface-language.js";
import { startPageLines } from "./page-lines.js";
import { startQuestionBox, startShortcuts } from "./question-box.js";
import { startSourceLines } from "./source-lines.js";
import { startTheme } from "./theme.js";

/** Texts are needed for what follows, but the page must work where they cannot be loaded. */
async function start() {
  await startInterfaceLanguage().catch((error) => console.warn(error));
  startTheme();
  for (const box of document.querySelectorAll('[data-role="question"]')) {
    if (box instanceof HTMLInputElement || box instanceof HTMLTextAreaElement)
      startQuestionBox(box);
  }
  startShortcuts();
  startCodeBlocks();
  startPageLines();
  startSourceLines();
  startAsk();
  document.documentElement.dataset.script = "ready";
}

start();
