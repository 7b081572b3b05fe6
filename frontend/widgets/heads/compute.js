// What multi-head attention computes, with the tables of the chapter.

import { byRows, causalMask, masked, matmul, scale, softmaxRows } from "../../math/matrix.js";
import { Generator, rand } from "../../tensors/random.js";
import { DIMENSIONS } from "../shared/embeddings-table.js";

/** Columns of queries, keys, values and output: the chapter's d_out. */
export const WIDTH = 4;

// -- the chapter's tables

const SEED = 123;
const NARROW = 2; // the chapter makes a table of two columns for each of two heads
const BEFORE_W_OUT = 76; // numbers that the chapter draws between this seed and its W_out

function chapterTables() {
  const generator = new Generator(SEED);
  const [query_1, key_1, value_1, query_2, key_2, value_2] = Array.from({ length: 6 }, () =>
    rand(generator, DIMENSIONS, NARROW),
  );
  const concatColumns = (left, right) => left.map((row, r) => [...row, ...right[r]]);
  const outputGenerator = new Generator(SEED);
  rand(outputGenerator, 1, BEFORE_W_OUT);
  return {
    W_query: concatColumns(query_1, query_2),
    W_key: concatColumns(key_1, key_2),
    W_value: concatColumns(value_1, value_2),
    W_out: rand(outputGenerator, WIDTH, WIDTH),
  };
}

/** W_query, W_key, W_value (3, 4) and W_out (4, 4). */
export const TABLES = chapterTables();

// -- from embeddings to the output

/** Whether this number of heads divides the width. */
export const fits = (heads) => WIDTH % heads === 0;

/** `view`: each row of (tokens, width) read as rows of its heads. */
const splitHeads = (table, heads) =>
  table.map((row) =>
    Array.from({ length: heads }, (_, head) => row.slice((head * WIDTH) / heads, ((head + 1) * WIDTH) / heads)),
  );

/** `transpose(0, 1)` of (a, b, c). */
const swapAxes = (block) => block[0].map((_, second) => block.map((table) => table[second]));

/**
 * All tensors of a state, by step; only `queries` if the number of heads doesn't divide the width.
 * @param {{ embeddings: number[][], num_heads: number }} state
 */
export function compute({ embeddings, num_heads: heads }) {
  const project = (name) => matmul(embeddings, TABLES[name]);
  const queries = project("W_query");
  if (!fits(heads)) return { queries };
  const split = (table) => swapAxes(splitHeads(table, heads));
  const cut = splitHeads(queries, heads);
  const byHead = swapAxes(cut);
  const keys = split(project("W_key"));
  const values = split(project("W_value"));
  const scaledScores = byHead.map((table, head) => scale(byRows(table, keys[head]), 1 / Math.sqrt(WIDTH / heads)));
  const scores = scaledScores.map((table) => masked(table, causalMask(embeddings.length)));
  const weights = scores.map((table) => softmaxRows(table));
  const context = weights.map((table, head) => matmul(table, values[head]));
  const swappedBack = swapAxes(context);
  const joined = swappedBack.map((rows) => rows.flat());
  return {
    queries,
    cut,
    byHead,
    keys,
    values,
    scaledScores,
    scores,
    weights,
    context,
    swappedBack,
    joined,
    output: matmul(joined, TABLES.W_out),
  };
}
