// A head's two maps between words (Elhage et al., 2021): QK says who looks for whom, OV what the head writes about a
// word that it sees. Positions and attention are left out: each word is its embedding, with what the feed-forward
// networks of earlier layers add to it.

import { byRows } from "../math/matrix.js";
import { add, rowsOf } from "./language-model.js";

/** @typedef {import("./language-model.js").LanguageModel} LanguageModel */

/** What a layer's attention reads of words that stand alone: flat, a row for each id. */
function wordsIn(model, layer, ids) {
  const { width } = model;
  let stream = new Float64Array(ids.length * width);
  ids.forEach((id, row) => stream.set(model.tokenEmbedding.subarray(id * width, (id + 1) * width), row * width));
  for (let earlier = 0; earlier < layer; earlier += 1) stream = add(stream, model.feedForward(earlier, stream).fed);
  return model.blocks[layer].norm1.apply(stream);
}

/** The head's columns of a projection. */
const ofHead = (model, table, head) => rowsOf(table, model.width, head * model.headDimension, model.headDimension);

/**
 * The scaled score of each word's query with each word's key.
 * @param {LanguageModel} model
 * @param {number} layer
 * @param {number} head
 * @param {number[]} ids of words
 * @returns {number[][]} rows are queries, columns are keys
 */
export function queryKeyMap(model, layer, head, ids) {
  const words = wordsIn(model, layer, ids);
  const { query, key } = model.blocks[layer];
  const scores = byRows(ofHead(model, query.apply(words), head), ofHead(model, key.apply(words), head));
  return scores.map((row) => row.map((score) => score / Math.sqrt(model.headDimension)));
}

/**
 * By how much a head that sees only one word raises or lowers the logit of each token. The final norm's scale is left
 * out: it depends on the text.
 * @param {LanguageModel} model
 * @param {number} layer
 * @param {number} head
 * @param {number[]} ids of words that are seen
 * @returns {Float64Array[]} a row of the vocabulary's length for each word
 */
export function outputValueMap(model, layer, head, ids) {
  const { width, headDimension, finalNorm } = model;
  const { value, projection } = model.blocks[layer];
  const seen = ofHead(model, value.apply(wordsIn(model, layer, ids)), head);
  const outputs = Array.from({ length: width }, (_, output) =>
    projection.weight.subarray(output * width + head * headDimension, output * width + (head + 1) * headDimension),
  );
  const added = byRows(seen, outputs).flatMap((row) => {
    const mean = row.reduce((sum, number) => sum + number, 0) / width; // the norm takes it away
    return row.map((number, c) => (number - mean) * finalNorm.weight[c]);
  });
  return rowsOf(model.unembedding.apply(Float64Array.from(added)), model.vocabulary.length);
}
