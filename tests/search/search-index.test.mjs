// What the search finds in a few sections: which come first, what is forgiven, and what is offered instead.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as de from "../../frontend/search/de.js";
import * as en from "../../frontend/search/en.js";
import { excerpt, splitAtFound } from "../../frontend/search/excerpt.js";
import { SearchIndex } from "../../frontend/search/search-index.js";
import * as sr from "../../frontend/search/sr.js";
import { indexTerms } from "../../frontend/search/words.js";

const SECTIONS = [
  ["masks/", "Hiding the future", "The mask hides later tokens. Softmax follows.", 1],
  ["masks/#mask", "The mask", "A triangle of zeros: torch.tril. Rows are queries.", 1],
  ["masks/#exercise-mask", "The mask", "Which cells does the mask hide?", 1],
  ["scores/", "Scores", "Dot products of queries and keys, by queries @ keys.T and softmax(scores, dim=-1).", 1],
  ["scores/#softmax", "Softmax", "It turns scores into shares with nn.functional.softmax.", 1],
  ["scores/#heat", "Pictures", "Weights as heat maps. The temperature is a number.", 1],
];
const TERMS = {
  terms: [
    { term: "softmax", english: "softmax", forms: ["softmax"], definition: "Shares.", address: "scores/#softmax" },
    { term: "mask", english: "mask", forms: ["mask", "masks"], definition: "What hides.", address: "masks/#mask" },
  ],
  english: {},
  words: { "scores/#heat": "visualization / plots" },
};

async function index(sections = SECTIONS, more = TERMS, language = en) {
  const made = new SearchIndex(sections, more, language);
  await made.build();
  return made;
}
const addresses = ({ pages }) => pages.flatMap(({ sections }) => sections.map(({ address }) => address));

test("titles come before text, and what explains before what asks", async () => {
  const found = addresses((await index()).search("mask"));
  assert.equal(found[0], "masks/#mask");
  assert.ok(found.indexOf("masks/#exercise-mask") > found.indexOf("masks/#mask"));
});

test("a term in any form shows its definition, once it can be no other while it is typed", async () => {
  const made = await index();
  for (const query of ["softmax", "Softmax", "softma", "what is softmax", "sofmax", "softmxa"])
    assert.deepEqual(
      made.search(query).terms.map(({ address }) => address),
      ["scores/#softmax"],
      query,
    );
  for (const query of ["so", "softmax mask", "triangle", "softma "])
    assert.deepEqual(made.search(query).terms, [], query);
});

test("a term is found written as one word, as two, and with a hyphen", async () => {
  const term = { term: "self-attention", english: "self-attention", forms: [], definition: "…", address: "scores/" };
  const made = await index(SECTIONS, { ...TERMS, terms: [term] });
  for (const query of ["self-attention", "self attention", "selfattention"])
    assert.deepEqual(made.search(query).terms, [term], query);
});

test("of one page so many sections are shown, and no more", async () => {
  const sections = Array.from({ length: 9 }, (_, number) => [`a/#s${number}`, "Masks", "A mask.", 1]);
  assert.equal(addresses((await index(sections)).search("mask")).length, 5);
});

test("a slip is forgiven, and told", async () => {
  const made = await index();
  for (const [typed, taken] of [
    ["tempreature", "temperature"],
    ["qeuries", "queries"],
    ["trianlge", "triangle"],
  ]) {
    const found = made.search(typed);
    assert.deepEqual(found.corrected, [[typed, taken]]);
    assert.deepEqual(addresses(found), addresses(made.search(taken)), typed);
  }
  assert.deepEqual(made.search("temperature").corrected, []);
  assert.deepEqual(made.search("zebra").pages, []);
});

test("names in code are found whole and in parts, operators too", async () => {
  const made = await index();
  for (const query of ["torch.tril", "tril"]) assert.equal(addresses(made.search(query))[0], "masks/#mask", query);
  for (const query of ["@", "dim=-1", "dim"]) assert.deepEqual(addresses(made.search(query)), ["scores/"], query);
  assert.equal(
    addresses(made.search("F.softmax"))[0],
    "scores/#softmax",
    "by its part, where the whole stands nowhere",
  );
  assert.deepEqual(made.search("F.softmax ").corrected, [], "which is no slip");
});

test("a compound is found where its parts stand side by side, and other words of a section lead to it", async () => {
  const made = await index();
  assert.deepEqual(addresses(made.search("heatmap")), ["scores/#heat"]);
  assert.deepEqual(addresses(made.search("heatnumber")), [], "these two stand far apart");
  assert.deepEqual(addresses(made.search("visualisations")), ["scores/#heat"]);
});

test("a last single letter begins no word, and neither does a word that says nothing", async () => {
  const sections = [
    ["scores/#why", "Why is it scaled?", "The scores are divided by the root of the width.", 1],
    ["dogs/", "Dogs", "These dogs don't divide: they detect directly. Therefore them.", 1],
  ];
  const made = await index(sections, { terms: [], english: {}, words: { "scores/#why": "divide by sqrt d" } });
  const found = made.search("why divide by sqrt d");
  assert.equal(addresses(found)[0], "scores/#why");
  const marked = found.pages.flatMap((page) => page.sections.flatMap(({ terms }) => [...terms]));
  assert.deepEqual(
    marked.filter((term) => /^d(?!$|ivid)/.test(term)),
    [],
    "no dog, no detect",
  );
  for (const query of ["the", "The", "how do the"]) {
    assert.deepEqual(addresses(made.search(query)), [], query);
    assert.ok(made.isBegun(query) && !made.isBegun(`${query} dog`), query);
  }
  assert.deepEqual(addresses(made.search("d")).at(-1), "dogs/", "alone it is what somebody begins to type");
  assert.ok(!made.isBegun("") && !made.isBegun("..."));
});

test("how many pages were found is told, though only the best are shown", async () => {
  const sections = Array.from({ length: 14 }, (_, number) => [`p${number}/`, "Masks", "A mask.", 1]);
  const found = (await index(sections)).search("mask");
  assert.deepEqual([found.pages.length, found.of], [10, 14]);
});

test("what is offered before anything is typed are sections of these pages", async () => {
  const made = await index(SECTIONS, { ...TERMS, asked: ["scores/#softmax", "gone/#nowhere"] });
  assert.deepEqual(
    made.offered.map(({ title, page }) => [title, page]),
    [["Softmax", "Scores"]],
  );
});

test("of two words, sections with both come first", async () => {
  const made = await index();
  assert.equal(addresses(made.search("mask triangle"))[0], "masks/#mask");
  assert.equal(addresses(made.search("softmax follows"))[0], "masks/");
});

test("English words find what another language calls otherwise", async () => {
  const sections = [
    ["maske/", "Die Zukunft verbergen", "Die Maske verbirgt spätere Tokens.", 1],
    ["maske/#dreieck", "Ein Dreieck", "Nullen über der Diagonale.", 1],
  ];
  const terms = [{ term: "Maske", english: "blindfold", forms: ["maske"], definition: "…", address: "maske/" }];
  const made = await index(sections, { terms, english: { "maske/#dreieck": "A triangle" }, words: {} }, de);
  assert.deepEqual(addresses(made.search("blindfold")), ["maske/"]);
  assert.deepEqual(made.search("blindfold").terms, terms);
  assert.deepEqual(addresses(made.search("triangle")), ["maske/#dreieck"]);
});

test("either Serbian alphabet finds texts in the other, without diacritics too", async () => {
  const sections = [["paznja/", "Пажња", "Шта је ђак научио о кључевима.", 1]];
  const made = await index(sections, { terms: [], english: {}, words: {} }, sr);
  for (const query of ["pažnja", "paznjom", "пажњу", "kljuc", "kljucevi", "кључ", "djak"])
    assert.deepEqual(addresses(made.search(query)), ["paznja/"], query);
});

test("where nothing is found, near words are offered, none of them code", async () => {
  const made = await index();
  assert.deepEqual(made.nearest("triangular"), ["triangle"]);
  assert.deepEqual(made.nearest("###"), []);
});

test("broken queries find nothing and break nothing", async () => {
  const made = await index();
  for (const query of [
    "",
    "  ",
    "*",
    "...",
    "_",
    "(",
    "+",
    '"',
    "\\",
    "a".repeat(500),
    "🙂",
    "constructor",
    "__proto__",
  ]) {
    const found = made.search(query);
    assert.deepEqual([found.pages, found.terms, found.corrected], [[], [], []], query);
    made.nearest(query);
  }
});

test("an excerpt shows the words that were found, marked, and begins and ends between words", () => {
  const text = `${"before ".repeat(40)}the mask\nhides it ${"after ".repeat(40)}`;
  const termsOf = (word) => indexTerms(word, en);
  const parts = excerpt(text, new Set(["mask", "hide"]), termsOf);
  assert.deepEqual(
    parts.filter((_, at) => at % 2),
    ["mask", "hides"],
  );
  assert.match(parts.join(""), /^… before .* the mask hides it .* after …$/);
  assert.ok(parts.join("").length < 200);
  const both = "The mask hides it.\fmask = torch.tril(ones)\nprint(mask)";
  assert.equal(excerpt(both, new Set(["mask"]), termsOf).join(""), "The mask hides it.", "no code behind a sentence");
  assert.equal(excerpt(both, new Set(["torch.tril"]), termsOf).join(""), "mask = torch.tril(ones) print(mask)");
  assert.equal(excerpt(both, new Set(["other"]), termsOf).join(""), "The mask hides it.");
  assert.deepEqual(splitAtFound("No such word", new Set(["mask"]), termsOf), ["No such word"]);
  assert.deepEqual(splitAtFound("", new Set(["mask"]), termsOf), [""]);
});
