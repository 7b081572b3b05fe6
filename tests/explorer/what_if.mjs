// Computes what the page computes with changes, for a comparison with torch.
// node what_if.mjs JOBS.json OUTPUT
// Writes 64-bit numbers to OUTPUT, one tensor behind the other, and the rest as JSON to the standard output. Each group
// of jobs names its own changes.js and inside.js: a test plants faults in copies of them.

import { closeSync, openSync, readFileSync, writeSync } from "node:fs";

const NUMBERS = { "@NaN": Number.NaN, "@Infinity": Infinity, "@-Infinity": -Infinity }; // JSON has none of them

const [jobs, output] = process.argv.slice(2);
const { language_model, weights, texts, groups } = JSON.parse(readFileSync(jobs, "utf8"), (_key, value) =>
  typeof value === "string" ? (NUMBERS[value] ?? value) : value,
);
const { LanguageModel } = await import(language_model);
const model = new LanguageModel(readFileSync(weights).toString("base64"));
const file = openSync(output, "w");
const write = (numbers) => writeSync(file, Buffer.from(Float64Array.from(numbers).buffer));

function writeRun(found, streamAt) {
  write(found.embedding);
  found.blocks.forEach((block, layer) => {
    write(streamAt(found, layer));
    for (const name of ["norm1", "queries", "keys", "values"]) write(block[name]);
    for (let h = 0; h < model.numHeads; h += 1) {
      const head = model.headOf(found, layer, h);
      for (const name of ["masked", "weights", "context"]) write(head[name].flatMap((row) => [...row]));
    }
    for (const name of ["joined", "projected", "attended", "norm2", "hidden", "activated", "fed"]) write(block[name]);
  });
  write(streamAt(found, model.blocks.length));
  for (const name of ["normed", "logits", "probabilities"]) write(found[name]);
}

/** What a check says; it must not throw, whatever comes with a link. */
function isAccepted(check) {
  try {
    return check();
  } catch (error) {
    return String(error);
  }
}

const told = [];
for (const { changes: changesModule, inside: insideModule, runs, checks, lengths } of groups) {
  const { editsOf, fits, isChange, meanOutputs, streamAt } = await import(changesModule);
  const { contributions, logitLens } = await import(insideModule);
  const means = meanOutputs(model, texts);
  for (const mean of means.flat()) write(mean);
  const parts = [];
  for (const { ids, changes, source: sourceIds, asked, lens } of runs) {
    const source = sourceIds && model.run(sourceIds);
    const edits = editsOf(changes, { model, length: ids.length, source, means: () => means });
    const found = model.run(ids, edits);
    writeRun(found, streamAt);
    if (lens) for (const step of logitLens(model, found)) write(step.probabilities);
    parts.push(
      asked.map(([position, id]) =>
        contributions(model, found, position, id).map(({ part, layer, head, value }) => [part, layer, head, value]),
      ),
    );
  }
  // The sizes are those that a link's changes are checked against.
  const sizes = { layers: model.blocks.length, heads: model.numHeads, length: model.contextLength };
  const accepted = checks.map((change) => isAccepted(() => isChange(change, sizes)));
  const fitting = lengths.map((one) => fits(...one));
  told.push({ parts, accepted, fitting });
}
closeSync(file);
console.log(JSON.stringify(told));
