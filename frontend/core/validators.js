// Checks for states that come from elsewhere.

export const isNumber = (value, low, high) => typeof value === "number" && value >= low && value <= high;
export const isWhole = (value, low, high) => Number.isInteger(value) && isNumber(value, low, high);
export const isTable = (value, rows, columns, low, high) =>
  Array.isArray(value) &&
  value.length === rows &&
  value.every(
    (row) => Array.isArray(row) && row.length === columns && row.every((number) => isNumber(number, low, high)),
  );
