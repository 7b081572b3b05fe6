// Tensors as torch prints them: columns of equal width, brackets by axis, only the corners of large ones.

import { fixed, scientific, whole } from "./number-text.js";

/**
 * What `torch.set_printoptions` sets. `sciMode` null: powers of ten where the numbers differ much.
 * @typedef {{ precision: number, threshold: number, edgeitems: number, linewidth: number, sciMode: boolean | null,
 *   defaultDtype?: string }} PrintOptions
 * @type {Readonly<PrintOptions>}
 */
export const PRINT_OPTIONS = Object.freeze({
  precision: 4,
  threshold: 1000,
  edgeitems: 3,
  linewidth: 80,
  sciMode: null,
});

const PROFILES = {
  default: { precision: 4, threshold: 1000, edgeitems: 3, linewidth: 80 },
  short: { precision: 2, threshold: 1000, edgeitems: 2, linewidth: 80 },
  full: { precision: 4, threshold: Number.POSITIVE_INFINITY, edgeitems: 3, linewidth: 80 },
};

/**
 * `torch.set_printoptions`: a profile first, then what is named beside it. `sciMode` is forgotten unless it is given.
 * @param {PrintOptions} options those so far
 * @param {{ precision?: number | null, threshold?: number | null, edgeitems?: number | null,
 *   linewidth?: number | null, sciMode?: boolean | null, profile?: string | null }} changes
 * @returns {PrintOptions}
 */
export function changedPrintOptions(options, { profile, sciMode = null, ...changes }) {
  const named = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== null && value !== undefined),
  );
  return { ...options, ...(profile ? PROFILES[profile] : {}), ...named, sciMode };
}

/** @typedef {{ width: number, text: (number: number) => string }} Column how one number is written, and how wide */

/**
 * @param {ArrayLike<number>} numbers those that are printed, which decide how all are written
 * @param {string} dtype
 * @param {PrintOptions} options
 * @returns {Column}
 */
function columnFor(numbers, dtype, options) {
  if (!isFloat(dtype)) {
    const text = dtype === "bool" ? (number) => (number ? "True" : "False") : whole;
    return padded(text, widest(numbers, text));
  }
  const { precision } = options;
  const counted = Array.prototype.filter.call(numbers, (number) => Number.isFinite(number) && number !== 0);
  if (counted.length === 0) return padded((number) => withPoint(number), 1);
  if (options.sciMode ?? differMuch(counted)) {
    const text = (number) => scientific(number, precision);
    return padded(text, widest(counted, text));
  }
  const text = counted.every(Number.isInteger) ? withPoint : (number) => fixed(number, precision);
  return padded(text, widest(counted, text));
}

const isFloat = (dtype) => dtype.includes("float");
const isComplex = (dtype) => dtype.startsWith("complex");

/** Whole numbers of a float type get a point; nan and inf don't. @type {(number: number) => string} */
const withPoint = (number) => fixed(number, 0) + (Number.isFinite(number) ? "." : "");

/** Powers of ten: for numbers more than a thousandfold apart, very large or very small. */
function differMuch(numbers) {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const number of numbers) {
    const size = Math.abs(number);
    if (size < least) least = size;
    if (size > most) most = size;
  }
  return most / least > 1000 || most > 1e8 || least < 1e-4;
}

function widest(numbers, text) {
  let width = 1;
  for (let i = 0; i < numbers.length; i++) width = Math.max(width, text(numbers[i]).length);
  return width;
}

/** @type {(text: (number: number) => string, width: number) => Column} */
const padded = (text, width) => ({ width, text: (number) => text(number).padStart(width) });

/** A row of numbers, or null for the dots of a summary. */
const edges = (size, summarize, edgeitems) => {
  const all = Array.from({ length: size }, (_, place) => place);
  if (!summarize || size <= 2 * edgeitems) return all;
  return [...all.slice(0, edgeitems), null, ...all.slice(size - edgeitems)];
};

/**
 * Places of the numbers that a summary shows. (Of no edge items torch takes a vector whole, a matrix not at all.)
 * @type {(shape: number[], edgeitems: number) => number[]}
 */
function shownPlaces(shape, edgeitems) {
  if (edgeitems === 0 && shape.length > 1) return [];
  let places = [0];
  for (const size of shape) {
    const shown = edgeitems === 0 ? edges(size, false, 0) : edges(size, true, edgeitems);
    const kept = shown.filter((place) => place !== null);
    places = places.flatMap((place) => kept.map((next) => place * size + next));
  }
  return places;
}

/** The inner text of a tensor: numbers in brackets. */
class Writer {
  /**
   * @param {number[]} shape
   * @param {(place: number) => string} cell
   * @param {number} width of a cell and what follows it
   * @param {boolean} summarize
   * @param {PrintOptions} options
   */
  constructor(shape, cell, width, summarize, options) {
    this.shape = shape;
    this.cell = cell;
    this.width = width;
    this.summarize = summarize;
    this.options = options;
  }

  /** @type {(axis: number, start: number, indent: number) => string} */
  block(axis, start, indent) {
    const left = this.shape.length - axis;
    if (left === 0) return this.cell(start);
    if (left === 1) return this.vector(start, indent);
    const { edgeitems } = this.options;
    const size = this.shape[axis];
    const parts = edges(size, this.summarize, edgeitems).map((place) =>
      place === null ? "..." : this.block(axis + 1, (start + place) * this.shape[axis + 1], indent + 1),
    );
    return `[${parts.join(`,${"\n".repeat(left - 1)}${" ".repeat(indent + 1)}`)}]`;
  }

  /** @type {(start: number, indent: number) => string} */
  vector(start, indent) {
    const { edgeitems, linewidth } = this.options;
    const perLine = Math.max(1, Math.floor((linewidth - indent) / this.width));
    const cells =
      this.summarize && edgeitems === 0
        ? ["..."]
        : edges(this.shape[this.shape.length - 1], this.summarize, edgeitems).map((place) =>
            place === null ? " ..." : this.cell(start + place),
          );
    const lines = [];
    for (let i = 0; i < cells.length; i += perLine) lines.push(cells.slice(i, i + perLine).join(", "));
    return `[${lines.join(`,\n${" ".repeat(indent + 1)}`)}]`;
  }
}

/**
 * @type {(shape: number[], flat: ArrayLike<number>, dtype: string, indent: number, options: PrintOptions) => string}
 */
function numbersText(shape, flat, dtype, indent, options) {
  const summarize = shape.reduce((product, size) => product * size, 1) > options.threshold;
  const places = summarize ? shownPlaces(shape, options.edgeitems) : null;
  const pick = (step, from) =>
    places ? places.map((place) => flat[place * step + from]) : everyNumber(flat, step, from);
  if (!isComplex(dtype)) {
    const column = columnFor(pick(1, 0), dtype, options);
    const cell = (place) => column.text(flat[place]);
    return new Writer(shape, cell, column.width + 2, summarize, options).block(0, 0, indent);
  }
  const real = columnFor(pick(2, 0), "float", options);
  const imaginary = columnFor(pick(2, 1), "float", options);
  const cell = (place) => {
    const second = imaginary.text(flat[2 * place + 1]).trimStart();
    return `${real.text(flat[2 * place])}${/^[+-]/.test(second) ? "" : "+"}${second}j`;
  };
  return new Writer(shape, cell, real.width + imaginary.width + 3, summarize, options).block(0, 0, indent);
}

const everyNumber = (flat, step, from) =>
  step === 1 ? flat : Array.from({ length: flat.length / step }, (_, place) => flat[place * step + from]);

/**
 * @typedef {{ shape: number[], dtype: string, requiresGrad?: boolean, gradName?: string | null, device?: string }}
 * Printed
 */

/** `str(tuple(shape))` @type {(shape: number[]) => string} */
export const sizeText = (shape) => (shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`);

/**
 * What stands behind the numbers, in torch's order.
 * @type {(tensor: Printed, empty: boolean, options: PrintOptions) => string[]}
 */
function suffixesOf({ shape, dtype, device, gradName, requiresGrad }, empty, { edgeitems, defaultDtype = "float32" }) {
  const meta = device === "meta";
  const unspoken = [defaultDtype, defaultDtype === "float64" ? "complex128" : "complex64", "int64", "bool"];
  const size = meta || (empty ? shape.length !== 1 : edgeitems === 0);
  const kind = meta || empty ? dtype !== defaultDtype : !unspoken.includes(dtype);
  return [
    meta && "device='meta'",
    size && `size=${sizeText(shape)}`,
    kind && `dtype=torch.${dtype}`,
    gradName ? `grad_fn=<${gradName}>` : requiresGrad && "requires_grad=True",
  ].filter((suffix) => typeof suffix === "string");
}

/**
 * What torch's `repr(tensor)` gives.
 * @param {Printed} tensor
 * @param {ArrayLike<number> | null} flat the numbers row by row, of complex ones real and imaginary parts in turn;
 *   null where there are none (`device: "meta"`)
 * @param {PrintOptions} [options]
 */
export function formatTensor(tensor, flat, options = PRINT_OPTIONS) {
  const prefix = "tensor(";
  const indent = prefix.length;
  const empty = tensor.shape.includes(0);
  let numbers = "...";
  if (tensor.device !== "meta") {
    numbers = empty ? "[]" : numbersText(tensor.shape, flat ?? [], tensor.dtype, indent, options);
  }
  let text = prefix + numbers;
  let lineLength = text.length - text.lastIndexOf("\n") + 1;
  for (const suffix of suffixesOf(tensor, empty, options)) {
    if (lineLength + suffix.length + 2 > options.linewidth) {
      text += `,\n${" ".repeat(indent)}${suffix}`;
      lineLength = indent + suffix.length;
    } else {
      text += `, ${suffix}`;
      lineLength += suffix.length + 2;
    }
  }
  return `${text})`;
}
