// torch's random numbers on the CPU: what it makes of the 32-bit words of the Mersenne Twister.

import { fused, fusedDouble, normalPair } from "./float32.js";
import { Mersenne } from "./mersenne.js";

const { fround } = Math;

/** `torch.Generator().manual_seed(seed)`, and what `torch.manual_seed(seed)` starts. */
export class Generator extends Mersenne {
  /** @param {number | bigint | string} seed */
  constructor(seed = 0) {
    super(seed);
    this.seed = seed;
    /** The second number of a normal pair, which a later call gets. @type {number | null} */
    this.kept = null;
  }

  /** @param {number | bigint | string} seed */
  manualSeed(seed) {
    this.start(seed);
    this.seed = seed;
    this.kept = null;
    return this;
  }

  /** From 0 to below 1 in 24 bits: as many as a float32 holds. */
  float() {
    return (this.word() & 0xffffff) / 2 ** 24;
  }

  /** From 0 to below 1 in 53 bits: two words, the first one on top. */
  double() {
    const high = this.word() & 0x1fffff;
    return (high * 2 ** 32 + this.word()) / 2 ** 53;
  }

  /** 64 random bits. */
  longWord() {
    const high = this.word();
    return (BigInt(high) << 32n) | BigInt(this.word());
  }

  /** A copy of the state, for `setState`; of no other use. */
  getState() {
    return { words: this.words.slice(), next: this.next, kept: this.kept, seed: this.seed };
  }

  /** @param {ReturnType<Generator["getState"]>} state */
  setState({ words, next, kept, seed }) {
    this.words.set(words);
    Object.assign(this, { next, kept, seed });
  }
}

/**
 * What the numbers are to be: `round` rounds a float32 to what float16 or bfloat16 holds.
 * @typedef {{ dtype?: string, round?: (number: number) => number }} Kind
 */

/** @type {(dtype: string, count: number) => Float32Array | Float64Array} */
const numbersFor = (dtype, count) => (dtype === "float64" ? new Float64Array(count) : new Float32Array(count));

/**
 * `torch.rand`, `tensor.uniform_(from, to)`
 * @param {Generator} generator
 * @param {number} count
 * @param {{ from?: number, to?: number } & Kind} [options]
 */
export function uniform(generator, count, { from = 0, to = 1, dtype = "float32", round } = {}) {
  const numbers = numbersFor(dtype, count);
  if (dtype === "float64") {
    const width = to - from;
    for (let i = 0; i < count; i++) numbers[i] = notTheEnd(fusedDouble(generator.double(), width, from), from, to);
    return numbers;
  }
  const [low, high] = [fround(from), fround(to)];
  const width = fround(high - low);
  for (let i = 0; i < count; i++) {
    const number = low === 0 ? fround(generator.float() * width) : fused(generator.float(), width, low);
    numbers[i] = round ? notTheEnd(round(number), round(low), round(high)) : notTheEnd(number, low, high);
  }
  return numbers;
}

/**
 * What was rounded up to the end of the range becomes its start.
 * @type {(n: number, from: number, to: number) => number}
 */
const notTheEnd = (number, from, to) => (number === to ? from : number);

/**
 * `torch.randn`, `tensor.normal_(mean, std)`. Sixteen numbers or more are drawn in blocks, fewer one by one; torch also
 * draws them one by one where they don't stand row by row (`serial`).
 * @param {Generator} generator
 * @param {number} count
 * @param {{ mean?: number, std?: number, serial?: boolean } & Kind} [options]
 */
export function normal(generator, count, { mean = 0, std = 1, serial = false, dtype = "float32", round } = {}) {
  const numbers = numbersFor(dtype, count);
  if (count < 16 || serial) {
    for (let i = 0; i < count; i++) numbers[i] = fusedDouble(nextNormal(generator), std, mean);
  } else if (dtype === "float64") {
    inBlocks(
      numbers,
      () => generator.double(),
      (one, two) => {
        const radius = Math.sqrt(-2 * Math.log(1 - one));
        const angle = 2 * Math.PI * two;
        return [fusedDouble(radius * Math.cos(angle), std, mean), fusedDouble(radius * Math.sin(angle), std, mean)];
      },
    );
  } else {
    const [middle, width] = [fround(mean), fround(std)];
    const pair = (one, two) => normalPair(one, two).map((number) => fused(number, width, middle));
    inBlocks(numbers, () => generator.float(), pair, round !== undefined);
  }
  if (round) for (let i = 0; i < count; i++) numbers[i] = round(numbers[i]);
  return numbers;
}

/** One normal number in 53 bits; its twin is kept for the next call. @param {Generator} generator */
function nextNormal(generator) {
  if (generator.kept !== null) {
    const { kept } = generator;
    generator.kept = null;
    return kept;
  }
  const angle = 2 * Math.PI * generator.double();
  const radius = Math.sqrt(-2 * Math.log1p(-generator.double()));
  generator.kept = radius * Math.sin(angle);
  return radius * Math.cos(angle);
}

/**
 * Uniform numbers everywhere, then pairs of them, eight apart, become pairs of normal ones. The last sixteen are drawn
 * anew where the blocks leave a rest; in half precision the rest isn't drawn before.
 */
function inBlocks(numbers, draw, pair, half = false) {
  const count = numbers.length;
  const drawn = half ? count - (count % 16) : count;
  for (let i = 0; i < drawn; i++) numbers[i] = draw();
  const block = (start) => {
    for (let i = start; i < start + 8; i++) [numbers[i], numbers[i + 8]] = pair(numbers[i], numbers[i + 8]);
  };
  for (let start = 0; start + 16 <= count; start += 16) block(start);
  if (count % 16 === 0) return;
  for (let i = count - 16; i < count; i++) numbers[i] = draw();
  block(count - 16);
}

/**
 * `torch.randint(low, high)`, `tensor.random_(low, high)`; whole numbers beyond 2^53 lose their last digits.
 * @param {Generator} generator
 * @param {number} count
 * @param {number} low
 * @param {number} high this one is never drawn
 */
export function integers(generator, count, low, high) {
  const numbers = new Float64Array(count);
  const range = high - low;
  const long = range >= 2 ** 28; // torch takes 64 bits, so that the remainder stays fair
  const divisor = long ? BigInt(range) : 0n;
  for (let i = 0; i < count; i++) {
    numbers[i] = low + (long ? Number(generator.longWord() % divisor) : generator.word() % range);
  }
  return numbers;
}

/** `torch.randperm(count)` @type {(generator: Generator, count: number) => Float64Array} */
export function permutation(generator, count) {
  const numbers = Float64Array.from({ length: count }, (_, place) => place);
  for (let i = 0; i < count - 1; i++) {
    const other = i + (generator.word() % (count - i));
    [numbers[i], numbers[other]] = [numbers[other], numbers[i]];
  }
  return numbers;
}

/**
 * `tensor.bernoulli_(probability)`, and which numbers `nn.Dropout(1 - probability)` keeps, on Linux x86-64: 1 or 0.
 * (Some builds of torch ask MKL for these bits and get others.)
 * @type {(generator: Generator, count: number, probability: number) => Uint8Array}
 */
export const bernoulli = (generator, count, probability) =>
  Uint8Array.from({ length: count }, () => (generator.double() < probability ? 1 : 0));

/**
 * `torch.bernoulli(probabilities)`, each number with its own; float32 are compared with 24 bits.
 * @type {(generator: Generator, probabilities: ArrayLike<number>, dtype?: string) => Uint8Array}
 */
export const bernoulliOf = (generator, probabilities, dtype = "float32") =>
  Uint8Array.from(probabilities, (one) =>
    (dtype === "float64" ? generator.double() : generator.float()) < one ? 1 : 0,
  );

/**
 * `tensor.exponential_(rate)`
 * @param {Generator} generator
 * @param {number} count
 * @param {{ rate?: number } & Kind} [options]
 */
export function exponential(generator, count, { rate = 1, dtype = "float32", round } = {}) {
  const numbers = numbersFor(dtype, count);
  for (let i = 0; i < count; i++) {
    const number = (-1 / rate) * Math.log1p(-generator.double());
    numbers[i] = round ? round(fround(number)) : number;
  }
  return numbers;
}

/**
 * `torch.multinomial(probabilities, samples, replacement)` of a table of float32 (a vector is a table of one row).
 * The caller checks what torch refuses: negative numbers, rows of noughts, more samples than there are columns.
 * @param {Generator} generator
 * @param {ArrayLike<number>} probabilities row by row; a row needn't sum to 1
 * @param {{ rows: number, columns: number, samples: number, replacement?: boolean, dtype?: string }} options
 * @returns {Float64Array} `samples` columns for each row
 */
export function multinomial(
  generator,
  probabilities,
  { rows, columns, samples, replacement = false, dtype = "float32" },
) {
  const drawn = new Float64Array(rows * samples);
  const rounded = dtype === "float64" ? (number) => number : fround;
  // One sample, or none twice: each probability is divided by an exponential number, and the largest ones win.
  const race = !replacement || samples === 1 ? exponential(generator, rows * columns, { dtype }) : null;
  for (let row = 0; row < rows; row++) {
    const own = Array.from({ length: columns }, (_, column) => probabilities[row * columns + column]);
    const found = race
      ? largest(
          own.map((one, column) => rounded(one / race[row * columns + column])),
          samples,
        )
      : byShares(generator, sums(own, rounded), samples);
    drawn.set(found, row * samples);
  }
  return drawn;
}

/** Where the largest numbers stand, the largest first. @type {(numbers: number[], count: number) => number[]} */
function largest(numbers, count) {
  const places = numbers.map((_, place) => place);
  return places.sort((a, b) => numbers[b] - numbers[a] || a - b).slice(0, count);
}

/**
 * Shares summed up to each place, the last one 1.
 * @type {(numbers: number[], rounded: (n: number) => number) => number[]}
 */
function sums(numbers, rounded) {
  let sum = 0;
  const upTo = numbers.map((number) => {
    sum = rounded(sum + number);
    return sum;
  });
  const shares = upTo.map((one) => rounded(one / sum));
  shares[shares.length - 1] = 1;
  return shares;
}

/** @type {(generator: Generator, shares: number[], samples: number) => number[]} */
function byShares(generator, shares, samples) {
  return Array.from({ length: samples }, () => {
    const number = generator.double();
    let left = 0;
    let right = shares.length;
    while (left < right) {
      const middle = (left + right) >> 1;
      if (shares[middle] < number) left = middle + 1;
      else right = middle;
    }
    return left;
  });
}

/** @typedef {number[][]} Matrix rows of numbers */

/** @type {<Cell>(numbers: ArrayLike<Cell>, rows: number, columns: number) => Cell[][]} */
const table = (numbers, rows, columns) =>
  Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => numbers[row * columns + column]),
  );

/**
 * `torch.rand(rows, columns)` as a table of plain numbers.
 * @type {(generator: Generator, rows: number, columns: number) => Matrix}
 */
export const rand = (generator, rows, columns) => table(uniform(generator, rows * columns), rows, columns);

/**
 * The start of `nn.Linear(inputs, outputs)`: `weight` has a row for each output. torch calls
 * kaiming_uniform_(a=√5), which comes to ±1/√inputs; the bound is computed the long way, or its last bit differs.
 * @param {Generator} generator
 * @param {number} inputs
 * @param {number} outputs
 */
export function linear(generator, inputs, outputs, { bias = true } = {}) {
  const gain = Math.sqrt(2 / (1 + Math.sqrt(5) ** 2));
  const bound = Math.sqrt(3) * (gain / Math.sqrt(inputs));
  const weight = table(uniform(generator, outputs * inputs, { from: -bound, to: bound }), outputs, inputs);
  const edge = 1 / Math.sqrt(inputs);
  return { weight, bias: bias ? [...uniform(generator, outputs, { from: -edge, to: edge })] : null };
}

/**
 * The mask of `nn.Dropout(probability)`: true stays.
 * @type {(generator: Generator, rows: number, columns: number, probability: number) => boolean[][]}
 */
export const dropoutMask = (generator, rows, columns, probability) =>
  table(Array.from(bernoulli(generator, rows * columns, 1 - probability), Boolean), rows, columns);
