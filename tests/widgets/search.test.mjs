// The normalisers of the search: one spelling for all forms of a word, and the same when done twice.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

globalThis.COMPOUND_PARTS = ["gewicht", "vektor", "kopf"];
const languages = {};
for (const code of ["de", "en", "sr", "sw", "default"])
  languages[code] = await import(`../../frontend/search/${code}.js`);
const { indexTerms, queryBeginnings, queryTerm } = await import("../../frontend/search/normalize.js");

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
      const terms = new Set(group.split(" ").map((word) => queryTerm(word, languages[code])));
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
      const term = queryTerm(part, language);
      assert.ok(
        indexTerms("torch.nn.Linear", language).some((one) => one.startsWith(term)),
        `${part}: ${term}`,
      );
    }
    for (const typed of ["masked_fill_", "masked_fill", "masked", "fill"]) {
      assert.ok(indexTerms("scores.masked_fill", language).includes(queryTerm(typed, language)), typed);
    }
    assert.deepEqual(indexTerms("0,4063", language), ["0.4063"]);
    assert.deepEqual(indexTerms("…_*", language), []);
  });
}

test("half a word is where a word begins", () => {
  for (const [code, word] of [
    ["de", "gewichtung"],
    ["sr", "težinama"],
    ["sw", "umakini"],
    ["en", "embeddings"],
  ]) {
    for (let length = 2; length <= word.length; length++) {
      const terms = queryBeginnings(word.slice(0, length), languages[code]);
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
    assert.ok(indexTerms(compound, languages.de).includes(queryTerm(part, languages.de)), compound);
  }
});
