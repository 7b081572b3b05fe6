// Lengths of rows that are seen as vectors.

import { track } from "./autograd.js";
import { DTYPES, isFloat } from "./dtypes.js";
import * as each from "./elementwise.js";
import { pow } from "./powers.js";
import { axesOf, reduce, restored, sum } from "./reductions.js";
import { maskedFill } from "./selection.js";
import { fail, Tensor, toFlat } from "./tensor.js";

const zero = new each.Scalar(0, "float");

/** The `p` of a norm as a number. */
export function orderOf(p) {
  if (p === "fro" || p === null) return 2;
  if (p instanceof Tensor && !p.shape.length) return toFlat(p)[0];
  if (typeof p === "string" && !p.includes("float")) fail(`linalg.matrix_norm: Order ${p} not supported.`);
  if (p instanceof each.Scalar || typeof p === "number") return p.number ?? p;
  fail("linalg_vector_norm(): argument 'ord' (position 2) must be Number", "TypeError");
}

/** The length of rows seen as vectors: the `order`-th root of the sum of `order`-th powers. */
export function norm(tensor, order = 2, dim = null, keep = false) {
  const axes = axesOf(tensor, dim);
  if (!isFloat(tensor.dtype)) {
    fail(`linalg.vector_norm: Expected a floating point or complex tensor as input. Got ${DTYPES[tensor.dtype].label}`);
  }
  if ((order < 0 || order === Number.POSITIVE_INFINITY) && axes.some((axis) => tensor.shape[axis] === 0)) {
    fail(
      `linalg.vector_norm cannot compute the ${String(order).replace("Infinity", "inf")} norm on an empty tensor ` +
        "because the operation " +
        "does not have an identity",
    );
  }
  const result = reduce(tensor, axes, keep, tensor.dtype, (flat, start, length) => {
    let sum = 0;
    let [most, least] = [0, Number.POSITIVE_INFINITY];
    for (let i = start; i < start + length; i++) {
      const size = Math.abs(flat[i]);
      sum += order === 0 ? Number(size !== 0) : order === 1 ? size : size ** order;
      most = Math.max(most, size);
      least = Math.min(least, size);
    }
    if (order === Number.POSITIVE_INFINITY) return most;
    if (order === Number.NEGATIVE_INFINITY) return least;
    if (tensor.dtype !== "float64") sum = Math.fround(sum); // what is too large becomes infinite
    return order === 2 ? Math.sqrt(sum) : order < 2 && (order === 0 || order === 1) ? sum : sum ** (1 / order);
  });
  return track(result, "LinalgVectorNormBackward0", [tensor], (grad) => {
    if (order === 0) return [each.mul(tensor, zero)];
    if (!Number.isFinite(order)) {
      const length = restored(result, tensor, axes);
      const equal = each.mul(each.sign(tensor), each.eq(each.abs(tensor), length));
      return [each.div(each.mul(restored(grad, tensor, axes), equal), sum(each.abs(equal), axes, true))];
    }
    const power = (base, exponent) => pow(base, new each.Scalar(exponent, "float"));
    // With a factor that is the number itself, its slope at 0 is right too.
    const isSmooth = order >= 2;
    const powers = each.mul(isSmooth ? tensor : each.sign(tensor), power(each.abs(tensor), order - (isSmooth ? 2 : 1)));
    const share = maskedFill(each.div(grad, power(result, order - 1)), each.eq(result, zero), zero);
    return [each.mul(powers, restored(share, tensor, axes))];
  });
}
