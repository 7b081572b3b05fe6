/** Functions and containers that every program has. */

/** @param {any} brython */
export function mendBuiltins(brython) {
  const { builtins, $isinstance: isInstance } = brython;
  const wrong = (message) => builtins.TypeError.$factory(message);

  const print = builtins.print;
  const PRINT = new Set(["sep", "end", "file", "flush"]);
  builtins.print = Object.assign((...given) => {
    const unknown = Object.keys(given.at(-1)?.$kw?.[0] ?? {}).find((name) => !PRINT.has(name));
    if (unknown) throw wrong(`'${unknown}' is an invalid keyword argument for print()`);
    return print(...given);
  }, print);

  builtins.input = Object.assign((question = "") => {
    builtins.print(question, { $kw: [{ end: "" }] });
    throw builtins.EOFError.$factory("EOF when reading a line");
  }, builtins.input);

  const is = builtins.isinstance;
  builtins.isinstance = Object.assign((...given) => {
    if (given.length === 2 && !isKind(given[1])) {
      throw wrong("isinstance() arg 2 must be a type, a tuple of types, or a union");
    }
    return is(...given);
  }, is);
  const isKind = (kind) =>
    kind?.$is_class || (isInstance(kind, builtins.tuple) ? Array.from(kind).every(isKind) : typeof kind === "object");

  // What is said where a function of Python's own gets too many or too few.
  const ONE = [
    "len",
    "abs",
    "chr",
    "ord",
    "callable",
    "hash",
    "id",
    "repr",
    "ascii",
    "bin",
    "hex",
    "oct",
    "any",
    "all",
  ];
  for (const name of ONE) {
    const plain = builtins[name];
    builtins[name] = Object.assign((...given) => {
      if (given.length !== 1 || given[0]?.$kw) {
        throw wrong(`${name}() takes exactly one argument (${given.length} given)`);
      }
      return plain(given[0]);
    }, plain);
  }

  const sorted = builtins.sorted;
  builtins.sorted = Object.assign((...given) => {
    const count = given.filter((value) => !value?.$kw).length;
    if (count !== 1) throw wrong(`sorted expected 1 argument, got ${count}`);
    return sorted(...given);
  }, sorted);

  const { dict } = builtins;
  const get = dict.get;
  dict.get = (...given) => {
    const [self, key, otherwise] = given;
    const isPlain = typeof key === "string" && self?.__class__ === dict && !otherwise?.$kw;
    if (!isPlain || given.length > 3) return get(...given);
    const value = dict.$get_string(self, key);
    return value === dict.$missing ? (otherwise ?? builtins.None) : value;
  };

  dict.$iter_keys_check = function* (dictionary) {
    const size = dict.__len__(dictionary);
    for (const { key } of dict.$iter_items(dictionary)) {
      yield key;
      if (dict.__len__(dictionary) === size) continue;
      throw builtins.RuntimeError.$factory("dictionary changed size during iteration");
    }
  };

  brython.warn = () => {}; // about a program's own text, which is printed twice

  for (const name of brython.builtin_funcs) nameFunction(builtins[name], name);

  function nameFunction(run, name) {
    if (typeof run !== "function" || run.$infos?.__name__) return;
    run.$infos = { ...run.$infos, __name__: name, __qualname__: name, __module__: "builtins" };
  }
}
