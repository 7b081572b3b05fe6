// Multi-head attention step by step: one wide table of queries is cut into heads,
// each head attends, and all are joined.

import { isWhole } from "../core/validators.js";
import { compute, fits, TABLES, WIDTH } from "./heads/compute.js";
import { lastStep, STEPS, shapeOf, stage, stepOf } from "./heads/steps.js";
import { TABLES_OF, tableBuilder } from "./heads/tables.js";
import { addWordControl, embeddingsTable, isSentence } from "./shared/embeddings-table.js";

/** @import { Control, Widget } from "../components/types.d.ts" */

const MAX_WORDS = 5;

const start = ({ hello: { tokens, embeddings } }) => ({ words: tokens, embeddings, num_heads: 2, step: 0 });
const steps = (state) => STEPS.map((_, step) => ({ ...state, step }));

function clean(raw) {
  const { words, embeddings, num_heads: heads, step } = raw ?? {};
  if (!isSentence(words, embeddings, MAX_WORDS)) return null;
  if (!isWhole(heads, 1, WIDTH) || !isWhole(step, 0, STEPS.length - 1)) return null;
  return { words, embeddings, num_heads: heads, step };
}

// -- what there is to set, and all together

/** @returns {Control[]} */
function controls(state, messages) {
  const step = stepOf(state);
  const last = lastStep(state);
  const goToStep = (current, index) => ({ ...current, step: Math.max(0, Math.min(index, lastStep(current))) });
  return [
    {
      kind: "choice",
      id: "heads",
      label: messages.num_heads,
      options: Array.from({ length: WIDTH }, (_, index) => String(index + 1)),
      value: state.num_heads - 1,
      set: (current, index) => ({ ...current, num_heads: index + 1 }),
    },
    addWordControl(state, messages, MAX_WORDS),
    {
      kind: "steps",
      id: "step",
      label: messages.steps,
      value: step,
      last,
      steps: STEPS.map((name) => ({
        name,
        title: messages[`${name}_step`],
        note: fits(state.num_heads) || STEPS.indexOf(name) <= last ? `[${shapeOf(name, state).join(", ")}]` : "\u2013",
      })),
      set: goToStep,
    },
  ];
}

/** A matrix for each head, as code and CSV have them. */
const ofHeads = (name, block) => Object.fromEntries(block.map((table, head) => [`${name}_${head + 1}`, table]));

function matrices(state, tensors) {
  const { queries, byHead, keys, values, scores, weights, context, joined, output } = tensors;
  const start = { embeddings: state.embeddings, ...TABLES, queries };
  if (!output) return start;
  const blocks = { queries: byHead, keys, values, scores, weights, head: context };
  return {
    ...start,
    ...Object.assign({}, ...Object.entries(blocks).map(([name, block]) => ofHeads(name, block))),
    joined,
    output,
  };
}

function view(state, messages, format) {
  const tensors = compute(state);
  const name = STEPS[stepOf(state)];
  const tables = TABLES_OF[name](tableBuilder(state, messages, format), tensors);
  const input = { ...embeddingsTable(state, messages, format), newLine: true };
  return {
    scene: JSON.stringify([name, state.num_heads]),
    stage: stage(state, messages),
    tables: name === "queries" ? [input, ...tables] : [...tables, input],
    controls: controls(state, messages),
    notes: [],
    matrices: matrices(state, tensors),
  };
}

/** @type {Widget} */
export const widget = { name: "heads", start, steps, clean, view };
