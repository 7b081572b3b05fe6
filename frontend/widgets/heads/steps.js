// The steps: the chapter's code without the batch dimension, and the shapes in torch.

import { interpolate } from "../../core/dom.js";
import { DIMENSIONS } from "../shared/embeddings-table.js";
import { fits, WIDTH } from "./compute.js";

/** In order; the names of the chapter's variables. */
export const STEPS = [
  "x",
  "queries",
  "cut",
  "by_head",
  "scores",
  "weights",
  "context",
  "swapped_back",
  "joined",
  "output",
];
const PROJECTED = STEPS.indexOf("queries"); // as far as it goes with a number of heads that doesn't divide the width

/** The index of the last step that works. */
export const lastStep = ({ num_heads: heads }) => (fits(heads) ? STEPS.length - 1 : PROJECTED);
/** The index of the step that is shown. */
export const stepOf = (state) => Math.min(state.step, lastStep(state));

const CODE = {
  x: () => "x",
  queries: () => "queries = x @ W_query",
  cut: ({ n, h, d }) => `cut = queries.view(${n}, ${h}, ${d})`,
  by_head: () => "by_head = cut.transpose(0, 1)",
  scores: ({ d }) =>
    `scores = by_head @ keys_by_head.transpose(1, 2) / ${d} ** 0.5\nscores = scores.masked_fill(blocked, -torch.inf)`,
  weights: () => "weights = torch.softmax(scores, dim=-1)",
  context: () => "context = weights @ values_by_head",
  swapped_back: () => "swapped_back = context.transpose(0, 1)",
  joined: ({ n }) => `joined = swapped_back.contiguous().view(${n}, ${WIDTH})`,
  output: () => "output = joined @ W_out",
};

const SHAPES = {
  x: ({ n }) => [n, DIMENSIONS],
  queries: ({ n }) => [n, WIDTH],
  cut: ({ n, h, d }) => [n, h, d],
  by_head: ({ n, h, d }) => [h, n, d],
  scores: ({ n, h }) => [h, n, n],
  weights: ({ n, h }) => [h, n, n],
  context: ({ n, h, d }) => [h, n, d],
  swapped_back: ({ n, h, d }) => [n, h, d],
  joined: ({ n }) => [n, WIDTH],
  output: ({ n }) => [n, WIDTH],
};

const AXES = {
  x: ["tokens", "d_in"],
  queries: ["tokens", "d_out"],
  cut: ["tokens", "num_heads", "d_head"],
  by_head: ["num_heads", "tokens", "d_head"],
  scores: ["num_heads", "tokens", "tokens"],
  weights: ["num_heads", "tokens", "tokens"],
  context: ["num_heads", "tokens", "d_head"],
  swapped_back: ["tokens", "num_heads", "d_head"],
  joined: ["tokens", "d_out"],
  output: ["tokens", "d_out"],
};

/** `n` tokens, `h` heads, `d` dimensions of a head. */
export const sizes = ({ words, num_heads: heads }) => ({ n: words.length, h: heads, d: Math.floor(WIDTH / heads) });
/** The shape of a step's tensor. */
export const shapeOf = (name, state) => SHAPES[name](sizes(state));

/** @returns {import("../../components/types.d.ts").StageTexts} */
export function stage(state, messages) {
  const step = stepOf(state);
  const name = STEPS[step];
  const { n, h, d } = sizes(state);
  const divisors = Array.from({ length: WIDTH }, (_, index) => index + 1)
    .filter(fits)
    .join(", ");
  return {
    title: `${step + 1}. ${messages[`${name}_step`]}`,
    code: CODE[name](sizes(state)),
    shape: `torch.Size([${shapeOf(name, state).join(", ")}])`,
    axes: `(${AXES[name].join(", ")})`,
    note: messages[`${name}_words`],
    problem: fits(h)
      ? ""
      : interpolate(messages.refused, { heads: h, columns: WIDTH, rest: WIDTH % h, fitting: divisors }),
    error: fits(h) ? "" : `RuntimeError: shape '[${n}, ${h}, ${d}]' is invalid for input of size ${n * WIDTH}`,
  };
}
