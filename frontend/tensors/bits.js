// Operations on the bits of whole numbers.

import { DTYPES, isFloat } from "./dtypes.js";
import { logicalNot, map, operands, zip } from "./elementwise.js";
import { fail, Tensor } from "./tensor.js";

const bits = (name, booleans, wholes) =>
  function bitwise(left, right) {
    if ([left, right].some((value) => (value instanceof Tensor ? isFloat(value.dtype) : value.family === "float"))) {
      const label = DTYPES[operands(left, right).dtype].label;
      fail(
        `"${name.includes("shift") ? name : `bitwise_${name}`}_cpu" not implemented for '${label}'`,
        "NotImplementedError",
      );
    }
    const { dtype, pair } = operands(left, right);
    return zip(pair[0], pair[1], dtype, dtype === "bool" ? booleans : wholes);
  };
export const bitAnd = bits(
  "and",
  (a, b) => a && b,
  (a, b) => Number(BigInt(a) & BigInt(b)),
);
export const bitOr = bits(
  "or",
  (a, b) => a || b,
  (a, b) => Number(BigInt(a) | BigInt(b)),
);
export const bitXor = bits(
  "xor",
  (a, b) => a ^ b,
  (a, b) => Number(BigInt(a) ^ BigInt(b)),
);
export const leftShift = bits(
  "lshift",
  (a) => a,
  (a, b) => a * 2 ** b,
);
export const rightShift = bits(
  "rshift",
  (a) => a,
  (a, b) => Math.floor(a / 2 ** b),
);

export function bitNot(tensor) {
  if (isFloat(tensor.dtype)) {
    fail(`"bitwise_not_cpu" not implemented for '${DTYPES[tensor.dtype].label}'`, "NotImplementedError");
  }
  return tensor.dtype === "bool" ? logicalNot(tensor) : map(tensor, tensor.dtype, (x) => -x - 1);
}
