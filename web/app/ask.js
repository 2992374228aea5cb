/** The ask panel of the home page: a question becomes an outcome, and both are in the history. */

import { EngineClient } from "./client.js";
import { announce } from "./element.js";
import { showTrouble, startEngineStatus } from "./engine-status.js";
import { clearOutcome, outcomeAnnouncement, showOutcome } from "./outcome-view.js";
import { text } from "./strings.js";
import { currentThread, followedBy, showThread, threadUrl } from "./thread.js";

/** @typedef {import("./protocol.js").OutcomeWire} OutcomeWire */

export function startAsk() {
  const panel = document.querySelector('[data-role="ask"]');
  if (panel instanceof HTMLElement) new AskPanel(panel).start();
}

class AskPanel {
  /** @type {OutcomeWire | null} */
  #shown = null;
  #showEngine = () => {};

  /** @param {HTMLElement} panel */
  constructor(panel) {
    this.box = /** @type {HTMLTextAreaElement} */ (part(panel, "question"));
    this.form = /** @type {HTMLFormElement} */ (this.box.form);
    this.outcome = part(panel, "outcome");
    this.engine = part(panel, "engine");
    this.thread = part(panel, "thread");
    const patience = Number(this.engine.dataset.patienceMs) || undefined;
    const runtimeUrl = new URL(panel.dataset.runtime ?? "", document.baseURI).href;
    const indexUrl = new URL(panel.dataset.index ?? "", document.baseURI).href;
    this.client = new EngineClient(runtimeUrl, indexUrl, patience);
  }

  start() {
    const hasQuestion = () => currentThread().query !== "";
    this.#showEngine = startEngineStatus(this.engine, this.client, {
      hasQuestion,
      onRetry: () => this.#retry(),
    });
    this.box.addEventListener("focus", () => this.#wake());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask(this.box.value);
    });
    addEventListener("popstate", () => {
      this.box.value = currentThread().query;
      this.#restore();
    });
    document.addEventListener("interface-language", () => this.#redraw());
    // What the reader has typed before this script ran stays.
    this.box.value ||= currentThread().query;
    this.#restore();
  }

  /**
   * Ask in the current thread, with an entry of its own in the history.
   * @param {string} query
   */
  ask(query) {
    const asked = query.trim();
    if (asked) this.#goTo(followedBy(currentThread(), asked));
  }

  /** @param {import("./thread.js").Thread} thread */
  #goTo(thread) {
    const url = threadUrl(thread);
    if (url !== location.href) history.pushState(null, "", url);
    this.box.value = thread.query;
    this.#showThread();
    if (thread.query) this.#answer(thread);
    else this.#clear();
  }

  /** Start the engine on intent, but not again by itself after a failure. */
  #wake() {
    if (this.client.state.name === "idle") this.client.start();
  }

  #retry() {
    const thread = currentThread();
    if (thread.query) this.#answer(thread);
    else this.client.start();
  }

  /** Show what the current history entry holds; ask again when it holds only the question. */
  #restore() {
    const thread = currentThread();
    const kept = /** @type {{ url?: string, outcome?: OutcomeWire } | null} */ (history.state);
    this.#showThread();
    if (kept?.outcome && kept.url === location.href) this.#show(kept.outcome);
    else if (thread.query) this.#answer(thread);
    else this.#clear();
  }

  /** @param {import("./thread.js").Thread} thread */
  async #answer(thread) {
    const url = location.href;
    this.outcome.setAttribute("aria-busy", "true");
    if (this.client.state.name === "ready") announce(text("engine_searching"));
    try {
      const reply = await this.client.ask(questionOf(thread));
      this.#showEngine();
      // Null: a newer question has come. Another address: the reader has gone back meanwhile.
      if (reply && url === location.href) this.#arrive(url, reply.outcome);
    } catch (trouble) {
      this.#clear();
      showTrouble(this.engine, /** @type {any} */ (trouble), () => this.#retry());
      announce(this.engine.textContent ?? "");
    } finally {
      this.outcome.removeAttribute("aria-busy");
    }
  }

  /**
   * The outcome goes into the history entry: Back finds it without starting the engine again.
   * @param {string} url
   * @param {OutcomeWire} outcome
   */
  #arrive(url, outcome) {
    history.replaceState({ url, outcome }, "");
    this.#show(outcome);
    announce(outcomeAnnouncement(outcome));
    this.outcome.focus({ preventScroll: true });
    const { top } = this.outcome.getBoundingClientRect();
    if (top > innerHeight * 0.6) this.outcome.scrollIntoView({ block: "start" });
  }

  #showThread() {
    showThread(this.thread, currentThread(), () => {
      this.#goTo({ query: "", history: [] });
      this.box.focus();
    });
  }

  /** @param {OutcomeWire} outcome */
  #show(outcome) {
    this.#shown = outcome;
    showOutcome(this.outcome, outcome, (question) => this.#refill(question));
  }

  #redraw() {
    this.#showThread();
    if (this.#shown) this.#show(this.#shown);
  }

  /** @param {string} question */
  #refill(question) {
    this.box.value = question;
    this.box.focus();
    this.ask(question);
  }

  #clear() {
    this.#shown = null;
    clearOutcome(this.outcome);
  }
}

/**
 * @param {import("./thread.js").Thread} thread
 * @returns {import("./protocol.js").QuestionWire}
 */
function questionOf({ query, history }) {
  return { query, lang: "", scopes: [], version: "", history, top_k: 8 };
}

/**
 * @param {HTMLElement} panel
 * @param {string} role
 */
function part(panel, role) {
  const found = panel.querySelector(`[data-role="${role}"]`);
  if (found instanceof HTMLElement) return found;
  throw new Error(`the ask panel has no [data-role=${role}]`);
}
