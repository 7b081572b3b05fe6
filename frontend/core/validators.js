// Checks for states from links.

/** @type {(value: unknown, low: number, high: number) => boolean} within both bounds, inclusive */
export const isNumber = (value, low, high) => typeof value === "number" && value >= low && value <= high;
/** @type {(value: unknown, low: number, high: number) => boolean} an integer within both bounds */
export const isWhole = (value, low, high) => Number.isInteger(value) && isNumber(value, low, high);
/**
 * Whether `value` is a table of numbers within both bounds.
 * @type {(value: any, rows: number, columns: number, low: number, high: number) => boolean}
 */
export const isTable = (value, rows, columns, low, high) =>
  Array.isArray(value) &&
  value.length === rows &&
  value.every(
    (row) => Array.isArray(row) && row.length === columns && row.every((number) => isNumber(number, low, high)),
  );
