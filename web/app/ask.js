/** The ask panel of the home page: a question becomes an outcome, and both are in the history. */

import { EngineClient } from "./client.js";
import { announce } from "./element.js";
import { showTrouble, startEngineStatus } from "./engine-status.js";
import { clearOutcome, outcomeAnnouncement, showOutcome } from "./outcome-view.js";
import { text } from "./strings.js";

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
    const patience = Number(this.engine.dataset.patienceMs) || undefined;
    const runtimeUrl = new URL(panel.dataset.runtime ?? "", document.baseURI).href;
    const indexUrl = new URL(panel.dataset.index ?? "", document.baseURI).href;
    this.client = new EngineClient(runtimeUrl, indexUrl, patience);
  }

  start() {
    const hasQuestion = () => this.#question() !== "";
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
      this.box.value = this.#question();
      this.#restore();
    });
    document.addEventListener("interface-language", () => this.#redraw());
    // What the reader has typed before this script ran stays.
    this.box.value ||= this.#question();
    this.#restore();
  }

  /**
   * Ask, with an entry of its own in the history.
   * @param {string} query
   */
  ask(query) {
    const asked = query.trim();
    if (!asked) return;
    const url = new URL(location.href);
    url.hash = "";
    url.searchParams.set("q", asked);
    if (url.href !== location.href) history.pushState(null, "", url);
    this.box.value = asked;
    this.#answer(asked);
  }

  /** Start the engine on intent, but not again by itself after a failure. */
  #wake() {
    if (this.client.state.name === "idle") this.client.start();
  }

  #retry() {
    const asked = this.#question();
    if (asked) this.#answer(asked);
    else this.client.start();
  }

  /** Show what the current history entry holds; ask again when it holds only the question. */
  #restore() {
    const asked = this.#question();
    const kept = /** @type {{ query?: string, outcome?: OutcomeWire } | null} */ (history.state);
    if (kept?.outcome && kept.query === asked) this.#show(kept.outcome);
    else if (asked) this.#answer(asked);
    else this.#clear();
  }

  /** @param {string} query */
  async #answer(query) {
    this.outcome.setAttribute("aria-busy", "true");
    if (this.client.state.name === "ready") announce(text("engine_searching"));
    try {
      const reply = await this.client.ask(questionOf(query));
      this.#showEngine();
      if (!reply) return;
      this.#keep(query, reply.outcome);
      this.#show(reply.outcome);
      announce(outcomeAnnouncement(reply.outcome));
      this.outcome.focus({ preventScroll: true });
      const { top } = this.outcome.getBoundingClientRect();
      if (top > innerHeight * 0.6) this.outcome.scrollIntoView({ block: "start" });
    } catch (trouble) {
      this.#clear();
      showTrouble(this.engine, /** @type {any} */ (trouble), () => this.#retry());
      announce(this.engine.textContent ?? "");
    } finally {
      this.outcome.removeAttribute("aria-busy");
    }
  }

  /**
   * Back and Forward find the outcome in the history entry, without starting the engine again.
   * @param {string} query
   * @param {OutcomeWire} outcome
   */
  #keep(query, outcome) {
    if (this.#question() === query) history.replaceState({ query, outcome }, "");
  }

  /** @param {OutcomeWire} outcome */
  #show(outcome) {
    this.#shown = outcome;
    showOutcome(this.outcome, outcome, (question) => this.#refill(question));
  }

  #redraw() {
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

  /** @returns {string} the question in the URL */
  #question() {
    return new URLSearchParams(location.search).get("q")?.trim() ?? "";
  }
}

/**
 * @param {string} query
 * @returns {import("./protocol.js").QuestionWire}
 */
function questionOf(query) {
  return { query, lang: "", scopes: [], version: "", history: [], top_k: 8 };
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
