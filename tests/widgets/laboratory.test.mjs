// The laboratory without a page: states from links, shares of heads, and how the next token is drawn.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cleanState, startState } from "../../frontend/explorer/explorer-state.js";
import { VIEWS } from "../../frontend/explorer/views/index.js";
import { meanWeights, overlap, whereItLooks } from "../../frontend/model/attention-summary.js";
import { candidates, drawToken } from "../../frontend/model/next-token.js";

const EXPLORER = {
  languages: ["en", "de"],
  views: Object.keys(VIEWS),
  model: { blocks: [{}, {}], numHeads: 4, contextLength: 32, ids: new Map([["bark", 5]]) },
};
const state = (changes) => ({ ...startState("en", "The dogs"), heads: [0], ...changes });
const REMOVE = { kind: "remove", layer: 1, head: 2, by: "zero", off: false };

// -- links

test("a link of the first edition is filled in", () => {
  const old = {};
  for (const name of ["view", "language", "text", "part", "layer", "heads", "head", "query", "key", "filter", "stage"])
    old[name] = state()[name];
  assert.deepEqual(cleanState(old, EXPLORER), state());
});

test("a link keeps changes, the second sentence and how to write on", () => {
  const full = state({
    view: "writing",
    changes: [REMOVE],
    other: "The dog",
    word: "bark",
    summed: [1, 2],
    writing: { method: "sample", temperature: 1.5, topK: 3, topP: 0.8, seed: 7 },
  });
  assert.deepEqual(cleanState(full, EXPLORER), full);
  assert.equal(cleanState({ ...full, strange: 1 }, EXPLORER).strange, undefined);
});

test("a chapter shows its first view for a link to another", () => {
  assert.equal(cleanState(state({ view: "lens" }), { ...EXPLORER, views: ["heads", "model"] }).view, "heads");
});

for (const [name, damaged] of Object.entries({
  "no object": null,
  "a list": [],
  "an unknown view": state({ view: "toString" }),
  "an unknown language": state({ language: "fr" }),
  "a text that is none": state({ text: 5 }),
  "a text without end": state({ other: "x".repeat(601) }),
  "a word that the model doesn't know": state({ word: "quantum" }),
  "heads that are none": state({ heads: null }),
  "a negative head": state({ heads: [-2] }),
  "an index that isn't whole": state({ query: 0.5 }),
  "an infinite index": state({ layer: Infinity }),
  "keys to add up that are none": state({ summed: ["1"] }),
  "an unknown comparison": state({ against: "nothing" }),
  "an unknown map": state({ map: "kv" }),
  "changes that are no list": state({ changes: REMOVE }),
  "a change of an unknown kind": state({ changes: [{ ...REMOVE, kind: "constructor" }] }),
  "a change of a head that isn't there": state({ changes: [{ ...REMOVE, head: 4 }] }),
  "more changes than fit": state({ changes: Array(25).fill(REMOVE) }),
  "a temperature of zero": state({ writing: { ...state().writing, temperature: 0 } }),
  "no way to write": state({ writing: null }),
  "a seed that isn't whole": state({ writing: { ...state().writing, seed: 1.5 } }),
}))
  test(`refused: ${name}`, () => assert.equal(cleanState(damaged, EXPLORER), null));

// -- many heads in few numbers

test("mean and overlap of heads by hand", () => {
  const left = [
    [1, 0],
    [0.25, 0.75],
  ];
  const right = [
    [1, 0],
    [0.75, 0.25],
  ];
  assert.deepEqual(meanWeights([left, right]), [
    [1, 0],
    [0.5, 0.5],
  ]);
  assert.equal(overlap(left, left), 1);
  assert.equal(overlap(left, right), 0.75); // (1 + 0.25 + 0.25) / 2
  assert.equal(overlap(left, right, [1]), 0.5);
});

test("where a head looks, by hand: the same word counts only earlier, in any case", () => {
  const weights = [
    [1, 0, 0, 0],
    [0.5, 0.5, 0, 0],
    [0.2, 0.3, 0.5, 0],
    [0.1, 0.6, 0.2, 0.1],
  ];
  const found = whereItLooks(weights, ["<en>", "The", "dog", "the"], [1, 2, 3]);
  const close = (name, value) => assert.ok(Math.abs(found[name] - value) < 1e-15, `${name}: ${found[name]}`);
  close("self", (0.5 + 0.5 + 0.1) / 3);
  close("previous", (0.5 + 0.3 + 0.2) / 3);
  close("first", (0.5 + 0.2 + 0.1) / 3);
  close("same", 0.6);
  assert.ok(Number.isNaN(whereItLooks(weights, ["a", "b", "c", "d"]).same));
});

// -- the next token

const OPTIONS = { method: "sample", temperature: 1, topK: 0, topP: 1, seed: 1 };
const FOUR = [0.15, 0.5, 0.05, 0.3];
const shares = (options) => candidates(FOUR, { ...OPTIONS, ...options }).map(({ share }) => Number(share.toFixed(6)));

test("greedy, top-k and top-p by hand", () => {
  assert.deepEqual(
    candidates(FOUR, OPTIONS).map(({ id }) => id),
    [1, 3, 0, 2],
  );
  assert.deepEqual(shares({}), [0.5, 0.3, 0.15, 0.05]);
  assert.deepEqual(shares({ method: "greedy", temperature: 3 }), [1, 0, 0, 0]);
  assert.deepEqual(shares({ topK: 2 }), [0.625, 0.375, 0, 0]);
  assert.deepEqual(shares({ topP: 0.7 }), [0.625, 0.375, 0, 0]); // the second is kept: 0.5 alone is less than 0.7
  assert.deepEqual(shares({ topP: 0.4 }), [1, 0, 0, 0]);
  assert.deepEqual(shares({ topK: 3, topP: 0.8 }), [0.625, 0.375, 0, 0]); // 0.5 / 0.95 + 0.3 / 0.95 is more than 0.8
});

test("a high temperature flattens, a low one sharpens", () => {
  const [hot, cold] = [shares({ temperature: 3 }), shares({ temperature: 0.1 })];
  assert.ok(hot[0] < 0.36 && hot[3] > 0.15 && cold[0] > 0.99);
});

test("tokens are drawn as often as their shares say, and the same seed draws the same", () => {
  const tokens = candidates(FOUR, { ...OPTIONS, topK: 3 });
  const counts = [0, 0, 0, 0];
  for (let seed = 0; seed < 4000; seed += 1) counts[drawToken(tokens, seed, seed % 30)] += 1;
  assert.equal(counts[2], 0);
  for (const { id, share } of tokens) {
    const deviation = Math.sqrt(4000 * share * (1 - share));
    assert.ok(Math.abs(counts[id] - 4000 * share) <= 4 * deviation, `${id}: ${counts[id]}`);
  }
  assert.equal(drawToken(tokens, 3, 9), drawToken(tokens, 3, 9));
});
