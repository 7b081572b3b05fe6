/**
 * What passes between Python and the kernels, and in which form.
 *
 * | Python              | JavaScript                                                       |
 * | ------------------- | ---------------------------------------------------------------- |
 * | None                | null (undefined comes back as None too)                           |
 * | bool, str           | boolean, string                                                  |
 * | int, float          | number; a whole number comes back as int, any other as float     |
 * | list, tuple, range  | array; an array comes back as a list                              |
 * | slice               | { start, stop, step }, null where nothing is said                |
 * | Ellipsis            | the string "..."                                                 |
 * | an object of kernels| itself: Python can keep it and hand it back, and see nothing of it |
 * | float, to an operation | a Scalar of frontend/tensors, so that 2.0 isn't 2             |
 * | an object with a side in JavaScript (`adopt`) | that side; it comes back as the same Python object |
 * | the classes bool, int and float | "bool", "int64" and "float64", as kinds of numbers |
 * | any other Python object | itself                                                       |
 *
 * A kernel that fails throws an error with `kind`, the name of Python's exception ("RuntimeError"; the TensorError of
 * frontend/tensors has it), and Python raises that with the error's message. Any other error of JavaScript becomes a
 * RuntimeError that says it is ours.
 *
 * Two functions are there beside the kernels, for what would be slow element by element:
 * `_kernels.nested(list)` reads nested lists, tuples and numbers: an object `{ shape, values, kind }`, where `kind` is
 * "bool", "int" or "float", or raises what torch raises where something else is among them;
 * `_kernels.lists(array, shape, kind)` makes nested lists of a flat array (or a number, for the shape []).
 */

import { DTYPES } from "../tensors/dtypes.js";
import { Scalar } from "../tensors/elementwise.js";
import { Tensor } from "../tensors/tensor.js";

const MISSING = "this doesn't work in the page's stand-in for torch";

/**
 * The module `_kernels`.
 *
 * @param {any} brython
 * @param {Record<string, any>} kernels
 */
export function kernelsModule(brython, kernels) {
  const border = createBorder(brython);
  const module = {};
  for (const [name, value] of Object.entries(kernels)) {
    module[name] = typeof value === "function" ? border.wrapped(value) : border.toPython(value);
  }
  module.operation = (name, isMethod = false) =>
    border.wrapped(kernels.operation(String(name), isMethod), border.toOperand);
  module.adopt = border.adopt;
  module.register = border.register;
  module.nested = border.wrapped(
    (value) => readNested(brython, border, value),
    (value) => value,
  );
  module.lists = border.wrapped((values, shape, kind) => border.lists(values, shape, kind));
  return module;
}

function createBorder(brython) {
  const { builtins, $isinstance: isInstance } = brython;
  const { None } = builtins;
  const dtypes = new Map([
    [builtins.bool, "bool"],
    [builtins.int, "int64"],
    [builtins.float, "float64"],
  ]);

  function toJavaScript(value) {
    switch (typeof value) {
      case "number":
      case "boolean":
      case "string":
      case "function":
      case "undefined":
        return value;
    }
    if (value === None || value === null) return null;
    const kind = value.__class__;
    if (kind === builtins.float) return value.value;
    if (kind === builtins.bytes || kind === builtins.bytearray) return Uint8Array.from(value.source);
    if (value.$side !== undefined) return value.$side;
    if (kind === undefined) return value instanceof String ? value.valueOf() : value;
    if (kind === builtins.list || kind === builtins.tuple) return Array.from(value, toJavaScript);
    if (kind === brython.long_int) return Number(value.value);
    if (kind === builtins.slice) {
      return { start: toJavaScript(value.start), stop: toJavaScript(value.stop), step: toJavaScript(value.step) };
    }
    if (value === builtins.Ellipsis) return "...";
    if (kind === builtins.range || isInstance(value, builtins.tuple) || isInstance(value, builtins.list)) {
      return Array.from(builtins.list.$factory(value), toJavaScript);
    }
    if (isInstance(value, builtins.str)) return value.valueOf();
    if (isInstance(value, builtins.float)) return builtins.float.$factory(value).value;
    if (isInstance(value, builtins.int)) return Number(builtins.int.$factory(value));
    return dtypes.get(value) ?? value;
  }

  /** As an operation on tensors takes it: 2.0 makes floats of whole numbers, and 2 doesn't. */
  function toOperand(value) {
    if (value?.__class__ === builtins.float) return new Scalar(value.value, "float");
    if (value?.__class__ === builtins.list) return Array.from(value, toOperand);
    if (value?.__class__ === builtins.tuple) return Object.assign(Array.from(value, toOperand), { isTuple: true });
    return toJavaScript(value);
  }

  let tensorClass = null;

  /** From now on tensors come to Python as objects of this class. */
  function register(python) {
    tensorClass = python;
    return None;
  }

  /** `object` is the Python side of `side`: a tensor, or the name of a dtype. */
  function adopt(object, side) {
    const other = typeof side === "string" ? side : toJavaScript(side);
    object.$side = other;
    if (other instanceof Tensor) other.python = object;
    return object;
  }

  const tensorInPython = (tensor) => tensor.python ?? adopt(builtins.object.__new__(tensorClass), tensor);

  function toPython(value) {
    if (value === undefined || value === null) return None;
    if (value instanceof Tensor) return tensorInPython(value);
    if (value instanceof Scalar) return brython.fast_float(value.number);
    if (typeof value === "number") return number(value);
    if (typeof value === "bigint") return brython.fast_long_int(value);
    if (Array.isArray(value) && value.__class__ === undefined) return brython.$list(value.map(toPython));
    return value;
  }

  const number = (value) => (Number.isSafeInteger(value) && !Object.is(value, -0) ? value : brython.fast_float(value));

  /** A kernel as Python calls it. */
  function wrapped(kernel, convert = toJavaScript) {
    return (...given) => {
      try {
        return toPython(kernel(...given.map(convert)));
      } catch (error) {
        if (error?.__class__ !== undefined) throw error; // Python's own
        const exception = (builtins[error?.kind] ?? builtins.RuntimeError).$factory(
          error?.kind ? error.message : `${MISSING}: ${error?.message}`,
        );
        exception.$javascript = error?.kind ? "" : String(error?.stack);
        throw exception;
      }
    };
  }

  const ELEMENTS = { float: (value) => brython.fast_float(Number(value)), int: whole, bool: Boolean };

  function whole(value) {
    return Number.isSafeInteger(value) ? value : builtins.int.$factory(brython.fast_float(Number(value)));
  }

  function lists(values, shape, kind) {
    const element = ELEMENTS[kind];
    if (shape.length === 0) return element(typeof values === "object" ? values[0] : values);
    let place = 0;
    const level = (depth) => {
      const items = [];
      for (let index = 0; index < shape[depth]; index++) {
        items.push(depth + 1 === shape.length ? element(values[place++]) : level(depth + 1));
      }
      return brython.$list(items);
    };
    return level(0);
  }

  return { toJavaScript, toPython, toOperand, wrapped, lists, register, adopt };
}

const KINDS = ["bool", "int", "float"];

/** Nested lists as one flat array; torch's own texts where they are uneven. */
function readNested(brython, border, root) {
  const { builtins, $isinstance: isInstance } = brython;
  const shape = [];
  const values = [];
  let kind = 0;
  const isSequence = (value) =>
    Array.isArray(value) || value?.__class__ === builtins.range || isInstance(value, builtins.tuple);

  /** The place of a number's kind among KINDS. */
  function kindOf(value, depth) {
    if (typeof value === "boolean") return 0;
    if (typeof value === "number" || value?.__class__ === brython.long_int) return 1;
    if (value?.__class__ === builtins.float) return 2;
    const { $side: tensor } = value;
    if (tensor instanceof Tensor) {
      if (tensor.count === 1) return KINDS.indexOf(DTYPES[tensor.dtype].family);
      throw kind < 2 && DTYPES[tensor.dtype].family === "int"
        ? pythonError("TypeError", "only integer tensors of a single element can be converted to an index")
        : pythonError("ValueError", "only one element tensors can be converted to Python scalars");
    }
    if (!isInstance(value, builtins.str)) {
      throw pythonError("RuntimeError", `Could not infer dtype of ${brython.class_name(value)}`);
    }
    // torch takes text for a sequence of texts, without an end.
    throw depth && !values.length
      ? pythonError("ValueError", "too many dimensions 'str'")
      : pythonError("TypeError", "new(): invalid data type 'str'");
  }

  function walk(value, depth) {
    if (!isSequence(value)) {
      kind = Math.max(kind, kindOf(value, depth));
      if (depth < shape.length) throw pythonError("TypeError", "not a sequence");
      values.push(border.toJavaScript(value));
      return;
    }
    const items = Array.isArray(value) ? value : builtins.list.$factory(value);
    if (values.length === 0 && depth === shape.length) shape.push(items.length);
    else if (depth >= shape.length) {
      const wanted = kind < 2 ? "'list' object cannot be interpreted as an integer" : "must be real number, not list";
      throw pythonError("TypeError", wanted);
    } else if (items.length !== shape[depth]) {
      const message = `expected sequence of length ${shape[depth]} at dim ${depth} (got ${items.length})`;
      throw pythonError("ValueError", message);
    }
    for (const item of items) walk(item, depth + 1);
  }

  walk(root, 0);
  return { shape, values, kind: values.length === 0 ? "float" : KINDS[kind] };
}

const pythonError = (kind, message) => Object.assign(new Error(message), { kind });
