/**
 * Starts Pyodide from this site's own files. It never settles when WebAssembly is forbidden or a
 * file is missing, so both are looked for here.
 */

import { TroubleError } from "./protocol.js";

// The smallest WebAssembly module: a policy without 'wasm-unsafe-eval' refuses even this one.
const EMPTY_MODULE = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

/**
 * @param {string} runtimeUrl
 * @param {(step: "runtime" | "library" | "boot", loadedBytes: number, totalBytes: number) => void} onProgress
 * @returns {Promise<any>} the Pyodide interface
 */
export async function startPython(runtimeUrl, onProgress) {
  await checkWebAssembly();
  const { abi, sizes } = await runtimeRecord(runtimeUrl);
  const failed = countFetches(sizes, onProgress);
  onProgress("runtime", 0, total(sizes));
  const { loadPyodide } = await import(new URL("pyodide.mjs", runtimeUrl).href).catch(() => {
    throw new TroubleError("file", "pyodide.mjs");
  });
  return Promise.race([failed, booted(loadPyodide, runtimeUrl, abi)]);
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
  const names = ["pyodide.asm.wasm", "python_stdlib.zip"];
  return { abi, sizes: new Map(names.map((name) => [name, files[name]?.bytes ?? 0])) };
}

/** @param {Map<string, number>} sizes */
function total(sizes) {
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/**
 * Count what Pyodide fetches. Returns a promise that is only ever rejected: by a failed fetch.
 * @param {Map<string, number>} sizes
 * @param {(step: "runtime" | "library" | "boot", loadedBytes: number, totalBytes: number) => void} onProgress
 * @returns {Promise<never>}
 */
function countFetches(sizes, onProgress) {
  const plainFetch = self.fetch.bind(self);
  const totalBytes = total(sizes);
  let loadedBytes = 0;
  return new Promise((_, reject) => {
    self.fetch = async (input, options) => {
      const name = fileName(input);
      const response = await plainFetch(input, options).catch((error) => {
        reject(new TroubleError("network", name));
        throw error;
      });
      if (!response.ok) reject(new TroubleError("file", `${name} (${response.status})`));
      if (!sizes.has(name) || !response.body) return response;
      return counted(response, (bytes) => {
        loadedBytes += bytes;
        onProgress(loadedBytes < totalBytes ? "runtime" : "boot", loadedBytes, totalBytes);
      });
    };
  });
}

/**
 * @param {Response} response
 * @param {(bytes: number) => void} onBytes
 */
function counted(response, onBytes) {
  const counter = new TransformStream({
    transform(chunk, controller) {
      onBytes(chunk.length);
      controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body?.pipeThrough(counter), { status, statusText, headers });
}

/** @param {RequestInfo | URL} input */
function fileName(input) {
  const url = input instanceof Request ? input.url : String(input);
  return url.split(/[?#]/)[0].split("/").at(-1) ?? url;
}
