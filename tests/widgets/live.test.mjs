// The model on the home page, without a page: which head it shows, what it offers, and its elements as html.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { toHtml } from "../../frontend/core/tree.js";
import { beginnings, headThatLooksBack, liveReading } from "../../frontend/home/live-reading.js";
import { LiveView, still } from "../../frontend/home/live-view.js";
import { LanguageModel } from "../../frontend/model/language-model.js";

const file = new URL("../../models/grammar.safetensors", import.meta.url);
const model = new LanguageModel(readFileSync(file).toString("base64"));
const read = (text, language = "en") => liveReading(model, language, text.split(" "));

// -- which head

/** Attention with these weights of the last token, in a layer with a head each. */
const partOf = (...rows) => ({
  layers: rows.length,
  heads: 1,
  head: (l) => ({ weights: { [rows[l].length - 1]: rows[l] } }),
});

test("of all heads, the one with the largest weight on a word further back", () => {
  const { layer, key } = headThatLooksBack(partOf([0, 0.3, 0.3, 0.2, 0.2], [0, 0.1, 0.6, 0.2, 0.1]), 4);
  assert.deepEqual([layer, key], [1, 2]);
});

test("neither the start, nor the word before, nor the word itself count", () => {
  const { layer, key } = headThatLooksBack(
    partOf([0, 0.2, 0.1, 0.7, 0], [0.6, 0.1, 0, 0, 0.3], [0, 0, 0.1, 0, 0.9]),
    4,
  );
  assert.deepEqual([layer, key], [0, 1]);
});

test("the second word has only the word before, and the first only the start", () => {
  assert.equal(headThatLooksBack(partOf([0.9, 0.1, 0]), 2).key, 1);
  assert.equal(headThatLooksBack(partOf([0.1, 0.9]), 1).key, 0);
});

test("before the verb it is the head that finds the subject, in each language", () => {
  for (const [language, text, subject] of [
    ["en", "The dogs near the house", "dogs"],
    ["en", "The dog near the houses", "dog"],
    ["de", "Die Hunde neben dem Haus", "Hunde"],
    ["sr", "Psi pored kuće", "Psi"],
    ["sw", "Mbwa hawa walio karibu na duka", "Mbwa"],
  ]) {
    const { tokens, part } = read(text, language);
    const { key, weights } = headThatLooksBack(part, tokens.length);
    assert.equal(tokens[key - 1], subject);
    assert.ok(weights[key] > 0.9, `${text}: ${weights[key]}`);
    assert.ok(Math.abs(weights.reduce((sum, weight) => sum + weight, 0) - 1) < 1e-9);
  }
});

// -- what comes next

test("the verb agrees with the word that is looked at", () => {
  assert.equal(read("The dogs near the house").next[0].token, "bark");
  assert.equal(read("The dog near the houses").next[0].token, "barks");
});

test("the end of the text is no word to add, and a full context takes none", () => {
  const { next } = read("Anna sees the dogs . She likes them .");
  assert.deepEqual(
    next.map(({ isEnd, canAdd }) => [isEnd, canAdd]),
    [[true, false]],
  );
  const full = read(
    Array(model.contextLength - 1)
      .fill("dogs")
      .join(" "),
  );
  assert.ok(full.next.every(({ canAdd }) => !canAdd));
  assert.ok(read("The").next.some(({ canAdd }) => canAdd));
});

test("finished sentences are offered without their last word", () => {
  assert.deepEqual(beginnings(["The dogs near", "Anna sees. She likes them.", "a b.", "left out"]), [
    "The dogs near",
    "Anna sees. She likes",
    "a",
  ]);
});

// -- elements

test("html: signs are escaped, what is missing is left out", () => {
  const tree = ["p", { class: 'a"b', id: null, hidden: true, title: undefined }, "1 < 2 & ", false, ["b", {}, ">"]];
  assert.equal(toHtml(tree), '<p class="a&quot;b" hidden="">1 &lt; 2 &amp; <b>&gt;</b></p>');
  assert.equal(toHtml(["input", { type: "text" }]), '<input type="text">');
});

test("what stands still has controls that can't be pressed", () => {
  assert.equal(toHtml(still(["li", {}, ["button", {}, "a"]])), '<li><button disabled="">a</button></li>');
});

test("later words have no share, and shares are written as the language writes them", () => {
  const view = new LiveView("de", "de", { start: "Anfang" });
  const html = view.words(read("Die Hunde neben dem Haus", "de"), 2, 5).map(toHtml);
  assert.equal(html.length, 6);
  assert.match(html[2], /live-query.*aria-pressed="true".*tabindex="-1"/);
  assert.match(html[1], /--share:0\.\d{3}.*\d\u00a0%/);
  for (const later of html.slice(3)) assert.ok(later.includes("live-later") && !/share|%/.test(later));
  assert.ok(!html[5].includes("tabindex"), "the chosen word is the stop of Tab");
});

test("words of another language than the page's are marked, and run as their lines do", () => {
  const messages = { looks: "{word}", looks_first: "{word}", which_head: "{head}" };
  const marked = (locale) => {
    const tree = new LiveView(locale, "en", messages).start(read("The dogs near the house"), ["The dogs near ."]);
    const tags = toHtml(["div", {}, ...tree]).matchAll(/<(\w+)[^>]* lang="en" dir="ltr"/g);
    return [...tags].map(([, tag]) => tag);
  };
  assert.deepEqual(marked("fa"), ["div", "ol", "div", "input"]);
  assert.deepEqual(marked("en-GB"), []);
});

test("the Cyrillic edition shows the model's Serbian in its letters", () => {
  const view = new LiveView("sr-Cyrl", "sr", {});
  assert.equal(view.text(["Psi", "pored", "kuće", "."]), "Пси поред куће.");
  assert.equal(new LiveView("sr-Latn", "sr", {}).text(["Psi", "."]), "Psi.");
  assert.equal(new LiveView("sr-Cyrl", "en", {}).text(["The"]), "The");
});
