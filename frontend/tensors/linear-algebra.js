// Solving, factoring and ranks of small matrices, in doubles.

import { track } from "./autograd.js";
import { DTYPES, isFloat } from "./dtypes.js";
import { mul, neg } from "./elementwise.js";
import { matmul } from "./products.js";
import { dot } from "./rows.js";
import { fail, fromData, toFlat } from "./tensor.js";
import { transpose, unsqueeze } from "./views.js";

/** The last two axes as rows of doubles, one table for each matrix of the stack. */
function tables(tensor, name) {
  if (tensor.shape.length < 2) fail(`${name}: The input tensor A must have at least 2 dimensions.`);
  if (!isFloat(tensor.dtype))
    fail(`${name}: Expected a floating point or complex tensor as input. Got ${DTYPES[tensor.dtype].label}`);
  const [rows, columns] = tensor.shape.slice(-2);
  const flat = toFlat(tensor);
  const size = rows * columns;
  return Array.from({ length: size ? flat.length / size : 0 }, (_, i) =>
    Array.from({ length: rows }, (_, row) =>
      Array.from(flat.subarray(i * size + row * columns, i * size + (row + 1) * columns)),
    ),
  );
}

/** Back to a tensor of the input's kind. */
const tensorOf = (list, shape, dtype) =>
  fromData(new DTYPES[dtype].Array(list.flat(Number.POSITIVE_INFINITY)), shape, dtype);

function square(tensor, name) {
  const [rows, columns] = tensor.shape.slice(-2);
  if (rows !== columns)
    fail(`${name}: A must be batches of square matrices, but they are ${rows} by ${columns} matrices`);
}

/** Gauss with the largest pivot: `matrix` and `right` are changed. @returns {number} the determinant */
function eliminate(matrix, right) {
  let determinant = 1;
  const size = matrix.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column; row < size; row++)
      if (Math.abs(matrix[row][column]) > Math.abs(matrix[pivot][column])) pivot = row;
    if (matrix[pivot][column] === 0) return 0;
    if (pivot !== column) {
      [matrix[pivot], matrix[column]] = [matrix[column], matrix[pivot]];
      [right[pivot], right[column]] = [right[column], right[pivot]];
      determinant = -determinant;
    }
    determinant *= matrix[column][column];
    for (let row = 0; row < size; row++) {
      if (row === column) continue;
      const factor = matrix[row][column] / matrix[column][column];
      if (!factor) continue;
      for (let k = column; k < size; k++) matrix[row][k] -= factor * matrix[column][k];
      for (let k = 0; k < right[row].length; k++) right[row][k] -= factor * right[column][k];
    }
  }
  right.forEach((row, i) =>
    row.forEach((_, k) => {
      row[k] /= matrix[i][i];
    }),
  );
  return determinant;
}

const identity = (size) =>
  Array.from({ length: size }, (_, row) => Array.from({ length: size }, (_, column) => Number(row === column)));

export function solve(left, right) {
  square(left, "linalg.solve");
  const vector = right.shape.length === left.shape.length - 1;
  const rights = tables(vector ? unsqueeze(right, -1) : right, "linalg.solve");
  const solved = tables(left, "linalg.solve").map((matrix, i) => {
    if (!eliminate(matrix, rights[i])) singular("solve");
    return rights[i];
  });
  const result = tensorOf(solved, right.shape, left.dtype);
  return track(result, "LinalgSolveExBackward0", [left, right], (grad) => {
    const back = solve(transpose(left, -1, -2), grad);
    const [column, row] = vector ? [unsqueeze(back, -1), unsqueeze(result, -2)] : [back, transpose(result, -1, -2)];
    return [neg(matmul(column, row)), back];
  });
}

function singular(name) {
  fail(`linalg.${name}: The solver failed because the input matrix is singular.`, "LinAlgError");
}

export function inverse(tensor) {
  square(tensor, "linalg.inv");
  const result = tensorOf(
    tables(tensor, "linalg.inv").map((matrix) => {
      const right = identity(matrix.length);
      if (!eliminate(matrix, right))
        fail(
          "linalg.inv: The diagonal element 1 is zero, the inversion could not be completed because the input matrix " +
            "is singular.",
          "LinAlgError",
        );
      return right;
    }),
    tensor.shape,
    tensor.dtype,
  );
  return track(result, "LinalgInvExBackward0", [tensor], (grad) => {
    const turned = transpose(result, -1, -2);
    return [neg(matmul(matmul(turned, grad), turned))];
  });
}

export function determinant(tensor) {
  square(tensor, "linalg.det");
  const list = tables(tensor, "linalg.det").map((matrix) =>
    eliminate(
      matrix,
      matrix.map(() => []),
    ),
  );
  const result = tensorOf(list, tensor.shape.slice(0, -2), tensor.dtype);
  return track(result, "LinalgDetBackward0", [tensor], (grad) => [
    mul(unsqueeze(unsqueeze(mul(grad, result), -1), -1), transpose(inverse(tensor), -1, -2)),
  ]);
}

/**
 * Householder's reflections, with LAPACK's signs.
 * @returns {[Tensor, Tensor]} Q (rows, least) and R (least, columns)
 */
export function qr(tensor) {
  const [rows, columns] = tensor.shape.slice(-2);
  const least = Math.min(rows, columns);
  const [qs, rs] = [[], []];
  for (const matrix of tables(tensor, "linalg.qr")) {
    const full = identity(rows);
    for (let k = 0; k < least; k++) reflect(matrix, full, k);
    qs.push(full.map((row) => row.slice(0, least)));
    rs.push(matrix.slice(0, least).map((row, i) => row.map((x, column) => (column < i ? 0 : x))));
  }
  const batch = tensor.shape.slice(0, -2);
  return [tensorOf(qs, [...batch, rows, least], tensor.dtype), tensorOf(rs, [...batch, least, columns], tensor.dtype)];
}

function reflect(matrix, full, k) {
  const column = matrix.slice(k).map((row) => row[k]);
  const length = Math.hypot(...column);
  // LAPACK leaves a column alone that has only its diagonal number.
  if (length === Math.abs(column[0])) return;
  const target = column[0] > 0 ? -length : length;
  const normal = column.with(0, column[0] - target);
  const scale = 2 / normal.reduce((sum, x) => sum + x * x, 0);
  for (let c = 0; c < matrix[0].length; c++) {
    const dot = normal.reduce((sum, x, i) => sum + x * matrix[k + i][c], 0) * scale;
    normal.forEach((x, i) => {
      matrix[k + i][c] -= dot * x;
    });
  }
  for (const row of full) {
    const dot = normal.reduce((sum, x, i) => sum + x * row[k + i], 0) * scale;
    normal.forEach((x, i) => {
      row[k + i] -= dot * x;
    });
  }
}

/**
 * Singular values by Jacobi's rotations of columns.
 * @returns {{ left: number[][], values: number[], right: number[][] }} columns of left and right
 */
function singularValues(matrix) {
  const wide = matrix.length < matrix[0].length;
  const source = wide ? matrix[0].map((_, c) => matrix.map((row) => row[c])) : matrix;
  const columns = source[0].map((_, c) => source.map((row) => row[c]));
  const rights = identity(columns.length);
  for (let sweep = 0; sweep < 60; sweep++) {
    let rotated = false;
    for (let a = 0; a < columns.length; a++) {
      for (let b = a + 1; b < columns.length; b++) rotated = rotate(columns, rights, a, b) || rotated;
    }
    if (!rotated) break;
  }
  const found = columns.map((column, i) => ({ value: Math.hypot(...column), column, right: rights[i] }));
  found.sort((a, b) => b.value - a.value);
  const values = found.map(({ value }) => value);
  const left = found.map(({ column, value }) => column.map((x) => (value ? x / value : 0)));
  const right = found.map(({ right: vector }) => vector);
  return wide ? { left: right, values, right: left } : { left, values, right };
}

function rotate(columns, rights, a, b) {
  const [p, q, r] = [dot(columns[a], columns[a]), dot(columns[b], columns[b]), dot(columns[a], columns[b])];
  if (Math.abs(r) <= 1e-15 * Math.sqrt(p * q) || r === 0) return false;
  const zeta = (q - p) / (2 * r);
  const t = (Math.sign(zeta) || 1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
  const c = 1 / Math.sqrt(1 + t * t);
  for (const list of [columns, rights]) {
    const [x, y] = [list[a], list[b]];
    list[a] = x.map((number, i) => c * number - c * t * y[i]);
    list[b] = x.map((number, i) => c * t * number + c * y[i]);
  }
  return true;
}

export function svdvals(tensor) {
  const least = Math.min(...tensor.shape.slice(-2));
  return tensorOf(
    tables(tensor, "linalg.svdvals").map((m) => singularValues(m).values.slice(0, least)),
    [...tensor.shape.slice(0, -2), least],
    tensor.dtype,
  );
}

/** @returns {[Tensor, Tensor, Tensor]} U (rows, least), the singular values, and V transposed (least, columns) */
export function svd(tensor) {
  const [rows, columns] = tensor.shape.slice(-2);
  const least = Math.min(rows, columns);
  const batch = tensor.shape.slice(0, -2);
  const found = tables(tensor, "linalg.svd").map(singularValues);
  const standing = (vectors, size) => Array.from({ length: size }, (_, row) => vectors.map((vector) => vector[row]));
  return [
    tensorOf(
      found.map(({ left }) => standing(left, rows)),
      [...batch, rows, least],
      tensor.dtype,
    ),
    tensorOf(
      found.map(({ values }) => values),
      [...batch, least],
      tensor.dtype,
    ),
    tensorOf(
      found.map(({ right }) => right),
      [...batch, least, columns],
      tensor.dtype,
    ),
  ];
}

const epsilon = (tensor) => (tensor.dtype === "float64" ? 2 ** -52 : 2 ** -23);

export function rank(tensor) {
  const scale = Math.max(...tensor.shape.slice(-2)) * epsilon(tensor);
  const ranks = tables(tensor, "linalg.matrix_rank").map((m) => {
    const { values } = singularValues(m);
    return values.filter((value) => value > scale * values[0]).length;
  });
  return fromData(Float64Array.from(ranks), tensor.shape.slice(0, -2), "int64");
}

/** The pseudo-inverse: singular values below `rcond` times the largest count as 0. */
export function pinv(tensor) {
  const [rows, columns] = tensor.shape.slice(-2);
  const scale = Math.max(rows, columns) * epsilon(tensor);
  const list = tables(tensor, "linalg.pinv").map((m) => {
    const { left, values, right } = singularValues(m);
    const kept = values.filter((value) => value > scale * values[0]);
    return Array.from({ length: columns }, (_, c) =>
      Array.from({ length: rows }, (_, r) =>
        kept.reduce((sum, value, k) => sum + (right[k][c] * left[k][r]) / value, 0),
      ),
    );
  });
  return tensorOf(list, [...tensor.shape.slice(0, -2), columns, rows], tensor.dtype);
}

/** Least squares: the shortest solution. */
export const lstsq = (left, right) => matmul(pinv(left), right);
