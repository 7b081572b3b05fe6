// Queries, keys and values: three tables, the reader's own or torch's random ones, and attention with them.

import { filled } from "../core/dom.js";
import { isTable, isWhole } from "../core/validators.js";
import { transpose } from "../math/matrix.js";
import { Generator, linear, rand } from "../math/torch-random.js";
import {
  addWord,
  cellsOf,
  DIMENSIONS,
  embeddingsTable,
  isSentence,
  removed,
  stillAsking,
} from "./shared/embeddings-table.js";
import { indexed, replacedIn, score } from "./shared/formula-parts.js";
import {
  attend,
  contextTable,
  matrixTable,
  PROJECTIONS,
  projectedTable,
  scoreFormula,
  trainedTable,
  weightFormula,
} from "./shared/qkv-tables.js";

/** @import { Control, Widget } from "../components/types.d.ts" */

const MOST_WORDS = 6;
const WIDTH = 2; // of queries, keys and values
const HIGHEST_SEED = 2 ** 32 - 1; // torch takes larger ones and drops what goes beyond 32 bits
const zeros = (rows, columns) => Array.from({ length: rows }, () => Array(columns).fill(0));
const STARTS = ["own", "rand", "linear"];

/** As the chapter: three times torch.rand from seed 123. */
const start = ({ hello }) => ({
  words: hello.tokens,
  embeddings: hello.embeddings,
  query: hello.selected - 1,
  scaled: true,
  start: "rand",
  seed: 123,
  own: Object.fromEntries(PROJECTIONS.map(({ table }) => [table, zeros(DIMENSIONS, WIDTH)])),
});

/** `own` holds the reader's tables, which count while `start` says so; else the seed's do. */
function clean(raw) {
  const { words, embeddings, query, scaled, start, seed, own } = raw ?? {};
  if (!isSentence(words, embeddings, MOST_WORDS) || !isWhole(query, 0, words.length - 1)) return null;
  if (typeof scaled !== "boolean" || !STARTS.includes(start) || !isWhole(seed, 0, HIGHEST_SEED)) return null;
  if (!PROJECTIONS.every(({ table }) => isTable(own?.[table], DIMENSIONS, WIDTH, -1000, 1000))) return null;
  const { W_query, W_key, W_value } = own;
  return { words, embeddings, query, scaled, start, seed, own: { W_query, W_key, W_value } };
}

/** In the order query, key, value from one generator, as the chapter's classes make them. */
function tablesOf({ start, seed, own }) {
  if (start === "own") return own;
  const generator = new Generator(seed);
  const next = () =>
    start === "rand"
      ? rand(generator, DIMENSIONS, WIDTH)
      : transpose(linear(generator, DIMENSIONS, WIDTH, { bias: false }).weight);
  return Object.fromEntries(PROJECTIONS.map(({ table }) => [table, next()]));
}

export function compute(state) {
  const tables = tablesOf(state);
  return { tables, ...attend(state.embeddings, tables, state.scaled ? Math.sqrt(WIDTH) : 1) };
}

/** A number typed into the seed's tables makes all three the reader's own. */
function edited(state, table, row, column, number) {
  const tables = tablesOf(state);
  return { ...state, start: "own", own: { ...tables, [table]: replacedIn(tables[table], row, column, number) } };
}

// -- tables

function scoreTables(state, found, words, write, shared) {
  const keys = shared.tokens.map(({ label }) => ({ label, role: "key" }));
  const table = (id, numbers, role, cell) =>
    matrixTable({
      id,
      newLine: id !== "scaled_scores",
      title: words[id],
      corner: words.rows_and_columns,
      rows: shared.tokens,
      columns: keys,
      numbers,
      role,
      mark: state.query,
      cell,
    });
  const scores = table("scores", found.scores, "score", (r, c) => ({
    formula: () => scoreFormula(found, shared.tokens, words, write, "result", r, c),
  }));
  const scaled = table("scaled_scores", found.scaled, "score", (r, c, value) => ({
    formula: () => ({
      words: filled(words.scaled_formula, { width: WIDTH }),
      parts: [score(write.result(found.scores[r][c])), ` / √${WIDTH} = `, score(write.result(value))],
      uses: [`scores[${r}][${c}]`],
    }),
  }));
  const from = state.scaled ? "scaled_scores" : "scores";
  const weights = table("weights", found.weights, "weight", (r, c, value) => ({
    bar: value,
    formula: () => ({
      ...weightFormula(found, shared.tokens, words, write, "result", r, c),
      uses: cellsOf(from, r, state.words.length),
    }),
  }));
  return [scores, ...(state.scaled ? [scaled] : []), weights];
}

function tables(state, found, words, write) {
  const numbered = (letter, count, role) =>
    Array.from({ length: count }, (_, place) => ({
      label: indexed(letter, place + 1),
      title: filled(words.dimension, { number: place + 1 }),
      role,
    }));
  const tokens = state.words.map((label) => ({ label, name: label }));
  const shared = { embeddings: state.embeddings, tables: found.tables, found, tokens, words, write, mark: state.query };
  const rows = numbered("x", DIMENSIONS);
  const edit = (table) => (now, row, column, number) => edited(now, table, row, column, number);
  const without = (now, place) => ({ ...removed(now, place), query: stillAsking(now, place) });
  return [
    embeddingsTable(state, words, write, { asking: state.query, removed: without }),
    ...PROJECTIONS.map((one) =>
      trainedTable(one, {
        numbers: found.tables[one.table],
        rows,
        columns: numbered(one.letter, WIDTH),
        words,
        write,
        edit: edit(one.table),
        newLine: one.role === "query",
      }),
    ),
    ...PROJECTIONS.map((one) =>
      projectedTable(one, {
        ...shared,
        columns: numbered(one.letter, WIDTH),
        mark: one.role === "query" ? state.query : -1,
        newLine: one.role === "query",
      }),
    ),
    ...scoreTables(state, found, words, write, shared),
    contextTable({ ...shared, columns: numbered("c", WIDTH) }),
  ];
}

// -- what there is to set

/** @returns {Control[]} */
function controls(state, words) {
  return [
    {
      kind: "choice",
      id: "start",
      label: words.start,
      options: STARTS.map((one) => words[`start_${one}`]),
      value: STARTS.indexOf(state.start),
      set: (now, place) => ({ ...now, start: STARTS[place], own: STARTS[place] === "own" ? tablesOf(now) : now.own }),
    },
    {
      kind: "number",
      id: "seed",
      name: "seed[0][0]",
      label: words.seed,
      value: state.seed,
      low: 0,
      high: HIGHEST_SEED,
      whole: true,
      edit: (now, seed) => ({ ...now, seed, start: now.start === "own" ? "rand" : now.start }),
    },
    {
      kind: "switch",
      id: "scaled",
      label: filled(words.scale, { width: WIDTH }),
      value: state.scaled,
      set: (now, scaled) => ({ ...now, scaled }),
    },
    {
      kind: "choice",
      id: "query",
      label: words.choose_query,
      options: state.words,
      value: state.query,
      set: (now, query) => ({ ...now, query }),
    },
    addWord(state, words, MOST_WORDS),
  ];
}

function view(state, words, write) {
  const found = compute(state);
  return {
    tables: tables(state, found, words, write),
    controls: controls(state, words),
    notes: [],
    matrices: {
      embeddings: state.embeddings,
      ...found.tables,
      queries: found.queries,
      keys: found.keys,
      values: found.values,
      scores: found.scores,
      ...(state.scaled ? { scaled_scores: found.scaled } : {}),
      weights: found.weights,
      context: found.context,
    },
  };
}

/** @type {Widget} */
export const widget = { name: "queries-keys-values", start, clean, view };
