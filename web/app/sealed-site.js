/**
 * A protected scope that is open: its files by their paths, and the addresses under which a reader
 * sees them. The same in a page and in the worker.
 */

import { TroubleError } from "./protocol.js";
import { Seal } from "./seal.js";

/**
 * What opens a scope; it may cross from the page to the worker.
 * @typedef {{ scope: string, folder: string, catalogue: string, key: Uint8Array<ArrayBuffer> }} Opener
 */

/**
 * @typedef {object} Catalogue
 * @property {string} scope
 * @property {any} manifest
 * @property {string[]} shards
 * @property {string[]} files paths of pages, documents and images, as in a site in plain text
 */

/** The parameter that names a container in the address of a scope's page. */
export const CONTAINER_PARAMETER = "d";

export class SealedSite {
  /**
   * @param {Opener} opener
   * @param {Seal} seal
   * @param {Catalogue} catalogue
   */
  constructor(opener, seal, catalogue) {
    this.scope = opener.scope;
    this.folder = opener.folder;
    this.seal = seal;
    this.manifest = catalogue.manifest;
    this.shards = new Set(catalogue.shards);
    this.files = new Set(catalogue.files);
  }

  /**
   * Open the scope; a SealBroken says that the key is not (or no longer) the right one.
   * @param {Opener} opener
   */
  static async open(opener) {
    const seal = await Seal.of(opener.scope, opener.key);
    const bytes = await opened(seal, opener.folder, opener.catalogue);
    return new SealedSite(opener, seal, JSON.parse(new TextDecoder().decode(bytes)));
  }

  /**
   * @param {string} path of a file, as in a site in plain text
   * @returns {Promise<Uint8Array<ArrayBuffer>>}
   */
  async file(path) {
    return this.container(await this.seal.nameOf(path));
  }

  /** @param {string} name */
  container(name) {
    return opened(this.seal, this.folder, name);
  }

  /**
   * Return the address under which a reader sees a file of the scope; null for any other path.
   * @param {string} path with a fragment, as the engine writes it
   */
  async addressOf(path) {
    const [address, hash] = path.split("#");
    const file = decoded(address);
    if (!this.files.has(file)) return null;
    const url = new URL(this.folder);
    url.searchParams.set(CONTAINER_PARAMETER, await this.seal.nameOf(file));
    if (hash !== undefined) url.hash = hash;
    return url.href;
  }
}

/**
 * @param {Seal} seal
 * @param {string} folder
 * @param {string} name
 */
async function opened(seal, folder, name) {
  const response = await fetch(new URL(name, folder), { cache: "no-cache" }).catch(() => {
    throw new TroubleError("network", name);
  });
  if (!response.ok) throw new TroubleError("file", `${name} (${response.status})`);
  return seal.open(name, new Uint8Array(await response.arrayBuffer()));
}

/** @param {string} address */
export function decoded(address) {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
