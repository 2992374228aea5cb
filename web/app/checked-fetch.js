/** Fetches files of the site that have a known hash; a file with another one is not used. */

import { TroubleError } from "./protocol.js";

/**
 * @param {string | URL} url
 * @param {string | undefined} integrity as an attribute writes it; nothing is checked without it
 * @returns {Promise<Response>}
 */
export async function checkedFetch(url, integrity) {
  const name = String(url).split("/").at(-1) ?? "";
  const response = await fetch(url, integrity ? { integrity } : {}).catch(() => null);
  if (response?.ok) return response;
  // A refusal looks like a broken connection: whether the file can be had tells them apart.
  const plain = response ?? (await fetch(url).catch(() => null));
  if (!plain) throw new TroubleError("network", name);
  throw plain.ok
    ? new TroubleError("altered", name)
    : new TroubleError("file", `${name} (${plain.status})`);
}

/**
 * Return a SHA-256 that is written in hexadecimal digits as an attribute writes it.
 * @param {string} digits
 */
export function integrityOf(digits) {
  const bytes = (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  return `sha256-${btoa(String.fromCharCode(...bytes))}`;
}

/**
 * Refuse bytes that have another hash than is known of their file.
 * @param {string} name
 * @param {Uint8Array<ArrayBuffer>[]} chunks
 * @param {string | undefined} sha256 in hexadecimal digits; nothing is checked without it
 */
export async function checkBytes(name, chunks, sha256) {
  // Outside of secure contexts a browser has no digests, and no integrity attributes' promise either.
  if (!sha256 || !crypto.subtle) return;
  const bytes = await new Blob(chunks).arrayBuffer();
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const digits = [...found].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (digits !== sha256) throw new TroubleError("altered", name);
}
