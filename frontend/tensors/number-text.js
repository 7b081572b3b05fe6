// Numbers in text as Python's format() writes them: exact decimals, halves to the even neighbour.

/** @type {(text: string, number: number) => string} */
const signed = (text, number) => (number < 0 || Object.is(number, -0) ? `-${text}` : text);

/** What isn't a number is written in full in every format. @type {(number: number) => string | null} */
export function nonFinite(number) {
  if (Number.isNaN(number)) return "nan";
  if (number === Number.POSITIVE_INFINITY) return "inf";
  return number === Number.NEGATIVE_INFINITY ? "-inf" : null;
}

/**
 * Halfway between two texts of `precision` decimals; JavaScript would round up. Halfway means an odd number of
 * 1/2^(precision + 1): the fives of the ten cancel.
 * @type {(size: number, precision: number) => boolean}
 */
const isHalfway = (size, precision) => Math.abs((size * 2 ** (precision + 1)) % 2) === 1;

const endsOdd = (digits) => "13579".includes(digits.at(-1));

/** `f"{number:.{precision}f}"` @type {(number: number, precision: number) => string} */
export function fixed(number, precision) {
  const other = nonFinite(number);
  if (other) return other;
  const size = Math.abs(number);
  if (size >= 1e21) {
    const whole = BigInt(size).toString();
    return signed(precision ? `${whole}.${"0".repeat(precision)}` : whole, number);
  }
  if (precision < 100 && isHalfway(size, precision)) {
    const exact = size.toFixed(precision + 1); // ends with the 5
    const below = exact.slice(0, precision ? -1 : -2);
    if (!endsOdd(below)) return signed(below, number);
  }
  return signed(size.toFixed(precision), number);
}

/** `f"{number:.{precision}e}"` @type {(number: number, precision: number) => string} */
export function scientific(number, precision) {
  const other = nonFinite(number);
  if (other) return other;
  const size = Math.abs(number);
  let [digits, exponent] = size.toExponential(precision).split("e");
  // A double has so few digits that 60 noughts after a 5 mean an exact half.
  const [exact, exactExponent] = size.toExponential(Math.min(precision + 60, 100)).split("e");
  const rest = exact.slice(precision ? precision + 2 : 1).replace(".", "");
  if (/^50*$/.test(rest)) {
    const below = precision ? exact.slice(0, precision + 2) : exact[0];
    if (!endsOdd(below)) [digits, exponent] = [below, exactExponent];
  }
  const power = exponent.slice(1).padStart(2, "0");
  return signed(`${digits}e${exponent[0]}${power}`, number);
}

/** `str(number)` of an int held as a double. @type {(number: number) => string} */
export const whole = (number) => (Number.isSafeInteger(number) ? String(number + 0) : BigInt(number).toString());
