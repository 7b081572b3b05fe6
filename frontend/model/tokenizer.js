// From a typed sentence to tokens that the model knows, and from a word that it doesn't know to ones that it does.
// Serbian may be typed in either alphabet: the model's words are Latin.
import { latin } from "../core/cyrillic.js";

const PIECE = /[\p{L}\p{M}\d]+(?:['’-][\p{L}\p{M}\d]+)*|[^\s]/gu;
const MAX_NEAR = 4;

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

/** `{tokens, unknown}`: what of `text` the model reads, and `{word, near}` for each word that it doesn't know. */
export function readSentence(text, vocabulary) {
  const pieces = text.normalize("NFC").match(PIECE) ?? [];
  const unknown = new Map();
  const tokens = [];
  for (const piece of pieces) {
    const token = findToken(latin(piece), vocabulary, tokens.length === 0 || tokens.at(-1) === ".");
    if (token !== undefined) tokens.push(token);
    else if (!unknown.has(piece)) unknown.set(piece, { word: piece, near: nearest(latin(piece), vocabulary) });
  }
  return { tokens, unknown: [...unknown.values()] };
}

/** Whether only the last word is unknown: it may be one when it is finished. */
export const isStillTyped = (text, unknown) => unknown.length === 1 && text.endsWith(unknown[0].word);

/** The text that is read as `tokens`: no space in front of a mark that belongs to the word before. */
export const sentenceOf = (tokens) =>
  tokens
    .join(" ")
    .replace(/([([{„“]) /gu, "$1")
    .replace(/ ([.,;:!?)\]}”])/gu, "$1");

const withoutMarks = (word) =>
  word.toLowerCase().replace(/đ/g, "dj").replace(/ß/g, "ss").normalize("NFD").replace(/\p{M}/gu, "");

/** Words of the vocabulary that take few changes of letters. Marks above letters count less than letters. */
export function nearest(word, vocabulary) {
  if (!/\p{L}/u.test(word)) return []; // a sign is no slip
  const maxChanges = Math.max(1, Math.floor(word.length / 3));
  return [...vocabulary]
    .filter((other) => /\p{L}/u.test(other))
    .map((other) => ({
      other,
      changes: distance(withoutMarks(word), withoutMarks(other)),
      exact: distance(word.toLowerCase(), other.toLowerCase()),
    }))
    .filter(({ changes }) => changes <= maxChanges)
    .sort((a, b) => a.changes - b.changes || a.exact - b.exact || a.other.localeCompare(b.other))
    .slice(0, MAX_NEAR)
    .map(({ other }) => other);
}

/** How many letters must be put in, taken out, changed, or swapped with the next one. */
export function distance(left, right) {
  const [a, b] = [[...left], [...right]];
  let rowBeforeLast = [];
  let lastRow = Array.from({ length: b.length + 1 }, (_, c) => c);
  for (let r = 1; r <= a.length; r += 1) {
    const row = [r];
    for (let c = 1; c <= b.length; c += 1) {
      row[c] = Math.min(lastRow[c] + 1, row[c - 1] + 1, lastRow[c - 1] + (a[r - 1] === b[c - 1] ? 0 : 1));
      if (r > 1 && c > 1 && a[r - 1] === b[c - 2] && a[r - 2] === b[c - 1])
        row[c] = Math.min(row[c], rowBeforeLast[c - 2] + 1);
    }
    [rowBeforeLast, lastRow] = [lastRow, row];
  }
  return lastRow[b.length];
}
