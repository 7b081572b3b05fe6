// From embeddings and three tables to context vectors: the numbers, and the tables that show where they come from.

import { interpolate } from "../../core/dom.js";
import { byRows, map, matmul, softmaxRows, transpose } from "../../math/matrix.js";
import { columnCells, part, rowCells, score, shareParts, sumOfProducts, weight, written } from "./formula-parts.js";

/** The trained tables, what each one makes of the embeddings, and the role that colours both. */
export const PROJECTIONS = [
  { table: "W_query", result: "queries", role: "query", letter: "q" },
  { table: "W_key", result: "keys", role: "key", letter: "k" },
  { table: "W_value", result: "values", role: "value", letter: "v" },
];

/** Scaled dot-product attention: scores are divided by `divisor`, and each row of weights sums to 1. */
export function attend(embeddings, { W_query, W_key, W_value }, divisor) {
  const [queries, keys, values] = [W_query, W_key, W_value].map((table) => matmul(embeddings, table));
  const scores = byRows(queries, keys);
  const scaled = map(scores, (value) => value / divisor);
  const weights = softmaxRows(scaled);
  return { queries, keys, values, scores, scaled, weights, context: matmul(weights, values) };
}

// -- tables: heads are {label, title, name}; one without a name is called by its number

const headName = (heads, index) => heads[index].name ?? String(index + 1);

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
  const tableRows = [...only].map((r) => ({
    ...rows[r],
    mark: r === mark ? "q" : "",
    cells: numbers[r].map((value, c) => ({ name: `${id}[${r}][${c}]`, value, role, ...cell(r, c, value) })),
  }));
  return { id, newLine, title, corner, columns, rows: tableRows };
}

/** What a row of `left` times a column of `right` is, number by number; both are {numbers, cells, role, write}. */
export function rowTimesColumn(left, right, result) {
  const factors = ({ numbers, format, role }) => written(numbers, format, role);
  return {
    parts: [...sumOfProducts(factors(left), factors(right)), " = ", result],
    left: left.cells,
    right: right.cells,
  };
}

/** A table that the reader fills in: `edit(state, row, column, number)` makes the new state. */
export function trainedTable({ table, role }, { numbers, rows, columns, messages, format, edit, newLine }) {
  return matrixTable({
    id: table,
    newLine,
    title: messages[table],
    corner: messages.in_and_out,
    rows,
    columns: columns.map((column) => ({ ...column, role })),
    numbers,
    role,
    cell: (r, c, value) => ({
      low: -1000,
      high: 1000,
      show: "typed",
      title: columns[c].title ?? columns[c].label,
      edit: (current, number) => edit(current, r, c, number),
      formula: () => ({
        sentence: interpolate(messages.table_formula, { row: headName(rows, r), column: headName(columns, c) }),
        parts: [part(`${table}[${r}, ${c}]`, role), " = ", part(format.typed(value), role)],
      }),
    }),
  });
}

/** Queries, keys or values: each number is a row of the embeddings times a column of the trained table. */
export function projectedTable(
  { table, result, role },
  { embeddings, tables, attention, tokens, columns, messages, format, show = "result", ...rest },
) {
  const right = transpose(tables[table]);
  return matrixTable({
    id: result,
    title: messages[result],
    corner: messages.word,
    rows: tokens,
    columns: columns.map((column) => ({ ...column, role })),
    numbers: attention[result],
    role,
    ...rest,
    cell: (r, c, value) => ({
      show,
      formula: () => ({
        sentence: interpolate(messages.product_formula, { row: tokens[r].name, column: headName(columns, c), table }),
        ...rowTimesColumn(
          {
            numbers: embeddings[r],
            cells: rowCells("embeddings", r, embeddings[r].length),
            role: "embedding",
            format: format.plain,
          },
          { numbers: right[c], cells: columnCells(table, c, right[c].length), role, format: format.typed },
          part(format[show](value), role),
        ),
      }),
    }),
  });
}

/** The score of a query for a key, as a product of two rows. */
export function scoreFormula(attention, tokens, messages, format, show, r, c) {
  const side = (name, row, role) => ({
    numbers: attention[name][row],
    cells: rowCells(name, row, attention[name][row].length),
    role,
    format: format[show],
  });
  return {
    sentence: interpolate(messages.query_key_formula, { query: tokens[r].name, key: tokens[c].name }),
    ...rowTimesColumn(side("queries", r, "query"), side("keys", c, "key"), score(format[show](attention.scores[r][c]))),
  };
}

/** How much a query takes from a key: the exponential divided by the sum of those of the row. */
export function weightFormula(attention, tokens, messages, format, show, r, c) {
  const exponentials = attention.scaled[r].map((value) => ["exp(", score(format[show](value)), ")"]);
  return {
    sentence: interpolate(messages.row_weight_formula, { query: tokens[r].name, key: tokens[c].name }),
    parts: shareParts(exponentials, c, weight(format.result(attention.weights[r][c]))),
  };
}

/** Context vectors: each number is a row of weights times a column of values. */
export function contextTable({ attention, tokens, columns, messages, format, show = "result", ...rest }) {
  const right = transpose(attention.values);
  return matrixTable({
    id: "context",
    title: messages.contexts,
    corner: messages.word,
    rows: tokens,
    columns,
    numbers: attention.context,
    ...rest,
    cell: (r, c, value) => ({
      formula: () => ({
        sentence: interpolate(messages.row_context_formula, { query: tokens[r].name, column: headName(columns, c) }),
        ...rowTimesColumn(
          {
            numbers: attention.weights[r],
            cells: rowCells("weights", r, tokens.length),
            role: "weight",
            format: format.result,
          },
          { numbers: right[c], cells: columnCells("values", c, tokens.length), role: "value", format: format[show] },
          format.result(value),
        ),
      }),
    }),
  });
}
