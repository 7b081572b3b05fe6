// exp, log, log2, pow, sin and cos with an error below 0.5001 units of the last place. JavaScript's own differ in the
// last digit from what Python prints on most machines. Numbers are pairs of doubles whose sum has about 106 bits.

const LN2 = [Math.LN2, 2.3190468138462996e-17];
const HALF_PI = [1.5707963267948966, 6.123233995736766e-17, -1.4973849048591833e-33];
const SPLITTER = 134217729; // 2^27 + 1: halves a double's 53 bits
const TERMS = 14;

/** @param {number} a @param {number} b */
function sum(a, b) {
  const total = a + b;
  const part = total - a;
  return [total, a - (total - part) + (b - part)];
}

/** @param {number} a @param {number} b */
function product(a, b) {
  const result = a * b;
  const [aHigh, aLow] = halves(a);
  const [bHigh, bLow] = halves(b);
  return [result, aHigh * bHigh - result + aHigh * bLow + aLow * bHigh + aLow * bLow];
}

function halves(a) {
  const scaled = SPLITTER * a;
  const high = scaled - (scaled - a);
  return [high, a - high];
}

function add(a, b) {
  const [high, low] = sum(a[0], b[0]);
  return sum(high, low + a[1] + b[1]);
}

function multiply(a, b) {
  const [high, low] = product(a[0], b[0]);
  return sum(high, low + a[0] * b[1] + a[1] * b[0]);
}

function divide(a, b) {
  const quotient = a[0] / b[0];
  const rest = add(a, multiply([-quotient, 0], b));
  return sum(quotient, rest[0] / b[0]);
}

const scaled = (a, factor) => [a[0] * factor, a[1] * factor];

/** The terms 1/n! of exp, sin and cos. */
const FACTORS = [[1, 0]];
for (let n = 1; n < 30; n++) FACTORS.push(divide(FACTORS[n - 1], [n, 0]));

/** exp of a pair, as a pair and the power of two that it is to be multiplied with. */
function pairExp(x) {
  const power = Math.round(x[0] / LN2[0]);
  // A hundredth of what is left, so that few terms are enough; squared eight times afterwards.
  const rest = scaled(add(x, multiply([-power, 0], LN2)), 2 ** -8);
  let result = FACTORS[TERMS];
  for (let n = TERMS - 1; n > 0; n--) result = add(multiply(result, rest), FACTORS[n]);
  let less = multiply(result, rest); // exp - 1, which keeps its digits
  for (let n = 0; n < 8; n++) less = add(scaled(less, 2), multiply(less, less));
  return { value: add([1, 0], less), power };
}

function times2(value, power) {
  // In two steps: 2 ** 1024 is infinite, though the product needn't be.
  const half = Math.trunc(power / 2);
  return value * 2 ** half * 2 ** (power - half);
}

function pairLog(x) {
  const power = Math.max(Math.floor(Math.log2(x)), -1074);
  let small = times2(x, -power);
  let exponent = power;
  if (small > Math.SQRT2) {
    small /= 2;
    exponent += 1;
  }
  const guess = Math.log(small);
  const { value, power: shift } = pairExp([-guess, 0]);
  const rest = add(multiply([small, 0], scaled(value, 2 ** shift)), [-1, 0]);
  const correction = add(rest, scaled(multiply(rest, rest), -0.5));
  return add(add(multiply([exponent, 0], LN2), [guess, 0]), correction);
}

/** @param {number} x */
export function exp(x) {
  if (!(Math.abs(x) < 745)) return Math.exp(x);
  const { value, power } = pairExp([x, 0]);
  return power < -1020 ? times2(value[0], power) : times2(value[0] + value[1], power);
}

/** @param {number} x */
export function log(x) {
  if (!(x > 0) || x === Infinity) return Math.log(x);
  const [high, low] = pairLog(x);
  return high + low;
}

/** @param {number} x */
export function log2(x) {
  if (!(x > 0) || x === Infinity) return Math.log2(x);
  const [high, low] = divide(pairLog(x), LN2);
  return high + low;
}

/** @param {number} x @param {number} y */
export function pow(x, y) {
  const plain = x ** y;
  if (!Number.isFinite(plain) || plain === 0 || !(x > 0) || x === 1 || y === 1) {
    return x < 0 && Number.isFinite(plain) && plain !== 0 && x !== -1 ? Math.sign(plain) * pow(-x, y) : plain;
  }
  if (y === 2) return x * x;
  if (y === 0.5 || Math.abs(y) > 1e15) return plain;
  const exponent = multiply([y, 0], pairLog(x));
  if (Math.abs(exponent[0]) < 1e-17 || exponent[0] < -700) return plain;
  const { value, power } = pairExp(exponent);
  return times2(value[0] + value[1], power);
}

/** The angle within a quarter of pi, and in which quarter turn it was. */
function quarter(x) {
  const turns = Math.round(x / HALF_PI[0]);
  let rest = [x, 0];
  for (const part of HALF_PI) rest = add(rest, product(-turns, part));
  return { rest, turns: ((turns % 4) + 4) % 4 };
}

function series(rest, first) {
  const square = multiply(rest, rest);
  let result = [0, 0];
  for (let n = first + 26; n >= first; n -= 2) {
    result = multiply(result, scaled(square, -1));
    result = add(result, FACTORS[n]);
  }
  return first ? multiply(result, rest) : result;
}

function turned(x, shift) {
  const { rest, turns } = quarter(x);
  const which = (turns + shift) % 4;
  const value = series(rest, which % 2 ? 0 : 1);
  return which > 1 ? -(value[0] + value[1]) : value[0] + value[1];
}

const isModerate = (x) => Math.abs(x) < 1e6 && Math.abs(x) > 1e-8;

/** @param {number} x */
export const sin = (x) => (isModerate(x) ? turned(x, 0) : Math.sin(x));
/** @param {number} x */
export const cos = (x) => (isModerate(x) ? turned(x, 1) : Math.cos(x));
