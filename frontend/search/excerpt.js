// What a result shows of its section: a piece of the text around the words that were found, which are marked.

import { tokens } from "./words.js";

const LENGTH = 150; // letters of a piece
const BEFORE = 40; // the first word that was found

/**
 * The parts of a text, alternating between what wasn't found and what was: text, found, text, found, text …
 * @param {string} text
 * @param {Set<string>} terms under which the section was found
 * @param {(word: string) => string[]} termsOf the terms of a word
 * @returns {string[]}
 */
export function splitAtFound(text, terms, termsOf) {
  const parts = [];
  let end = 0;
  for (const { text: word, index } of tokens(text)) {
    if (!termsOf(word).some((term) => terms.has(term))) continue;
    parts.push(text.slice(end, index), word);
    end = index + word.length;
  }
  return [...parts, text.slice(end)];
}

/**
 * The piece of a section's text with the most different words that were found, split as above: of what it says, and of
 * its code where only that has them.
 * @param {string} text
 * @param {Set<string>} terms
 * @param {(word: string) => string[]} termsOf the terms of a word
 * @returns {string[]}
 */
export function excerpt(text, terms, termsOf) {
  const [prose, code = ""] = text.split("\f");
  const isFound = ({ text: word }) => termsOf(word).some((term) => terms.has(term));
  const flat = (tokens(prose).some(isFound) || !tokens(code).some(isFound) ? prose : code).replace(/\s+/g, " ").trim();
  const found = tokens(flat).flatMap(({ text: word, index }) => {
    const has = termsOf(word).filter((term) => terms.has(term));
    return has.length ? [{ index, has }] : [];
  });
  let best = { start: 0, count: 0 };
  for (const [first, { index }] of found.entries()) {
    const within = found.slice(first).filter((other) => other.index < index + LENGTH - BEFORE);
    const count = new Set(within.flatMap(({ has }) => has)).size;
    if (count > best.count) best = { start: index - BEFORE, count };
  }
  const start = wordStart(flat, best.start);
  const end = start + LENGTH >= flat.length ? flat.length : flat.lastIndexOf(" ", start + LENGTH);
  const piece = `${start ? "… " : ""}${flat.slice(start, end)}${end < flat.length ? " …" : ""}`;
  return splitAtFound(piece, terms, termsOf);
}

const wordStart = (text, place) => (place <= 0 ? 0 : text.indexOf(" ", place) + 1);
