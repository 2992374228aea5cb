// Use the wall in every way, then run the probe (arguments: see boot.mjs).
import { main } from "./boot.mjs";

await main(async (pyodide, script, path) => {
  useTheWall(pyodide);
  await pyodide.runPythonAsync(script, { filename: path });
});

/**
 * Text, bytes and errors cross once each, so that what they load lazily is loaded.
 * @param {any} pyodide
 */
function useTheWall(pyodide) {
  const json = pyodide.pyimport("json");
  json.loads('{"a": [1, 2.5, "é"]}').toJs({ dict_converter: Object.fromEntries });
  json.dumps.callKwargs(pyodide.toPy({ a: [1] }), { ensure_ascii: false });
  try {
    json.loads("[");
  } catch (error) {
    if (error?.constructor?.name !== "PythonError") throw error;
  }
  const bytes = pyodide.pyimport("builtins").bytes(pyodide.toPy(new Uint8Array([1, 2, 3])));
  bytes.getBuffer().release();
  bytes.destroy();
  json.destroy();
}
