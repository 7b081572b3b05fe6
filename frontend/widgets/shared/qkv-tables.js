// From embeddings and three tables to context vectors: the numbers, and the tables that show where they come from.

import { filled } from "../../core/dom.js";
import { map, matmul, softmaxRows, transpose } from "../../math/matrix.js";
import { cellsOf } from "./embeddings-table.js";
import { bracketed, joined, part, score, weight } from "./formula-parts.js";

/** The trained tables, what each one makes of the embeddings, and the role that colours both. */
export const PROJECTIONS = [
  { table: "W_query", result: "queries", role: "query", letter: "q" },
  { table: "W_key", result: "keys", role: "key", letter: "k" },
  { table: "W_value", result: "values", role: "value", letter: "v" },
];

/** Scaled dot-product attention: scores are divided by `divisor`, and each row of weights sums to 1. */
export function attend(embeddings, { W_query, W_key, W_value }, divisor) {
  const [queries, keys, values] = [W_query, W_key, W_value].map((table) => matmul(embeddings, table));
  const scores = matmul(queries, transpose(keys));
  const scaled = map(scores, (one) => one / divisor);
  const weights = softmaxRows(scaled);
  return { queries, keys, values, scores, scaled, weights, context: matmul(weights, values) };
}

// -- tables: heads are {label, title, name}; one without a name is called by its number

const named = (heads, place) => heads[place].name ?? String(place + 1);

/** One column's cells in every row of a matrix. */
export const columnOf = (name, column, count) =>
  Array.from({ length: count }, (_, row) => `${name}[${row}][${column}]`);

/**
 * A matrix as a table. `rows` and `columns` are heads ({label, title}), `only` the rows that are shown, `mark` the one
 * that bears a q; `cell(row, column, value)` says what a cell has beside its name, value and role.
 */
export function matrixTable({
  id,
  newLine = false,
  title,
  corner,
  rows,
  columns,
  numbers,
  role = "",
  only = rows.keys(),
  mark = -1,
  cell,
}) {
  const shown = [...only].map((r) => ({
    ...rows[r],
    mark: r === mark ? "q" : "",
    cells: numbers[r].map((value, c) => ({ name: `${id}[${r}][${c}]`, value, role, ...cell(r, c, value) })),
  }));
  return { id, newLine, title, corner, columns, rows: shown };
}

/** What a row of `left` times a column of `right` is, number by number; both are {numbers, cells, role, write}. */
export function rowTimesColumn(left, right, result) {
  const factor = (side, place) => part(bracketed(side.write(side.numbers[place])), side.role);
  return {
    parts: [
      ...joined(
        left.numbers.map((_, place) => [factor(left, place), " · ", factor(right, place)]),
        " + ",
      ),
      " = ",
      result,
    ],
    left: left.cells,
    right: right.cells,
  };
}

/** A table that the reader fills in: `edit(state, row, column, number)` makes the new state. */
export function trainedTable({ table, role }, { numbers, rows, columns, words, write, edit, newLine }) {
  return matrixTable({
    id: table,
    newLine,
    title: words[table],
    corner: words.in_and_out,
    rows,
    columns: columns.map((column) => ({ ...column, role })),
    numbers,
    role,
    cell: (r, c, value) => ({
      low: -1000,
      high: 1000,
      show: "typed",
      title: columns[c].title ?? columns[c].label,
      edit: (now, number) => edit(now, r, c, number),
      formula: () => ({
        words: filled(words.table_formula, { row: named(rows, r), column: named(columns, c) }),
        parts: [part(`${table}[${r}, ${c}]`, role), " = ", part(write.typed(value), role)],
      }),
    }),
  });
}

/** Queries, keys or values: each number is a row of the embeddings times a column of the trained table. */
export function projectedTable(
  { table, result, role },
  { embeddings, tables, found, tokens, columns, words, write, show = "result", ...rest },
) {
  const right = transpose(tables[table]);
  return matrixTable({
    id: result,
    title: words[result],
    corner: words.word,
    rows: tokens,
    columns: columns.map((column) => ({ ...column, role })),
    numbers: found[result],
    role,
    ...rest,
    cell: (r, c, value) => ({
      show,
      formula: () => ({
        words: filled(words.product_formula, { row: tokens[r].name, column: named(columns, c), table }),
        ...rowTimesColumn(
          {
            numbers: embeddings[r],
            cells: cellsOf("embeddings", r, embeddings[r].length),
            role: "embedding",
            write: write.plain,
          },
          { numbers: right[c], cells: columnOf(table, c, right[c].length), role, write: write.typed },
          part(write[show](value), role),
        ),
      }),
    }),
  });
}

/** The score of a query for a key, as a product of two rows. */
export function scoreFormula(found, tokens, words, write, show, r, c) {
  const side = (name, row, role) => ({
    numbers: found[name][row],
    cells: cellsOf(name, row, found[name][row].length),
    role,
    write: write[show],
  });
  return {
    words: filled(words.query_key_formula, { query: tokens[r].name, key: tokens[c].name }),
    ...rowTimesColumn(side("queries", r, "query"), side("keys", c, "key"), score(write[show](found.scores[r][c]))),
  };
}

/** How much a query takes from a key: the exponential divided by the sum of those of the row. */
export function weightFormula(found, tokens, words, write, show, r, c) {
  const exponentials = found.scaled[r].map((one) => ["exp(", score(write[show](one)), ")"]);
  return {
    words: filled(words.row_weight_formula, { query: tokens[r].name, key: tokens[c].name }),
    parts: [
      ...exponentials[c],
      " / (",
      ...joined(exponentials, " + "),
      ") = ",
      weight(write.result(found.weights[r][c])),
    ],
  };
}

export function contextTable({ found, tokens, columns, words, write, show = "result", ...rest }) {
  const right = transpose(found.values);
  return matrixTable({
    id: "context",
    title: words.contexts,
    corner: words.word,
    rows: tokens,
    columns,
    numbers: found.context,
    ...rest,
    cell: (r, c, value) => ({
      formula: () => ({
        words: filled(words.row_context_formula, { query: tokens[r].name, column: named(columns, c) }),
        ...rowTimesColumn(
          {
            numbers: found.weights[r],
            cells: cellsOf("weights", r, tokens.length),
            role: "weight",
            write: write.result,
          },
          { numbers: right[c], cells: columnOf("values", c, tokens.length), role: "value", write: write[show] },
          write.result(value),
        ),
      }),
    }),
  });
}
