// Queries, keys and values: three tables, the reader's own or torch's random ones, and attention with them.

import { interpolate } from "../core/dom.js";
import { isTable, isWhole } from "../core/validators.js";
import { transpose } from "../math/matrix.js";
import { Generator, linear, rand } from "../tensors/random.js";
import {
  addWordControl,
  DIMENSIONS,
  embeddingsTable,
  isSentence,
  queryAfterRemoval,
  removeWord,
} from "./shared/embeddings-table.js";
import { replaceCell, rowCells, score, subscripted } from "./shared/formula-parts.js";
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

const MAX_WORDS = 6;
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
  if (!isSentence(words, embeddings, MAX_WORDS) || !isWhole(query, 0, words.length - 1)) return null;
  if (typeof scaled !== "boolean" || !STARTS.includes(start) || !isWhole(seed, 0, HIGHEST_SEED)) return null;
  if (!PROJECTIONS.every(({ table }) => isTable(own?.[table], DIMENSIONS, WIDTH, -1000, 1000))) return null;
  const { W_query, W_key, W_value } = own;
  return { words, embeddings, query, scaled, start, seed, own: { W_query, W_key, W_value } };
}

/** In the order query, key, value from one generator, as the chapter's classes make them. */
function tablesOf({ start, seed, own }) {
  if (start === "own") return own;
  const generator = new Generator(seed);
  const randomTable = () =>
    start === "rand"
      ? rand(generator, DIMENSIONS, WIDTH)
      : transpose(linear(generator, DIMENSIONS, WIDTH, { bias: false }).weight);
  return Object.fromEntries(PROJECTIONS.map(({ table }) => [table, randomTable()]));
}

/** The three tables of a state, and attention with them. */
export function compute(state) {
  const tables = tablesOf(state);
  return { tables, ...attend(state.embeddings, tables, state.scaled ? Math.sqrt(WIDTH) : 1) };
}

/** A number typed into the seed's tables makes all three the reader's own. */
function edited(state, table, row, column, number) {
  const tables = tablesOf(state);
  return { ...state, start: "own", own: { ...tables, [table]: replaceCell(tables[table], row, column, number) } };
}

// -- tables

function scoreTables(state, attention, messages, format, shared) {
  const keys = shared.tokens.map(({ label }) => ({ label, role: "key" }));
  const table = (id, numbers, role, cell) =>
    matrixTable({
      id,
      newLine: id !== "scaled_scores",
      title: messages[id],
      corner: messages.rows_and_columns,
      rows: shared.tokens,
      columns: keys,
      numbers,
      role,
      mark: state.query,
      cell,
    });
  const scores = table("scores", attention.scores, "score", (r, c) => ({
    formula: () => scoreFormula(attention, shared.tokens, messages, format, "result", r, c),
  }));
  const scaled = table("scaled_scores", attention.scaled, "score", (r, c, value) => ({
    formula: () => ({
      sentence: interpolate(messages.scaled_formula, { width: WIDTH }),
      parts: [score(format.result(attention.scores[r][c])), ` / √${WIDTH} = `, score(format.result(value))],
      uses: [`scores[${r}][${c}]`],
    }),
  }));
  const from = state.scaled ? "scaled_scores" : "scores";
  const weights = table("weights", attention.weights, "weight", (r, c, value) => ({
    bar: value,
    formula: () => ({
      ...weightFormula(attention, shared.tokens, messages, format, "result", r, c),
      uses: rowCells(from, r, state.words.length),
    }),
  }));
  return [scores, ...(state.scaled ? [scaled] : []), weights];
}

function tables(state, attention, messages, format) {
  const numbered = (letter, count, role) =>
    Array.from({ length: count }, (_, index) => ({
      label: subscripted(letter, index + 1),
      title: interpolate(messages.dimension, { number: index + 1 }),
      role,
    }));
  const tokens = state.words.map((label) => ({ label, name: label }));
  const shared = {
    embeddings: state.embeddings,
    tables: attention.tables,
    attention,
    tokens,
    messages,
    format,
    mark: state.query,
  };
  const rows = numbered("x", DIMENSIONS);
  const edit = (table) => (current, row, column, number) => edited(current, table, row, column, number);
  const remove = (current, index) => ({ ...removeWord(current, index), query: queryAfterRemoval(current, index) });
  return [
    embeddingsTable(state, messages, format, { queryRow: state.query, remove }),
    ...PROJECTIONS.map((projection) =>
      trainedTable(projection, {
        numbers: attention.tables[projection.table],
        rows,
        columns: numbered(projection.letter, WIDTH),
        messages,
        format,
        edit: edit(projection.table),
        newLine: projection.role === "query",
      }),
    ),
    ...PROJECTIONS.map((projection) =>
      projectedTable(projection, {
        ...shared,
        columns: numbered(projection.letter, WIDTH),
        mark: projection.role === "query" ? state.query : -1,
        newLine: projection.role === "query",
      }),
    ),
    ...scoreTables(state, attention, messages, format, shared),
    contextTable({ ...shared, columns: numbered("c", WIDTH) }),
  ];
}

// -- controls

/** @returns {Control[]} */
function controls(state, messages) {
  return [
    {
      kind: "choice",
      id: "start",
      label: messages.start,
      options: STARTS.map((kind) => messages[`start_${kind}`]),
      value: STARTS.indexOf(state.start),
      set: (current, index) => ({
        ...current,
        start: STARTS[index],
        own: STARTS[index] === "own" ? tablesOf(current) : current.own,
      }),
    },
    {
      kind: "number",
      id: "seed",
      name: "seed[0][0]",
      label: messages.seed,
      value: state.seed,
      low: 0,
      high: HIGHEST_SEED,
      whole: true,
      edit: (current, seed) => ({ ...current, seed, start: current.start === "own" ? "rand" : current.start }),
    },
    {
      kind: "switch",
      id: "scaled",
      label: interpolate(messages.scale, { width: WIDTH }),
      value: state.scaled,
      set: (current, scaled) => ({ ...current, scaled }),
    },
    {
      kind: "choice",
      id: "query",
      label: messages.choose_query,
      options: state.words,
      value: state.query,
      set: (current, query) => ({ ...current, query }),
    },
    addWordControl(state, messages, MAX_WORDS),
  ];
}

function view(state, messages, format) {
  const attention = compute(state);
  return {
    tables: tables(state, attention, messages, format),
    controls: controls(state, messages),
    notes: [],
    matrices: {
      embeddings: state.embeddings,
      ...attention.tables,
      queries: attention.queries,
      keys: attention.keys,
      values: attention.values,
      scores: attention.scores,
      ...(state.scaled ? { scaled_scores: attention.scaled } : {}),
      weights: attention.weights,
      context: attention.context,
    },
  };
}

/** @type {Widget} */
export const widget = { name: "queries-keys-values", start, clean, view };
