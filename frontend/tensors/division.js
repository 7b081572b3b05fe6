// Quotients without a fraction, and what they leave.

import * as each from "./elementwise.js";
import { binary, div, mul, neg, operands } from "./elementwise.js";
import { fail } from "./tensor.js";

/** As Python's: the remainder goes first, so that 1 // 0.1 is 9. */
function floorDivide(a, b) {
  if (b === 0) return a / b;
  const rest = a % b;
  const quotient = (a - rest) / b - (rest !== 0 && b < 0 !== rest < 0 ? 1 : 0);
  const floor = Math.floor(quotient);
  const whole = quotient - floor > 0.5 ? floor + 1 : floor;
  return whole === 0 ? 0 * (a / b) : whole; // -0 stays
}
const nonzero = (divide) => (a, b) => (b === 0 ? fail("ZeroDivisionError") : divide(a, b));
const undone = (name) => () => fail(`derivative for aten::${name} is not implemented`);
const floorQuotients = binary("FloorDivide", floorDivide, undone("floor_divide"), {
  wholes: nonzero((a, b) => Math.floor(a / b)),
  name: "NotImplemented",
});
const modulo = (a, b) => {
  const rest = a % b;
  return rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest;
};
const quotients = (whole) => (grad, a, b) => [() => grad, () => neg(mul(grad, whole(div(a, b))))];
const byFloor = quotients((x) => each.floor(x));
const remainders = binary("Remainder", modulo, byFloor, { wholes: nonzero(modulo) });
const rest = (a, b) => a % b;
const truncatedRemainders = binary(
  "Fmod",
  rest,
  quotients((x) => each.trunc(x)),
  { wholes: nonzero(rest) },
);

/** torch has no program for it where both are yes and no. */
const noBools = (name, operation) => (left, right) => {
  if (operands(left, right).dtype === "bool") fail(`"${name}" not implemented for 'Bool'`, "NotImplementedError");
  return operation(left, right);
};
export const floorDiv = noBools("div_floor_cpu", floorQuotients);
export const remainder = noBools("remainder_cpu", remainders);
export const fmod = noBools("fmod_cpu", truncatedRemainders);
