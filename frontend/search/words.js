// How texts and queries become terms: what is one word, what is code, and under which terms each is found.

const WORD = String.raw`[\p{L}\p{M}\p{N}_]`;
// In this order: operators (the matrix product, &=), an argument with its value (dim=-1), and words, with the signs
// that may stand inside: nn.Linear, 0.4063, don't, feed-forward.
const SIGNS = String.raw`(?:@|[&|*/+-]=|\*\*|//)`;
const TOKEN = new RegExp(
  [
    String.raw`(?<![^\s(])${SIGNS}(?![^\s)])`,
    String.raw`[A-Za-z_]\w*=-?\w+(?:\.\w+)*`,
    String.raw`${WORD}+(?:(?:[.'’\-‑]|(?<=\d),(?=\d))${WORD}+)*`,
  ].join("|"),
  "gu",
);
const HYPHEN = /(?<=\p{L})[-‑](?=\p{L})/gu; // self-attention is asked for as two words, too
const NUMBER = /^\d+(?:[.,]\d+)*$/;
const CODE = /[._\d]/;
const OPERATOR = new RegExp(`^${SIGNS}$`);
const CAMEL = /(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u; // Layer|Norm, RMS|Norm

/** @typedef {import("./types.js").Language} Language */

/** @returns {import("./types.js").Token[]} the words of a text, each with its place */
export const tokens = (text) => Array.from(text.matchAll(TOKEN), (match) => ({ text: match[0], index: match.index }));

/** A word without what only surrounds it, in lower case. masked_fill_ is masked_fill: both do the same. */
export const trimmed = (word) =>
  OPERATOR.test(word)
    ? word
    : word
        .normalize("NFC")
        .toLowerCase()
        .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "")
        .replace(/['’]/g, "");

const unique = (terms) => [...new Set(terms)].filter(Boolean);

// The pieces that are words by themselves, besides the whole; empty where there are none.
function pieces(word) {
  for (const separator of ["=", /[-‑]/, CAMEL]) {
    const split = word.split(separator);
    if (split.length > 1) return separator === "=" ? split.slice(0, 1) : split;
  }
  return [];
}

/**
 * The terms by which a word of a text is found: what the language makes of it, and its own letters, which a half typed
 * word begins with; for code also its parts, so that torch.nn.Linear is found as nn.Linear and as linear, masked_fill
 * as masked and fill, LayerNorm as layer and norm.
 * @param {string} text one token
 * @param {Language} language
 * @param {string[]} vocabulary stems of words that compounds are made of
 */
export function indexTerms(text, language, vocabulary = []) {
  const word = trimmed(text);
  if (!word || language.ignored.has(word)) return [];
  if (OPERATOR.test(word)) return [word];
  if (NUMBER.test(word)) return [word.replaceAll(",", ".")];
  const isPlain = text === word && !/[=\-‑]/.test(word);
  const inner = isPlain ? [] : pieces(text).flatMap((piece) => indexTerms(piece, language, vocabulary));
  if (word.includes("=")) return unique([word, ...inner]);
  const whole = word.replace(/[-‑]/g, "");
  if (!CODE.test(whole))
    return unique([language.stem(whole), language.fold(whole), ...language.parts(whole, vocabulary), ...inner]);
  const names = whole.split(".");
  const tails = names.map((_, index) => names.slice(index).join("."));
  const words = whole.split(/[._]+/).filter((part) => part && !CODE.test(part));
  return unique([...tails, ...words.map(language.stem), ...inner]);
}

/** The one term of a word that all its forms share; empty for one that has none. */
export function wholeTerm(text, language) {
  const typed = trimmed(text);
  const word = typed.includes("=") ? typed : typed.replace(/[-‑]/g, "");
  if (NUMBER.test(word)) return word.replaceAll(",", ".");
  return isCode(word) ? word : language.stem(word);
}

const isCode = (word) => !word || CODE.test(word) || word.includes("=") || OPERATOR.test(word);

/** The beginnings that find a word while it is being typed: umak is no word yet, so its u isn't taken for a front. */
export function beginnings(text, language) {
  const term = wholeTerm(text, language);
  const word = trimmed(text).replace(/[-‑]/g, "");
  const typed = isCode(word) ? term : language.fold(word);
  return typed.startsWith(term) ? [term] : [term, typed];
}

/** A word of a query as the index knows it. @returns {import("./types.js").QueryWord} */
export const queryWord = (text, language) => ({
  text,
  terms: unique([wholeTerm(text, language), ...indexTerms(text, language)]),
  beginnings: beginnings(text, language),
});

/**
 * What a reader asked for, word by word: words that say nothing are left out unless there is nothing else.
 * @param {string} query
 * @param {Language} language
 * @returns {import("./types.js").QueryWord[]}
 */
export function queryWords(query, language) {
  const typed = tokens(query.replace(HYPHEN, " ")).filter(({ text }) => trimmed(text));
  const meaningful = typed.filter(({ text }) => !language.ignored.has(trimmed(text)));
  return (meaningful.length ? meaningful : typed)
    .map(({ text }) => queryWord(text, language))
    .filter(({ terms }) => terms.length);
}

/** The one term of each word of a text. @returns {string[]} */
export const wholeTerms = (text, language) => queryWords(text, language).map(({ terms: [term] }) => term);
