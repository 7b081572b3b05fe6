/**
 * The first wall: Python finds no way into JavaScript. (The second: JavaScript has nothing to find; see `realm.js`.)
 */

/** Take Python's own ways into JavaScript away. Once Python has started. */
export function closePython(brython) {
  const { builtins, imported } = brython;
  const opaque = opaqueClass(brython);
  brython.get_jsobj_class = () => opaque;
  brython.js_array = builtins.list; // some of Brython's own methods give plain arrays
  const { NullType, UndefinedType } = imported.javascript; // asked for by Brython itself
  for (const name of Object.keys(imported)) {
    if (/^(javascript|browser|_importlib|_sys_js)\b/.test(name)) delete imported[name];
  }
  imported.javascript = { NullType, UndefinedType };
  Object.defineProperty(imported, "javascript", { enumerable: false });
  guardNames(builtins);
  guardAttributes(brython);
}

// What every object of JavaScript has: `print.constructor` would be JavaScript's Function.
const JAVASCRIPT = new Set(
  [Object.prototype, Function.prototype, Array.prototype, String.prototype, Number.prototype, Promise.prototype]
    .flatMap((prototype) => Object.getOwnPropertyNames(prototype))
    .concat("prototype", "new")
    .filter((name) => name !== "name" && name !== "length"),
);

/** Attributes with JavaScript's names are found only where Python has set them: in an object, a class or a module. */
function guardAttributes(brython) {
  const { builtins, $getattr: getattr } = brython;
  function isIn(dictionary, name) {
    if (dictionary?.__class__ !== builtins.dict) return false;
    const texts = dictionary.$jsobj ?? dictionary.$strings; // how Brython keeps the keys that are texts
    return texts ? Object.hasOwn(texts, name) : builtins.dict.$contains_string(dictionary, name);
  }
  const holds = (owner, name) => Object.hasOwn(owner, name) || isIn(owner.__dict__, name);

  function isPythons(object, name) {
    const own = brython.get_class(object);
    if (isIn(object.__dict__, name) || (typeof object !== "function" && Object.hasOwn(object, name))) return true;
    const classes = [own, ...own.__mro__];
    if (object.$is_class) classes.push(object, ...object.__mro__);
    return classes.some((one) => holds(one, name));
  }

  function guarded(object, name, otherwise) {
    const isInternal = name[0] === "$";
    if (isInternal || (JAVASCRIPT.has(name) && !isPythons(object, name))) {
      const own = brython.get_class(object);
      const ask = [own, ...own.__mro__].find((one) => one !== builtins.object && holds(one, "__getattr__"));
      if (ask && !isInternal) return getattr(object, "__getattr__")(name);
      if (otherwise !== undefined) return otherwise;
      throw brython.attr_error(name, object);
    }
    return getattr(object, name, otherwise);
  }
  brython.$getattr = guarded;
}

const DESCRIPTOR = new Set(["__get__", "__set__"]); // Brython's own have no class

/** The class of what isn't Python's: it can be kept and handed back, and shows its plain numbers and texts. */
function opaqueClass(brython) {
  const { builtins } = brython;
  const opaque = brython.make_class("object of the page");
  opaque.__mro__ = [builtins.object];
  opaque.__repr__ = opaque.__str__ = () => "<object of the page>";
  opaque.__eq__ = (self, other) => self === other;
  opaque.__ne__ = (self, other) => self !== other;
  opaque.__bool__ = () => true;
  opaque.__getattribute__ = (self, name) => {
    const value = typeof self === "object" && Object.hasOwn(self, name) ? self[name] : undefined;
    if (typeof value === "number") return Number.isSafeInteger(value) ? value : brython.fast_float(value);
    if (typeof value === "string" || typeof value === "boolean") return value;
    if (value === null) return builtins.None;
    if (Array.isArray(value) && value.every((item) => typeof item === "number")) return brython.fast_tuple([...value]);
    if (name === "__class__") return opaque;
    if (typeof value === "function" && DESCRIPTOR.has(name)) return value;
    throw builtins.AttributeError.$factory(`'object of the page' object has no attribute '${name}'`);
  };
  for (const method of ["__setattr__", "__delattr__", "__setitem__", "__getitem__", "__call__", "__iter__"]) {
    opaque[method] = () => {
      throw builtins.TypeError.$factory("'object of the page' can't do this");
    };
  }
  brython.set_func_names(opaque, "builtins");
  return opaque;
}

/** Brython writes the names of code and of its module into JavaScript as they are: only names may get there. */
function guardNames(builtins) {
  const { compile, exec, eval: evaluate } = builtins;
  const isName = (text) => /^[\w.$<> \u0080-\uffff-]*$/u.test(text);
  const refuse = (text) => {
    throw builtins.ValueError.$factory(`this is no name for code: ${text}`);
  };
  function withGlobals(run) {
    const guarded = (...given) => {
      const globals = given[1]?.__class__ === builtins.dict ? given[1] : null;
      if (globals && builtins.dict.$contains_string(globals, "__name__")) {
        const name = builtins.dict.$getitem_string(globals, "__name__");
        if (typeof name !== "string" || !isName(name) || /\W/.test(name.replaceAll(".", ""))) refuse(String(name));
      }
      return run(...given);
    };
    return Object.assign(guarded, run);
  }
  builtins.exec = withGlobals(exec);
  builtins.eval = withGlobals(evaluate);
  const names = compile.$factory ? compile.$factory : compile;
  const guardedCompile = (...given) => {
    for (const name of [given[1], given.at(-1)?.$kw?.[0]?.filename]) {
      if (name === undefined || name.$kw) continue;
      const isText = typeof name === "string" || name.__class__ === builtins.str;
      if (!isText || !isName(String(name))) refuse(isText ? String(name) : "it is no text");
    }
    return names(...given);
  };
  builtins.compile = Object.assign(guardedCompile, compile);
}
