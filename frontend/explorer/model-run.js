// Runs the page's model on a sentence. The result has the same form as a file of another model (attention-file.js).

/**
 * @param {import("./model.js").LanguageModel} model
 * @param {string} language one that the model knows
 * @param {string[]} tokens of its vocabulary
 * @returns {{ reading: object, next: { token: string, probability: number }[] }} attention for the views, and the whole
 *   vocabulary by falling probability of being next
 */
export function readModel(model, language, tokens) {
  const inputTokens = [`<${language}>`, ...tokens];
  const ids = inputTokens.map((token) => model.ids.get(token));
  const activations = model.run(ids);
  const heads = model.numHeads;
  const part = {
    id: "self",
    causal: true,
    queryTokens: inputTokens,
    keyTokens: inputTokens,
    layers: activations.blocks.length,
    heads,
    hasVectors: true,
    head: (l, h) => ({ ...activations.blocks[l].heads[h], stream: (q) => streamOf(activations.blocks[l], h, q) }),
  };
  const numbersTo = (number) => Array.from({ length: number }, (_, index) => index + 1);
  const reading = {
    name: "",
    kind: "decoder",
    layerNames: numbersTo(part.layers),
    headNames: numbersTo(heads),
    parts: [part],
  };
  const next = Array.from(activations.probabilities.at(-1), (probability, id) => ({
    token: model.vocabulary[id],
    probability,
  })).sort((a, b) => b.probability - a.probability);
  return { reading, next };
}

/** What becomes of a head's weighted sum for the query `q`, line by line. */
function streamOf(block, h, q) {
  const headDimension = block.joined[q].length / block.heads.length;
  return [
    { name: "joined", numbers: block.joined[q], part: [h * headDimension, (h + 1) * headDimension] },
    { name: "projected", numbers: block.projected[q] },
    { name: "input", numbers: block.input[q] },
    { name: "attended", numbers: block.attended[q] },
    { name: "fed", numbers: block.fed[q] },
    { name: "output", numbers: block.output[q] },
  ];
}
