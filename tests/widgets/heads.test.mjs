// The steps of the widget `heads`, without a page: what moves keeps its name, and what doesn't fit is refused.

import assert from "node:assert/strict";
import { test } from "node:test";
import { numberFormatter } from "../../frontend/core/number-format.js";
import { WIDTH } from "../../frontend/widgets/heads/compute.js";
import { STEPS } from "../../frontend/widgets/heads/steps.js";
import { widget as headsWidget } from "../../frontend/widgets/heads.js";

const START = {
  words: ["Hello", "shiny", "sun"],
  embeddings: [
    [0.34, 0.22, 0.54],
    [0.53, 0.34, 0.98],
    [0.29, 0.54, 0.93],
  ],
  num_heads: 2,
  step: 0,
};
const WORDS = new Proxy({}, { get: (_, name) => `<${String(name)} {heads} {rest} {fitting}>` });
const view = (change) => headsWidget.view({ ...START, ...change }, WORDS, numberFormatter("en"));
const carried = (step, num_heads) => {
  const cells = view({ step, num_heads })
    .tables.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells))
    .filter(({ moveKey }) => moveKey);
  return new Map(cells.map(({ moveKey, value }) => [moveKey, value]));
};

test("a number that only moves is the same number in every step that shows it", () => {
  for (const num_heads of [1, 2, 4]) {
    for (const [first, ...others] of [
      ["queries", "cut", "by_head", "scores"],
      ["context", "swapped_back", "joined", "output"],
    ]) {
      const start = carried(STEPS.indexOf(first), num_heads);
      assert.equal(start.size, START.words.length * WIDTH, first);
      for (const name of others)
        assert.deepEqual(
          new Map([...carried(STEPS.indexOf(name), num_heads)].sort()),
          new Map([...start].sort()),
          `${name}, ${num_heads} heads`,
        );
    }
  }
});

test("with a number of heads that doesn't divide the width, the way ends at the queries and says why", () => {
  for (const [num_heads, ends] of [
    [1, STEPS.length - 1],
    [2, STEPS.length - 1],
    [3, 1],
    [4, STEPS.length - 1],
  ]) {
    const { controls, stage, tables } = view({ num_heads, step: STEPS.length - 1 });
    const steps = controls.find(({ kind }) => kind === "steps");
    assert.equal(steps.last, ends);
    assert.equal(steps.value, ends);
    assert.equal(stage.problem, num_heads === 3 ? "<refused 3 1 1, 2, 4>" : "");
    assert.equal(
      tables.some(({ id }) => id === "queries"),
      num_heads === 3,
    );
  }
  const [, , steps] = view({ num_heads: 3 }).controls;
  assert.equal(steps.set({ ...START, num_heads: 3 }, 7).step, 1, "it is not gone further than that either");
});

test("steps end at both ends", () => {
  const steps = view({}).controls.find(({ kind }) => kind === "steps");
  assert.equal(steps.set(START, -1).step, 0);
  assert.equal(steps.set(START, 99).step, STEPS.length - 1);
});
