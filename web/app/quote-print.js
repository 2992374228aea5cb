/**
 * A short print of a quote, carried by links to its lines, so that a page that has changed since
 * finds the quote again: `<length>.<hash>`, with a rolling hash (Rabin and Karp, two primes) that
 * finds a text of known length anywhere in one pass. It guards against drift, not against forgery.
 */

const BASE = 65_599;
// Below 2^26, so that a product with a code unit's range stays exact in a double.
const PRIMES = [67_108_859, 67_108_837];
const FORM = /^(\d{1,6})\.([0-9a-f]{14})$/;

/**
 * @param {string} text
 * @returns {string}
 */
export function printOf(text) {
  const hashes = PRIMES.map((prime) => hashOf(text, text.length, prime));
  return `${text.length}.${hashes.map((hash) => hash.toString(16).padStart(7, "0")).join("")}`;
}

/**
 * Return where the printed text starts in `text`: every offset, in order.
 * @param {string} text
 * @param {string} print
 * @returns {number[] | null} null when the print is malformed
 */
export function findPrint(text, print) {
  const match = FORM.exec(print);
  if (!match) return null;
  const length = Number(match[1]);
  if (!length || length > text.length) return [];
  const wanted = [match[2].slice(0, 7), match[2].slice(7)].map((hex) => Number.parseInt(hex, 16));
  const [first, second] = PRIMES.map((prime, i) => offsetsOf(text, length, prime, wanted[i]));
  const inSecond = new Set(second);
  return first.filter((offset) => inSecond.has(offset));
}

/**
 * @param {string} text
 * @param {number} length
 * @param {number} prime
 */
function hashOf(text, length, prime) {
  let hash = 0;
  for (let i = 0; i < length; i++) hash = (hash * BASE + text.charCodeAt(i)) % prime;
  return hash;
}

/**
 * @param {string} text
 * @param {number} length
 * @param {number} prime
 * @param {number} wanted
 */
function offsetsOf(text, length, prime, wanted) {
  let power = 1;
  for (let i = 1; i < length; i++) power = (power * BASE) % prime;
  let hash = hashOf(text, length, prime);
  const offsets = [];
  for (let start = 0; ; start++) {
    if (hash === wanted) offsets.push(start);
    if (start + length >= text.length) return offsets;
    const without = (hash + prime - ((text.charCodeAt(start) * power) % prime)) % prime;
    hash = (without * BASE + text.charCodeAt(start + length)) % prime;
  }
}
