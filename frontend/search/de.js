// German: ä is found as ae and as a, ß as ss, endings don't matter, and compounds are found by their parts.
import { longestFirst, untilStable, withoutAccents, withoutEnding, wordSet } from "./normalize.js";

export const ignored = wordSet(`
  als am an auf aus bei das dem den der des die du ein eine einem einen einer eines er es für im in ist mit nicht oder
  sich sie sind soll ich man kann und vom von wann was wie wir wo wofür zu zum zur`);

const ENDINGS = longestFirst(`
  e em en er ern es et ete eten eter etes
  ung ungen ungs
  ier iere ieren ierend iert ierte ierten ierter iertes ierung ierungen ing`);

const UMLAUTS = /ae+|oe+|(?<![aeq])ue+/g; // not in neue, Frauen, Query

const umlauts = untilStable((word) => word.replace(UMLAUTS, (letters) => letters[0]));

const step = (word) => {
  if (/matriz(?=e|$)/.test(word)) return word.replace("matriz", "matrix");
  if (/[^s]s$/.test(word) && word.length > 3) return word.slice(0, -1);
  if (/[lr]n$/.test(word) && word.length > 5) return word.slice(0, -1);
  return withoutEnding(word, ENDINGS, 4);
};

export const fold = (word) => umlauts(withoutAccents(word.replaceAll("ß", "ss")));
export const stem = untilStable((word) => fold(step(fold(word))));

// Beside the glossary's words.
const MORE_PARTS = wordSet(
  "abweichung ausgabe fehler funktion kodierung kontext länge normalisierung produkt rechnung strom verbindung zahl",
);
const moreParts = [...MORE_PARTS].map(stem);

// Aufmerksamkeitsgewicht is found by Gewicht as well, and Gewichtsmatrix by both of its parts.
export function parts(word, vocabulary) {
  const whole = stem(word);
  return [...vocabulary, ...moreParts].filter(
    (part) => part.length >= 4 && whole.length >= part.length + 3 && (whole.endsWith(part) || whole.startsWith(part)),
  );
}
