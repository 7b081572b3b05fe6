// Computes everything that the explorer's model computes for some sentences, for a comparison with torch.
// node explorer_activations.mjs WEIGHTS SENTENCES.json OUTPUT
// writes 64-bit numbers, one tensor behind the other, as named here.

import { closeSync, openSync, readFileSync, writeSync } from "node:fs";

import { LanguageModel } from "../../frontend/model/language-model.js";

const OF_THE_WHOLE = ["embedding", "position", "input"];
const OF_A_BLOCK = [
  "input",
  "norm1",
  "joined",
  "projected",
  "attended",
  "norm2",
  "hidden",
  "activated",
  "fed",
  "output",
];
const OF_A_HEAD = ["queries", "keys", "values", "scores", "scaled", "masked", "weights", "context"];
const OF_THE_END = ["normed", "logits", "probabilities"];

const [weights, sentences, output] = process.argv.slice(2);
const model = new LanguageModel(readFileSync(weights).toString("base64"));
const file = openSync(output, "w");
const write = (numbers) => writeSync(file, Buffer.from(Float64Array.from(numbers).buffer));
for (const ids of JSON.parse(readFileSync(sentences))) {
  const found = model.run(ids);
  for (const name of OF_THE_WHOLE) write(found[name]);
  found.blocks.forEach((block, layer) => {
    for (const name of OF_A_BLOCK) write(block[name]);
    for (let h = 0; h < model.numHeads; h += 1) {
      const head = model.headOf(found, layer, h);
      for (const name of OF_A_HEAD) write(head[name].flatMap((row) => [...row]));
    }
  });
  for (const name of OF_THE_END) write(found[name]);
}
closeSync(file);
