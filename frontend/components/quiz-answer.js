// Whether a number that a reader typed is the answer that the page has printed.

import { fromParts, readNumber } from "../core/number-input.js";

/** @import { Decimal } from "../core/number-input.js" */

const ENOUGH_DIGITS = 2; // that count, for an answer shorter than the one printed
const DIGITS_FOR_TOLERANCE = 3; // below that, one unit of the last digit is too much to forgive

/** The answer as the page printed it: always with a point. */
export function readAnswer(printed) {
  const [, sign, body, exponent = "0"] = printed.match(/^([+-]?)([\d.]+)(?:[eE]([+-]?\d+))?$/);
  return fromParts(sign, body, body.includes(".") ? "." : "", Number(exponent));
}

/** `number` as a whole count of units of the `places`-th decimal, rounded half away from zero. */
function units(number, places) {
  let count = BigInt(number.digits || "0");
  if (places >= number.places) count *= 10n ** BigInt(places - number.places);
  else {
    const unit = 10n ** BigInt(number.places - places);
    count = (2n * count + unit) / (2n * unit);
  }
  return number.negative ? -count : count;
}

const distance = (left, right, places) => {
  const gap = units(left, places) - units(right, places);
  return gap < 0n ? -gap : gap;
};

/** @typedef {"right" | "last_digit" | "shorter" | "more_digits" | "close" | "sign" | "wrong"} Verdict */

/**
 * Compare one number with the answer, to the digits printed. An answer with fewer digits counts if it is the
 * rounding of the printed one and has two digits that say something.
 * @param {Decimal} typed
 * @param {Decimal} answer
 * @returns {Verdict}
 */
export function compare(typed, answer) {
  const places = Math.min(typed.places, answer.places);
  const gap = distance(typed, answer, places);
  const full = typed.places >= answer.places;
  if (full) {
    if (gap === 0n) return "right";
    const forgiving = answer.places > 0 && answer.significant >= DIGITS_FOR_TOLERANCE;
    if (gap === 1n && forgiving) return "last_digit";
  } else {
    const needed = Math.min(ENOUGH_DIGITS, answer.significant);
    if (gap === 0n) return typed.significant >= needed ? "shorter" : "more_digits";
    if (gap === 1n && typed.significant >= needed) return "close";
  }
  const mirrored = { ...typed, negative: !typed.negative };
  return full && typed.significant > 0 && distance(mirrored, answer, places) === 0n ? "sign" : "wrong";
}

/** @type {Verdict[]} */
const ORDER = ["right", "last_digit", "shorter", "more_digits", "close", "sign", "wrong"];
const ACCEPTED = new Set(["right", "last_digit", "shorter"]);

/** The verdict on what was typed: its name, whether the answer counts, and what to fill into the message. */
export function judge(text, { answer, shown = answer, group = "," }) {
  const typed = text.trim();
  const [, number, unit] = typed.match(/^(.*?)\s*([%°]?)$/s); // questions ask for degrees and percent, too
  const read = readNumber(number, { group });
  if (read.problem === "letters" && !/\d/.test(typed)) return { verdict: "words", accepted: false, values: { typed } };
  if (read.problem) return { verdict: read.problem, accepted: false, values: { typed, part: read.part ?? "" } };
  const expected = readAnswer(answer);
  const asShare = (one) => ({ ...one, places: one.places + 2 }); // 23% of 0.23
  const numbers = unit === "%" ? [...read.numbers, ...read.numbers.map(asShare)] : read.numbers;
  const verdicts = numbers.map((one) => compare(one, expected));
  const [verdict] = ORDER.filter((name) => verdicts.includes(name));
  return { verdict, accepted: ACCEPTED.has(verdict), values: { typed, answer: shown, digits: String(ENOUGH_DIGITS) } };
}
