// What a reader has searched for, in the browser's storage.

export const STORAGE_KEY = "handbook.searches";
const MOST = 6;

/** @returns {string[]} the latest first; none if storage is blocked or holds something else */
export function recentSearches() {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((query) => typeof query === "string" && query).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** @param {string} query that has led somewhere */
export function rememberSearch(query) {
  const others = recentSearches().filter((other) => other.toLowerCase() !== query.toLowerCase());
  store([query, ...others].slice(0, MOST));
}

export const forgetSearches = () => store(null);

function store(queries) {
  try {
    if (queries) localStorage.setItem(STORAGE_KEY, JSON.stringify(queries));
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is blocked or full: nothing is remembered.
  }
}
