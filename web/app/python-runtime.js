/**
 * Starts Pyodide from this site's own files. It never settles when WebAssembly is forbidden or a
 * file is missing, so both are looked for here.
 */

import { checkBytes, checkedFetch, integrityOf } from "./checked-fetch.js";
import { TroubleError } from "./protocol.js";

// The smallest WebAssembly module: a policy without 'wasm-unsafe-eval' refuses even this one.
const EMPTY_MODULE = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

/**
 * @typedef {(step: "runtime" | "boot", loadedBytes: number, totalBytes: number) => void} OnProgress
 */

/** @typedef {{ sha256: string, bytes: number }} RuntimeFile */

const FETCHED_FILES = ["pyodide.asm.wasm", "python_stdlib.zip"];

/**
 * @param {string} runtimeUrl
 * @param {string | undefined} recordIntegrity the hash of the file that holds the others' hashes
 * @param {OnProgress} onProgress
 * @returns {Promise<any>} the Pyodide interface
 */
export async function startPython(runtimeUrl, recordIntegrity, onProgress) {
  await checkWebAssembly();
  const record = await runtimeRecord(runtimeUrl, recordIntegrity);
  const { responses, failed, checked } = fetchEarly(runtimeUrl, record.files, onProgress);
  handOver(responses);
  // Everything that is needed is asked for at once, not one after the other.
  const started = Promise.all([
    imported(new URL("pyodide.mjs", runtimeUrl), record.files),
    imported(new URL("pyodide.asm.js", runtimeUrl), record.files),
  ]).then(([{ loadPyodide }]) => booted(loadPyodide, runtimeUrl, record.abi));
  // The big files are checked while they are compiled; no question is answered before.
  return Promise.race([failed, Promise.all([started, checked]).then(([pyodide]) => pyodide)]);
}

/**
 * @param {URL} url
 * @param {Record<string, RuntimeFile>} files
 */
async function imported(url, files) {
  const sha256 = files[fileName(url)]?.sha256;
  if (sha256) await checkedFetch(url, integrityOf(sha256));
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
 * Read what the runtime's folder holds: the ABI that its lock file has to name, and its files.
 * @param {string} runtimeUrl
 * @param {string | undefined} integrity
 * @returns {Promise<{ abi: string, files: Record<string, RuntimeFile> }>}
 */
async function runtimeRecord(runtimeUrl, integrity) {
  return (await checkedFetch(new URL("runtime.json", runtimeUrl), integrity)).json();
}

/**
 * Start fetching the big files and count their bytes. `failed` is only ever rejected; `checked` is
 * resolved when every file has the hash that is known of it.
 * @param {string} runtimeUrl
 * @param {Record<string, RuntimeFile>} files
 * @param {OnProgress} onProgress
 */
function fetchEarly(runtimeUrl, files, onProgress) {
  const sizes = FETCHED_FILES.map((name) => files[name]?.bytes ?? 0);
  const totalBytes = sizes.reduce((sum, bytes) => sum + bytes, 0);
  let loadedBytes = 0;
  /** @param {number} bytes */
  const onBytes = (bytes) => {
    loadedBytes += bytes;
    onProgress(loadedBytes < totalBytes ? "runtime" : "boot", loadedBytes, totalBytes);
  };
  onProgress("runtime", 0, totalBytes);
  const fetches = FETCHED_FILES.map((name) => fetched(new URL(name, runtimeUrl), files, onBytes));
  const responses = new Map(
    FETCHED_FILES.map((name, i) => [name, fetches[i].then((f) => f.response)]),
  );
  // A failure is told through `failed`; Pyodide may never ask for the response.
  for (const response of responses.values()) response.catch(() => {});
  const checked = Promise.all(fetches.map((fetch) => fetch.then((f) => f.checked)));
  /** @type {Promise<never>} */
  const failed = new Promise((_, reject) => checked.catch(reject));
  return { responses, failed, checked };
}

/**
 * @param {URL} url
 * @param {Record<string, RuntimeFile>} files
 * @param {(bytes: number) => void} onBytes
 */
async function fetched(url, files, onBytes) {
  const name = fileName(url);
  const response = await fetch(url).catch(() => {
    throw new TroubleError("network", name);
  });
  if (!response.ok) throw new TroubleError("file", `${name} (${response.status})`);
  return { response, checked: checkCopy(name, response.clone(), files[name]?.sha256, onBytes) };
}

/**
 * Count and check the bytes of a copy: a response that is wrapped, or fetched with a hash, would lose
 * the browser's cache of compiled WebAssembly, which saves about a second on later visits.
 * @param {string} name
 * @param {Response} copy
 * @param {string | undefined} sha256
 * @param {(bytes: number) => void} onBytes
 */
async function checkCopy(name, copy, sha256, onBytes) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const chunks = [];
  for (const reader = copy.body?.getReader(); reader; ) {
    // A connection that breaks is reported by whoever reads the response itself.
    const { done, value } = await reader.read().catch(() => ({ done: null, value: undefined }));
    if (done === null) return;
    if (done) break;
    if (!value) continue;
    onBytes(value.length);
    chunks.push(value);
  }
  await checkBytes(name, chunks, sha256);
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
