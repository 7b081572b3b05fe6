// Serbian in Cyrillic and in Latin letters. To Latin is unambiguous: each letter is one, or always the same two.

const LATIN = Object.fromEntries(
  (
    "а a б b в v г g д d ђ đ е e ж ž з z и i ј j к k л l љ lj м m н n њ nj о o п p " +
    "р r с s т t ћ ć у u ф f х h ц c ч č џ dž ш š"
  )
    .split(" ")
    .flatMap((letter, index, letters) => (index % 2 ? [[letters[index - 1], letter]] : [])),
);

const CYRILLIC = Object.fromEntries(Object.entries(LATIN).map(([letter, latinLetters]) => [latinLetters, letter]));

const latinLetter = (cyrillic) => {
  const small = cyrillic.toLowerCase();
  const letters = LATIN[small] ?? cyrillic;
  return small === cyrillic ? letters : letters.slice(0, 1).toUpperCase() + letters.slice(1);
};

/** Serbian in Cyrillic letters. For the model's words only: in names and foreign words, `nj` may be two letters. */
export const cyrillic = (text) =>
  text.replace(/dž|lj|nj|[a-pr-vzčćđšž]/giu, (match) => {
    const letter = CYRILLIC[match.toLowerCase()];
    return match.slice(0, 1) === match.slice(0, 1).toLowerCase() ? letter : letter.toUpperCase();
  });

/** Serbian in Latin letters, whichever the alphabet of `text`. */
export const latin = (text) => text.replace(/\p{Script=Cyrillic}/gu, latinLetter);
