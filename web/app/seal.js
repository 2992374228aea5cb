/**
 * The keys of one protected scope, and how its containers are opened; the build does the same in
 * `chapterverse/sealing.py`, where the format is explained.
 */

import { bytesOf } from "./base64.js";

const FORMAT = 1;
const HEADER_BYTES = 4;
const NONCE_BYTES = 12;
const NAME_DIGITS = 32;
const MAGIC = "CVS1";

/** A container that another passphrase sealed, or that was changed on its way. */
export class SealBroken extends Error {}

/**
 * @typedef {object} SealHeader `seal.json`
 * @property {number} format
 * @property {string} scope
 * @property {{ name: string, hash: string, iterations: number, salt: string }} kdf
 * @property {string} catalogue
 */

/**
 * Stretch a passphrase to the scope's key: slow on purpose.
 * @param {string} passphrase
 * @param {SealHeader} header
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function scopeKey(passphrase, { kdf }) {
  const secret = new TextEncoder().encode(passphrase.normalize("NFC"));
  const key = await crypto.subtle.importKey("raw", secret, kdf.name, false, ["deriveBits"]);
  const { name, hash, iterations } = kdf;
  const rule = { name, hash, iterations, salt: bytesOf(kdf.salt) };
  return new Uint8Array(await crypto.subtle.deriveBits(rule, key, 256));
}

export class Seal {
  /**
   * @param {string} scope
   * @param {CryptoKey} encryption
   * @param {CryptoKey} naming
   */
  constructor(scope, encryption, naming) {
    this.scope = scope;
    this.encryption = encryption;
    this.naming = naming;
  }

  /**
   * @param {string} scope
   * @param {Uint8Array<ArrayBuffer>} key of the scope
   */
  static async of(scope, key) {
    const base = await crypto.subtle.importKey("raw", key, "HKDF", false, ["deriveKey"]);
    /** @param {string} use */
    const rule = (use) => ({
      name: "HKDF",
      hash: "SHA-256",
      salt: new Uint8Array(0),
      info: new TextEncoder().encode(`chapterverse/${FORMAT}/${use}`),
    });
    const aes = { name: "AES-GCM", length: 256 };
    const hmac = { name: "HMAC", hash: "SHA-256", length: 256 };
    const { subtle } = crypto;
    const [encryption, naming] = await Promise.all([
      subtle.deriveKey(rule("encrypt"), base, aes, false, ["decrypt"]),
      subtle.deriveKey(rule("name"), base, hmac, false, ["sign"]),
    ]);
    return new Seal(scope, encryption, naming);
  }

  /**
   * The name of a file's container.
   * @param {string} path
   */
  async nameOf(path) {
    const mac = await crypto.subtle.sign("HMAC", this.naming, new TextEncoder().encode(path));
    const digits = [...new Uint8Array(mac)].map((byte) => byte.toString(16).padStart(2, "0"));
    return digits.join("").slice(0, NAME_DIGITS);
  }

  /**
   * @param {string} name of the container
   * @param {Uint8Array<ArrayBuffer>} container
   * @returns {Promise<Uint8Array<ArrayBuffer>>} the file in it
   */
  async open(name, container) {
    const start = HEADER_BYTES + NONCE_BYTES;
    const magic = new TextDecoder("latin1").decode(container.subarray(0, HEADER_BYTES));
    if (magic !== MAGIC || container.length < start) throw new SealBroken(name);
    const bond = new TextEncoder().encode(`chapterverse/${FORMAT}/${this.scope}/${name}`);
    const rule = {
      name: "AES-GCM",
      iv: container.subarray(HEADER_BYTES, start),
      additionalData: bond,
    };
    const packed = await crypto.subtle
      .decrypt(rule, this.encryption, container.subarray(start))
      .catch(() => {
        throw new SealBroken(name);
      });
    const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(unpacked).arrayBuffer());
  }
}
