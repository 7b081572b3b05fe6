// Formats numbers in the reader's language.

import { numberFormatter } from "../core/number-format.js";

/**
 * `fixed1` … `fixed4`: with so many decimals; `plain`: as few as it takes; `percent`: of a share from 0 to 1, with
 * one decimal; `wholePercent`: without.
 * `points` and `signed3`: with the sign, and one or three decimals; `integer`: with thousands separators.
 * @param {string} locale a BCP 47 tag
 * @returns {Record<string, (number: number) => string>}
 */
export function numberFormats(locale) {
  const formatter = numberFormatter(locale);
  const fixed = (count) => {
    const format = new Intl.NumberFormat(locale, {
      minimumFractionDigits: count,
      maximumFractionDigits: count,
      useGrouping: false,
      signDisplay: "negative",
    });
    return (number) => (number === -Infinity ? "\u2212∞" : format.format(number).replace(/-/g, "\u2212"));
  };
  const signed = (count) => {
    const format = new Intl.NumberFormat(locale, {
      minimumFractionDigits: count,
      maximumFractionDigits: count,
      signDisplay: "exceptZero",
    });
    return (number) => format.format(number).replace(/-/g, "\u2212");
  };
  const percent = new Intl.NumberFormat(locale, {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const wholePercent = new Intl.NumberFormat(locale, { style: "percent" });
  const integer = new Intl.NumberFormat(locale);
  return {
    fixed1: fixed(1),
    fixed2: fixed(2),
    fixed3: fixed(3),
    fixed4: formatter.result,
    plain: formatter.plain,
    percent: (share) => percent.format(share),
    wholePercent: (share) => wholePercent.format(share),
    points: signed(1),
    signed3: signed(3),
    integer: (number) => integer.format(number),
  };
}
