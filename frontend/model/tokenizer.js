// From a typed sentence to tokens that the model knows.
// Serbian may be typed in either alphabet: the model's words are Latin.
import { latin } from "../core/cyrillic.js";
import { nearest } from "../core/near-words.js";

const PIECE = /[\p{L}\p{M}\d]+(?:['’-][\p{L}\p{M}\d]+)*|[^\s]/gu;

/** The token that ends a text. */
export const END = "<end>";
/** Whether a token is a sign of the model's own, and no word: the end, or a language. */
export const isTag = (token) => /^<.*>$/.test(token);

const capital = (word) => word.slice(0, 1).toUpperCase() + word.slice(1);

/**
 * The vocabulary's token for a typed piece:
 * at the start of a sentence with a capital, else as typed, small, or with one.
 */
export function findToken(piece, vocabulary, starts = false) {
  const small = piece.toLowerCase();
  return [starts ? capital(piece) : piece, piece, small, capital(small)].find((form) => vocabulary.has(form));
}

/**
 * What the model reads of a text: its first `most` words and marks.
 * @param {string} text
 * @param {Set<string>} vocabulary
 * @param {number} [most] all of them, if left out
 * @returns {{ tokens: string[], unknown: { word: string, near: string[] }[], count: number }} `unknown`: the words that
 *   it doesn't know; `count`: how many there are in all of the text
 */
export function readSentence(text, vocabulary, most) {
  const pieces = text.normalize("NFC").match(PIECE) ?? [];
  const unknown = new Map();
  const tokens = [];
  for (const piece of pieces.slice(0, most)) {
    const token = findToken(latin(piece), vocabulary, tokens.length === 0 || tokens.at(-1) === ".");
    if (token !== undefined) tokens.push(token);
    else if (!unknown.has(piece)) unknown.set(piece, { word: piece, near: nearest(latin(piece), vocabulary) });
  }
  return { tokens, unknown: [...unknown.values()], count: pieces.length };
}

/** Whether only the last word is unknown: it may be one when it is finished. */
export const isStillTyped = (text, unknown) => unknown.length === 1 && text.endsWith(unknown[0].word);

/** The text that is read as `tokens`: no space in front of a mark that belongs to the word before. */
export const sentenceOf = (tokens) =>
  tokens
    .join(" ")
    .replace(/([([{„“]) /gu, "$1")
    .replace(/ ([.,;:!?)\]}”])/gu, "$1");
