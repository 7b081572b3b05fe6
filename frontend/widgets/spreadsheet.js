// The two sheets of the spreadsheet chapter: every cell of attention, from the view of one token or of all.

import { filled } from "../core/dom.js";
import { isTable, isWhole } from "../core/validators.js";
import { map, single, sum, transpose } from "../math/matrix.js";
import { cellsOf } from "./shared/embeddings-table.js";
import { bracketed, embedding, indexed, joined, part, replacedIn, score, weight } from "./shared/formula-parts.js";
import {
  attend,
  columnOf,
  contextTable,
  matrixTable,
  PROJECTIONS,
  projectedTable,
  scoreFormula,
  trainedTable,
} from "./shared/qkv-tables.js";

/** @import { Control, Role, Table, Widget } from "../components/types.d.ts" */

const WIDTH = 4;
const NUMBERS = { low: -1000, high: 1000 };
const VIEWS = ["one", "all"];

/**
 * `named`: what the columns mean, in the embeddings and in what is asked, offered and, in the second sheet, handed on.
 */
const SHEETS = {
  dogs: { tokens: ["The", "dogs", "bark", "loudly", "."], named: ["noun", "plural", "alive", "action"], values: null },
  food: {
    tokens: ["She", "eats", "chips", "and", "pie"],
    named: ["person", "action", "food", "sweet"],
    values: ["person", "action", "food", "sweet"],
  },
};
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
  const { sheet, view: shown, query, dogs, food } = raw ?? {};
  if (!NAMES.includes(sheet) || !VIEWS.includes(shown) || !isWhole(query, 0, TOKENS - 1)) return null;
  const sheets = { dogs: cleanSheet(dogs), food: cleanSheet(food) };
  return sheets.dogs && sheets.food ? { sheet, view: shown, query, ...sheets } : null;
}

/** Exponentials as 32 bits keep them, as the chapter prints them; the weights are right even where those are ∞. */
export function compute(state) {
  const { embeddings, ...tables } = state[state.sheet];
  const found = attend(embeddings, tables, Math.sqrt(WIDTH));
  const exponentials = map(found.scaled, (one) => single(Math.exp(one)));
  return { embeddings, tables, ...found, exponentials, totals: exponentials.map((row) => single(sum(row))) };
}

const changed = (state, name, change) => ({
  ...state,
  [state.sheet]: { ...state[state.sheet], [name]: change(state[state.sheet][name]) },
});

// -- what all tables share

function frame(state, words) {
  const { tokens, named, values } = SHEETS[state.sheet];
  const heads = (list) => list.map((key) => ({ label: words[key], name: words[key] }));
  const numbered = Array.from({ length: WIDTH }, (_, place) => ({
    label: indexed("v", place + 1),
    title: filled(words.dimension, { number: place + 1 }),
  }));
  const name = (token) => (token === "." ? words.full_stop : token);
  return {
    tokens: tokens.map((token) => ({ label: token, title: name(token), name: name(token) })),
    named: heads(named),
    handed: values ? heads(values) : numbered,
  };
}

const columnsOf = (result, { named, handed }) => (result === "values" ? handed : named);

function embeddingsTable(found, shared) {
  const { tokens, named, words, write } = shared;
  return matrixTable({
    id: "embeddings",
    title: words.embeddings,
    corner: words.word,
    rows: tokens,
    columns: named.map((column) => ({ ...column, role: "embedding" })),
    numbers: found.embeddings,
    role: "embedding",
    mark: shared.mark,
    cell: (r, c, value) => ({
      ...NUMBERS,
      title: named[c].label,
      edit: (now, number) => changed(now, "embeddings", (table) => replacedIn(table, r, c, number)),
      formula: () => ({
        words: filled(words.embedding_formula, { word: tokens[r].name, number: c + 1 }),
        parts: [embedding(indexed("x", c + 1)), " = ", embedding(write.plain(value))],
      }),
    }),
  });
}

const trained = (found, shared) =>
  PROJECTIONS.map((one) =>
    trainedTable(one, {
      ...shared,
      numbers: found.tables[one.table],
      rows: shared.named,
      columns: columnsOf(one.result, shared),
      edit: (now, r, c, number) => changed(now, one.table, (table) => replacedIn(table, r, c, number)),
    }),
  );

const projected = (found, shared, place, more = {}) =>
  projectedTable(PROJECTIONS[place], {
    ...shared,
    ...more,
    embeddings: found.embeddings,
    tables: found.tables,
    columns: columnsOf(PROJECTIONS[place].result, shared),
    show: "short",
    newLine: place === 0,
  });

const scaledFormula = (found, { words, write }, r, c) => ({
  words: filled(words.scaled_formula, { width: WIDTH }),
  parts: [score(write.short(found.scores[r][c])), ` / √${WIDTH} = `, score(write.short(found.scaled[r][c]))],
});

const exponentialFormula = (found, { words, write }, r, c) => ({
  words: words.exponential_of_scaled + overflow(found.exponentials[r][c], words),
  parts: ["exp(", score(write.short(found.scaled[r][c])), ") = ", write.result(found.exponentials[r][c])],
  uses: [`scaled_scores[${r}][${c}]`],
});

const overflow = (number, words, key = "overflow") =>
  Number.isFinite(number) && number > 0 ? "" : ` ${words[number > 0 ? key : "underflow"]}`;

const weightOfRow = (found, { tokens, words, write }, r, c, total) => ({
  words:
    filled(words.row_weight_formula, { query: tokens[r].name, key: tokens[c].name }) +
    overflow(found.totals[r], words, "weight_overflow"),
  parts: [
    write.result(found.exponentials[r][c]),
    " / ",
    ...total,
    Number.isFinite(found.totals[r]) && found.totals[r] > 0 ? " = " : " → ",
    weight(write.result(found.weights[r][c])),
  ],
});

// -- one token: its query against every key, as a list

/** @returns {Table} */
function list(state, found, shared) {
  const { tokens, words, write } = shared;
  const r = state.query;
  const lists = {
    scores: found.scores[r],
    scaled_scores: found.scaled[r],
    exponentials: found.exponentials[r],
    weights: found.weights[r],
  };
  const names = Object.keys(lists);
  /** @type {Role[]} */
  const roles = ["score", "score", "", "weight"];
  const shows = ["short", "short", "result", "result"];
  const totals = [sum(lists.scores), sum(lists.scaled_scores), found.totals[r], sum(lists.weights)];
  const formulas = [
    (c) => scoreFormula(found, tokens, words, write, "short", r, c),
    (c) => ({ ...scaledFormula(found, shared, r, c), uses: [`scores[${r}][${c}]`] }),
    (c) => exponentialFormula(found, shared, r, c),
    (c) => ({
      ...weightOfRow(found, shared, r, c, [write.result(found.totals[r])]),
      uses: [`exponentials[${r}][${c}]`, "sums[0][2]"],
    }),
  ];
  const rows = tokens.map((token, c) => ({
    ...token,
    cells: names.map((name, place) => ({
      name: `${name}[${r}][${c}]`,
      value: lists[name][c],
      role: roles[place],
      show: shows[place],
      ...(name === "weights" ? { bar: lists[name][c] } : {}),
      formula: () => formulas[place](c),
    })),
  }));
  const cells = names.map((name, place) => ({
    name: `sums[0][${place}]`,
    value: totals[place],
    role: roles[place],
    show: shows[place],
    formula: () => ({
      words: filled(words.sum_formula, { column: words[`${name}_title`] }),
      parts: [
        ...joined(
          lists[name].map((one) => [part(bracketed(write[shows[place]](one)), roles[place])]),
          " + ",
        ),
        " = ",
        part(write[shows[place]](totals[place]), roles[place]),
      ],
      uses: cellsOf(name, r, TOKENS),
    }),
  }));
  rows.push({ label: words.sum, total: true, cells });
  const columns = names.map((name, place) => ({
    label: words[`${name}_head`],
    title: words[`${name}_title`],
    role: roles[place],
  }));
  return {
    id: "list",
    newLine: true,
    title: filled(words.one_asks, { query: tokens[r].name }),
    corner: words.key,
    columns,
    rows,
  };
}

function oneToken(state, found, shared) {
  const only = { only: [state.query] };
  return [
    projected(found, shared, 0, only),
    projected(found, shared, 1),
    projected(found, shared, 2),
    list(state, found, shared),
    contextTable({ ...shared, ...only, found, columns: shared.handed, show: "short" }),
  ];
}

// -- all tokens: whole matrices, row times column

/** The keys on their side, as MMULT wants them: a column for each token. */
function transposedTable(found, shared) {
  const { tokens, named, words, write } = shared;
  return matrixTable({
    id: "keys_transposed",
    title: words.keys_transposed,
    corner: words.key,
    rows: named,
    columns: tokens.map((token) => ({ ...token, role: "key" })),
    numbers: transpose(found.keys),
    role: "key",
    cell: (r, c, value) => ({
      show: "short",
      formula: () => ({
        words: filled(words.transposed_formula, { word: tokens[c].name, number: r + 1 }),
        parts: [part(write.short(value), "key")],
        uses: [`keys[${c}][${r}]`],
      }),
    }),
  });
}

function squareTables(found, shared) {
  const { tokens, words, write } = shared;
  const square = (id, numbers, role, cell) =>
    matrixTable({
      id,
      newLine: id === "scaled_scores",
      title: words[id],
      corner: words.rows_and_columns,
      rows: tokens,
      columns: tokens.map((token) => ({ ...token, role: "key" })),
      numbers,
      role,
      mark: shared.mark,
      cell,
    });
  return [
    square("scaled_scores", found.scaled, "score", (r, c) => ({
      show: "short",
      formula: () => {
        const { parts, left } = scoreFormula(found, tokens, words, write, "short", r, c);
        const scaled = scaledFormula(found, shared, r, c);
        const right = columnOf("keys_transposed", c, WIDTH);
        const queryKey = filled(words.query_key_formula, { query: tokens[r].name, key: tokens[c].name });
        return {
          words: `${queryKey} ${words.then_scaled}`,
          parts: [...parts.slice(0, -1), ...scaled.parts],
          left,
          right,
        };
      },
    })),
    square("exponentials", found.exponentials, "", (r, c) => ({
      formula: () => exponentialFormula(found, shared, r, c),
    })),
    square("weights", found.weights, "weight", (r, c, value) => ({
      bar: value,
      formula: () => ({
        ...weightOfRow(found, shared, r, c, [
          "(",
          ...joined(
            found.exponentials[r].map((one) => [write.result(one)]),
            " + ",
          ),
          ")",
        ]),
        uses: cellsOf("exponentials", r, TOKENS),
      }),
    })),
  ];
}

const allTokens = (found, shared) => [
  projected(found, shared, 0, { mark: shared.mark }),
  projected(found, shared, 1),
  projected(found, shared, 2),
  transposedTable(found, shared),
  ...squareTables(found, shared),
  contextTable({ ...shared, found, columns: shared.handed, show: "short" }),
];

// -- what there is to say and to set

function notes(state, found, words) {
  const seen = state.view === "one" ? [found.totals[state.query]] : found.totals;
  if (seen.includes(Infinity)) return [words.note_overflow];
  return seen.includes(0) ? [words.note_underflow] : [];
}

/** @returns {Control[]} */
function controls(state, words, tokens) {
  /** @returns {Control} */
  const choice = (id, names, set) => ({
    kind: "choice",
    id,
    label: words[id],
    options: names.map((name) => words[`${id}_${name}`]),
    value: names.indexOf(state[id]),
    set,
  });
  return [
    choice("sheet", NAMES, (now, place) => ({ ...now, sheet: NAMES[place] })),
    choice("view", VIEWS, (now, place) => ({ ...now, view: VIEWS[place] })),
    {
      kind: "choice",
      id: "query",
      label: words.choose_query,
      options: tokens.map(({ name }) => name),
      value: state.query,
      set: (now, query) => ({ ...now, query }),
    },
  ];
}

function view(state, words, write) {
  const found = compute(state);
  const shared = { ...frame(state, words), words, write, found, mark: state.query };
  const shown = state.view === "one" ? oneToken(state, found, shared) : allTokens(found, shared);
  return {
    tables: [embeddingsTable(found, shared), ...trained(found, shared), ...shown],
    controls: controls(state, words, shared.tokens),
    notes: notes(state, found, words),
    matrices: {
      embeddings: found.embeddings,
      ...found.tables,
      queries: found.queries,
      keys: found.keys,
      values: found.values,
      scores: found.scores,
      scaled_scores: found.scaled,
      exponentials: found.exponentials,
      weights: found.weights,
      context: found.context,
    },
  };
}

/** @type {Widget} */
export const widget = { name: "spreadsheet", start, clean, view };
