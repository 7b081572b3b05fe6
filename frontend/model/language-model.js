// The small decoder, computed in 64 bits with everything on the way kept: what the views show is what the model does.
// Blocks normalize before each part, the last matrix is the embedding table again. Tables are flat, row by row, one row
// for each position.

import { fillPanels, makePanels, timesPanels } from "../math/panels.js";
import { erf } from "../tensors/error-function.js";
import { normalize, softmaxOf } from "../tensors/rows.js";
import { fromBase64, readSafetensors } from "./safetensors.js";

/** The rows of a flat table, or `count` columns of each from `first` on. They share its numbers. */
export const rowsOf = (table, width, first = 0, count = width) =>
  Array.from({ length: table.length / width }, (_, row) =>
    table.subarray(row * width + first, row * width + first + count),
  );

/** torch.nn.Linear. `weight` has one row for each output. */
class Linear {
  constructor({ shape: [outputs, inputs], numbers }, bias) {
    this.sizes = [inputs, outputs];
    this.weight = numbers;
    this.bias = bias?.numbers;
    this.panels = makePanels(inputs, outputs);
    const transposed = new Float64Array(numbers.length);
    for (let row = 0; row < outputs; row += 1)
      for (let column = 0; column < inputs; column += 1)
        transposed[column * outputs + row] = numbers[row * inputs + column];
    fillPanels(this.panels, transposed, 0, inputs, outputs);
  }

  apply(table) {
    const [inputs, outputs] = this.sizes;
    const rows = table.length / inputs;
    const result = new Float64Array(rows * outputs);
    timesPanels(table, 0, this.panels, result, 0, [rows, inputs, outputs]);
    if (this.bias) for (let i = 0; i < result.length; i += 1) result[i] += this.bias[i % outputs];
    return result;
  }
}

/** torch.nn.LayerNorm. */
class LayerNorm {
  epsilon = 1e-5; // torch's default

  constructor(weight, bias) {
    this.weight = weight.numbers;
    this.bias = bias.numbers;
  }

  apply(table) {
    const { weight, bias, epsilon } = this;
    const width = weight.length;
    const result = table.slice();
    for (let start = 0; start < result.length; start += width) {
      normalize(result, start, width, epsilon);
      for (let c = 0; c < width; c += 1) result[start + c] = result[start + c] * weight[c] + bias[c];
    }
    return result;
  }
}

/** The sum of two tables. */
export function add(left, right) {
  const result = new Float64Array(left.length);
  for (let i = 0; i < result.length; i += 1) result[i] = left[i] + right[i];
  return result;
}

function gelu(table) {
  const result = new Float64Array(table.length);
  for (let i = 0; i < result.length; i += 1) result[i] = 0.5 * table[i] * (1 + erf(table[i] / Math.SQRT2));
  return result;
}

/** Each row's softmax. A row of which nothing is left looks at nothing: zeros. */
function softmaxOfRows(table, width) {
  const result = table.slice();
  for (let start = 0; start < result.length; start += width) {
    const isEmpty = result.subarray(start, start + width).every((number) => number === -Infinity);
    if (isEmpty) result.fill(0, start, start + width);
    else softmaxOf(result, start, width);
  }
  return result;
}

/**
 * What a change does to numbers on the way (changes.js). Each function changes a table in place.
 * @typedef {object} Edits
 * @property {(layer: number, head: number, masked: Float64Array) => void} [masked] scaled scores behind the causal
 *   mask, (queries, keys)
 * @property {(layer: number, head: number, weights: Float64Array) => void} [weights] (queries, keys)
 * @property {(layer: number, head: number, rows: Float64Array[]) => void} [output] the head's weighted sums, a row for
 *   each position
 * @property {(place: number, stream: Float64Array) => void} [stream] the residual stream in front of layer `place`;
 *   behind the last layer, `place` is the number of layers
 */

/** @typedef {ReturnType<LanguageModel["run"]>} Activations */

/** The page's language model: a decoder whose weights were trained with torch (models/). */
export class LanguageModel {
  /** @param {string} text the safetensors file in base64 */
  constructor(text) {
    const { metadata, tensors } = readSafetensors(fromBase64(text));
    const linear = (name) => new Linear(tensors[`${name}.weight`], tensors[`${name}.bias`]);
    const norm = (name) => new LayerNorm(tensors[`${name}.weight`], tensors[`${name}.bias`]);
    this.metadata = metadata;
    this.vocabulary = JSON.parse(metadata.vocabulary);
    this.ids = new Map(this.vocabulary.map((token, id) => [token, id]));
    this.numHeads = Number(metadata.num_heads);
    this.contextLength = Number(metadata.context_length);
    this.tokenEmbedding = tensors["token_embedding.weight"].numbers;
    this.positionEmbedding = tensors["position_embedding.weight"].numbers;
    this.finalNorm = norm("final_norm");
    this.unembedding = new Linear(tensors["token_embedding.weight"]);
    this.width = this.unembedding.sizes[0];
    this.headDimension = this.width / this.numHeads;
    this.blocks = Array.from({ length: Number(metadata.num_layers) }, (_, index) => ({
      norm1: norm(`blocks.${index}.norm1`),
      query: linear(`blocks.${index}.attention.W_query`),
      key: linear(`blocks.${index}.attention.W_key`),
      value: linear(`blocks.${index}.attention.W_value`),
      projection: linear(`blocks.${index}.attention.out_proj`),
      norm2: norm(`blocks.${index}.norm2`),
      widening: linear(`blocks.${index}.feed_forward.0`),
      narrowing: linear(`blocks.${index}.feed_forward.2`),
    }));
  }

  /**
   * Runs the model and keeps all activations, from embeddings to probabilities.
   * @param {number[]} ids indexes of the vocabulary, at most `contextLength`
   * @param {Edits} [edits]
   */
  run(ids, edits = {}) {
    const { width } = this;
    const embedding = new Float64Array(ids.length * width);
    ids.forEach((id, t) => embedding.set(this.tokenEmbedding.subarray(id * width, (id + 1) * width), t * width));
    const position = this.positionEmbedding.slice(0, embedding.length);
    const input = add(embedding, position);
    const blocks = [];
    let stream = input;
    this.blocks.forEach((block, layer) => {
      edits.stream?.(layer, stream);
      blocks.push(this.runBlock(block, layer, stream, edits));
      stream = blocks[layer].output;
    });
    edits.stream?.(this.blocks.length, stream);
    const normed = this.finalNorm.apply(stream);
    const logits = this.unembedding.apply(normed);
    const probabilities = softmaxOfRows(logits, this.vocabulary.length);
    return { length: ids.length, embedding, position, input, blocks, normed, logits, probabilities };
  }

  runBlock(block, layer, input, edits) {
    const norm1 = block.norm1.apply(input);
    const [queries, keys, values] = [block.query, block.key, block.value].map((projection) => projection.apply(norm1));
    const joined = new Float64Array(input.length);
    const heads = Array.from({ length: this.numHeads }, (_, h) =>
      this.runHead(layer, h, { queries, keys, values, joined }, edits),
    );
    const projected = block.projection.apply(joined);
    const attended = add(input, projected);
    const feedForward = this.feedForward(layer, attended);
    const output = add(attended, feedForward.fed);
    return { input, norm1, queries, keys, values, heads, joined, projected, attended, ...feedForward, output };
  }

  /** What a layer's feed-forward network adds to a stream, with its steps. */
  feedForward(layer, stream) {
    const { norm2: norm, widening, narrowing } = this.blocks[layer];
    const norm2 = norm.apply(stream);
    const hidden = widening.apply(norm2);
    const activated = gelu(hidden);
    return { norm2, hidden, activated, fed: narrowing.apply(activated) };
  }

  /** One head: its scores and weights, flat (queries, keys); its weighted sums become its columns of `joined`. */
  runHead(layer, h, { queries, keys, values, joined }, edits) {
    const { width, headDimension } = this;
    const length = joined.length / width;
    const first = h * headDimension;
    const scores = new Float64Array(length * length);
    for (let q = 0; q < length; q += 1)
      for (let k = 0; k < length; k += 1) {
        let score = 0;
        for (let d = first; d < first + headDimension; d += 1) score += queries[q * width + d] * keys[k * width + d];
        scores[q * length + k] = score;
      }
    const scale = Math.sqrt(headDimension);
    const scaled = scores.map((score) => score / scale);
    const masked = scaled.slice();
    for (let q = 0; q < length; q += 1) masked.fill(-Infinity, q * length + q + 1, (q + 1) * length);
    edits.masked?.(layer, h, masked);
    const weights = softmaxOfRows(masked, length);
    edits.weights?.(layer, h, weights);
    for (let q = 0; q < length; q += 1)
      for (let k = 0; k <= q; k += 1) {
        const weight = weights[q * length + k];
        for (let d = first; d < first + headDimension; d += 1) joined[q * width + d] += weight * values[k * width + d];
      }
    edits.output?.(layer, h, rowsOf(joined, width, first, headDimension));
    return { scores, scaled, masked, weights };
  }

  /** The rows of one head in `activations`, as views and math/attention.js have them. */
  headOf(activations, layer, h) {
    const { width, headDimension } = this;
    const block = activations.blocks[layer];
    const own = (table) => rowsOf(table, width, h * headDimension, headDimension);
    const pairs = (table) => rowsOf(table, activations.length);
    const { scores, scaled, masked, weights } = block.heads[h];
    return {
      queries: own(block.queries),
      keys: own(block.keys),
      values: own(block.values),
      scores: pairs(scores),
      scaled: pairs(scaled),
      masked: pairs(masked),
      weights: pairs(weights),
      context: own(block.joined),
    };
  }
}
