// The small decoder, computed in 64 bits with everything on the way kept: what the views show is what the model does.
// Rows are positions. Blocks normalize before each part, the last matrix is the embedding table again.

import { fromBase64, readSafetensors } from "./safetensors.js";

const NORM_EPSILON = 1e-5; // torch.nn.LayerNorm's

// -- arithmetic on rows: arrays of Float64Array

const rowsOf = (count, columns, fill) =>
  Array.from({ length: count }, (_, r) => Float64Array.from({ length: columns }, (_, c) => fill(r, c)));

const added = (left, right) => left.map((row, r) => row.map((number, c) => number + right[r][c]));

export function dot(left, right) {
  let sum = 0;
  for (let place = 0; place < left.length; place += 1) sum += left[place] * right[place];
  return sum;
}

/** torch.nn.Linear: `weight` has one row for each output. */
function linear(rows, { weight, bias }) {
  return rows.map((row) => {
    const outputs = new Float64Array(weight.length);
    for (let place = 0; place < outputs.length; place += 1)
      outputs[place] = dot(row, weight[place]) + (bias ? bias[place] : 0);
    return outputs;
  });
}

function layerNorm(rows, { weight, bias }) {
  return rows.map((row) => {
    const mean = row.reduce((sum, number) => sum + number, 0) / row.length;
    const variance = row.reduce((sum, number) => sum + (number - mean) ** 2, 0) / row.length;
    const spread = Math.sqrt(variance + NORM_EPSILON);
    return row.map((number, place) => ((number - mean) / spread) * weight[place] + bias[place]);
  });
}

/** A hidden score is −∞, and its weight 0. */
export function softmax(row) {
  let largest = -Infinity;
  for (const number of row) if (number > largest) largest = number;
  const powers = row.map((number) => Math.exp(number - largest));
  let total = 0;
  for (const power of powers) total += power;
  return powers.map((power) => power / total);
}

const FLAT = 6; // from here on, erf is ±1 in 64 bits

/** The error function by a series whose terms all have one sign, so that nothing cancels. */
export function erf(x) {
  if (Math.abs(x) >= FLAT) return Math.sign(x);
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

/** What one head does with its queries, keys and values (positions × head dimension). */
export function head(queries, keys, values, causal = true) {
  const scale = Math.sqrt(queries[0].length);
  const scores = queries.map((query) => Float64Array.from(keys, (key) => dot(query, key)));
  const scaled = scores.map((row) => row.map((score) => score / scale));
  const masked = scaled.map((row, query) => row.map((score, key) => (causal && key > query ? -Infinity : score)));
  const weights = masked.map(softmax);
  const context = mixed(weights, values);
  return { queries, keys, values, scores, scaled, masked, weights, context };
}

/** Each row of weights as a recipe: values times their weights, added up. */
export function mixed(weights, values) {
  return weights.map((row) => {
    const sum = new Float64Array(values[0].length);
    row.forEach((weight, key) => {
      if (weight !== 0) for (let place = 0; place < sum.length; place += 1) sum[place] += weight * values[key][place];
    });
    return sum;
  });
}

const columnsOf = (rows, first, count) => rows.map((row) => row.subarray(first, first + count));

// -- the model

export class LanguageModel {
  /** `text`: the weights' file in base64. */
  constructor(text) {
    const { metadata, tensors } = readSafetensors(fromBase64(text));
    const table = (name) => {
      const { shape, numbers } = tensors[name];
      return shape.length === 1
        ? numbers
        : Array.from({ length: shape[0] }, (_, row) => numbers.subarray(row * shape[1], (row + 1) * shape[1]));
    };
    const layer = (name) => ({
      weight: table(`${name}.weight`),
      bias: `${name}.bias` in tensors ? table(`${name}.bias`) : undefined,
    });
    this.metadata = metadata;
    this.vocabulary = JSON.parse(metadata.vocabulary);
    this.ids = new Map(this.vocabulary.map((token, id) => [token, id]));
    this.numHeads = Number(metadata.num_heads);
    this.contextLength = Number(metadata.context_length);
    this.tokenEmbedding = table("token_embedding.weight");
    this.positionEmbedding = table("position_embedding.weight");
    this.finalNorm = layer("final_norm");
    this.blocks = Array.from({ length: Number(metadata.num_layers) }, (_, place) => {
      const inside = (name) => layer(`blocks.${place}.${name}`);
      return {
        norm1: inside("norm1"),
        query: inside("attention.W_query"),
        key: inside("attention.W_key"),
        value: inside("attention.W_value"),
        projection: inside("attention.out_proj"),
        norm2: inside("norm2"),
        widening: inside("feed_forward.0"),
        narrowing: inside("feed_forward.2"),
      };
    });
  }

  /** All that is computed for the token numbers `ids`, from embeddings to probabilities. */
  run(ids) {
    const width = this.tokenEmbedding[0].length;
    const embedding = rowsOf(ids.length, width, (t, c) => this.tokenEmbedding[ids[t]][c]);
    const position = rowsOf(ids.length, width, (t, c) => this.positionEmbedding[t][c]);
    let stream = added(embedding, position);
    const found = { embedding, position, input: stream, blocks: [] };
    for (const block of this.blocks) {
      const computed = this.block(block, stream);
      found.blocks.push(computed);
      stream = computed.output;
    }
    found.normed = layerNorm(stream, this.finalNorm);
    found.logits = linear(found.normed, { weight: this.tokenEmbedding });
    found.probabilities = found.logits.map(softmax);
    return found;
  }

  block(block, input) {
    const norm1 = layerNorm(input, block.norm1);
    const [queries, keys, values] = [block.query, block.key, block.value].map((one) => linear(norm1, one));
    const size = queries[0].length / this.numHeads;
    const heads = Array.from({ length: this.numHeads }, (_, h) =>
      head(...[queries, keys, values].map((rows) => columnsOf(rows, h * size, size))),
    );
    const joined = input.map((_, t) =>
      Float64Array.from({ length: size * this.numHeads }, (_, c) => heads[Math.floor(c / size)].context[t][c % size]),
    );
    const projected = linear(joined, block.projection);
    const attended = added(input, projected);
    const norm2 = layerNorm(attended, block.norm2);
    const hidden = linear(norm2, block.widening);
    const activated = hidden.map((row) => row.map(gelu));
    const fed = linear(activated, block.narrowing);
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
      fed,
      output: added(attended, fed),
    };
  }
}
