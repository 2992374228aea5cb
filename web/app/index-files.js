/** Fetches the files of the index, and keeps shards by name (their content's hash). */

import { TroubleError } from "./protocol.js";

const KEPT_BYTES = 48 * 1024 * 1024;

export class IndexFiles {
  /** @type {Map<string, Uint8Array>} in the order of last use */
  #kept = new Map();
  #keptBytes = 0;
  /** Bytes fetched since the page was opened, for the reader who wants to know. */
  fetchedBytes = 0;

  /** @param {string} indexUrl */
  constructor(indexUrl) {
    this.indexUrl = indexUrl;
  }

  /** Fetch the manifest, never an old one. */
  manifest() {
    return this.#fetched("manifest.json", "no-cache");
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
    const bytes = await this.#fetched(name, "default");
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
