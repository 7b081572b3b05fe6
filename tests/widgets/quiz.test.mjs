// What counts as the right number, and what readers are told about the others.

import assert from "node:assert/strict";
import { test } from "node:test";

import { compare, judge, readAnswer } from "../../frontend/components/quiz-answer.js";
import { interpolate } from "../../frontend/core/dom.js";
import { readNumber } from "../../frontend/core/number-input.js";

const ENGLISH = { group: "," };
const GERMAN = { group: "." };

const value = (number) => Number(`${number.negative ? "-" : ""}${number.digits}e-${number.places}`);
const values = (text, language = ENGLISH) => readNumber(text, language).numbers?.map(value);
const verdict = (typed, answer, language = ENGLISH) => judge(typed, { answer, ...language }).verdict;

test("a number is read with point or comma, in every page", () => {
  for (const language of [ENGLISH, GERMAN]) {
    assert.deepEqual(values("0.3925", language), [0.3925]);
    assert.deepEqual(values("0,3925", language), [0.3925]);
    assert.deepEqual(values(",3925", language), [0.3925]);
    assert.deepEqual(values(".5", language), [0.5]);
    assert.deepEqual(values("12", language), [12]);
  }
});

test("spaces of all kinds and both minus signs are taken", () => {
  assert.deepEqual(values("  \u2212 0.25 "), [-0.25]);
  assert.deepEqual(values("-0.25"), [-0.25]);
  assert.deepEqual(values("\u20130,25"), [-0.25]);
  assert.deepEqual(values("+3"), [3]);
  assert.deepEqual(values("124\u202f439\u00a0808"), [124439808]);
});

test("thousands are read by the language, and doubt is kept", () => {
  assert.deepEqual(values("50,257", ENGLISH), [50257, 50.257]);
  assert.deepEqual(values("50.257", GERMAN), [50257, 50.257]);
  assert.deepEqual(values("50.257", ENGLISH), [50.257]);
  assert.deepEqual(values("50,257", GERMAN), [50.257]);
  assert.deepEqual(values("0,257", ENGLISH), [0.257]);
  assert.deepEqual(values("1,234,567"), [1234567]);
  assert.deepEqual(values("1.234.567,5", ENGLISH), [1234567.5]);
  assert.deepEqual(values("1,234.5", GERMAN), [1234.5]);
});

test("powers of ten", () => {
  assert.deepEqual(values("2.5e-3"), [0.0025]);
  assert.deepEqual(values("1,2E2"), [120]);
});

test("what isn't a number is named", () => {
  assert.deepEqual(readNumber("   "), { problem: "empty" });
  assert.deepEqual(readNumber("0.39 or so"), { problem: "letters", part: "or" });
  assert.deepEqual(readNumber("eleven"), { problem: "letters", part: "eleven" });
  assert.deepEqual(readNumber("39%"), { problem: "letters", part: "%" });
  assert.deepEqual(readNumber("1/3"), { problem: "letters", part: "/" });
  assert.deepEqual(readNumber("abc"), { problem: "letters", part: "abc" });
  assert.equal(readNumber("1-2").problem, "letters");
  assert.equal(readNumber("-").problem, "letters");
  assert.equal(readNumber("e").problem, "letters");
  assert.equal(readNumber(".").problem, "letters");
  assert.deepEqual(readNumber("0.39.25"), { problem: "separators" });
  assert.deepEqual(readNumber("0,39,25"), { problem: "separators" });
  assert.deepEqual(readNumber("1.2,3.4"), { problem: "separators" });
  assert.deepEqual(readNumber("12,34.5"), { problem: "separators" });
});

test("no code typed by a reader is run or understood", () => {
  for (const text of ["1+1", "0.3*2", "alert(1)", "0x1F", "Infinity", "NaN", "1e9999"])
    assert.ok(readNumber(text).problem, text);
});

test("right means right to the digits printed", () => {
  assert.equal(verdict("0.3925", "0.3925"), "right");
  assert.equal(verdict("0,3925", "0.3925", GERMAN), "right");
  assert.equal(verdict("0.39254", "0.3925"), "right");
  assert.equal(verdict("0.39246", "0.3925"), "right");
  assert.equal(verdict("\u22120.0739", "-0.0739"), "right");
  assert.equal(verdict("7,087,872", "7087872"), "right");
  assert.equal(verdict("7.087.872", "7087872", GERMAN), "right");
  assert.equal(verdict("7087872", "7087872"), "right");
  assert.equal(verdict("0", "0"), "right");
  assert.equal(verdict("-0", "0"), "right");
  assert.equal(verdict("0.00", "0.0000"), "shorter");
});

test("one unit of the last digit is forgiven and told, where there are digits enough", () => {
  assert.equal(verdict("0.3926", "0.3925"), "last_digit");
  assert.equal(verdict("0.3924", "0.3925"), "last_digit");
  assert.equal(verdict("0.3927", "0.3925"), "wrong");
  assert.equal(verdict("0.03", "0.02"), "wrong");
  assert.equal(verdict("13", "12"), "wrong");
  assert.equal(verdict("12.4", "12"), "right");
});

test("a shorter number counts if it is the rounding and has two digits that say something", () => {
  assert.equal(verdict("0.39", "0.3925"), "shorter");
  assert.equal(verdict("0.393", "0.3925"), "shorter");
  assert.equal(verdict("0.4", "0.3925"), "more_digits");
  assert.equal(verdict("0", "0.3925"), "more_digits");
  assert.equal(verdict("0.38", "0.3925"), "close");
  assert.equal(verdict("0.36", "0.3661"), "close");
  assert.equal(verdict("0.5", "0.3925"), "wrong");
  assert.equal(verdict("2", "2.0"), "more_digits");
  assert.equal(verdict("0.0024", "0.0024"), "right");
});

test("a wrong sign is told apart", () => {
  assert.equal(verdict("0.0739", "-0.0739"), "sign");
  assert.equal(verdict("-0.3925", "0.3925"), "sign");
  assert.equal(verdict("0", "0.3925") === "sign", false);
});

test("only three verdicts are accepted", () => {
  const accepted = (typed) => judge(typed, { answer: "0.3925", ...ENGLISH }).accepted;
  assert.deepEqual(["0.3925", "0.3926", "0.39"].map(accepted), [true, true, true]);
  assert.deepEqual(["0.4", "0.38", "-0.3925", "1", "", "x", "1.2.3"].map(accepted), [
    false,
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test("large numbers lose nothing to floating point", () => {
  assert.equal(verdict("124439808000000001", "124439808000000000"), "wrong");
  assert.equal(verdict("124439808000000000", "124439808000000000"), "right");
});

test("rounding is symmetric and exact on halves", () => {
  const round = (typed, answer) => compare(readNumber(typed, ENGLISH).numbers[0], readAnswer(answer));
  assert.equal(round("0.125", "0.13"), "right");
  assert.equal(round("-0.125", "-0.13"), "right");
  assert.equal(round("0.1249", "0.12"), "right");
});

test("messages are filled, and unknown gaps stay", () => {
  assert.equal(interpolate("{typed} is not {answer}", { typed: "1", answer: "2" }), "1 is not 2");
  assert.equal(interpolate("{other}", { typed: "1" }), "{other}");
  assert.equal(interpolate("{typed}", { typed: "$& {answer}" }), "$& {answer}");
});

test("the message knows what was typed and what belongs there", () => {
  const judged = judge(" 0,39 ", { answer: "0.3925", shown: "0,3925", group: "." });
  assert.deepEqual(judged, {
    verdict: "shorter",
    accepted: true,
    values: { typed: "0,39", answer: "0,3925", digits: "2" },
  });
  assert.equal(judge("3x", { answer: "3" }).values.part, "x");
});

test("degrees and percent may be named", () => {
  assert.equal(verdict("45°", "45"), "right");
  assert.equal(verdict("23 %", "23"), "right");
  assert.equal(verdict("23%", "0.23"), "right");
  assert.equal(verdict("22%", "0.23"), "wrong");
  assert.equal(verdict("23°", "0.23"), "wrong");
  assert.equal(verdict("%", "23"), "empty");
});
