// Run a Python script in Pyodide (arguments: see boot.mjs).
import { main } from "./boot.mjs";

await main((pyodide, script, path) => pyodide.runPython(script, { filename: path }));
