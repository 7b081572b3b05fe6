// What the normalisers of all languages share. A normaliser makes one spelling of all forms of a word, so that any of
// them finds any other. It needn't be a word: only equal for the same word, and the same when done twice.

// Applies `step` until nothing changes any more, so that doing it twice is doing it once. Each step must shorten the
// word or leave it alone.
export const untilStable = (step) => (word) => {
  for (;;) {
    const shortened = step(word);
    if (shortened === word) return word;
    word = shortened;
  }
};

// The word without the first ending (longest first) that leaves at least `least` letters.
export function withoutEnding(word, endings, minLetters) {
  const ending = endings.find((suffix) => word.endsWith(suffix) && word.length - suffix.length >= minLetters);
  return ending ? word.slice(0, -ending.length) : word;
}

export const longestFirst = (words) =>
  words
    .trim()
    .split(/\s+/)
    .sort((a, b) => b.length - a.length);

export const wordSet = (words) => new Set(words.trim().split(/\s+/));

// Letters without their accents: é → e, č → c.
export const withoutAccents = (word) => word.normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC");

// A piece of text without what only surrounds it, in lower case. masked_fill_ is masked_fill: both do the same.
export const trimmed = (text) =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "")
    .replace(/['’]/g, "");

const NUMBER = /^\d+(?:[.,]\d+)*$/;
const CODE = /[._\d]/;

// The terms by which `text` is found: for a word what the normaliser makes of it, and its own letters, which a half
// typed word begins with; for code also its parts, so that torch.nn.Linear is found as nn.linear and as linear, and
// masked_fill as masked and fill.
export function indexTerms(text, language) {
  const word = trimmed(text);
  if (!word || language.ignored.has(word)) return [];
  if (NUMBER.test(word)) return [queryTerm(word, language)];
  if (!CODE.test(word)) return [...new Set([language.stem(word), language.fold(word), ...language.parts(word)])];
  const names = word.split(".");
  const tails = names.map((_, index) => names.slice(index).join("."));
  const words = word.split(/[._]+/).filter((part) => part && !CODE.test(part));
  return [...new Set([...tails.filter(Boolean), ...words.map(language.stem)])];
}

// The term that finds `text`; empty for words that say nothing.
export function queryTerm(text, language) {
  const word = trimmed(text);
  if (NUMBER.test(word)) return word.replace(",", ".");
  return !word || CODE.test(word) ? word : language.stem(word);
}

// The beginnings that find `text` while it is being typed: umak is no word yet, so its u isn't taken for a front.
export function queryBeginnings(text, language) {
  const term = queryTerm(text, language);
  const word = trimmed(text);
  const typed = CODE.test(word) ? term : language.fold(word);
  return typed.startsWith(term) ? [term] : [term, typed];
}
