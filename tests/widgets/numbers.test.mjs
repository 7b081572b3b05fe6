// Numbers as they are shown, typed and pasted.

import assert from "node:assert/strict";
import { test } from "node:test";
import { numberFormatter } from "../../frontend/core/number-format.js";
import { pastedRows, readOne } from "../../frontend/core/number-input.js";

test("results have four digits, in each language's way", () => {
  assert.equal(numberFormatter("en").result(0.40626), "0.4063");
  assert.equal(numberFormatter("de").result(-0.40626), "\u22120,4063");
  assert.equal(numberFormatter("sr-Latn").result(1234.5), "1234,5000");
  assert.equal(numberFormatter("sw").result(0.40626), "0.4063");
  assert.equal(numberFormatter("en").result(-0), "0.0000");
});

test("what four digits can't show is shown by powers of ten", () => {
  const { result, plain } = numberFormatter("de");
  assert.equal(result(12345678), "1,2346e7");
  assert.equal(result(1.23456e-9), "1,2346e-9".replace("-", "\u2212"));
  assert.equal(result(Infinity), "∞");
  assert.equal(result(-Infinity), "\u2212∞");
  assert.equal(result(NaN), "NaN");
  assert.equal(plain(0.34), "0,34");
  assert.equal(plain(1e-9), "1e\u22129");
});

test("a number that nobody types is shortened, one that was typed is not", () => {
  const { typed, short, whole } = numberFormatter("de");
  assert.equal(typed(Math.fround(0.29611194)), "0,2961");
  assert.equal(typed(0.123456), "0,123456");
  assert.equal(typed(-3), "\u22123");
  assert.deepEqual([7, -0.5, 1 / 3, 0.00001, -0].map(short), ["7", "\u22120,5", "0,3333", "1,0000e\u22125", "0"]);
  assert.equal(whole(2 ** 32 - 1), "4294967295");
});

test("what is shown can be typed", () => {
  for (const locale of ["en", "de", "sr-Latn", "sw"]) {
    for (const number of [0.34, -2, 1e-9, 12.5, 0, 123456.75, 1234.5, 1.234]) {
      assert.equal(readOne(numberFormatter(locale).plain(number)).number, number, `${number} in ${locale}`);
    }
  }
});

test("what can't be taken is named", () => {
  assert.equal(readOne("").problem, "empty");
  assert.equal(readOne("abc").problem, "letters");
  assert.equal(readOne("1.2.3").problem, "separators");
  assert.equal(readOne("1e400").problem, "large");
  assert.equal(readOne("-1e400", { low: -10 }).problem, "small");
  assert.equal(readOne("11", { high: 10 }).problem, "large");
  assert.equal(readOne("1.5", { whole: true }).problem, "broken");
  assert.equal(readOne("NaN").problem, "letters");
  assert.equal(readOne("Infinity").problem, "letters");
  assert.deepEqual(readOne("0,34"), { number: 0.34 });
  assert.deepEqual(readOne("1,234"), { number: 1.234 });
});

test("tables are pasted from spreadsheets, CSV files and printed tensors", () => {
  assert.deepEqual(pastedRows("0,34\t0,22\r\n0,53\t0,98\r\n"), [
    ["0,34", "0,22"],
    ["0,53", "0,98"],
  ]);
  assert.deepEqual(pastedRows("0,34;0,22\n0,53;0,98"), [
    ["0,34", "0,22"],
    ["0,53", "0,98"],
  ]);
  assert.deepEqual(pastedRows("0.34,0.22\n0.53,0.98"), [
    ["0.34", "0.22"],
    ["0.53", "0.98"],
  ]);
  assert.deepEqual(pastedRows("tensor([[0.34, 0.22],\n        [0.53, 0.98]])"), [
    ["0.34", "0.22"],
    ["0.53", "0.98"],
  ]);
  assert.deepEqual(pastedRows("[1, 2, 3]"), [["1", "2", "3"]]);
  assert.deepEqual(pastedRows("1,2,3"), [["1", "2", "3"]]);
  assert.deepEqual(pastedRows("0,34 0,22"), [["0,34", "0,22"]]);
  assert.deepEqual(pastedRows("0,34"), [["0,34"]]);
  assert.deepEqual(pastedRows("1\t\t3"), [["1", "", "3"]], "a gap stays a gap");
});
