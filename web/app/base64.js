/** Bytes as text that a form or a storage takes. */

/**
 * @param {string} base64
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}

/** @param {Uint8Array} bytes */
export function base64Of(bytes) {
  return btoa(String.fromCharCode(...bytes));
}
