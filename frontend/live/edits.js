// The reader's edited code, kept in the browser for a page in its language until it is reset.

import { CODE, erase, languageLinks, readJson, write } from "../page/reader-state.js";

/**
 * @typedef {{ block: number, source: string, code: string }} Edit a block's place and text on the page, and its text
 * now
 */

const keyOf = (path) => `${CODE} ${path}`;

/**
 * The edited code of a page by the index of its block.
 * @param {string[]} sources of the page's blocks
 * @param {string} path of the page
 * @returns {Map<number, string>} empty where nothing is kept, or what is kept isn't ours
 */
export function readEdits(sources, path) {
  const edits = new Map();
  for (const { block, source, code } of storedEdits(path)) {
    // A page that has changed since may have moved its blocks.
    const index = sources[block] === source ? block : sources.indexOf(source);
    if (index >= 0 && code !== source && !edits.has(index)) edits.set(index, code);
  }
  return edits;
}

/**
 * Keeps the edited code of a page.
 * @param {string[]} sources of the page's blocks
 * @param {string} path of the page
 * @param {Map<number, string>} edits
 */
export function writeEdits(sources, path, edits) {
  const toStore = ([block, code]) => ({ block, source: sources[block], code });
  if (edits.size === 0) erase(keyOf(path));
  else write(keyOf(path), Array.from(edits, toStore));
}

/**
 * @param {string} path of a page
 * @returns {Edit[]}
 */
export function storedEdits(path) {
  const stored = readJson(keyOf(path));
  return Array.isArray(stored) ? stored.filter(isEdit) : [];
}

/**
 * The blocks that are edited on this page in other languages.
 * @returns {Map<number, HTMLAnchorElement>} by their index, the link to such a language
 */
export function editsElsewhere() {
  const others = languageLinks().filter(({ pathname }) => pathname !== location.pathname);
  return new Map(others.flatMap((link) => storedEdits(link.pathname).map(({ block }) => [block, link])));
}

const isEdit = (value) =>
  Number.isInteger(value?.block) && typeof value.source === "string" && typeof value.code === "string";
