// Arithmetic on one row of numbers. Tensors, widgets and the explorer all calculate with these few functions, so that
// none has its own softmax; they know no tensor, and a script that needs one of them carries no more than that.

/** @typedef {ArrayLike<number>} Row */
/** @typedef {{ length: number, [index: number]: number }} Changed a row that is changed in place */

// Of `length` numbers from `start` on.

/** @type {(data: Row, start: number, length: number) => number} */
export function sumOf(data, start, length) {
  let total = 0;
  for (let i = start; i < start + length; i++) total += data[i];
  return total;
}

/** NaN if one is. @type {(data: Row, start: number, length: number) => number} */
export function largestOf(data, start, length) {
  let most = -Infinity;
  for (let i = start; i < start + length; i++) most = Math.max(most, data[i]);
  return most;
}

/** @type {(left: Row, right: Row) => number} */
export function dot(left, right) {
  let total = 0;
  for (let i = 0; i < left.length; i++) total += left[i] * right[i];
  return total;
}

/**
 * e to the power of each number by their sum. The largest goes first: it divides out, and without it e to the power of
 * 710 is more than a number can be. A row of nothing but −∞ has no softmax: NaN, as in torch.
 * @type {(data: Changed, start: number, length: number, temperature?: number) => void}
 */
export function softmaxOf(data, start, length, temperature = 1) {
  const most = largestOf(data, start, length);
  for (let i = start; i < start + length; i++) data[i] = Math.exp((data[i] - most) / temperature);
  const total = sumOf(data, start, length);
  for (let i = start; i < start + length; i++) data[i] /= total;
}

/**
 * Mean 0 and variance 1. Divided by the number of places, as layer norm does it, not by one less.
 * @type {(data: Changed, start: number, length: number, epsilon: number) => void}
 */
export function normalize(data, start, length, epsilon) {
  const center = sumOf(data, start, length) / length;
  let squares = 0;
  for (let i = start; i < start + length; i++) squares += (data[i] - center) ** 2;
  const scale = 1 / Math.sqrt(squares / length + epsilon);
  for (let i = start; i < start + length; i++) data[i] = (data[i] - center) * scale;
}
