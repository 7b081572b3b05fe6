// Python's mini-language of format(): what stands behind the colon in f"{value:>8.2f}".

import { fixed, scientific, shortest, significant } from "./decimals.js";

const SPEC = /^(?:(.)?([<>=^]))?([-+ ])?(z)?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?(.)?$/su;

/** What is wrong with a specification; Python raises ValueError with its message. */
export class SpecError extends Error {}

/**
 * @typedef {object} Spec
 * @property {boolean} isPadded by a 0 before the width
 * @property {string} fill
 * @property {string} align
 * @property {string} sign
 * @property {boolean} noMinusZero
 * @property {boolean} alternate
 * @property {number} width
 * @property {string} grouping
 * @property {number | null} precision
 * @property {string} type
 */

/** @param {string} text @param {string} kind name of the value's type, for the message @returns {Spec} */
export function parseSpec(text, kind) {
  const found = SPEC.exec(text);
  if (!found) throw new SpecError(`Invalid format specifier '${text}' for object of type '${kind}'`);
  const [, fill, align, sign, minusZero, alternate, zero, width, grouping, precision, type] = found;
  if (grouping && type && "nsc".includes(type)) throw new SpecError(`Cannot specify '${grouping}' with '${type}'.`);
  return {
    isPadded: zero !== undefined && align === undefined,
    fill: fill ?? (zero ? "0" : " "),
    align: align ?? (zero ? "=" : ""),
    sign: sign ?? "",
    noMinusZero: minusZero !== undefined,
    alternate: alternate !== undefined,
    width: Number(width ?? 0),
    grouping: grouping ?? "",
    precision: precision === undefined ? null : Number(precision),
    type: type ?? "",
  };
}

const unknown = (spec, kind) => new SpecError(`Unknown format code '${spec.type}' for object of type '${kind}'`);

/** @param {string} text @param {Spec} spec */
export function formatText(text, spec) {
  if (spec.type !== "" && spec.type !== "s") throw unknown(spec, "str");
  if (spec.grouping) throw new SpecError(`Cannot specify '${spec.grouping}' with 's'.`);
  const refused = [
    [spec.sign === " ", "Space"],
    [spec.sign !== "", "Sign"],
    [spec.alternate, "Alternate form (#)"],
    [spec.align === "=" && !spec.isPadded, "'=' alignment"],
  ].find(([isThere]) => isThere);
  if (refused) throw new SpecError(`${refused[1]} not allowed in string format specifier`);
  if (spec.isPadded) spec.align = "<";
  const letters = spec.precision === null ? [...text] : [...text].slice(0, spec.precision);
  return padded(letters.join(""), letters.length, spec, "<");
}

/** @param {string} text @param {number} length @param {Spec} spec @param {string} usual */
function padded(text, length, spec, usual) {
  const missing = spec.width - length;
  if (missing <= 0) return text;
  const align = spec.align || usual;
  const before = align === ">" ? missing : align === "^" ? Math.floor(missing / 2) : 0;
  return spec.fill.repeat(before) + text + spec.fill.repeat(missing - before);
}

/** @param {bigint} value @param {Spec} spec @param {string} [kind] */
export function formatInteger(value, spec, kind = "int") {
  const base = { "": 10, d: 10, n: 10, b: 2, o: 8, x: 16, X: 16 }[spec.type];
  if (spec.type === "c") return formatLetter(value, spec);
  if (base === undefined) {
    if (!"eEfFgG%".includes(spec.type)) throw unknown(spec, kind);
    return formatFloat(Number(value), spec);
  }
  if (spec.precision !== null) throw new SpecError("Precision not allowed in integer format specifier");
  if (spec.grouping === "," && base !== 10) throw new SpecError(`Cannot specify ',' with '${spec.type}'.`);
  let digits = (value < 0n ? -value : value).toString(base);
  if (spec.type === "X") digits = digits.toUpperCase();
  const prefix = spec.alternate && base !== 10 ? `0${spec.type}` : "";
  return signed(value < 0n, prefix, digits, "", spec, base === 10 ? 3 : 4);
}

function formatLetter(value, spec) {
  const flag = spec.sign ? "Sign" : spec.alternate ? "Alternate form (#)" : "";
  if (flag) throw new SpecError(`${flag} not allowed with integer format specifier 'c'`);
  return signed(false, "", String.fromCodePoint(Number(value)), "", spec, 3);
}

/** @param {number} value @param {Spec} spec */
export function formatFloat(value, spec) {
  if (spec.type !== "" && !"eEfFgGn%".includes(spec.type)) throw unknown(spec, "float");
  let text = unsigned(value, spec);
  if (spec.type && "EFG".includes(spec.type)) text = text.toUpperCase();
  let isNegative = value < 0 || Object.is(value, -0);
  if (spec.noMinusZero && /^[0.]*(e.*)?$/i.test(text)) isNegative = false;
  const [, whole, rest] = /^(\d*)(.*)$/s.exec(text) ?? [];
  return signed(isNegative, "", whole, rest, spec, 3);
}

/** @param {number} value @param {Spec} spec */
function unsigned(value, spec) {
  const size = Math.abs(value);
  const percent = spec.type === "%" ? "%" : "";
  if (!Number.isFinite(size)) return (Number.isNaN(size) ? "nan" : "inf") + percent;
  const point = (text) => (spec.alternate && !text.includes(".") ? text.replace(/(?=e|$)/, ".") : text);
  switch (spec.type) {
    case "%":
      return `${point(fixed(size * 100, spec.precision ?? 6))}%`;
    case "f":
    case "F":
      return point(fixed(size, spec.precision ?? 6));
    case "e":
    case "E":
      return point(scientific(size, spec.precision ?? 6));
    case "":
      return spec.precision === null ? shortest(size) : general(size, spec.precision || 1, spec, 1);
    default:
      return general(size, (spec.precision ?? 6) || 1, spec, 0);
  }
}

/** The form of `g`; without a type, whole numbers keep a decimal: that is one more digit before it turns to powers. */
function general(size, count, spec, less) {
  const { digits, exponent } = significant(size, count);
  const isPower = exponent < -4 || exponent >= count - (less && exponent === count - 1 ? 1 : 0);
  let text = isPower ? scientific(size, count - 1) : fixed(size, Math.max(count - 1 - exponent, 0));
  if (!isPower && exponent >= 0 && count - 1 - exponent <= 0) text = digits.padEnd(exponent + 1, "0");
  if (!spec.alternate) text = text.replace(/(\.\d*?)0+(?=e|$)/, "$1").replace(/\.(?=e|$)/, "");
  if (spec.alternate && !text.includes(".")) return text.replace(/(?=e|$)/, ".");
  return less && !isPower && !text.includes(".") ? `${text}.0` : text;
}

/** Sign, prefix, digits in groups and padding. */
function signed(isNegative, prefix, digits, rest, spec, group) {
  const sign = isNegative ? "-" : spec.sign === "-" ? "" : spec.sign;
  const before = sign + prefix;
  let text = grouped(digits, spec.grouping, group);
  const align = spec.align || ">";
  if (align !== "=") {
    const whole = before + text + rest;
    return padded(whole, whole.length, spec, ">");
  }
  const room = spec.width - before.length - rest.length;
  if (spec.fill === "0" && spec.grouping && digits) {
    for (let zeros = digits; text.length < room; text = grouped(zeros, spec.grouping, group)) zeros = `0${zeros}`;
  } else text = text.padStart(room, spec.fill);
  return before + text + rest;
}

function grouped(digits, separator, size) {
  if (!separator) return digits;
  return digits.replace(new RegExp(`\\B(?=(.{${size}})+$)`, "g"), separator);
}
