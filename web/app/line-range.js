/** The line range in a URL's fragment: `#L3-L6`; also `#L3`, `#L3-6`, `#L6-L3`, out of range. */

/**
 * @typedef {object} LineRange
 * @property {number} start 1-based
 * @property {number} end inclusive, not before start
 */

const FORM = /^#L?(\d{1,9})(?:C\d+)?(?:-L?(\d{1,9})(?:C\d+)?)?$/;

/**
 * Read a fragment; null when it names no line. Reversed ranges are turned round, lines outside the
 * document are moved to its nearest line.
 * @param {string} hash with its "#"
 * @param {number} lineCount
 * @returns {LineRange | null}
 */
export function parseRange(hash, lineCount) {
  const match = FORM.exec(decoded(hash));
  if (!match || lineCount < 1) return null;
  const first = clamped(Number(match[1]), lineCount);
  const last = clamped(Number(match[2] ?? match[1]), lineCount);
  return { start: Math.min(first, last), end: Math.max(first, last) };
}

/**
 * @param {LineRange} range
 * @returns {string}
 */
export function formatRange({ start, end }) {
  return start === end ? `#L${start}` : `#L${start}-L${end}`;
}

/** @param {string} hash */
function decoded(hash) {
  try {
    return decodeURIComponent(hash);
  } catch {
    return "";
  }
}

/**
 * @param {number} line
 * @param {number} lineCount
 */
function clamped(line, lineCount) {
  return Math.min(Math.max(line, 1), lineCount);
}
