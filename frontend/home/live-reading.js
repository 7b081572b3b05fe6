// What the home page shows of the model: a sentence, the head in which a word looks back, and what may come next.

import { readModel } from "../explorer/reading.js";
import { isTag } from "../model/tokenizer.js";

const MAX_BEGINNINGS = 3;
const MAX_NEXT = 6;
const MIN_PROBABILITY = 0.005; // what is less probable would be 0%

/**
 * The beginnings of sentences that are offered. A finished sentence loses its last word: else nothing could come next.
 * @param {string[]} sentences examples of one language
 */
export const beginnings = (sentences) =>
  sentences
    .slice(0, MAX_BEGINNINGS)
    .map((sentence) => (sentence.endsWith(".") ? sentence.replace(/\s+\S+$/u, "") : sentence));

/**
 * The head in which the token at `query` looks most at a single word further back. The word directly before it counts
 * only where there is no other, and the language's tag in front only where there is no word at all.
 * @param {object} part attention as in reading.js, causal
 * @param {number} query 1 or more
 * @returns {{ layer: number, head: number, key: number, weights: number[] }}
 */
export function headThatLooksBack(part, query) {
  const [first, last] = query > 2 ? [1, query - 2] : [query - 1, query - 1];
  let best;
  for (let layer = 0; layer < part.layers; layer += 1)
    for (let head = 0; head < part.heads; head += 1) {
      const weights = part.head(layer, head).weights[query];
      for (let key = first; key <= last; key += 1)
        if (!best || weights[key] > best.weights[best.key]) best = { layer, head, key, weights };
    }
  return best;
}

/**
 * Runs the model.
 * @param {import("../model/language-model.js").LanguageModel} model
 * @param {string} language
 * @param {string[]} tokens of its vocabulary, at least one
 */
export function liveReading(model, language, tokens) {
  const { reading, next } = readModel(model, language, tokens);
  return {
    tokens,
    part: reading.parts[0],
    next: next
      .filter(({ probability }, index) => index < MAX_NEXT && (index === 0 || probability >= MIN_PROBABILITY))
      .map(({ token, probability }) => {
        const isEnd = isTag(token);
        return { token, probability, isEnd, canAdd: !isEnd && tokens.length < model.contextLength - 1 };
      }),
  };
}
