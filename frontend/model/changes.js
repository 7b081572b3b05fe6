// What if? Changes of the model's calculation, as data that a link can carry, and what they do to numbers on the way.
//
//   { kind: "remove", layer, head, by: "zero" | "mean" }   the head's output becomes 0, or its mean over sentences
//   { kind: "scale", layer, head, factor }                 the head's output is multiplied
//   { kind: "weight", layer, head, query, key, weight, rest }
//   { kind: "row", layer, head, query, weights, rest }     `rest`: "rescale", so that the row adds up to 1, or "keep"
//   { kind: "forbid", layer, head, query, key }            no attention from query to key; -1: in all layers, all heads
//   { kind: "patch", place: "weights" | "output" | "stream", layer, head, position }
//                                                          what a second sentence has there; position -1: everywhere
//
// Layers, heads and positions count from 0; `layer` of a patched stream says in front of which layer. Each has `off`, a
// boolean: whether the reader has switched it off for now. Changes come about where the calculation gets to them (a
// weight can be set although attention to it is forbidden); at the same place, in the order of the list.
//
// A row of zeros stays one when rescaled. Of the first token's row there is nothing else to rescale: its only weight is
// what it is set to. A patch everywhere replaces the positions that both sentences have.

import { isNumber, isWhole } from "../core/validators.js";
import { sumOf } from "../tensors/rows.js";

/** The kinds of changes. */
export const KINDS = ["remove", "scale", "weight", "row", "forbid", "patch"];
export const WAYS = ["zero", "mean"];
export const RESTS = ["rescale", "keep"];
export const PLACES = ["weights", "output", "stream"];
/** How far an output may be scaled; below 0 it is turned around. */
export const FACTORS = { min: -2, max: 3 };
export const MAX_CHANGES = 24;

const isShare = (value) => isNumber(value, 0, 1);

/** What each kind must hold beside layer and head, given the model's sizes. */
const VALID = {
  remove: ({ by }) => WAYS.includes(by),
  scale: ({ factor }) => isNumber(factor, FACTORS.min, FACTORS.max),
  weight: ({ query, key, weight, rest }, { length }) => isPair(query, key, length) && isShare(weight) && isRest(rest),
  row: ({ query, weights, rest }, { length }) =>
    isWhole(query, 0, length - 1) &&
    Array.isArray(weights) &&
    weights.length === query + 1 &&
    weights.every(isShare) &&
    isRest(rest),
  forbid: ({ query, key }, { length }) => isPair(query, key, length),
  patch: ({ place, position }, { length }) => PLACES.includes(place) && isWhole(position, -1, length - 1),
};

const isRest = (rest) => RESTS.includes(rest);
const isPair = (query, key, length) => isWhole(query, 0, length - 1) && isWhole(key, 0, query);

/**
 * Whether the explorer can make this change.
 * @param {any} change from a link
 * @param {{ layers: number, heads: number, length: number }} sizes of the model; the length of its context
 */
export function isChange(change, sizes) {
  if (typeof change !== "object" || change === null || !KINDS.includes(change.kind)) return false;
  const least = change.kind === "forbid" ? -1 : 0;
  const places = change.kind === "patch" && change.place === "stream" ? sizes.layers + 1 : sizes.layers;
  return (
    isWhole(change.layer, least, places - 1) &&
    isWhole(change.head, least, sizes.heads - 1) &&
    typeof change.off === "boolean" &&
    VALID[change.kind](change, sizes)
  );
}

/**
 * Whether a sentence of `length` tokens has what is changed; a patch also needs it in the second sentence.
 * @param {any} change
 * @param {number} length
 * @param {number} sourceLength 0 without a second sentence
 */
export function fits(change, length, sourceLength) {
  if (change.kind === "patch") return change.position < Math.min(length, sourceLength) && sourceLength > 0;
  return (change.query ?? 0) < length;
}

// -- what a change does

const isAt = (change, layer, head) =>
  (change.layer === layer || change.layer === -1) && (change.head === head || change.head === -1);

/** A weight is set, and those of the other visible keys share what is left as they did before. */
function setWeight(row, query, key, weight, rest) {
  row[key] = weight;
  if (rest === "keep") return;
  const others = sumOf(row, 0, key) + sumOf(row, key + 1, query - key);
  for (let k = 0; k <= query; k += 1)
    if (k !== key) row[k] = others > 0 ? (row[k] / others) * (1 - weight) : (1 - weight) / query;
}

// Each number is divided by the sum: one divided by the smallest numbers is infinite.
function setRow(row, weights, rest) {
  const sum = sumOf(weights, 0, weights.length);
  const divisor = rest === "rescale" && sum > 0 ? sum : 1;
  weights.forEach((weight, key) => (row[key] = weight / divisor));
}

/** The rows that a patch replaces. */
const positionsOf = ({ position }, length, sourceLength) =>
  position >= 0 ? [position] : Array.from({ length: Math.min(length, sourceLength) }, (_, index) => index);

const EDITS = {
  remove: (change, { means }) => ({
    output: (layer, head, rows) => {
      const mean = change.by === "mean" ? means()[layer][head] : undefined;
      for (const row of rows) mean ? row.set(mean) : row.fill(0);
    },
  }),
  scale: ({ factor }) => ({
    output: (_layer, _head, rows) => rows.forEach((row) => row.forEach((number, d) => (row[d] = number * factor))),
  }),
  weight: ({ query, key, weight, rest }, { length }) => ({
    weights: (_layer, _head, table) => setWeight(rowOf(table, query, length), query, key, weight, rest),
  }),
  row: ({ query, weights, rest }, { length }) => ({
    weights: (_layer, _head, table) => setRow(rowOf(table, query, length), weights, rest),
  }),
  forbid: ({ query, key }, { length }) => ({
    masked: (_layer, _head, table) => (table[query * length + key] = -Infinity),
  }),
  patch: (change, { model, length, source }) => {
    const positions = positionsOf(change, length, source.length);
    const copyRows = (to, from) => positions.forEach((position) => to[position].set(from[position]));
    if (change.place === "stream")
      return {
        stream: (place, table) => copyRows(rows(table, model.width), rows(streamAt(source, place), model.width)),
      };
    if (change.place === "output")
      return { output: (layer, head, to) => copyRows(to, model.headOf(source, layer, head).context) };
    return {
      weights: (layer, head, table) => {
        const { weights } = source.blocks[layer].heads[head];
        // Behind its own token a row has nothing but zeros, in both sentences.
        for (const q of positions) rowOf(table, q, length).set(rowOf(weights, q, source.length).subarray(0, q + 1));
      },
    };
  },
};

const rowOf = (table, row, width) => table.subarray(row * width, (row + 1) * width);
const rows = (table, width) => Array.from({ length: table.length / width }, (_, row) => rowOf(table, row, width));

/**
 * The residual stream in front of layer `place`, or behind the last one.
 * @type {(activations: import("./language-model.js").Activations, place: number) => Float64Array}
 */
export const streamAt = ({ blocks }, place) => (place < blocks.length ? blocks[place].input : blocks.at(-1).output);

/**
 * The edits of a run (language-model.js).
 * @param {any[]} changes that fit
 * @param {object} context
 * @param {import("./language-model.js").LanguageModel} context.model
 * @param {number} context.length of the sentence, in tokens
 * @param {import("./language-model.js").Activations} [context.source] of a second sentence
 * @param {() => Float64Array[][]} [context.means] each head's mean output, by layer and head
 * @returns {import("./language-model.js").Edits}
 */
export function editsOf(changes, context) {
  const made = changes.map((change) => ({ change, edits: EDITS[change.kind](change, context) }));
  const ofHead = (name) => (layer, head, table) => {
    for (const { change, edits } of made) if (isAt(change, layer, head)) edits[name]?.(layer, head, table);
  };
  return {
    masked: ofHead("masked"),
    weights: ofHead("weights"),
    output: ofHead("output"),
    stream: (place, table) => {
      for (const { change, edits } of made) if (change.layer === place) edits.stream?.(place, table);
    },
  };
}

/**
 * The mean output of each head over all positions of some texts.
 * @param {import("./language-model.js").LanguageModel} model
 * @param {number[][]} texts ids
 * @returns {Float64Array[][]} by layer and head
 */
export function meanOutputs(model, texts) {
  const sums = model.blocks.map(() => new Float64Array(model.width));
  let count = 0;
  for (const ids of texts) {
    const { blocks } = model.run(ids);
    blocks.forEach(({ joined }, layer) => joined.forEach((number, i) => (sums[layer][i % model.width] += number)));
    count += ids.length;
  }
  return sums.map((sum) =>
    rows(
      sum.map((number) => number / count),
      model.headDimension,
    ),
  );
}
