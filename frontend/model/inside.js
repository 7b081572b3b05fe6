// What the model knows on the way: its guess after each step (logit lens), and what each part adds to a logit.

import { softmaxOf } from "../tensors/rows.js";
import { streamAt } from "./changes.js";

/** @typedef {import("./language-model.js").Activations} Activations */
/**
 * @typedef {object} Guess
 * @property {"input" | "attention" | "output"} step behind the embeddings, or behind a part of `layer`
 * @property {number} layer
 * @property {Float64Array} probabilities flat, a row of the vocabulary's length for each position
 */
/**
 * @typedef {object} Contribution
 * @property {"word" | "position" | "patch" | "head" | "bias" | "feed_forward" | "final_norm"} part
 *   `patch`: what a patched residual stream changed in front of `layer`
 * @property {number} [layer]
 * @property {number} [head]
 * @property {number} value
 */

/**
 * The logit lens (nostalgebraist, 2020): the final norm and the output matrix read the residual stream after each step.
 * @param {import("./language-model.js").LanguageModel} model
 * @param {Activations} activations
 * @returns {Guess[]} from the embeddings to the last layer
 */
export function logitLens(model, activations) {
  const read = (stream) => {
    const logits = model.unembedding.apply(model.finalNorm.apply(stream));
    const count = model.vocabulary.length;
    for (let start = 0; start < logits.length; start += count) softmaxOf(logits, start, count);
    return logits;
  };
  /** @type {Guess[]} */
  const steps = activations.blocks.flatMap((block, layer) => [
    { step: "attention", layer, probabilities: read(block.attended) },
    { step: "output", layer, probabilities: read(block.output) },
  ]);
  return [{ step: "input", layer: 0, probabilities: read(activations.blocks[0].input) }, ...steps];
}

/**
 * How much each part adds to a logit (direct logit attribution; Elhage et al., 2021). The final norm subtracts a mean
 * and divides by a scale that the whole stream sets; with that scale, everything is a sum: the parts add up to the
 * logit.
 * @param {import("./language-model.js").LanguageModel} model
 * @param {Activations} activations
 * @param {number} position whose next token is guessed
 * @param {number} id of the guessed token
 * @returns {Contribution[]} in the order of the calculation
 */
export function contributions(model, activations, position, id) {
  const { width, finalNorm } = model;
  const row = (table) => table.subarray(position * width, (position + 1) * width);
  const stream = row(activations.blocks.at(-1).output);
  const direction = readingDirection(model, stream, id);
  const value = (vector) => vector.reduce((sum, number, c) => sum + number * direction[c], 0);
  /** @type {Contribution[]} */
  const parts = [
    { part: "word", value: value(row(activations.embedding)) },
    { part: "position", value: value(row(activations.position)) },
  ];
  let sum = activations.embedding.map((number, i) => number + activations.position[i]);
  const addPatch = (place) => {
    const table = streamAt(activations, place);
    const change = row(table).map((number, c) => number - row(sum)[c]);
    if (change.some((number) => number !== 0)) parts.push({ part: "patch", layer: place, value: value(change) });
  };
  activations.blocks.forEach((block, layer) => {
    addPatch(layer);
    for (let head = 0; head < model.numHeads; head += 1)
      parts.push({ part: "head", layer, head, value: value(headOutput(model, row(block.joined), layer, head)) });
    parts.push({ part: "bias", layer, value: value(model.blocks[layer].projection.bias) });
    parts.push({ part: "feed_forward", layer, value: value(row(block.fed)) });
    sum = block.attended.map((number, i) => number + block.fed[i]);
  });
  addPatch(activations.blocks.length);
  const bias = finalNorm.bias.reduce((total, number, c) => total + number * unembeddingOf(model, id)[c], 0);
  return [...parts, { part: "final_norm", value: bias }];
}

const unembeddingOf = (model, id) => model.tokenEmbedding.subarray(id * model.width, (id + 1) * model.width);

/** With which vector the final norm and the output matrix multiply what stands in the stream. */
function readingDirection(model, stream, id) {
  const { width, finalNorm } = model;
  const output = unembeddingOf(model, id);
  const mean = stream.reduce((sum, number) => sum + number, 0) / width;
  const variance = stream.reduce((sum, number) => sum + (number - mean) ** 2, 0) / width;
  const scaled = output.map((number, c) => (number * finalNorm.weight[c]) / Math.sqrt(variance + finalNorm.epsilon));
  // The norm also takes the mean from whatever it is given: the vector that does so has mean 0 itself.
  const center = scaled.reduce((sum, number) => sum + number, 0) / width;
  return scaled.map((number) => number - center);
}

/** What a head adds to the stream: its part of the weighted sums times its columns of the output projection. */
function headOutput(model, joined, layer, head) {
  const { width, headDimension } = model;
  const { weight } = model.blocks[layer].projection; // (outputs, inputs)
  return Float64Array.from({ length: width }, (_, output) => {
    let sum = 0;
    for (let d = head * headDimension; d < (head + 1) * headDimension; d += 1)
      sum += weight[output * width + d] * joined[d];
    return sum;
  });
}
