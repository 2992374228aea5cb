/** Fetches the files of the index, and keeps shards by name (their content's hash). */

import { TroubleError } from "./protocol.js";

const KEPT_BYTES = 48 * 1024 * 1024;

export class IndexFiles {
  /** @type {Map<string, Uint8Array>} in the order of last use */
  #kept = new Map();
  #keptBytes = 0;
  /** Bytes fetched since the page was opened, for the reader who wants to know. */
  fetchedBytes = 0;

  /** @type {import("./sealed-site.js").SealedSite[]} */
  #sealed = [];

  /**
   * @param {string} indexUrl
   * @param {Promise<import("./sealed-site.js").SealedSite[]>} [sealed] protected scopes that are open
   */
  constructor(indexUrl, sealed) {
    this.indexUrl = indexUrl;
    this.opening = sealed;
  }

  /** Fetch the manifest, never an old one; open scopes are in it beside the public ones. */
  async manifest() {
    const manifest = await this.#fetched("manifest.json", "no-cache");
    if (!this.opening) return manifest;
    this.#sealed = await this.opening;
    const { mergedManifest } = await import("./sealed-index.js");
    return mergedManifest(manifest, this.#sealed);
  }

  /**
   * Lead an outcome's links to the pages of protected scopes, where they belong there.
   * @param {import("./protocol.js").OutcomeWire} outcome
   */
  async address(outcome) {
    if (!this.#sealed.length) return;
    const { addressOutcome } = await import("./sealed-index.js");
    await addressOutcome(outcome, this.#sealed);
  }

  /**
   * @param {string} name
   * @returns {Promise<Uint8Array>}
   */
  async shard(name) {
    const kept = this.#kept.get(name);
    if (kept) {
      this.#kept.delete(name);
      this.#kept.set(name, kept);
      return kept;
    }
    const site = this.#sealed.find((one) => one.shards.has(name));
    const bytes = site
      ? await site.file(`_chapterverse/index/${name}`)
      : await this.#fetched(name, "default");
    if (site) this.fetchedBytes += bytes.length;
    this.#keep(name, bytes);
    return bytes;
  }

  /**
   * @param {string} name
   * @param {RequestCache} cache
   */
  async #fetched(name, cache) {
    const response = await fetch(new URL(name, this.indexUrl), { cache }).catch(() => {
      throw new TroubleError("network", name);
    });
    if (!response.ok) throw new TroubleError("file", `${name} (${response.status})`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    this.fetchedBytes += bytes.length;
    return bytes;
  }

  /**
   * @param {string} name
   * @param {Uint8Array} bytes
   */
  #keep(name, bytes) {
    this.#kept.set(name, bytes);
    this.#keptBytes += bytes.length;
    for (const [oldest, old] of this.#kept) {
      if (this.#keptBytes <= KEPT_BYTES || oldest === name) break;
      this.#kept.delete(oldest);
      this.#keptBytes -= old.length;
    }
  }
}
