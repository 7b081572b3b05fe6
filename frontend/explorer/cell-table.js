// A table of coloured cells with a word or number in each, as several views draw it: names above and beside, and one
// cell at a time in view.

import { CellField } from "./cell-field.js";
import { ellipsize, label, maxTextWidth, NUMBER_FONT, round, svgElement, wrapText } from "./svg.js";

const PALE = 0.55; // of the colour behind a text, so that it can be read
const LINE = 15; // height of a line of a heading
const SLANT = Math.PI / 3; // of headings that are wider than their cells
const MAX_SLANTED = 90; // pixels of such a heading

/**
 * @typedef {object} Cell
 * @property {string} text
 * @property {string} [small] a second line
 * @property {string} role a variable of the theme's colours, such as --accent
 * @property {number} share how strong the colour is, from 0 to 1
 */

/** Draws the table into an SVG. */
export class CellTable {
  /**
   * @param {object} scene what Explorer.scene() returns
   * @param {object} options
   * @param {string[]} options.rowNames
   * @param {string[]} options.columnNames
   * @param {(row: number, column: number) => Cell} options.cell
   * @param {(row: number, column: number) => string} options.describe the line below the picture
   * @param {string} options.hint that line when no cell is in view
   * @param {string} options.name what the cells are, for screen readers
   * @param {(row: number, column: number) => void} [options.choose] by click or Enter
   * @param {[row: number, column: number]} [options.position] in view first
   * @param {string} [options.title] above the names of columns
   * @param {string[]} [options.rowColors]
   * @param {number} [options.x] the left edge
   * @param {number} [options.y] the upper edge
   * @param {number} [options.width] in pixels; the table is wider if its cells need it
   * @param {number} [options.minCell] width of a cell in pixels
   * @param {number} [options.maxCell]
   * @param {number} [options.cellHeight]
   */
  constructor(scene, options) {
    const { rowNames, columnNames, width = scene.width, x = 0, minCell = 40, maxCell = 120 } = options;
    this.scene = scene;
    this.options = options;
    this.left = x + Math.min(maxTextWidth(rowNames) + 14, width * 0.36);
    this.cellWidth = Math.min(maxCell, Math.max(minCell, (x + width - this.left - 2) / columnNames.length));
    this.cellHeight = options.cellHeight ?? 34;
    this.isSlanted = columnNames.some((name) => maxTextWidth(name.split(" ")) > this.cellWidth - 4);
    this.headings = columnNames.map((name) => (this.isSlanted ? [name] : wrapText(name, this.cellWidth - 4)));
    const slant = Math.min(MAX_SLANTED, maxTextWidth(columnNames));
    const lines = Math.max(...this.headings.map(({ length }) => length));
    const height = this.isSlanted ? slant * Math.sin(SLANT) + 8 : lines * LINE;
    this.top = (options.y ?? 0) + (options.title ? 20 : 0) + height + 6;
    const overhang = this.isSlanted ? Math.max(0, slant * Math.cos(SLANT) - this.cellWidth / 2) : 0;
    this.right = this.left + columnNames.length * this.cellWidth + overhang + 2;
    this.bottom = this.top + rowNames.length * this.cellHeight + 4;
  }

  /** @param {SVGSVGElement} svg */
  drawInto(svg) {
    const { options, left, top, cellWidth, cellHeight, scene } = this;
    const { rowNames, columnNames, choose } = options;
    if (options.title)
      svg.append(label(left, (options.y ?? 0) + 14, options.title, { fill: "var(--ink-soft)", "font-size": 12.5 }));
    this.columnLabels = this.headings.map((lines, c) => this.heading(lines, c));
    this.rowLabels = rowNames.map((name, r) =>
      label(left - 8, top + (r + 0.5) * cellHeight + 4, ellipsize(name, left - (options.x ?? 0) - 12), {
        "text-anchor": "end",
        fill: options.rowColors?.[r] ?? "var(--ink)",
      }),
    );
    svg.append(...this.columnLabels, ...this.rowLabels);
    for (let r = 0; r < rowNames.length; r += 1)
      for (let c = 0; c < columnNames.length; c += 1) svg.append(...this.cell(r, c));
    const cells = { rows: rowNames.length, columns: columnNames.length, left, top, cellWidth, cellHeight };
    new CellField(
      svg,
      { ...cells, position: options.position ?? [0, 0], name: options.name, role: scene.messages.table_of_cells },
      {
        inspect: (r, c) => {
          this.mark(r, c);
          scene.describe(options.describe(r, c));
        },
        clear: () => {
          this.mark(-1, -1);
          scene.describe(options.hint);
        },
        ...(choose && { choose }),
      },
    );
  }

  heading(lines, c) {
    const group = svgElement("g", {});
    if (this.isSlanted) {
      const [x, y] = [round(this.left + (c + 0.5) * this.cellWidth + 4), round(this.top - 6)];
      const transform = `rotate(${(-SLANT * 180) / Math.PI} ${x} ${y})`;
      group.append(label(x, y, ellipsize(lines[0], MAX_SLANTED), { transform }));
      return group;
    }
    lines.forEach((line, index) =>
      group.append(
        label(
          this.left + (c + 0.5) * this.cellWidth,
          this.top - 8 - (lines.length - 1 - index) * LINE,
          ellipsize(line, this.cellWidth - 4),
          { "text-anchor": "middle" },
        ),
      ),
    );
    return group;
  }

  cell(r, c) {
    const { left, top, cellWidth, cellHeight } = this;
    const { text, small, role, share } = this.options.cell(r, c);
    const box = {
      x: round(left + c * cellWidth),
      y: round(top + r * cellHeight),
      width: round(cellWidth - 2),
      height: cellHeight - 2,
      rx: 3,
    };
    const middle = left + (c + 0.5) * cellWidth - 1;
    const base = top + (r + 0.5) * cellHeight + (small ? -1 : 3);
    const style = { "text-anchor": "middle", "aria-hidden": "true" };
    const isNumber = /^[\d\u2212+.,–%\s]*$/.test(text);
    return [
      svgElement("rect", { ...box, fill: "var(--paper-sunk)" }),
      svgElement("rect", { ...box, fill: `var(${role})`, "fill-opacity": round(PALE * share) }),
      label(middle, base, ellipsize(text, cellWidth - 8), {
        ...style,
        ...(isNumber && { "font-family": NUMBER_FONT, "font-size": 11.5 }),
      }),
      ...(small
        ? [label(middle, base + 13, ellipsize(small, cellWidth - 6, 10.5), { ...style, "font-size": 10.5 })]
        : []),
    ];
  }

  mark(row, column) {
    this.rowLabels.forEach((text, index) => text.setAttribute("font-weight", index === row ? 700 : 400));
    this.columnLabels.forEach((group, index) => group.setAttribute("font-weight", index === column ? 700 : 400));
  }
}
