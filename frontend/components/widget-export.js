// What can be copied and saved of a widget: its numbers, and its tables as a picture.

import { readableTable } from "../core/readable-tables.js";
import { tablesToSvg } from "../core/table-drawing.js";

/** @import { NumberFormatter, View } from "./types.d.ts" */

const DECIMALS = 4; // of results, as the page shows them

/**
 * The numbers to copy: typed ones whole, results rounded as they are shown.
 * @param {View} view
 * @param {boolean} isExact all digits of results, too
 * @returns {Record<string, number[][]>} matrices by name
 */
export function exportedMatrices(view, isExact) {
  if (isExact) return view.matrices;
  const typed = new Set(
    view.tables.flatMap((table) =>
      table.rows.flatMap((row) => row.cells.filter((cell) => cell.edit).map((cell) => cell.name)),
    ),
  );
  const rounded = (number, name) =>
    typed.has(name) || !Number.isFinite(number) ? number : Number(number.toFixed(DECIMALS));
  return Object.fromEntries(
    Object.entries(view.matrices).map(([name, rows]) => [
      name,
      rows.map((row, r) => row.map((number, c) => rounded(number, `${name}[${r}][${c}]`))),
    ]),
  );
}

/**
 * The tables as a picture.
 * @param {View} view
 * @param {string} title
 * @param {NumberFormatter} format
 * @param {Element} colored whose computed style has the colors
 * @returns {string} the text of an SVG file
 */
export function viewToSvg(view, title, format, colored) {
  const style = getComputedStyle(colored);
  const color = (name) => style.getPropertyValue(name).trim();
  const tint = (role) => (role ? color(`--role-${role === "weight" ? "score" : role}`) : color("--ink"));
  const tables = view.tables.map((viewTable) => {
    const table = readableTable(viewTable, format);
    const head = [
      { text: table.corner, color: tint(), head: true },
      ...table.columns.map((column) => ({ text: column.label, color: tint(column.role), head: true })),
    ];
    const body = table.rows.map((row) => [
      { text: row.label, color: tint(), head: true },
      ...row.cells.map((cell) => ({ text: cell.text, color: tint(cell.role) })),
    ]);
    return { title: table.title, cells: [head, ...body] };
  });
  return tablesToSvg(title, tables, { paper: color("--paper"), ink: color("--ink") });
}
