// The open format for the attention of any model: JSON that is read here, checked, and turned into what the views show.
//
//   {"version": 1, "kind": "decoder", "tokens": ["The", "dog"], "attention": [layer][head][query][key]}
//
// `kind`: decoder (no token looks at a later one), encoder, or encoder-decoder, which has its tokens and attention in
// the parts "encoder", "decoder" and "cross". Optional beside each attention: "queries", "keys" and "values"
// [layer][head][position][dimension]; beside tokens: "sentence_b_start", where the second sentence of a pair begins.
// Optional for the whole: "name", and "layers" and "heads", the numbers that the model gives to those in the file.

import { head, mixed } from "./model.js";

export const VERSION = 1;
export const LIMITS = { bytes: 100e6, tokens: 1024, layers: 200, heads: 256, letters: 200, dimensions: 1024 };
const KINDS = ["decoder", "encoder", "encoder-decoder"];
const TOLERANCE = 0.02; // of a row's sum: attention is often stored with four digits or in 16 bits
const HIDDEN = 1e-6; // more than this on a later token is no causal mask
const AGREEMENT = 0.01; // between the attention in the file and what its queries and keys give
const MOST_PROBLEMS = 5;

/** What is wrong with a file: the name of a message, the place, and what else the message has to say. */
class Problem extends Error {
  constructor(key, place = "", fill = {}) {
    super(key);
    this.problem = { key, place, fill };
  }
}

/** `{reading}` for what the views show, or `{problems}`: up to five of `{key, place, fill}`. */
export function readAttention(text) {
  if (text.length > LIMITS.bytes)
    return { problems: [{ key: "too_large", place: "", fill: { most: LIMITS.bytes / 1e6 } }] };
  const problems = [];
  /** Runs one check; later ones go on, to tell more than one fault at once. */
  const attempt = (check) => {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems.push(error.problem);
      return undefined;
    }
  };
  const reading = attempt(() => readingOf(parsed(text), attempt));
  return problems.length ? { problems: problems.slice(0, MOST_PROBLEMS) } : { reading };
}

function parsed(text) {
  if (text.trim() === "") throw new Problem("empty_file");
  try {
    return JSON.parse(text);
  } catch (error) {
    if (/(?<=[[,:\s])-?(NaN|Infinity)(?=[\],}\s])/.test(text)) throw new Problem("not_finite_json");
    // Each browser says it in its own way, or not at all.
    const [, at] = /position (\d+)/.exec(error.message) ?? [];
    const [, named] = /line (\d+)/.exec(error.message) ?? [];
    const line = at === undefined ? named : text.slice(0, Number(at)).split("\n").length;
    throw line === undefined ? new Problem("no_json") : new Problem("not_json", "", { line });
  }
}

// -- the whole

function readingOf(file, attempt) {
  if (!isObject(file)) throw new Problem("not_object", "", { found: typeOf(file) });
  if (file.version !== undefined && file.version !== VERSION)
    throw new Problem("unknown_version", "version", { known: VERSION, found: shown(file.version) });
  if (!KINDS.includes(file.kind))
    throw new Problem(file.kind === undefined ? "missing" : "unknown_kind", "kind", {
      known: KINDS.join(", "),
      found: shown(file.kind),
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
    parts: parts.map(partOf),
  };
}

function nameOf({ name }) {
  if (name === undefined) return "";
  if (typeof name !== "string") throw new Problem("not_text", "name", { found: typeOf(name) });
  return name.slice(0, LIMITS.letters);
}

/** The numbers that layers or heads bear: those of the model, if the file holds only some of them. */
function numbering(file, field, count) {
  const numbers = file[field];
  if (numbers === undefined) return Array.from({ length: count }, (_, place) => place + 1);
  list(numbers, field, count, count);
  const wrong = numbers.findIndex((number) => !Number.isInteger(number) || number < 0);
  if (wrong >= 0) throw new Problem("not_whole", `${field}[${wrong}]`, { found: shown(numbers[wrong]) });
  if (new Set(numbers).size !== count) throw new Problem("twice", field);
  return numbers;
}

function encoderDecoder(file, attempt) {
  const there = ["encoder", "decoder", "cross"].map((name) =>
    attempt(() => {
      if (file[name] === undefined) throw new Problem("missing", name);
      if (!isObject(file[name])) throw new Problem("not_object", name, { found: typeOf(file[name]) });
      return file[name];
    }),
  );
  if (there.includes(undefined)) return [undefined];
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

function selfAttention(part, where, kind, attempt) {
  const tokens = attempt(() => tokensOf(part, where));
  if (!tokens) {
    attempt(() => tensor(part, "attention", where, 4));
    return undefined;
  }
  return attempt(() => {
    const split = splitOf(part, where, tokens.length);
    return withVectors(
      { id: "self", causal: kind === "decoder", queryTokens: tokens, keyTokens: tokens, split },
      part,
      where,
    );
  });
}

// -- the parts of a part

function tokensOf(part, where) {
  const place = `${where}tokens`;
  const tokens = field(part, "tokens", where);
  list(tokens, place, 1, LIMITS.tokens);
  tokens.forEach((token, at) => {
    if (typeof token !== "string") throw new Problem("not_text", `${place}[${at}]`, { found: typeOf(token) });
    if (token.length > LIMITS.letters) throw new Problem("long_token", `${place}[${at}]`, { most: LIMITS.letters });
  });
  return tokens.map(readable);
}

/** Tokenizers write a space in front of a word as Ġ or ▁, and a line's end as Ċ. */
export const readable = (token) =>
  token
    .replace(/<\/w>$/, "")
    .replace(/[Ġ▁]/g, "␣")
    .replace(/Ċ/g, "⏎")
    .replace(/\s/g, "␣") || "∅";

function splitOf(part, where, count) {
  const split = part.sentence_b_start;
  if (split === undefined || split === null) return 0;
  if (!Number.isInteger(split) || split < 1 || split >= count)
    throw new Problem("bad_split", `${where}sentence_b_start`, { last: count - 1, found: shown(split) });
  return split;
}

function withVectors(part, raw, where) {
  const rows = part.queryTokens.length;
  const columns = part.keyTokens.length;
  const attention = tensor(raw, "attention", where, 4);
  sized(attention, `${where}attention`, rows, columns);
  checkWeights(attention, `${where}attention`, part.causal);
  const vectors = {};
  for (const [name, count] of [
    ["queries", rows],
    ["keys", columns],
    ["values", columns],
  ]) {
    if (raw[name] === undefined || raw[name] === null) continue;
    vectors[name] = tensor(raw, name, where, 4);
    same(vectors[name].length, attention.length, "layers", `${where}${name}`);
    vectors[name].forEach((heads, l) => {
      same(heads.length, attention[0].length, "heads", `${where}${name}[${l}]`);
      heads.forEach((positions, h) => same(positions.length, count, "tokens", `${where}${name}[${l}][${h}]`));
    });
    uniform(vectors[name], `${where}${name}`);
  }
  for (const [one, other] of [
    ["queries", "keys"],
    ["keys", "queries"],
  ]) {
    if (vectors[one] && !vectors[other]) throw new Problem("alone", `${where}${one}`, { other });
  }
  if (vectors.queries)
    same(vectors.keys[0][0][0].length, vectors.queries[0][0][0].length, "dimensions", `${where}keys`);
  return { ...part, attention, ...vectors };
}

/** Every vector as long as the first. */
function uniform(vectors, place) {
  const length = vectors[0][0][0].length;
  vectors.forEach((heads, l) =>
    heads.forEach((positions, h) =>
      positions.forEach((vector, p) => same(vector.length, length, "dimensions", `${place}[${l}][${h}][${p}]`)),
    ),
  );
}

function sized(attention, place, rows, columns) {
  attention.forEach((heads, l) => {
    same(heads.length, attention[0].length, "heads", `${place}[${l}]`);
    heads.forEach((matrix, h) => {
      same(matrix.length, rows, "queries", `${place}[${l}][${h}]`);
      matrix.forEach((row, q) => same(row.length, columns, "keys", `${place}[${l}][${h}][${q}]`));
    });
  });
}

function checkWeights(attention, place, causal) {
  attention.forEach((heads, l) =>
    heads.forEach((matrix, h) =>
      matrix.forEach((row, q) => {
        const where = `${place}[${l}][${h}][${q}]`;
        let sum = 0;
        row.forEach((weight, k) => {
          if (weight < 0 || weight > 1 + TOLERANCE) throw new Problem("not_share", `${where}[${k}]`, { found: weight });
          if (causal && k > q && weight > HIDDEN) throw new Problem("looks_ahead", `${where}[${k}]`, { found: weight });
          sum += weight;
        });
        if (Math.abs(sum - 1) > TOLERANCE) throw new Problem("row_sum", where, { found: sum });
      }),
    ),
  );
}

// -- checks of form

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const typeOf = (value) => (value === null ? "null" : Array.isArray(value) ? "list" : typeof value);
const shown = (value) => {
  const text = JSON.stringify(value) ?? "";
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
};

function field(part, name, where) {
  if (part[name] === undefined) {
    const near = Object.keys(part).find((key) => key.toLowerCase().startsWith(name.slice(0, 4)));
    throw near ? new Problem("missing_near", `${where}${name}`, { near }) : new Problem("missing", `${where}${name}`);
  }
  return part[name];
}

function list(value, place, least, most) {
  if (!Array.isArray(value)) throw new Problem("not_list", place, { found: typeOf(value) });
  if (value.length < least)
    throw new Problem(value.length === 0 ? "empty_list" : "short_list", place, { least, found: value.length });
  if (value.length > most) throw new Problem("long_list", place, { most, found: value.length });
  return value;
}

function same(found, expected, what, place) {
  if (found !== expected) throw new Problem(`count_${what}`, place, { found, expected });
}

const MOST = [LIMITS.layers, LIMITS.heads, LIMITS.tokens, LIMITS.dimensions];

/** Lists in lists, `depth` deep, with finite numbers at the bottom. */
function tensor(part, name, where, depth) {
  const value = field(part, name, where);
  const place = `${where}${name}`;
  const walk = (inside, at, level) => {
    list(inside, at, 1, MOST[level]);
    inside.forEach((one, k) => {
      const here = `${at}[${k}]`;
      if (level < depth - 1)
        return Array.isArray(one) ? walk(one, here, level + 1) : fail(one, here, "too_shallow", level + 1);
      if (Array.isArray(one)) throw new Problem("too_deep", place);
      if (typeof one !== "number" || !Number.isFinite(one))
        throw new Problem("not_number", here, { found: shown(one) });
    });
  };
  const fail = (one, at, key, level) => {
    throw typeof one === "number"
      ? new Problem(key, place, { found: level, expected: depth })
      : new Problem("not_list", at, { found: typeOf(one) });
  };
  walk(value, place, 0);
  return value;
}

// -- for the views

/** One part as the views want it: `head(layer, head)` gives all that is known of a head. */
function partOf({ attention, queries, keys, values, ...part }) {
  const found = new Map();
  const compute = (l, h) => {
    const weights = attention[l][h];
    if (!queries) return { weights, ...(values && { values: values[l][h], context: mixed(weights, values[l][h]) }) };
    const given = values?.[l][h];
    const computed = head(queries[l][h], keys[l][h], given ?? keys[l][h], part.causal);
    // Where positions or biases enter between q·k and softmax, the file's attention is what the model used.
    const agrees = weights.every((row, q) =>
      row.every((weight, k) => Math.abs(weight - computed.weights[q][k]) <= AGREEMENT),
    );
    return { ...computed, weights, agrees, values: given, context: given && mixed(weights, given) };
  };
  return {
    ...part,
    layers: attention.length,
    heads: attention[0].length,
    hasVectors: Boolean(queries),
    head(l, h) {
      const key = `${l} ${h}`;
      if (!found.has(key)) found.set(key, compute(l, h));
      return found.get(key);
    },
  };
}
