// Picking, joining and repeating numbers along axes.

import { track } from "./autograd.js";
import { DTYPES, promote } from "./dtypes.js";
import { cast, map, Scalar } from "./elementwise.js";
import { placed, sum } from "./reductions.js";
import {
  allocate,
  broadcast,
  countOf,
  fail,
  fromData,
  fromNumbers,
  listed,
  Tensor,
  toFlat,
  viewOf,
  wrapAxis,
  write,
} from "./tensor.js";
import { clone, diagonal, expand, narrow, permute, reshape, scattered, selected, slice, unsqueeze } from "./views.js";

export function cat(tensors, dim = 0) {
  if (!tensors.length) fail("torch.cat(): expected a non-empty list of Tensors", "ValueError");
  const filled = tensors.filter((tensor) => !(tensor.shape.length === 1 && tensor.shape[0] === 0));
  const dtype = tensors.reduce((kind, tensor) => promote(kind, tensor.dtype), tensors[0].dtype);
  if (!filled.length) return fromNumbers([], [0], dtype);
  const [first] = filled;
  if (!first.shape.length) fail("zero-dimensional tensor (at position 0) cannot be concatenated");
  const axis = wrapAxis(dim, first.shape.length);
  filled.forEach((tensor, i) => checkJoinable(tensor, first, axis, i));
  const sizes = filled.map((tensor) => tensor.shape[axis]);
  const shape = first.shape.with(
    axis,
    sizes.reduce((a, b) => a + b),
  );
  const result = allocate(
    shape,
    dtype,
    filled.some((tensor) => tensor.meta),
  );
  const starts = sizes.map((_, i) => sizes.slice(0, i).reduce((a, b) => a + b, 0));
  if (!result.meta) {
    filled.forEach((tensor, i) => {
      const stride = result.strides[axis];
      write(viewOf(result, tensor.shape, result.strides, starts[i] * stride), tensor.count ? toFlat(tensor) : []);
    });
  }
  return track(result, "CatBackward0", filled, (grad) =>
    filled.map((tensor, i) => cast(narrow(grad, axis, starts[i], sizes[i]), tensor.dtype)),
  );
}

function checkJoinable(tensor, first, axis, index) {
  if (tensor.shape.length !== first.shape.length) {
    fail(`Tensors must have same number of dimensions: got ${first.shape.length} and ${tensor.shape.length}`);
  }
  tensor.shape.forEach((size, other) => {
    if (other !== axis && size !== first.shape[other]) {
      fail(
        `Sizes of tensors must match except in dimension ${axis}. Expected size ${first.shape[other]} but got size ` +
          `${size} for tensor number ${index} in the list.`,
      );
    }
  });
}

export function stack(tensors, dim = 0) {
  if (!tensors.length) fail("stack expects a non-empty TensorList");
  tensors.forEach(({ shape }, i) => {
    if (shape.join() !== tensors[0].shape.join()) {
      fail(
        `stack expects each tensor to be equal size, but got ${listed(tensors[0].shape)} at entry 0 and ` +
          `${listed(shape)} at entry ${i}`,
      );
    }
  });
  const axis = wrapAxis(dim, tensors[0].shape.length + 1);
  const result = cat(
    tensors.map((tensor) => unsqueeze(tensor, axis)),
    axis,
  );
  if (result.node) result.node.name = "StackBackward0";
  return result;
}

export function gather(tensor, dim, index) {
  const axis = wrapAxis(dim, tensor.shape.length);
  checkPlaces(index, tensor, axis, "gather");
  const part = index.shape.reduce(
    (view, size, i) => (i === axis || size === view.shape[i] ? view : slice(view, i, 0, size)),
    tensor,
  );
  const flat = toFlat(part);
  const where = pickedPlaces(index, part.shape, axis);
  const data = new DTYPES[tensor.dtype].Array(where.length);
  for (let i = 0; i < data.length; i++) data[i] = flat[where[i]];
  return track(fromData(data, index.shape, tensor.dtype), "GatherBackward0", [part], (grad) => [
    scatterAdd(allocate(part.shape, grad.dtype), axis, index, grad),
  ]);
}

/** As gather, after the other axes of both were stretched to one shape. */
export function takeAlong(tensor, index, dim) {
  if (dim === null) return gather(reshape(tensor, [-1]), 0, reshape(index, [-1]));
  if (tensor.shape.length !== index.shape.length) {
    fail(
      "torch.take_along_dim(): input and indices should have the same number of dimensions, but got " +
        `${tensor.shape.length} dimensions for input, and ${index.shape.length} dimensions for indices`,
    );
  }
  const axis = wrapAxis(dim, tensor.shape.length);
  const [own, wanted] = [tensor, index].map(({ shape }) => shape.map((size, i) => (i === axis ? 1 : size)));
  const shape = broadcast(own, wanted);
  const [source, places] = [tensor, index].map((one) =>
    one.shape.length ? expand(one, shape.with(axis, one.shape[axis])) : one,
  );
  return gather(source, axis, places);
}

/** Row-by-row places in `shape` of the numbers that `index` names along an axis. */
function pickedPlaces(index, shape, axis) {
  const numbers = toFlat(index);
  const inner = countOf(shape.slice(axis + 1));
  const result = new Int32Array(numbers.length);
  const size = index.shape[axis] ?? 1;
  for (let i = 0; i < numbers.length; i++) {
    const outer = Math.floor(i / (size * inner));
    const place = numbers[i] < 0 ? numbers[i] + shape[axis] : numbers[i];
    result[i] = (outer * (shape[axis] ?? 1) + place) * inner + (i % inner);
  }
  return result;
}

function checkPlaces(index, tensor, axis, name) {
  if (!index.count) return;
  if (index.dtype !== "int64" && index.dtype !== "int32")
    fail(`${name.toLowerCase()}(): Expected dtype int32/int64 for index`);
  // A number without axes counts as a row of one.
  if (Math.max(index.shape.length, 1) !== Math.max(tensor.shape.length, 1))
    fail("Index tensor must have the same number of dimensions as input tensor");
  index.shape.forEach((size, other) => {
    if (other === axis || size <= tensor.shape[other]) return;
    const shapes = [index, tensor].map(({ shape }) => listed(shape));
    const [wrong, end] =
      name === "gather"
        ? [`Size does not match at dimension ${other} expected`, ""]
        : ["Expected", " and to be no larger size than src"];
    fail(`${wrong} index ${shapes[0]} to be no larger than self ${shapes[1]} apart from dimension ${axis}${end}`);
  });
  for (const place of toFlat(index)) {
    const size = tensor.shape[axis] ?? 1;
    if (place < 0 || place >= size) {
      fail(`index ${place} is out of bounds for dimension ${axis} with size ${size}`);
    }
  }
}

/** Into a copy of `tensor`: `source` at the places that `index` names, summed or overwritten. */
function scattering(name, combine) {
  return (tensor, dim, index, source) => {
    const axis = wrapAxis(dim, tensor.shape.length);
    checkPlaces(index, tensor, axis, name);
    const values = source instanceof Tensor ? narrowTo(source, index.shape) : null;
    const result = fromData(toFlat(tensor).slice(), tensor.shape, tensor.dtype);
    const target = index.shape.reduce((view, size, i) => (i === axis ? view : slice(view, i, 0, size)), result);
    const where = pickedPlaces(index, target.shape, axis);
    const numbers = toFlat(target).slice();
    const given = values ? toFlat(values) : null;
    for (let i = 0; i < where.length; i++)
      numbers[where[i]] = combine(numbers[where[i]], given ? given[i] : source.number);
    write(target, numbers);
    return track(result, `${name}Backward0`, values ? [tensor, values] : [tensor], (grad) => [
      combine(1, 0) === 1 ? grad : scatter(grad, axis, index, new Scalar(0, "float")),
      values ? gather(grad, axis, index) : null,
    ]);
  };
}
const narrowTo = (tensor, shape) =>
  shape.reduce((view, size, axis) => (view.shape[axis] === size ? view : slice(view, axis, 0, size)), tensor);
export const scatter = scattering("Scatter", (_, given) => given);
export const scatterAdd = scattering("ScatterAdd", (old, given) => old + given);

export function indexSelect(tensor, dim, index) {
  const axis = wrapAxis(dim, tensor.shape.length);
  for (const place of toFlat(index))
    if (place < 0 || place >= tensor.shape[axis]) fail("index out of range in self", "IndexError");
  const shape = tensor.shape.with(axis, index.count);
  const full = expand(
    reshape(
      index,
      tensor.shape.map((_, i) => (i === axis ? index.count : 1)),
    ),
    shape,
  );
  const result = gather(tensor, axis, full);
  if (result.node) result.node.name = "IndexSelectBackward0";
  return result;
}

/** `weight[ids]`: a row for each id. */
export function embedding(weight, ids) {
  if (!["int64", "int32"].includes(ids.dtype)) {
    fail(
      "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got " +
        `torch.${DTYPES[ids.dtype].label}Tensor instead (while checking arguments for embedding)`,
    );
  }
  const flat = toFlat(ids);
  for (const id of flat) if (id < 0 || id >= weight.shape[0]) fail("index out of range in self", "IndexError");
  if (weight.shape.length !== 2) fail("'weight' must be 2-D");
  const width = weight.shape[1];
  const rows = toFlat(weight);
  const data = new DTYPES[weight.dtype].Array(flat.length * width);
  flat.forEach((id, i) => data.set(rows.subarray(id * width, (id + 1) * width), i * width));
  return track(fromData(data, [...ids.shape, width], weight.dtype), "EmbeddingBackward0", [weight], (grad) => {
    const zeros = allocate(weight.shape, grad.dtype);
    const shares = toFlat(grad);
    toFlat(ids).forEach((id, i) => {
      for (let k = 0; k < width; k++) zeros.storage.data[id * width + k] += shares[i * width + k];
    });
    return [track(zeros, "EmbeddingDenseBackward0", [grad], (outer) => [embedding(outer, ids)])];
  });
}

let maskedItems;
/** @type {(pick: Function) => void} */
export const setMasked = (pick) => {
  maskedItems = pick;
};

export function maskedSelect(tensor, mask) {
  if (mask.dtype !== "bool") fail("masked_select: expected BoolTensor for mask");
  const shape = broadcast(tensor.shape, mask.shape);
  const result = maskedItems(expand(tensor, shape), expand(mask, shape));
  if (result.node) result.node.name = "MaskedSelectBackward0";
  return result;
}

export function flip(tensor, dims) {
  const axes = dims.map((axis) => wrapAxis(axis, tensor.shape.length)).filter((axis) => axis < tensor.shape.length);
  const twice = axes.find((axis, i) => axes.indexOf(axis) !== i);
  if (twice !== undefined) fail(`dim ${twice} appears multiple times in the list of dims`);
  const backwards = viewOf(
    tensor,
    tensor.shape,
    tensor.strides.map((stride, axis) => (axes.includes(axis) ? -stride : stride)),
    tensor.offset + axes.reduce((shift, axis) => shift + Math.max(tensor.shape[axis] - 1, 0) * tensor.strides[axis], 0),
  );
  const result = tensor.meta
    ? allocate(tensor.shape, tensor.dtype, true)
    : fromData(toFlat(backwards).slice(), tensor.shape, tensor.dtype);
  return track(result, "FlipBackward0", [tensor], (grad) => [flip(grad, axes)]);
}

export function roll(tensor, shifts, dims) {
  if (shifts.length !== (dims.length || 1))
    fail(`shifts and dimensions must align. shifts: ${shifts.length}, dims:${dims.length}`);
  if (!tensor.shape.length && dims.length) {
    fail(`Dimension specified as ${dims[0]} but tensor has no dimensions`, "IndexError");
  }
  if (!tensor.shape.length || !tensor.count) return clone(tensor);
  if (!dims.length) return reshape(roll(reshape(tensor, [-1]), shifts, [0]), tensor.shape);
  return dims.reduce((rolled, dim, i) => {
    const axis = wrapAxis(dim, tensor.shape.length);
    const size = tensor.shape[axis];
    const cut = size ? ((-shifts[i] % size) + size) % size : 0;
    return cat([narrow(rolled, axis, cut, size - cut), narrow(rolled, axis, 0, cut)], axis);
  }, tensor);
}

/** The whole tensor beside itself, `times` along each axis. */
export function repeat(tensor, times) {
  const lead = times.length - tensor.shape.length;
  if (lead < 0) fail("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor");
  if (times.some((count) => count < 0)) fail(`Trying to create tensor with negative dimension`);
  let result = reshape(tensor, [...new Array(lead).fill(1), ...tensor.shape]);
  times.forEach((count, axis) => {
    if (count === 0) result = narrow(result, axis, 0, 0);
    else if (count > 1) result = cat(new Array(count).fill(result), axis);
  });
  // Where nothing was joined: numbers of their own, row by row.
  if (result.base) result = track(ownNumbers(result), "RepeatBackward0", [result], (grad) => [grad]);
  if (result.node) result.node.name = "RepeatBackward0";
  return result;
}

const ownNumbers = (tensor) =>
  tensor.meta
    ? allocate(tensor.shape, tensor.dtype, true)
    : fromData(toFlat(tensor).slice(), tensor.shape, tensor.dtype);

/** Each number by itself, so often, along an axis; `counts` is a number or a tensor. */
export function repeatInterleave(tensor, counts, dim) {
  const source = dim === null ? reshape(tensor, [-1]) : tensor;
  const axis = dim === null ? 0 : wrapAxis(dim, source.shape.length);
  const size = source.shape[axis];
  const times = counts instanceof Tensor ? Array.from(toFlat(counts)) : [counts];
  if (typeof counts === "boolean") fail("repeat_interleave(): argument 'repeats' must be int, not bool", "TypeError");
  if (counts.shape?.length > 1) fail("repeats must be 0-dim or 1-dim tensor");
  if (times.some((count) => count < 0)) fail("repeats can not be negative");
  if (counts.shape?.length && times.length !== 1 && times.length !== size) {
    fail(
      "repeats must have the same size as input along dim, but got repeats.size(0) = " +
        `${times.length} and input.size(${axis}) = ${size}`,
    );
  }
  const places = Array.from({ length: size }, (_, i) =>
    new Array(times.length === 1 ? times[0] : times[i]).fill(i),
  ).flat();
  return indexSelect(source, axis, fromNumbers(places, [places.length], "int64"));
}

/** Zeros above or below a diagonal. */
function triangle(name, keep) {
  const cut = (tensor, diagonal = 0) => {
    if (tensor.shape.length < 2) fail(`${name}: input tensor must have at least 2 dimensions`);
    const [rows, columns] = tensor.shape.slice(-2);
    if (tensor.meta) return allocate(tensor.shape, tensor.dtype, true);
    const data = toFlat(tensor).slice();
    for (let i = 0; i < data.length; i++) {
      if (!keep((i % columns) - (Math.floor(i / columns) % rows), diagonal)) data[i] = 0;
    }
    const label = name === "tril" ? "Tril" : "Triu";
    return track(fromData(data, tensor.shape, tensor.dtype), `${label}Backward0`, [tensor], (grad) => [
      cut(grad, diagonal),
    ]);
  };
  return cut;
}
export const tril = triangle("tril", (right, diagonal) => right <= diagonal);
export const triu = triangle("triu", (right, diagonal) => right >= diagonal);

export function diag(tensor, shift = 0) {
  if (![1, 2].includes(tensor.shape.length)) fail(`diag(): Supports 1D or 2D tensors. Got ${tensor.shape.length}D`);
  if (tensor.shape.length === 2) return diagonal(tensor, shift);
  return diagEmbed(tensor, shift);
}

export function diagEmbed(tensor, shift = 0) {
  const size = tensor.shape.at(-1) + Math.abs(shift);
  const square = { shape: [...tensor.shape.slice(0, -1), size, size] };
  const axes = square.shape.length;
  return scattered(tensor, square, (zeros) => diagonal(zeros, shift, axes - 2, axes - 1));
}

/** Padding from the last axis on: [left, right, top, bottom, …] */
export function pad(tensor, widths, value) {
  let result = tensor;
  for (let i = 0; i < widths.length; i += 2) {
    const axis = tensor.shape.length - 1 - i / 2;
    const edge = (width) => map(allocate(result.shape.with(axis, width), result.dtype), result.dtype, () => value);
    const [before, after] = [widths[i], widths[i + 1]];
    const inside = narrow(
      result,
      axis,
      Math.max(-before, 0),
      result.shape[axis] + Math.min(before, 0) + Math.min(after, 0),
    );
    result = cat([edge(Math.max(before, 0)), inside, edge(Math.max(after, 0))], axis);
  }
  if (result.node) result.node.name = "ConstantPadNdBackward0";
  return result;
}

export function indexAdd(tensor, dim, index, source) {
  const axis = wrapAxis(dim, tensor.shape.length);
  const full = expand(
    reshape(
      index,
      source.shape.map((_, i) => (i === axis ? index.count : 1)),
    ),
    source.shape,
  );
  return scatterAdd(tensor, axis, full, source);
}

export { permute, placed, selected, sum };
