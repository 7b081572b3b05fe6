// Our own model's sentence as the views want it: the same form that a file of another model is read into.

/**
 * `{reading, next}`: all heads with everything computed on the way,
 * and the words that may follow with their probabilities.
 */
export function readModel(model, language, tokens) {
  const all = [`<${language}>`, ...tokens];
  const ids = all.map((token) => model.ids.get(token));
  const found = model.run(ids);
  const heads = model.numHeads;
  const part = {
    id: "self",
    causal: true,
    queryTokens: all,
    keyTokens: all,
    layers: found.blocks.length,
    heads,
    hasVectors: true,
    head: (l, h) => ({ ...found.blocks[l].heads[h], stream: (q) => streamOf(found.blocks[l], h, q) }),
  };
  const count = (number) => Array.from({ length: number }, (_, place) => place + 1);
  const reading = { name: "", kind: "decoder", layerNames: count(part.layers), headNames: count(heads), parts: [part] };
  const next = Array.from(found.probabilities.at(-1), (probability, id) => ({
    token: model.vocabulary[id],
    probability,
  })).sort((a, b) => b.probability - a.probability);
  return { reading, next, found };
}

/** What becomes of a head's weighted sum for the query `q`, line by line. */
function streamOf(block, h, q) {
  const size = block.joined[q].length / block.heads.length;
  return [
    { name: "joined", numbers: block.joined[q], part: [h * size, (h + 1) * size] },
    { name: "projected", numbers: block.projected[q] },
    { name: "input", numbers: block.input[q] },
    { name: "attended", numbers: block.attended[q] },
    { name: "fed", numbers: block.fed[q] },
    { name: "output", numbers: block.output[q] },
  ];
}
