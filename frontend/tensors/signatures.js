// Arguments as Python gives them, bound to the names and kinds that an operation declares.

import { Scalar } from "./elementwise.js";
import { fail, Tensor } from "./tensor.js";

/**
 * A parameter is written `kind name`, `kind name=default` or `kind *name` (a list, or one by one); what stands after
 * `*`
 * has to be named. Kinds: `tensor`, `value` (a tensor or a number), `tensors`, `int`, `ints`, `number`, `bool`, `text`,
 * `dtype`, `any`.
 * @typedef {{ kind: string, name: string, rest: boolean, named: boolean, needed: boolean, initial: any }} Parameter
 */

/** @type {(text: string) => { name: string, parameters: Parameter[] }} */
export function parsed(text) {
  const [, name, list] = /^(\w+)\((.*)\)$/.exec(text);
  let named = false;
  const parameters = [];
  for (const part of list.split(/,\s*(?![^[]*\])/).filter(Boolean)) {
    if (part === "*") {
      named = true;
      continue;
    }
    const [, kind, star, own, initial] = /^(\w+) (\*?)(\w+)(?:=(.*))?$/.exec(part);
    const value = initial === undefined ? undefined : JSON.parse(initial);
    parameters.push({ kind, name: own, rest: star === "*", named, needed: initial === undefined, initial: value });
  }
  return { name, parameters };
}

const CHECKS = {
  tensor: { right: (value) => value instanceof Tensor, wanted: "Tensor" },
  value: { right: (value) => value instanceof Tensor || isNumber(value), wanted: "Tensor or Number" },
  tensors: {
    right: (value) => Array.isArray(value) && value.every((one) => one instanceof Tensor),
    wanted: "tuple of Tensors",
  },
  int: { right: (value) => typeof value === "number" || typeof value === "boolean", wanted: "int" },
  ints: {
    right: (value) =>
      typeof value === "number" || (Array.isArray(value) && value.every((one) => typeof one === "number")),
    wanted: "tuple of ints",
  },
  number: { right: isNumber, wanted: "Number" },
  bool: { right: (value) => typeof value === "boolean", wanted: "bool" },
  text: { right: (value) => typeof value === "string", wanted: "str" },
  dtype: { right: (value) => typeof value === "string", wanted: "torch.dtype" },
  any: { right: () => true, wanted: "" },
};

function isNumber(value) {
  return value instanceof Scalar || typeof value === "number" || typeof value === "boolean";
}

/** A tensor without axes serves as a number: `x[t]`, `view(t)`. */
const plainNumber = (value) => {
  if (value instanceof Scalar) return value.number;
  if (value instanceof Tensor && value.count === 1 && !value.meta) return value.storage.data[value.offset];
  return value;
};

const FAMILIES = { number: "int", boolean: "bool" };

/** As the operation takes it. */
function fitting(kind, value) {
  if (value === null) return null;
  if (kind === "value") {
    return typeof value === "number" || typeof value === "boolean"
      ? new Scalar(Number(value), FAMILIES[typeof value])
      : value;
  }
  if (kind === "int") return Number(plainNumber(value));
  if (kind === "ints") return Array.isArray(value) ? value.map(plainNumber) : [plainNumber(value)];
  if (kind === "number") return Number(plainNumber(value));
  return value;
}

function prepared(value, { kind }) {
  // Whole numbers and shapes may come as tensors of one number.
  if (kind === "int" || kind === "number") return value instanceof Tensor ? plainNumber(value) : value;
  if (kind === "ints")
    return Array.isArray(value) ? value.map(plainNumber) : value instanceof Tensor ? plainNumber(value) : value;
  return value;
}

/**
 * @param {string} label for error texts: the operation's name in Python
 * @param {Parameter[]} parameters
 * @param {any[]} given
 * @param {Record<string, any>} names
 * @param {(value: any) => string} typeName what Python calls a value's type
 */
export function bound(label, parameters, given, names, typeName) {
  const open = { ...names };
  const places = [...given];
  return parameters.map((parameter, i) => {
    let value = taken(parameter, places, open);
    if (value === undefined) {
      if (parameter.needed)
        fail(`${label}() missing 1 required positional arguments: "${parameter.name}"`, "TypeError");
      value = parameter.initial;
    } else value = prepared(value, parameter);
    const { right, wanted } = CHECKS[parameter.kind];
    if (value !== null && !right(value)) {
      const at = parameter.named || parameter.rest ? "" : ` (position ${i + 1})`;
      fail(`${label}(): argument '${parameter.name}'${at} must be ${wanted}, not ${typeName(value)}`, "TypeError");
    }
    if (i === parameters.length - 1) checkRest(label, places, open, parameters);
    return fitting(parameter.kind, value);
  });
}

/** Other names for the same things, as NumPy has them. */
const ALIASES = { dim: "axis", keepdim: "keepdims", input: "self", other: "x2" };

function taken(parameter, places, open) {
  const { name, rest, named } = parameter;
  if (!named && places.length) {
    if (!rest) return places.shift();
    if (Array.isArray(places[0]) && places.length === 1) return places.shift();
    return places.splice(0, places.length);
  }
  for (const key of [name, ALIASES[name]]) {
    if (key && Object.hasOwn(open, key)) {
      const value = open[key];
      delete open[key];
      return value;
    }
  }
  return undefined;
}

function checkRest(label, places, open, parameters) {
  const [unknown] = Object.keys(open);
  if (unknown !== undefined) fail(`${label}() got an unexpected keyword argument '${unknown}'`, "TypeError");
  if (places.length) {
    const most = parameters.filter(({ named }) => !named).length;
    fail(
      `${label}() takes ${most} positional argument${most === 1 ? "" : "s"} but ${most + places.length} were given`,
      "TypeError",
    );
  }
}
