/** The worker: starts the engine once, then answers one question at a time, the newest first. */

import { EngineBridge } from "./engine-bridge.js";
import { IndexFiles } from "./index-files.js";
import { TroubleError, troubleOf } from "./protocol.js";
import { startPython } from "./python-runtime.js";

/** @typedef {import("./protocol.js").WorkerMessage} WorkerMessage */
/** @typedef {Extract<import("./protocol.js").PageMessage, { id: number }>} Asked */
/** @typedef {Extract<import("./protocol.js").PageMessage, { type: "boot" }>} Boot */

/** @typedef {{ bridge: EngineBridge, files: IndexFiles, site: import("./protocol.js").SiteWire }} Opened */

/** @type {Promise<Opened> | null} */
let opened = null;
let newestId = 0;
let queue = Promise.resolve();

self.addEventListener("message", ({ data }) => {
  const message = /** @type {import("./protocol.js").PageMessage} */ (data);
  if (message.type === "boot") boot(message);
  else {
    newestId = message.id;
    queue = queue.then(() => answer(message));
  }
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

/** @param {Boot} message */
async function boot(message) {
  opened = open(message);
  try {
    const { site } = await opened;
    tell({ type: "ready", site });
  } catch (error) {
    tell({ type: "trouble", id: null, trouble: troubleOf(error) });
  }
}

/** @param {Boot} message */
async function open({ runtimeUrl, indexUrl, recordIntegrity, openers }) {
  const sealed = openers.length ? import("./sealed-index.js") : null;
  const files = new IndexFiles(
    indexUrl,
    sealed?.then((m) => m.openSites(openers)),
  );
  const manifest = files.manifest();
  // The failure of one must not become an unhandled rejection while the other is awaited.
  manifest.catch(() => {});
  const pyodide = await startPython(runtimeUrl, recordIntegrity, (step, loadedBytes, totalBytes) =>
    tell({ type: "progress", step, loadedBytes, totalBytes }),
  );
  tell({ type: "progress", step: "index", loadedBytes: 0, totalBytes: 0 });
  const bridge = new EngineBridge(pyodide);
  const site = bridge.openSite(await manifest);
  return { bridge, files, site };
}

/** @param {Asked} asked */
async function answer(asked) {
  if (!opened || asked.id !== newestId) return;
  try {
    const site = await opened;
    const reply = await replyTo(asked, site);
    if (reply && "outcome" in reply) await site.files.address(reply.outcome);
    if (reply) tell({ type: "reply", id: asked.id, reply });
  } catch (error) {
    tell({ type: "trouble", id: asked.id, trouble: troubleOf(error) });
  }
}

/**
 * @param {Asked} asked
 * @param {Opened} site
 * @returns {Promise<import("./protocol.js").ReplyWire | null>}
 */
async function replyTo(asked, { bridge, files, site }) {
  if (asked.type === "verify") return bridge.verify(asked.evidence, asked.answer);
  const { scopes } = asked.question;
  const question = { ...asked.question, scopes: scopes.length ? scopes : site.scopes };
  const start = () =>
    asked.type === "ask"
      ? bridge.start(question)
      : bridge.prompt(question, asked.nonce, asked.budget);
  return driven(bridge, files, start, asked.id);
}

/**
 * Drive one session to its end; null when a newer question has come meanwhile.
 * @param {EngineBridge} bridge
 * @param {IndexFiles} files
 * @param {() => any} start
 * @param {number} id
 */
async function driven(bridge, files, start, id) {
  const startedAt = performance.now();
  const bytesBefore = files.fetchedBytes;
  const cost = { elapsed_ms: 0, fetch_ms: 0, fetched_bytes: 0, files: 0 };
  let state = start();
  const session = state.session;
  try {
    while (state.need) {
      const askedAt = performance.now();
      const shards = await Promise.all(state.need.map(shardFrom(files)));
      cost.fetch_ms += performance.now() - askedAt;
      cost.files += shards.length;
      if (id !== newestId) return null;
      tell({ type: "working", id });
      for (const [name, data] of shards) bridge.receive(session, name, data);
      state = bridge.step(session);
    }
  } finally {
    bridge.close(session);
  }
  cost.elapsed_ms = performance.now() - startedAt;
  cost.fetched_bytes = files.fetchedBytes - bytesBefore;
  return state.prompt ?? { outcome: state.outcome, trace: state.trace ?? [], cost };
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
