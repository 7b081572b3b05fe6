// Computes everything that the explorer's model computes for some sentences, for a comparison with torch.
// node explorer_activations.mjs WEIGHTS SENTENCES.json OUTPUT
// writes 64-bit numbers, one tensor behind the other, as named here.

import { closeSync, openSync, readFileSync, writeSync } from "node:fs";

import { LanguageModel } from "../../frontend/explorer/model.js";

export const OF_THE_WHOLE = ["embedding", "position", "input"];
export const OF_A_BLOCK = [
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
export const OF_A_HEAD = ["queries", "keys", "values", "scores", "scaled", "masked", "weights", "context"];
export const OF_THE_END = ["normed", "logits", "probabilities"];

const [weights, sentences, output] = process.argv.slice(2);
const model = new LanguageModel(readFileSync(weights).toString("base64"));
const file = openSync(output, "w");
for (const ids of JSON.parse(readFileSync(sentences))) {
  const found = model.run(ids);
  const tables = [
    ...OF_THE_WHOLE.map((name) => found[name]),
    ...found.blocks.flatMap((block) => [
      ...OF_A_BLOCK.map((name) => block[name]),
      ...block.heads.flatMap((head) => OF_A_HEAD.map((name) => head[name])),
    ]),
    ...OF_THE_END.map((name) => found[name]),
  ];
  for (const rows of tables) writeSync(file, Buffer.from(Float64Array.from(rows.flatMap((row) => [...row])).buffer));
}
closeSync(file);
