// Attention's arithmetic on tables of plain numbers: arrays of rows. Nothing here changes what it is given.

/** @typedef {number[][]} Matrix rows of numbers */
/** @typedef {boolean[][]} Mask true means hidden */

/** @type {<Cell>(table: Cell[][]) => Cell[][]} */
export const transpose = (table) => table[0].map((_, column) => table.map((row) => row[column]));

/** @type {(left: number[], right: number[]) => number} */
export const dot = (left, right) => left.reduce((sum, number, index) => sum + number * right[index], 0);

/**
 * @param {Matrix} left (rows, inner)
 * @param {Matrix} right (inner, columns)
 * @returns {Matrix} (rows, columns)
 * @throws {RangeError} if the inner sizes differ
 */
export function matmul(left, right) {
  if (left[0].length !== right.length) {
    throw new RangeError(`${left.length} × ${left[0].length} times ${right.length} × ${right[0].length}`);
  }
  const columns = transpose(right);
  return left.map((row) => columns.map((column) => dot(row, column)));
}

/** @type {<Cell, New>(table: Cell[][], change: (cell: Cell, row: number, column: number) => New) => New[][]} */
export const map = (table, change) => table.map((row, r) => row.map((number, c) => change(number, r, c)));
/** @type {(table: Matrix, factor: number) => Matrix} */
export const scale = (table, factor) => map(table, (number) => number * factor);
/** @type {(row: number[]) => number} */
export const sum = (row) => row.reduce((total, number) => total + number, 0);

/**
 * Softmax of one row. The maximum goes first: it divides out, and without it e to the power of 710 is more than a
 * number can be. A row of nothing but −∞ has no softmax: NaN, as in torch.
 * @param {number[]} row
 */
export function softmax(row, temperature = 1) {
  const largest = Math.max(...row);
  const powers = row.map((score) => Math.exp((score - largest) / temperature));
  const total = sum(powers);
  return powers.map((power) => power / total);
}

/** @type {(table: Matrix, temperature?: number) => Matrix} */
export const softmaxRows = (table, temperature = 1) => table.map((row) => softmax(row, temperature));

/**
 * Each number as a share of their sum, with no exponential between.
 * @param {number[]} row
 */
export function shares(row) {
  const total = sum(row);
  return row.map((number) => number / total);
}

// -- masks

/** @type {(rows: number, columns?: number) => Mask} */
export const noMask = (rows, columns = rows) => Array.from({ length: rows }, () => Array(columns).fill(false));
/** @type {(tokens: number) => Mask} */
export const causalMask = (tokens) => map(noMask(tokens), (_, query, key) => key > query);

/**
 * Hides the keys behind `length`: tokens that only fill up.
 * @type {(tokens: number, length: number) => Mask}
 */
export const paddingMask = (tokens, length) => map(noMask(tokens), (_, _query, key) => key >= length);

/** @type {(left: Mask, right: Mask) => Mask} */
export const either = (left, right) => map(left, (hidden, r, c) => hidden || right[r][c]);

/**
 * The scores with `instead` where the mask hides.
 * @type {(table: Matrix, mask: Mask, instead?: number) => Matrix}
 */
export const masked = (table, mask, instead = -Infinity) =>
  map(table, (number, r, c) => (mask[r][c] ? instead : number));

// -- layer norm

/** @type {(row: number[]) => number} */
export const mean = (row) => sum(row) / row.length;

/**
 * Divided by the number of places, as layer norm does it, not by one less.
 * @param {number[]} row
 */
export function variance(row) {
  const middle = mean(row);
  return mean(row.map((number) => (number - middle) ** 2));
}

/**
 * Each row brought to mean 0 and variance 1, then times `gain` plus `bias`.
 * @param {Matrix} table (rows, width)
 * @param {{ gain?: number[] | null, bias?: number[] | null, epsilon?: number }} parameters both (width)
 */
export function layerNorm(table, { gain = null, bias = null, epsilon = 1e-5 } = {}) {
  return table.map((row) => {
    const middle = mean(row);
    const spread = Math.sqrt(variance(row) + epsilon);
    return row.map(
      (number, index) => ((number - middle) / spread) * (gain ? gain[index] : 1) + (bias ? bias[index] : 0),
    );
  });
}

/** A number as 32 bits keep it, which is how torch does: beyond 3.4 · 10³⁸ it is ∞. */
export const single = Math.fround;
