// Generating: from probabilities to the next token, as transformers' generate does it, and what a cache of keys and
// values saves. Temperature comes first, then top-k, then top-p.

import { isNumber, isWhole } from "../core/validators.js";
import { Mersenne } from "../tensors/mersenne.js";

export const METHODS = ["greedy", "sample"];
export const TEMPERATURES = { min: 0.1, max: 3, step: 0.1 };
export const TOP_K = [0, 1, 2, 3, 5, 10, 20, 50]; // 0: all
export const TOP_P = { min: 0.05, max: 1, step: 0.05 };
const MAX_SEED = 1e6;

/**
 * @typedef {object} Options
 * @property {"greedy" | "sample"} method
 * @property {number} temperature above 0
 * @property {number} topK how many tokens are kept at most; 0: all
 * @property {number} topP the least probable ones go as soon as the others have this much together; 1: none goes
 * @property {number} seed
 */

/**
 * Whether options from a link can be followed.
 * @param {any} raw
 */
export const isOptions = (raw) =>
  typeof raw === "object" &&
  raw !== null &&
  METHODS.includes(raw.method) &&
  isNumber(raw.temperature, TEMPERATURES.min, TEMPERATURES.max) &&
  TOP_K.includes(raw.topK) &&
  isNumber(raw.topP, TOP_P.min, TOP_P.max) &&
  isWhole(raw.seed, 0, MAX_SEED);

/**
 * The tokens from which the next one is drawn.
 * @param {ArrayLike<number>} probabilities of the vocabulary
 * @param {Options} options
 * @returns {{ id: number, probability: number, share: number }[]} by falling probability; `share` is the chance to be
 *   drawn, 0 for those that are left out
 */
export function candidates(probabilities, { method, temperature, topK, topP }) {
  const ordered = Array.from(probabilities, (probability, id) => ({ id, probability })).sort(
    (a, b) => b.probability - a.probability || a.id - b.id,
  );
  const largest = Math.log(ordered[0].probability);
  const heated = ordered.map(({ probability }) => Math.exp((Math.log(probability) - largest) / temperature));
  const most = method === "greedy" ? 1 : topK || ordered.length;
  const total = sumOf(heated.slice(0, most));
  let before = 0;
  const kept = heated.map((number, place) => {
    const isKept = place < most && before < topP;
    before += number / total;
    return isKept ? number : 0;
  });
  const rest = sumOf(kept);
  return ordered.map((token, place) => ({ ...token, share: kept[place] / rest }));
}

const sumOf = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/**
 * The token that is drawn at a position: the same for the same seed, so that a link writes the same text.
 * @param {{ id: number, share: number }[]} tokens of candidates()
 * @param {number} seed
 * @param {number} position
 * @returns {number} its id
 */
export function drawToken(tokens, seed, position) {
  const random = new Mersenne(1000 * seed + position);
  let left = random.word() / 2 ** 32;
  const kept = tokens.filter(({ share }) => share > 0);
  const drawn = kept.find(({ share }) => {
    left -= share;
    return left < 0;
  });
  return (drawn ?? kept[kept.length - 1]).id;
}

/**
 * What the step that guesses the token after `length` tokens has to compute, with a cache and without one.
 * @param {import("./language-model.js").LanguageModel} model
 * @param {number} length
 * @returns {{ cached: number, with: Work, without: Work }} `cached`: numbers in the cache before the step
 * @typedef {{ tokens: number, keysAndValues: number, scores: number }} Work tokens that go through the layers, numbers
 *   of keys and values, and scores of queries with the keys that they may see
 */
export function workOf(model, length) {
  const layers = model.blocks.length;
  const perToken = 2 * layers * model.width;
  const scores = (queries) => layers * model.numHeads * queries;
  return {
    cached: (length - 1) * perToken,
    with: { tokens: 1, keysAndValues: perToken, scores: scores(length) },
    without: { tokens: length, keysAndValues: length * perToken, scores: scores((length * (length + 1)) / 2) },
  };
}
