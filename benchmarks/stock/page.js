/** Starts the worker when asked to, and gives what it tells. */

window.startStock = (asked) => {
  const started = performance.now();
  const worker = new Worker("worker.js", { type: "module" });
  return new Promise((resolve, reject) => {
    const told = {};
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }) => {
      if (data.name === "failure") reject(new Error(data.error));
      told[data.name] = performance.now() - started;
      if (data.name === "answer") resolve({ ...told, outcome: data.outcome });
    };
    worker.postMessage(asked);
  });
};
