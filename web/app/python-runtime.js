/**
 * Starts Pyodide from this site's own files. It never settles when WebAssembly is forbidden or a
 * file is missing, so both are looked for here.
 */

import { TroubleError } from "./protocol.js";

// The smallest WebAssembly module: a policy without 'wasm-unsafe-eval' refuses even this one.
const EMPTY_MODULE = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

/**
 * @typedef {(step: "runtime" | "boot", loadedBytes: number, totalBytes: number) => void} OnProgress
 */

const FETCHED_FILES = ["pyodide.asm.wasm", "python_stdlib.zip"];

/**
 * @param {string} runtimeUrl
 * @param {OnProgress} onProgress
 * @returns {Promise<any>} the Pyodide interface
 */
export async function startPython(runtimeUrl, onProgress) {
  await checkWebAssembly();
  const record = await runtimeRecord(runtimeUrl);
  const { responses, failed } = fetchEarly(runtimeUrl, record.sizes, onProgress);
  handOver(responses);
  // Everything that is needed is asked for at once, not one after the other.
  const started = Promise.all([
    imported(new URL("pyodide.mjs", runtimeUrl)),
    imported(new URL("pyodide.asm.js", runtimeUrl)),
  ]).then(([{ loadPyodide }]) => booted(loadPyodide, runtimeUrl, record.abi));
  return Promise.race([failed, started]);
}

/** @param {URL} url */
async function imported(url) {
  try {
    return await import(url.href);
  } catch {
    throw new TroubleError("file", fileName(url));
  }
}

/**
 * @param {(options: object) => Promise<any>} loadPyodide
 * @param {string} runtimeUrl
 * @param {string} abi
 */
function booted(loadPyodide, runtimeUrl, abi) {
  return loadPyodide({
    indexURL: runtimeUrl,
    packageBaseUrl: runtimeUrl,
    stdLibURL: new URL("python_stdlib.zip", runtimeUrl).href,
    lockFileContents: { info: { abi_version: abi }, packages: {} },
    env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" },
  });
}

async function checkWebAssembly() {
  try {
    await WebAssembly.compile(EMPTY_MODULE);
  } catch (error) {
    throw new TroubleError("policy", String(error));
  }
}

/**
 * Read what the runtime's folder holds: the ABI that its lock file has to name, and the bytes of
 * the files that are fetched, by name.
 * @param {string} runtimeUrl
 * @returns {Promise<{ abi: string, sizes: Map<string, number> }>}
 */
async function runtimeRecord(runtimeUrl) {
  const response = await fetch(new URL("runtime.json", runtimeUrl)).catch(() => {
    throw new TroubleError("network", "runtime.json");
  });
  if (!response.ok) throw new TroubleError("file", `runtime.json (${response.status})`);
  const { abi, files } = await response.json();
  return { abi, sizes: new Map(FETCHED_FILES.map((name) => [name, files[name]?.bytes ?? 0])) };
}

/**
 * Start fetching the big files and count their bytes. `failed` is only ever rejected.
 * @param {string} runtimeUrl
 * @param {Map<string, number>} sizes
 * @param {OnProgress} onProgress
 */
function fetchEarly(runtimeUrl, sizes, onProgress) {
  const totalBytes = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
  let loadedBytes = 0;
  /** @param {number} bytes */
  const onBytes = (bytes) => {
    loadedBytes += bytes;
    onProgress(loadedBytes < totalBytes ? "runtime" : "boot", loadedBytes, totalBytes);
  };
  onProgress("runtime", 0, totalBytes);
  const responses = new Map(
    FETCHED_FILES.map((name) => [name, fetched(new URL(name, runtimeUrl), onBytes)]),
  );
  /** @type {Promise<never>} */
  const failed = new Promise((_, reject) => {
    for (const response of responses.values()) response.catch(reject);
  });
  return { responses, failed };
}

/**
 * @param {URL} url
 * @param {(bytes: number) => void} onBytes
 */
async function fetched(url, onBytes) {
  const response = await fetch(url).catch(() => {
    throw new TroubleError("network", fileName(url));
  });
  if (!response.ok) throw new TroubleError("file", `${fileName(url)} (${response.status})`);
  // A connection that breaks is reported by whoever reads the response itself.
  count(response.clone(), onBytes).catch(() => {});
  return response;
}

/**
 * Count the bytes of a copy: a response that is wrapped would lose the browser's cache of compiled
 * WebAssembly, which saves about a second on later visits.
 * @param {Response} copy
 * @param {(bytes: number) => void} onBytes
 */
async function count(copy, onBytes) {
  for (const reader = copy.body?.getReader(); reader; ) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes(value.length);
  }
}

/**
 * Pyodide's own fetches get the responses that are under way; each can be read once.
 * @param {Map<string, Promise<Response>>} responses
 */
function handOver(responses) {
  const plainFetch = self.fetch.bind(self);
  self.fetch = (input, options) => {
    const name = fileName(input);
    const response = responses.get(name);
    responses.delete(name);
    return response ?? plainFetch(input, options);
  };
}

/** @param {RequestInfo | URL} input */
function fileName(input) {
  const url = input instanceof Request ? input.url : String(input);
  return url.split(/[?#]/)[0].split("/").at(-1) ?? url;
}
