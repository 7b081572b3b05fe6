// Other walks through the same numbers, without copying, and what copies only where it must.

import { track } from "./autograd.js";
import { setSumTo, shrink } from "./elementwise.js";
import {
  allocate,
  countOf,
  fail,
  fromData,
  isContiguous,
  listed,
  rowStrides,
  stretch,
  toFlat,
  viewOf,
  wrapAxis,
  write,
} from "./tensor.js";

/** A view whose gradient `back` brings into the shape of `tensor`. */
const view = (tensor, shape, strides, offset, name, back) =>
  track(viewOf(tensor, shape, strides, offset), `${name}Backward0`, [tensor], (grad) => [back(grad)]);

/** `-1` in a shape stands for what is left. @type {(shape: number[], count: number) => number[]} */
function inferred(shape, count) {
  const open = shape.indexOf(-1);
  if (open !== -1 && shape.indexOf(-1, open + 1) !== -1) fail("only one dimension can be inferred");
  const known = shape.reduce((product, size, axis) => (axis === open ? product : product * size), 1);
  const bad = open === -1 ? known !== count : known === 0 ? count !== 0 : count % known !== 0;
  if (bad) fail(`shape '${listed(shape)}' is invalid for input of size ${count}`);
  if (open !== -1 && known === 0) {
    fail(
      `cannot reshape tensor of 0 elements into shape ${listed(shape)} because the unspecified dimension size -1 ` +
        "can be any value and is ambiguous",
    );
  }
  return shape.map((size, axis) => (axis === open ? count / known : size));
}

/** Strides that show the same numbers in another shape, or null if there are none. */
function stridesFor(tensor, shape) {
  if (isContiguous(tensor)) return rowStrides(shape);
  const strides = new Array(shape.length);
  let axis = shape.length - 1;
  let old = tensor.shape.length - 1;
  while (old >= 0) {
    // A run of old axes that can be walked with one stride.
    let run = tensor.shape[old];
    const stride = tensor.strides[old];
    while (old > 0 && (tensor.shape[old - 1] === 1 || tensor.strides[old - 1] === run * stride)) {
      old--;
      run *= tensor.shape[old];
    }
    let size = 1;
    while (axis >= 0 && (size < run || shape[axis] === 1)) {
      strides[axis] = size * stride;
      size *= shape[axis];
      axis--;
    }
    if (size !== run) return null;
    old--;
  }
  return strides;
}

export function viewAs(tensor, wanted) {
  const shape = inferred(wanted, tensor.count);
  const strides = stridesFor(tensor, shape);
  if (!strides) {
    fail(
      "view size is not compatible with input tensor's size and stride (at least one dimension spans across two " +
        "contiguous subspaces). Use .reshape(...) instead.",
    );
  }
  return view(tensor, shape, strides, tensor.offset, "View", (grad) => reshape(grad, tensor.shape));
}

export function reshape(tensor, wanted) {
  const shape = inferred(wanted, tensor.count);
  if (stridesFor(tensor, shape)) return viewAs(tensor, shape);
  const result = viewAs(contiguous(tensor), shape);
  if (result.node) result.node.name = "UnsafeViewBackward0";
  return result;
}

export function clone(tensor) {
  const copy = tensor.meta
    ? allocate(tensor.shape, tensor.dtype, true)
    : fromData(toFlat(tensor).slice(), tensor.shape, tensor.dtype);
  const ordered = tensor.meta ? copy : keepingOrder(tensor, copy);
  return track(ordered, "CloneBackward0", [tensor], (grad) => [grad]);
}

/** torch's copy of a transposed tensor is transposed too: `view` fails on both. */
function keepingOrder(tensor, copy) {
  if (isContiguous(tensor) || tensor.strides.some((stride, axis) => stride === 0 && tensor.shape[axis] > 1))
    return copy;
  const order = tensor.shape.map((_, axis) => axis).sort((a, b) => tensor.strides[b] - tensor.strides[a] || a - b);
  const sorted = order.map((axis) => tensor.shape[axis]);
  const dense = rowStrides(sorted);
  const strides = new Array(order.length);
  order.forEach((axis, place) => {
    strides[axis] = dense[place];
  });
  const result = viewOf(allocate(tensor.shape, tensor.dtype), tensor.shape, strides, 0);
  result.base = null;
  write(result, copy.storage.data);
  return result;
}

export function contiguous(tensor) {
  if (isContiguous(tensor)) return tensor;
  const copy = tensor.meta
    ? allocate(tensor.shape, tensor.dtype, true)
    : fromData(toFlat(tensor).slice(), tensor.shape, tensor.dtype);
  return track(copy, "CloneBackward0", [tensor], (grad) => [grad]);
}

export function permute(tensor, order) {
  const axes = order.map((axis) => wrapAxis(axis, tensor.shape.length));
  if (axes.length === tensor.shape.length && new Set(axes).size < axes.length) {
    fail("permute(): duplicate dims are not allowed.");
  }
  if (axes.length !== tensor.shape.length) {
    fail(
      "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired " +
        `ordering of dimensions i.e. input.dim() = ${tensor.shape.length} is not equal to len(dims) = ${order.length}`,
    );
  }
  const back = axes.map((_, axis) => axes.indexOf(axis));
  const pick = (list) => axes.map((axis) => list[axis]);
  return view(tensor, pick(tensor.shape), pick(tensor.strides), tensor.offset, "Permute", (grad) =>
    permute(grad, back),
  );
}

export function transpose(tensor, first, second, name = "Transpose") {
  const order = tensor.shape.map((_, axis) => axis);
  const a = wrapAxis(first, order.length);
  const b = wrapAxis(second, order.length);
  if (order.length === 0) return view(tensor, [], [], tensor.offset, name, (grad) => grad);
  [order[a], order[b]] = [order[b], order[a]];
  const pick = (list) => order.map((axis) => list[axis]);
  return view(tensor, pick(tensor.shape), pick(tensor.strides), tensor.offset, name, (grad) => transpose(grad, a, b));
}

export function expand(tensor, wanted) {
  const lead = wanted.length - tensor.shape.length;
  if (lead < 0) {
    fail(
      `expand(torch.FloatTensor{${listed(tensor.shape)}}, size=${listed(wanted)}): the number of sizes provided ` +
        `(${wanted.length}) must be greater or equal to the number of dimensions in the tensor ` +
        `(${tensor.shape.length})`,
    );
  }
  const shape = wanted.map((size, axis) => (size === -1 && axis >= lead ? tensor.shape[axis - lead] : size));
  const negative = shape.findIndex((size) => size < 0);
  if (negative >= 0) {
    fail(
      `The expanded size of the tensor (${shape[negative]}) isn't allowed in a leading, non-existing dimension ` +
        negative,
    );
  }
  for (let axis = lead; axis < shape.length; axis++) {
    const own = tensor.shape[axis - lead];
    if (own !== 1 && own !== shape[axis]) {
      fail(
        `The expanded size of the tensor (${shape[axis]}) must match the existing size (${own}) at non-singleton ` +
          `dimension ${axis}.  Target sizes: ${listed(wanted)}.  Tensor sizes: ${listed(tensor.shape)}`,
      );
    }
  }
  const { strides } = stretch(tensor, shape);
  return view(tensor, shape, strides, tensor.offset, "Expand", (grad) => shrink(grad, tensor.shape));
}

export function unsqueeze(tensor, axis) {
  const place = wrapAxis(axis, tensor.shape.length + 1);
  const stride = place < tensor.shape.length ? tensor.shape[place] * tensor.strides[place] : 1;
  const shape = tensor.shape.toSpliced(place, 0, 1);
  return view(tensor, shape, tensor.strides.toSpliced(place, 0, stride), tensor.offset, "Unsqueeze", (grad) =>
    reshape(grad, tensor.shape),
  );
}

/** Without the axes of size 1: all of them, or those of `axes`. */
export function squeeze(tensor, axes = null) {
  const chosen = axes?.map((axis) => wrapAxis(axis, tensor.shape.length));
  const keep = (_, axis) => tensor.shape[axis] !== 1 || (chosen && !chosen.includes(axis));
  return view(tensor, tensor.shape.filter(keep), tensor.strides.filter(keep), tensor.offset, "Squeeze", (grad) =>
    reshape(grad, tensor.shape),
  );
}

export function flatten(tensor, start = 0, end = -1) {
  const axes = Math.max(tensor.shape.length, 1);
  const [first, last] = [wrapAxis(start, axes), wrapAxis(end, axes)];
  if (first > last) fail("flatten() has invalid args: start_dim cannot come after end_dim");
  if (tensor.shape.length === 0) return reshape(tensor, [1]);
  if (first === last) return tensor;
  const joined = countOf(tensor.shape.slice(first, last + 1));
  return reshape(tensor, [...tensor.shape.slice(0, first), joined, ...tensor.shape.slice(last + 1)]);
}

export function unflatten(tensor, axis, sizes) {
  const place = wrapAxis(axis, tensor.shape.length);
  const size = tensor.shape[place];
  const known = sizes.reduce((product, part) => (part === -1 ? product : product * part), 1);
  if (!sizes.includes(-1) && known !== size) {
    fail(
      `unflatten: Provided sizes ${listed(sizes)} don't multiply up to the size of dim ${place} (${size}) ` +
        "in the input tensor",
    );
  }
  if (sizes.includes(-1) && size % known) {
    fail(
      `unflatten: Provided sizes ${listed(sizes)} don't multiply up to the size of dim ${place} (${size}) ` +
        "in the input tensor",
    );
  }
  const parts = sizes.map((part) => (part === -1 ? size / known : part));
  return viewAs(tensor, [...tensor.shape.slice(0, place), ...parts, ...tensor.shape.slice(place + 1)]);
}

/** Numbers from `start`, `count` of them, each `step` further, along an axis. */
export function slice(tensor, axis, start, count, step = 1, name = "Slice") {
  const { shape, strides, offset } = tensor;
  const place = offset + start * strides[axis];
  return view(tensor, shape.with(axis, count), strides.with(axis, strides[axis] * step), place, name, (grad) =>
    scattered(grad, tensor, (zeros) => slice(zeros, axis, start, count, step)),
  );
}

/**
 * Zeros in the shape of `like`, with `grad` written into the part that `part` shows. Recorded: gradients of gradients.
 */
export function scattered(grad, like, part) {
  const zeros = allocate(like.shape, grad.dtype, grad.meta);
  if (!grad.meta) write(part(zeros), toFlat(grad));
  return track(zeros, "SliceBackward", [grad], (outer) => [part(outer)]);
}

export function select(tensor, axis, index) {
  const place = wrapAxis(axis, tensor.shape.length);
  const size = tensor.shape[place];
  if (!tensor.shape.length) fail("select() cannot be applied to a 0-dim tensor.", "IndexError");
  if (index < -size || index >= size) {
    fail(
      `select(): index ${index} out of range for tensor of size ${listed(tensor.shape)} at dimension ${place}`,
      "IndexError",
    );
  }
  return selected(tensor, place, index < 0 ? index + size : index);
}

export function selected(tensor, axis, index) {
  const { shape, strides, offset } = tensor;
  return view(
    tensor,
    shape.toSpliced(axis, 1),
    strides.toSpliced(axis, 1),
    offset + index * strides[axis],
    "Select",
    (grad) => scattered(grad, tensor, (zeros) => selected(zeros, axis, index)),
  );
}

export function narrow(tensor, axis, start, length) {
  const place = wrapAxis(axis, tensor.shape.length);
  const size = tensor.shape[place];
  if (start < -size || start > size) {
    fail(`start out of range (expected to be in range of [${-size}, ${size}], but got ${start})`, "IndexError");
  }
  const first = start < 0 ? start + size : start;
  if (length < 0) fail("narrow(): length must be non-negative.");
  if (first + length > size) fail(`start (${first}) + length (${length}) exceeds dimension size (${size}).`);
  return slice(tensor, place, first, length);
}

export function split(tensor, sizes, axis = 0) {
  if (!tensor.shape.length) fail("split expects at least a 1-dimensional tensor");
  const place = wrapAxis(axis, tensor.shape.length);
  const size = tensor.shape[place];
  let parts = sizes;
  if (!Array.isArray(sizes)) {
    if (sizes < 0) fail(`split expects split_size be non-negative, but got split_size=${sizes}`);
    if (!sizes && size) {
      fail(`split_size can only be 0 if dimension size is 0, but got dimension size of ${size}`);
    }
    parts = [];
    for (let start = 0; start < Math.max(size, 1); start += sizes || 1) parts.push(Math.min(sizes, size - start));
  } else if (sizes.reduce((sum, part) => sum + part, 0) !== size) {
    fail(
      `split_with_sizes expects split_sizes to sum exactly to ${size} (input tensor's size at dimension ${place}), ` +
        `but got split_sizes=${listed(sizes)}`,
    );
  }
  const name = Array.isArray(sizes) ? "SplitWithSizes" : "Split";
  let start = 0;
  return several(
    name,
    parts.map((part) => {
      start += part;
      return slice(tensor, place, start - part, part, 1, name);
    }),
  );
}

/** Views that come together can't be changed in place where gradients flow. */
function several(name, parts) {
  parts.forEach((part, index) => {
    part.several = { name, index };
    if (part.node) part.node.name = `${name}Backward0`;
  });
  return parts;
}

export function chunk(tensor, chunks, axis = 0) {
  if (chunks <= 0) fail(`chunk expects \`chunks\` to be greater than 0, got: ${chunks}`);
  return split(tensor, Math.ceil(tensor.shape[wrapAxis(axis, tensor.shape.length)] / chunks), axis);
}

export const unbind = (tensor, axis = 0) => {
  const place = wrapAxis(axis, tensor.shape.length);
  return several(
    "Unbind",
    Array.from({ length: tensor.shape[place] }, (_, index) => selected(tensor, place, index)),
  );
};

export function diagonal(tensor, shift = 0, first = 0, second = 1) {
  const [a, b] = [wrapAxis(first, tensor.shape.length), wrapAxis(second, tensor.shape.length)];
  const length = Math.max(
    0,
    shift >= 0
      ? Math.min(tensor.shape[a], tensor.shape[b] - shift)
      : Math.min(tensor.shape[a] + shift, tensor.shape[b]),
  );
  const offset = tensor.offset + (shift >= 0 ? shift * tensor.strides[b] : -shift * tensor.strides[a]);
  const others = tensor.shape.map((_, axis) => axis).filter((axis) => axis !== a && axis !== b);
  const shape = [...others.map((axis) => tensor.shape[axis]), length];
  const strides = [...others.map((axis) => tensor.strides[axis]), tensor.strides[a] + tensor.strides[b]];
  return view(tensor, shape, strides, offset, "Diagonal", (grad) =>
    scattered(grad, tensor, (zeros) => diagonal(zeros, shift, first, second)),
  );
}

/** Windows of `size` along an axis, `step` apart, as a new last axis. */
export function unfold(tensor, axis, size, step) {
  const place = wrapAxis(axis, tensor.shape.length);
  if (size > tensor.shape[place]) {
    fail(`maximum size for tensor at dimension ${place} is ${tensor.shape[place]} but size is ${size}`);
  }
  const windows = Math.floor((tensor.shape[place] - size) / step) + 1;
  const shape = [...tensor.shape.with(place, windows), size];
  const strides = [...tensor.strides.with(place, tensor.strides[place] * step), tensor.strides[place]];
  return view(tensor, shape, strides, tensor.offset, "Unfold", (grad) => {
    const zeros = allocate(tensor.shape, grad.dtype);
    const parts = toFlat(grad);
    // Windows overlap: what falls on the same number is summed.
    const places = unfold(fromIndices(tensor.shape), axis, size, step);
    const where = toFlat(places);
    for (let i = 0; i < parts.length; i++) zeros.storage.data[where[i]] += parts[i];
    return track(zeros, "UnfoldBackward0", [grad], (outer) => [unfold(outer, axis, size, step)]);
  });
}

const fromIndices = (shape) =>
  fromData(
    Float64Array.from({ length: countOf(shape) }, (_, i) => i),
    shape,
    "int64",
  );

export const movedim = (tensor, from, to) => {
  const axes = tensor.shape.length;
  const [sources, targets] = [from, to].map((list) => [list].flat().map((axis) => wrapAxis(axis, axes)));
  if (!axes) return view(tensor, [], [], tensor.offset, "Permute", (grad) => grad);
  const order = new Array(axes).fill(-1);
  sources.forEach((source, i) => {
    order[targets[i]] = source;
  });
  const rest = tensor.shape.map((_, axis) => axis).filter((axis) => !sources.includes(axis));
  return permute(
    tensor,
    order.map((axis) => (axis === -1 ? rest.shift() : axis)),
  );
};

export { setSumTo };
