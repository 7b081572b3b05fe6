// Multi-head attention step by step: one wide table of queries is cut into heads,
// each head attends, and all are joined.

import { isWhole } from "../core/validators.js";
import { compute, fits, TABLES, WIDTH } from "./heads/compute.js";
import { lastStep, STEPS, shapeOf, stage, stepOf } from "./heads/steps.js";
import { builder, TABLES_OF } from "./heads/tables.js";
import { addWord, embeddingsTable, isSentence } from "./shared/embeddings-table.js";

/** @import { Control, Widget } from "../components/types.d.ts" */

const MOST_WORDS = 5;

const start = ({ hello: { tokens, embeddings } }) => ({ words: tokens, embeddings, num_heads: 2, step: 0 });
const steps = (state) => STEPS.map((_, step) => ({ ...state, step }));

function clean(raw) {
  const { words, embeddings, num_heads: heads, step } = raw ?? {};
  if (!isSentence(words, embeddings, MOST_WORDS)) return null;
  if (!isWhole(heads, 1, WIDTH) || !isWhole(step, 0, STEPS.length - 1)) return null;
  return { words, embeddings, num_heads: heads, step };
}

// -- what there is to set, and all together

/** @returns {Control[]} */
function controls(state, words) {
  const at = stepOf(state);
  const last = lastStep(state);
  const go = (now, step) => ({ ...now, step: Math.max(0, Math.min(step, lastStep(now))) });
  return [
    {
      kind: "choice",
      id: "heads",
      label: words.num_heads,
      options: Array.from({ length: WIDTH }, (_, place) => String(place + 1)),
      value: state.num_heads - 1,
      set: (now, place) => ({ ...now, num_heads: place + 1 }),
    },
    addWord(state, words, MOST_WORDS),
    {
      kind: "steps",
      id: "step",
      label: words.steps,
      value: at,
      last,
      steps: STEPS.map((name) => ({
        name,
        title: words[`${name}_step`],
        note: fits(state.num_heads) || STEPS.indexOf(name) <= last ? `[${shapeOf(name, state).join(", ")}]` : "\u2013",
      })),
      set: go,
    },
  ];
}

/** A matrix for each head, as code and CSV have them. */
const ofHeads = (name, block) => Object.fromEntries(block.map((table, head) => [`${name}_${head + 1}`, table]));

function matrices(state, found) {
  const { queries, byHead, keys, values, scores, weights, context, together, output } = found;
  const start = { embeddings: state.embeddings, ...TABLES, queries };
  if (!output) return start;
  const blocks = { queries: byHead, keys, values, scores, weights, head: context };
  return {
    ...start,
    ...Object.assign({}, ...Object.entries(blocks).map(([name, block]) => ofHeads(name, block))),
    joined: together,
    output,
  };
}

function view(state, words, write) {
  const found = compute(state);
  const name = STEPS[stepOf(state)];
  const made = TABLES_OF[name](builder(state, words, write), found);
  const input = { ...embeddingsTable(state, words, write), newLine: true };
  return {
    scene: JSON.stringify([name, state.num_heads]),
    stage: stage(state, words),
    tables: name === "queries" ? [input, ...made] : [...made, input],
    controls: controls(state, words),
    notes: [],
    matrices: matrices(state, found),
  };
}

/** @type {Widget} */
export const widget = { name: "heads", start, steps, clean, view };
