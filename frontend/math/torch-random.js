// torch's random numbers on the CPU: the Mersenne Twister MT19937, and what torch makes of its 32-bit words.

const LENGTH = 624;
const SHIFT = 397;

/** What `torch.manual_seed(seed)` starts: only the lowest 32 bits of the seed count. */
export class Generator {
  constructor(seed = 0) {
    this.words = new Uint32Array(LENGTH);
    this.words[0] = Number(BigInt.asUintN(32, BigInt(seed)));
    for (let i = 1; i < LENGTH; i++) {
      const before = this.words[i - 1] ^ (this.words[i - 1] >>> 30);
      this.words[i] = Math.imul(before, 1812433253) + i;
    }
    this.next = LENGTH;
  }

  twist() {
    const { words } = this;
    for (let i = 0; i < LENGTH; i++) {
      const joined = (words[i] & 0x80000000) | (words[(i + 1) % LENGTH] & 0x7fffffff);
      words[i] = words[(i + SHIFT) % LENGTH] ^ (joined >>> 1) ^ (joined & 1 ? 0x9908b0df : 0);
    }
    this.next = 0;
  }

  /** 32 random bits. */
  word() {
    if (this.next === LENGTH) this.twist();
    let word = this.words[this.next++];
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    return (word ^ (word >>> 18)) >>> 0;
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
}

/** @typedef {number[][]} Matrix rows of numbers */

/** @type {<Cell>(rows: number, columns: number, number: () => Cell) => Cell[][]} */
const filled = (rows, columns, number) => Array.from({ length: rows }, () => Array.from({ length: columns }, number));

/**
 * `torch.rand(rows, columns)`
 * @type {(generator: Generator, rows: number, columns: number) => Matrix}
 */
export const rand = (generator, rows, columns) => filled(rows, columns, () => generator.float());

/**
 * factor · width + from with one rounding to float32 at the end, as processors fuse it. The product of two float32
 * numbers is exact in 64 bits; the sum may not be, and where it lies exactly between two float32 numbers, what was
 * lost decides.
 * @param {number} factor
 * @param {number} width
 * @param {number} from
 */
export function fused(factor, width, from) {
  const product = factor * width;
  const total = product + from;
  const back = total - product;
  const lost = product - (total - back) + (from - back);
  const rounded = Math.fround(total);
  if (lost === 0 || Math.fround(total + lost * 2 ** 20) === rounded) return rounded;
  const other = Math.fround(total + lost * 2 ** 20);
  return Math.abs(total - rounded) === Math.abs(other - total) ? other : rounded;
}

/**
 * `torch.empty(rows, columns).uniform_(low, high)`, whose bounds are float32.
 * @param {Generator} generator
 * @param {number} rows
 * @param {number} columns
 * @param {number} low
 * @param {number} high
 */
export function uniform(generator, rows, columns, low, high) {
  const from = Math.fround(low);
  const width = Math.fround(Math.fround(high) - from);
  return filled(rows, columns, () => fused(generator.float(), width, from));
}

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
  const weight = uniform(generator, outputs, inputs, -bound, bound);
  const edge = 1 / Math.sqrt(inputs);
  return { weight, bias: bias ? uniform(generator, 1, outputs, -edge, edge)[0] : null };
}

/**
 * The mask of `nn.Dropout(probability)` on Linux x86-64: true stays. (Where the processor is Intel's, torch asks MKL
 * for these bits and gets others.)
 * @type {(generator: Generator, rows: number, columns: number, probability: number) => boolean[][]}
 */
export const dropoutMask = (generator, rows, columns, probability) =>
  filled(rows, columns, () => generator.double() < 1 - probability);
