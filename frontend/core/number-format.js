// Numbers as the reader's language writes them.

const PLACES = 4; // as torch prints
const TYPED_PLACES = 6;
const SCIENTIFIC = 1e6; // from here on the digits before the point say less than their count
const MINUS = "\u2212";

/**
 * Writes numbers: `result` with four digits behind the point, `short` with at most four, `plain` as few as it takes,
 * for what is typed in; `typed` as well, but numbers that nobody types are results; `whole` without a power of ten.
 * @param {string} locale a BCP 47 tag
 * @returns {Record<"result" | "short" | "plain" | "typed" | "whole", (number: number) => string>}
 */
export function numberFormatter(locale) {
  const format = (options) =>
    new Intl.NumberFormat(locale, { useGrouping: false, signDisplay: "negative", ...options });
  const four = format({ minimumFractionDigits: PLACES, maximumFractionDigits: PLACES });
  const short = format({ maximumFractionDigits: PLACES });
  const typed = format({ maximumFractionDigits: TYPED_PLACES });
  const shortPower = format({ maximumFractionDigits: 4 });
  const minus = (text) => text.replace(/-/g, MINUS);

  function power(number, digits) {
    const [mantissa, exponent] = number.toExponential(PLACES).split("e");
    return minus(`${digits.format(mantissa)}e${exponent.replace("+", "")}`);
  }

  function special(number) {
    if (Number.isNaN(number)) return "NaN";
    return number > 0 ? "∞" : `${MINUS}∞`;
  }

  const tiny = (number, least) => number !== 0 && Math.abs(number) < least;

  const writes = {
    result(number) {
      if (!Number.isFinite(number)) return special(number);
      if (Math.abs(number) >= SCIENTIFIC || tiny(number, 0.00005)) return power(number, four);
      return minus(four.format(number));
    },
    short(number) {
      const inPlaces = Number.isFinite(number) && Math.abs(number) < SCIENTIFIC && !tiny(number, 0.00005);
      return inPlaces ? minus(short.format(number)) : writes.result(number);
    },
    plain(number) {
      if (!Number.isFinite(number)) return special(number);
      if (Math.abs(number) >= SCIENTIFIC || tiny(number, 0.000001)) return power(number, shortPower);
      return minus(typed.format(number));
    },
    typed: (number) => (Number(number.toFixed(TYPED_PLACES)) === number ? writes.plain(number) : writes.result(number)),
    whole: (number) => minus(String(number)),
  };
  return writes;
}
