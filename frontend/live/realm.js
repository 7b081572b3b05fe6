/**
 * Runs before anything else in the Worker, and takes out of its realm what leads out of it: the network, storage, other
 * threads and the page. The page's policy can't do that: it doesn't bind a Worker that was loaded from an address.
 *
 * Code that got through the first wall (`walls.js`) has arithmetic here, and nothing else. What the Worker needs for
 * itself, to hear and to answer, it finds once in `pythonDoor`.
 */

// The language's own globals, and what Brython and we still use.
const KEPT = new Set(
  (
    "globalThis undefined Infinity NaN Object Array Number String Boolean Symbol BigInt Math JSON Date RegExp Map " +
    "Set WeakMap WeakSet WeakRef FinalizationRegistry Promise Proxy Reflect Iterator ArrayBuffer " +
    "SharedArrayBuffer DataView Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array " +
    "Uint32Array BigInt64Array BigUint64Array Float16Array Float32Array Float64Array Error EvalError RangeError " +
    "ReferenceError SyntaxError TypeError URIError AggregateError SuppressedError isNaN isFinite parseInt " +
    "parseFloat encodeURI encodeURIComponent decodeURI decodeURIComponent escape unescape Intl Temporal Function " +
    "TextDecoder TextEncoder performance Event"
  ).split(" "),
);

/** Take everything out of the realm that isn't the language itself. */
function closeRealm(realm) {
  const clock = realm.performance;
  const guarded = guardedFunction();
  for (let level = realm; !Object.hasOwn(level, "hasOwnProperty"); level = Object.getPrototypeOf(level)) {
    for (const key of Reflect.ownKeys(level)) if (!KEPT.has(key)) remove(level, key);
  }
  const silent = () => {};
  class WorkerNavigator {}
  const fixed = {
    Function: guarded,
    // What Brython asks for to see where it is.
    location: Object.freeze({
      href: "https://localhost/python.js",
      origin: "https://localhost",
      pathname: "/python.js",
    }),
    navigator: Object.assign(new WorkerNavigator(), { language: "en" }),
    URL: class {
      pathname = "/python.js";
      search = "";
      constructor(address) {
        this.hash = /#.*/.exec(address)?.[0] ?? "";
      }
    },
    WorkerNavigator,
    WorkerGlobalScope: silent,
    importScripts: silent,
    console: { log: silent, info: silent, warn: silent, error: silent, debug: silent, trace: silent },
    performance: { now: clock.now.bind(clock) },
  };
  for (const [key, value] of Object.entries(fixed)) {
    Object.defineProperty(realm, key, { value, writable: false, configurable: false });
  }
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

/**
 * `Function`, which Brython needs to run what it has made of Python, without `import()`: that is a part of the language
 * and could load an address. Within a text the escaped word is the same word; as code it is an error.
 */
function guardedFunction() {
  const kinds = [() => {}, async () => {}, function* () {}, async function* () {}].map(Object.getPrototypeOf);
  const Plain = Function;
  const harmless = (part) => String(part).replace(/(?<![\w$.])import(?![\w$])/g, "\\x69mport");
  const make = (parts) => Plain(...parts.map(harmless));
  const guarded = new Proxy(Plain, {
    apply: (_plain, _this, parts) => make(parts),
    construct: (_plain, parts) => make(parts),
  });
  for (const kind of kinds) Object.defineProperty(kind, "constructor", { value: guarded, writable: false });
  return guarded;
}

const heard = [];
let listener = null;
const realm = globalThis;
const send = realm.postMessage.bind(realm);
realm.addEventListener("message", ({ data }) => (listener ? listener(data) : heard.push(data)));
const keepsStacks = realm.keepStacks; // for those who look for a fault in our own code
closeRealm(realm);
// Python's exceptions are errors of JavaScript, and to list the calls takes most of the time that one needs.
if (!keepsStacks) Error.stackTraceLimit = 0;
Object.defineProperty(realm, "self", { value: realm, writable: false, configurable: false });
realm.pythonDoor = {
  send,
  /** @param {(message: any) => void} take */
  listen(take) {
    listener = take;
    heard.splice(0).forEach(take);
  },
};
