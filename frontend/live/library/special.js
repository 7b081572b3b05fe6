// erf and gamma, which JavaScript doesn't have, as CPython calculates them.

const SQRT_PI = 1.772453850905516;
const LN_PI = 1.1447298858494002;
const SERIES_TERMS = 25;
const FRACTION_TERMS = 50;

function erfSeries(x) {
  const square = x * x;
  let sum = 0;
  for (let term = SERIES_TERMS - 1, fraction = SERIES_TERMS + 0.5; term >= 0; term--) {
    sum = 2 + (square * sum) / fraction;
    fraction -= 1;
  }
  return (sum * x * Math.exp(-square)) / SQRT_PI;
}

function erfcFraction(x) {
  if (x >= 30) return 0;
  const square = x * x;
  let a = 0;
  let da = 0.5;
  let [p, pBefore] = [1, 0];
  let [q, qBefore] = [da + square, 1];
  for (let term = 0; term < FRACTION_TERMS; term++) {
    a += da;
    da += 2;
    const b = da + square;
    [p, pBefore] = [b * p - a * pBefore, p];
    [q, qBefore] = [b * q - a * qBefore, q];
  }
  return ((p / q) * x * Math.exp(-square)) / SQRT_PI;
}

/** @param {number} x */
export function erf(x) {
  const size = Math.abs(x);
  if (!(size >= 1.5)) return erfSeries(x);
  return Math.sign(x) * (1 - erfcFraction(size));
}

/** @param {number} x */
export function erfc(x) {
  const size = Math.abs(x);
  if (!(size >= 1.5)) return 1 - erfSeries(x);
  return x > 0 ? erfcFraction(size) : 2 - erfcFraction(size);
}

// Lanczos' sum, with CPython's coefficients.
const G = 6.02468004077673;
const NUMERATOR = [
  23531376880.41076, 42919803642.6491, 35711959237.35567, 17921034426.03721, 6039542586.352028, 1439720407.3117216,
  248874557.86205417, 31426415.585400194, 2876370.6289353725, 186056.26539522348, 8071.672002365816, 210.82427775157936,
  2.5066282746310002,
];
const DENOMINATOR = [
  0, 39916800, 120543840, 150917976, 105258076, 45995730, 13339535, 2637558, 357423, 32670, 1925, 66, 1,
];

function lanczos(x) {
  let [above, below] = [0, 0];
  if (x < 5) {
    for (let index = NUMERATOR.length - 1; index >= 0; index--) {
      above = above * x + NUMERATOR[index];
      below = below * x + DENOMINATOR[index];
    }
  } else {
    for (let index = 0; index < NUMERATOR.length; index++) {
      above = above / x + NUMERATOR[index];
      below = below / x + DENOMINATOR[index];
    }
  }
  return above / below;
}

function sinPi(x) {
  const rest = Math.abs(x) % 2;
  const eighth = Math.round(2 * rest);
  const value = [
    () => Math.sin(Math.PI * rest),
    () => Math.cos(Math.PI * (rest - 0.5)),
    () => Math.sin(Math.PI * (1 - rest)),
    () => -Math.cos(Math.PI * (rest - 1.5)),
    () => Math.sin(Math.PI * (rest - 2)),
  ][eighth]();
  return Math.sign(x) * value;
}

/** @param {number} x */
export function gamma(x) {
  if (x === Infinity || Number.isNaN(x)) return x;
  if (x === -Infinity || (Number.isInteger(x) && x <= 0)) return Number.NaN;
  if (Number.isInteger(x) && x <= 23) {
    let result = 1;
    for (let factor = 2; factor < x; factor++) result *= factor;
    return result;
  }
  const size = Math.abs(x);
  if (size < 1e-20) return 1 / x;
  if (size > 200) return x < 0 ? 0 : Infinity;
  const y = size + G - 0.5;
  const error = size > G - 0.5 ? y - size - (G - 0.5) : y - (G - 0.5) - size;
  const correction = (error * G) / y;
  if (x < 0) {
    let result = -Math.PI / sinPi(size) / size / lanczos(size);
    result = (result * Math.exp(y)) / y ** (size - 0.5);
    return result - correction * result;
  }
  const result = (lanczos(size) / Math.exp(y)) * (size < 140 ? y ** (size - 0.5) : (y ** (size / 2 - 0.25)) ** 2);
  return result + correction * result;
}

/** @param {number} x */
export function lgamma(x) {
  if (!Number.isFinite(x)) return Math.abs(x);
  if (Number.isInteger(x) && x <= 2) return x <= 0 ? Infinity : 0;
  const size = Math.abs(x);
  if (size < 1e-20) return -Math.log(size);
  const result = Math.log(lanczos(size)) - G + (size - 0.5) * (Math.log(size + G - 0.5) - 1);
  return x < 0 ? LN_PI - Math.log(Math.abs(sinPi(size))) - Math.log(size) - result : result;
}
