// Products of matrices, fast: the right one's columns in panels of four, and two rows of the left one at a time. Each
// number that is read serves several products, and the sums, which are doubles, stay in registers.

const WIDE = 4; // columns and
const HIGH = 2; // rows at a time

/** Room for the panels of a matrix. @type {(inner: number, columns: number) => Float64Array} */
export const makePanels = (inner, columns) => new Float64Array(inner * Math.ceil(columns / WIDE) * WIDE);

/**
 * Puts a matrix (inner, columns) into panels, each row by row; what is missing in the last panel stays 0.
 * @type {(panels: Float64Array, right: ArrayLike<number>, start: number, inner: number, columns: number) => void}
 */
export function fillPanels(panels, right, start, inner, columns) {
  for (let column = 0; column < columns; column++) {
    let at = (column - (column % WIDE)) * inner + (column % WIDE);
    let from = start + column;
    for (let k = 0; k < inner; k++, at += WIDE, from += columns) panels[at] = right[from];
  }
}

/**
 * left @ right for a left matrix of `rows` rows from `start` on, into `out` from `to` on.
 * @param {ArrayLike<number>} left (rows, inner)
 * @param {number} start
 * @param {Float64Array} panels of the right matrix
 * @param {any} out (rows, columns), an array or a typed one
 * @param {number} to
 * @param {[rows: number, inner: number, columns: number]} sizes
 */
export function timesPanels(left, start, panels, out, to, [rows, inner, columns]) {
  const two = new Float64Array(HIGH * inner); // two rows of left, number by number
  for (let row = 0; row < rows; row += HIGH) {
    const from = start + row * inner;
    const single = row + 1 === rows;
    for (let k = 0; k < inner; k++) {
      two[HIGH * k] = left[from + k];
      two[HIGH * k + 1] = single ? 0 : left[from + inner + k];
    }
    twoRows(two, panels, out, to + row * columns, inner, columns, single);
  }
}

function twoRows(two, panels, out, to, inner, columns, single) {
  for (let column = 0; column < columns; column += WIDE) {
    let a0 = 0;
    let a1 = 0;
    let a2 = 0;
    let a3 = 0;
    let b0 = 0;
    let b1 = 0;
    let b2 = 0;
    let b3 = 0;
    let at = column * inner;
    for (let k = 0; k < two.length; k += HIGH, at += WIDE) {
      const a = two[k];
      const b = two[k + 1];
      a0 += a * panels[at];
      a1 += a * panels[at + 1];
      a2 += a * panels[at + 2];
      a3 += a * panels[at + 3];
      b0 += b * panels[at];
      b1 += b * panels[at + 1];
      b2 += b * panels[at + 2];
      b3 += b * panels[at + 3];
    }
    const width = Math.min(WIDE, columns - column);
    store(out, to + column, width, a0, a1, a2, a3);
    if (!single) store(out, to + columns + column, width, b0, b1, b2, b3);
  }
}

function store(out, at, width, x0, x1, x2, x3) {
  out[at] = x0;
  if (width > 1) out[at + 1] = x1;
  if (width > 2) out[at + 2] = x2;
  if (width > 3) out[at + 3] = x3;
}
