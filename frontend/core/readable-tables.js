// A widget's tables for reading alone: in pages without scripts, and in pictures.

/** @import { Cell, NumberCell, NumberWriter, PressCell } from "../components/types.d.ts" */
/** @import { State, Table, Widget, Words } from "../components/types.d.ts" */

/**
 * A cell's number as it says itself; else all that was typed, or four digits of a result.
 * @param {NumberCell} cell
 * @param {NumberWriter} write
 */
export const written = (cell, write) => write[cell.show ?? (cell.edit ? "plain" : "result")](cell.value);

/**
 * A table with nothing to press or to type: {title, corner, columns, rows: [{label, total, cells}]}, where a cell is
 * {name, text, role}. A word that can be typed becomes the name of its row.
 * @param {Table} table
 * @param {NumberWriter} write
 */
export function readableTable(table, write) {
  /** @returns {cell is NumberCell | PressCell} */
  const isNumber = (/** @type {Cell} */ cell) => (cell.toggle || !cell.press) && cell.word === undefined;
  const first = table.rows[0].cells;
  const wordAt = first.findIndex((cell) => cell.word !== undefined);
  return {
    title: table.title,
    corner: table.columns[wordAt]?.label ?? table.corner,
    columns: table.columns.filter((_, place) => isNumber(first[place])),
    rows: table.rows.map(({ label, total, cells }) => ({
      label: cells[wordAt]?.word ?? label,
      total,
      cells: cells
        .filter(isNumber)
        .map((cell) => ({ name: cell.name, text: cell.press ? cell.text : written(cell, write), role: cell.role })),
    })),
  };
}

/**
 * All that a widget shows of a state, [{title, tables}]: one step, or each of its steps with what is new in it.
 * @param {Widget} widget
 * @param {State} state
 * @param {Words} words
 * @param {NumberWriter} write
 */
export function readableSteps(widget, state, words, write) {
  const seen = new Set();
  return (widget.steps?.(state) ?? [state]).map((step) => {
    const { stage, tables } = widget.view(step, words, write);
    const fresh = tables.filter(({ id }) => !seen.has(id) && seen.add(id));
    return { title: stage?.title, tables: fresh.map((table) => readableTable(table, write)) };
  });
}
