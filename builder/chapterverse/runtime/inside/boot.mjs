// Start the Pyodide of a folder under Node, without a lock file and without packages.
import { readFile } from "node:fs/promises";
import process from "node:process";
import { pathToFileURL } from "node:url";

/**
 * Boot Pyodide, hand it to `use` with the text and path of a Python script, and report a failure
 * in a few lines on standard error. Arguments of the command line: the ABI version of Pyodide, its
 * folder, the host's folder that Python sees as /host, the script.
 *
 * @param {(pyodide: any, script: string, path: string) => unknown} use
 */
export async function main(use) {
  const [abi, folder, work, path] = process.argv.slice(2);
  try {
    const pyodide = await boot(abi, folder, work);
    await use(pyodide, await readFile(path, "utf8"), path);
  } catch (error) {
    // Left to itself, Node would print a whole line of the minified source.
    console.error(String(error?.message ?? error));
    process.exitCode = 1;
  }
}

/**
 * @param {string} abi
 * @param {string} folder
 * @param {string} work
 */
async function boot(abi, folder, work) {
  const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
  const pyodide = await loadPyodide({
    indexURL: folder,
    packageBaseUrl: folder,
    lockFileContents: { info: { abi_version: abi }, packages: {} },
    env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" },
  });
  pyodide.FS.mkdir("/host");
  pyodide.mountNodeFS("/host", work);
  return pyodide;
}
