// Choosing between numbers: by a condition, by a mask, between bounds; and operations that change a tensor in place.

import { afterChange, beforeChange, checkOverlap, keepOld, track, withGrad } from "./autograd.js";
import { C_NAMES, DTYPES, FAMILIES, isFloat } from "./dtypes.js";
import {
  add,
  cast,
  ge,
  gt,
  isfinite,
  le,
  logicalAnd,
  logicalNot,
  logicalOr,
  lt,
  map,
  maximum,
  minimum,
  mul,
  number,
  operands,
  Scalar,
  scalarTensor,
  shrink,
  sub,
  zip,
} from "./elementwise.js";
import {
  allocate,
  broadcast,
  clock,
  fail,
  fromData,
  listed,
  stretch,
  Tensor,
  toFlat,
  viewOf,
  write,
} from "./tensor.js";
import { expand } from "./views.js";

export function clamp(tensor, least, most) {
  if (least === null && most === null) fail("torch.clamp: At least one of 'min' or 'max' must not be None");
  if (tensor.dtype === "bool" && [least, most].every((bound) => bound === null || bound.family === "bool"))
    fail(`"clamp_scalar_cpu" not implemented for 'Bool'`, "NotImplementedError");
  if (least !== null && most !== null && least instanceof Tensor !== most instanceof Tensor)
    fail(
      "clamp() received an invalid combination of arguments: both bounds are numbers or both are tensors",
      "TypeError",
    );
  for (const bound of [least, most])
    if (bound instanceof Scalar && bound.family === "int") checkFits(bound, tensor.dtype);
  const result = withGrad(false, () => {
    const atLeast = least === null ? tensor : maximum(tensor, least);
    return most === null ? atLeast : minimum(atLeast, most);
  });
  const masks = new Map([
    [tensor, () => both(least && ge(tensor, least), most && le(tensor, most))],
    [least, () => both(lt(tensor, least), most && lt(least, most))],
    [most, () => (least === null ? gt(tensor, most) : logicalOr(gt(tensor, most), lt(most, least)))],
  ]);
  const sources = [...masks.keys()].filter((source) => source instanceof Tensor);
  // A number at its bound isn't moved: it gets the whole gradient.
  return track(result, `ClampBackward${sources.length > 1 ? 0 : 1}`, sources, (grad) =>
    sources.map((source) => {
      const share = () => where(masks.get(source)(), grad, number(0));
      return source.requiresGrad ? cast(shrink(share(), source.shape), source.dtype) : null;
    }),
  );
}
const both = (one, two) => (one && two ? logicalAnd(one, two) : (one ?? two));

/** `start + weight * (end - start)` */
export function lerp(start, end, weight) {
  const kinds = { end, weight };
  for (const [name, value] of Object.entries(kinds)) {
    if (!(value instanceof Tensor) || value.dtype === start.dtype) continue;
    const [own, other] = [start, value].map(({ dtype }) => C_NAMES[dtype]);
    fail(`expected dtype ${own} for \`${name}\` but got dtype ${other}`);
  }
  if (!isFloat(start.dtype)) {
    fail(`"lerp_kernel_scalar" not implemented for '${DTYPES[start.dtype].label}'`, "NotImplementedError");
  }
  const way = sub(end, start);
  const isLate = weight instanceof Scalar && Math.abs(weight.number) >= 0.5; // then torch begins at the end
  const result = isLate ? sub(end, mul(way, number(1 - weight.number))) : add(start, mul(way, weight));
  if (result.node) result.node.name = `LerpBackward${weight instanceof Scalar ? 0 : 1}`;
  return result;
}

export function where(condition, left, right) {
  if (!["bool", "uint8"].includes(condition.dtype)) {
    const { label } = DTYPES[condition.dtype];
    fail(`where expected condition to be a boolean tensor, but got a tensor with dtype ${label}`);
  }
  const { dtype, pair } = operands(left, right);
  const [a, b] = pair;
  const shape = broadcast(condition.shape, broadcast(a.shape, b.shape));
  if ([condition, a, b].some((tensor) => tensor.meta)) return allocate(shape, dtype, true);
  const chosen = toFlat(stretch(condition, shape));
  const [first, second] = [toFlat(stretch(a, shape)), toFlat(stretch(b, shape))];
  const data = new DTYPES[dtype].Array(chosen.length);
  for (let i = 0; i < data.length; i++) data[i] = chosen[i] ? first[i] : second[i];
  return track(fromData(data, shape, dtype), "WhereBackward0", [a, b], (grad) => [
    a.requiresGrad ? shrink(where(condition, grad, number(0)), a.shape) : null,
    b.requiresGrad ? shrink(where(condition, number(0), grad), b.shape) : null,
  ]);
}

const LIMITS = { float16: 65504, int8: 127, int16: 2 ** 15 - 1, int32: 2 ** 31 - 1, uint8: 255 };

/** Whether a kind holds a plain number that tensors are filled with. */
export function checkFits({ number, family }, dtype) {
  const most = LIMITS[dtype];
  const isWrong =
    dtype === "float16" ? Number.isFinite(number) && Math.abs(number) > most : outside(number, dtype, family);
  if (most && isWrong) fail(`value cannot be converted to type ${FITTED[dtype] ?? C_NAMES[dtype]} without overflow`);
}
const FITTED = { uint8: "uint8_t", int8: "int8_t", int16: "int16_t", int32: "int" };

/** Whole numbers below 0 wrap around where a kind has none; others don't. */
function outside(number, dtype, family) {
  const most = LIMITS[dtype];
  const least = dtype === "uint8" ? (family === "float" ? 0 : -most) : -most - 1;
  return !(number <= most && number >= least);
}

/** `tensor.fill_(value)`: also where several places are one. */
export function fill(tensor, value) {
  if (value instanceof Scalar) checkFits(value, tensor.dtype);
  const source = value instanceof Scalar ? scalarTensor(value, tensor.dtype) : value;
  if (source.shape.length) {
    fail(`fill_ only supports 0-dimension value tensor but got tensor with ${source.shape.length} dimensions.`);
  }
  return copy(tensor, source, true);
}

export function maskedFill(tensor, mask, value) {
  if (mask.dtype !== "bool") {
    fail(`masked_fill_ only supports boolean masks, but got mask with dtype ${C_NAMES[mask.dtype]}`);
  }
  if (value instanceof Tensor && value.shape.length) {
    fail(
      "masked_fill_ only supports a 0-dimensional value tensor, but got tensor with " +
        `${value.shape.length} dimension(s).`,
    );
  }
  const shape = broadcast(mask.shape, tensor.shape);
  if (value instanceof Scalar) checkFits(value, tensor.dtype);
  const filler = value instanceof Tensor ? value : scalarTensor(value, tensor.dtype);
  if (tensor.meta || mask.meta) return allocate(shape, tensor.dtype, true);
  const hidden = toFlat(stretch(mask, shape));
  const numbers = toFlat(stretch(tensor, shape));
  const fill = toFlat(filler)[0];
  const data = new DTYPES[tensor.dtype].Array(numbers.length);
  for (let i = 0; i < data.length; i++) data[i] = hidden[i] ? fill : numbers[i];
  return track(
    fromData(data, shape, tensor.dtype),
    `MaskedFillBackward${value instanceof Tensor ? 1 : 0}`,
    [tensor, filler],
    (grad) => [
      shrink(maskedFill(grad, mask, number(0)), tensor.shape),
      filler.requiresGrad ? shrink(maskedFill(grad, logicalNot(mask), number(0)), []) : null,
    ],
  );
}

/** Whether two tensors have the same shape and numbers. */
export function equal(input, other) {
  if (input.shape.join() !== other.shape.join()) return false;
  const [a, b] = [toFlat(input), toFlat(other)];
  return a.every((number, i) => number === b[i]);
}

/** Where numbers are nearly equal. */
export const close = (input, other, rtol, atol, equalNan) =>
  zip(input, other, "bool", (a, b) =>
    a === b ||
    (equalNan && Number.isNaN(a) && Number.isNaN(b)) ||
    (Number.isFinite(b) && Math.abs(a - b) <= atol + rtol * Math.abs(b))
      ? 1
      : 0,
  );

const LARGEST = {
  float64: Number.MAX_VALUE,
  float32: 3.4028234663852886e38,
  bfloat16: 3.3895313892515355e38,
  float16: 65504,
};

/** Numbers instead of NaN and infinities. */
export function nanToNum(tensor, nan, most, least) {
  if (!isFloat(tensor.dtype)) return tensor;
  const edge = LARGEST[tensor.dtype];
  const one = (x) => (Number.isNaN(x) ? nan : x > 0 ? (most ?? edge) : (least ?? -edge));
  const result = map(tensor, tensor.dtype, (x) => (Number.isFinite(x) ? x : one(x)));
  return track(result, "NanToNumBackward0", [tensor], (grad) => [mul(grad, isfinite(tensor))]);
}

/** `tensor` becomes what `operation` makes of it: the in-place forms whose names end with "_". */
export function inPlace(operation) {
  return (tensor, ...rest) => {
    const old = beforeChange(tensor);
    for (const other of rest) checkOverlap(tensor, other);
    const made = operation(old, ...rest);
    if (made.shape.join() !== tensor.shape.join()) {
      fail(`output with shape ${listed(tensor.shape)} doesn't match the broadcast shape ${listed(made.shape)}`);
    }
    if (FAMILIES.indexOf(DTYPES[made.dtype].family) > FAMILIES.indexOf(DTYPES[tensor.dtype].family)) {
      fail(
        `result type ${DTYPES[made.dtype].label} can't be cast to the desired output type ` +
          `${DTYPES[tensor.dtype].label}`,
      );
    }
    if (made !== old && !tensor.meta) {
      if (made.node) keepOld(old);
      write(tensor, toFlat(made));
    }
    afterChange(tensor, made);
    // What the way back needs of the result are the tensor's numbers, as long as nobody changes them again.
    const { storage, strides, offset } = tensor;
    if (made.node && made !== old) Object.assign(made, { storage, strides, offset, since: ++clock.now });
    return tensor;
  };
}

/** `tensor` takes over `source`'s numbers. */
export function copy(tensor, source, mayOverlap = false) {
  const old = beforeChange(tensor, mayOverlap);
  broadcast(tensor.shape, source.shape);
  const wide = expand(source, tensor.shape);
  checkOverlap(tensor, wide);
  if (!tensor.meta) write(tensor, toFlat(wide));
  const made = track(viewOf(tensor, tensor.shape, tensor.strides), "CopyBackwards", [old, source], (grad) => [
    mul(grad, number(0)),
    cast(shrink(grad, source.shape), source.dtype),
  ]);
  return afterChange(tensor, made);
}

/** The same numbers along other axes, in place: `unsqueeze_` and the like. */
export const reshaping =
  (operation) =>
  (tensor, ...rest) => {
    const made = operation(beforeChange(tensor, true), ...rest);
    Object.assign(tensor, { shape: made.shape, strides: made.strides, offset: made.offset });
    if (made.node) tensor.node = made.node;
    return tensor;
  };
