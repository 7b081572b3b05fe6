// Numbers as readers type and paste them.

/**
 * A decimal number kept as written.
 * @typedef {object} Decimal
 * @property {boolean} negative
 * @property {string} digits without point or sign
 * @property {number} places how many of the digits stand behind the point
 * @property {number} significant how many digits say something
 */

/**
 * Why a text is no number that was asked for, and the part of it that is wrong.
 * @typedef {{ problem: "empty" | "letters" | "separators" | "large" | "small" | "broken", part?: string }} Refusal
 */

const MINUS = /[\u2212\u2013]/g;
const SPACES = /\s/g; // no-break and thin ones among them
const INVALID_CHARACTERS = /\p{L}{2,}|[^\d.,+\-eE\s]/u; // a word, or a sign that no number has

/** @returns {Decimal} */
function decimal(negative, digits, places) {
  const significant = digits.replace(/^0+/, "").length;
  return { negative: negative && /[1-9]/.test(digits), digits, places, significant };
}

/** The number in `body`, whose decimal mark is `point` ("" for none). */
export function fromParts(sign, body, point, exponent) {
  const at = point === "" ? -1 : body.lastIndexOf(point);
  const whole = (at < 0 ? body : body.slice(0, at)).replace(/[.,]/g, "");
  const fraction = at < 0 ? "" : body.slice(at + 1);
  let digits = whole + fraction;
  let places = fraction.length - exponent;
  if (places < 0) {
    digits += "0".repeat(-places);
    places = 0;
  }
  return decimal(sign === "-", digits, places);
}

const inGroups = (body, mark) => new RegExp(`^[1-9]\\d{0,2}(\\${mark}\\d{3})+$`).test(body);

/** Which of the marks in `body` may be the decimal one ("" for none). Two answers where the languages differ. */
function decimalMarks(body, group) {
  const marks = body.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  const others = marks.filter((mark) => mark !== last);
  if (marks.length === 0) return [""];
  if (others.length > 0) {
    const whole = body.slice(0, body.lastIndexOf(last));
    return marks.length - others.length === 1 && inGroups(whole, others[0]) ? [last] : [];
  }
  if (marks.length > 1) return inGroups(body, last) ? [""] : [];
  return inGroups(body, last) && last === group ? ["", last] : [last];
}

/**
 * What a reader typed, as numbers: point or comma, "−" or "-", spaces anywhere. "1,234" is two numbers to an English
 * page: the answer decides which was meant. Otherwise `problem` says what is wrong, and `part` where.
 * @param {string} text
 * @returns {{ numbers: Decimal[], problem?: undefined } | Refusal}
 */
export function readNumber(text, { group = "," } = {}) {
  const typed = text.replace(SPACES, "").replace(MINUS, "-");
  if (typed === "") return { problem: "empty" };
  const invalid = text.replace(MINUS, "-").match(INVALID_CHARACTERS);
  if (invalid) return { problem: "letters", part: invalid[0] };
  const match = typed.match(/^([+-]?)([\d.,]*\d[\d.,]*)(?:[eE]([+-]?\d{1,3}))?$/);
  if (!match) return { problem: "letters", part: typed.match(/[eE+-]+(?=\D*$)|[eE+-]+/)?.[0] ?? typed };
  const [, sign, body, exponent = "0"] = match;
  const marks = decimalMarks(body, group);
  if (marks.length === 0) return { problem: "separators" };
  return { numbers: marks.map((mark) => fromParts(sign, body, mark, Number(exponent))) };
}

/**
 * One number, or the name of what is wrong with the text: empty, letters, separators, large, small, broken.
 * @param {string} text
 * @param {{ low?: number, high?: number, whole?: boolean }} bounds
 * @returns {{ number: number, problem?: undefined } | Refusal}
 */
export function readOne(text, { low = -Infinity, high = Infinity, whole = false } = {}) {
  const read = readNumber(text);
  if (read.problem) return { problem: read.problem, part: read.part ?? text.trim() };
  // Of two readings of 1,234 the last one takes the comma as decimal: nobody types thousands here.
  const { negative, digits, places } = read.numbers[read.numbers.length - 1];
  const number = Number(`${negative ? "-" : ""}${digits}e${-places}`);
  if (number === Infinity || number > high) return { problem: "large", part: text.trim() };
  if (number === -Infinity || number < low) return { problem: "small", part: text.trim() };
  if (whole && !Number.isInteger(number)) return { problem: "broken", part: text.trim() };
  return { number };
}

/** What stands between the numbers of a pasted line. A comma is a separator only where points are the decimal marks. */
function splitLine(line) {
  if (line.includes("\t")) return line.split("\t");
  if (line.includes(";")) return line.split(";");
  const words = line.split(/,?\s+/);
  if (words.length > 1) return words;
  return line.includes(".") || line.split(",").length > 2 ? line.split(",") : [line];
}

/** Pasted text as rows of texts: from a spreadsheet, a CSV file, or a printed tensor. */
export function pastedRows(text) {
  const plain = text.replace(/tensor\(|array\(|[[\](){}]/g, " ").replace(/\r\n?/g, "\n");
  const lines = plain.split("\n").map((line) => line.replace(/^[ ,;]+|[ ,;]+$/g, ""));
  return lines.filter((line) => line !== "").map((line) => splitLine(line).map((piece) => piece.trim()));
}
