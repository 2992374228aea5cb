// Stands in for Pyodide: a bridge that gives prepared outcomes, to test the page without an engine.
// The manifest's bytes are JSON: {"outcomes": {question: outcome}, "bootMs": n, "slow": {question: ms}}.
export async function loadPyodide() {
  return {
    toPy: (data) => ({ data, destroy() {} }),
    globals: { get: () => (view) => ({ ...view, destroy() {} }) },
    pyimport: () => new Bridge(),
  };
}

class Bridge {
  open_site({ data }) {
    this.site = JSON.parse(new TextDecoder().decode(data));
    return JSON.stringify(
      this.site.openError
        ? { error: this.site.openError }
        : { ok: true, generation: 1, passages: 2, documents: 2, scopes: ["public"], languages: [] },
    );
  }

  start(question) {
    const { query, history } = JSON.parse(question);
    this.query = query;
    this.rewritten = history.length ? `${query} (${history.join(" / ")})` : query;
    if (this.site.trouble?.[this.query])
      return JSON.stringify({ error: this.site.trouble[this.query] });
    return JSON.stringify({ session: 1, need: this.site.need ?? [] });
  }

  receive() {
    return "{}";
  }

  step() {
    const outcome = this.site.outcomes[this.query] ?? this.site.outcomes[""];
    const asked = { query: this.query, rewritten_query: this.rewritten };
    return JSON.stringify({ session: 1, outcome: { ...outcome, ...asked } });
  }

  close() {}
}
