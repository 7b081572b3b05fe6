// What a block printed beside what the page shows.

import assert from "node:assert/strict";
import { test } from "node:test";
import { compareOutput, hasSameWords } from "../../frontend/live/compare.js";

/** The comparison as text: what differs in brackets, and whether it is the same. */
const told = (recorded, printed) => {
  const { isSame, lines } = compareOutput(recorded, printed);
  const text = lines.map((line) => line.map(({ text, differs }) => (differs ? `[${text}]` : text)).join(""));
  return [isSame, text.join("\n")];
};

test("the same but for space at the ends of lines", () => {
  assert.deepEqual(told("a  1\nb", "a  1 \nb\n"), [true, "a  1\nb"]);
  assert.deepEqual(told("", "\n"), [true, ""]);
});

test("a number that differs is marked alone", () => {
  assert.deepEqual(told("tensor([0.5300, 0.3400])", "tensor([0.5300, -0.41])"), [false, "tensor([0.5300, [-0.41]])"]);
});

test("a digit less is another number: they are compared as printed", () => {
  assert.equal(compareOutput("0.50", "0.5").isSame, false);
});

test("a line of another form is marked as a whole", () => {
  assert.deepEqual(told("tensor([1, 2])", "tensor([1, 2, 3])"), [false, "[tensor([1, 2, 3])]"]);
  assert.deepEqual(told("a", "b"), [false, "[b]"]);
});

test("a new line between old ones", () => {
  assert.deepEqual(told("a\nb", "a\nnew\nb"), [false, "a\n[new]\nb"]);
});

test("a line that is missing leaves nothing to mark, and isn't the same", () => {
  assert.deepEqual(told("a\nb\nc", "a\nc"), [false, "a\nc"]);
});

test("lines between equal ones are compared in pairs", () => {
  assert.deepEqual(told("a\nx 1\nb\ny 2", "a\nx 3\nb\ny 2"), [false, "a\nx [3]\nb\ny 2"]);
});

test("long output is compared line by line", () => {
  const lines = Array.from({ length: 5000 }, (_, index) => String(index));
  const printed = lines.with(2000, "-1").join("\n");
  const { isSame, lines: compared } = compareOutput(lines.join("\n"), printed);
  assert.deepEqual([isSame, compared.flat().filter(({ differs }) => differs).length], [false, 1]);
});

test("words alone, for what depends on the machine", () => {
  assert.ok(hasSameWords("took   1.2 ms, 3 times", "took 10.75 ms, 2 times"));
  assert.ok(!hasSameWords("took 1.2 ms", "took 1.2 s"));
});
