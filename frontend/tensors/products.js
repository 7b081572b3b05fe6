// Products of matrices.

import { fillPanels, makePanels, timesPanels } from "../math/panels.js";
import { track } from "./autograd.js";
import { C_NAMES, DTYPES, isFloat } from "./dtypes.js";
import { add, cast, mul, shrink } from "./elementwise.js";
import { dot as dotOfRows } from "./rows.js";
import { allocate, broadcast, countOf, fail, fromData, listed, settle, stretch, toFlat } from "./tensor.js";
import { expand, reshape, squeeze, transpose, unsqueeze } from "./views.js";

/**
 * `left @ right` for each pair of matrices of two stacks, into `out`.
 * @param {ArrayLike<number>} left
 * @param {ArrayLike<number>} right
 * @param {any} out
 * @param {[rows: number, inner: number, columns: number]} sizes
 * @param {number} pairs
 */
function multiply(left, right, out, sizes, pairs) {
  const [rows, inner, columns] = sizes;
  const panels = makePanels(inner, columns);
  for (let i = 0; i < pairs; i++) {
    fillPanels(panels, right, i * inner * columns, inner, columns);
    timesPanels(left, i * rows * inner, panels, out, i * rows * columns, sizes);
  }
}

function checkKinds(left, right) {
  if (left.dtype !== right.dtype) {
    const [a, b] = [left, right].map(({ dtype }) => C_NAMES[dtype]);
    fail(`expected m1 and m2 to have the same dtype, but got: ${a} != ${b}`);
  }
  if (left.dtype === "bool") fail(`"addmm_impl_cpu_" not implemented for 'Bool'`, "NotImplementedError");
}

/** Stacks of matrices: (..., rows, inner) @ (..., inner, columns), with the stacks stretched. */
function stacks(left, right, name) {
  const [rows, inner] = left.shape.slice(-2);
  const columns = right.shape.at(-1);
  if (right.shape.at(-2) !== inner) shapesDiffer(left, right);
  const batch = broadcast(left.shape.slice(0, -2), right.shape.slice(0, -2));
  const shape = [...batch, rows, columns];
  const result = allocate(shape, left.dtype, left.meta || right.meta);
  if (!result.meta) {
    const a = toFlat(stretch(left, [...batch, rows, inner]));
    const b = toFlat(stretch(right, [...batch, inner, columns]));
    multiply(a, b, result.storage.data, [rows, inner, columns], countOf(batch));
    settle(result.storage.data, result.dtype);
  }
  return track(result, `${name}Backward0`, [left, right], (grad) => [
    left.requiresGrad ? shrink(matmul(grad, transpose(right, -1, -2)), left.shape) : null,
    right.requiresGrad ? shrink(matmul(transpose(left, -1, -2), grad), right.shape) : null,
  ]);
}

function shapesDiffer(left, right) {
  if (left.shape.length === 2 && right.shape.length === 2) {
    fail(`mat1 and mat2 shapes cannot be multiplied (${left.shape.join("x")} and ${right.shape.join("x")})`);
  }
  const batch = broadcast(left.shape.slice(0, -2), right.shape.slice(0, -2));
  if (right.shape.length === 2) {
    const rows = countOf(left.shape.slice(0, -1));
    fail(`mat1 and mat2 shapes cannot be multiplied (${rows}x${left.shape.at(-1)} and ${right.shape.join("x")})`);
  }
  fail(
    `Expected size for first two dimensions of batch2 tensor to be: [${countOf(batch)}, ${left.shape.at(-1)}] but ` +
      `got: [${countOf(batch)}, ${right.shape.at(-2)}].`,
  );
}

export function matmul(left, right) {
  const [a, b] = [left.shape.length, right.shape.length];
  if (!a || !b) {
    fail(`both arguments to matmul need to be at least 1D, but they are ${a}D and ${b}D`);
  }
  checkKinds(left, right);
  if (a === 1 && b === 1) return dot(left, right);
  if (a === 1) return named(squeeze(matmul(unsqueeze(left, 0), right), [-2]), "SqueezeBackward4");
  if (b === 1) {
    if (a === 2 && left.shape[1] !== right.shape[0]) {
      fail(`size mismatch, got input (${left.shape[0]}), mat (${left.shape.join("x")}), vec (${right.shape[0]})`);
    }
    return named(squeeze(matmul(left, unsqueeze(right, 1)), [-1]), a === 2 ? "MvBackward0" : "UnsafeViewBackward0");
  }
  if (a === 2 && b === 2) return stacks(left, right, "Mm");
  const result = stacks(left, right, "Bmm");
  return named(result, "UnsafeViewBackward0");
}

/** The name that torch prints for what is made of several of its steps: one of these kept the factors. */
function named(tensor, name) {
  if (tensor.node) Object.assign(tensor.node, { name, saves: true });
  return tensor;
}

/** Of two matrices only. */
export function mm(left, right) {
  if (left.shape.length !== 2) fail("self must be a matrix");
  if (right.shape.length !== 2) fail("mat2 must be a matrix");
  return matmul(left, right);
}

export function dot(left, right) {
  const [a, b] = [left.shape.length, right.shape.length];
  if (a !== 1 || b !== 1) fail(`1D tensors expected, but got ${a}D and ${b}D tensors`);
  if (left.shape[0] !== right.shape[0]) {
    fail(
      `inconsistent tensor size, expected tensor [${left.shape[0]}] and src [${right.shape[0]}] to have the same ` +
        `number of elements, but got ${left.shape[0]} and ${right.shape[0]} elements respectively`,
    );
  }
  const sum = dotOfRows(toFlat(left), toFlat(right));
  return track(fromData(new DTYPES[left.dtype].Array([sum]), [], left.dtype), "DotBackward0", [left, right], (grad) => [
    mul(grad, right),
    mul(grad, left),
  ]);
}

export function bmm(left, right) {
  if (left.shape.length !== 3 || right.shape.length !== 3) fail("batch1 must be a 3D tensor");
  checkKinds(left, right);
  const wanted = [left.shape[0], left.shape[2]];
  const found = right.shape.slice(0, 2);
  if (wanted.join() !== found.join()) {
    fail(`Expected size for first two dimensions of batch2 tensor to be: ${listed(wanted)} but got: ${listed(found)}.`);
  }
  return named(stacks(left, right, "Bmm"), "BmmBackward0");
}

/** `input @ weight.T + bias` */
export function linear(input, weight, bias = null) {
  if (weight.shape.length > 2) fail(`t() expects a tensor with <= 2 dimensions, but self is ${weight.shape.length}D`);
  if (input.shape.at(-1) !== weight.shape.at(-1)) {
    const rows = countOf(input.shape.slice(0, -1));
    fail(
      `mat1 and mat2 shapes cannot be multiplied (${rows}x${input.shape.at(-1)} and ` +
        `${weight.shape.toReversed().join("x")})`,
    );
  }
  if (bias && input.dtype !== weight.dtype) {
    const [a, b] = [input, weight].map(({ dtype }) => DTYPES[dtype].label);
    fail(`mat1 and mat2 must have the same dtype, but got ${a} and ${b}`);
  }
  checkKinds(input, weight);
  if (weight.shape.length === 1) return matmul(input, weight);
  const product = input.shape.length > 2 ? long(input, weight) : matmul(input, transpose(weight, 0, 1));
  const result = bias ? add(product, bias) : product;
  const plain =
    input.shape.length === 2
      ? bias
        ? "AddmmBackward0"
        : "MmBackward0"
      : bias
        ? "ViewBackward0"
        : "UnsafeViewBackward0";
  return named(result, input.shape.length === 1 ? (bias ? "ViewBackward0" : "SqueezeBackward4") : plain);
}

/** A stack of rows with one matrix: as one long matrix. */
function long(input, weight) {
  const rows = countOf(input.shape.slice(0, -1));
  const product = matmul(reshape(input, [rows, input.shape.at(-1)]), transpose(weight, 0, 1));
  return reshape(product, [...input.shape.slice(0, -1), weight.shape[0]]);
}

export function outer(left, right) {
  for (const [name, { shape }] of Object.entries({ self: left, vec2: right })) {
    if (shape.length !== 1) fail(`outer: Expected 1-D argument ${name}, but got ${shape.length}-D`);
  }
  return mul(unsqueeze(left, 1), right);
}

export function mv(left, right) {
  const [a, b] = [left.shape.length, right.shape.length];
  if (a !== 2 || b !== 1) fail(`vector + matrix @ vector expected, got 1, ${a}, ${b}`);
  return matmul(left, right);
}

/** Products of all rows of the last axes. */
export function inner(left, right) {
  if (!left.shape.length || !right.shape.length) return mul(left, right);
  const [own, other] = [left.shape, right.shape].map((shape) => shape.slice(0, -1));
  if (left.shape.at(-1) !== right.shape.at(-1)) {
    fail(
      "inner() the last dimension must match on both input tensors but got shapes " +
        `${listed(left.shape)} and ${listed(right.shape)}`,
    );
  }
  const size = left.shape.at(-1);
  const [a, b] = [
    [left, own],
    [right, other],
  ].map(([tensor, shape]) => reshape(tensor, [countOf(shape), size]));
  return reshape(matmul(a, transpose(b, 0, 1)), [...own, ...other]);
}

/** `beta * input + alpha * (one @ two)` */
export function addmm(input, one, two, beta, alpha) {
  for (const [name, { shape }] of Object.entries({ mat1: one, mat2: two })) {
    if (shape.length !== 2) fail(`${name} must be a matrix, got ${shape.length}-D tensor`);
  }
  const product = matmul(one, two);
  if (input.dtype !== one.dtype) {
    const [own, other] = [input, one].map(({ dtype }) => C_NAMES[dtype]);
    fail(`self and mat2 must have the same dtype, but got ${own} and ${other}`);
  }
  const wide = expand(input, product.shape);
  const scaled = (tensor, factor) => (factor.number === 1 ? tensor : mul(tensor, factor));
  return named(add(scaled(wide, beta), scaled(product, alpha)), "AddmmBackward0");
}
export { cast, isFloat, listed };
