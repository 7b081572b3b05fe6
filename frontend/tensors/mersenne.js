// The Mersenne Twister MT19937: the source of 32-bit words of torch on the CPU and of Python's `random`.

/** How many words a state has. */
export const LENGTH = 624;
const SHIFT = 397;

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
}
