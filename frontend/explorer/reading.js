// What the page's model computes for a sentence, in the form that the views show. A file of another model
// (attention-file.js) has the same form.

/**
 * The tokens and ids that the model reads: in front stands the tag of the language.
 * @param {import("../model/language-model.js").LanguageModel} model
 * @param {string} language one that the model knows
 * @param {string[]} tokens of its vocabulary
 */
export function inputOf(model, language, tokens) {
  const inputTokens = [`<${language}>`, ...tokens];
  return { inputTokens, ids: inputTokens.map((token) => model.ids.get(token)) };
}

/**
 * Attention for the views.
 * @param {import("../model/language-model.js").LanguageModel} model
 * @param {string[]} inputTokens
 * @param {object} activations of model.run
 */
export function readingOf(model, inputTokens, activations) {
  const known = new Map();
  const part = {
    id: "self",
    causal: true,
    queryTokens: inputTokens,
    keyTokens: inputTokens,
    layers: activations.blocks.length,
    heads: model.numHeads,
    hasVectors: true,
    head(l, h) {
      const key = `${l} ${h}`;
      if (!known.has(key))
        known.set(key, {
          ...model.headOf(activations, l, h),
          stream: (q) => streamOf(model, activations.blocks[l], h, q),
        });
      return known.get(key);
    },
  };
  const numbersTo = (number) => Array.from({ length: number }, (_, index) => index + 1);
  return {
    name: "",
    kind: "decoder",
    layerNames: numbersTo(part.layers),
    headNames: numbersTo(part.heads),
    parts: [part],
  };
}

/** The probability of each token of the vocabulary to be next, by its id. */
export const nextProbabilities = (model, activations) => activations.probabilities.slice(-model.vocabulary.length);

/** The whole vocabulary by falling probability of being next: `[{ token, probability }]`. */
export const nextTokens = (model, probabilities) =>
  Array.from(probabilities, (probability, id) => ({ token: model.vocabulary[id], probability })).sort(
    (a, b) => b.probability - a.probability,
  );

/** Attention and next tokens of a sentence. */
export function readModel(model, language, tokens) {
  const { inputTokens, ids } = inputOf(model, language, tokens);
  const activations = model.run(ids);
  const reading = readingOf(model, inputTokens, activations);
  return { reading, next: nextTokens(model, nextProbabilities(model, activations)) };
}

/** What becomes of a head's weighted sum for the query `q`, line by line. */
function streamOf({ width, headDimension }, block, h, q) {
  const row = (table) => table.subarray(q * width, (q + 1) * width);
  return [
    { name: "joined", numbers: row(block.joined), part: [h * headDimension, (h + 1) * headDimension] },
    { name: "projected", numbers: row(block.projected) },
    { name: "input", numbers: row(block.input) },
    { name: "attended", numbers: row(block.attended) },
    { name: "fed", numbers: row(block.fed) },
    { name: "output", numbers: row(block.output) },
  ];
}
