// Arguments as Python gives them, bound to the names and kinds that an operation declares.

import { DTYPES } from "./dtypes.js";
import { Scalar } from "./elementwise.js";
import { fail, Tensor } from "./tensor.js";

/**
 * A parameter is written `kind name`, `kind name=default` or `kind *name` (a list, or one by one); what stands after
 * `*`
 * has to be named. Kinds: `tensor`, `value` (a tensor or a number), `tensors`, `int`, `ints`, `axes`, `number`,
 * `bool`, `text`, `dtype`, `any`.
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
  value: { right: (value) => value instanceof Tensor || isNumber(value), wanted: "Tensor" },
  tensors: {
    right: (value) => Array.isArray(value) && value.every((one) => one instanceof Tensor),
    wanted: "tuple of Tensors",
  },
  int: { right: (value) => ["number", "bigint"].includes(typeof value), wanted: "int" },
  ints: {
    right: (value) =>
      typeof value === "number" || (Array.isArray(value) && value.every((one) => typeof one === "number")),
    wanted: "tuple of ints",
  },
  // One number or several: the operation tells the two apart.
  axes: {
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
  return value instanceof Scalar || ["number", "boolean", "bigint"].includes(typeof value);
}

/** A tensor without axes serves as a number: `x[t]`, `view(t)`. */
const plainNumber = (value) => {
  if (value instanceof Tensor && value.count === 1 && !value.meta) return value.storage.data[value.offset];
  return value;
};

const FAMILIES = { number: "int", boolean: "bool", bigint: "int" };

/** As the operation takes it. */
function fitting(kind, value) {
  if (value === null) return null;
  if (kind === "value") {
    const family = FAMILIES[typeof value];
    return family ? new Scalar(Number(value), family) : value;
  }
  if (kind === "int") return Number(plainNumber(value));
  if (kind === "ints") return Array.isArray(value) ? value.map(plainNumber) : [plainNumber(value)];
  if (kind === "number") return value instanceof Scalar ? value.number : Number(plainNumber(value));
  return value;
}

function prepared(value, { kind }) {
  // Whole numbers and shapes may come as tensors of one whole number.
  const isWhole = (one) => one instanceof Tensor && DTYPES[one.dtype].family === "int";
  if (kind === "number") return value instanceof Tensor && !value.shape.length ? plainNumber(value) : value;
  if (kind === "int" || kind === "axes") return isWhole(value) && !value.shape.length ? plainNumber(value) : value;
  if (kind !== "ints") return value;
  if (Array.isArray(value)) return value.map((one) => (isWhole(one) ? plainNumber(one) : one));
  return isWhole(value) && !value.shape.length ? plainNumber(value) : value;
}

/**
 * @param {string} label for error texts: the operation's name in Python
 * @param {Parameter[]} parameters
 * @param {any[]} given
 * @param {Record<string, any>} names
 * @param {(value: any) => string} typeName what Python calls a value's type
 * @param {boolean} isMethod whether the first is the tensor whose method it is: torch doesn't count it
 */
export function bound(label, parameters, given, names, typeName, isMethod = false) {
  const open = { ...names };
  const places = [...given];
  checkCount(label, places, parameters);
  const values = parameters.map((parameter, i) => {
    const isPlaced = !parameter.named && places.length > 0;
    if (isPlaced && AS_LIST.has(label) && !isMethod && i === 1 && !Array.isArray(places[0])) {
      const type = typeName(places[0]);
      fail(`${label}(): argument '${parameter.name}' (position 2) must be tuple of ints, not ${type}`, "TypeError");
    }
    let value = taken(parameter, places, open);
    if (value === undefined) {
      if (parameter.needed) missing(label, parameters.slice(i), open);
      value = parameter.initial;
    } else {
      value = prepared(value, parameter);
      const at = isPlaced ? ` (position ${i + 1 - Number(isMethod)})` : "";
      check(value, parameter, { label, at, index: i }, typeName);
    }
    return fitting(parameter.kind, value);
  });
  checkNames(label, open);
  return values;
}

/** Functions that take several numbers as one list only; the methods take them one by one as well. */
const AS_LIST = new Set(["flip", "permute", "reshape", "tile", "broadcast_to", "layer_norm", "rms_norm"]);

/** Whether a value is of the parameter's kind. */
function check(value, { kind, name, initial }, { label, at, index }, typeName) {
  const { right, wanted } = CHECKS[kind];
  if (value === null ? initial === null || kind === "any" : right(value)) return;
  const isList = Array.isArray(value) && (kind === "ints" || kind === "tensors");
  const wrong = isList ? value.findIndex((one) => !right([one])) : -1;
  const type = typeName(wrong < 0 ? value : value[wrong]);
  if (wrong >= 0 && kind === "tensors")
    fail(`expected Tensor as element ${wrong} in argument ${index}, but got ${type}`, "TypeError");
  const argument = `${label}(): argument '${name}'`;
  if (wrong > 0 && kind === "ints") {
    const reason = `type must be ${wanted},but got ${type}`;
    fail(`${argument} failed to unpack the object at pos ${wrong + 1} with error "${reason}"`, "TypeError");
  }
  const found = wrong === 0 && value.length > 1 ? `but found element of type ${type} at pos 0` : `not ${type}`;
  fail(`${argument}${at} must be ${wanted}, ${found}`, "TypeError");
}

function missing(label, parameters, open) {
  const names = parameters.filter(({ needed, name }) => needed && !(name in open)).map(({ name }) => `"${name}"`);
  const [count, plural] = [names.length, names.length === 1 ? "s" : ""]; // it is torch that has it the wrong way round
  fail(`${label}() missing ${count} required positional argument${plural}: ${names.join(", ")}`, "TypeError");
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

function checkNames(label, open) {
  const [unknown] = Object.keys(open);
  if (unknown !== undefined) fail(`${label}() got an unexpected keyword argument '${unknown}'`, "TypeError");
}

function checkCount(label, places, parameters) {
  const placed = parameters.filter(({ named }) => !named);
  const [least, most] = [placed.filter(({ needed }) => needed).length, placed.length];
  const isList = placed.at(-1)?.rest && !Array.isArray(places[most - 1]);
  if (places.length <= most || isList) return;
  const counts = least === most ? `${most} positional argument` : `from ${least} to ${most} positional argument`;
  fail(`${label}() takes ${counts}${most === 1 ? "" : "s"} but ${places.length} were given`, "TypeError");
}
