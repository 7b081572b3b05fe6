// A widget's tables without controls: for pages without scripts, and for pictures.

/** @import { Cell, NumberCell, NumberFormatter, ButtonCell } from "../components/types.d.ts" */
/** @import { State, Table, Widget, Words } from "../components/types.d.ts" */

/**
 * The text of a number: in the format that the cell names, else `plain` for input and `result` for results.
 * @param {NumberCell} cell
 * @param {NumberFormatter} format
 */
export const formatCell = (cell, format) => format[cell.show ?? (cell.edit ? "plain" : "result")](cell.value);

/**
 * A table without buttons and inputs: {title, corner, columns, rows: [{label, total, cells}]}, where a cell is
 * {name, text, role}. An input for a word becomes the label of its row.
 * @param {Table} table
 * @param {NumberFormatter} format
 */
export function readableTable(table, format) {
  /** @returns {cell is NumberCell | ButtonCell} */
  const isNumber = (/** @type {Cell} */ cell) => (cell.toggle || !cell.onPress) && cell.word === undefined;
  const first = table.rows[0].cells;
  const wordColumn = first.findIndex((cell) => cell.word !== undefined);
  return {
    title: table.title,
    corner: table.columns[wordColumn]?.label ?? table.corner,
    columns: table.columns.filter((_, column) => isNumber(first[column])),
    rows: table.rows.map(({ label, total, cells }) => ({
      label: cells[wordColumn]?.word ?? label,
      total,
      cells: cells.filter(isNumber).map((cell) => ({
        name: cell.name,
        text: cell.onPress ? cell.text : formatCell(cell, format),
        role: cell.role,
      })),
    })),
  };
}

/**
 * All that a widget shows of a state, [{title, tables}]: one step, or each of its steps with its new tables.
 * @param {Widget} widget
 * @param {State} state
 * @param {Words} words
 * @param {NumberFormatter} format
 */
export function readableSteps(widget, state, words, format) {
  const seen = new Set();
  return (widget.steps?.(state) ?? [state]).map((step) => {
    const { stage, tables } = widget.view(step, words, format);
    const newTables = tables.filter(({ id }) => !seen.has(id) && seen.add(id));
    return { title: stage?.title, tables: newTables.map((table) => readableTable(table, format)) };
  });
}
