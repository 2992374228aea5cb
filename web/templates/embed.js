{% for name in ["integrity.js", "verified.js"] %}
{% if name in known %}
await preloaded("./{{ app }}{{ name }}", "{{ known[name] }}");
{% endif %}
{% endfor %}
const { verified } = await import("./{{ app }}verified.js");
const { defineAsk } = await verified("ask-element.js", () => import("./{{ app }}ask-element.js"));

defineAsk(new URL("./{{ runtime }}", import.meta.url), new URL("./{{ index }}", import.meta.url));

// As in verified.js, for the two modules that check the others.
function preloaded(path, integrity) {
  const link = document.createElement("link");
  if (!link.relList.supports("modulepreload")) return undefined;
  const href = new URL(path, import.meta.url).href;
  Object.assign(link, { rel: "modulepreload", href, integrity });
  return new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => reject(new Error(`refused: ${href}`)));
    document.head.append(link);
  });
}
