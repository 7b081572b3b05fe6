// Edited code in the browser's storage, also where that is damaged, full or blocked.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { readEdits, writeEdits } from "../../frontend/live/edits.js";

const PAGE = ["a = 1", "print(a)", "print(a)"];
const PATH = "/by-hand/";
let kept;

beforeEach(() => {
  kept = new Map();
  globalThis.localStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, String(value)),
    removeItem: (key) => kept.delete(key),
  };
});

const keep = (...edits) => writeEdits(PAGE, PATH, new Map(edits));
const read = (page = PAGE) => [...readEdits(page, PATH)];

test("what is kept is read again, on its page alone", () => {
  keep([0, "a = 2"], [2, ""]);
  assert.deepEqual(read(), [
    [0, "a = 2"],
    [2, ""],
  ]);
  assert.deepEqual([...readEdits(PAGE, "/de/by-hand/")], []);
});

test("without edits nothing is kept", () => {
  keep([0, "a = 2"]);
  keep();
  assert.equal(kept.size, 0);
});

test("an edit follows its block, and is dropped with it", () => {
  keep([1, "print(a + 1)"], [0, "a = 2"]);
  assert.deepEqual(read(["import torch", "a = 1", "print(a)"]), [
    [2, "print(a + 1)"],
    [1, "a = 2"],
  ]);
  assert.deepEqual(read(["a = 3"]), []);
  assert.deepEqual(read(["a = 2"]), []);
});

test("what isn't ours is left alone", () => {
  for (const damaged of [
    "",
    "{",
    "null",
    "7",
    '"x"',
    "{}",
    "[1, null, {}]",
    '[{"block": "0", "source": 1, "code": []}]',
  ]) {
    kept.set(`handbook.code ${PATH}`, damaged);
    assert.deepEqual(read(), [], damaged);
  }
  kept.set(`handbook.code ${PATH}`, '[null, {"block": 99, "source": "a = 1", "code": "a = 4"}]');
  assert.deepEqual(read(), [[0, "a = 4"]]);
});

test("storage that is blocked or full breaks nothing", () => {
  const refuse = () => {
    throw new DOMException("no", "SecurityError");
  };
  globalThis.localStorage = { getItem: refuse, setItem: refuse, removeItem: refuse };
  keep([0, "a = 2"]);
  keep();
  assert.deepEqual(read(), []);
});
