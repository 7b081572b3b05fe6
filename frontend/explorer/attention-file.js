// The open format for the attention of any model: JSON that is read here, checked, and turned into what the views show.
//
//   {"version": 1, "kind": "decoder", "tokens": ["The", "dog"], "attention": [layer][head][query][key]}
//
// `kind`: decoder (no token looks at a later one), encoder, or encoder-decoder, which has its tokens and attention in
// the parts "encoder", "decoder" and "cross". Optional beside each attention: "queries", "keys" and "values"
// [layer][head][position][dimension]; beside tokens: "sentence_b_start", where the second sentence of a pair begins.
// Optional for the whole: "name", and "layers" and "heads", the numbers that the model gives to those in the file.

import { head } from "../math/attention.js";
import { matmul } from "../math/matrix.js";

/** Of the format. */
export const VERSION = 1;
/** What the explorer can show: sizes, and characters of a token or name. */
export const LIMITS = { bytes: 100e6, tokens: 1024, layers: 200, heads: 256, letters: 200, dimensions: 1024 };
const KINDS = ["decoder", "encoder", "encoder-decoder"];
const TOLERANCE = 0.02; // of a row's sum: attention is often stored with four digits or in 16 bits
const HIDDEN = 1e-6; // more than this on a later token is no causal mask
const AGREEMENT = 0.01; // between the attention in the file and what its queries and keys give
const MAX_PROBLEMS = 5;

/** What is wrong with a file: the key of a message, the path in the JSON, and values to fill into the message. */
class Problem extends Error {
  constructor(key, path = "", values = {}) {
    super(key);
    this.problem = { key, path, values };
  }
}

/**
 * Reads and checks an attention file.
 * @param {string} text JSON
 * @returns {{ reading: object } | { problems: { key: string, path: string, values: object }[] }} what the views show,
 *   in the form of reading.js; or up to five problems
 */
export function readAttention(text) {
  if (text.length > LIMITS.bytes)
    return { problems: [{ key: "too_large", path: "", values: { most: LIMITS.bytes / 1e6 } }] };
  const problems = [];
  /** Runs one check and keeps its problem, so that the next checks still run. */
  const attempt = (check) => {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems.push(error.problem);
      return undefined;
    }
  };
  const reading = attempt(() => toReading(parseJson(text), attempt));
  return problems.length ? { problems: problems.slice(0, MAX_PROBLEMS) } : { reading };
}

function parseJson(text) {
  if (text.trim() === "") throw new Problem("empty_file");
  try {
    return JSON.parse(text);
  } catch (error) {
    if (/(?<=[[,:\s])-?(NaN|Infinity)(?=[\],}\s])/.test(text)) throw new Problem("not_finite_json");
    // Browsers name the position, the line, or neither.
    const [, at] = /position (\d+)/.exec(error.message) ?? [];
    const [, named] = /line (\d+)/.exec(error.message) ?? [];
    const line = at === undefined ? named : text.slice(0, Number(at)).split("\n").length;
    throw line === undefined ? new Problem("no_json") : new Problem("not_json", "", { line });
  }
}

// -- the file

function toReading(file, attempt) {
  if (!isObject(file)) throw new Problem("not_object", "", { found: typeOf(file) });
  if (file.version !== undefined && file.version !== VERSION)
    throw new Problem("unknown_version", "version", { known: VERSION, found: preview(file.version) });
  if (!KINDS.includes(file.kind))
    throw new Problem(file.kind === undefined ? "missing" : "unknown_kind", "kind", {
      known: KINDS.join(", "),
      found: preview(file.kind),
    });
  const parts =
    file.kind === "encoder-decoder" ? encoderDecoder(file, attempt) : [selfAttention(file, "", file.kind, attempt)];
  if (parts.some((part) => part === undefined)) return undefined;
  const [{ attention }] = parts;
  return {
    name: attempt(() => nameOf(file)),
    kind: file.kind,
    layerNames: attempt(() => numbering(file, "layers", Math.max(...parts.map((part) => part.attention.length)))),
    headNames: attempt(() => numbering(file, "heads", attention[0].length)),
    parts: parts.map(toViewPart),
  };
}

function nameOf({ name }) {
  if (name === undefined) return "";
  if (typeof name !== "string") throw new Problem("not_text", "name", { found: typeOf(name) });
  return name.slice(0, LIMITS.letters);
}

/** The numbers of layers or heads in the model; 1, 2, … if the file doesn't say. */
function numbering(file, field, count) {
  const numbers = file[field];
  if (numbers === undefined) return Array.from({ length: count }, (_, index) => index + 1);
  checkList(numbers, field, count, count);
  const invalid = numbers.findIndex((number) => !Number.isInteger(number) || number < 0);
  if (invalid >= 0) throw new Problem("not_whole", `${field}[${invalid}]`, { found: preview(numbers[invalid]) });
  if (new Set(numbers).size !== count) throw new Problem("twice", field);
  return numbers;
}

function encoderDecoder(file, attempt) {
  const parts = ["encoder", "decoder", "cross"].map((name) =>
    attempt(() => {
      if (file[name] === undefined) throw new Problem("missing", name);
      if (!isObject(file[name])) throw new Problem("not_object", name, { found: typeOf(file[name]) });
      return file[name];
    }),
  );
  if (parts.includes(undefined)) return [undefined];
  const [encoder, decoder] = [
    selfAttention(file.encoder, "encoder.", "encoder", attempt),
    selfAttention(file.decoder, "decoder.", "decoder", attempt),
  ];
  if (!encoder || !decoder) return [undefined];
  const cross = attempt(() =>
    withVectors(
      { id: "cross", causal: false, queryTokens: decoder.queryTokens, keyTokens: encoder.queryTokens },
      file.cross,
      "cross.",
    ),
  );
  return [{ ...encoder, id: "encoder" }, { ...decoder, id: "decoder" }, cross];
}

function selfAttention(part, prefix, kind, attempt) {
  const tokens = attempt(() => tokensOf(part, prefix));
  if (!tokens) {
    attempt(() => tensor(part, "attention", prefix, 4));
    return undefined;
  }
  return attempt(() => {
    const split = splitOf(part, prefix, tokens.length);
    return withVectors(
      { id: "self", causal: kind === "decoder", queryTokens: tokens, keyTokens: tokens, split },
      part,
      prefix,
    );
  });
}

// -- tokens, weights, vectors

function tokensOf(part, prefix) {
  const path = `${prefix}tokens`;
  const tokens = field(part, "tokens", prefix);
  checkList(tokens, path, 1, LIMITS.tokens);
  tokens.forEach((token, index) => {
    if (typeof token !== "string") throw new Problem("not_text", `${path}[${index}]`, { found: typeOf(token) });
    if (token.length > LIMITS.letters) throw new Problem("long_token", `${path}[${index}]`, { most: LIMITS.letters });
  });
  return tokens.map(readable);
}

/** A token for display. Tokenizers write a space before a word as Ġ or ▁, a line break as Ċ. */
export const readable = (token) =>
  token
    .replace(/<\/w>$/, "")
    .replace(/[Ġ▁]/g, "·")
    .replace(/[Ċ\n]/g, "¶")
    .replace(/\s/g, "·") || "∅";

function splitOf(part, prefix, count) {
  const split = part.sentence_b_start;
  if (split === undefined || split === null) return 0;
  if (!Number.isInteger(split) || split < 1 || split >= count)
    throw new Problem("bad_split", `${prefix}sentence_b_start`, { last: count - 1, found: preview(split) });
  return split;
}

function withVectors(part, raw, prefix) {
  const rows = part.queryTokens.length;
  const columns = part.keyTokens.length;
  const attention = tensor(raw, "attention", prefix, 4);
  checkSizes(attention, `${prefix}attention`, rows, columns);
  const hasSink = checkWeights(attention, `${prefix}attention`, part.causal);
  const vectors = {};
  for (const [name, count] of [
    ["queries", rows],
    ["keys", columns],
    ["values", columns],
  ]) {
    if (raw[name] === undefined || raw[name] === null) continue;
    vectors[name] = tensor(raw, name, prefix, 4);
    checkCount(vectors[name].length, attention.length, "layers", `${prefix}${name}`);
    vectors[name].forEach((heads, l) => {
      checkCount(heads.length, attention[0].length, "heads", `${prefix}${name}[${l}]`);
      heads.forEach((positions, h) => checkCount(positions.length, count, "tokens", `${prefix}${name}[${l}][${h}]`));
    });
    checkDimensions(vectors[name], `${prefix}${name}`);
  }
  for (const [name, other] of [
    ["queries", "keys"],
    ["keys", "queries"],
  ]) {
    if (vectors[name] && !vectors[other]) throw new Problem("alone", `${prefix}${name}`, { other });
  }
  if (vectors.queries)
    checkCount(vectors.keys[0][0][0].length, vectors.queries[0][0][0].length, "dimensions", `${prefix}keys`);
  return { ...part, attention, hasSink, ...vectors };
}

/** All vectors have the length of the first. */
function checkDimensions(vectors, path) {
  const length = vectors[0][0][0].length;
  vectors.forEach((heads, l) =>
    heads.forEach((positions, h) =>
      positions.forEach((vector, p) => checkCount(vector.length, length, "dimensions", `${path}[${l}][${h}][${p}]`)),
    ),
  );
}

function checkSizes(attention, path, rows, columns) {
  attention.forEach((heads, l) => {
    checkCount(heads.length, attention[0].length, "heads", `${path}[${l}]`);
    heads.forEach((matrix, h) => {
      checkCount(matrix.length, rows, "queries", `${path}[${l}][${h}]`);
      matrix.forEach((row, q) => checkCount(row.length, columns, "keys", `${path}[${l}][${h}][${q}]`));
    });
  });
}

/**
 * Each weight is a share, and no row adds up to more than 1. It may be less, where an attention sink takes the rest;
 * rows and columns that were swapped, or scores, still give a row that is more.
 * @returns {boolean} whether any row adds up to less than 1
 */
function checkWeights(attention, path, causal) {
  let hasSink = false;
  attention.forEach((heads, l) =>
    heads.forEach((matrix, h) =>
      matrix.forEach((row, q) => {
        const rowPath = `${path}[${l}][${h}][${q}]`;
        let sum = 0;
        row.forEach((weight, k) => {
          if (weight < 0 || weight > 1 + TOLERANCE)
            throw new Problem("not_share", `${rowPath}[${k}]`, { found: weight });
          if (causal && k > q && weight > HIDDEN)
            throw new Problem("looks_ahead", `${rowPath}[${k}]`, { found: weight });
          sum += weight;
        });
        if (sum > 1 + TOLERANCE) throw new Problem("row_sum", rowPath, { found: sum });
        hasSink ||= sum < 1 - TOLERANCE;
      }),
    ),
  );
  return hasSink;
}

// -- checks of form

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const typeOf = (value) => (value === null ? "null" : Array.isArray(value) ? "list" : typeof value);
const preview = (value) => {
  const text = JSON.stringify(value) ?? "";
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
};

function field(part, name, prefix) {
  if (part[name] === undefined) {
    const near = Object.keys(part).find((key) => key.toLowerCase().startsWith(name.slice(0, 4)));
    throw near ? new Problem("missing_near", `${prefix}${name}`, { near }) : new Problem("missing", `${prefix}${name}`);
  }
  return part[name];
}

function checkList(value, path, min, max) {
  if (!Array.isArray(value)) throw new Problem("not_list", path, { found: typeOf(value) });
  if (value.length < min)
    throw new Problem(value.length === 0 ? "empty_list" : "short_list", path, { least: min, found: value.length });
  if (value.length > max) throw new Problem("long_list", path, { most: max, found: value.length });
  return value;
}

function checkCount(found, expected, what, path) {
  if (found !== expected) throw new Problem(`count_${what}`, path, { found, expected });
}

const MAX_LENGTHS = [LIMITS.layers, LIMITS.heads, LIMITS.tokens, LIMITS.dimensions];

/** Nested lists, `depth` deep, with finite numbers at the bottom. */
function tensor(part, name, prefix, depth) {
  const numbers = field(part, name, prefix);
  const tensorPath = `${prefix}${name}`;
  const checkLevel = (list, path, level) => {
    checkList(list, path, 1, MAX_LENGTHS[level]);
    list.forEach((element, index) => {
      const elementPath = `${path}[${index}]`;
      if (level === depth - 1) checkNumber(element, elementPath);
      else if (Array.isArray(element)) checkLevel(element, elementPath, level + 1);
      else if (typeof element === "number")
        throw new Problem("too_shallow", tensorPath, { found: level + 1, expected: depth });
      else throw new Problem("not_list", elementPath, { found: typeOf(element) });
    });
  };
  const checkNumber = (element, path) => {
    if (Array.isArray(element)) throw new Problem("too_deep", tensorPath);
    if (typeof element !== "number" || !Number.isFinite(element))
      throw new Problem("not_number", path, { found: preview(element) });
  };
  checkLevel(numbers, tensorPath, 0);
  return numbers;
}

// -- for the views

/** One part for the views: `head(layer, head)` computes all that the file allows, once. */
function toViewPart({ attention, queries, keys, values, ...part }) {
  const cache = new Map();
  const compute = (l, h) => {
    const weights = attention[l][h];
    if (!queries) return { weights, ...(values && { values: values[l][h], context: matmul(weights, values[l][h]) }) };
    const headValues = values?.[l][h];
    const computed = head(queries[l][h], keys[l][h], headValues ?? keys[l][h], part.causal);
    // Where positions or biases enter between q·k and softmax, the file's attention is what the model used.
    const agrees = weights.every((row, q) =>
      row.every((weight, k) => Math.abs(weight - computed.weights[q][k]) <= AGREEMENT),
    );
    return { ...computed, weights, agrees, values: headValues, context: headValues && matmul(weights, headValues) };
  };
  return {
    ...part,
    layers: attention.length,
    heads: attention[0].length,
    hasVectors: Boolean(queries),
    head(l, h) {
      const key = `${l} ${h}`;
      if (!cache.has(key)) cache.set(key, compute(l, h));
      return cache.get(key);
    },
  };
}
