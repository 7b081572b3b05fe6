// What networks bend their numbers with.

import { track } from "./autograd.js";
import { add, gt, mul, number, sigmoid, sub, unary } from "./elementwise.js";
import { fail } from "./tensor.js";

const rectified = unary(
  "Relu",
  (x) => (x > 0 || Number.isNaN(x) ? x : 0),
  (grad, x, result) => {
    const share = mul(grad, gt(result, number(0)));
    // Its own gradient is 0, and it has one: `create_graph` may go on from it.
    return share.node ? share : track(share, "ThresholdBackwardBackward0", [x], (again) => [mul(again, number(0))]);
  },
  true,
);
export function relu(tensor) {
  if (tensor.dtype === "bool") fail("Boolean inputs not supported for relu");
  return rectified(tensor);
}
export const softplus = unary(
  "Softplus",
  (x) => (x > 20 ? x : Math.log1p(Math.exp(x))),
  (grad, x) => mul(grad, sigmoid(x)),
);
export const silu = unary(
  "Silu",
  (x) => x / (1 + Math.exp(-x)),
  (grad, x) => {
    const gate = sigmoid(x);
    return mul(grad, mul(gate, add(mul(x, sub(number(1), gate)), number(1))));
  },
);
