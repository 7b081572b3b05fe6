// Undo, links, and what can be taken away.

import assert from "node:assert/strict";
import { test } from "node:test";
import { EXPORTS } from "../../frontend/core/code-export.js";
import { fromHash, toHash } from "../../frontend/core/share-link.js";
import { tablesToSvg } from "../../frontend/core/table-drawing.js";
import { History } from "../../frontend/core/undo-history.js";

test("undo, redo and reset", () => {
  const history = new History(0);
  history.push(1);
  history.push(2);
  history.undo();
  assert.equal(history.current, 1);
  history.redo();
  assert.equal(history.current, 2);
  history.redo();
  assert.equal(history.current, 2);
  history.undo();
  history.push(3);
  assert.equal(history.canRedo, false);
  history.reset();
  assert.equal(history.current, 0);
  history.undo();
  assert.equal(history.current, 3, "a reset can be undone");
  history.undo();
  history.undo();
  history.undo();
  assert.equal(history.current, 0);
  assert.equal(history.canUndo, false);
});

test("what is typed into one cell is one step", () => {
  const history = new History("");
  for (const text of ["0", "0.", "0.3"]) history.push(text, "cell 1");
  history.push("7", "cell 2");
  history.undo();
  assert.equal(history.current, "0.3");
  history.undo();
  assert.equal(history.current, "");
});

test("history doesn't grow without end", () => {
  const history = new History(0);
  for (let i = 1; i <= 1000; i++) history.push(i);
  assert.ok(history.states.length <= 200);
  assert.equal(history.current, 1000);
});

test("a link carries the state, letters of any script too", () => {
  const state = { words: ["Größe", "пажња", "☀"], numbers: [[0.1, -2e-7]], query: 1 };
  const hash = toHash("by-hand", state);
  assert.match(hash, /^#state=by-hand\.[\w-]+$/);
  assert.deepEqual(fromHash(hash, "by-hand"), state);
  assert.equal(fromHash(hash, "softmax"), null);
  assert.equal(fromHash("#scores", "by-hand"), null);
  for (const broken of ["#state=by-hand.", "#state=by-hand.%%%", "#state=by-hand.abc", `${hash}A*`]) {
    assert.equal(fromHash(broken, "by-hand"), undefined, broken);
  }
});

const MATRICES = { scores: [[1, -0.5]], rest: [[NaN], [-Infinity]] };

test("code and CSV", () => {
  assert.equal(
    EXPORTS.torch(MATRICES),
    "import torch\n\n" +
      "scores = torch.tensor([\n    [1.0, -0.5],\n])\n" +
      "rest = torch.tensor([\n    [torch.nan],\n    [-torch.inf],\n])\n",
  );
  assert.match(EXPORTS.numpy(MATRICES), /^import numpy as np\n\nscores = np\.array\(\[\n {4}\[1\.0, -0\.5\],/);
  assert.equal(EXPORTS.csv(MATRICES), "scores\n1,-0.5\n\nrest\nnan\n-inf\n");
});

test("a picture holds what it is given, and no markup of the reader's", () => {
  const cells = [
    [
      { text: "<b>", color: "red" },
      { text: "0,34", color: "blue" },
    ],
  ];
  const svg = tablesToSvg("A & B", [{ title: "Scores", cells }], { paper: "#fff", ink: "#000" });
  assert.match(svg, /^<svg xmlns/);
  assert.ok(svg.includes("0,34") && svg.includes("A &#38; B") && !svg.includes("<b>"));
});
