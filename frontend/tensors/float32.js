// Arithmetic in float32 as processors with AVX2 do it for torch: products fused with sums, and logarithm, sine and
// cosine by the polynomials of the Cephes library, eight numbers at once there, one here.

const { fround, sqrt } = Math;

/**
 * factor · width + from with one rounding to float32 at the end, as processors fuse it. The product of two float32
 * numbers is exact in 64 bits; the sum may not be, and where it lies exactly between two float32 numbers, what was
 * lost decides.
 * @param {number} factor
 * @param {number} width
 * @param {number} from
 */
export function fused(factor, width, from) {
  const product = factor * width;
  const total = product + from;
  const rounded = fround(total);
  const off = total - rounded;
  if (off === 0) return rounded;
  const back = total - product;
  const lost = product - (total - back) + (from - back);
  if (lost === 0) return rounded;
  const other = fround(total + lost * 2 ** 20);
  if (other === rounded) return rounded;
  return Math.abs(off) === Math.abs(other - total) ? other : rounded;
}

/** Σ cᵢ xⁿ⁻ⁱ, from the highest power on. @type {(x: number, coefficients: Float32Array) => number} */
function polynomial(x, coefficients) {
  let sum = coefficients[0];
  for (let i = 1; i < coefficients.length; i++) sum = fused(sum, x, coefficients[i]);
  return sum;
}

const LOG = /* @__PURE__ */ Float32Array.of(
  7.0376836292e-2,
  -1.151461031e-1,
  1.167699874e-1,
  -1.2420140846e-1,
  1.4249322787e-1,
  -1.6668057665e-1,
  2.0000714765e-1,
  -2.4999993993e-1,
  3.3333331174e-1,
);
const ROOT_OF_HALF = /* @__PURE__ */ fround(Math.SQRT1_2);
const LN2_LOW = /* @__PURE__ */ fround(-2.1219444e-4);
const LN2_HIGH = 0.693359375;

const FLOAT = /* @__PURE__ */ new Float32Array(1);
const BITS = /* @__PURE__ */ new Int32Array(FLOAT.buffer);

/** The natural logarithm of a float32 above 0. @type {(number: number) => number} */
export function logarithm(number) {
  FLOAT[0] = number;
  let exponent = (BITS[0] >>> 23) - 126;
  BITS[0] = (BITS[0] & 0x7fffff) | 0x3f000000; // from 0.5 to below 1
  let x = FLOAT[0];
  if (x < ROOT_OF_HALF) {
    exponent -= 1;
    x = fround(x - 1 + x);
  } else x -= 1;
  const square = fround(x * x);
  let sum = fused(fround(polynomial(x, LOG) * x), square, fround(exponent * LN2_LOW));
  sum = fround(sum - square / 2);
  return fround(exponent * LN2_HIGH + fround(x + sum)); // no bit is lost before the last rounding
}

const FOUR_OVER_PI = /* @__PURE__ */ fround(4 / Math.PI);
const EIGHTH_1 = -0.78515625; // three parts of π/4
const EIGHTH_2 = /* @__PURE__ */ fround(-2.4187564849853516e-4);
const EIGHTH_3 = /* @__PURE__ */ fround(-3.774894977445941e-8);
const SINE = /* @__PURE__ */ Float32Array.of(-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1);
const COSINE = /* @__PURE__ */ Float32Array.of(2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2);

/** Sine and cosine of a float32 from 0 to a few turns. @type {(angle: number) => [number, number]} */
export function sineAndCosine(angle) {
  // The nearest even number of eighths of a turn, and what is left, at most an eighth on either side.
  const eighths = (Math.trunc(fround(angle * FOUR_OVER_PI)) + 1) & ~1;
  let x = fused(eighths, EIGHTH_1, angle);
  x = fused(eighths, EIGHTH_2, x);
  x = fused(eighths, EIGHTH_3, x);
  const square = fround(x * x);
  const even = fround(fused(fround(polynomial(square, COSINE) * square), square, -square / 2) + 1);
  const odd = fused(fround(polynomial(square, SINE) * square), x, x);
  const swapped = (eighths & 2) !== 0;
  const sine = swapped ? even : odd;
  const cosine = swapped ? odd : even;
  return [eighths & 4 ? -sine : sine, (eighths - 2) & 4 ? cosine : -cosine];
}

const TWO_PI = /* @__PURE__ */ fround(2 * Math.PI);

/**
 * Two normal numbers from two uniform ones below 1, by Box and Muller.
 * @type {(first: number, second: number) => [number, number]}
 */
export function normalPair(first, second) {
  const radius = fround(sqrt(fround(-2 * logarithm(1 - first))));
  const [sine, cosine] = sineAndCosine(fround(TWO_PI * second));
  return [fround(radius * cosine), fround(radius * sine)];
}

/**
 * factor · width + from in 64 bits with one rounding: the product's own rounding error is kept beside it.
 * @type {(factor: number, width: number, from: number) => number}
 */
export function fusedDouble(factor, width, from) {
  if (width === 1) return factor + from;
  const product = factor * width;
  const [a, b] = halves(factor);
  const [c, d] = halves(width);
  const lost = b * d - (product - a * c - b * c - a * d);
  const total = product + from;
  const back = total - product;
  return total + (product - (total - back) + (from - back) + lost);
}

/** A double as a sum of two with half as many bits. @type {(number: number) => [number, number]} */
function halves(number) {
  const scaled = number * 134217729; // 2^27 + 1
  const high = scaled - (scaled - number);
  return [high, number - high];
}
