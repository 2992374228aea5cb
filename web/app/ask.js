/** The ask panel of the home page: a question becomes an outcome, and both are in the history. */

import { EngineClient } from "./client.js";
import { announce } from "./element.js";
import { showTrouble, startEngineStatus } from "./engine-status.js";
import { keepAddress, keepOutcome, keepScroll, keptOutcome } from "./kept-outcome.js";
import { startOpenBeside } from "./open-beside.js";
import { areAnyProtected, openers } from "./sealed-keys.js";
import { text } from "./strings.js";
import { currentThread, followedBy, questionOf, showThread, threadUrl } from "./thread.js";
import { verified } from "./verified.js";

/** @typedef {import("./protocol.js").AnsweredWire} AnsweredWire */
/** @typedef {import("./protocol.js").SiteWire} SiteWire */
/** @typedef {import("./thread.js").Thread} Thread */

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
    this.siteState = part(panel, "site-state");
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
    // One who pressed Enter before that has begun a new line instead of asking.
    if (this.box.value.includes("\n")) this.ask(this.box.value);
    addEventListener("popstate", () => {
      this.box.value = currentThread().query;
      this.#restore();
    });
    addEventListener("scrollend", keepScroll);
    addEventListener("pagehide", keepScroll);
    // A page that comes back as it was knows nothing of scopes that were opened or locked meanwhile.
    const opened = JSON.stringify(openers().map(({ scope }) => scope));
    addEventListener("pageshow", ({ persisted }) => {
      const isSame = opened === JSON.stringify(openers().map(({ scope }) => scope));
      if (persisted && !isSame) location.reload();
    });
    document.addEventListener("interface-language", () => this.#redraw());
    startOpenBeside(this.outcome);
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
    const { reply, site, scroll } = keptOutcome();
    this.#site ??= site ?? null;
    this.#showThread();
    this.#showFilters();
    if (reply) {
      await this.#show(reply);
      scrollTo({ top: scroll ?? scrollY, behavior: "instant" });
      return;
    }
    // What was shown belongs to another entry of the history.
    this.#clear();
    if (thread.query) this.#answer(thread);
  }

  /** @param {Thread} thread */
  async #answer(thread) {
    const url = location.href;
    const isReady = this.client.state.name === "ready";
    // While the engine starts, an answer to another question would stand there for seconds.
    if (!isReady) this.#clear();
    this.outcome.setAttribute("aria-busy", "true");
    if (isReady) announce(text("engine_searching"));
    // It may have started before there was a question to wait for.
    this.#showEngine();
    try {
      const reply = await this.client.ask(questionOf(thread));
      this.#showEngine();
      // Null: a newer question has come. Another address: the reader has gone back meanwhile.
      if (reply && url === location.href) await this.#arrive(reply);
    } catch (trouble) {
      this.#clear();
      showTrouble(this.engine, /** @type {any} */ (trouble), () => this.#retry());
      announce(this.engine.textContent ?? "");
    } finally {
      this.outcome.removeAttribute("aria-busy");
    }
  }

  /** @param {AnsweredWire} reply */
  async #arrive(reply) {
    keepOutcome(reply, this.#site);
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
    const { generation, documents, passages } = site;
    const counts = { generation, documents, passages };
    this.siteState.hidden = false;
    this.siteState.textContent = text("site_state", counts);
    const { showFilters } = await verified("filters.js", () => import("./filters.js"));
    showFilters(this.filters, site, currentThread().filters, (filters) =>
      this.#goTo({ ...currentThread(), filters }),
    );
  }

  /** @param {AnsweredWire} reply */
  async #show(reply) {
    this.#shown = reply;
    document.dispatchEvent(new CustomEvent("outcome-gone"));
    const view = await verified("outcome-view.js", () => import("./outcome-view.js"));
    // The reader may have gone on while the module was loaded.
    if (this.#shown === reply) {
      view.showOutcome(this.outcome, reply, this.#actions());
      this.#keepThread(reply);
    }
    return view;
  }

  /** @returns {import("./outcome-view.js").Actions} */
  #actions() {
    const thread = currentThread();
    return {
      onAsk: (question) => this.#refill(question),
      section: thread.section,
      onSection: (section) => keepAddress(threadUrl({ ...currentThread(), section })),
      evidencePrompt: () => this.client.prompt(questionOf(thread)),
      verify: (evidence, answer) => this.client.verify(evidence, answer),
    };
  }

  /** @param {AnsweredWire} reply */
  async #keepThread({ outcome }) {
    const thread = currentThread();
    const { showThreadTools } = await verified(
      "thread-tools.js",
      () => import("./thread-tools.js"),
    );
    if (areAnyProtected(outcome.searched.scopes)) this.threadTools.hidden = true;
    else if (thread.query === outcome.query) showThreadTools(this.threadTools, thread, outcome);
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
    document.dispatchEvent(new CustomEvent("outcome-gone"));
    this.threadTools.hidden = true;
    this.outcome.hidden = true;
    this.outcome.removeAttribute("data-outcome");
    this.outcome.replaceChildren();
  }
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
