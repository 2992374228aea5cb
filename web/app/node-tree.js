/**
 * Builds elements from the tree of a page that the build made (`chapterverse/node_tree.py`). Nothing
 * is parsed as markup; what is not on the lists is left out.
 */

/** @typedef {string | [name: string, attributes: Record<string, string>, ...children: TreeNode[]]} TreeNode */

const NAMES = new Set(
  (
    "a abbr aside article b blockquote br button caption code col colgroup dd del details dfn div dl dt " +
    "em figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark nav ol p pre q rp rt ruby s " +
    "samp section small span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr"
  ).split(" "),
);
const ADDRESSES = new Set(["href", "src", "data-source", "data-url"]);
const SCHEMES = /^(?:https?:|mailto:|tel:|data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml);base64,)/;
const ATTRIBUTE = /^(?!on)[a-z][a-z-]*$/;
const LEFT_OUT = new Set(["style", "srcdoc", "srcset", "formaction", "action", "ping", "name"]);

/**
 * @param {TreeNode[]} nodes
 * @param {(address: string, attribute: string) => Promise<string>} addressed where a page's address leads
 * @returns {Promise<(Node | string)[]>}
 */
export async function builtNodes(nodes, addressed) {
  const built = await Promise.all(nodes.map((node) => builtNode(node, addressed)));
  return built.filter((node) => node !== null);
}

/**
 * @param {TreeNode} node
 * @param {(address: string, attribute: string) => Promise<string>} addressed
 */
async function builtNode(node, addressed) {
  if (typeof node === "string") return node;
  const [name, attributes, ...children] = node;
  if (!NAMES.has(name)) return null;
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (!ATTRIBUTE.test(attribute) || LEFT_OUT.has(attribute)) continue;
    if (!ADDRESSES.has(attribute)) made.setAttribute(attribute, value);
    else {
      const url = await addressed(value, attribute);
      if (SCHEMES.test(url)) made.setAttribute(attribute, url);
    }
  }
  made.append(...(await builtNodes(children, addressed)));
  return made;
}
