// Serbian written in Cyrillic letters, in Latin ones.
// This way round nothing is in doubt: one letter, or always the same two.

const LETTERS = Object.fromEntries(
  (
    "а a б b в v г g д d ђ đ е e ж ž з z и i ј j к k л l љ lj м m н n њ nj о o п p " +
    "р r с s т t ћ ć у u ф f х h ц c ч č џ dž ш š"
  )
    .split(" ")
    .flatMap((letter, index, letters) => (index % 2 ? [[letters[index - 1], letter]] : [])),
);

const CYRILLIC = Object.fromEntries(Object.entries(LETTERS).map(([letter, written]) => [written, letter]));

const letter = (cyrillic) => {
  const small = cyrillic.toLowerCase();
  const found = LETTERS[small] ?? cyrillic;
  return small === cyrillic ? found : found.slice(0, 1).toUpperCase() + found.slice(1);
};

/** Words of the page's model only: in names and foreign words, `nj` may be two letters. */
export const cyrillic = (text) =>
  text.replace(/dž|lj|nj|[a-pr-vzčćđšž]/giu, (found) => {
    const letter = CYRILLIC[found.toLowerCase()];
    return found.slice(0, 1) === found.slice(0, 1).toLowerCase() ? letter : letter.toUpperCase();
  });

export const latin = (text) => text.replace(/\p{Script=Cyrillic}/gu, letter);
