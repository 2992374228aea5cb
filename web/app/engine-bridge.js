/** The one door to the engine: its `bridge` module. This class owns every proxy that it makes. */

import { TroubleError } from "./protocol.js";

export class EngineBridge {
  /** @type {any} */
  #pyodide;
  /** @type {any} */
  #module;
  /** @type {any} */
  #toBytes;

  /** @param {any} pyodide */
  constructor(pyodide) {
    this.#pyodide = pyodide;
    this.#module = pyodide.pyimport("chapterverse_engine.bridge");
    this.#toBytes = pyodide.globals.get("bytes");
  }

  /**
   * @param {Uint8Array} manifest
   * @returns {import("./protocol.js").SiteWire}
   */
  openSite(manifest) {
    return checked(this.#withBytes(manifest, (bytes) => this.#module.open_site(bytes)));
  }

  /** @param {import("./protocol.js").QuestionWire} question */
  start(question) {
    return checked(this.#module.start(JSON.stringify(question)));
  }

  /**
   * Start a session that ends in a prompt for an outside model.
   * @param {import("./protocol.js").QuestionWire} question
   * @param {string} nonce
   * @param {number} budget in characters
   */
  prompt(question, nonce, budget) {
    return checked(this.#module.prompt(JSON.stringify(question), nonce, budget));
  }

  /**
   * Judge an outside model's answer, claim by claim.
   * @param {object} evidence
   * @param {string} answer
   * @returns {import("./protocol.js").VerdictWire}
   */
  verify(evidence, answer) {
    return checked(this.#module.verify(JSON.stringify(evidence), answer)).verdict;
  }

  /**
   * @param {number} session
   * @param {string} name
   * @param {Uint8Array} data
   */
  receive(session, name, data) {
    checked(this.#withBytes(data, (bytes) => this.#module.receive(session, name, bytes)));
  }

  /** @param {number} session */
  step(session) {
    return checked(this.#module.step(session));
  }

  /** @param {number} session */
  close(session) {
    this.#module.close(session);
  }

  /**
   * Lend Python a copy of the bytes for one call.
   * @param {Uint8Array} data
   * @param {(bytes: any) => string} use
   */
  #withBytes(data, use) {
    const view = this.#pyodide.toPy(data);
    const bytes = this.#toBytes(view);
    try {
      return use(bytes);
    } finally {
      bytes.destroy();
      view.destroy();
    }
  }
}

/**
 * Read a reply; an error in it is raised here. A file whose hash does not fit the manifest means
 * that another version of the site was published in between.
 * @param {string} reply
 */
function checked(reply) {
  const value = JSON.parse(reply);
  if (!value.error) return value;
  const kind = value.error.kind === "hash-mismatch" ? "updated" : "engine";
  throw new TroubleError(kind, value.error.message ?? value.error.kind);
}
