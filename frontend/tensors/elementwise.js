// Operations on each number by itself, and on pairs of numbers after stretching.

import { setAddition, setOnesLike, track } from "./autograd.js";
import { DTYPES, isFloat, resultDtype, settings } from "./dtypes.js";
import { erf as errorFunction } from "./error-function.js";
import { allocate, broadcast, fail, fromNumbers, settle, stretch, Tensor, toFlat } from "./tensor.js";

/** A plain number of Python beside tensors: `{ number, family }`. */
export class Scalar {
  constructor(number, family) {
    this.number = number;
    this.family = family;
  }
}

const SCALAR_DTYPE = { bool: "bool", int: "int64", float: () => settings.defaultDtype };

const operandOf = (value) =>
  value instanceof Tensor
    ? { dtype: value.dtype, rank: value.shape.length ? 2 : 1 }
    : { dtype: value.family === "float" ? settings.defaultDtype : SCALAR_DTYPE[value.family], rank: 0 };

/** Both as tensors of the kind that the operation computes in: of `kind` of the one that holds both. */
export function operands(left, right, kind = (common) => common, isHalf = false) {
  const dtype = kind(resultDtype([operandOf(left), operandOf(right)]));
  const fit = (value) => {
    if (value instanceof Scalar) return scalarTensor(value, dtype, isHalf);
    const isNumber = isHalf && DTYPES[dtype].round && !value.shape.length;
    return isNumber ? value : cast(value, dtype);
  };
  return { dtype, pair: [left, right].map(fit) };
}

/** With `isHalf`, a number beside half precision stays a float32, as in torch's products and quotients. */
export const scalarTensor = ({ number }, dtype, isHalf = false) => {
  const kind = isHalf && DTYPES[dtype].round ? "float32" : dtype;
  const tensor = fromNumbers([DTYPES[dtype].family === "int" ? Math.trunc(number) : number], [], kind);
  tensor.dtype = dtype;
  return tensor;
};

/** @type {(tensor: Tensor, shape: number[]) => Tensor} the gradient of stretching: sums over the stretched axes */
let sumTo;
export const setSumTo = (sum) => {
  sumTo = sum;
};
export const shrink = (grad, shape) => sumTo(grad, shape);

/** `function` of two numbers for each pair, as `dtype`. */
export function zip(left, right, dtype, pair, loop = null) {
  const shape = broadcast(left.shape, right.shape);
  if (left.meta || right.meta) return allocate(shape, dtype, true);
  const result = allocate(shape, dtype);
  const { data } = result.storage;
  const a = left.count === 1 ? toFlat(left) : toFlat(stretch(left, shape));
  const b = right.count === 1 ? toFlat(right) : toFlat(stretch(right, shape));
  const stepA = left.count === 1 ? 0 : 1;
  const stepB = right.count === 1 ? 0 : 1;
  if (loop) loop(data, a, b, stepA, stepB);
  else for (let i = 0; i < data.length; i++) data[i] = pair(a[i * stepA], b[i * stepB]);
  settle(data, dtype);
  return result;
}

/** `function` of each number, as `dtype`. */
export function map(tensor, dtype, one) {
  if (tensor.meta) return allocate(tensor.shape, dtype, true);
  const result = allocate(tensor.shape, dtype);
  const { data } = result.storage;
  const flat = toFlat(tensor);
  for (let i = 0; i < data.length; i++) data[i] = one(flat[i]);
  settle(data, dtype);
  return result;
}

/** As another kind of number; the same tensor if it is one already. */
export function cast(tensor, dtype) {
  if (tensor.dtype === dtype) return tensor;
  const { family } = DTYPES[dtype];
  const change = family === "bool" ? (x) => (x === 0 ? 0 : 1) : family === "int" ? Math.trunc : (x) => x;
  return track(map(tensor, dtype, change), "ToCopyBackward0", [tensor], (grad) => [cast(grad, tensor.dtype)]);
}

/**
 * @param {string} name of torch's gradient, without "Backward0"
 * @param {(a: number, b: number) => number} pair
 * @param {(grad: Tensor, a: Tensor, b: Tensor, result: Tensor) => [() => Tensor, () => Tensor]} slopes each input's
 * share
 * @param {{ dtype?: (dtype: string) => string, wholes?: (a: number, b: number, dtype: string) => number }} [options]
 */
export function binary(name, pair, slopes, { dtype: kind = (dtype) => dtype, wholes, loop, name: label } = {}) {
  return (left, right) => {
    const { dtype: common, pair: both } = operands(
      left,
      right,
      kind === toFloat ? toFloat : undefined,
      IN_FLOAT32.has(name),
    );
    const dtype = kind(common);
    const [a, b] = both;
    const ofWholes = wholes && !isFloat(dtype) ? (x, y) => wholes(x, y, dtype) : null;
    const result = zip(a, b, dtype, ofWholes ?? pair, loop);
    if (!slopes) return result;
    const number = numbered(name, left, right);
    return track(result, label ?? `${name}Backward${number}`, [a, b], (grad) =>
      slopes(grad, a, b, result).map((share, i) =>
        both[i].requiresGrad ? cast(shrink(share(), both[i].shape), both[i].dtype) : null,
      ),
    );
  };
}

const IN_FLOAT32 = new Set(["Mul", "Div", "Pow"]);

/** Names of gradients say which of the two is a number. */
const numbered = (name, left, right) => {
  if (!["Remainder", "Fmod", "Pow"].includes(name)) return 0;
  return right instanceof Tensor ? (left instanceof Tensor ? 1 : 2) : 0;
};

const toFloat = (dtype) => (isFloat(dtype) ? dtype : settings.defaultDtype);
export const number = (value, family = "float") => new Scalar(value, family);

// The most frequent three have loops of their own: one loop that calls a function takes three times as long.
const LOOPS = {
  add(data, a, b, stepA, stepB) {
    for (let i = 0; i < data.length; i++) data[i] = a[i * stepA] + b[i * stepB];
  },
  subtract(data, a, b, stepA, stepB) {
    for (let i = 0; i < data.length; i++) data[i] = a[i * stepA] - b[i * stepB];
  },
  mul(data, a, b, stepA, stepB) {
    const isShort = data instanceof Int32Array; // whose product wraps around, where a double would lose its last bits
    if (isShort) for (let i = 0; i < data.length; i++) data[i] = Math.imul(a[i * stepA], b[i * stepB]);
    else for (let i = 0; i < data.length; i++) data[i] = a[i * stepA] * b[i * stepB];
  },
};

export const add = binary(
  "Add",
  (a, b) => a + b,
  (grad) => [() => grad, () => grad],
  { loop: LOOPS.add },
);
const subtract = binary(
  "Sub",
  (a, b) => a - b,
  (grad) => [() => grad, () => neg(grad)],
  { loop: LOOPS.subtract },
);
export const mul = binary(
  "Mul",
  (a, b) => a * b,
  (grad, a, b) => [() => mul(grad, b), () => mul(grad, a)],
  { loop: LOOPS.mul },
);
export const div = binary(
  "Div",
  (a, b) => a / b,
  (grad, a, b) => [() => div(grad, b), () => neg(div(mul(grad, a), mul(b, b)))],
  { dtype: toFloat },
);

function noBooleans(left, right) {
  if (![left, right].some((value) => value.dtype === "bool" || value.family === "bool")) return;
  fail(
    "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, use the " +
      "`~` or `logical_not()` operator instead.",
  );
}

export function sub(left, right) {
  if (left.dtype === "bool" && (right.dtype === "bool" || right.family === "bool")) {
    fail(
      "Subtraction, the `-` operator, with two bool tensors is not supported. " +
        "Use the `^` or `logical_xor()` operator instead.",
    );
  }
  noBooleans(left, right);
  return subtract(left, right);
}

const larger = (a, b) => (Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : Math.max(a, b));
const smaller = (a, b) => (Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : Math.min(a, b));
/** Equal numbers share the gradient. */
const extremeSlopes = (wins) => (grad, a, b) => {
  const share = (first, second) =>
    mul(
      grad,
      zip(first, second, grad.dtype, (x, y) => (x === y ? 0.5 : wins(x, y) ? 1 : 0)),
    );
  return [() => share(a, b), () => share(b, a)];
};
export const maximum = binary(
  "Maximum",
  larger,
  extremeSlopes((x, y) => x > y),
);
export const minimum = binary(
  "Minimum",
  smaller,
  extremeSlopes((x, y) => x < y),
);
export const atan2 = binary(
  "Atan2",
  Math.atan2,
  (grad, a, b) => {
    const square = add(mul(a, a), mul(b, b));
    return [() => div(mul(grad, b), square), () => neg(div(mul(grad, a), square))];
  },
  { dtype: toFloat },
);
const sumOfPowers = binary(
  "Logaddexp",
  (a, b) => (a === b && !Number.isFinite(a) ? a : Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)))),
  (grad, a, b, result) => [() => mul(grad, exp(sub(a, result))), () => mul(grad, exp(sub(b, result)))],
);

export function logaddexp(left, right) {
  const { dtype } = operands(left, right);
  if (!isFloat(dtype)) fail(`"logaddexp_cpu" not implemented for '${DTYPES[dtype].label}'`, "NotImplementedError");
  return sumOfPowers(left, right);
}

const comparison = (pair) => binary("", (a, b) => (pair(a, b) ? 1 : 0), null, { dtype: () => "bool" });
/** A float32 is compared with a number as float32: 0.1 equals tensor(0.1). */
const compared = (pair) => {
  const compare = comparison(pair);
  return (left, right) => {
    const fit = (value, other) =>
      value instanceof Scalar && other.dtype === "float32" ? number(Math.fround(value.number)) : value;
    return compare(fit(left, right), fit(right, left));
  };
};
export const eq = compared((a, b) => a === b);
export const ne = compared((a, b) => a !== b);
export const lt = compared((a, b) => a < b);
export const le = compared((a, b) => a <= b);
export const gt = compared((a, b) => a > b);
export const ge = compared((a, b) => a >= b);
export const logicalAnd = comparison((a, b) => a !== 0 && b !== 0);
export const logicalOr = comparison((a, b) => a !== 0 || b !== 0);
export const logicalXor = comparison((a, b) => (a !== 0) !== (b !== 0));
/**
 * @param {string} name
 * @param {(x: number) => number} one
 * @param {((grad: Tensor, x: Tensor, result: Tensor) => Tensor) | null} slope
 * @param {boolean} keepsKind whether whole numbers stay whole
 */
export function unary(name, one, slope, keepsKind = false) {
  return (tensor) => {
    const result = map(tensor, keepsKind ? tensor.dtype : toFloat(tensor.dtype), one);
    return slope ? track(result, `${name}Backward0`, [tensor], (grad) => [slope(grad, tensor, result)]) : result;
  };
}

/** What torch has no program for where the numbers are yes and no. */
const noBools = (name, operation) => (tensor) => {
  if (tensor.dtype === "bool") fail(`"${name}" not implemented for 'Bool'`, "NotImplementedError");
  return operation(tensor);
};
const zero = (grad) => map(grad, grad.dtype, () => 0);
const negated = unary(
  "Neg",
  (x) => -x,
  (grad) => neg(grad),
  true,
);
export function neg(tensor) {
  if (tensor.dtype === "bool") {
    fail(
      "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use the " +
        "`~` or `logical_not()` operator instead.",
    );
  }
  return negated(tensor);
}
export const abs = noBools(
  "abs_cpu",
  unary("Abs", Math.abs, (grad, x) => mul(grad, sign(x)), true),
);
export const sign = unary("Sign", (x) => (x > 0 ? 1 : x < 0 ? -1 : 0), zero, true);
export const exp = unary("Exp", Math.exp, (grad, _, result) => mul(grad, result));
export const expm1 = unary("Expm1", Math.expm1, (grad, _, result) => mul(grad, add(result, number(1))));
export const log = unary("Log", Math.log, (grad, x) => div(grad, x));
export const log2 = unary("Log2", Math.log2, (grad, x) => div(grad, mul(x, number(Math.LN2))));
export const log10 = unary("Log10", Math.log10, (grad, x) => div(grad, mul(x, number(Math.LN10))));
export const log1p = unary("Log1P", Math.log1p, (grad, x) => div(grad, add(x, number(1))));
export const sqrt = unary("Sqrt", Math.sqrt, (grad, _, result) => div(grad, mul(result, number(2))));
export const rsqrt = unary(
  "Rsqrt",
  (x) => 1 / Math.sqrt(x),
  (grad, _, result) => mul(grad, mul(number(-0.5), mul(result, mul(result, result)))),
);
export const reciprocal = unary(
  "Reciprocal",
  (x) => 1 / x,
  (grad, _, result) => neg(mul(grad, mul(result, result))),
);
export const sin = unary("Sin", Math.sin, (grad, x) => mul(grad, cos(x)));
export const cos = unary("Cos", Math.cos, (grad, x) => neg(mul(grad, sin(x))));
export const tan = unary("Tan", Math.tan, (grad, _, result) => mul(grad, add(mul(result, result), number(1))));
export const asin = unary("Asin", Math.asin, (grad, x) => mul(grad, rsqrt(sub(number(1), mul(x, x)))));
export const acos = unary("Acos", Math.acos, (grad, x) => neg(mul(grad, rsqrt(sub(number(1), mul(x, x))))));
export const atan = unary("Atan", Math.atan, (grad, x) => div(grad, add(mul(x, x), number(1))));
export const sinh = unary("Sinh", Math.sinh, (grad, x) => mul(grad, cosh(x)));
export const cosh = unary("Cosh", Math.cosh, (grad, x) => mul(grad, sinh(x)));
export const tanh = unary("Tanh", Math.tanh, (grad, _, result) => mul(grad, sub(number(1), mul(result, result))));
export const sigmoid = unary(
  "Sigmoid",
  (x) => 1 / (1 + Math.exp(-x)),
  (grad, _, result) => mul(grad, mul(result, sub(number(1), result))),
);
export const floor = noBools("floor_vml_cpu", unary("Floor", Math.floor, zero, true));
export const ceil = noBools("ceil_vml_cpu", unary("Ceil", Math.ceil, zero, true));
export const trunc = noBools("trunc_vml_cpu", unary("Trunc", Math.trunc, zero, true));
export const erf = unary("Erf", errorFunction, (grad, x) =>
  mul(grad, mul(number(2 / Math.sqrt(Math.PI)), exp(neg(mul(x, x))))),
);
export const isnan = (tensor) => map(tensor, "bool", (x) => (Number.isNaN(x) ? 1 : 0));
export const isinf = (tensor) => map(tensor, "bool", (x) => (Math.abs(x) === Number.POSITIVE_INFINITY ? 1 : 0));
export const isfinite = (tensor) => map(tensor, "bool", (x) => (Number.isFinite(x) ? 1 : 0));
export const logicalNot = (tensor) => map(tensor, "bool", (x) => (x === 0 ? 1 : 0));

/** Half goes to the even neighbor. */
function roundEven(x) {
  const whole = Math.round(x);
  return Math.abs(x % 1) === 0.5 && whole % 2 ? whole - 1 : whole;
}
export function round(tensor, decimals = null) {
  if (!isFloat(tensor.dtype)) {
    if (decimals === null && tensor.dtype !== "bool") return tensor;
    const name = decimals ? "round_cpu" : "round_vml_cpu";
    fail(`"${name}" not implemented for '${DTYPES[tensor.dtype].label}'`, "NotImplementedError");
  }
  const scale = 10 ** Math.abs(decimals);
  const fit = tensor.dtype === "float64" ? (x) => x : Math.fround;
  const one =
    decimals > 0
      ? (x) => fit(fit(roundEven(fit(x * scale))) / scale)
      : decimals !== null && decimals < 0
        ? (x) => roundEven(x / scale) * scale
        : (x) => (Number.isInteger(x) || Number.isNaN(x) ? x : roundEven(x) || (x < 0 ? -0 : 0));
  return track(map(tensor, tensor.dtype, one), `RoundBackward${decimals === null ? 0 : 1}`, [tensor], (grad) => [
    zero(grad),
  ]);
}

setAddition(add);
setOnesLike((tensor) => fromNumbers(new Float64Array(tensor.count).fill(1), tensor.shape, tensor.dtype));
