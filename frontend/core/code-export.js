// Tables as code and CSV: named matrices, all digits, always with a point.

const SPECIAL = {
  torch: { inf: "torch.inf", nan: "torch.nan" },
  numpy: { inf: "np.inf", nan: "np.nan" },
  csv: { inf: "inf", nan: "nan" },
};

/** @typedef {keyof typeof SPECIAL} Kind */

function literal(/** @type {number} */ number, /** @type {Kind} */ kind) {
  if (Number.isNaN(number)) return SPECIAL[kind].nan;
  if (!Number.isFinite(number)) return (number < 0 ? "-" : "") + SPECIAL[kind].inf;
  return Number.isInteger(number) && kind !== "csv" && Math.abs(number) < 1e21 ? `${number}.0` : String(number);
}

/** @type {(table: number[][], kind: Kind) => string[][]} */
const rowsOf = (table, kind) => table.map((row) => row.map((number) => literal(number, kind)));

/**
 * @param {Record<string, number[][]>} matrices by name
 * @param {Kind} kind
 * @param {string} constructorCall the call that makes a tensor
 */
function asCode(matrices, kind, constructorCall) {
  return Object.entries(matrices)
    .map(
      ([name, table]) =>
        `${name} = ${constructorCall}([\n${rowsOf(table, kind)
          .map((row) => `    [${row.join(", ")}],\n`)
          .join("")}])\n`,
    )
    .join("");
}

/** @type {Record<Kind, (matrices: Record<string, number[][]>) => string>} */
export const EXPORTS = {
  torch: (matrices) => `import torch\n\n${asCode(matrices, "torch", "torch.tensor")}`,
  numpy: (matrices) => `import numpy as np\n\n${asCode(matrices, "numpy", "np.array")}`,
  csv: (matrices) =>
    Object.entries(matrices)
      .map(
        ([name, table]) =>
          `${name}\n${rowsOf(table, "csv")
            .map((row) => `${row.join(",")}\n`)
            .join("")}`,
      )
      .join("\n"),
};
