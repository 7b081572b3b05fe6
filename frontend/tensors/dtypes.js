// Kinds of numbers, as torch names them, and which kind comes out when two of them meet.

const BUFFER = new ArrayBuffer(4);
const FLOAT = new Float32Array(BUFFER);
const BITS = new Uint32Array(BUFFER);

/**
 * The nearest number that bfloat16 holds: the upper half of a float32, ties to even.
 * @type {(number: number) => number}
 */
function roundToBfloat16(number) {
  if (Number.isNaN(number)) return number;
  FLOAT[0] = number;
  BITS[0] = ((BITS[0] + 0x7fff + ((BITS[0] >>> 16) & 1)) >>> 16) << 16;
  return FLOAT[0];
}

/** The nearest number that float16 holds: 11 significant bits, exponents from -14 to 15, ties to even. */
function roundToFloat16(number) {
  if (!Number.isFinite(number) || number === 0) return number;
  const exponent = Math.max(Math.floor(Math.log2(Math.abs(number))), -14);
  const unit = 2 ** (exponent - 10);
  const quotient = number / unit;
  let whole = Math.round(quotient);
  if (Math.abs(quotient - Math.trunc(quotient)) === 0.5 && whole % 2) whole -= 1;
  const rounded = whole * unit;
  return Math.abs(rounded) > 65504 ? Math.sign(rounded) * Number.POSITIVE_INFINITY : rounded;
}

/**
 * `Array` is what holds the numbers here, `size` the bytes in torch, `rank` the order in which kinds win over others of
 * the same family, `label` torch's name in error texts. int64 are held as doubles: exact up to 2^53.
 * @typedef {{ name: string, Array: any, size: number, family: "bool"|"int"|"float", rank: number, label: string,
 *   round?: (number: number) => number }} Dtype
 * @type {Record<string, Dtype>}
 */
export const DTYPES = Object.fromEntries(
  [
    { name: "bool", Array: Uint8Array, size: 1, family: "bool", rank: 0, label: "Bool" },
    { name: "uint8", Array: Uint8Array, size: 1, family: "int", rank: 1, label: "Byte" },
    { name: "int8", Array: Int8Array, size: 1, family: "int", rank: 1, label: "Char" },
    { name: "int16", Array: Int16Array, size: 2, family: "int", rank: 2, label: "Short" },
    { name: "int32", Array: Int32Array, size: 4, family: "int", rank: 3, label: "Int" },
    { name: "int64", Array: Float64Array, size: 8, family: "int", rank: 4, label: "Long" },
    { name: "float16", Array: Float32Array, size: 2, family: "float", rank: 5, label: "Half", round: roundToFloat16 },
    {
      name: "bfloat16",
      Array: Float32Array,
      size: 2,
      family: "float",
      rank: 5,
      label: "BFloat16",
      round: roundToBfloat16,
    },
    { name: "float32", Array: Float32Array, size: 4, family: "float", rank: 6, label: "Float" },
    { name: "float64", Array: Float64Array, size: 8, family: "float", rank: 7, label: "Double" },
  ].map((dtype) => [dtype.name, dtype]),
);

export const FAMILIES = ["bool", "int", "float"];
export const settings = { defaultDtype: "float32" };

/** @type {(dtype: string) => boolean} */
export const isFloat = (dtype) => DTYPES[dtype].family === "float";

/** The kind that holds both: of two tensors' numbers. @type {(left: string, right: string) => string} */
export function promote(left, right) {
  if (left === right) return left;
  const [lower, higher] = [DTYPES[left], DTYPES[right]].sort((a, b) => a.rank - b.rank);
  if (lower.rank < higher.rank) return higher.name;
  return lower.family === "float" ? "float32" : "int16"; // float16 with bfloat16, uint8 with int8
}

/** Of a tensor and a plain number: the number counts only if its family is higher. */
export function promoteScalar(dtype, family) {
  if (FAMILIES.indexOf(family) <= FAMILIES.indexOf(DTYPES[dtype].family)) return dtype;
  return family === "float" ? settings.defaultDtype : "int64";
}

/**
 * What an operation on several operands computes with: tensors with axes win over those without, these over numbers,
 * unless the family is lower.
 * @param {{ dtype: string, rank: number }[]} operands rank: 2 with axes, 1 without, 0 a plain number
 */
export function resultDtype(operands) {
  let result = null;
  for (const rank of [2, 1, 0]) {
    for (const { dtype, rank: own } of operands) {
      if (own !== rank) continue;
      if (result === null) result = { dtype, rank };
      else if (result.rank === rank) result.dtype = promote(result.dtype, dtype);
      else if (FAMILIES.indexOf(DTYPES[dtype].family) > FAMILIES.indexOf(DTYPES[result.dtype].family)) {
        result = { dtype, rank: result.rank };
      }
    }
  }
  return result.dtype;
}

/** In some messages. */
export const C_NAMES = {
  float32: "float",
  float64: "double",
  int64: "long int",
  int32: "int",
  int16: "short",
  int8: "signed char",
  uint8: "unsigned char",
  float16: "c10::Half",
  bfloat16: "c10::BFloat16",
  bool: "bool",
};
