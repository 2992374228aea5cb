/** The ask panel of the home page: a question becomes an outcome, and both are in the history. */

import { EngineClient } from "./client.js";
import { announce } from "./element.js";
import { showTrouble, startEngineStatus } from "./engine-status.js";
import { text } from "./strings.js";
import { currentThread, followedBy, showThread, threadUrl } from "./thread.js";
import { verified } from "./verified.js";

/** @typedef {import("./protocol.js").AnsweredWire} AnsweredWire */
/** @typedef {import("./protocol.js").SiteWire} SiteWire */
/** @typedef {import("./thread.js").Thread} Thread */

/**
 * What a history entry keeps, so that Back finds an answer without starting the engine again.
 * @typedef {{ url?: string, reply?: AnsweredWire, site?: SiteWire | null, scroll?: number }} Kept
 */

export function startAsk() {
  const panel = document.querySelector('[data-role="ask"]');
  if (panel instanceof HTMLElement) new AskPanel(panel).start();
}

class AskPanel {
  /** @type {AnsweredWire | null} */
  #shown = null;
  /** @type {SiteWire | null} */
  #site = null;
  #showEngine = () => {};

  /** @param {HTMLElement} panel */
  constructor(panel) {
    this.box = /** @type {HTMLTextAreaElement} */ (part(panel, "question"));
    this.form = /** @type {HTMLFormElement} */ (this.box.form);
    this.outcome = part(panel, "outcome");
    this.engine = part(panel, "engine");
    this.thread = part(panel, "thread");
    this.threadTools = part(panel, "thread-tools");
    this.filters = part(panel, "filters");
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
    this.client.addEventListener("state", () => this.#showFilters());
    this.box.addEventListener("focus", () => this.#wake());
    // A quick reader is in the box before the script is there.
    if (document.activeElement === this.box) this.#wake();
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask(this.box.value);
    });
    addEventListener("popstate", () => {
      this.box.value = currentThread().query;
      this.#restore();
    });
    addEventListener("scrollend", keepScroll);
    addEventListener("pagehide", keepScroll);
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

  /** @param {Thread} thread */
  #goTo(thread) {
    const url = threadUrl(thread);
    keepScroll();
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
  async #restore() {
    const thread = currentThread();
    const kept = /** @type {Kept | null} */ (history.state);
    this.#site ??= kept?.site ?? null;
    this.#showThread();
    this.#showFilters();
    if (kept?.reply && kept.url === location.href) {
      await this.#show(kept.reply);
      scrollTo({ top: kept.scroll ?? scrollY, behavior: "instant" });
    } else if (thread.query) this.#answer(thread);
    else this.#clear();
  }

  /** @param {Thread} thread */
  async #answer(thread) {
    const url = location.href;
    this.outcome.setAttribute("aria-busy", "true");
    if (this.client.state.name === "ready") announce(text("engine_searching"));
    try {
      const reply = await this.client.ask(questionOf(thread));
      this.#showEngine();
      // Null: a newer question has come. Another address: the reader has gone back meanwhile.
      if (reply && url === location.href) await this.#arrive(url, reply);
    } catch (trouble) {
      this.#clear();
      showTrouble(this.engine, /** @type {any} */ (trouble), () => this.#retry());
      announce(this.engine.textContent ?? "");
    } finally {
      this.outcome.removeAttribute("aria-busy");
    }
  }

  /**
   * @param {string} url
   * @param {AnsweredWire} reply
   */
  async #arrive(url, reply) {
    history.replaceState({ url, reply, site: this.#site }, "");
    const { outcomeAnnouncement } = await this.#show(reply);
    announce(outcomeAnnouncement(reply.outcome));
    this.outcome.focus({ preventScroll: true });
    const { top } = this.outcome.getBoundingClientRect();
    if (top > innerHeight * 0.6) this.outcome.scrollIntoView({ block: "start" });
  }

  #showThread() {
    showThread(this.thread, currentThread(), () => {
      this.#goTo({ ...currentThread(), query: "", history: [] });
      this.box.focus();
    });
  }

  /** A choice of sources is offered once the engine says that there is one. */
  async #showFilters() {
    const { state } = this.client;
    if (state.name === "ready") this.#site = state.site;
    const site = this.#site;
    if (!site) return;
    const { showFilters } = await verified("filters.js", () => import("./filters.js"));
    showFilters(this.filters, site, currentThread().filters, (filters) =>
      this.#goTo({ ...currentThread(), filters }),
    );
  }

  /** @param {AnsweredWire} reply */
  async #show(reply) {
    this.#shown = reply;
    const view = await verified("outcome-view.js", () => import("./outcome-view.js"));
    const actions = {
      onAsk: (/** @type {string} */ question) => this.#refill(question),
      evidencePrompt: () => this.client.prompt(questionOf(currentThread())),
    };
    // The reader may have gone on while the module was loaded.
    if (this.#shown === reply) {
      view.showOutcome(this.outcome, reply, actions);
      this.#keepThread(reply);
    }
    return view;
  }

  /** @param {AnsweredWire} reply */
  async #keepThread({ outcome }) {
    const thread = currentThread();
    const { showThreadTools } = await verified(
      "thread-tools.js",
      () => import("./thread-tools.js"),
    );
    if (thread.query === outcome.query) showThreadTools(this.threadTools, thread, outcome);
  }

  #redraw() {
    this.#showThread();
    this.#showFilters();
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
    this.threadTools.hidden = true;
    this.outcome.hidden = true;
    this.outcome.removeAttribute("data-outcome");
    this.outcome.replaceChildren();
  }
}

/** The place on the page goes into the history entry: an answer comes after the browser's try. */
function keepScroll() {
  const kept = /** @type {Kept | null} */ (history.state);
  if (kept?.reply) history.replaceState({ ...kept, scroll: scrollY }, "");
}

/**
 * @param {Thread} thread
 * @returns {import("./protocol.js").QuestionWire}
 */
function questionOf({ query, history, filters }) {
  const listed = (/** @type {string} */ value) => (value ? [value] : []);
  return {
    query,
    lang: "",
    languages: listed(filters.lang),
    scopes: listed(filters.scope),
    version: filters.version,
    history,
    top_k: 8,
  };
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
