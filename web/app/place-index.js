/** Finds headings by what a reader types: exact, at the start, inside, or with one slip. */

/**
 * @typedef {object} Place
 * @property {string} name a heading or a page's title
 * @property {string} pageTitle
 * @property {string} pagePath
 * @property {string} anchor empty for the page itself
 * @property {string} lang
 * @property {string} [address] where the page is not at its path
 */

/** @typedef {[pagePath: string, title: string, lang: string, headings: (string | [anchor: string, name: string])[], address?: string]} PageRow */

// Typing mistakes are forgiven only in words that are long enough to be recognised.
const SHORTEST_FORGIVEN = 5;

export class PlaceIndex {
  /** @type {{ place: Place, folded: string, words: string[] }[]} */
  #entries = [];

  /** @param {PageRow[]} rows */
  constructor(rows) {
    for (const [pagePath, pageTitle, lang, headings, address] of rows) {
      this.#add({ name: pageTitle, pageTitle, pagePath, anchor: "", lang, address });
      for (const heading of headings) {
        const [anchor, name] = typeof heading === "string" ? [anchorOf(heading), heading] : heading;
        if (name !== pageTitle) this.#add({ name, pageTitle, pagePath, anchor, lang, address });
      }
    }
  }

  /**
   * Return the best places, best first; those of one rank in the reader's language first, then by
   * length, then in reading order.
   * @param {string} query
   * @param {number} limit
   * @param {string} lang
   * @returns {{ places: Place[], isGuess: boolean }} `isGuess` when only a slip made them match
   */
  find(query, limit, lang) {
    const folded = fold(query);
    if (!folded) return { places: [], isGuess: false };
    const places = this.#best((entry) => rankOf(entry, folded), limit, lang);
    if (places.length || folded.length < SHORTEST_FORGIVEN) return { places, isGuess: false };
    return {
      places: this.#best(({ words }) => slipRank(words, folded), limit, lang),
      isGuess: true,
    };
  }

  /**
   * @param {(entry: { folded: string, words: string[] }) => number} rank
   * @param {number} limit
   * @param {string} lang
   */
  #best(rank, limit, lang) {
    return this.#entries
      .map((entry) => ({ entry, rank: rank(entry), isForeign: Number(entry.place.lang !== lang) }))
      .filter((match) => match.rank < Number.POSITIVE_INFINITY)
      .sort(
        (a, b) =>
          a.rank - b.rank ||
          a.isForeign - b.isForeign ||
          a.entry.folded.length - b.entry.folded.length,
      )
      .slice(0, limit)
      .map(({ entry }) => entry.place);
  }

  /** @param {Place} place */
  #add(place) {
    const folded = fold(place.name);
    this.#entries.push({ place, folded, words: wordsOf(folded) });
  }
}

/**
 * The anchor of most headings, as `anchor_of` in the engine's `passage_codec.py` says.
 * @param {string} title
 */
function anchorOf(title) {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9_ \u4e00-\u9fff-]/g, "")
    .replaceAll(" ", "-");
}

/** @param {string} name */
function fold(name) {
  return name.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}

/** @param {string} folded */
function wordsOf(folded) {
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * @param {{ folded: string, words: string[] }} entry
 * @param {string} query
 */
function rankOf({ folded, words }, query) {
  if (folded === query) return 0;
  if (folded.startsWith(query)) return 1;
  if (words.some((word) => word.startsWith(query))) return 2;
  if (folded.includes(query)) return 3;
  const parts = wordsOf(query);
  const isCovered =
    parts.length > 1 && parts.every((part) => words.some((w) => w.startsWith(part)));
  return isCovered ? 4 : Number.POSITIVE_INFINITY;
}

/**
 * @param {string[]} words
 * @param {string} query
 */
function slipRank(words, query) {
  const isNear = words.some((word) => word.length >= SHORTEST_FORGIVEN && isOneSlip(word, query));
  return isNear ? 5 : Number.POSITIVE_INFINITY;
}

/**
 * Tell whether one letter was added, left out, changed, or swapped with its neighbour. Words with
 * digits are codes and versions, in which a letter makes another thing.
 * @param {string} word
 * @param {string} typed
 */
function isOneSlip(word, typed) {
  if (Math.abs(word.length - typed.length) > 1 || /\d/.test(word + typed)) return false;
  let i = 0;
  while (i < word.length && word[i] === typed[i]) i++;
  const isSwapped = word[i] === typed[i + 1] && word[i + 1] === typed[i];
  return (
    word.slice(i + 1) === typed.slice(i + 1) ||
    word.slice(i) === typed.slice(i + 1) ||
    word.slice(i + 1) === typed.slice(i) ||
    (isSwapped && word.slice(i + 2) === typed.slice(i + 2))
  );
}
