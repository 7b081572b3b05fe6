// Lists of numbers side by side, a column each, with their sums below.

import { interpolate } from "../../core/dom.js";
import { sum } from "../../math/matrix.js";
import { columnCells, part, summed, written } from "./formula-parts.js";

/** @import { Column, NumberFormatter, Role, Row, Words } from "../../components/types.d.ts" */

/**
 * @typedef {object} List
 * @property {string} name for which there are messages: `<name>_head` and `<name>_title`
 * @property {number[]} numbers
 * @property {number} total
 * @property {string[]} cells the names of the cells with the numbers
 * @property {Role} [role]
 * @property {keyof NumberFormatter} [show]
 */

/** @type {(name: string, numbers: number[], more?: Partial<List>) => List} */
export const summedList = (name, numbers, more = {}) => ({
  name,
  numbers,
  total: sum(numbers),
  cells: columnCells(name, 0, numbers.length),
  ...more,
});

/** @type {(lists: List[], messages: Words) => Column[]} */
export const listColumns = (lists, messages) =>
  lists.map(({ name, role }) => ({ label: messages[`${name}_head`], title: messages[`${name}_title`], role }));

/** @type {(lists: List[], messages: Words, format: NumberFormatter) => Row} */
export const sumRow = (lists, messages, format) => ({
  label: messages.sum,
  total: true,
  cells: lists.map(({ name, numbers, total, cells, role, show = "result" }, c) => ({
    name: `sums[0][${c}]`,
    value: total,
    role,
    show,
    formula: () => ({
      sentence: interpolate(messages.sum_formula, { column: messages[`${name}_title`] }),
      parts: [...summed(written(numbers, format[show], role)), " = ", part(format[show](total), role)],
      uses: cells,
    }),
  })),
});
