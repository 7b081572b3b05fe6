// Many numbers to one, along axes: sums, means, largest, smallest, and running sums.

import { track } from "./autograd.js";
import { DTYPES, isFloat, settings } from "./dtypes.js";
import * as each from "./elementwise.js";
import { largestOf, sumOf } from "./rows.js";
import * as selection from "./selection.js";
import { allocate, countOf, fail, fromData, settle, toFlat, viewOf, wrapAxis } from "./tensor.js";
import { expand, permute, reshape, transpose, unsqueeze } from "./views.js";

/** `axes` as a sorted list without gaps: null and [] mean all. */
export function axesOf(tensor, axes) {
  const list = axes === null || axes === undefined ? [] : [axes].flat();
  if (!list.length) return tensor.shape.map((_, axis) => axis);
  const wrapped = list.map((axis) => wrapAxis(axis, tensor.shape.length));
  const twice = wrapped.find((axis, i) => wrapped.indexOf(axis) !== i);
  if (twice !== undefined) fail(`dim ${twice} appears multiple times in the list of dims`);
  return wrapped.filter((axis) => axis < tensor.shape.length).sort((a, b) => a - b);
}

export const reducedShape = (shape, axes, keep) =>
  keep ? shape.map((size, axis) => (axes.includes(axis) ? 1 : size)) : shape.filter((_, axis) => !axes.includes(axis));

/** Rows of the numbers that become one: the reduced axes are walked last. */
export function rowsOf(tensor, axes) {
  const others = tensor.shape.map((_, axis) => axis).filter((axis) => !axes.includes(axis));
  const order = [...others, ...axes];
  const turned = viewOf(
    tensor,
    order.map((axis) => tensor.shape[axis]),
    order.map((axis) => tensor.strides[axis]),
  );
  const length = countOf(axes.map((axis) => tensor.shape[axis]));
  return { flat: toFlat(turned), length, rows: countOf(others.map((axis) => tensor.shape[axis])) };
}

/** `one(flat, start, length)` of each row. */
export function reduce(tensor, axes, keep, dtype, one) {
  const shape = reducedShape(tensor.shape, axes, keep);
  if (tensor.meta) return allocate(shape, dtype, true);
  const { flat, length, rows } = rowsOf(tensor, axes);
  const data = new DTYPES[dtype].Array(rows);
  for (let row = 0; row < rows; row++) data[row] = one(flat, row * length, length);
  return fromData(data, shape, dtype);
}

/** A gradient brought back to the shape before the reduction, without copying. */
export function restored(grad, tensor, axes) {
  const kept = reshape(grad, reducedShape(tensor.shape, axes, true));
  return expand(kept, tensor.shape);
}

const [zero, one] = [0, 1].map((number) => new each.Scalar(number, "float"));

/** NaN, which no whole number is, where a double could have lost a digit on the way. */
function wholeSum(flat, start, length) {
  let [total, size] = [0, 0];
  for (let i = start; i < start + length; i++) {
    total += flat[i];
    size += Math.abs(flat[i]);
  }
  return size < Number.MAX_SAFE_INTEGER ? total : Number.NaN;
}

export function sum(tensor, dim = null, keep = false, dtype = null) {
  if (dtype && dtype !== tensor.dtype) return sum(each.cast(tensor, dtype), dim, keep, dtype);
  const axes = axesOf(tensor, dim);
  const kind = dtype ?? (isFloat(tensor.dtype) ? tensor.dtype : "int64");
  return track(
    reduce(tensor, axes, keep, kind, isFloat(kind) ? sumOf : wholeSum),
    dim === null ? "SumBackward0" : "SumBackward1",
    [tensor],
    (grad) => [each.cast(restored(grad, tensor, axes), tensor.dtype)],
  );
}

each.setSumTo((grad, shape) => {
  if (grad.shape.join() === shape.join()) return grad;
  const lead = grad.shape.length - shape.length;
  const axes = grad.shape
    .map((_, axis) => axis)
    .filter((axis) => axis < lead || (shape[axis - lead] === 1 && grad.shape[axis] !== 1));
  const result = axes.length ? sum(grad, axes, true) : grad;
  return reshape(result, shape);
});

export function mean(tensor, dim = null, keep = false, dtype = null) {
  const kind = dtype ?? tensor.dtype;
  if (!isFloat(kind)) {
    fail(
      "mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. " +
        `Got: ${DTYPES[kind].label}`,
    );
  }
  const axes = axesOf(tensor, dim);
  const length = countOf(axes.map((axis) => tensor.shape[axis]));
  const one = (flat, start, count) => sumOf(flat, start, count) / count;
  return track(
    reduce(tensor, axes, keep, kind, one),
    dim === null ? "MeanBackward0" : "MeanBackward1",
    [tensor],
    (grad) => [each.cast(each.div(restored(grad, tensor, axes), new each.Scalar(length, "float")), tensor.dtype)],
  );
}

export function prod(tensor, dim = null, keep = false) {
  const axes = axesOf(tensor, dim);
  const kind = isFloat(tensor.dtype) ? tensor.dtype : "int64";
  const result = reduce(tensor, axes, keep, kind, (flat, start, length) => {
    let product = 1;
    for (let i = start; i < start + length; i++) product *= flat[i];
    return product;
  });
  return track(result, `ProdBackward${dim === null ? 0 : 1}`, [tensor], (grad) => {
    toFlat(result); // torch keeps it, and tells if it was changed
    return [each.mul(restored(grad, tensor, axes), others(tensor, axes))];
  });
}

/** For each number the product of the others. */
function others(tensor, axes) {
  if (!toFlat(tensor).includes(0)) return each.div(restored(prod(tensor, axes), tensor, axes), tensor);
  const rest = tensor.shape.map((_, axis) => axis).filter((axis) => !axes.includes(axis));
  const order = [...rest, ...axes];
  const turned = permute(tensor, order);
  const rows = reshape(turned, [...rest.map((axis) => tensor.shape[axis]), -1]);
  const back = order.map((_, axis) => order.indexOf(axis));
  return permute(reshape(prod(withoutEach(rows), -1), turned.shape), back);
}

/** (…, n) → (…, n, n): the last axis once for each of its numbers, with 1 instead of this number. */
function withoutEach(rows) {
  const size = rows.shape.at(-1);
  const wide = expand(unsqueeze(rows, -2), [...rows.shape, size]);
  return selection.maskedFill(
    wide,
    places(size, (row, column) => row === column),
    one,
  );
}

/** Which places of a square matrix are meant. */
const places = (size, isMeant) =>
  fromData(
    Uint8Array.from({ length: size * size }, (_, i) => Number(isMeant(Math.floor(i / size), i % size))),
    [size, size],
    "bool",
  );

/** The sum of squared distances from the mean, by `count - correction`. */
export function variance(tensor, dim = null, correction = 1, keep = false) {
  if (!isFloat(tensor.dtype)) fail("std and var only support floating point and complex dtypes");
  const axes = axesOf(tensor, dim);
  const length = countOf(axes.map((axis) => tensor.shape[axis]));
  const degrees = Math.max(0, length - correction);
  const result = reduce(tensor, axes, keep, tensor.dtype, spread(degrees));
  return track(result, "VarBackward0", [tensor], (grad) => {
    const away = each.sub(tensor, mean(tensor, axes, true));
    return [each.mul(restored(grad, tensor, axes), each.mul(away, new each.Scalar(2 / degrees, "float")))];
  });
}

/** The variance of a row, in double precision. */
const spread = (degrees) => (flat, start, count) => {
  const center = sumOf(flat, start, count) / count;
  let squares = 0;
  for (let i = start; i < start + count; i++) squares += (flat[i] - center) ** 2;
  return squares / degrees;
};

export function std(tensor, dim = null, correction = 1, keep = false) {
  if (!isFloat(tensor.dtype)) fail("std and var only support floating point and complex dtypes");
  const axes = axesOf(tensor, dim);
  const degrees = Math.max(0, countOf(axes.map((axis) => tensor.shape[axis])) - correction);
  const squared = spread(degrees);
  const result = reduce(tensor, axes, keep, tensor.dtype, (...row) => Math.sqrt(squared(...row)));
  // Where all numbers are equal the gradient is 0, though that of the root isn't.
  return track(result, "StdBackward0", [tensor], (grad) => {
    const away = each.sub(tensor, mean(tensor, axes, true));
    const length = each.mul(result, new each.Scalar(degrees, "float"));
    const share = selection.maskedFill(each.div(grad, length), each.eq(result, zero), zero);
    return [each.mul(restored(share, tensor, axes), away)];
  });
}

// -- the largest and the smallest

/** The place of the winner: NaN wins always, and of equals the first. */
const winner = (better) => (flat, start, length) => {
  let best = start;
  for (let i = start; i < start + length; i++) {
    if (Number.isNaN(flat[i])) return i - start;
    if (better(flat[i], flat[best])) best = i;
  }
  return best - start;
};
const WINNERS = { max: winner((a, b) => a > b), min: winner((a, b) => a < b) };

/** Whether the dims of 0-d tensors and empty axes are right. */
function checkedAxes(tensor, dim, name) {
  if (tensor.count === 0 && dim === null) {
    fail(
      `${name}(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim ` +
        "with the 'dim' argument.",
    );
  }
  const axes = axesOf(tensor, dim);
  const none = axes.find((axis) => tensor.shape[axis] === 0);
  if (none !== undefined) {
    fail(`${name}(): Expected reduction dim ${none} to have non-zero size.`, "IndexError");
  }
  return axes;
}

/** The gradient of one of the numbers: those that are equal to it share it. */
export const shared = (tensor, result, axes) => (grad) => {
  const equal = each.eq(tensor, restored(result, tensor, axes));
  const share = each.div(restored(grad, tensor, axes), each.cast(sum(equal, axes, true), grad.dtype));
  return [selection.where(equal, share, zero)];
};

/** `torch.amax`, `torch.amin`: equals share the gradient. */
export function extreme(which, tensor, dim = null, keep = false, name = which === "max" ? "Amax" : "Amin") {
  const axes = checkedAxes(tensor, dim, `a${which}`);
  const result = reduce(
    tensor,
    axes,
    keep,
    tensor.dtype,
    (flat, start, length) => flat[start + WINNERS[which](flat, start, length)],
  );
  return track(result, `${name}Backward0`, [tensor], (grad) => {
    const equal = each.cast(each.eq(tensor, restored(result, tensor, axes)), grad.dtype);
    // As in torch, where 0 · nan is nan.
    return [each.div(each.mul(restored(grad, tensor, axes), equal), sum(equal, axes, true))];
  });
}

export function argExtreme(which, tensor, dim = null, keep = false) {
  if (tensor.dtype === "bool") fail(`arg${which}(): does not support bool input`);
  return placesOfExtremes(which, tensor, dim, keep);
}

function placesOfExtremes(which, tensor, dim, keep) {
  const axes = checkedAxes(tensor, dim, `arg${which}`);
  return reduce(tensor, axes, keep, "int64", WINNERS[which]);
}

/** Values and places along one axis: only the winner gets the gradient. */
export function extremeAt(which, tensor, dim, keep = false) {
  const axis = wrapAxis(dim, tensor.shape.length);
  const axes = tensor.shape.length ? [axis] : [];
  const indices = placesOfExtremes(which, tensor, axes, keep);
  const values = reduce(
    tensor,
    axes,
    keep,
    tensor.dtype,
    (flat, start, length) => flat[start + WINNERS[which](flat, start, length)],
  );
  const name = which === "max" ? "MaxBackward0" : "MinBackward0";
  track(values, name, [tensor], (grad) => [placed(grad, indices, tensor, axis, keep)]);
  return [values, indices];
}

/** Zeros like `tensor` with `grad` at the places `indices` along an axis. */
export function placed(grad, indices, tensor, axis, keep) {
  const zeros = allocate(tensor.shape, grad.dtype);
  const inner = countOf(tensor.shape.slice(axis + 1));
  const [share, where] = [toFlat(grad), toFlat(indices)];
  const size = tensor.shape[axis] ?? 1;
  for (let i = 0; i < share.length; i++) {
    const [outer, rest] = [Math.floor(i / inner), i % inner];
    zeros.storage.data[(outer * size + where[i]) * inner + rest] += share[i];
  }
  return track(zeros, "IndexBackward", [grad], (back) => [
    reshape(gatherAt(back, indices, axis, size, inner), grad.shape),
    keep,
  ]);
}

function gatherAt(tensor, indices, _axis, size, inner) {
  const [flat, where] = [toFlat(tensor), toFlat(indices)];
  const data = new DTYPES[tensor.dtype].Array(where.length);
  for (let i = 0; i < data.length; i++) data[i] = flat[(Math.floor(i / inner) * size + where[i]) * inner + (i % inner)];
  return fromData(data, indices.shape, tensor.dtype);
}

const yesNo = ({ dtype }) => (dtype === "uint8" ? dtype : "bool");

/** An empty list of axes means none here, though elsewhere all. */
const namedAxes = (tensor, dim) => (dim?.length === 0 ? [] : axesOf(tensor, dim));

export function all(tensor, dim = null, keep = false) {
  return reduce(tensor, namedAxes(tensor, dim), keep, yesNo(tensor), (flat, start, length) => {
    for (let i = start; i < start + length; i++) if (flat[i] === 0) return 0;
    return 1;
  });
}

export function any(tensor, dim = null, keep = false) {
  return reduce(tensor, namedAxes(tensor, dim), keep, yesNo(tensor), (flat, start, length) => {
    for (let i = start; i < start + length; i++) if (flat[i] !== 0) return 1;
    return 0;
  });
}

export const countNonzero = (tensor, dim = null) => sum(each.ne(tensor, new each.Scalar(0, "int")), dim);

export function logsumexp(tensor, dim, keep = false) {
  const axes = axesOf(tensor, dim);
  const kind = isFloat(tensor.dtype) ? tensor.dtype : settings.defaultDtype;
  const result = reduce(tensor, axes, keep, kind, (flat, start, length) => {
    const most = largestOf(flat, start, length);
    if (!Number.isFinite(most)) return most;
    let powers = 0;
    for (let i = start; i < start + length; i++) powers += Math.exp(flat[i] - most);
    return most + Math.log(powers);
  });
  return track(result, "LogsumexpBackward0", [tensor], (grad) => [
    each.mul(restored(grad, tensor, axes), each.exp(each.sub(tensor, restored(result, tensor, axes)))),
  ]);
}

// -- running along an axis

/** From the first number on, or from the last one. */
function running(tensor, dim, dtype, step, isBackward = false) {
  const axis = wrapAxis(dim, tensor.shape.length);
  const result = allocate(tensor.shape, dtype, tensor.meta);
  if (tensor.meta) return result;
  const flat = toFlat(tensor);
  const inner = countOf(tensor.shape.slice(axis + 1));
  const size = tensor.shape[axis] ?? 1;
  for (let start = 0; start < flat.length; start += size * inner) {
    for (let rest = 0; rest < inner; rest++) {
      let state = null;
      for (let i = 0; i < size; i++) {
        const place = start + (isBackward ? size - 1 - i : i) * inner + rest;
        state = state === null ? flat[place] : step(state, flat[place]);
        result.storage.data[place] = state;
      }
    }
  }
  settle(result.storage.data, dtype);
  return result;
}

export function cumsum(tensor, dim, dtype = null, isBackward = false) {
  const kind = dtype ?? (isFloat(tensor.dtype) ? tensor.dtype : "int64");
  // Each number is in its own sum and all later ones: the sum from the end.
  return track(
    running(tensor, dim, kind, (a, b) => a + b, isBackward),
    "CumsumBackward0",
    [tensor],
    (grad) => [each.cast(cumsum(grad, dim, null, !isBackward), tensor.dtype)],
  );
}

export const cumprod = (tensor, dim) => {
  const result = running(tensor, dim, isFloat(tensor.dtype) ? tensor.dtype : "int64", (a, b) => a * b);
  return track(result, "CumprodBackward0", [tensor], (grad) => {
    const shares = each.mul(grad, result);
    if (tensor.shape.length && toFlat(tensor).includes(0)) {
      const [rows, slopes] = [tensor, grad].map((table) => transpose(table, dim, -1));
      // A number is in its own product and in all later ones.
      const earlier = places(rows.shape.at(-1), (row, column) => column < row);
      const products = selection.maskedFill(cumprod(withoutEach(rows), -1), earlier, zero);
      return [transpose(sum(each.mul(products, unsqueeze(slopes, -2)), -1), dim, -1)];
    }
    return [each.div(cumsum(shares, dim, null, true), tensor)];
  });
};
export const cummax = (tensor, dim) => running(tensor, dim, tensor.dtype, Math.max);

export { permute };
