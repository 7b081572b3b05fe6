// A table of numbers that can be walked by arrow keys, as the ARIA grid pattern says: one stop for Tab, Home and End,
// Enter or F2 to edit, Escape to take back. It shows what a widget describes and passes on what the reader does.

import { make, setText } from "../core/dom.js";
import { pastedRows } from "../core/number-input.js";

/** @import { Cell, Column, InputCell, NumberCell, PressCell, ResultCell, Row, Table, WordCell } from "./types.d.ts" */

/** The attributes that name a number. An input has it itself: it is what shows the number. */
const named = (cell) => ({ "data-cell": cell.name });
const labelOf = (cell, row) => `${row.title ?? row.label}, ${cell.title ?? ""}`.replace(/, $/, "");
const roleClass = (role) => (role ? `role-${role}` : "");
/**
 * `band` shades every other group of numbers.
 * @param {Pick<Cell | Column, "role" | "band">} what
 */
const classOf = ({ role, band }) => [roleClass(role), band ? "band" : ""].join(" ").trim();

/**
 * Whom a grid asks what it shows, and tells what the reader does.
 * @typedef {object} GridHost
 * @property {(cell: NumberCell) => string} show
 * @property {(cell: Cell | null, stays?: boolean) => void} look
 * @property {(cell: InputCell | WordCell, text: string) => void} typed
 * @property {(cell: Cell) => void} dropped
 * @property {(cell: Cell) => void} settled
 * @property {(cell: PressCell) => void} pressed
 * @property {(cell: Cell, cells: (Cell | undefined)[][], rows: string[][]) => void} pasted
 */

/**
 * A cell on the page: what is focused, and the <td> around it (often the same).
 * @typedef {{ focus: HTMLElement, holder: HTMLTableCellElement, cell: Cell }} Stop
 * @typedef {Stop & { focus: HTMLInputElement, cell: InputCell | WordCell }} InputStop
 */

export class Grid {
  /** @type {Stop[][]} */
  stops = [];
  /** @type {[row: number, column: number]} the stop that Tab reaches */
  at = [0, 0];

  /**
   * @param {Table} table
   * @param {GridHost} host
   */
  constructor(table, host) {
    this.host = host;
    this.table = table;
    this.editing = null;
    this.element = make("div", { class: "widget-grid", "data-grid": table.id });
    this.lineBreak = make("div", { class: "widget-break" }); // stands before it if the table begins a new line
    this.build();
  }

  // -- making

  build() {
    const { table } = this;
    this.stops = table.rows.map((row) => row.cells.map((cell) => this.stop(cell, row)));
    const heads = table.columns.map((column) =>
      make(
        "th",
        { scope: "col", class: classOf(column), abbr: column.title ?? null },
        column.ears ? make("span", { class: "visually-hidden" }, column.label) : column.label,
      ),
    );
    const body = table.rows.map((row, r) => {
      const head = make(
        "th",
        { scope: "row" },
        make("span", { class: "widget-mark role-query", "aria-hidden": "true" }),
        row.label,
      );
      return make("tr", { class: row.total ? "total" : null }, head, ...this.stops[r].map((stop) => stop.holder));
    });
    this.body = make("tbody", {}, ...body);
    this.grid = make(
      "table",
      { role: "grid", class: "widget-table" },
      make("caption", {}, table.title),
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, table.corner), ...heads)),
      this.body,
    );
    this.grid.addEventListener("keydown", (event) => this.key(event));
    this.element.replaceChildren(this.grid);
    this.update(table);
  }

  /**
   * @param {Cell} cell
   * @param {Row} row
   * @returns {Stop}
   */
  stop(cell, row) {
    let focus;
    if (cell.press)
      focus = make("button", {
        type: "button",
        class: "widget-small",
        tabindex: -1,
        ...(cell.toggle ? named(cell) : {}),
      });
    else if (cell.edit) focus = this.input(cell, labelOf(cell, row));
    const holder = make("td", { role: "gridcell", ...(focus ? {} : { ...named(cell), tabindex: -1 }) }, focus ?? "");
    const stop = { focus: focus ?? holder, holder, cell };
    stop.focus.addEventListener("focus", () => this.focused(stop));
    holder.addEventListener("pointerenter", () => this.host.look(stop.cell));
    holder.addEventListener("pointerleave", () => this.host.look(null));
    if (cell.press) focus.addEventListener("click", () => this.host.pressed(/** @type {PressCell} */ (stop.cell)));
    return stop;
  }

  /**
   * @param {InputCell | WordCell} cell
   * @param {string} label
   */
  input(cell, label) {
    const isWord = cell.word !== undefined;
    const input = make("input", {
      type: "text",
      inputmode: isWord || !(cell.low >= 0) ? "text" : "decimal", // telephones' decimal keypads have no minus
      autocomplete: "off",
      spellcheck: "false",
      "aria-label": label,
      tabindex: -1,
      ...(isWord ? { "data-word": cell.name, maxlength: 16 } : named(cell)),
    });
    input.addEventListener("input", () => this.typed(input));
    input.addEventListener("blur", () => this.settle(input));
    input.addEventListener("click", () => this.begin(input));
    input.addEventListener("paste", (event) => this.paste(event, input));
    return input;
  }

  // -- showing

  /**
   * New numbers in the same places. Returns false if the places are others.
   * @param {Table} table
   */
  update(table) {
    const shape = (one) =>
      JSON.stringify([one.columns.length, one.rows.map((row) => row.cells.map((cell) => cell.name))]);
    if (shape(table) !== shape(this.table)) return false;
    this.table = table;
    setText(this.grid.caption, table.title);
    table.columns.forEach((column, c) => {
      const head = this.grid.tHead.rows[0].cells[c + 1];
      setText(head.firstElementChild ?? head, column.label);
      head.className = classOf(column);
    });
    table.rows.forEach((row, r) => {
      const tr = /** @type {HTMLTableRowElement} */ (this.stops[r][0].holder.parentElement);
      const head = tr.cells[0];
      setText(head.lastChild, row.label);
      setText(head.firstChild, row.mark ?? "");
      if (row.title) head.setAttribute("aria-label", row.title); // more than "1" or "."
      tr.classList.toggle("asks", Boolean(row.mark));
      row.cells.forEach((cell, c) => this.showCell(this.stops[r][c], cell, row));
    });
    this.rove(this.at);
    return true;
  }

  /**
   * @param {Stop} stop
   * @param {Cell} cell
   * @param {Row} row
   */
  showCell(stop, cell, row) {
    stop.cell = cell;
    if (cell.press) {
      // Disabled, and still in the way of the arrow keys.
      stop.focus.setAttribute("aria-disabled", String(Boolean(cell.disabled)));
      stop.focus.setAttribute("aria-label", cell.label);
      if (cell.toggle) stop.focus.setAttribute("aria-pressed", String(cell.pressed));
      setText(stop.focus, cell.text);
      return;
    }
    const text = cell.word ?? this.host.show(cell);
    if (stop.focus === stop.holder) {
      const { bar } = /** @type {ResultCell} */ (cell);
      setText(stop.holder, text);
      stop.holder.className = [classOf(cell), bar === undefined ? "" : "bar"].join(" ").trim();
      if (bar !== undefined) stop.holder.style.setProperty("--share", `${(100 * bar).toFixed(2)}%`);
    } else {
      stop.focus.setAttribute("aria-label", labelOf(cell, row));
      const input = /** @type {HTMLInputElement} */ (stop.focus);
      if (this.editing !== input && input.value !== text) input.value = text;
    }
  }

  find(name) {
    for (const row of this.stops) for (const stop of row) if (stop.cell.name === name) return stop;
    return null;
  }

  /** `lit` names what a number is made of; of a product, `left` its row and `right` its column; `self` the number. */
  light({ lit, self, left, right }) {
    const classes = { lit, "lit-self": self, "lit-left": left, "lit-right": right };
    for (const { holder, cell } of this.stops.flat()) {
      for (const [style, names] of Object.entries(classes)) holder.classList.toggle(style, names.has(cell.name));
    }
  }

  // -- walking

  /** The one cell that Tab reaches. */
  rove([row, column]) {
    const rows = this.stops.length;
    const r = Math.max(0, Math.min(row, rows - 1));
    const c = Math.max(0, Math.min(column, this.stops[r].length - 1));
    for (const stop of this.stops.flat()) stop.focus.tabIndex = -1;
    this.stops[r][c].focus.tabIndex = 0;
    this.at = [r, c];
  }

  focused(stop) {
    const r = this.stops.findIndex((row) => row.includes(stop));
    if (r < 0) return;
    this.rove([r, this.stops[r].indexOf(stop)]);
    if (stop.focus instanceof HTMLInputElement) stop.focus.select();
    this.host.look(stop.cell, true);
  }

  go(row, column) {
    this.rove([row, column]);
    this.stops[this.at[0]][this.at[1]].focus.focus();
  }

  key(event) {
    const { key, target } = event;
    const isInput = target.tagName === "INPUT";
    if (isInput && this.editing === target) return this.editKey(event);
    const [row, column] = this.at;
    const last = this.stops[row].length - 1;
    const far = event.ctrlKey || event.metaKey;
    const moves = {
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      Home: [far ? 0 : row, 0],
      End: [far ? this.stops.length - 1 : row, far ? Infinity : last],
      PageUp: [0, column],
      PageDown: [this.stops.length - 1, column],
    };
    if (moves[key] && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      this.go(...moves[key]);
    } else if (isInput && (key === "Enter" || key === "F2")) {
      event.preventDefault();
      this.begin(target);
      target.setSelectionRange(target.value.length, target.value.length);
    }
  }

  // -- changing

  editKey(event) {
    const { key, target } = event;
    if (key === "Escape") {
      event.preventDefault();
      this.clearComplaint();
      this.host.dropped(this.stopOf(target).cell);
      this.settle(target);
      target.select();
    } else if (key === "Enter") {
      event.preventDefault();
      this.settle(target);
      this.go(this.at[0] + 1, this.at[1]);
    } else if (key === "ArrowUp" || key === "ArrowDown") {
      event.preventDefault();
      this.settle(target);
      this.go(this.at[0] + (key === "ArrowUp" ? -1 : 1), this.at[1]);
    }
  }

  begin(input) {
    if (this.editing === input) return;
    this.editing = input;
    input.closest("td").classList.add("editing");
  }

  /**
   * @param {HTMLInputElement} input one of this table's
   * @returns {InputStop}
   */
  stopOf(input) {
    return /** @type {InputStop} */ (this.stops.flat().find((stop) => stop.focus === input));
  }

  shown(input) {
    const { cell } = this.stopOf(input);
    return cell.word ?? this.host.show(cell);
  }

  typed(input) {
    this.begin(input);
    this.host.typed(this.stopOf(input).cell, input.value);
  }

  /** The end of an edit: a text that was no number gives way to the last good one. */
  settle(input) {
    if (this.editing !== input) return;
    this.editing = null;
    input.closest("td").classList.remove("editing");
    const stop = this.stopOf(input);
    input.value = this.shown(input);
    input.removeAttribute("aria-invalid");
    stop.holder.classList.remove("wrong"); // it shows the last good number again; what was wrong stays said below
    this.host.settled(stop.cell);
  }

  /** A table fills the cells from here on to the right and down; a single number is pasted as ever. */
  paste(event, input) {
    const text = event.clipboardData.getData("text");
    const rows = pastedRows(text);
    const stop = this.stopOf(input);
    if (stop.cell.word !== undefined || (rows.length < 2 && (rows[0]?.length ?? 0) < 2)) return;
    event.preventDefault();
    const [r, c] = this.at;
    const room = (row, column) => this.stops[r + row]?.[c + column]?.cell;
    const cells = rows.map((row, i) => row.map((_, j) => room(i, j)));
    this.host.pasted(stop.cell, cells, rows);
  }

  // -- messages

  /** Says what is wrong in a row of its own below the cell, or takes that away. */
  complain(name, message) {
    this.clearComplaint();
    const stop = this.find(name);
    if (!stop) return;
    const id = `widget-problem-${Math.random().toString(36).slice(2)}`;
    const width = this.table.columns.length + 1;
    const row = make(
      "tr",
      { class: "widget-problem" },
      make("td", { role: "gridcell", colspan: width }, make("span", { role: "alert", id }, message)),
    );
    stop.holder.parentElement?.after(row);
    stop.holder.classList.add("wrong");
    stop.focus.setAttribute("aria-describedby", id);
    if (this.editing === stop.focus) stop.focus.setAttribute("aria-invalid", "true");
  }

  clearComplaint() {
    this.body.querySelectorAll(".widget-problem").forEach((row) => row.remove());
    for (const stop of this.stops.flat()) {
      stop.holder.classList.remove("wrong");
      stop.focus.removeAttribute("aria-describedby");
      stop.focus.removeAttribute("aria-invalid");
    }
  }
}
