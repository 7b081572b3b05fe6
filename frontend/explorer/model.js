// The small decoder, computed in 64 bits with everything on the way kept: what the views show is what the model does.
// Rows are positions. Blocks normalize before each part, the last matrix is the embedding table again.

import { byRows, layerNorm, map, matmul, softmaxRows } from "../math/matrix.js";
import { fromBase64, readSafetensors } from "./safetensors.js";

const addRows = (left, right) => map(left, (number, r, c) => number + right[r][c]);

/** torch.nn.Linear: `weight` has one row for each output. */
function linear(rows, { weight, bias }) {
  const outputs = byRows(rows, weight);
  return bias ? map(outputs, (number, _, c) => number + bias[c]) : outputs;
}

const SATURATED = 6; // from here on, erf is ±1 in 64 bits

/**
 * The error function by a series whose terms all have one sign, so that nothing cancels. The one in tensors/ is
 * faster, but its coefficients would make this script a kilobyte longer.
 */
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

/**
 * Scaled dot-product attention of one head, with every step.
 * @param {ArrayLike<number>[]} queries (positions, head dimension)
 * @param {ArrayLike<number>[]} keys (key positions, head dimension)
 * @param {ArrayLike<number>[]} values (key positions, head dimension)
 * @param {boolean} causal no query sees later keys
 */
export function head(queries, keys, values, causal = true) {
  const scale = Math.sqrt(queries[0].length);
  const scores = byRows(queries, keys);
  const scaled = map(scores, (score) => score / scale);
  const masked = map(scaled, (score, query, key) => (causal && key > query ? -Infinity : score));
  const weights = softmaxRows(masked);
  return { queries, keys, values, scores, scaled, masked, weights, context: matmul(weights, values) };
}

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
    const embedding = ids.map((id) => [...this.tokenEmbedding[id]]);
    const position = ids.map((_, t) => [...this.positionEmbedding[t]]);
    let stream = addRows(embedding, position);
    const activations = { embedding, position, input: stream, blocks: [] };
    for (const block of this.blocks) {
      const computed = this.block(block, stream);
      activations.blocks.push(computed);
      stream = computed.output;
    }
    activations.normed = layerNorm(stream, this.finalNorm);
    activations.logits = linear(activations.normed, { weight: this.tokenEmbedding });
    activations.probabilities = softmaxRows(activations.logits);
    return activations;
  }

  block(block, input) {
    const norm1 = layerNorm(input, block.norm1);
    const [queries, keys, values] = [block.query, block.key, block.value].map((projection) =>
      linear(norm1, projection),
    );
    const size = queries[0].length / this.numHeads;
    const heads = Array.from({ length: this.numHeads }, (_, h) =>
      head(...[queries, keys, values].map((rows) => rows.map((row) => row.slice(h * size, (h + 1) * size)))),
    );
    const joined = input.map((_, t) => heads.flatMap(({ context }) => context[t]));
    const projected = linear(joined, block.projection);
    const attended = addRows(input, projected);
    const norm2 = layerNorm(attended, block.norm2);
    const hidden = linear(norm2, block.widening);
    const activated = map(hidden, gelu);
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
