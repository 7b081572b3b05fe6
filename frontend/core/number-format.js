// Numbers as the reader's language writes them.

const DECIMALS = 4; // as torch prints
const INPUT_DECIMALS = 6;
const SCIENTIFIC = 1e6; // from here on with a power of ten
const MINUS = "\u2212";

/**
 * Formats numbers: `result` with four decimals, as torch prints them; `short` with at most four; `plain` with as few as
 * it takes, for input; `typed` like `plain`, or like `result` beyond six decimals; `whole` without a power of ten.
 * @param {string} locale a BCP 47 tag
 * @returns {Record<"result" | "short" | "plain" | "typed" | "whole", (number: number) => string>}
 */
export function numberFormatter(locale) {
  const format = (options) =>
    new Intl.NumberFormat(locale, { useGrouping: false, signDisplay: "negative", ...options });
  const four = format({ minimumFractionDigits: DECIMALS, maximumFractionDigits: DECIMALS });
  const short = format({ maximumFractionDigits: DECIMALS });
  const typed = format({ maximumFractionDigits: INPUT_DECIMALS });
  const shortPower = format({ maximumFractionDigits: 4 });
  const minus = (text) => text.replace(/-/g, MINUS);

  function power(number, digits) {
    const [mantissa, exponent] = number.toExponential(DECIMALS).split("e");
    return minus(`${digits.format(mantissa)}e${exponent.replace("+", "")}`);
  }

  function special(number) {
    if (Number.isNaN(number)) return "NaN";
    return number > 0 ? "∞" : `${MINUS}∞`;
  }

  const isTiny = (number, smallest) => number !== 0 && Math.abs(number) < smallest;

  const formatter = {
    result(number) {
      if (!Number.isFinite(number)) return special(number);
      if (Math.abs(number) >= SCIENTIFIC || isTiny(number, 0.00005)) return power(number, four);
      return minus(four.format(number));
    },
    short(number) {
      const inPlaces = Number.isFinite(number) && Math.abs(number) < SCIENTIFIC && !isTiny(number, 0.00005);
      return inPlaces ? minus(short.format(number)) : formatter.result(number);
    },
    plain(number) {
      if (!Number.isFinite(number)) return special(number);
      if (Math.abs(number) >= SCIENTIFIC || isTiny(number, 0.000001)) return power(number, shortPower);
      return minus(typed.format(number));
    },
    typed: (number) =>
      Number(number.toFixed(INPUT_DECIMALS)) === number ? formatter.plain(number) : formatter.result(number),
    whole: (number) => minus(String(number)),
  };
  return formatter;
}
