/**
 * Everything that passes between the page and the worker. Requests carry an id; a reply to an
 * older request than the newest is dropped by the page.
 */

/**
 * @typedef {object} QuestionWire what the engine is asked, as its bridge reads it
 * @property {string} query
 * @property {string} lang of the question, where its words do not tell
 * @property {string[]} languages of the documents that are asked; empty means all
 * @property {string[]} scopes
 * @property {string} version
 * @property {string[]} history
 * @property {number} top_k
 */

/**
 * @typedef {object} QuoteWire
 * @property {string} label
 * @property {string} text
 * @property {string} source_path
 * @property {number} start_line
 * @property {number} end_line
 * @property {string[]} heading_path
 * @property {string} passage_id
 * @property {string} content_hash
 * @property {string} href
 * @property {string} page_href
 * @property {string} [raw_href] the document's own text, where it does not lie beside `href`
 */

/**
 * @typedef {object} SourceWire
 * @property {string} id
 * @property {string} title
 * @property {string} source_path
 * @property {string} version
 * @property {string} scope
 * @property {string} lang
 */

/**
 * @typedef {object} PlaceWire a section or passage that was found but is not quoted
 * @property {string} title
 * @property {string[]} heading_path
 * @property {string} source_path
 * @property {number} start_line
 * @property {number} end_line
 * @property {string} href
 * @property {string} page_href
 * @property {string} [raw_href]
 * @property {string} [passage_id]
 * @property {string} [excerpt]
 * @property {[number, number][]} [marks] the question's words in the excerpt, in code points
 * @property {number} [rank]
 * @property {Record<string, number>} [channels] its rank in each channel
 * @property {string} [version]
 * @property {string} [lang]
 * @property {string} [scope]
 */

/**
 * @typedef {object} OutcomeWire
 * @property {string} query
 * @property {string} rewritten_query
 * @property {string} lang
 * @property {"answer" | "abstention" | "clarification"} outcome
 * @property {string | null} answer
 * @property {boolean} refused
 * @property {string | null} reason
 * @property {number} confidence
 * @property {number} threshold
 * @property {QuoteWire[]} quotes
 * @property {SourceWire[]} sources
 * @property {PlaceWire[]} nearest
 * @property {PlaceWire[]} candidates
 * @property {string[]} missing_terms
 * @property {{ asked: string, meant: string, query: string }[]} suggestions
 * @property {{ reason: string, labels: string[] }[]} notes
 * @property {{ passages: number, documents: number, scopes: string[] }} searched
 * @property {string[]} options
 */

/**
 * @typedef {object} SiteWire what the engine says of an opened site
 * @property {number} generation
 * @property {number} passages
 * @property {number} documents
 * @property {string[]} scopes
 * @property {string[]} languages
 * @property {string[]} versions
 */

/** @typedef {"runtime" | "library" | "boot" | "index"} BootStep */

/** @typedef {{ stage: string, [field: string]: any }} StageWire what a stage of the engine decided */

/**
 * @typedef {object} CostWire what a question took; `fetch_ms` is the part spent waiting for files
 * @property {number} elapsed_ms
 * @property {number} fetch_ms
 * @property {number} fetched_bytes
 * @property {number} files
 */

/** @typedef {{ outcome: OutcomeWire, trace: StageWire[], cost: CostWire }} AnsweredWire */
/** @typedef {{ items: EvidenceItemWire[] }} EvidenceWire what a prompt shows, and more that only the engine reads */
/** @typedef {{ prompt: string, evidence: EvidenceWire, skipped: string[], reason: string | null }} PromptWire */

/**
 * @typedef {object} EvidenceItemWire
 * @property {string} label
 * @property {string} source_path
 * @property {number} start_line
 * @property {number} end_line
 */

/**
 * @typedef {object} VerdictWire what became of an outside model's answer, and of its claims in order
 * @property {boolean} accepted
 * @property {string[]} refusals
 * @property {{ text: string, supported: boolean, refusals: string[], flags: string[] }[]} claims
 */

/** @typedef {AnsweredWire | PromptWire | VerdictWire} ReplyWire */

/**
 * @typedef {"policy" | "file" | "network" | "stalled" | "worker" | "engine" | "updated" | "altered"} TroubleKind
 */

/**
 * @typedef {object} Trouble why something did not work; `detail` names a file or quotes a message
 * @property {TroubleKind} kind
 * @property {string} detail
 */

/**
 * @typedef {{ type: "boot", runtimeUrl: string, indexUrl: string, recordIntegrity?: string,
 *       openers: import("./sealed-site.js").Opener[] }
 *   | { type: "ask", id: number, question: QuestionWire }
 *   | { type: "prompt", id: number, question: QuestionWire, nonce: string, budget: number }
 *   | { type: "verify", id: number, evidence: object, answer: string }} PageMessage
 */

/**
 * @typedef {{ type: "progress", step: BootStep, loadedBytes: number, totalBytes: number }
 *   | { type: "ready", site: SiteWire }
 *   | { type: "working", id: number }
 *   | { type: "reply", id: number, reply: ReplyWire }
 *   | { type: "trouble", id: number | null, trouble: Trouble }} WorkerMessage
 */

/** An error that already knows what to tell the reader. */
export class TroubleError extends Error {
  /**
   * @param {TroubleKind} kind
   * @param {string} detail
   */
  constructor(kind, detail) {
    super(`${kind}: ${detail}`);
    this.kind = kind;
    this.detail = detail;
  }
}

/**
 * @param {unknown} error
 * @returns {Trouble}
 */
export function troubleOf(error) {
  if (error instanceof TroubleError) return { kind: error.kind, detail: error.detail };
  return {
    kind: "engine",
    detail: lastLine(error instanceof Error ? error.message : String(error)),
  };
}

/**
 * A Python error is a traceback; its last line says what happened.
 * @param {string} message
 */
function lastLine(message) {
  return message.trim().split("\n").at(-1)?.slice(0, 300) ?? "";
}
