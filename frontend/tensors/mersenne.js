// The Mersenne Twister MT19937: the source of 32-bit words of torch on the CPU and of Python's `random`.

const LENGTH = 624;
const SHIFT = 397;

/** @typedef {{ words: Uint32Array, next: number }} MersenneState */

export class Mersenne {
  /** @param {number | bigint | string} seed only its lowest 32 bits count */
  constructor(seed = 0) {
    this.words = new Uint32Array(LENGTH);
    this.next = LENGTH;
    this.start(seed);
  }

  /** @param {number | bigint | string} seed */
  start(seed) {
    const { words } = this;
    words[0] = Number(BigInt.asUintN(32, BigInt(seed)));
    for (let i = 1; i < LENGTH; i++) {
      const before = words[i - 1] ^ (words[i - 1] >>> 30);
      words[i] = Math.imul(before, 1812433253) + i;
    }
    this.next = LENGTH;
  }

  /**
   * From a key of any length: how Python seeds, with the seed's 32-bit words, the lowest first.
   * @param {ArrayLike<number>} key at least one word
   */
  static fromKey(key) {
    const mersenne = new Mersenne(19650218);
    const { words } = mersenne;
    let i = 1;
    const mix = (factor, plus) => {
      words[i] = (words[i] ^ Math.imul(words[i - 1] ^ (words[i - 1] >>> 30), factor)) + plus;
      i++;
      if (i === LENGTH) {
        words[0] = words[LENGTH - 1];
        i = 1;
      }
    };
    for (let step = 0; step < Math.max(LENGTH, key.length); step++) {
      const place = step % key.length;
      mix(1664525, key[place] + place);
    }
    for (let step = 1; step < LENGTH; step++) mix(1566083941, -i);
    words[0] = 0x80000000;
    return mersenne;
  }

  /** Make the next words from those that are used up. */
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

  /** From 0 to below 1 in 53 bits, as Python's `random()` has it. */
  fraction() {
    const high = this.word() >>> 5;
    return (high * 2 ** 26 + (this.word() >>> 6)) / 2 ** 53;
  }

  /** A whole number below `count`, itself below 2^32, as Python's `randrange` has it. @param {number} count */
  below(count) {
    const unused = Math.clz32(count);
    for (;;) {
      const number = this.word() >>> unused;
      if (number < count) return number;
    }
  }

  /** All that decides what comes next, as Python's `getstate` has it: 624 words and the place of the next one. */
  state() {
    return [...this.words, this.next];
  }

  /** @param {ArrayLike<number>} state what `state()` gave */
  restore(state) {
    for (let i = 0; i < LENGTH; i++) this.words[i] = state[i];
    this.next = state[LENGTH];
  }
}
