// The normalisers of the search: one spelling for all forms of a word, and the same when done twice.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const languages = {};
for (const code of ["de", "en", "sr", "sw", "default"])
  languages[code] = await import(`../../frontend/search/${code}.js`);
const { beginnings, indexTerms, queryWords, tokens, wholeTerm } = await import("../../frontend/search/words.js");

const VOCABULARY = ["gewicht", "vektor", "kopf"].map(languages.de.stem);

const SAME = {
  en: [
    "matrix matrices",
    "axis axes",
    "query queries",
    "mask masks masked masking",
    "embedding embeddings",
    "class classes",
    "bias biases",
    "normalise normalize",
  ],
  de: [
    "schlüssel schluessel schlussel schlüsseln",
    "größer groesser grösser größe groß",
    "gewicht gewichte gewichten gewichtung gewichtet",
    "kopf köpfe koepfen kopfes",
    "matrix matrizen",
    "maske masken maskiert maskierung",
    "skaliert skalierung skalieren",
    "token tokens",
  ],
  sr: [
    "pažnja pažnju paznje пажња пажњом",
    "glava glavi glavama глави",
    "težina tezinama тежине",
    "ključ kljucevima кључева",
    "vrednost vrednosti vrednošću",
    "gubitak gubitka gubici gubitaka",
    "ugrađeni ugradjenih уграђеног",
    "red redovi redova",
    "parametar parametri parametara",
    "trougao trougla trouglom",
    "greška greške grešaka",
    "џеп dzepovi",
    "множење množenja",
  ],
  sw: [
    "kichwa vichwa",
    "ufunguo funguo",
    "zingatia kuzingatia huzingatia inazingatia wanazingatia alizingatia",
    "mfano mifano",
    "mtandao mitandao",
    "swali maswali",
    "funza kufunza hufunzwa mafunzo",
    "kokotoa kukokotoa unakokotoa",
    "mhimili mihimili",
    "kigezo vigezo",
  ],
};

const DIFFERENT = {
  en: ["score softmax", "query key", "loss logit", "mask matrix"],
  de: ["gewicht gesicht", "kopf kopie", "zeile spalte", "score sequenz"],
  sr: ["glava glas", "red račun", "upit ugao", "ključ klasa"],
  sw: ["kichwa kigezo", "swali safu", "uzito umbo", "alama akiba"],
};

for (const [code, groups] of Object.entries(SAME)) {
  test(`${code}: all forms of a word are one term`, () => {
    for (const group of groups) {
      const terms = new Set(group.split(" ").map((word) => wholeTerm(word, languages[code])));
      assert.equal(terms.size, 1, `${group}: ${[...terms]}`);
    }
  });
  test(`${code}: different words stay different`, () => {
    for (const pair of DIFFERENT[code]) {
      const [one, other] = pair.split(" ").map(languages[code].stem);
      assert.notEqual(one, other, pair);
    }
  });
}

for (const [code, language] of Object.entries(languages)) {
  test(`${code}: twice is once, for every word of the pages`, () => {
    const folder = new URL(`../../docs/${code === "default" ? "sr" : code}/`, import.meta.url);
    const text = readdirSync(folder)
      .filter((name) => name.endsWith(".md"))
      .map((name) => readFileSync(new URL(name, folder), "utf8"))
      .join("\n");
    const words = new Set(text.toLowerCase().match(/\p{L}+/gu));
    assert.ok(words.size > 1000);
    for (const word of words) {
      const stem = language.stem(word);
      assert.equal(language.stem(stem), stem, word);
      assert.equal(language.stem(language.fold(word)), stem, word);
      assert.ok(stem.length >= Math.min(2, word.length), `${word} → ${stem}`);
    }
  });
  test(`${code}: code is found whole and by its parts`, () => {
    for (const part of ["torch.nn.Linear", "nn.Linear", "Linear"]) {
      const term = wholeTerm(part, language);
      assert.ok(
        indexTerms("torch.nn.Linear", language).some((one) => one.startsWith(term)),
        `${part}: ${term}`,
      );
    }
    for (const typed of ["masked_fill_", "masked_fill", "masked", "fill"]) {
      assert.ok(indexTerms("scores.masked_fill", language).includes(wholeTerm(typed, language)), typed);
    }
    assert.deepEqual(indexTerms("0,4063", language), ["0.4063"]);
    assert.deepEqual(indexTerms("…_*", language), []);
  });
}

test("signs, arguments and names in capitals are words too", () => {
  const text = "a @ b, x &= y, softmax(scores, dim=-1), LayerNorm, RMSNorm, feed-forward, masked_fill_(…), e@mail";
  const en = languages.en;
  const terms = tokens(text).flatMap(({ text: word }) => indexTerms(word, en));
  for (const term of [
    "@",
    "&=",
    "dim=-1",
    "dim",
    "layernorm",
    "layer",
    "norm",
    "rms",
    "feedforward",
    "feed",
    "masked_fill",
  ])
    assert.ok(terms.includes(en.stem(term)) || terms.includes(term), term);
  assert.equal(terms.filter((term) => term === "@").length, 1, "that of an address is none");
  assert.deepEqual(
    queryWords("what is the mask", en).map(({ terms: [term] }) => term),
    ["mask"],
  );
  assert.deepEqual(
    queryWords("what is", en).map(({ text: word }) => word),
    ["what", "is"],
    "rather than nothing",
  );
});

test("half a word is where a word begins", () => {
  for (const [code, word] of [
    ["de", "gewichtung"],
    ["sr", "težinama"],
    ["sw", "umakini"],
    ["en", "embeddings"],
  ]) {
    for (let length = 2; length <= word.length; length++) {
      const terms = beginnings(word.slice(0, length), languages[code]);
      const found = indexTerms(word, languages[code]).some((one) => terms.some((term) => one.startsWith(term)));
      assert.ok(found, `${word.slice(0, length)} → ${terms}`);
    }
  }
});

test("German compounds are found by their parts", () => {
  for (const [compound, part] of [
    ["Aufmerksamkeitsgewichten", "Gewichtung"],
    ["Kontextvektoren", "Vektor"],
    ["Mehrkopf", "Köpfe"],
    ["Residualverbindung", "Verbindungen"],
  ]) {
    assert.ok(indexTerms(compound, languages.de, VOCABULARY).includes(wholeTerm(part, languages.de)), compound);
  }
});
