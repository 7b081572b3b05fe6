// What a reader has set: remembered for undo, carried by a link, taken away as code, table or picture.

const LONGEST_HISTORY = 200;

/** States in the order they were made. Changes with the same `step` (one number being typed) count as one. */
export class History {
  constructor(start) {
    this.start = start;
    this.states = [start];
    this.steps = [""];
    this.at = 0;
  }

  get now() {
    return this.states[this.at];
  }

  get canUndo() {
    return this.at > 0;
  }

  get canRedo() {
    return this.at < this.states.length - 1;
  }

  get isStart() {
    return JSON.stringify(this.now) === JSON.stringify(this.start);
  }

  push(state, step = "") {
    const goesOn = step !== "" && this.steps[this.at] === step;
    const keep = goesOn ? this.at : this.at + 1;
    this.states = [...this.states.slice(0, keep), state].slice(-LONGEST_HISTORY);
    this.steps = [...this.steps.slice(0, keep), step].slice(-LONGEST_HISTORY);
    this.at = this.states.length - 1;
  }

  undo() {
    if (this.canUndo) this.at -= 1;
  }

  redo() {
    if (this.canRedo) this.at += 1;
  }

  /** Forgets the newest state if `step` made it: an edit that was broken off. */
  drop(step) {
    if (step === "" || this.steps[this.at] !== step) return;
    this.states = this.states.slice(0, this.at);
    this.steps = this.steps.slice(0, this.at);
    this.at -= 1;
  }

  reset() {
    if (!this.isStart) this.push(this.start);
  }
}

// -- the link: #state=by-hand.eyJ3b3…

export const STATE = "#state=";

export function toHash(name, state) {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const letters = btoa(String.fromCharCode(...bytes));
  return `${STATE}${name}.${letters.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
}

/**
 * The state that a link carries for the widget `name`: `null` if it is for another, `undefined` if it can't be read.
 */
export function fromHash(hash, name) {
  const start = `${STATE}${name}.`;
  if (!hash.startsWith(start)) return null;
  try {
    const letters = atob(hash.slice(start.length).replace(/-/g, "+").replace(/_/g, "/"));
    return JSON.parse(
      new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(letters, (letter) => letter.charCodeAt(0))),
    );
  } catch {
    return undefined;
  }
}

// -- checks for states that come from elsewhere

export const isNumber = (value, low, high) => typeof value === "number" && value >= low && value <= high;
export const isWhole = (value, low, high) => Number.isInteger(value) && isNumber(value, low, high);
export const isTable = (value, rows, columns, low, high) =>
  Array.isArray(value) &&
  value.length === rows &&
  value.every(
    (row) => Array.isArray(row) && row.length === columns && row.every((number) => isNumber(number, low, high)),
  );

// -- code and tables: named matrices, all digits, always with a point

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

// -- a picture of the tables

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const LINE = 24;
const LETTER = 8.4; // of a monospaced face at 14 pixels

function drawnTable(table, top) {
  const widths = table.cells[0].map(
    (_, column) => Math.max(...table.cells.map((row) => row[column].text.length)) * LETTER + 20,
  );
  const edges = widths.map((_, column) => widths.slice(0, column + 1).reduce((a, b) => a + b));
  const parts = [`<text x="10" y="${top}" font-weight="600" font-family="sans-serif">${escaped(table.title)}</text>`];
  table.cells.forEach((row, r) =>
    row.forEach((cell, c) => {
      const place = c === 0 ? `x="10"` : `x="${edges[c]}" text-anchor="end"`;
      const look = `fill="${escaped(cell.color)}"${cell.head ? ' font-weight="600"' : ""}`;
      parts.push(`<text ${place} y="${top + (r + 1) * LINE}" ${look}>${escaped(cell.text)}</text>`);
    }),
  );
  return {
    parts,
    width: Math.max(edges.at(-1), table.title.length * LETTER) + 20,
    bottom: top + (table.cells.length + 2) * LINE,
  };
}

/** `tables`: `{title, cells: [[{text, color, head}]]}`, one below the other. */
export function drawing(title, tables, { paper, ink }) {
  let [bottom, width] = [LINE + 4, 0];
  const parts = [];
  for (const table of tables) {
    const drawn = drawnTable(table, bottom);
    parts.push(...drawn.parts);
    bottom = drawn.bottom;
    width = Math.max(width, drawn.width);
  }
  const size = `width="${Math.ceil(width)}" height="${bottom - LINE}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="monospace" font-size="14" fill="${ink}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" fill="${paper}"/>`,
    ...parts,
    "</svg>\n",
  ].join("");
}

// -- handing over

/** Puts text on the clipboard, also where the page is a file and the browser says no to the modern way. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

export function save(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
