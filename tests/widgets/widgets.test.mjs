// What the widgets describe, without a page: each number has a name and a formula, and strange states are refused.

import assert from "node:assert/strict";
import { test } from "node:test";
import { numberFormatter } from "../../frontend/core/number-format.js";
import { widget as byHand } from "../../frontend/widgets/by-hand.js";
import { STEPS } from "../../frontend/widgets/heads/steps.js";
import { widget as headsWidget } from "../../frontend/widgets/heads.js";
import { widget as maskWidget } from "../../frontend/widgets/mask.js";
import { widget as queriesKeysValues } from "../../frontend/widgets/queries-keys-values.js";
import { widget as softmaxWidget } from "../../frontend/widgets/softmax.js";
import { widget as spreadsheet } from "../../frontend/widgets/spreadsheet.js";

const SENTENCE = {
  words: ["Hello", "shiny", "sun"],
  embeddings: [
    [0.34, 0.22, 0.54],
    [0.53, 0.34, 0.98],
    [0.29, 0.54, 0.93],
  ],
};
const zeros = (rows, columns) => Array.from({ length: rows }, () => Array(columns).fill(0));
const SHEET = { embeddings: zeros(5, 4), W_query: zeros(4, 4), W_key: zeros(4, 4), W_value: zeros(4, 4) };
const TABLES = { W_query: zeros(3, 2), W_key: zeros(3, 2), W_value: zeros(3, 2) };
const STARTS = [
  [byHand, { ...SENTENCE, query: 1, temperature: 1 }],
  [softmaxWidget, { scores: [0.7842, 1.3569, 1.2487], temperature: 1, subtract: true }],
  [
    maskWidget,
    {
      ...SENTENCE,
      kind: "causal",
      order: "before",
      length: 3,
      hidden: [
        [false, false, false],
        [false, false, false],
        [false, false, false],
      ],
    },
  ],
  ...STEPS.map((_, step) => [headsWidget, { ...SENTENCE, num_heads: 2, step }]),
  [queriesKeysValues, { ...SENTENCE, query: 1, scaled: true, start: "rand", seed: 123, own: TABLES }],
  [spreadsheet, { sheet: "dogs", view: "one", query: 2, dogs: SHEET, food: SHEET }],
  [spreadsheet, { sheet: "food", view: "all", query: 0, dogs: SHEET, food: SHEET }],
];
const WORDS = new Proxy({}, { get: (_, name) => (name === "new_word" ? "w{number}" : `<${String(name)}>`) });

const cellsOf = (view) => view.tables.flatMap((table) => table.rows.flatMap((row) => row.cells));

for (const [widget, start] of STARTS) {
  const view = (state) => widget.view(state, WORDS, numberFormatter("en"));

  test(`${widget.name}: names are unique, rows are full, formulas are written`, () => {
    const { tables } = view(start);
    for (const table of tables)
      for (const row of table.rows) assert.equal(row.cells.length, table.columns.length, table.id);
    const cells = cellsOf({ tables });
    assert.equal(new Set(cells.map((cell) => cell.name)).size, cells.length);
    const names = new Set([...cells.map((cell) => cell.name), "temperature[0][0]"]);
    for (const cell of cells.filter((one) => one.formula)) {
      const { sentence, parts, uses = [], left = [], right = [] } = cell.formula();
      assert.ok(sentence && parts.length > 0, cell.name);
      for (const used of [...uses, ...left, ...right]) assert.ok(names.has(used), `${cell.name} uses ${used}`);
    }
  });

  test(`${widget.name}: its own states are taken, others refused`, () => {
    assert.deepEqual(widget.clean(start), start);
    for (const strange of [null, 7, "x", [], {}]) assert.equal(widget.clean(strange), null);
    for (const key of Object.keys(start)) {
      for (const value of [undefined, null, NaN, -1, 1e12, "7", [], [[]], {}, [null], ["<b>", 1]]) {
        assert.equal(widget.clean({ ...start, [key]: value }), null, `${key}: ${JSON.stringify(value)}`);
      }
    }
    assert.deepEqual(widget.clean({ ...start, more: 1 }), start, "what it doesn't know is dropped");
  });

  test(`${widget.name}: whatever a reader presses leads to a state of its own`, () => {
    const dice = {
      seed: 7,
      next(count) {
        this.seed = (this.seed * 48271) % 2147483647;
        return this.seed % count;
      },
    };
    let state = start;
    for (let step = 0; step < 400; step++) {
      const { controls, ...rest } = view(state);
      const cells = cellsOf(rest).filter(
        (cell) => (cell.onPress && !cell.disabled) || (cell.edit && cell.word === undefined),
      );
      const control = controls[dice.next(controls.length)];
      const cell = cells[dice.next(cells.length)];
      if (step % 2) state = cell.onPress ? cell.onPress(state) : cell.edit(state, dice.next(9) - 4);
      else if (control.kind === "choice") state = control.set(state, dice.next(control.options.length));
      else if (control.kind === "slider")
        state = control.set(
          state,
          control.min + control.step * dice.next(Math.round((control.max - control.min) / control.step) + 1),
        );
      else if (control.kind === "number") state = control.edit(state, dice.next(1e6));
      else if (control.kind === "steps") state = control.set(state, dice.next(control.steps.length));
      else if (control.kind === "switch") state = control.set(state, !control.value);
      else state = control.set(state);
      assert.deepEqual(widget.clean(state), state, `${control.id}, ${cell.name}`);
    }
  });
}

test("a word that goes takes its row of the mask with it, and the one who asks stays", () => {
  const [, start] = STARTS[2];
  const own = {
    ...start,
    kind: "own",
    hidden: [
      [false, true, false],
      [false, false, true],
      [true, false, false],
    ],
  };
  const [remove] = cellsOf(maskWidget.view(own, WORDS, numberFormatter("en"))).filter(
    (cell) => cell.name === "remove[1][0]",
  );
  assert.deepEqual(remove.onPress(own).hidden, [
    [false, false],
    [true, false],
  ]);
  const [, asked] = STARTS[0];
  for (const [query, place, left] of [
    [1, 0, 0],
    [1, 1, 1],
    [1, 2, 1],
    [2, 2, 1],
    [0, 0, 0],
    [2, 0, 1],
  ]) {
    const state = { ...asked, query };
    const cell = cellsOf(byHand.view(state, WORDS, numberFormatter("en"))).find(
      (one) => one.name === `remove[${place}][0]`,
    );
    assert.equal(cell.onPress(state).query, left, `${query}, without ${place}`);
  }
});

test("a product's row and column lie side by side in its formula, number by number", () => {
  for (const [widget, start] of STARTS.slice(-3)) {
    const { tables } = widget.view(start, WORDS, numberFormatter("en"));
    const products = tables
      .flatMap(({ rows }) => rows.flatMap(({ cells }) => cells))
      .filter((cell) => cell.formula?.().left);
    assert.ok(products.length >= 20);
    for (const cell of products) {
      const { left, right, parts } = cell.formula();
      assert.equal(left.length, right.length, cell.name);
      assert.equal(parts.filter((part) => part === " · ").length, left.length, cell.name);
      const [, row, column] = cell.name.match(/\[(\d+)\]\[(\d+)\]/);
      assert.ok(
        left.every((name, place) => name.endsWith(`[${row}][${place}]`)),
        `${cell.name}: ${left}`,
      );
      const upright = right.every((name, place) => name.endsWith(`[${place}][${column}]`));
      const lying = right.every((name, place) => name === `keys[${column}][${place}]`);
      assert.ok(upright || lying, `${cell.name}: ${right}`);
    }
  }
});

test("a number typed into a seed's table keeps the others, and a seed typed after that draws anew", () => {
  const [, start] = STARTS.find(([widget]) => widget === queriesKeysValues);
  const table = (state, id) =>
    queriesKeysValues
      .view(state, WORDS, numberFormatter("en"))
      .tables.find((one) => one.id === id)
      .rows.map(({ cells }) => cells.map(({ value }) => value));
  const drawn = table(start, "W_key");
  const { tables } = queriesKeysValues.view(start, WORDS, numberFormatter("en"));
  const own = tables.find((one) => one.id === "W_query").rows[2].cells[1].edit(start, 7);
  assert.equal(own.start, "own");
  assert.deepEqual(table(own, "W_key"), drawn);
  assert.equal(table(own, "W_query")[2][1], 7);
  const seed = queriesKeysValues.view(own, WORDS, numberFormatter("en")).controls.find(({ id }) => id === "seed");
  assert.deepEqual(table(seed.edit(own, 123), "W_query"), table(start, "W_query"));
});
