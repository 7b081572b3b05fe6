// Choosing between numbers: by a condition, by a mask, between bounds; and operations that change a tensor in place.

import { afterChange, beforeChange, checkOverlap, keepOld, track } from "./autograd.js";
import { C_NAMES, DTYPES, isFloat } from "./dtypes.js";
import {
  isfinite,
  logicalNot,
  map,
  maximum,
  minimum,
  mul,
  number,
  operands,
  Scalar,
  scalarTensor,
  shrink,
  zip,
} from "./elementwise.js";
import { allocate, broadcast, clock, fail, fromData, listed, stretch, Tensor, toFlat, write } from "./tensor.js";

export function clamp(tensor, least, most) {
  if (least === null && most === null) fail("torch.clamp: At least one of 'min' or 'max' must not be None");
  let result = tensor;
  if (least !== null) result = maximum(result, least);
  if (most !== null) result = minimum(result, most);
  if (result.node) result.node.name = `ClampBackward${[least, most].some((edge) => edge instanceof Tensor) ? 0 : 1}`;
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

function checkFits(number, dtype) {
  if (dtype === "float16" && Number.isFinite(number) && Math.abs(number) > 65504) {
    fail("value cannot be converted to type c10::Half without overflow");
  }
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
  if (value instanceof Scalar) checkFits(value.number, tensor.dtype);
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

/** Numbers instead of NaN and infinities. */
export function nanToNum(tensor, nan, most, least) {
  if (!isFloat(tensor.dtype)) return tensor;
  const edge = tensor.dtype === "float64" ? Number.MAX_VALUE : 3.4028234663852886e38;
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
    if (isFloat(made.dtype) && !isFloat(tensor.dtype)) {
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
