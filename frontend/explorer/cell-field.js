// A table of cells in a drawing, of which one at a time is framed and described: by pointer or by arrow keys. For
// keyboard and screen readers it is a single stop.

import { pointIn, round, svgElement } from "./svg.js";

/** One focusable element over all cells of a table. */
export class CellField {
  /**
   * @param {SVGSVGElement} svg gets the field as its last element
   * @param {object} cells
   * @param {number} cells.rows how many
   * @param {number} cells.columns
   * @param {number} cells.left the left edge, in the units of the viewBox
   * @param {number} cells.top
   * @param {number} cells.cellWidth
   * @param {number} cells.cellHeight
   * @param {[row: number, column: number]} cells.position of the cell that is framed first
   * @param {string} cells.name for screen readers
   * @param {string} cells.role what the field is, for screen readers
   * @param {object} on
   * @param {(row: number, column: number) => void} on.inspect a cell is framed
   * @param {() => void} on.clear none is any longer
   * @param {(row: number, column: number) => void} [on.choose] by click or Enter
   */
  constructor(svg, cells, on) {
    this.svg = svg;
    this.cells = cells;
    this.on = on;
    this.position = cells.position;
    this.frame = svgElement("rect", {
      width: round(cells.cellWidth),
      height: round(cells.cellHeight),
      fill: "none",
      stroke: "var(--ink)",
      "stroke-width": 2,
      visibility: "hidden",
      "data-page": true,
    });
    this.element = svgElement(
      "g",
      {
        class: "explorer-field",
        role: "group",
        tabindex: 0,
        "aria-label": cells.name,
        "aria-roledescription": cells.role,
      },
      svgElement("rect", {
        x: round(cells.left),
        y: round(cells.top),
        width: round(cells.columns * cells.cellWidth),
        height: round(cells.rows * cells.cellHeight),
        fill: "transparent",
        class: "explorer-frame",
      }),
      this.frame,
    );
    svg.append(this.element);
    this.listen();
  }

  listen() {
    const { element, on } = this;
    element.addEventListener("pointermove", (event) => this.inspect(this.cellAt(event)));
    element.addEventListener("pointerleave", () => document.activeElement === element || this.clear());
    element.addEventListener("focus", () => this.inspect(this.position));
    element.addEventListener("blur", () => this.clear());
    element.addEventListener("keydown", (event) => this.onKeydown(event));
    element.addEventListener("click", (event) => {
      this.inspect(this.cellAt(event));
      on.choose?.(...this.position);
    });
  }

  cellAt(event) {
    const { left, top, cellWidth, cellHeight } = this.cells;
    const [x, y] = pointIn(this.svg, event);
    return [Math.floor((y - top) / cellHeight), Math.floor((x - left) / cellWidth)];
  }

  onKeydown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { rows, columns } = this.cells;
    const [r, c] = this.position;
    const target = {
      ArrowLeft: [r, c - 1],
      ArrowRight: [r, c + 1],
      ArrowUp: [r - 1, c],
      ArrowDown: [r + 1, c],
      Home: [r, 0],
      End: [r, columns - 1],
      PageUp: [0, c],
      PageDown: [rows - 1, c],
    }[event.key];
    const isChoice = event.key === "Enter" || event.key === " ";
    if (!target && !(isChoice && this.on.choose)) return;
    event.preventDefault();
    if (target) this.inspect(target);
    else this.on.choose?.(r, c);
  }

  /** Frames and describes a cell: the nearest one, if `row` or `column` is outside. */
  inspect([row, column]) {
    const { rows, columns, left, top, cellWidth, cellHeight } = this.cells;
    const r = Math.max(0, Math.min(row, rows - 1));
    const c = Math.max(0, Math.min(column, columns - 1));
    this.position = [r, c];
    this.frame.setAttribute("x", round(left + c * cellWidth));
    this.frame.setAttribute("y", round(top + r * cellHeight));
    this.frame.setAttribute("visibility", "visible");
    this.on.inspect(r, c);
  }

  clear() {
    this.frame.setAttribute("visibility", "hidden");
    this.on.clear();
  }
}
