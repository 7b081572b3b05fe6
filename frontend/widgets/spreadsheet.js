// The two sheets of the spreadsheet chapter: every cell of attention, from the view of one token or of all.

import { interpolate } from "../core/dom.js";
import { isTable, isWhole } from "../core/validators.js";
import { map, single, sum, transpose } from "../math/matrix.js";
import {
  columnCells,
  embedding,
  joinParts,
  overflow,
  part,
  replaceCell,
  rowCells,
  score,
  subscripted,
  weight,
} from "./shared/formula-parts.js";
import {
  attend,
  contextTable,
  matrixTable,
  PROJECTIONS,
  projectedTable,
  scoreFormula,
  trainedTable,
} from "./shared/qkv-tables.js";
import { listColumns, summedList, sumRow } from "./shared/summed-lists.js";
import { columnsOf, SHEETS, tokensAndColumns, WIDTH } from "./spreadsheet/sheets.js";

/** @import { Control, Table, Widget } from "../components/types.d.ts" */

const NUMBERS = { low: -1000, high: 1000 };
const VIEWS = ["one", "all"];

const NAMES = Object.keys(SHEETS);
const TOKENS = 5;

const sheetOf = ({ embeddings, query_table: W_query, key_table: W_key, value_table: W_value }) => ({
  embeddings,
  W_query,
  W_key,
  W_value,
});

const start = ({ dogs, food }) => ({
  sheet: "dogs",
  view: "one",
  query: dogs.selected - 1,
  dogs: sheetOf(dogs),
  food: sheetOf(food),
});

function cleanSheet(raw) {
  const { embeddings, W_query, W_key, W_value } = raw ?? {};
  const isOne = (table, rows) => isTable(table, rows, WIDTH, NUMBERS.low, NUMBERS.high);
  return isOne(embeddings, TOKENS) && [W_query, W_key, W_value].every((table) => isOne(table, WIDTH))
    ? { embeddings, W_query, W_key, W_value }
    : null;
}

/** Both sheets are kept, so that looking at the other one loses nothing. */
function clean(raw) {
  const { sheet, view: viewName, query, dogs, food } = raw ?? {};
  if (!NAMES.includes(sheet) || !VIEWS.includes(viewName) || !isWhole(query, 0, TOKENS - 1)) return null;
  const sheets = { dogs: cleanSheet(dogs), food: cleanSheet(food) };
  return sheets.dogs && sheets.food ? { sheet, view: viewName, query, ...sheets } : null;
}

/** Exponentials as 32 bits keep them, as the chapter prints them; the weights are right even where those are ∞. */
export function compute(state) {
  const { embeddings, ...tables } = state[state.sheet];
  const attention = attend(embeddings, tables, Math.sqrt(WIDTH));
  const exponentials = map(attention.scaled, (value) => single(Math.exp(value)));
  return { embeddings, tables, ...attention, exponentials, totals: exponentials.map((row) => single(sum(row))) };
}

const changeTable = (state, name, change) => ({
  ...state,
  [state.sheet]: { ...state[state.sheet], [name]: change(state[state.sheet][name]) },
});

// -- tables

function embeddingsTable(attention, shared) {
  const { tokens, columnNames, messages, format } = shared;
  return matrixTable({
    id: "embeddings",
    title: messages.embeddings,
    corner: messages.word,
    rows: tokens,
    columns: columnNames.map((column) => ({ ...column, role: "embedding" })),
    numbers: attention.embeddings,
    role: "embedding",
    mark: shared.mark,
    cell: (r, c, value) => ({
      ...NUMBERS,
      title: columnNames[c].label,
      edit: (current, number) => changeTable(current, "embeddings", (table) => replaceCell(table, r, c, number)),
      formula: () => ({
        sentence: interpolate(messages.embedding_formula, { word: tokens[r].name, number: c + 1 }),
        parts: [embedding(subscripted("x", c + 1)), " = ", embedding(format.plain(value))],
      }),
    }),
  });
}

const trainedTables = (attention, shared) =>
  PROJECTIONS.map((projection) =>
    trainedTable(projection, {
      ...shared,
      numbers: attention.tables[projection.table],
      rows: shared.columnNames,
      columns: columnsOf(projection.result, shared),
      edit: (current, r, c, number) =>
        changeTable(current, projection.table, (table) => replaceCell(table, r, c, number)),
    }),
  );

const projectionTable = (attention, shared, which, options = {}) =>
  projectedTable(PROJECTIONS[which], {
    ...shared,
    ...options,
    embeddings: attention.embeddings,
    tables: attention.tables,
    columns: columnsOf(PROJECTIONS[which].result, shared),
    show: "short",
    newLine: which === 0,
  });

const scaledFormula = (attention, { messages, format }, r, c) => ({
  sentence: interpolate(messages.scaled_formula, { width: WIDTH }),
  parts: [score(format.short(attention.scores[r][c])), ` / √${WIDTH} = `, score(format.short(attention.scaled[r][c]))],
});

const exponentialFormula = (attention, { messages, format }, r, c) => ({
  sentence: messages.exponential_of_scaled + overflow(attention.exponentials[r][c], messages),
  parts: ["exp(", score(format.short(attention.scaled[r][c])), ") = ", format.result(attention.exponentials[r][c])],
  uses: [`scaled_scores[${r}][${c}]`],
});

const rowWeightFormula = (attention, { tokens, messages, format }, r, c, total) => ({
  sentence:
    interpolate(messages.row_weight_formula, { query: tokens[r].name, key: tokens[c].name }) +
    overflow(attention.totals[r], messages, "weight_overflow"),
  parts: [
    format.result(attention.exponentials[r][c]),
    " / ",
    ...total,
    Number.isFinite(attention.totals[r]) && attention.totals[r] > 0 ? " = " : " → ",
    weight(format.result(attention.weights[r][c])),
  ],
});

// -- one token: its query against every key, as a list

/** @returns {Table} */
function queryTable(state, attention, shared) {
  const { tokens, messages, format } = shared;
  const r = state.query;
  const list = (name, numbers, more) => summedList(name, numbers, { cells: rowCells(name, r, TOKENS), ...more });
  const lists = [
    list("scores", attention.scores[r], { role: "score", show: "short" }),
    list("scaled_scores", attention.scaled[r], { role: "score", show: "short" }),
    list("exponentials", attention.exponentials[r], { total: attention.totals[r] }),
    list("weights", attention.weights[r], { role: "weight" }),
  ];
  const formulas = [
    (c) => scoreFormula(attention, tokens, messages, format, "short", r, c),
    (c) => ({ ...scaledFormula(attention, shared, r, c), uses: [`scores[${r}][${c}]`] }),
    (c) => exponentialFormula(attention, shared, r, c),
    (c) => ({
      ...rowWeightFormula(attention, shared, r, c, [format.result(attention.totals[r])]),
      uses: [`exponentials[${r}][${c}]`, "sums[0][2]"],
    }),
  ];
  const rows = tokens.map((token, c) => ({
    ...token,
    cells: lists.map(({ name, numbers, cells, role, show }, index) => ({
      name: cells[c],
      value: numbers[c],
      role,
      show,
      ...(name === "weights" ? { bar: numbers[c] } : {}),
      formula: () => formulas[index](c),
    })),
  }));
  return {
    id: "list",
    newLine: true,
    title: interpolate(messages.one_asks, { query: tokens[r].name }),
    corner: messages.key,
    columns: listColumns(lists, messages),
    rows: [...rows, sumRow(lists, messages, format)],
  };
}

function oneToken(state, attention, shared) {
  const only = { only: [state.query] };
  return [
    projectionTable(attention, shared, 0, only),
    projectionTable(attention, shared, 1),
    projectionTable(attention, shared, 2),
    queryTable(state, attention, shared),
    contextTable({ ...shared, ...only, attention, columns: shared.valueColumns, show: "short" }),
  ];
}

// -- all tokens: whole matrices, row times column

/** The keys on their side, as MMULT wants them: a column for each token. */
function transposedTable(attention, shared) {
  const { tokens, columnNames, messages, format } = shared;
  return matrixTable({
    id: "keys_transposed",
    title: messages.keys_transposed,
    corner: messages.key,
    rows: columnNames,
    columns: tokens.map((token) => ({ ...token, role: "key" })),
    numbers: transpose(attention.keys),
    role: "key",
    cell: (r, c, value) => ({
      show: "short",
      formula: () => ({
        sentence: interpolate(messages.transposed_formula, { word: tokens[c].name, number: r + 1 }),
        parts: [part(format.short(value), "key")],
        uses: [`keys[${c}][${r}]`],
      }),
    }),
  });
}

function squareTables(attention, shared) {
  const { tokens, messages, format } = shared;
  const square = (id, numbers, role, cell) =>
    matrixTable({
      id,
      newLine: id === "scaled_scores",
      title: messages[id],
      corner: messages.rows_and_columns,
      rows: tokens,
      columns: tokens.map((token) => ({ ...token, role: "key" })),
      numbers,
      role,
      mark: shared.mark,
      cell,
    });
  return [
    square("scaled_scores", attention.scaled, "score", (r, c) => ({
      show: "short",
      formula: () => {
        const { parts, left } = scoreFormula(attention, tokens, messages, format, "short", r, c);
        const scaled = scaledFormula(attention, shared, r, c);
        const right = columnCells("keys_transposed", c, WIDTH);
        const queryKey = interpolate(messages.query_key_formula, { query: tokens[r].name, key: tokens[c].name });
        return {
          sentence: `${queryKey} ${messages.then_scaled}`,
          parts: [...parts.slice(0, -1), ...scaled.parts],
          left,
          right,
        };
      },
    })),
    square("exponentials", attention.exponentials, "", (r, c) => ({
      formula: () => exponentialFormula(attention, shared, r, c),
    })),
    square("weights", attention.weights, "weight", (r, c, value) => ({
      bar: value,
      formula: () => ({
        ...rowWeightFormula(attention, shared, r, c, [
          "(",
          ...joinParts(
            attention.exponentials[r].map((number) => [format.result(number)]),
            " + ",
          ),
          ")",
        ]),
        uses: rowCells("exponentials", r, TOKENS),
      }),
    })),
  ];
}

const allTokens = (attention, shared) => [
  projectionTable(attention, shared, 0, { mark: shared.mark }),
  projectionTable(attention, shared, 1),
  projectionTable(attention, shared, 2),
  transposedTable(attention, shared),
  ...squareTables(attention, shared),
  contextTable({ ...shared, attention, columns: shared.valueColumns, show: "short" }),
];

// -- notes and controls

function notes(state, attention, messages) {
  const totals = state.view === "one" ? [attention.totals[state.query]] : attention.totals;
  if (totals.includes(Infinity)) return [messages.note_overflow];
  return totals.includes(0) ? [messages.note_underflow] : [];
}

/** @returns {Control[]} */
function controls(state, messages, tokens) {
  /** @returns {Control} */
  const choice = (id, names, set) => ({
    kind: "choice",
    id,
    label: messages[id],
    options: names.map((name) => messages[`${id}_${name}`]),
    value: names.indexOf(state[id]),
    set,
  });
  return [
    choice("sheet", NAMES, (current, index) => ({ ...current, sheet: NAMES[index] })),
    choice("view", VIEWS, (current, index) => ({ ...current, view: VIEWS[index] })),
    {
      kind: "choice",
      id: "query",
      label: messages.choose_query,
      options: tokens.map(({ name }) => name),
      value: state.query,
      set: (current, query) => ({ ...current, query }),
    },
  ];
}

function view(state, messages, format) {
  const attention = compute(state);
  const shared = { ...tokensAndColumns(state.sheet, messages), messages, format, attention, mark: state.query };
  const viewTables = state.view === "one" ? oneToken(state, attention, shared) : allTokens(attention, shared);
  return {
    tables: [embeddingsTable(attention, shared), ...trainedTables(attention, shared), ...viewTables],
    controls: controls(state, messages, shared.tokens),
    notes: notes(state, attention, messages),
    matrices: {
      embeddings: attention.embeddings,
      ...attention.tables,
      queries: attention.queries,
      keys: attention.keys,
      values: attention.values,
      scores: attention.scores,
      scaled_scores: attention.scaled,
      exponentials: attention.exponentials,
      weights: attention.weights,
      context: attention.context,
    },
  };
}

/** @type {Widget} */
export const widget = { name: "spreadsheet", start, clean, view };
