// Numbers as the reader's language writes them, by digits behind the point.

import { numberFormatter } from "../core/number-format.js";

export function numberWriter(locale) {
  const write = numberFormatter(locale);
  const digits = (count) => {
    const format = new Intl.NumberFormat(locale, {
      minimumFractionDigits: count,
      maximumFractionDigits: count,
      useGrouping: false,
      signDisplay: "negative",
    });
    return (number) => (number === -Infinity ? "\u2212∞" : format.format(number).replace(/-/g, "\u2212"));
  };
  const percent = new Intl.NumberFormat(locale, {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const whole = new Intl.NumberFormat(locale);
  return {
    one: digits(1),
    two: digits(2),
    three: digits(3),
    four: write.result,
    plain: write.plain,
    percent: (share) => percent.format(share),
    whole: (number) => whole.format(number),
  };
}
