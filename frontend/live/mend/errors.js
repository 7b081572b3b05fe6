/** What exceptions keep and say. */

/** @param {any} brython */
export function mendErrors(brython) {
  const { builtins, $isinstance: isInstance } = brython;
  const { BaseException, StopIteration, OSError, SystemExit, None } = builtins;
  const positional = (given) => given.filter((value) => !value?.$kw);

  BaseException.__init__ = (self, ...given) => {
    self.args = brython.fast_tuple(positional(given));
    return None;
  };
  BaseException.__new__ = (cls, ...given) => {
    const factory = [cls, ...cls.__mro__].find((one) => one.__module__ === "builtins" && one.$factory) ?? BaseException;
    const simple = factory === builtins.SyntaxError ? builtins.Exception : factory;
    const error = simple.$factory(...positional(given));
    error.args = brython.fast_tuple(positional(given));
    error.__class__ = cls;
    error.__dict__ = brython.empty_dict();
    return error;
  };
  BaseException.__repr__ = (self) =>
    `${self.__class__.__name__}(${Array.from(self.args, (value) => builtins.repr(value)).join(", ")})`;
  BaseException.__str__ = (self) => {
    if (self.args.length === 0) return "";
    return builtins.str.$factory(self.args.length === 1 ? self.args[0] : brython.fast_tuple([...self.args]));
  };

  OSError.__str__ = (self) => {
    const [number, text, name] = self.args;
    if (text === undefined) return BaseException.__str__(self);
    return `[Errno ${number}] ${text}${name === undefined ? "" : `: ${builtins.repr(name)}`}`;
  };

  const missing = BaseException.__getattr__;
  const KEPT = { errno: 0, strerror: 1, filename: 2 };
  const CODING = ["encoding", "object", "start", "end", "reason"];
  BaseException.__getattr__ = (self, name) => {
    if (CODING.includes(name) && isInstance(self, builtins.UnicodeError))
      return self.args[CODING.indexOf(name)] ?? None;
    if (name in KEPT && isInstance(self, OSError)) return self.args.length > 1 ? (self.args[KEPT[name]] ?? None) : None;
    if (name === "code" && isInstance(self, SystemExit)) return self.args[0] ?? None;
    return missing(self, name);
  };
  brython.set_func_names(BaseException, "builtins");

  // Each loop ends with one: Brython's own are JavaScript's errors, which take long to make. And a generator that ends
  // without a value gives undefined, others an empty text.
  StopIteration.$factory = (value) => {
    const isPlain = value === undefined || value === None || value === "";
    return {
      __class__: StopIteration,
      __traceback__: None,
      __cause__: None,
      __context__: None,
      __suppress_context__: false,
      $py_error: true,
      value: isPlain ? None : value,
      args: brython.fast_tuple(isPlain ? [] : [value]),
    };
  };

  // That an argument has an unknown name is said before that another is missing.
  const parseArgs = brython.parse_args;
  brython.parse_args = (given, title, count, slots, names, defaults, named, rest, others, ...numbers) => {
    try {
      return parseArgs(given, title, count, slots, names, defaults, named, rest, others, ...numbers);
    } catch (error) {
      const byName = others ? {} : (given[given.length - 1]?.$kw?.[0] ?? {});
      const unknown = Object.keys(byName).find((name) => !names.includes(name));
      const isMissing = /missing \d+ required/.test(error.args?.[0]);
      if (!isMissing || unknown === undefined) throw error;
      throw builtins.TypeError.$factory(`${title}() got an unexpected keyword argument '${unknown}'`);
    }
  };

  /** Where neither operand knows what to do. */
  brython.$unsupported = (operator, left, right) => {
    const sign = brython.method_to_op[operator];
    const [one, other] = [left, right].map((value) => brython.class_name(value));
    if (sign === "+" && (one === "str" || one === "list" || one === "tuple")) {
      return builtins.TypeError.$factory(`can only concatenate ${one} (not "${other}") to ${one}`);
    }
    const shown = sign === "**" ? "** or pow()" : sign;
    return builtins.TypeError.$factory(`unsupported operand type(s) for ${shown}: '${one}' and '${other}'`);
  };

  /** The items of what stands to the right of `a, b =`. */
  brython.$unpacked = (value) => {
    const kind = brython.get_class(value);
    const isIterable = ["__iter__", "__getitem__"].some((name) => brython.$getattr(kind, name, null) !== null);
    if (!isIterable) {
      throw builtins.TypeError.$factory(`cannot unpack non-iterable ${brython.class_name(value)} object`);
    }
    return builtins.list.$factory(value);
  };
}
