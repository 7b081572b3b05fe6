// SHA-512 (FIPS 180-4), with which Python makes a seed of a text.

const MASK = (1n << 64n) - 1n;

/** 64 bits behind the point of a root of a small number. @type {(number: bigint, power: bigint) => bigint} */
function rootFraction(number, power) {
  const target = number << (64n * power);
  let low = 0n;
  let high = number << 64n;
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** power <= target) low = middle;
    else high = middle - 1n;
  }
  return low & MASK;
}

function* primes() {
  const found = [];
  for (let number = 2n; ; number++) {
    if (found.some((prime) => number % prime === 0n)) continue;
    found.push(number);
    yield number;
  }
}

/** @type {(word: bigint, turns: bigint[], shift?: bigint) => bigint} */
const mixed = (word, turns, shift) =>
  turns.reduce((sum, by) => sum ^ (word >> by) ^ ((word << (64n - by)) & MASK), shift ? word >> shift : 0n);

/** The eight 64-bit words of the hash. @type {(bytes: number[]) => bigint[]} */
export function sha512(bytes) {
  const first = [];
  for (const prime of primes()) {
    first.push(prime);
    if (first.length === 80) break;
  }
  const constants = first.map((prime) => rootFraction(prime, 3n));
  const state = first.slice(0, 8).map((prime) => rootFraction(prime, 2n));
  const size = bytes.length + 17;
  const padded = new DataView(new ArrayBuffer(Math.ceil(size / 128) * 128));
  for (const [place, byte] of [...bytes, 0x80].entries()) padded.setUint8(place, byte);
  padded.setBigUint64(padded.byteLength - 8, BigInt(bytes.length) * 8n);

  for (let start = 0; start < padded.byteLength; start += 128) {
    const words = Array.from({ length: 16 }, (_, place) => padded.getBigUint64(start + 8 * place));
    for (let i = 16; i < 80; i++) {
      const low = mixed(words[i - 15], [1n, 8n], 7n);
      const high = mixed(words[i - 2], [19n, 61n], 6n);
      words.push((words[i - 16] + low + words[i - 7] + high) & MASK);
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 80; i++) {
      const chosen = (e & f) ^ (~e & MASK & g);
      const most = (a & b) ^ (a & c) ^ (b & c);
      const one = h + mixed(e, [14n, 18n, 41n]) + chosen + constants[i] + words[i];
      const two = mixed(a, [28n, 34n, 39n]) + most;
      [a, b, c, d, e, f, g, h] = [(one + two) & MASK, a, b, c, (d + one) & MASK, e, f, g];
    }
    for (const [place, word] of [a, b, c, d, e, f, g, h].entries()) state[place] = (state[place] + word) & MASK;
  }
  return state;
}

/**
 * The key with which Python's `random.seed` starts from a text: its bytes and their hash as one number, in 32-bit
 * words, the lowest first.
 * @param {number[]} bytes
 */
export function keyOfBytes(bytes) {
  let number = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  for (const word of sha512(bytes)) number = (number << 64n) | word;
  const key = [];
  for (; number > 0n; number >>= 32n) key.push(Number(number & 0xffffffffn));
  return key;
}
