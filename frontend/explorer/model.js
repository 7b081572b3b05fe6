// The small decoder, computed in 64 bits with everything on the way kept: what the views show is what the model does.
// Rows are positions. Blocks normalize before each part, the last matrix is the embedding table again.

import { fromBase64, readSafetensors } from "./safetensors.js";

const NORM_EPSILON = 1e-5; // torch.nn.LayerNorm's

// -- arithmetic on rows: arrays of Float64Array

const matrix = (count, columns, fill) =>
  Array.from({ length: count }, (_, r) => Float64Array.from({ length: columns }, (_, c) => fill(r, c)));

const addRows = (left, right) => left.map((row, r) => row.map((number, c) => number + right[r][c]));

/** @type {(left: ArrayLike<number>, right: ArrayLike<number>) => number} the dot product of two vectors */
export function dot(left, right) {
  let sum = 0;
  for (let index = 0; index < left.length; index += 1) sum += left[index] * right[index];
  return sum;
}

/** torch.nn.Linear: `weight` has one row for each output. */
function linear(rows, { weight, bias }) {
  return rows.map((row) => {
    const outputs = new Float64Array(weight.length);
    for (let index = 0; index < outputs.length; index += 1)
      outputs[index] = dot(row, weight[index]) + (bias ? bias[index] : 0);
    return outputs;
  });
}

function layerNorm(rows, { weight, bias }) {
  return rows.map((row) => {
    const mean = row.reduce((sum, number) => sum + number, 0) / row.length;
    const variance = row.reduce((sum, number) => sum + (number - mean) ** 2, 0) / row.length;
    const spread = Math.sqrt(variance + NORM_EPSILON);
    return row.map((number, index) => ((number - mean) / spread) * weight[index] + bias[index]);
  });
}

/**
 * Softmax of one row of scores. A hidden score is −∞, and its weight 0.
 * @type {(row: Float64Array) => Float64Array}
 */
export function softmax(row) {
  let largest = -Infinity;
  for (const number of row) if (number > largest) largest = number;
  const powers = row.map((number) => Math.exp(number - largest));
  let total = 0;
  for (const power of powers) total += power;
  return powers.map((power) => power / total);
}

const SATURATED = 6; // from here on, erf is ±1 in 64 bits

/** The error function by a series whose terms all have one sign, so that nothing cancels. */
export function erf(x) {
  if (Math.abs(x) >= SATURATED) return Math.sign(x);
  let term = x;
  let sum = x;
  for (let n = 1; Math.abs(term) > 1e-17 * Math.abs(sum); n += 1) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

const gelu = (x) => 0.5 * x * (1 + erf(x / Math.SQRT2));

// -- attention, one head at a time

/**
 * Scaled dot-product attention of one head, with every step.
 * @param {ArrayLike<number>[]} queries (positions, head dimension)
 * @param {ArrayLike<number>[]} keys (key positions, head dimension)
 * @param {ArrayLike<number>[]} values (key positions, head dimension)
 * @param {boolean} causal no query sees later keys
 */
export function head(queries, keys, values, causal = true) {
  const scale = Math.sqrt(queries[0].length);
  const scores = queries.map((query) => Float64Array.from(keys, (key) => dot(query, key)));
  const scaled = scores.map((row) => row.map((score) => score / scale));
  const masked = scaled.map((row, query) => row.map((score, key) => (causal && key > query ? -Infinity : score)));
  const weights = masked.map(softmax);
  const context = mixed(weights, values);
  return { queries, keys, values, scores, scaled, masked, weights, context };
}

/**
 * Weighted sums of the values, one for each row of weights.
 * @param {ArrayLike<number>[]} weights (positions, key positions)
 * @param {ArrayLike<number>[]} values (key positions, head dimension)
 * @returns {Float64Array[]} (positions, head dimension)
 */
export function mixed(weights, values) {
  return weights.map((row) => {
    const sum = new Float64Array(values[0].length);
    row.forEach((weight, key) => {
      if (weight !== 0) for (let index = 0; index < sum.length; index += 1) sum[index] += weight * values[key][index];
    });
    return sum;
  });
}

const columnsOf = (rows, first, count) => rows.map((row) => row.subarray(first, first + count));

// -- the model

/** The page's language model: a decoder whose weights were trained with torch (models/). */
export class LanguageModel {
  /** @param {string} text the safetensors file in base64 */
  constructor(text) {
    const { metadata, tensors } = readSafetensors(fromBase64(text));
    const tensor = (name) => {
      const { shape, numbers } = tensors[name];
      return shape.length === 1
        ? numbers
        : Array.from({ length: shape[0] }, (_, row) => numbers.subarray(row * shape[1], (row + 1) * shape[1]));
    };
    const layer = (name) => ({
      weight: tensor(`${name}.weight`),
      bias: `${name}.bias` in tensors ? tensor(`${name}.bias`) : undefined,
    });
    this.metadata = metadata;
    this.vocabulary = JSON.parse(metadata.vocabulary);
    this.ids = new Map(this.vocabulary.map((token, id) => [token, id]));
    this.numHeads = Number(metadata.num_heads);
    this.contextLength = Number(metadata.context_length);
    this.tokenEmbedding = tensor("token_embedding.weight");
    this.positionEmbedding = tensor("position_embedding.weight");
    this.finalNorm = layer("final_norm");
    this.blocks = Array.from({ length: Number(metadata.num_layers) }, (_, index) => {
      const blockLayer = (name) => layer(`blocks.${index}.${name}`);
      return {
        norm1: blockLayer("norm1"),
        query: blockLayer("attention.W_query"),
        key: blockLayer("attention.W_key"),
        value: blockLayer("attention.W_value"),
        projection: blockLayer("attention.out_proj"),
        norm2: blockLayer("norm2"),
        widening: blockLayer("feed_forward.0"),
        narrowing: blockLayer("feed_forward.2"),
      };
    });
  }

  /**
   * Runs the model and keeps all activations, from embeddings to probabilities.
   * @param {number[]} ids indexes of the vocabulary
   */
  run(ids) {
    const width = this.tokenEmbedding[0].length;
    const embedding = matrix(ids.length, width, (t, c) => this.tokenEmbedding[ids[t]][c]);
    const position = matrix(ids.length, width, (t, c) => this.positionEmbedding[t][c]);
    let stream = addRows(embedding, position);
    const activations = { embedding, position, input: stream, blocks: [] };
    for (const block of this.blocks) {
      const computed = this.block(block, stream);
      activations.blocks.push(computed);
      stream = computed.output;
    }
    activations.normed = layerNorm(stream, this.finalNorm);
    activations.logits = linear(activations.normed, { weight: this.tokenEmbedding });
    activations.probabilities = activations.logits.map(softmax);
    return activations;
  }

  block(block, input) {
    const norm1 = layerNorm(input, block.norm1);
    const [queries, keys, values] = [block.query, block.key, block.value].map((projection) =>
      linear(norm1, projection),
    );
    const size = queries[0].length / this.numHeads;
    const heads = Array.from({ length: this.numHeads }, (_, h) =>
      head(...[queries, keys, values].map((rows) => columnsOf(rows, h * size, size))),
    );
    const joined = input.map((_, t) =>
      Float64Array.from({ length: size * this.numHeads }, (_, c) => heads[Math.floor(c / size)].context[t][c % size]),
    );
    const projected = linear(joined, block.projection);
    const attended = addRows(input, projected);
    const norm2 = layerNorm(attended, block.norm2);
    const hidden = linear(norm2, block.widening);
    const activated = hidden.map((row) => row.map(gelu));
    const feedForward = linear(activated, block.narrowing);
    return {
      input,
      norm1,
      heads,
      joined,
      projected,
      attended,
      norm2,
      hidden,
      activated,
      fed: feedForward,
      output: addRows(attended, feedForward),
    };
  }
}
