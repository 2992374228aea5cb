/** The page's side of the engine: starts the worker when asked to, and watches over it. */

import { checkedFetch } from "./checked-fetch.js";
import { FILES } from "./integrity.js";
import { troubleOf } from "./protocol.js";
import { scriptUrl } from "./script-urls.js";
import { openers } from "./sealed-keys.js";
import { moduleFiles } from "./verified.js";

/** @typedef {import("./protocol.js").AnsweredWire} AnsweredWire */
/** @typedef {import("./protocol.js").PromptWire} PromptWire */
/** @typedef {import("./protocol.js").QuestionWire} QuestionWire */
/** @typedef {import("./protocol.js").Trouble} Trouble */
/** @typedef {import("./protocol.js").WorkerMessage} WorkerMessage */

/**
 * The engine's state; one tagged value.
 * @typedef {{ name: "idle" }
 *   | { name: "loading", step: import("./protocol.js").BootStep, loadedBytes: number, totalBytes: number }
 *   | { name: "ready", site: import("./protocol.js").SiteWire }
 *   | { name: "failed", trouble: Trouble }} EngineState
 */

// An evidence prompt of some 3,000 words: what a small model takes.
const PROMPT_CHARS = 16_000;
// With no sign of life for this long, something has failed that nobody reports: loadPyodide()
// never settles when a policy forbids WebAssembly.
const PATIENCE_MS = 15_000;

export class EngineClient extends EventTarget {
  /** @type {EngineState} */
  #state = { name: "idle" };
  /** @type {Worker | null} */
  #worker = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #watchdog;
  /** @type {{ id: number, resolve: (reply: any) => void, reject: (trouble: Trouble) => void } | null} */
  #waiting = null;
  #newestId = 0;
  /** Changed when the engine is started or discarded: what an earlier start still waits for is void. */
  #attempt = 0;
  /** @type {import("./protocol.js").PageMessage[]} */
  #unsent = [];

  /**
   * @param {string} runtimeUrl
   * @param {string} indexUrl
   * @param {number} [patienceMs]
   */
  constructor(runtimeUrl, indexUrl, patienceMs = PATIENCE_MS) {
    super();
    this.runtimeUrl = runtimeUrl;
    this.indexUrl = indexUrl;
    this.patienceMs = patienceMs;
  }

  get state() {
    return this.#state;
  }

  /** Start the engine unless it has started; after a failure this tries again. */
  start() {
    if (this.#state.name === "loading" || this.#state.name === "ready") return;
    this.#enter({ name: "loading", step: "runtime", loadedBytes: 0, totalBytes: 0 });
    this.#watch();
    const attempt = ++this.#attempt;
    checkWorker()
      .then(() => attempt === this.#attempt && this.#boot())
      .catch((error) => attempt === this.#attempt && this.#fail(workerTrouble(error)));
  }

  #boot() {
    this.#worker = this.#newWorker();
    const { runtimeUrl, indexUrl } = this;
    const recordIntegrity = FILES.get("runtime.json")?.[0];
    this.#post({ type: "boot", runtimeUrl, indexUrl, recordIntegrity, openers: openers() });
    for (const message of this.#unsent.splice(0)) this.#post(message);
  }

  /** Stop the engine while it loads; an earlier question is dropped. */
  cancel() {
    this.#discard();
    this.#enter({ name: "idle" });
  }

  /**
   * Ask; the promise gives null when a newer question replaced this one, and is rejected with a
   * Trouble. A question asked before the engine is ready waits for it in the worker.
   * @param {QuestionWire} question
   * @returns {Promise<AnsweredWire | null>}
   */
  ask(question) {
    return this.#request({ type: "ask", id: ++this.#newestId, question });
  }

  /**
   * Make a prompt of a question's evidence for an outside model; as `ask` in all else.
   * @param {QuestionWire} question
   * @returns {Promise<PromptWire | null>}
   */
  prompt(question) {
    // A nonce for each prompt: an answer to an earlier one shows.
    const nonce = crypto.getRandomValues(new Uint32Array(4)).join("-");
    const id = ++this.#newestId;
    return this.#request({ type: "prompt", id, question, nonce, budget: PROMPT_CHARS });
  }

  /**
   * Judge what an outside model answered from a prompt's evidence; as `ask` in all else.
   * @param {object} evidence
   * @param {string} answer
   * @returns {Promise<import("./protocol.js").VerdictWire | null>}
   */
  verify(evidence, answer) {
    return this.#request({ type: "verify", id: ++this.#newestId, evidence, answer });
  }

  /**
   * @param {Extract<import("./protocol.js").PageMessage, { id: number }>} message
   * @returns {Promise<any>}
   */
  #request(message) {
    this.start();
    this.#waiting?.resolve(null);
    return new Promise((resolve, reject) => {
      this.#waiting = { id: message.id, resolve, reject };
      if (this.#state.name === "failed") this.#fail(this.#state.trouble);
      else this.#post(message);
      this.#watch();
    });
  }

  #newWorker() {
    const worker = new Worker(scriptUrl("worker"), { type: "module" });
    worker.addEventListener("message", ({ data }) => this.#onMessage(data));
    worker.addEventListener("error", (event) => {
      this.#fail({ kind: "worker", detail: event.message ?? "" });
    });
    return worker;
  }

  /** @param {import("./protocol.js").PageMessage} message */
  #post(message) {
    if (this.#worker) this.#worker.postMessage(message);
    else this.#unsent.push(message);
  }

  /** @param {WorkerMessage} message */
  #onMessage(message) {
    if (message.type === "progress") this.#enter({ ...message, name: "loading" });
    else if (message.type === "ready") this.#enter({ name: "ready", site: message.site });
    else if (message.type === "reply") this.#settle(message.id, message.reply);
    else if (message.type === "trouble") this.#onTrouble(message.id, message.trouble);
    this.#watch();
  }

  /**
   * @param {number} id
   * @param {import("./protocol.js").ReplyWire} reply
   */
  #settle(id, reply) {
    if (this.#waiting?.id !== id) return;
    this.#waiting.resolve(reply);
    this.#waiting = null;
    this.#watch();
  }

  /**
   * @param {number | null} id
   * @param {Trouble} trouble
   */
  #onTrouble(id, trouble) {
    if (this.#state.name !== "ready") return this.#fail(trouble);
    if (id === null || this.#waiting?.id !== id) return;
    this.#waiting.reject(trouble);
    this.#waiting = null;
    this.#watch();
  }

  /** Give up after a silence, but only while something is awaited. */
  #watch() {
    clearTimeout(this.#watchdog);
    const isAwaiting = this.#state.name === "loading" || this.#waiting;
    if (!isAwaiting || this.#state.name === "failed") return;
    const detail = String(Math.round(this.patienceMs / 1000));
    this.#watchdog = setTimeout(() => this.#fail({ kind: "stalled", detail }), this.patienceMs);
  }

  /** @param {Trouble} trouble */
  #fail(trouble) {
    const waiting = this.#waiting;
    this.#waiting = null;
    this.#discard();
    this.#enter({ name: "failed", trouble });
    waiting?.reject(trouble);
  }

  #discard() {
    clearTimeout(this.#watchdog);
    this.#attempt += 1;
    this.#worker?.terminate();
    this.#worker = null;
    this.#unsent = [];
    this.#waiting?.resolve(null);
    this.#waiting = null;
  }

  /** @param {EngineState} state */
  #enter(state) {
    this.#state = state;
    this.dispatchEvent(new Event("state"));
  }
}

/**
 * A worker and its modules can't carry hashes: they are fetched and checked first, and the worker
 * then finds them in the browser's cache.
 */
async function checkWorker() {
  const entries = ["worker.js", ...(openers().length ? ["sealed-index.js"] : [])];
  const checks = entries.flatMap(moduleFiles).map((name) => [name, FILES.get(name)?.[0]]);
  const known = checks.filter(([, integrity]) => integrity);
  await Promise.all(
    known.map(([name, integrity]) => checkedFetch(new URL(`${name}`, import.meta.url), integrity)),
  );
}

/** @param {unknown} error */
function workerTrouble(error) {
  const trouble = troubleOf(error);
  return trouble.kind === "engine"
    ? { ...trouble, kind: /** @type {const} */ ("worker") }
    : trouble;
}
