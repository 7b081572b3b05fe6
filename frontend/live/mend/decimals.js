// Doubles in decimal digits, rounded exactly and half to even as Python does it. JavaScript rounds halves up.

const BITS = new DataView(new ArrayBuffer(8));

/** A finite double as an integer and a power of two. @param {number} value @returns {[bigint, number]} */
function parts(value) {
  BITS.setFloat64(0, Math.abs(value));
  const bits = BITS.getBigUint64(0);
  const exponent = Number(bits >> 52n);
  const mantissa = bits & 0xfffffffffffffn;
  return exponent === 0 ? [mantissa, -1074] : [mantissa | 0x10000000000000n, exponent - 1075];
}

/** The integer nearest to value * 10 ** digits, without its sign. @param {number} value @param {number} digits */
export function scaledInteger(value, digits) {
  const [mantissa, power] = parts(value);
  let above = mantissa;
  let below = 1n;
  if (digits >= 0) above *= 10n ** BigInt(digits);
  else below *= 10n ** BigInt(-digits);
  if (power >= 0) above <<= BigInt(power);
  else below <<= BigInt(-power);
  const quotient = above / below;
  const twice = (above % below) * 2n;
  return twice > below || (twice === below && quotient % 2n === 1n) ? quotient + 1n : quotient;
}

/** `|value|` with this many decimals. @param {number} value @param {number} decimals */
export function fixed(value, decimals) {
  const digits = scaledInteger(value, decimals)
    .toString()
    .padStart(decimals + 1, "0");
  if (decimals === 0) return digits;
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** The first digits of `|value|` and the power of ten of the first. @param {number} value @param {number} count */
export function significant(value, count) {
  if (value === 0) return { digits: "0".repeat(count), exponent: 0 };
  let exponent = Number(value.toExponential().split("e")[1]);
  let digits = scaledInteger(value, count - 1 - exponent).toString();
  if (digits.length > count) {
    exponent += 1; // 9.99 → 10.0
    digits = digits.slice(0, count);
  }
  return { digits, exponent };
}

/** `|value|` in the form 1.5e+03. @param {number} value @param {number} decimals */
export function scientific(value, decimals) {
  const { digits, exponent } = significant(value, decimals + 1);
  const size = String(Math.abs(exponent)).padStart(2, "0");
  return `${digits[0]}${decimals ? `.${digits.slice(1)}` : ""}e${exponent < 0 ? "-" : "+"}${size}`;
}

/**
 * Rounded to so many decimals, as round() does it; fewer than none rounds to tens.
 *
 * @param {number} value
 * @param {number} decimals
 */
export function rounded(value, decimals) {
  if (!Number.isFinite(value) || value === 0 || decimals > 330) return value;
  if (decimals < -330) return value < 0 ? -0 : 0;
  const whole = scaledInteger(value, decimals);
  const result = Number(`${whole}e${-decimals}`);
  return value < 0 ? -result : result;
}

/** The shortest digits that mean this double, as repr() writes them. @param {number} value */
export function shortest(value) {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const [mantissa, power] = Math.abs(value).toExponential().split("e");
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) {
    return `${sign}${mantissa}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
  }
  const digits = mantissa.replace(".", "");
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return `${sign}${whole}.${digits.slice(exponent + 1) || "0"}`;
}
