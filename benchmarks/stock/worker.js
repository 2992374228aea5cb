/**
 * The usual way to run a Python package in a page: the runtime as it is published, the package as
 * an archive of sources beside it. The index and the question are the site's own.
 */

import { loadPyodide } from "/stock/pyodide/pyodide.mjs";

const INDEX = "/_chapterverse/index/";

self.onmessage = ({ data }) => {
  answer(data).catch((error) => self.postMessage({ name: "failure", error: String(error) }));
};

async function answer({ question, abi }) {
  const lock = { info: { abi_version: abi }, packages: {} };
  const pyodide = await loadPyodide({ lockFileContents: lock, packageBaseUrl: "/stock/pyodide/" });
  self.postMessage({ name: "booted" });
  const archive = await (await fetch("/stock/engine/engine.zip")).arrayBuffer();
  pyodide.unpackArchive(archive, "zip");
  const bridge = pyodide.pyimport("chapterverse_engine.bridge");
  bridge.open_site(pyodide.toPy(await bytesOf("manifest.json")));
  self.postMessage({ name: "ready" });
  let state = JSON.parse(bridge.start(JSON.stringify(question)));
  while (state.need) {
    const files = await Promise.all(state.need.map(async (name) => [name, await bytesOf(name)]));
    for (const [name, data] of files) bridge.receive(state.session, name, pyodide.toPy(data));
    state = JSON.parse(bridge.step(state.session));
  }
  self.postMessage({ name: "answer", outcome: state.outcome.outcome });
}

async function bytesOf(name) {
  return new Uint8Array(await (await fetch(INDEX + name)).arrayBuffer());
}
