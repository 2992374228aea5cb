/** The worker: starts the engine once, then answers one question at a time, the newest first. */

import { EngineBridge } from "./engine-bridge.js";
import { IndexFiles } from "./index-files.js";
import { TroubleError, troubleOf } from "./protocol.js";
import { startPython } from "./python-runtime.js";

/** @typedef {import("./protocol.js").WorkerMessage} WorkerMessage */
/** @typedef {Extract<import("./protocol.js").PageMessage, { type: "ask" }>} Ask */

/** @type {Promise<{ bridge: EngineBridge, files: IndexFiles, site: import("./protocol.js").SiteWire }> | null} */
let opened = null;
let newestId = 0;
let queue = Promise.resolve();

self.addEventListener("message", ({ data }) => {
  const message = /** @type {import("./protocol.js").PageMessage} */ (data);
  if (message.type === "boot") boot(message.runtimeUrl, message.indexUrl);
  if (message.type !== "ask") return;
  newestId = message.id;
  queue = queue.then(() => answer(message));
});

self.addEventListener("securitypolicyviolation", (event) => {
  const { effectiveDirective, blockedURI } = /** @type {SecurityPolicyViolationEvent} */ (event);
  const detail = `${effectiveDirective} ${blockedURI}`;
  tell({ type: "trouble", id: null, trouble: { kind: "policy", detail } });
});

/** @param {WorkerMessage} message */
function tell(message) {
  self.postMessage(message);
}

/**
 * @param {string} runtimeUrl
 * @param {string} indexUrl
 */
async function boot(runtimeUrl, indexUrl) {
  opened = open(runtimeUrl, indexUrl);
  try {
    const { site } = await opened;
    tell({ type: "ready", site });
  } catch (error) {
    tell({ type: "trouble", id: null, trouble: troubleOf(error) });
  }
}

/**
 * @param {string} runtimeUrl
 * @param {string} indexUrl
 */
async function open(runtimeUrl, indexUrl) {
  const files = new IndexFiles(indexUrl);
  const manifest = files.manifest();
  // The failure of one must not become an unhandled rejection while the other is awaited.
  manifest.catch(() => {});
  const pyodide = await startPython(runtimeUrl, (step, loadedBytes, totalBytes) =>
    tell({ type: "progress", step, loadedBytes, totalBytes }),
  );
  tell({ type: "progress", step: "index", loadedBytes: 0, totalBytes: 0 });
  const bridge = new EngineBridge(pyodide);
  const site = bridge.openSite(await manifest);
  return { bridge, files, site };
}

/** @param {Ask} ask */
async function answer({ id, question }) {
  if (!opened || id !== newestId) return;
  try {
    const { bridge, files, site } = await opened;
    const scopes = question.scopes.length ? question.scopes : site.scopes;
    const startedAt = performance.now();
    const bytesBefore = files.fetchedBytes;
    const outcome = await outcomeOf(bridge, files, { ...question, scopes }, id);
    if (!outcome) return;
    const elapsedMs = performance.now() - startedAt;
    tell({
      type: "outcome",
      id,
      outcome,
      elapsedMs,
      fetchedBytes: files.fetchedBytes - bytesBefore,
    });
  } catch (error) {
    tell({ type: "trouble", id, trouble: troubleOf(error) });
  }
}

/**
 * Drive one session; null when a newer question has come meanwhile.
 * @param {EngineBridge} bridge
 * @param {IndexFiles} files
 * @param {import("./protocol.js").QuestionWire} question
 * @param {number} id
 */
async function outcomeOf(bridge, files, question, id) {
  let state = bridge.start(question);
  const session = state.session;
  try {
    while (!state.outcome) {
      const shards = await Promise.all(state.need.map(shardFrom(files)));
      if (id !== newestId) return null;
      tell({ type: "working", id });
      for (const [name, data] of shards) bridge.receive(session, name, data);
      state = bridge.step(session);
    }
    return state.outcome;
  } finally {
    bridge.close(session);
  }
}

/**
 * A shard that the manifest names and the server lacks was replaced by a newer site's.
 * @param {IndexFiles} files
 * @returns {(name: string) => Promise<[string, Uint8Array]>}
 */
function shardFrom(files) {
  return async (name) => {
    try {
      return [name, await files.shard(name)];
    } catch (error) {
      if (error instanceof TroubleError && error.kind === "file") {
        throw new TroubleError("updated", error.detail);
      }
      throw error;
    }
  };
}
