// Attention on tables of plain numbers, which are arrays of rows. What is done to one row is tensors/rows.js, as for
// tensors; nothing here changes what it is given.

import { dot, normalize, softmaxOf, sumOf } from "../tensors/rows.js";

/** @typedef {number[][]} Matrix rows of numbers */
/** @typedef {ArrayLike<number>[]} Rows numbers that are only read */
/** @typedef {boolean[][]} Mask true means hidden */

const NORM_EPSILON = 1e-5; // torch.nn.LayerNorm's

export { dot };

/** @type {<Cell>(table: ArrayLike<Cell>[]) => Cell[][]} */
export const transpose = (table) => Array.from(table[0], (_, column) => table.map((row) => row[column]));

/**
 * Rows by rows: left @ right.T, as scores and torch.nn.Linear have it.
 * @type {(left: Rows, right: Rows) => Matrix}
 */
export const byRows = (left, right) => left.map((row) => right.map((other) => dot(row, other)));

/**
 * @param {Rows} left (rows, inner)
 * @param {Rows} right (inner, columns)
 * @returns {Matrix} (rows, columns)
 * @throws {RangeError} if the inner sizes differ
 */
export function matmul(left, right) {
  if (left[0].length !== right.length) {
    throw new RangeError(`${left.length} × ${left[0].length} times ${right.length} × ${right[0].length}`);
  }
  return byRows(left, transpose(right));
}

/** @type {<Cell, New>(table: Cell[][], change: (cell: Cell, row: number, column: number) => New) => New[][]} */
export const map = (table, change) => table.map((row, r) => row.map((number, c) => change(number, r, c)));
/** @type {(table: Matrix, factor: number) => Matrix} */
export const scale = (table, factor) => map(table, (number) => number * factor);
/** @type {(row: number[]) => number} */
export const sum = (row) => sumOf(row, 0, row.length);

/** @param {number[]} row */
export function softmax(row, temperature = 1) {
  const weights = [...row];
  softmaxOf(weights, 0, row.length, temperature);
  return weights;
}

/** @type {(table: Matrix) => Matrix} */
export const softmaxRows = (table) => table.map((row) => softmax(row));

/**
 * Each number as a share of their sum, with no exponential between.
 * @param {number[]} row
 */
export function shares(row) {
  const total = sum(row);
  return row.map((number) => number / total);
}

// -- masks

/** @type {(tokens: number) => Mask} */
export const noMask = (tokens) => Array.from({ length: tokens }, () => Array(tokens).fill(false));
/** @type {(tokens: number) => Mask} */
export const causalMask = (tokens) => map(noMask(tokens), (_, query, key) => key > query);

/**
 * Hides the keys behind `length`: tokens that only fill up.
 * @type {(tokens: number, length: number) => Mask}
 */
export const paddingMask = (tokens, length) => map(noMask(tokens), (_, _query, key) => key >= length);

/**
 * The scores with `instead` where the mask hides.
 * @type {(table: Matrix, mask: Mask, instead?: number) => Matrix}
 */
export const masked = (table, mask, instead = -Infinity) =>
  map(table, (number, r, c) => (mask[r][c] ? instead : number));

/**
 * Each row brought to mean 0 and variance 1, then times `weight` plus `bias`, of torch.nn.LayerNorm.
 * @param {Matrix} table (rows, width)
 * @param {{ weight: ArrayLike<number>, bias: ArrayLike<number> }} parameters both (width)
 */
export const layerNorm = (table, { weight, bias }) =>
  table.map((row) => {
    const normal = [...row];
    normalize(normal, 0, row.length, NORM_EPSILON);
    return normal.map((number, column) => number * weight[column] + bias[column]);
  });

/** A number as 32 bits keep it, which is how torch does: beyond 3.4 · 10³⁸ it is ∞. */
export const single = Math.fround;
