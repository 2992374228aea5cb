/** Threads that this browser keeps for this site, the newest first; they expire, and can be forgotten. */

import { keep, kept } from "./site.js";
import { threadUrl } from "./thread.js";

/** @typedef {import("./protocol.js").OutcomeWire} OutcomeWire */
/** @typedef {import("./thread.js").Thread} Thread */

/**
 * @typedef {object} Turn
 * @property {string} query
 * @property {string | null} reason why there was no answer
 * @property {{ text: string, path: string, lines: string, href: string }[]} quotes
 */

/** @typedef {{ at: number, url: string, turns: Turn[] }} KeptThread `at` is when it was last used */

const NAME = "threads";
const MOST_THREADS = 20;
const MOST_TURNS = 30;
const LIFETIME_MS = 30 * 24 * 3600 * 1000;

/** @returns {KeptThread[]} */
export function keptThreads() {
  try {
    const threads = JSON.parse(kept(NAME) ?? "[]");
    const oldest = Date.now() - LIFETIME_MS;
    return threads.filter((/** @type {KeptThread} */ { at }) => at > oldest);
  } catch {
    return [];
  }
}

export function forgetThreads() {
  keep(NAME, null);
}

/**
 * Add a turn to the thread that it goes on with, or begin another.
 * @param {Thread} thread
 * @param {OutcomeWire} outcome
 * @returns {KeptThread}
 */
export function rememberTurn(thread, outcome) {
  const threads = keptThreads();
  const asked = [...thread.history, thread.query];
  const earlier = threads.find(({ turns }) => goesOn(turns, asked)) ?? { turns: [] };
  const before = earlier.turns.filter(({ query }) => query !== thread.query);
  const turns = [...before, turnOf(outcome)].slice(-MOST_TURNS);
  const current = { at: Date.now(), url: threadUrl(thread), turns };
  const others = threads.filter((one) => one !== earlier);
  keep(NAME, JSON.stringify([current, ...others].slice(0, MOST_THREADS)));
  return current;
}

/**
 * The address holds the last few questions of a thread: they must be the last ones that are kept.
 * @param {Turn[]} turns
 * @param {string[]} asked
 */
function goesOn(turns, asked) {
  const queries = turns.map(({ query }) => query);
  const before = asked.slice(0, -1);
  const isSame = queries.join("\n") === asked.join("\n");
  return isSame || (before.length > 0 && queries.join("\n").endsWith(before.join("\n")));
}

/** @param {OutcomeWire} outcome */
function turnOf({ query, reason, quotes }) {
  return {
    query,
    reason,
    quotes: quotes.map(({ text, source_path, href }) => ({
      text,
      path: source_path,
      lines: href.slice(href.lastIndexOf("#")),
      href,
    })),
  };
}
