// A table of numbers with the keyboard of the ARIA grid pattern: one cell in the tab order, arrow keys, Home and End,
// Enter or F2 to edit, Escape to cancel. It shows the table of a widget's view and calls its host on what readers do.

import { make, setText } from "../core/dom.js";
import { pastedRows } from "../core/number-input.js";

/** @import { Cell, Column, InputCell, NumberCell, ButtonCell, ResultCell, Row, Table, WordCell } from "./types.d.ts" */

/** The attribute that names a number: on the input if there is one, else on the <td>. */
const nameAttribute = (cell) => ({ "data-cell": cell.name });
const labelOf = (cell, row) => `${row.title ?? row.label}, ${cell.title ?? ""}`.replace(/, $/, "");
const roleClass = (role) => (role ? `role-${role}` : "");
/**
 * `band` shades every other group of numbers.
 * @param {Pick<Cell | Column, "role" | "band">} cell
 */
const classOf = ({ role, band }) => [roleClass(role), band ? "band" : ""].join(" ").trim();

/**
 * What a grid calls: `formatCell` for the text of a number, the others on what the reader does.
 * @typedef {object} GridHost
 * @property {(cell: NumberCell) => string} formatCell
 * @property {(cell: Cell | null, isFocus?: boolean) => void} inspect
 * @property {(cell: InputCell | WordCell, text: string) => void} onInput
 * @property {(cell: Cell) => void} onCancel
 * @property {(cell: Cell) => void} onCommit
 * @property {(cell: ButtonCell) => void} onPress
 * @property {(cell: Cell, cells: (Cell | undefined)[][], rows: string[][]) => void} onPaste
 */

/**
 * A cell on the page: what is focused, and the <td> around it (often the same).
 * @typedef {{ element: HTMLElement, td: HTMLTableCellElement, cell: Cell }} CellControl
 * @typedef {CellControl & { element: HTMLInputElement, cell: InputCell | WordCell }} InputControl
 */

/** The table of numbers on the page; what it shows and does comes from a `Table` and its host. */
export class Grid {
  /** @type {CellControl[][]} by row and column */
  cellControls = [];
  /** @type {[row: number, column: number]} of the cell in the tab order */
  activePosition = [0, 0];

  /**
   * @param {Table} table
   * @param {GridHost} host
   */
  constructor(table, host) {
    this.host = host;
    this.table = table;
    this.editing = null;
    this.element = make("div", { class: "widget-grid", "data-grid": table.id });
    this.lineBreak = make("div", { class: "widget-break" }); // placed before a table that starts a new line
    this.createTable();
  }

  // -- elements

  createTable() {
    const { table } = this;
    this.cellControls = table.rows.map((row) => row.cells.map((cell) => this.createControl(cell, row)));
    const heads = table.columns.map((column) =>
      make(
        "th",
        { scope: "col", class: classOf(column), abbr: column.title ?? null },
        column.headerHidden ? make("span", { class: "visually-hidden" }, column.label) : column.label,
      ),
    );
    const body = table.rows.map((row, r) => {
      const head = make(
        "th",
        { scope: "row" },
        make("span", { class: "widget-mark role-query", "aria-hidden": "true" }),
        row.label,
      );
      return make(
        "tr",
        { class: row.total ? "total" : null },
        head,
        ...this.cellControls[r].map((control) => control.td),
      );
    });
    this.body = make("tbody", {}, ...body);
    this.grid = make(
      "table",
      { role: "grid", class: "widget-table" },
      make("caption", {}, table.title),
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, table.corner), ...heads)),
      this.body,
    );
    this.grid.addEventListener("keydown", (event) => this.onKeydown(event));
    this.element.replaceChildren(this.grid);
    this.update(table);
  }

  /**
   * @param {Cell} cell
   * @param {Row} row
   * @returns {CellControl}
   */
  createControl(cell, row) {
    let element;
    if (cell.onPress)
      element = make("button", {
        type: "button",
        class: "widget-small",
        tabindex: -1,
        ...(cell.toggle ? nameAttribute(cell) : {}),
      });
    else if (cell.edit) element = this.createInput(cell, labelOf(cell, row));
    const td = make(
      "td",
      { role: "gridcell", ...(element ? {} : { ...nameAttribute(cell), tabindex: -1 }) },
      element ?? "",
    );
    const control = { element: element ?? td, td, cell };
    control.element.addEventListener("focus", () => this.onFocus(control));
    td.addEventListener("pointerenter", () => this.host.inspect(control.cell));
    td.addEventListener("pointerleave", () => this.host.inspect(null));
    if (cell.onPress)
      element.addEventListener("click", () => this.host.onPress(/** @type {ButtonCell} */ (control.cell)));
    return control;
  }

  /**
   * @param {InputCell | WordCell} cell
   * @param {string} label
   */
  createInput(cell, label) {
    const isWord = cell.word !== undefined;
    const input = make("input", {
      type: "text",
      inputmode: isWord || !(cell.low >= 0) ? "text" : "decimal", // telephones' decimal keypads have no minus
      autocomplete: "off",
      spellcheck: "false",
      "aria-label": label,
      tabindex: -1,
      ...(isWord ? { "data-word": cell.name, maxlength: 16 } : nameAttribute(cell)),
    });
    input.addEventListener("input", () => this.onInput(input));
    input.addEventListener("blur", () => this.commitEdit(input));
    input.addEventListener("click", () => this.startEdit(input));
    input.addEventListener("paste", (event) => this.onPaste(event, input));
    return input;
  }

  // -- showing

  /**
   * Shows the numbers of `table` in the same cells.
   * @param {Table} table
   * @returns {boolean} false if it has other rows or columns and needs a grid of its own
   */
  update(table) {
    const shape = ({ columns, rows }) =>
      JSON.stringify([columns.length, rows.map((row) => row.cells.map((cell) => cell.name))]);
    if (shape(table) !== shape(this.table)) return false;
    this.table = table;
    setText(this.grid.caption, table.title);
    table.columns.forEach((column, c) => {
      const head = this.grid.tHead.rows[0].cells[c + 1];
      setText(head.firstElementChild ?? head, column.label);
      head.className = classOf(column);
    });
    table.rows.forEach((row, r) => {
      const tr = /** @type {HTMLTableRowElement} */ (this.cellControls[r][0].td.parentElement);
      const head = tr.cells[0];
      setText(head.lastChild, row.label);
      setText(head.firstChild, row.mark ?? "");
      if (row.title) head.setAttribute("aria-label", row.title); // the label alone may be "1" or "."
      tr.classList.toggle("asks", Boolean(row.mark));
      row.cells.forEach((cell, c) => this.showCell(this.cellControls[r][c], cell, row));
    });
    this.setRovingTabindex(this.activePosition);
    return true;
  }

  /**
   * @param {CellControl} control
   * @param {Cell} cell
   * @param {Row} row
   */
  showCell(control, cell, row) {
    control.cell = cell;
    if (cell.onPress) {
      // aria-disabled: the arrow keys still reach it.
      control.element.setAttribute("aria-disabled", String(Boolean(cell.disabled)));
      control.element.setAttribute("aria-label", cell.label);
      if (cell.toggle) control.element.setAttribute("aria-pressed", String(cell.pressed));
      setText(control.element, cell.text);
      return;
    }
    const text = cell.word ?? this.host.formatCell(cell);
    if (control.element === control.td) {
      const { bar } = /** @type {ResultCell} */ (cell);
      setText(control.td, text);
      control.td.className = [classOf(cell), bar === undefined ? "" : "bar"].join(" ").trim();
      if (bar !== undefined) control.td.style.setProperty("--share", `${(100 * bar).toFixed(2)}%`);
    } else {
      control.element.setAttribute("aria-label", labelOf(cell, row));
      const input = /** @type {HTMLInputElement} */ (control.element);
      if (this.editing !== input && input.value !== text) input.value = text;
    }
  }

  findControl(name) {
    for (const row of this.cellControls) for (const control of row) if (control.cell.name === name) return control;
    return null;
  }

  /**
   * Marks the cells that a number is computed from.
   * @param {Record<"inputs" | "self" | "left" | "right", Set<string>>} names of cells: all of them, the number itself,
   *   and of a product of row and column those of its left and its right factor
   */
  highlight({ inputs, self, left, right }) {
    const classes = { lit: inputs, "lit-self": self, "lit-left": left, "lit-right": right };
    for (const { td, cell } of this.cellControls.flat()) {
      for (const [style, names] of Object.entries(classes)) td.classList.toggle(style, names.has(cell.name));
    }
  }

  // -- keyboard

  /** Puts one cell into the tab order, and no other (ARIA Authoring Practices: roving tabindex). */
  setRovingTabindex([row, column]) {
    const rows = this.cellControls.length;
    const r = Math.max(0, Math.min(row, rows - 1));
    const c = Math.max(0, Math.min(column, this.cellControls[r].length - 1));
    for (const control of this.cellControls.flat()) control.element.tabIndex = -1;
    this.cellControls[r][c].element.tabIndex = 0;
    this.activePosition = [r, c];
  }

  onFocus(control) {
    const r = this.cellControls.findIndex((row) => row.includes(control));
    if (r < 0) return;
    this.setRovingTabindex([r, this.cellControls[r].indexOf(control)]);
    if (control.element instanceof HTMLInputElement) control.element.select();
    this.host.inspect(control.cell, true);
  }

  focusCell(row, column) {
    this.setRovingTabindex([row, column]);
    this.cellControls[this.activePosition[0]][this.activePosition[1]].element.focus();
  }

  onKeydown(event) {
    const { key, target } = event;
    const isInput = target.tagName === "INPUT";
    if (isInput && this.editing === target) return this.onEditKeydown(event);
    const [row, column] = this.activePosition;
    const last = this.cellControls[row].length - 1;
    const isWholeTable = event.ctrlKey || event.metaKey;
    const moves = {
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      Home: [isWholeTable ? 0 : row, 0],
      End: [isWholeTable ? this.cellControls.length - 1 : row, isWholeTable ? Infinity : last],
      PageUp: [0, column],
      PageDown: [this.cellControls.length - 1, column],
    };
    if (moves[key] && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      this.focusCell(...moves[key]);
    } else if (isInput && (key === "Enter" || key === "F2")) {
      event.preventDefault();
      this.startEdit(target);
      target.setSelectionRange(target.value.length, target.value.length);
    }
  }

  // -- editing

  onEditKeydown(event) {
    const { key, target } = event;
    if (key === "Escape") {
      event.preventDefault();
      this.clearError();
      this.host.onCancel(this.controlOf(target).cell);
      this.commitEdit(target);
      target.select();
    } else if (key === "Enter") {
      event.preventDefault();
      this.commitEdit(target);
      this.focusCell(this.activePosition[0] + 1, this.activePosition[1]);
    } else if (key === "ArrowUp" || key === "ArrowDown") {
      event.preventDefault();
      this.commitEdit(target);
      this.focusCell(this.activePosition[0] + (key === "ArrowUp" ? -1 : 1), this.activePosition[1]);
    }
  }

  startEdit(input) {
    if (this.editing === input) return;
    this.editing = input;
    input.closest("td").classList.add("editing");
  }

  /**
   * @param {HTMLInputElement} input one of this table's
   * @returns {InputControl}
   */
  controlOf(input) {
    return /** @type {InputControl} */ (this.cellControls.flat().find((control) => control.element === input));
  }

  displayText(input) {
    const { cell } = this.controlOf(input);
    return cell.word ?? this.host.formatCell(cell);
  }

  onInput(input) {
    this.startEdit(input);
    this.host.onInput(this.controlOf(input).cell, input.value);
  }

  /** Ends an edit. Invalid input reverts to the last valid value. */
  commitEdit(input) {
    if (this.editing !== input) return;
    this.editing = null;
    input.closest("td").classList.remove("editing");
    const control = this.controlOf(input);
    input.value = this.displayText(input);
    input.removeAttribute("aria-invalid");
    control.td.classList.remove("wrong"); // the cell is valid again; the message below it stays
    this.host.onCommit(control.cell);
  }

  /** A pasted table fills the cells to the right and below; a single number is left to the browser. */
  onPaste(event, input) {
    const text = event.clipboardData.getData("text");
    const rows = pastedRows(text);
    const control = this.controlOf(input);
    if (control.cell.word !== undefined || (rows.length < 2 && (rows[0]?.length ?? 0) < 2)) return;
    event.preventDefault();
    const [r, c] = this.activePosition;
    const cellAt = (row, column) => this.cellControls[r + row]?.[c + column]?.cell;
    const cells = rows.map((row, i) => row.map((_, j) => cellAt(i, j)));
    this.host.onPaste(control.cell, cells, rows);
  }

  // -- messages

  /**
   * Shows an error message in a row of its own below a cell.
   * @param {string} name the cell's
   * @param {string} message
   */
  showError(name, message) {
    this.clearError();
    const control = this.findControl(name);
    if (!control) return;
    const id = `widget-problem-${Math.random().toString(36).slice(2)}`;
    const width = this.table.columns.length + 1;
    const row = make(
      "tr",
      { class: "widget-problem" },
      make("td", { role: "gridcell", colspan: width }, make("span", { role: "alert", id }, message)),
    );
    control.td.parentElement?.after(row);
    control.td.classList.add("wrong");
    control.element.setAttribute("aria-describedby", id);
    if (this.editing === control.element) control.element.setAttribute("aria-invalid", "true");
  }

  clearError() {
    this.body.querySelectorAll(".widget-problem").forEach((row) => row.remove());
    for (const control of this.cellControls.flat()) {
      control.td.classList.remove("wrong");
      control.element.removeAttribute("aria-describedby");
      control.element.removeAttribute("aria-invalid");
    }
  }
}
