/** Python's module `math`. */

import * as accurate from "./accurate.js";
import { erf, erfc, gamma, lgamma } from "./special.js";

/** @param {any} brython */
export function mathModule(brython) {
  const { builtins, $isinstance: isInstance, fast_float: float } = brython;
  const wrong = (kind, message) => builtins[kind].$factory(message);
  const domain = () => wrong("ValueError", "math domain error");
  const overflow = () => wrong("OverflowError", "math range error");

  /** A Python number as JavaScript's, as float() makes it. */
  function real(value) {
    if (typeof value === "number") return value;
    if (value?.__class__ === builtins.float) return value.value;
    if (value?.__class__ === brython.long_int) {
      const number = Number(value.value);
      if (!Number.isFinite(number)) throw wrong("OverflowError", "int too large to convert to float");
      return number;
    }
    if (typeof value === "string" || isInstance(value, builtins.str)) throw notReal(value);
    try {
      return builtins.float.$factory(value).value;
    } catch (error) {
      if (error?.__class__ === builtins.TypeError && !has(value, "__float__")) throw notReal(value);
      throw error;
    }
  }

  const notReal = (value) => wrong("TypeError", `must be real number, not ${brython.class_name(value)}`);
  const has = (value, name) => brython.$getattr(brython.get_class(value), name, null) !== null;

  /** A Python integer as a BigInt. */
  function whole(value) {
    if (typeof value === "number" || typeof value === "boolean") return BigInt(value);
    if (value?.__class__ === brython.long_int) return value.value;
    if (value?.__class__ !== builtins.float && has(value, "__index__")) return whole(brython.PyNumber_Index(value));
    throw wrong("TypeError", `'${brython.class_name(value)}' object cannot be interpreted as an integer`);
  }

  const int = (big) => builtins.int.$int_or_long(big);

  /** A function of real numbers. Where the arguments are finite and the result isn't, they were wrong or too large. */
  function ofReals(calculate, atPole = domain) {
    return (...given) => {
      const numbers = given.map(real);
      const result = calculate(...numbers);
      if (Number.isNaN(result) && !numbers.some(Number.isNaN)) throw domain();
      if (!Number.isFinite(result) && !Number.isNaN(result) && numbers.every(Number.isFinite)) throw atPole();
      return float(result);
    };
  }

  /** floor, ceil and trunc: an int, or what the object's own method says. */
  function rounded(method, round) {
    return (value) => {
      if (value?.__class__ !== builtins.float && has(value, method)) {
        return brython.$call(brython.$getattr(value, method))();
      }
      const number = real(value);
      if (Number.isNaN(number)) throw wrong("ValueError", "cannot convert float NaN to integer");
      if (!Number.isFinite(number)) throw wrong("OverflowError", "cannot convert float infinity to integer");
      return int(BigInt(round(number)));
    };
  }

  function log(value, base) {
    const big = value?.__class__ === brython.long_int ? value.value : null;
    const result = logarithm(value, big, accurate.log);
    if (base === undefined) return float(result);
    const below = logarithm(base, null, accurate.log);
    if (below === 0) throw wrong("ZeroDivisionError", "float division by zero");
    return float(result / below);
  }

  /** @param {(x: number) => number} plain */
  function logarithm(value, big, plain) {
    if (big !== null && big > 0n) {
      const shift = Math.max(big.toString(2).length - 60, 0);
      return plain(Number(big >> BigInt(shift))) + shift * plain(2);
    }
    const number = real(value);
    if (number <= 0) throw domain();
    return plain(number);
  }

  const logOf = (plain) => (value) =>
    float(logarithm(value, value?.__class__ === brython.long_int ? value.value : null, plain));

  const numbersOf = (iterable) => Array.from(builtins.list.$factory(iterable));

  /** Keyword arguments are the last one, in Brython's form. */
  function withKeywords(given, defaults) {
    const last = given.at(-1);
    if (!last?.$kw) return [given, defaults];
    return [given.slice(0, -1), { ...defaults, ...last.$kw[0] }];
  }

  function isclose(...all) {
    const [[a, b], options] = withKeywords(all, { rel_tol: float(1e-9), abs_tol: 0 });
    const [left, right, relative, absolute] = [a, b, options.rel_tol, options.abs_tol].map(real);
    if (left === right) return true;
    if (!Number.isFinite(left) || !Number.isFinite(right)) return false;
    const difference = Math.abs(left - right);
    return difference <= Math.max(relative * Math.max(Math.abs(left), Math.abs(right)), absolute);
  }

  function prod(...all) {
    const [[iterable], { start }] = withKeywords(all, { start: 1 });
    return numbersOf(iterable).reduce((result, value) => brython.rich_op("__mul__", result, value), start);
  }

  function factorial(value) {
    const n = whole(value);
    if (n < 0n) throw wrong("ValueError", "factorial() not defined for negative values");
    let result = 1n;
    for (let factor = 2n; factor <= n; factor++) result *= factor;
    return int(result);
  }

  function counted(n, k, divisor) {
    if (n < 0n) throw wrong("ValueError", "n must be a non-negative integer");
    if (k < 0n) throw wrong("ValueError", "k must be a non-negative integer");
    if (k > n) return 0;
    let result = 1n;
    for (let step = 0n; step < k; step++) result = (result * (n - step)) / (divisor ? step + 1n : 1n);
    return int(result);
  }

  const perm = (n, k) => (k === undefined || k === builtins.None ? factorial(n) : counted(whole(n), whole(k), false));

  function greatestDivisor(a, b) {
    let [left, right] = [a < 0n ? -a : a, b < 0n ? -b : b];
    while (right) [left, right] = [right, left % right];
    return left;
  }

  const gcd = (...values) => int(values.map(whole).reduce(greatestDivisor, 0n));

  function lcm(...values) {
    const least = (a, b) => (a && b ? (a * b) / greatestDivisor(a, b) : 0n);
    const result = values.map(whole).reduce(least, 1n);
    return int(result < 0n ? -result : result);
  }

  function isqrt(value) {
    const n = whole(value);
    if (n < 0n) throw wrong("ValueError", "isqrt() argument must be nonnegative");
    if (n < 2n) return int(n);
    let root = 1n << BigInt(Math.ceil(n.toString(2).length / 2));
    for (;;) {
      const next = (root + n / root) >> 1n;
      if (next >= root) return int(root);
      root = next;
    }
  }

  function frexp(value) {
    const number = real(value);
    if (number === 0 || !Number.isFinite(number)) return brython.fast_tuple([float(number), 0]);
    let exponent = Math.max(-1073, Math.floor(Math.log2(Math.abs(number))) + 1);
    let mantissa = scaled(number, -exponent);
    while (Math.abs(mantissa) < 0.5) [mantissa, exponent] = [mantissa * 2, exponent - 1];
    while (Math.abs(mantissa) >= 1) [mantissa, exponent] = [mantissa / 2, exponent + 1];
    return brython.fast_tuple([float(mantissa), exponent]);
  }

  function ldexp(value, exponent) {
    const number = real(value);
    const result = scaled(number, Number(whole(exponent)));
    if (!Number.isFinite(result) && Number.isFinite(number)) throw overflow();
    return float(result);
  }

  function scaled(number, exponent) {
    let [result, rest] = [number, exponent];
    for (; rest > 1000; rest -= 1000) result *= 2 ** 1000;
    for (; rest < -1000; rest += 1000) result *= 2 ** -1000;
    return result * 2 ** rest;
  }

  function modf(value) {
    const number = real(value);
    const fraction = Number.isFinite(number) ? number - Math.trunc(number) : Number.isNaN(number) ? number : 0;
    return brython.fast_tuple([float(Object.is(fraction, 0) && number < 0 ? -0 : fraction), float(Math.trunc(number))]);
  }

  function remainder(x, y) {
    const rest = x - y * Math.trunc(x / y);
    const half = Math.abs(y) / 2;
    if (!Number.isFinite(y)) return x;
    if (Math.abs(rest) > half || (Math.abs(rest) === half && Math.abs(Math.trunc(x / y)) % 2)) {
      return rest - Math.sign(rest) * Math.abs(y);
    }
    return rest;
  }

  /** The double next to x on the way to y. */
  function nextafter(x, y) {
    if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
    if (x === y) return y;
    if (x === 0) return y > 0 ? 5e-324 : -5e-324;
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, x);
    view.setBigInt64(0, view.getBigInt64(0) + (y > x === x > 0 ? 1n : -1n));
    return view.getFloat64(0);
  }

  /** A sum without rounding errors in between (Shewchuk). */
  function fsum(iterable) {
    const parts = [];
    for (const value of numbersOf(iterable)) {
      let x = real(value);
      let count = 0;
      for (let y of parts) {
        if (Math.abs(x) < Math.abs(y)) [x, y] = [y, x];
        const high = x + y;
        const low = y - (high - x);
        if (low) parts[count++] = low;
        x = high;
      }
      parts.length = count;
      parts.push(x);
    }
    return float(roundedSum(parts));
  }

  const hypot = (...values) => float(Math.hypot(...values.map(real)));

  const pow = ofReals((x, y) => {
    if (x === 1 || y === 0) return 1;
    if (Math.abs(x) === 1 && !Number.isFinite(y) && !Number.isNaN(y)) return 1;
    const result = accurate.pow(x, y);
    if (x !== 0 && !Number.isFinite(result) && !Number.isNaN(result) && Number.isFinite(x) && Number.isFinite(y)) {
      throw overflow();
    }
    return result;
  });

  function atOne(calculate) {
    return (x) => (x > 1 || x < -1 ? Number.NaN : calculate(x));
  }

  const module = {
    pi: float(Math.PI),
    e: float(Math.E),
    tau: float(2 * Math.PI),
    inf: float(Infinity),
    nan: float(Number.NaN),
    sqrt: ofReals(Math.sqrt),
    cbrt: ofReals(Math.cbrt),
    exp: ofReals(accurate.exp, overflow),
    exp2: ofReals((x) => accurate.pow(2, x), overflow),
    expm1: ofReals(Math.expm1, overflow),
    log,
    log2: logOf(accurate.log2),
    log10: logOf(Math.log10),
    log1p: ofReals(Math.log1p),
    sin: ofReals(accurate.sin),
    cos: ofReals(accurate.cos),
    tan: ofReals((x) => (Math.abs(x) < 1e6 ? accurate.sin(x) / accurate.cos(x) : Math.tan(x))),
    asin: ofReals(atOne(Math.asin)),
    acos: ofReals(atOne(Math.acos)),
    atan: ofReals(Math.atan),
    atan2: ofReals(Math.atan2),
    sinh: ofReals(Math.sinh, overflow),
    cosh: ofReals(Math.cosh, overflow),
    tanh: ofReals(Math.tanh),
    asinh: ofReals(Math.asinh),
    acosh: ofReals(Math.acosh),
    atanh: ofReals(Math.atanh),
    erf: ofReals(erf),
    erfc: ofReals(erfc),
    gamma: ofReals(gamma, overflow),
    lgamma: ofReals(lgamma),
    fabs: ofReals(Math.abs),
    fmod: ofReals((x, y) => x % y),
    remainder: ofReals(remainder),
    copysign: ofReals((x, y) => (y < 0 || Object.is(y, -0) ? -Math.abs(x) : Math.abs(x))),
    degrees: ofReals((x) => x * (180 / Math.PI)),
    radians: ofReals((x) => x * (Math.PI / 180)),
    nextafter: (x, y) => float(nextafter(real(x), real(y))),
    ulp: (x) => float(Math.abs(nextafter(Math.abs(real(x)), Infinity) - Math.abs(real(x)))),
    pow,
    hypot,
    dist: (p, q) => {
      const other = numbersOf(q);
      return hypot(...numbersOf(p).map((value, index) => float(real(value) - real(other[index]))));
    },
    floor: rounded("__floor__", Math.floor),
    ceil: rounded("__ceil__", Math.ceil),
    trunc: rounded("__trunc__", Math.trunc),
    isnan: (x) => Number.isNaN(real(x)),
    isinf: (x) => Math.abs(real(x)) === Infinity,
    isfinite: (x) => Number.isFinite(real(x)),
    isclose,
    prod,
    fsum,
    factorial,
    comb: (n, k) => {
      const [all, some] = [whole(n), whole(k)];
      return counted(all, some > all - some && some <= all ? all - some : some, true);
    },
    perm,
    gcd,
    lcm,
    isqrt,
    frexp,
    ldexp,
    modf,
  };
  return module;
}

/** The sum of parts that don't overlap, the largest last, rounded to even. */
function roundedSum(parts) {
  let place = parts.length;
  if (place === 0) return 0;
  let high = parts[--place];
  let low = 0;
  while (place > 0) {
    const x = high;
    const y = parts[--place];
    high = x + y;
    low = y - (high - x);
    if (low) break;
  }
  if (place > 0 && low < 0 === parts[place - 1] < 0 && low !== 0) {
    const twice = low * 2;
    const sum = high + twice;
    if (twice === sum - high) return sum;
  }
  return high;
}
