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
export const withoutAccents = (word) =>
  /[^ -~]/.test(word) ? word.normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC") : word;
