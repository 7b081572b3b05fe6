// x[...] as in torch: numbers, slices, None, ..., lists and tensors of places, and masks.

import { afterChange, beforeChange, checkApart, checkOverlap, track } from "./autograd.js";
import { DTYPES } from "./dtypes.js";
import { cast, Scalar } from "./elementwise.js";
import { checkFits } from "./selection.js";
import {
  allocate,
  broadcast,
  countOf,
  fail,
  fromData,
  fromNumbers,
  listed,
  places,
  rowStrides,
  stretch,
  Tensor,
  toFlat,
  viewOf,
  write,
} from "./tensor.js";
import { expand, reshape, selected, slice, unsqueeze } from "./views.js";

/**
 * One part of an index: `{ kind: "int", index }`, `{ kind: "slice", start, stop, step }` (null where left out),
 * `{ kind: "none" }`, `{ kind: "ellipsis" }`, or `{ kind: "tensor", tensor }`.
 * @typedef {{ kind: string, index?: number, start?: number|null, stop?: number|null, step?: number|null, tensor?:
 * Tensor }} Part
 */

const asNumber = (value) => (value instanceof Tensor ? toFlat(value)[0] : value);

/** Parts as Python writes them: numbers, null, "...", slices, lists and tensors. @type {(list: any[]) => Part[]} */
function partsOf(given) {
  // A list that holds lists counts as several parts, as in NumPy of old.
  const [only] = given;
  const several = given.length === 1 && Array.isArray(only) && only.length < 32;
  const isText = typeof only === "string" && only !== "..." && given.length === 1;
  if (isText) return Array.from(only, () => ({ kind: "text" })); // torch takes its letters for indices
  const list = several && only.some((part) => typeof part === "object" || part === "...") ? only : given;
  return list.map((part) => {
    if (part === null) return { kind: "none" };
    if (typeof part === "string") return { kind: part === "..." ? "ellipsis" : "text" };
    if (typeof part === "number") return { kind: "int", index: part };
    if (part instanceof Tensor && part.dtype === "bool" && !part.shape.length) {
      return { kind: "one", tensor: reshape(part, [1]) };
    }
    if (part instanceof Tensor) {
      const single = part.shape.length === 0 && part.dtype !== "bool";
      return single ? { kind: "int", index: toFlat(part)[0] } : { kind: "tensor", tensor: placesTensor(part) };
    }
    if (Array.isArray(part)) return { kind: "tensor", tensor: listTensor(part) };
    // One yes or no is a mask along a new axis.
    if (typeof part === "boolean") {
      return { kind: "one", tensor: fromNumbers([Number(part)], [1], "bool") };
    }
    if (part && "step" in part) {
      const [start, stop, step] = [part.start, part.stop, part.step].map(asNumber);
      return { kind: "slice", start, stop, step };
    }
    return fail(
      "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices " +
        `(got ${part instanceof Scalar ? "float" : "str"})`,
      "IndexError",
    );
  });
}

function placesTensor(tensor) {
  if (!["int64", "int32", "uint8", "bool"].includes(tensor.dtype)) {
    fail("tensors used as indices must be long, int, byte or bool tensors", "IndexError");
  }
  return tensor.dtype === "uint8" ? cast(tensor, "bool") : tensor;
}

function listTensor(list) {
  const shape = [];
  for (let level = list; Array.isArray(level); level = level[0]) shape.push(level.length);
  const flat = list.flat(Number.POSITIVE_INFINITY).map(asNumber);
  return fromNumbers(flat, shape, typeof flat[0] === "boolean" ? "bool" : "int64");
}

/** @type {(parts: Part[], tensor: Tensor) => Part[]} the ellipsis replaced by whole slices */
function spelledOut(parts, tensor) {
  const whole = { kind: "slice", start: null, stop: null, step: null };
  const uses = parts.reduce((sum, { kind, tensor: mask }) => {
    if (["none", "ellipsis", "one"].includes(kind)) return sum;
    return sum + (mask?.dtype === "bool" ? mask.shape.length : 1);
  }, 0);
  const axes = tensor.shape.length;
  if (!axes && parts.length === 1) checkPlain(parts[0]);
  if (uses > axes) fail(`too many indices for tensor of dimension ${axes}`, "IndexError");
  const place = parts.findIndex(({ kind }) => kind === "ellipsis");
  const fill = new Array(axes - uses).fill(whole);
  return place === -1 ? [...parts, ...fill] : parts.toSpliced(place, 1, ...fill);
}

/** A tensor without axes has nothing to choose from. */
function checkPlain({ kind, index }) {
  if (kind === "slice") fail("slice() cannot be applied to a 0-dim tensor.", "IndexError");
  if (kind !== "int") return;
  if (index !== 0) fail(`index ${index} is out of bounds for dimension 0 with size 0`, "IndexError");
  fail(
    "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a 0-dim " +
      "tensor to a number",
    "IndexError",
  );
}

/** Python's rules for a slice. @returns {[number, number, number]} start, count, step */
function bounds({ start, stop, step }, size) {
  const by = step ?? 1;
  if (by <= 0) fail("step must be greater than zero", "ValueError");
  const clip = (place) => Math.min(Math.max(place < 0 ? place + size : place, 0), size);
  const [first, last] = [clip(start ?? 0), clip(stop ?? size)];
  return [first, Math.max(0, Math.ceil((last - first) / by)), by];
}

/**
 * The parts that need no copy are taken as views; what is left are tensors of places, one for each axis or null.
 * @returns {{ view: Tensor, tensors: (Tensor | null)[] }}
 */
function basic(tensor, parts) {
  let view = tensor;
  let axis = 0;
  let gone = 0; // axes of the tensor that the view hasn't any more, less those that are new
  const tensors = [];
  for (const part of spelledOut(parts, tensor)) {
    if (part.kind === "int") {
      const size = view.shape[axis];
      const { index } = part;
      if (index < -size || index >= size) {
        fail(`index ${index} is out of bounds for dimension ${axis + gone} with size ${size}`, "IndexError");
      }
      gone++;
      view = selected(view, axis, index < 0 ? index + size : index);
    } else if (part.kind === "slice") {
      const [start, count, step] = bounds(part, view.shape[axis]);
      if (count !== view.shape[axis] || step !== 1) view = slice(view, axis, start, count, step);
      tensors[axis++] = null;
    } else if (part.kind === "none") {
      view = unsqueeze(view, axis);
      gone--;
      tensors[axis++] = null;
    } else if (part.kind === "text") fail("new(): invalid data type 'str'", "TypeError");
    else {
      if (part.kind === "one") view = unsqueeze(view, axis);
      for (const places of placesOf(part.tensor, view, axis)) tensors[axis++] = places;
    }
  }
  return { view, tensors };
}

/** A mask as tensors of places, one for each of its axes. */
function placesOf(index, view, axis) {
  if (index.dtype !== "bool") return [index];
  index.shape.forEach((size, i) => {
    if (size !== view.shape[axis + i]) {
      fail(
        `The shape of the mask ${listed(index.shape)} at index ${i} does not match the shape of the indexed tensor ` +
          `${listed(view.shape)} at index ${axis + i}`,
        "IndexError",
      );
    }
  });
  const hits = nonzero(index);
  return index.shape.map((_, i) => selected(hits, 1, i));
}

export function nonzero(tensor) {
  const flat = toFlat(tensor);
  const strides = rowStrides(tensor.shape);
  const found = [];
  for (let i = 0; i < flat.length; i++) {
    if (flat[i] !== 0) tensor.shape.forEach((size, axis) => found.push(Math.floor(i / strides[axis]) % size));
  }
  return fromNumbers(
    found,
    [tensor.shape.length ? found.length / tensor.shape.length : Number(flat[0] !== 0), tensor.shape.length],
    "int64",
  );
}

/** Where the picked numbers stand in the view's storage, and in which shape they come out. */
function picked(view, tensors) {
  const chosen = tensors.map((tensor, axis) => (tensor ? axis : -1)).filter((axis) => axis >= 0);
  let shape = [];
  try {
    shape = chosen.reduce((common, axis) => broadcast(common, tensors[axis].shape), []);
  } catch {
    const all = chosen.map((axis) => listed(tensors[axis].shape)).join(", ");
    fail(`shape mismatch: indexing tensors could not be broadcast together with shapes ${all}`, "IndexError");
  }
  const others = view.shape.map((_, axis) => axis).filter((axis) => !chosen.includes(axis));
  const base = new Int32Array(countOf(shape));
  const isEmpty = others.some((axis) => view.shape[axis] === 0); // then torch looks at no place
  for (const axis of chosen) {
    const numbers = toFlat(stretch(tensors[axis], shape));
    const size = view.shape[axis];
    for (let i = 0; i < base.length; i++) {
      const index = numbers[i];
      if ((!isEmpty || !size) && (index < -size || index >= size)) {
        fail(`index ${index} is out of bounds for dimension ${axis} with size ${size}`, "IndexError");
      }
      base[i] += (index < 0 ? index + size : index) * view.strides[axis];
    }
  }
  // Neighboring tensors of places stand where they stood; with something between them, they go first.
  const together = chosen.every((axis, i) => i === 0 || axis === chosen[i - 1] + 1);
  const before = together ? others.filter((axis) => axis < chosen[0]) : [];
  const after = others.filter((axis) => !before.includes(axis));
  const sizes = (axes) => axes.map((axis) => view.shape[axis]);
  const strides = (axes) => axes.map((axis) => view.strides[axis]);
  const outer = places({ shape: sizes(before), strides: strides(before), offset: view.offset });
  const inner = places({ shape: sizes(after), strides: strides(after), offset: 0 });
  const where = new Int32Array(outer.length * base.length * inner.length);
  let at = 0;
  for (const a of outer) for (const b of base) for (const c of inner) where[at++] = a + b + c;
  return { where, shape: [...sizes(before), ...shape, ...sizes(after)] };
}

/** `tensor[list]` */
export function getItem(tensor, list) {
  const { view, tensors } = basic(tensor, partsOf(list));
  if (!tensors.some(Boolean)) {
    return view === tensor ? whole(tensor) : view;
  }
  if (view.meta) fail("Indexing by tensors needs numbers, and tensors on the meta device have none");
  const { where, shape } = picked(view, tensors);
  const { data } = view.storage;
  const taken = new DTYPES[view.dtype].Array(where.length);
  for (let i = 0; i < where.length; i++) taken[i] = data[where[i]];
  return track(fromData(taken, shape, view.dtype), "IndexBackward0", [view], (grad) => [given(grad, view, where)]);
}

/** `tensor[:]`: the same, as a view. */
const whole = (tensor) => (tensor.shape.length ? slice(tensor, 0, 0, tensor.shape[0]) : expand(tensor, []));

/** The picked numbers' gradient, summed where a number was picked twice. */
function given(grad, view, where) {
  const zeros = allocate(view.shape, grad.dtype);
  const order = new Map();
  places(view).forEach((place, i) => order.set(place, i));
  const flat = toFlat(grad);
  for (let i = 0; i < flat.length; i++) zeros.storage.data[order.get(where[i])] += flat[i];
  return track(zeros, "IndexPutBackward0", [grad], (outer) => {
    const numbers = toFlat(outer);
    const taken = Array.from(where, (place) => numbers[order.get(place)]);
    return [fromNumbers(taken, grad.shape, grad.dtype)];
  });
}

/** `tensor[list] = value` */
export function setItem(tensor, list, value) {
  const parts = partsOf(list);
  const isPlain = !parts.some((part) => part.tensor);
  const old = beforeChange(tensor, isPlain || value instanceof Scalar);
  const { view, tensors } = basic(old, parts);
  if (isPlain) checkApart(view);
  if (value instanceof Scalar) checkFits(value, tensor.dtype);
  const source = cast(value instanceof Tensor ? value : fromNumbers([value.number], [], "float64"), tensor.dtype);
  const advanced = tensors.some(Boolean);
  if (advanced && value instanceof Tensor && !value.shape.length && !value.meta)
    checkFits({ number: toFlat(value)[0], family: DTYPES[value.dtype].family }, tensor.dtype);
  const target = advanced ? picked(view, tensors) : { where: null, shape: view.shape };
  const fitting = fitted(source, target.shape, advanced);
  const indices = parts.filter((part) => part.tensor);
  const masked = (value.count ?? 1) === 1 && indices.length === 1 && indices[0].tensor.dtype === "bool";
  if (advanced && !masked && value instanceof Tensor && value.dtype !== tensor.dtype) {
    const [own, given] = [tensor, value].map(({ dtype }) => DTYPES[dtype].label);
    fail(
      "Index put requires the source and destination dtypes match, got " +
        `${own} for the destination and ${given} for the source.`,
    );
  }
  if (!advanced) {
    checkOverlap(view, fitting);
    write(view, toFlat(fitting));
  } else scatterInto(view, target.where, toFlat(fitting));
  const at = target.where && Array.from(target.where);
  const made = track(
    viewOf(tensor, tensor.shape, tensor.strides),
    target.where && view === old ? "IndexPutBackward0" : "CopySlices",
    [old, source],
    (grad) => {
      const rest = allocate(tensor.shape, grad.dtype);
      write(rest, toFlat(grad));
      const part = at ? numbersAt(grad, tensor, at, target.shape) : partOf(grad, parts);
      const hole = at ? null : partOf(rest, parts);
      if (hole) write(hole, [0]);
      else zeroAt(rest, tensor, at);
      return [rest, source.requiresGrad ? shrunk(part, source.shape) : null];
    },
  );
  return afterChange(tensor, made);
}

const partOf = (tensor, parts) => basic(tensor, parts).view;
let shrunk;
export const setShrink = (shrink) => {
  shrunk = shrink;
};

function rowPlaces(tensor, where) {
  const order = new Map();
  places(tensor).forEach((place, i) => order.set(place, i));
  return where.map((place) => order.get(place));
}

function numbersAt(grad, tensor, where, shape) {
  const flat = toFlat(grad);
  return fromNumbers(
    rowPlaces(tensor, where).map((i) => flat[i]),
    shape,
    grad.dtype,
  );
}

function zeroAt(rest, tensor, where) {
  for (const i of rowPlaces(tensor, where)) rest.storage.data[i] = 0;
}

function scatterInto(view, where, flat) {
  const { data } = view.storage;
  const { round } = DTYPES[view.dtype];
  for (let i = 0; i < where.length; i++) data[where[i]] = round ? round(flat[i]) : flat[i];
}

/** `value` stretched to the part that it is written into; leading axes of size 1 may be too many. */
function fitted(value, shape, advanced) {
  let source = value;
  while (source.shape.length > shape.length && source.shape[0] === 1) source = reshape(source, source.shape.slice(1));
  const fits =
    source.shape.length <= shape.length &&
    source.shape.every((size, i) => size === 1 || size === shape[shape.length - source.shape.length + i]);
  if (!fits && advanced) {
    fail(
      `shape mismatch: value tensor of shape ${listed(value.shape)} cannot be broadcast to indexing result ` +
        `of shape ${listed(shape)}`,
    );
  }
  return expand(source, shape);
}
