// The Mersenne Twister as Python's `random` starts and asks it.

import { LENGTH, Mersenne } from "./mersenne.js";

export class PythonMersenne extends Mersenne {
  /**
   * From a key of any length: how Python seeds, with the seed's 32-bit words, the lowest first.
   * @param {ArrayLike<number>} key at least one word
   */
  static fromKey(key) {
    const mersenne = new PythonMersenne(19650218);
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
