// Scaled dot-product attention of one head, on rows of numbers.

import { byRows, map, matmul, softmaxRows } from "./matrix.js";

/**
 * Attention of one head, with every step.
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
