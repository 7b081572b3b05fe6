// Formulas as parts: plain text, and symbols or numbers in the colour of their role.

/** Text in the colour of a role. */
export const part = (text, role) => ({ text, role });
export const embedding = (text) => part(text, "embedding");
export const query = (text) => part(text, "query");
export const score = (text) => part(text, "score");
export const weight = (text) => part(text, "weight");

/** Joins lists of parts, with `between` between them. */
export const joinParts = (lists, between) => lists.flatMap((list, index) => (index === 0 ? list : [between, ...list]));

/** A negative factor in brackets. */
export const parenthesized = (text) => (text.startsWith("\u2212") ? `(${text})` : text);

const SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉";
/** A letter with a number as its index: x₁. */
export const subscripted = (letter, number) => letter + String(number).replace(/\d/g, (digit) => SUBSCRIPTS[digit]);

/** A copy of the list with `value` at `index`. */
export const replaceAt = (list, index, value) => list.map((old, position) => (position === index ? value : old));
/** A copy of the table with `value` in one cell. */
export const replaceCell = (table, row, column, value) => replaceAt(table, row, replaceAt(table[row], column, value));
