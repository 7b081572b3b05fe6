/**
 * Takes out of the Worker's realm what leads out of it, once Python has begun and before a reader's code runs: the
 * network, storage, other threads, the page, code made of text. It is the second of three walls. The first is that
 * Python has no way into JavaScript (`python/_walls.py`); the third is the policy of the frame that the Worker belongs
 * to (`frame.js`), which this file doesn't depend on.
 */

// The language's own globals, and what Python's program and we still use.
const KEPT = new Set(
  (
    "globalThis undefined Infinity NaN Object Array Number String Boolean Symbol BigInt Math JSON Date RegExp Map " +
    "Set WeakMap WeakSet WeakRef FinalizationRegistry Promise Proxy Reflect Iterator ArrayBuffer " +
    "DataView Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array " +
    "Uint32Array BigInt64Array BigUint64Array Float16Array Float32Array Float64Array Error EvalError RangeError " +
    "ReferenceError SyntaxError TypeError URIError AggregateError SuppressedError isNaN isFinite parseInt " +
    "parseFloat encodeURI encodeURIComponent decodeURI decodeURIComponent escape unescape Intl Temporal " +
    "TextDecoder TextEncoder"
  ).split(" "),
);

/**
 * Takes everything out of the realm that isn't the language itself.
 * @param {number} seed of what stands for chance
 */
export function closeRealm(seed, realm = globalThis) {
  const clock = realm.performance;
  const silent = () => {};
  const fixed = {
    performance: { now: clock.now.bind(clock) },
    crypto: { getRandomValues: chance(seed) },
    console: { log: silent, info: silent, warn: silent, error: silent, debug: silent, trace: silent },
  };
  for (let level = realm; !Object.hasOwn(level, "hasOwnProperty"); level = Object.getPrototypeOf(level)) {
    for (const key of Reflect.ownKeys(level)) if (!KEPT.has(key)) remove(level, key);
  }
  const kinds = [() => {}, async () => {}, function* () {}, async function* () {}].map(Object.getPrototypeOf);
  for (const kind of kinds) Object.defineProperty(kind, "constructor", { value: undefined, writable: false });
  for (const [key, value] of Object.entries(fixed)) {
    Object.defineProperty(realm, key, { value: Object.freeze(value), writable: false, configurable: false });
  }
}

/** `crypto.getRandomValues`, the same for the same seed: by Marsaglia's xorshift of 32 bits. */
function chance(seed) {
  let state = seed || 1;
  return (values) => {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    for (let place = 0; place < bytes.length; place++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      bytes[place] = state >>> 8;
    }
    return values;
  };
}

function remove(level, key) {
  try {
    if (delete level[key] && !(key in level)) return;
  } catch {
    // Not configurable: its value can still be taken.
  }
  try {
    Object.defineProperty(level, key, { value: undefined, writable: false, configurable: false });
  } catch {
    try {
      level[key] = undefined;
    } catch {
      // What can't be written is a constant of the language.
    }
  }
}
