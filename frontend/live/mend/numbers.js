/** Division, powers, rounding and texts of numbers, as CPython has them. */

import { pow } from "../library/accurate.js";
import { rounded, shortest } from "./decimals.js";

/** @param {any} brython */
export function mendNumbers(brython) {
  const { builtins, $isinstance: isInstance, fast_float: make } = brython;
  const { float, int, NotImplemented, None } = builtins;

  /** The other operand as a double, or null where it is no real number. */
  function real(value) {
    if (typeof value === "number") return value;
    if (value?.__class__ === float) return value.value;
    if (typeof value === "boolean") return Number(value);
    if (isInstance(value, float)) return value.value;
    if (isInstance(value, int)) {
      const result = Number(integer(value));
      if (!Number.isFinite(result)) throw builtins.OverflowError.$factory("int too large to convert to float");
      return result;
    }
    return null;
  }

  function integer(value) {
    if (typeof value === "number" || typeof value === "boolean") return BigInt(value);
    return BigInt(value.value ?? value.$brython_value?.value ?? value.$brython_value);
  }

  const noZero = (message) => builtins.ZeroDivisionError.$factory(message);

  /** As CPython's float_divmod: the rest has the sign of the divisor. */
  function divided(x, y) {
    let rest = x % y;
    let quotient = (x - rest) / y;
    if (rest && y < 0 !== rest < 0) {
      rest += y;
      quotient -= 1;
    } else if (!rest) rest = y < 0 || Object.is(y, -0) ? -0 : 0;
    if (!quotient) return [x / y < 0 || Object.is(x / y, -0) ? -0 : 0, rest];
    const whole = Math.floor(quotient);
    return [quotient - whole > 0.5 ? whole + 1 : whole, rest];
  }

  function power(x, y) {
    if (x === 0 && y < 0) throw noZero("0.0 cannot be raised to a negative power");
    if (x < 0 && Number.isFinite(x) && Number.isFinite(y) && !Number.isInteger(y)) {
      return builtins.complex.__pow__(brython.make_complex(x, 0), make(y));
    }
    if (x === 1 || y === 0) return make(1);
    if (x === -1 && !Number.isFinite(y) && !Number.isNaN(y)) return make(1);
    const result = pow(x, y);
    if (!Number.isFinite(result) && Number.isFinite(x) && Number.isFinite(y)) {
      throw builtins.OverflowError.$factory(34, "Numerical result out of range");
    }
    return make(result);
  }

  const operations = {
    add: (x, y) => make(x + y),
    sub: (x, y) => make(x - y),
    mul: (x, y) => make(x * y),
    truediv(x, y) {
      if (y === 0) throw noZero("float division by zero");
      return make(x / y);
    },
    floordiv(x, y) {
      if (y === 0) throw noZero("float floor division by zero");
      return make(divided(x, y)[0]);
    },
    mod(x, y) {
      if (y === 0) throw noZero("float modulo");
      return make(divided(x, y)[1]);
    },
    divmod(x, y) {
      if (y === 0) throw noZero("float floor division by zero");
      return brython.fast_tuple(divided(x, y).map(make));
    },
    pow: power,
  };
  for (const [name, calculate] of Object.entries(operations)) {
    float[`__${name}__`] = (self, other) => {
      const y = real(other);
      return y === null ? NotImplemented : calculate(self.value, y);
    };
    float[`__r${name}__`] = (self, other) => {
      const x = real(other);
      return x === null ? NotImplemented : calculate(x, self.value);
    };
  }

  mendComparisons(brython, real, integer);
  mendRounding(brython, integer);

  const intPower = int.__pow__;
  int.__pow__ = (self, other, modulus) => {
    if (modulus !== undefined && modulus !== None) return intPower(self, other, modulus);
    if (!isInstance(other, int)) return NotImplemented;
    const exponent = integer(other);
    if (exponent >= 0n) return intPower(self, other);
    return power(real(self), real(other));
  };
  // Of whole numbers, with CPython's words.
  for (const name of ["floordiv", "mod", "divmod"]) {
    for (const kind of [int, brython.long_int]) {
      const plain = kind[`__${name}__`];
      const message = name === "mod" ? "integer modulo by zero" : "integer division or modulo by zero";
      kind[`__${name}__`] = (self, other) => {
        if (isInstance(other, int) && integer(other) === 0n) throw noZero(message);
        return plain(self, other);
      };
    }
  }

  float.__repr__ = (self) => {
    if (!isInstance(self, float)) throw builtins.TypeError.$factory("descriptor '__repr__' requires a 'float' object");
    return shortest(self.value);
  };
  float.hex = (self) => hexadecimal(self.value);
  const parse = float.$factory;
  float.$factory = (value, ...more) => {
    // Too large to be a double: Brython refuses it.
    if (typeof value === "string" && /^\s*[-+]?[\d_]*\.?[\d_]*e\+?\d+\s*$/i.test(value) && /\d/.test(value)) {
      return make(Number(value.replaceAll("_", "")));
    }
    return parse(value, ...more);
  };
}

/** Whole numbers and doubles compare exactly; with anything else the other one is asked. */
function mendComparisons(brython, real, integer) {
  const { builtins, $isinstance: isInstance } = brython;
  const { float, int, NotImplemented } = builtins;

  /** Below 0, 0 or above 0; NaN where they can't be ordered; null where the other one is no number. */
  function order(x, other) {
    if (isInstance(other, int) && other.__class__ === brython.long_int) {
      if (!Number.isFinite(x)) return x;
      const [left, right] = [BigInt(Math.floor(x)), integer(other)];
      return left < right ? -1 : left > right ? 1 : x - Math.floor(x);
    }
    const y = real(other);
    return y === null ? null : x === y ? 0 : x - y || (x < y ? -1 : x > y ? 1 : Number.NaN);
  }

  const tests = {
    eq: (d) => d === 0,
    ne: (d) => d !== 0,
    lt: (d) => d < 0,
    le: (d) => d <= 0,
    gt: (d) => d > 0,
    ge: (d) => d >= 0,
  };
  for (const [name, test] of Object.entries(tests)) {
    const method = `__${name}__`;
    float[method] = (self, other) => {
      if (name.length === 2 && (name === "eq" || name === "ne") && isInstance(other, builtins.complex)) {
        const same = other.$imag.value === 0 && other.$real.value === self.value;
        return name === "eq" ? same : !same;
      }
      const difference = order(self.value, other);
      return difference === null ? NotImplemented : test(difference);
    };
    const plain = brython.long_int[method];
    brython.long_int[method] = (self, other) => {
      if (!isInstance(other, float)) return plain(self, other);
      const difference = order(other.value, self);
      return test(-difference);
    };
  }
}

function mendRounding(brython, integer) {
  const { builtins, $isinstance: isInstance, fast_float: make } = brython;
  const { float, int, None } = builtins;

  function places(digits) {
    return Number(integer(brython.PyNumber_Index(digits)));
  }

  function roundFloat(self, digits) {
    const { value } = self;
    if (digits !== undefined && digits !== None) return make(rounded(value, places(digits)));
    if (Number.isNaN(value)) throw builtins.ValueError.$factory("cannot convert float NaN to integer");
    if (!Number.isFinite(value)) throw builtins.OverflowError.$factory("cannot convert float infinity to integer");
    return int.$int_or_long(BigInt(rounded(value, 0)));
  }

  function roundInteger(self, digits) {
    const value = integer(self);
    if (digits === undefined || digits === None || places(digits) >= 0) return int.$int_or_long(value);
    const step = 10n ** BigInt(-places(digits));
    const rest = ((value % step) + step) % step;
    const low = value - rest;
    const isUp = rest * 2n > step || (rest * 2n === step && (low / step) % 2n !== 0n);
    return int.$int_or_long(isUp ? low + step : low);
  }

  float.__round__ = roundFloat;
  int.__round__ = roundInteger;
  brython.long_int.__round__ = roundInteger;
  builtins.round = Object.assign((...given) => {
    const named = given.at(-1)?.$kw?.[0] ?? {};
    const [value, digits] = given.filter((one) => !one?.$kw);
    const places = digits ?? named.ndigits;
    const kind = brython.get_class(value);
    if (kind === float) return roundFloat(value, places);
    if (isInstance(value, int) && (kind === int || kind === builtins.bool || kind === brython.long_int)) {
      return roundInteger(value, places);
    }
    const method = brython.$getattr(kind, "__round__", null);
    if (method === null) {
      const name = brython.class_name(value);
      throw builtins.TypeError.$factory(`type ${name} doesn't define __round__ method`);
    }
    return places === undefined ? brython.$call(method)(value) : brython.$call(method)(value, places);
  }, builtins.round);
}

function hexadecimal(value) {
  if (!Number.isFinite(value)) return shortest(value);
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  if (value === 0) return `${sign}0x0.0p+0`;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(value));
  const bits = view.getBigUint64(0);
  const exponent = Number(bits >> 52n);
  const digits = (bits & 0xfffffffffffffn).toString(16).padStart(13, "0");
  const power = exponent === 0 ? -1022 : exponent - 1023;
  return `${sign}0x${exponent === 0 ? 0 : 1}.${digits}p${power < 0 ? "-" : "+"}${Math.abs(power)}`;
}
