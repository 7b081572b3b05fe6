// Numbers to the power of others.

import { track } from "./autograd.js";
import { isFloat } from "./dtypes.js";
import { add, binary, log, map, mul, number, operands, Scalar, shrink, sub, zip } from "./elementwise.js";
import { fail, Tensor } from "./tensor.js";

/** `tensor` with 0 where `guide` is 0: a factor of 0 wouldn't do, since the numbers there may be infinite. */
const only = (tensor, guide) =>
  track(
    zip(tensor, guide, tensor.dtype, (value, wanted) => (wanted ? value : 0)),
    "WhereBackward0",
    [tensor],
    (grad) => [shrink(only(grad, guide), tensor.shape)],
  );

/** Whole numbers wrap around, at 2^63 or 2^31. */
function wholePower(base, exponent, dtype) {
  if (exponent < 0) return base === 1 ? 1 : base === -1 ? (exponent % 2 ? -1 : 1) : 0;
  const plain = base ** exponent;
  if (Number.isSafeInteger(plain)) return plain;
  const wrap = (number) => BigInt.asIntN(dtype === "int64" ? 64 : 32, number);
  let [result, factor] = [1n, BigInt(base)];
  for (let rest = BigInt(exponent); rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = wrap(result * factor);
    factor = wrap(factor * factor);
  }
  return Number(result);
}

const powers = binary(
  "Pow",
  (a, b) => (a === 1 || (a === -1 && Math.abs(b) === Number.POSITIVE_INFINITY) ? 1 : a ** b),
  (grad, a, b, result) => {
    const isSteep = zip(a, b, "bool", (x, y) => Number(x !== 0 || !(y >= 0)));
    // Where the slope is 0, the way back through it isn't to meet 1 / 0 or the logarithm of 0 either.
    const less = b.requiresGrad ? number(1, "int") : map(b, b.dtype, (x) => Number(x !== 0));
    const more = map(isSteep, a.dtype, (x) => 1 - x);
    return [
      () => mul(grad, only(mul(b, powers(a, sub(b, less))), b)),
      () => only(mul(grad, mul(result, log(add(a, more)))), isSteep),
    ];
  },
  { wholes: wholePower },
);

export function pow(base, exponent) {
  if (!(exponent instanceof Scalar) && operands(base, exponent).dtype === "bool")
    fail(`"pow" not implemented for 'Bool'`, "NotImplementedError");
  if (base instanceof Tensor && !isFloat(base.dtype) && exponent instanceof Scalar) {
    if (exponent.family === "int" && exponent.number < 0) fail("Integers to negative integer powers are not allowed.");
  }
  return powers(base, exponent);
}

export const square = (tensor) => pow(tensor, number(2, "int"));
