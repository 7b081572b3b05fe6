// A tensor: numbers in a storage, and how to walk through them. Views share a storage.

import { DTYPES } from "./dtypes.js";

const MOST_BYTES = 2 ** 30;

/** What is wrong, as torch says it; `kind` is the name of Python's exception. */
export class TensorError extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

/** Who wants to hear of errors: Python's engine raises its own exceptions. */
export const errors = {
  raise(kind, message) {
    throw new TensorError(kind, message);
  },
};
/** @type {(message: string, kind?: string) => never} */
export const fail = (message, kind = "RuntimeError") => errors.raise(kind, message);

/** @type {(shape: number[]) => number} */
export const countOf = (shape) => shape.reduce((product, size) => product * size, 1);

/** Strides of numbers that stand row by row. @type {(shape: number[]) => number[]} */
export function rowStrides(shape) {
  const strides = new Array(shape.length);
  let stride = 1;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    strides[axis] = stride;
    stride *= Math.max(shape[axis], 1);
  }
  return strides;
}

/** @type {(shape: number[]) => string} */
export const listed = (shape) => `[${shape.join(", ")}]`;

/** Counts storages, operations and changes in place: what came first. */
export const clock = { now: 0 };

/** Whether a storage that was there at a moment, `since`, has been changed after it. */
export const watch = { since: 0, isChanged: false };

/** @type {(storage: Storage) => void} */
export function noteTouch(storage) {
  if (storage.id <= watch.since) watch.isChanged = true;
}

/** `data` is null on the meta device: shapes without numbers. */
class Storage {
  constructor(data, dtype, count) {
    this.data = data;
    this.bytes = count * DTYPES[dtype].size;
    this.id = ++clock.now;
    this.changes = []; // when it was changed in place
  }
}

export class Tensor {
  /**
   * @param {Storage} storage
   * @param {number[]} shape
   * @param {number[]} strides in numbers
   * @param {number} offset of the first number
   * @param {string} dtype
   */
  constructor(storage, shape, strides, offset, dtype) {
    this.storage = storage;
    this.shape = shape;
    this.strides = strides;
    this.offset = offset;
    this.dtype = dtype;
    this.leafGrad = false; // whether it was asked to require gradients itself
    this.made = null; // the operation that made it, if gradients flow through it
    this.grad = null;
    this.base = null; // of a view: whose numbers it shows
    this.linked = 0; // of a view: when its operation was noted
    this.changed = 0; // of a base: when an operation on it or on a view of it changed its history
  }

  /** A view of what was changed in place later shows what is there now: its history is that of its base. */
  get node() {
    if (this.base && this.base.changed > this.linked) relink.view(this);
    return this.made;
  }

  set node(node) {
    this.made = node;
    this.linked = clock.now;
  }

  get count() {
    return countOf(this.shape);
  }

  get requiresGrad() {
    return this.leafGrad || this.node !== null;
  }

  get meta() {
    return this.storage.data === null;
  }

  get device() {
    return this.meta ? "meta" : "cpu";
  }

  get gradName() {
    return this.node?.name ?? null;
  }
}

/** A new tensor of zeros. @type {(shape: number[], dtype: string, meta?: boolean) => Tensor} */
export function allocate(shape, dtype, meta = false) {
  const count = countOf(shape);
  for (const size of shape) {
    if (size < 0) fail(`Trying to create tensor with negative dimension ${size}: ${listed(shape)}`);
  }
  if (!meta && count * DTYPES[dtype].Array.BYTES_PER_ELEMENT > MOST_BYTES) {
    fail(
      `not enough memory: ${listed(shape)} needs ${Math.ceil((count * DTYPES[dtype].size) / 2 ** 20)} MiB, ` +
        "and this small stand-in for torch makes tensors of 1 GiB at most",
    );
  }
  const data = meta ? null : new DTYPES[dtype].Array(count);
  return new Tensor(new Storage(data, dtype, count), shape, rowStrides(shape), 0, dtype);
}

const EXACT = 2 ** 53; // from here on a double doesn't hold each whole number, and may stand for its neighbor

/** An int64 as a double holds it. torch wraps around at 2^63; here what can't be held is refused, not made inexact. */
function whole(number) {
  if (!(Math.abs(number) < EXACT)) fail("whole numbers from 2**53 on are not in this small stand-in for torch");
  return Math.trunc(number) + 0; // -0 is 0
}

/** Numbers as their kind holds them, changed in place: half precision is rounded, int64 are whole. */
export function settle(data, dtype) {
  const fit = dtype === "int64" ? whole : DTYPES[dtype].round;
  if (fit) for (let i = 0; i < data.length; i++) data[i] = fit(data[i]);
}

/** A tensor around numbers that stand row by row, which are settled in place. */
export function fromData(data, shape, dtype) {
  settle(data, dtype);
  return new Tensor(new Storage(data, dtype, data.length), shape, rowStrides(shape), 0, dtype);
}

/** @type {(numbers: ArrayLike<number>, shape: number[], dtype: string) => Tensor} */
export function fromNumbers(numbers, shape, dtype) {
  const data = new DTYPES[dtype].Array(numbers.length);
  for (let i = 0; i < numbers.length; i++)
    data[i] = dtype === "bool" ? numbers[i] !== 0 && numbers[i] !== false : numbers[i];
  return fromData(data, shape, dtype);
}

/** @type {(tensor: Tensor) => boolean} */
export function isContiguous({ shape, strides }) {
  let stride = 1;
  if (shape.includes(0)) return true;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    if (shape[axis] === 1) continue;
    if (strides[axis] !== stride) return false;
    stride *= shape[axis];
  }
  return true;
}

/** Places of a tensor's numbers in its storage, row by row. @type {(tensor: Tensor) => Int32Array} */
export function places({ shape, strides, offset }) {
  const count = countOf(shape);
  const result = new Int32Array(count);
  if (!count) return result;
  let filled = 1;
  result[0] = offset;
  // From the last axis to the first: what is there already is repeated, one stride further each time.
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    for (let step = 1; step < shape[axis]; step++) {
      const shift = step * strides[axis];
      const start = step * filled;
      for (let i = 0; i < filled; i++) result[start + i] = result[i] + shift;
    }
    filled *= shape[axis];
  }
  return result;
}

/** While gradients are worked out: when the operation was noted, and the storage that may be newer. */
export const reading = { since: Number.POSITIVE_INFINITY, own: null };
/** Set by autograd.js, which builds on this file. */
export const relink = { view() {}, stale() {} };

/** A tensor's numbers, row by row: not to be changed, since they may be the storage itself. */
export function toFlat(tensor) {
  const { data, changes } = tensor.storage;
  if (changes.length && reading.own) relink.stale(tensor);
  if (data === null) fail("Tensor on device meta is not on the expected device cpu!");
  const count = tensor.count;
  if (isContiguous(tensor)) return data.subarray(tensor.offset, tensor.offset + count);
  const flat = new DTYPES[tensor.dtype].Array(count);
  const length = tensor.shape.at(-1);
  const stride = tensor.strides.at(-1);
  // Where the rows begin: a place for each number would take longer than copying it.
  const starts = places({
    shape: tensor.shape.slice(0, -1),
    strides: tensor.strides.slice(0, -1),
    offset: tensor.offset,
  });
  let to = 0;
  for (let row = 0; row < starts.length; row++) {
    let from = starts[row];
    for (let i = 0; i < length; i++, from += stride) flat[to++] = data[from];
  }
  return flat;
}

/** Another walk through the same numbers. */
export function viewOf(tensor, shape, strides, offset = tensor.offset) {
  const view = new Tensor(tensor.storage, shape, strides, offset, tensor.dtype);
  view.base = tensor.leafGrad ? tensor : (tensor.base ?? tensor);
  if (tensor.since) view.since = tensor.since;
  return view;
}

/** Overwrite a tensor's numbers with `flat`, which has as many, or one for all. */
export function write(tensor, flat) {
  const { data } = tensor.storage;
  if (data === null) return;
  const { round, family } = DTYPES[tensor.dtype];
  const where = isContiguous(tensor) ? null : places(tensor);
  const count = tensor.count;
  const one = flat.length === 1;
  for (let i = 0; i < count; i++) {
    let number = flat[one ? 0 : i];
    if (round) number = round(number);
    else if (tensor.dtype === "int64") number = whole(number);
    else if (family === "bool") number = number !== 0 ? 1 : 0;
    else if (family === "int") number = Math.trunc(number);
    data[where ? where[i] : tensor.offset + i] = number;
  }
}

/** An axis counted from the front. @type {(axis: number, axes: number) => number} */
export function wrapAxis(axis, axes) {
  const range = Math.max(axes, 1);
  if (axis < -range || axis >= range) {
    fail(
      `Dimension out of range (expected to be in range of [${-range}, ${range - 1}], but got ${axis})`,
      "IndexError",
    );
  }
  return axis < 0 ? axis + range : axis;
}

/** The shape that both are stretched to. @type {(left: number[], right: number[]) => number[]} */
export function broadcast(left, right) {
  const axes = Math.max(left.length, right.length);
  const shape = new Array(axes);
  for (let axis = axes - 1; axis >= 0; axis--) {
    const a = left[left.length - axes + axis] ?? 1;
    const b = right[right.length - axes + axis] ?? 1;
    if (a !== b && a !== 1 && b !== 1) {
      fail(`The size of tensor a (${a}) must match the size of tensor b (${b}) at non-singleton dimension ${axis}`);
    }
    shape[axis] = a === 1 ? b : a;
  }
  return shape;
}

/** `tensor` stretched to `shape`, without copying: axes of size 1 get the stride 0. */
export function stretch(tensor, shape) {
  const lead = shape.length - tensor.shape.length;
  const strides = shape.map((size, axis) => {
    if (axis < lead) return 0;
    return tensor.shape[axis - lead] === 1 && size !== 1 ? 0 : tensor.strides[axis - lead];
  });
  // A new axis of one place: beginning the whole of what is behind it anew.
  for (let axis = lead - 1; axis >= 0 && shape[axis] === 1; axis--)
    strides[axis] = axis + 1 < shape.length ? shape[axis + 1] * strides[axis + 1] : 1;
  return viewOf(tensor, shape, strides);
}
