/** `<chapterverse-ask>`: the question box on another page of the same origin, with its own styles. */

import { checkedFetch } from "./checked-fetch.js";
import { EngineClient } from "./client.js";
import { announce, element } from "./element.js";
import { showTrouble, startEngineStatus } from "./engine-status.js";
import { FILES } from "./integrity.js";
import { showOutcome } from "./outcome-view.js";
import { askOnEnter } from "./question-box.js";
import { loadStrings, text } from "./strings.js";

const NAME = "chapterverse-ask";
const STYLES = ["tokens", "base", "ask", "ask-element"];
const LANGUAGES = ["en", "zh"];
// More is not looked at when a question refers to an earlier one.
const KEPT_QUESTIONS = 4;

/**
 * Define the element; a second script of the same page changes nothing.
 * @param {URL} runtimeUrl
 * @param {URL} indexUrl
 */
export function defineAsk(runtimeUrl, indexUrl) {
  if (customElements.get(NAME)) return;
  customElements.define(
    NAME,
    class extends AskElement {
      constructor() {
        super(new EngineClient(runtimeUrl.href, indexUrl.href));
      }
    },
  );
}

class AskElement extends HTMLElement {
  /** @type {string[]} */
  #asked = [];
  #isBuilt = false;

  /** @param {EngineClient} client */
  constructor(client) {
    super();
    this.client = client;
    this.box = element("textarea", {
      class: "question-box",
      "data-role": "question",
      rows: "1",
      maxlength: "2000",
      autocomplete: "off",
      enterkeyhint: "search",
    });
    this.engine = element("div", { class: "engine", "data-role": "engine" });
    this.outcome = element("section", {
      class: "outcome",
      "data-role": "outcome",
      tabindex: "-1",
      "aria-labelledby": "cv-outcome-title",
    });
  }

  async connectedCallback() {
    if (this.#isBuilt) return;
    this.#isBuilt = true;
    const language = languageOf(this);
    const root = this.attachShadow({ mode: "open" });
    const [sheets] = await Promise.all([styleSheets(), loadStrings(language)]);
    root.adoptedStyleSheets = sheets;
    root.append(this.#panel(language));
    addAnnouncement();
    startEngineStatus(this.engine, this.client, {
      hasQuestion: () => this.#asked.length > 0,
      onRetry: () => this.#answer(),
    });
    this.dataset.state = "ready";
  }

  /** @param {string} lang */
  #panel(lang) {
    const button = element("button", { type: "submit", class: "primary-button" }, text("ask"));
    const row = element("div", { class: "ask-row" }, this.box, button);
    const form = element("form", { role: "search" }, row);
    const promise = element("p", { class: "ask-promise" }, text("ask_promise"));
    const label = text("ask_label");
    this.box.setAttribute("aria-label", label);
    this.box.placeholder = text("ask_placeholder");
    this.outcome.hidden = true;
    askOnEnter(this.box);
    this.box.addEventListener("focus", () => {
      if (this.client.state.name === "idle") this.client.start();
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask(this.box.value);
    });
    return element("div", { "aria-label": label, lang }, form, promise, this.engine, this.outcome);
  }

  /**
   * Ask; questions before it are remembered, so that "it" is understood.
   * @param {string} query
   */
  ask(query) {
    const asked = query.trim();
    if (!asked) return;
    this.box.value = asked;
    this.#asked = [...this.#asked.filter((one) => one !== asked), asked];
    this.#answer();
  }

  async #answer() {
    const question = this.#question();
    if (!question.query) return this.client.start();
    this.outcome.setAttribute("aria-busy", "true");
    try {
      const reply = await this.client.ask(question);
      if (!reply) return;
      showOutcome(this.outcome, reply, {
        onAsk: (next) => this.ask(next),
        section: "",
        onSection: () => {},
        evidencePrompt: () => this.client.prompt(question),
        verify: (evidence, answer) => this.client.verify(evidence, answer),
      });
      this.outcome.focus({ preventScroll: true });
    } catch (trouble) {
      this.outcome.hidden = true;
      showTrouble(this.engine, /** @type {any} */ (trouble), () => this.#answer());
      announce(this.engine.textContent ?? "");
    } finally {
      this.outcome.removeAttribute("aria-busy");
    }
  }

  /** @returns {import("./protocol.js").QuestionWire} */
  #question() {
    const query = this.#asked.at(-1) ?? "";
    const history = this.#asked.slice(0, -1).slice(-KEPT_QUESTIONS);
    return { query, lang: "", languages: [], scopes: [], version: "", history, top_k: 8 };
  }
}

/** @param {Element} node */
function languageOf(node) {
  const lang = node.closest("[lang]")?.getAttribute("lang")?.toLowerCase().split("-")[0] ?? "";
  return LANGUAGES.includes(lang) ? lang : LANGUAGES[0];
}

/** The site's own styles, for an element instead of a page. */
async function styleSheets() {
  return Promise.all(
    STYLES.map(async (name) => {
      const file = `${name}.css`;
      const response = await checkedFetch(new URL(file, import.meta.url), FILES.get(file)?.[0]);
      const sheet = new CSSStyleSheet();
      return sheet.replace((await response.text()).replaceAll(":root", ":host"));
    }),
  );
}

/** Messages for screen readers need a region that the page may lack. */
function addAnnouncement() {
  if (document.querySelector('[data-role="announcement"]')) return;
  const region = element("p", { role: "status", "data-role": "announcement" });
  Object.assign(region.style, { position: "absolute", clipPath: "inset(50%)", margin: "0" });
  document.body.append(region);
}
