// Tables as code and CSV: named matrices, all digits, always with a point.

const SPECIAL = {
  torch: { inf: "torch.inf", nan: "torch.nan" },
  numpy: { inf: "np.inf", nan: "np.nan" },
  csv: { inf: "inf", nan: "nan" },
};

function literal(number, kind) {
  if (Number.isNaN(number)) return SPECIAL[kind].nan;
  if (!Number.isFinite(number)) return (number < 0 ? "-" : "") + SPECIAL[kind].inf;
  return Number.isInteger(number) && kind !== "csv" && Math.abs(number) < 1e21 ? `${number}.0` : String(number);
}

const rowsOf = (table, kind) => table.map((row) => row.map((number) => literal(number, kind)));

function asCode(matrices, kind, open) {
  return Object.entries(matrices)
    .map(
      ([name, table]) =>
        `${name} = ${open}([\n${rowsOf(table, kind)
          .map((row) => `    [${row.join(", ")}],\n`)
          .join("")}])\n`,
    )
    .join("");
}

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
