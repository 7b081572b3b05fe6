// Formulas as parts: plain text, and symbols or numbers in the colour of their role.

/** Text in the colour of a role, if it has one. */
export const part = (text, role) => (role ? { text, role } : text);
export const embedding = (text) => part(text, "embedding");
export const query = (text) => part(text, "query");
export const score = (text) => part(text, "score");
export const weight = (text) => part(text, "weight");

/** Joins lists of parts, with `between` between them. */
export const joinParts = (lists, between) => lists.flatMap((list, index) => (index === 0 ? list : [between, ...list]));

/** A negative factor in brackets. */
export const parenthesized = (text) => (text.startsWith("\u2212") ? `(${text})` : text);

/** Each number as a factor or summand; `format` writes it. */
export const written = (numbers, format, role = "") =>
  numbers.map((number) => part(parenthesized(format(number)), role));

/** Parts between plus signs. */
export const summed = (parts) =>
  joinParts(
    parts.map((one) => [one]),
    " + ",
  );

/** Each part of `left` times the one of `right`, between plus signs. */
export const sumOfProducts = (left, right) =>
  joinParts(
    left.map((factor, index) => [factor, " · ", right[index]]),
    " + ",
  );

/** What `lists[index]` is of the sum of all lists of parts. */
export const shareParts = (lists, index, result) => [
  ...lists[index],
  " / (",
  ...joinParts(lists, " + "),
  ") = ",
  result,
];

/** What is said of an exponential, or a sum of them, that 32 bits can't hold. */
export const overflow = (number, messages, key = "overflow") =>
  Number.isFinite(number) && number > 0 ? "" : ` ${messages[number > 0 ? key : "underflow"]}`;

/** The names of the first `count` cells of a row. */
export const rowCells = (name, row, count) =>
  Array.from({ length: count }, (_, column) => `${name}[${row}][${column}]`);

/** The names of the first `count` cells of a column. */
export const columnCells = (name, column, count) =>
  Array.from({ length: count }, (_, row) => `${name}[${row}][${column}]`);

const SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉";
/** A letter with a number as its index: x₁. */
export const subscripted = (letter, number) => letter + String(number).replace(/\d/g, (digit) => SUBSCRIPTS[digit]);

/** A copy of the list with `value` at `index`. */
export const replaceAt = (list, index, value) => list.map((old, position) => (position === index ? value : old));
/** A copy of the table with `value` in one cell. */
export const replaceCell = (table, row, column, value) => replaceAt(table, row, replaceAt(table[row], column, value));
