// What the browser keeps for a reader: the name of each key, and ways to read, write and erase that never fail, also
// where storage is blocked or full. Nothing of it leaves the browser; the page your-data lists and erases it.

/** @typedef {"localStorage" | "sessionStorage"} Area */

export const ALPHABET = "handbook.alphabet"; // this and the next for all sites of an origin: a choice, nothing more
export const WRAP = "handbook.wrap";
export const CODE = "handbook.code"; // before the path of a page
export const READ = "handbook.read"; // this and the next three before the path of the site, which its languages share
export const SOLVED = "handbook.solved";
export const STOPPED = "handbook.stopped";
export const SEARCHES = "handbook.searches";
export const PLACE = "handbook.place"; // in sessionStorage, from the click on a language to its page

/** The links to this page in all languages: each keeps the code that was changed there. */
export const languageLinks = () =>
  /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll(".languages a[data-language]")]);

/**
 * @param {string} key
 * @param {Area} [area]
 * @returns {string | null} null for nothing, or if storage is blocked
 */
export function readText(key, area = "localStorage") {
  try {
    return globalThis[area].getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {Area} [area]
 * @returns {any} what JSON says; null for nothing, and for what isn't JSON
 */
export function readJson(key, area) {
  try {
    return JSON.parse(readText(key, area) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Writes a text, or what becomes JSON. Where storage is blocked or full, nothing is kept.
 * @param {string} key
 * @param {unknown} value
 * @param {Area} [area]
 */
export function write(key, value, area = "localStorage") {
  try {
    globalThis[area].setItem(key, typeof value === "string" ? value : JSON.stringify(value));
  } catch {
    // What was chosen holds until the page is left.
  }
}

/**
 * @param {string} key
 * @param {Area} [area]
 */
export function erase(key, area = "localStorage") {
  try {
    globalThis[area].removeItem(key);
  } catch {
    // Storage is blocked: there is nothing.
  }
}

/** @returns {string[] | null} all keys of the origin; null if storage is blocked */
export function storedKeys() {
  try {
    return Object.keys(localStorage);
  } catch {
    return null;
  }
}
