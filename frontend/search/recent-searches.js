// What a reader has searched for, in the browser's storage.

import { sitePath } from "../page/progress.js";
import { erase, readJson, SEARCHES, write } from "../page/reader-state.js";

const MOST = 6;
const key = () => `${SEARCHES} ${sitePath()}`;

/** @returns {string[]} the latest first; none if storage is blocked or holds something else */
export function recentSearches() {
  const stored = readJson(key());
  return Array.isArray(stored) ? stored.filter((query) => query && typeof query === "string").slice(0, MOST) : [];
}

/** @param {string} query that has led somewhere */
export function rememberSearch(query) {
  const others = recentSearches().filter((other) => other.toLowerCase() !== query.toLowerCase());
  write(key(), [query, ...others].slice(0, MOST));
}

export const forgetSearches = () => erase(key());
