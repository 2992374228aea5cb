// Stands in for Pyodide: a bridge that gives prepared outcomes, to test the page without an engine.
// The manifest's bytes are JSON: {"outcomes": {question: outcome}, "bootMs": n, "slow": {question: ms}}.
export async function loadPyodide() {
  return {
    toPy: (data) => ({ data, destroy() {} }),
    globals: { get: () => (view) => ({ ...view, destroy() {} }) },
    pyimport: () => new Bridge(),
  };
}

const SITE = {
  ok: true,
  generation: 1,
  passages: 2,
  documents: 2,
  scopes: ["public"],
  languages: [],
  versions: [],
};

class Bridge {
  open_site({ data }) {
    this.site = JSON.parse(new TextDecoder().decode(data));
    return JSON.stringify(
      this.site.openError ? { error: this.site.openError } : { ...SITE, ...this.site.open },
    );
  }

  start(question) {
    const { query, history, languages } = JSON.parse(question);
    this.query = query;
    this.languages = languages;
    this.isPrompt = false;
    this.rewritten = history.length ? `${query} (${history.join(" / ")})` : query;
    if (this.site.trouble?.[this.query])
      return JSON.stringify({ error: this.site.trouble[this.query] });
    return JSON.stringify({ session: 1, need: this.site.need ?? [] });
  }

  prompt(question, nonce, budget) {
    const reply = this.start(question);
    this.isPrompt = true;
    this.text = `${budget} characters of evidence for: ${this.query}`;
    return nonce ? reply : "no nonce";
  }

  // Claims that say "true" are supported; an answer to another evidence set is refused whole.
  verify(_evidence, answer) {
    const { claims, evidence_set_id } = JSON.parse(answer);
    const verdict = {
      accepted: false,
      refusals: evidence_set_id === "other" ? ["evidence-set-mismatch"] : [],
      claims: claims.map(({ text }) => ({ text, supported: text.includes("true") })),
    };
    return JSON.stringify({ verdict });
  }

  receive() {
    return "{}";
  }

  step() {
    if (this.isPrompt) {
      const items = [{ label: "S1", source_path: "guide/lamp.md", start_line: 3, end_line: 4 }];
      const prompt = { prompt: this.text, evidence: { items }, skipped: [], reason: null };
      return JSON.stringify({ session: 1, prompt });
    }
    const outcome = this.site.outcomes[this.query] ?? this.site.outcomes[""];
    const limit = this.languages.length ? ` in ${this.languages.join()}` : "";
    const asked = { query: this.query, rewritten_query: this.rewritten + limit };
    const trace = this.site.trace ?? [];
    return JSON.stringify({ session: 1, outcome: { ...outcome, ...asked }, trace });
  }

  close() {}
}
