/**
 * The service worker of a site with `offline = true`: one cache for each version of the site, filled
 * whole before it is used, so that versions never mix. The build writes it to the site's root, with
 * the version in front. Pages come from the network while there is one.
 */

const worker = /** @type {any} */ (self);
const root = worker.registration.scope;
// Named by path: sites that share an origin keep apart.
const PREFIX = `chapterverse:${new URL(root).pathname}:`;
const CACHE = PREFIX + worker.SITE_VERSION;
const LIST = new URL("_chapterverse/offline.json", root).href;
const MANIFEST = "_chapterverse/index/manifest.json";
// Files under these are named by their content.
const HASHED = /\/_chapterverse\/(?:app|runtime)\/|\/_chapterverse\/index\/[0-9a-f]{64}\.json$/;
const AT_ONCE = 12;

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(fill()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(takeOver()));
worker.addEventListener("message", (/** @type {MessageEvent} */ { data }) => {
  if (data === "activate") worker.skipWaiting();
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(root)) event.respondWith(answer(event.request));
});

/** Fetch every file of this version; when one fails, the version is not installed. */
async function fill() {
  const listed = await (await fetch(LIST, { cache: "no-cache" })).json();
  if (listed.version !== worker.SITE_VERSION) throw new Error("another version was published");
  const cache = await caches.open(CACHE);
  const waiting = [...listed.files, MANIFEST];
  const next = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const url = new URL(path.split("/").map(encodeURIComponent).join("/"), root).href;
      const kept = HASHED.test(url) ? await caches.match(url) : undefined;
      if (kept) await cache.put(url, kept);
      else await cache.add(new Request(url, { cache: "no-cache" }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

async function takeOver() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  if (HASHED.test(request.url)) return (await kept(request)) ?? fetch(request);
  try {
    return await fetch(request);
  } catch (error) {
    const found = await kept(request);
    if (found) return found;
    throw error;
  }
}

/**
 * The question is the page's own business, and a folder is its index.
 * @param {Request} request
 */
async function kept(request) {
  const cache = await caches.open(CACHE);
  const url = new URL(request.url);
  if (url.pathname.endsWith("/")) url.pathname += "index.html";
  return cache.match(url.origin + url.pathname);
}
