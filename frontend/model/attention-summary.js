// Weights of many heads or tokens in few numbers. `weights` are rows of queries, which may sum to less than 1 where a
// sink takes the rest.

/** @typedef {ArrayLike<number>[]} Weights (queries, keys) */

/**
 * The mean of several heads' weights.
 * @param {Weights[]} heads at least one
 * @returns {number[][]}
 */
export const meanWeights = (heads) =>
  Array.from(heads[0], (row, q) =>
    Array.from(row, (_, k) => heads.reduce((sum, weights) => sum + weights[q][k], 0) / heads.length),
  );

/**
 * How much two heads' weights have in common: the mean over queries of the sum of the smaller weights, which is 1 minus
 * their total variation distance. 1: the same; 0: no key in common.
 * @param {Weights} left
 * @param {Weights} right
 * @param {number[]} [queries] which rows count; the first of a causal head is 1 in all of them and says nothing
 */
export function overlap(left, right, queries = Array.from(left, (_, q) => q)) {
  const common = queries.map((q) =>
    Array.from(left[q]).reduce((sum, weight, k) => sum + Math.min(weight, right[q][k]), 0),
  );
  return common.reduce((sum, share) => sum + share, 0) / queries.length;
}

/** Places where a head may look, in the order in which they are told. */
export const PLACES = ["self", "previous", "first", "same"];

/**
 * Where a head looks on the whole: the mean over queries of the weight on the token itself, the one before, the first
 * one, and earlier occurrences of the same word.
 * @param {Weights} weights queries and keys are the same tokens
 * @param {string[]} tokens
 * @param {number[]} [queries] which rows count
 * @returns {Record<string, number>} by PLACES; `same` is the mean over those tokens that have occurred before, NaN if
 *   there is none
 */
export function whereItLooks(weights, tokens, queries = Array.from(weights, (_, q) => q)) {
  const mean = (list) => list.reduce((sum, number) => sum + number, 0) / list.length;
  const words = tokens.map((token) => token.toLowerCase());
  const earlier = (q) => words.flatMap((word, k) => (k < q && word === words[q] ? [k] : []));
  const repeated = queries.filter((q) => earlier(q).length > 0);
  return {
    self: mean(queries.map((q) => weights[q][q])),
    previous: mean(queries.filter((q) => q > 0).map((q) => weights[q][q - 1])),
    first: mean(queries.map((q) => weights[q][0])),
    same: mean(repeated.map((q) => earlier(q).reduce((sum, k) => sum + weights[q][k], 0))),
  };
}
