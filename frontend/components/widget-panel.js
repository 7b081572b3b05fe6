// One widget on the page: controls, grids, the formula of the cell in view, undo and what can be taken away. What it
// shows comes from a description (widgets/by-hand.js, softmax.js …), which knows nothing of the page.

import { copy } from "../core/clipboard.js";
import { EXPORTS } from "../core/code-export.js";
import { filled, make, setText, started, toolGroup, wordsOf } from "../core/dom.js";
import { inLightColors, savePng, saveSvg } from "../core/image-export.js";
import { writer } from "../core/number-format.js";
import { readOne } from "../core/number-input.js";
import { readableTable, written } from "../core/readable-tables.js";
import { fromHash, toHash } from "../core/share-link.js";
import { drawing } from "../core/table-drawing.js";
import { History } from "../core/undo-history.js";
import { controlField } from "./controls.js";
import { Grid } from "./data-grid.js";
import { move, places } from "./flip-animation.js";
import { isLinked, showLinked } from "./linked-widget.js";
import { Stage } from "./stepper.js";

/** @import { Refusal } from "../core/number-input.js" */
/** @import { Field, InputCell, NumberInput, Table, View, Widget, WordCell } from "./types.d.ts" */

export class Panel {
  /** @type {View} what is shown now */
  view;
  /** @type {Map<string, Grid>} by their tables' ids */
  shown = new Map();
  /** @type {Field[]} */
  fields = [];
  /** @type {{ name: string } | null} the cell that is explained */
  looked = null;

  /**
   * @param {HTMLElement} root
   * @param {Widget} widget see widgets/by-hand.js
   */
  constructor(root, widget) {
    this.root = root;
    this.widget = widget;
    this.words = wordsOf(root);
    const { locale, start } = /** @type {Record<string, string>} */ (root.dataset);
    this.write = writer(locale);
    this.history = new History(widget.clean(JSON.parse(start)));
    this.edits = 0; // counts edits, so that each is one step of undo
    this.frame();
    this.render();
    this.fromLink(true);
    addEventListener("hashchange", () => this.fromLink());
    started(root);
  }

  get state() {
    return this.history.now;
  }

  // -- the page

  frame() {
    const { words, root } = this;
    this.controls = make("div", { class: "widget-controls" });
    this.grids = make("div", { class: "widget-grids" });
    this.notes = make("ul", { class: "widget-notes", "aria-live": "polite" });
    this.sentence = make("p", { class: "widget-words" }, words.formula_hint);
    this.formula = make("p", { class: "widget-formula" });
    this.explanation = make("div", { class: "widget-explanation", role: "status" }, this.sentence, this.formula);
    this.said = make("p", { class: "widget-said", role: "status" });
    root.replaceChildren(
      ...root.querySelectorAll(".widget-title, .widget-about"),
      this.controls,
      this.grids,
      this.notes,
      this.explanation,
      this.tools(),
      this.said,
    );
    root.addEventListener("keydown", (event) => this.shortcut(event));
  }

  tools() {
    const { words } = this;
    const button = (key, act) => make("button", { type: "button", "data-act": key, onclick: act }, words[key]);
    this.undo = button("undo", () => this.travel("undo"));
    this.redo = button("redo", () => this.travel("redo"));
    this.reset = button("reset", () => this.travel("reset"));
    const back = make("div", { role: "group", "aria-label": words.changes }, this.undo, this.redo, this.reset);
    const copies = ["torch", "numpy", "csv"].map((kind) =>
      button(`copy_${kind}`, () => this.copy(EXPORTS[kind](this.matrices()), words.copied)),
    );
    this.exact = make("input", { type: "checkbox" });
    const digits = make("label", { class: "widget-exact" }, this.exact, words.all_digits);
    const away = toolGroup(
      words.copy,
      ...copies,
      digits,
      button("copy_link", () => this.copyLink()),
    );
    const kept = toolGroup(
      words.save,
      button("picture_svg", () => this.picture("svg")),
      button("picture_png", () => this.picture("png")),
    );
    return make("div", { class: "widget-tools" }, back, away, kept);
  }

  // -- state

  /** A new state. Changes with the same `step` are undone together. */
  change(state, step = "") {
    this.history.push(state, step);
    this.render();
  }

  travel(how) {
    this.history[how]();
    for (const grid of this.shown.values()) grid.clearComplaint();
    this.edits += 1;
    this.render();
  }

  shortcut(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    const how = key === "y" || (key === "z" && event.shiftKey) ? "redo" : key === "z" ? "undo" : "";
    if (!how) return;
    event.preventDefault();
    for (const grid of this.shown.values()) if (grid.editing) grid.settle(grid.editing);
    this.travel(how);
  }

  fromLink(isFirst = false) {
    if (!isLinked(this.root)) return;
    const raw = fromHash(location.hash, this.widget.name);
    const state = raw && this.widget.clean(raw);
    if (state && JSON.stringify(state) !== JSON.stringify(this.state)) this.change(state);
    showLinked(this.root, state ? "" : this.words.bad_link, isFirst);
  }

  // -- showing

  render() {
    const scene = this.view?.scene;
    this.view = this.widget.view(this.state, this.words, this.write);
    const before = scene && scene !== this.view.scene ? places(this.shown) : null;
    this.renderStage();
    this.renderGrids();
    this.renderControls();
    this.renderNotes();
    this.undo.disabled = !this.history.canUndo;
    this.redo.disabled = !this.history.canRedo;
    this.reset.disabled = this.history.isStart;
    if (this.looked) this.explain(this.looked.name);
    if (before) move(this.grids, this.shown, before);
  }

  /** Widgets in steps say which one this is, above the grids. */
  renderStage() {
    if (!this.view.stage) return;
    if (!this.stage) {
      this.stage = new Stage();
      this.grids.before(this.stage.element);
    }
    this.stage.update(this.view.stage);
  }

  renderGrids() {
    const old = this.shown;
    /** @type {HTMLElement | null | undefined} */
    const focus = document.activeElement?.closest("[data-cell], [data-word], button");
    const wanted = focus?.dataset.cell ?? focus?.dataset.word;
    const had = this.grids.contains(document.activeElement);
    this.shown = new Map();
    for (const table of this.view.tables) {
      const grid = old.get(table.id);
      this.shown.set(table.id, grid?.update(table) ? grid : this.newGrid(table, grid));
    }
    const elements = [...this.shown.values()].flatMap((grid) =>
      grid.table.newLine ? [grid.lineBreak, grid.element] : [grid.element],
    );
    if (
      elements.some((element, place) => this.grids.children[place] !== element) ||
      this.grids.children.length !== elements.length
    ) {
      this.grids.replaceChildren(...elements);
    }
    if (had && !this.grids.contains(document.activeElement)) this.focusNear(wanted);
  }

  newGrid(/** @type {Table} */ table, /** @type {Grid | undefined} */ old) {
    const grid = new Grid(table, {
      show: (cell) => written(cell, this.write),
      look: (cell, stays) => this.look(cell, stays),
      typed: (cell, text) => this.typed(grid, cell, text),
      dropped: (cell) => this.dropped(cell.name),
      settled: () => this.settled(),
      pressed: (cell) => cell.disabled || this.change(cell.press(this.state)),
      pasted: (cell, cells, rows) => this.pasted(grid, cell, cells, rows),
    });
    if (old) grid.rove(old.at);
    return grid;
  }

  /** A row has come or gone under the reader's focus: it goes to the cell of that name, or to the grid's own stop. */
  focusNear(name) {
    for (const grid of this.shown.values()) {
      const stop = name && grid.find(name);
      if (stop) return stop.focus.focus();
    }
    const [first] = this.shown.values();
    first.go(...first.at);
  }

  renderControls() {
    const shape = JSON.stringify(this.view.controls.map((control) => [control.kind, control.id]));
    if (shape !== this.controlShape) {
      this.controlShape = shape;
      this.fields = this.view.controls.map((control) => controlField(this, control));
      this.controls.replaceChildren(...this.fields.map((field) => field.element));
    }
    this.view.controls.forEach((control, place) => this.fields[place].update(control));
  }

  renderNotes() {
    const notes = this.view.notes;
    if (JSON.stringify(notes) === this.noted) return;
    this.noted = JSON.stringify(notes);
    this.notes.replaceChildren(...notes.map((note) => make("li", {}, note)));
  }

  // -- what the reader does in a grid

  typed(/** @type {Grid} */ grid, /** @type {InputCell | WordCell} */ cell, /** @type {string} */ text) {
    if (cell.word !== undefined) {
      const word = text.replace(/\s+/g, " ").trim();
      if (word === "") return grid.complain(cell.name, this.words.empty_word);
      grid.clearComplaint();
      return this.change(cell.edit(this.state, word), this.step(cell.name));
    }
    const read = readOne(text, cell);
    if (read.problem) return grid.complain(cell.name, this.problem(read, cell));
    grid.clearComplaint();
    this.change(cell.edit(this.state, read.number), this.step(cell.name));
  }

  problem(/** @type {Refusal} */ { problem, part }, /** @type {InputCell | NumberInput} */ cell) {
    const { low, high, value } = cell;
    const number = (one) => this.write[cell.whole ? "whole" : "plain"](one);
    return filled(this.words[problem], { typed: part, low: number(low), high: number(high), kept: number(value) });
  }

  /** What is typed into one cell at one time is one step of undo. */
  step(name) {
    return `${this.edits} ${name}`;
  }

  settled() {
    this.edits += 1;
  }

  dropped(name) {
    this.history.drop(this.step(name));
    this.render();
  }

  /** All of a pasted table or nothing of it. */
  pasted(grid, cell, cells, rows) {
    const { words } = this;
    let state = this.state;
    for (const [r, row] of rows.entries()) {
      for (const [c, text] of row.entries()) {
        const target = cells[r][c];
        if (!target?.edit || target.word !== undefined) {
          const size = `${rows.length} × ${Math.max(...rows.map((one) => one.length))}`;
          return grid.complain(cell.name, filled(words.paste_size, { size }));
        }
        const read = readOne(text, target);
        if (read.problem) {
          const reason = this.problem(read, target);
          return grid.complain(
            cell.name,
            filled(words.paste_bad, { row: String(r + 1), column: String(c + 1), reason }),
          );
        }
        state = target.edit(state, read.number);
      }
    }
    grid.clearComplaint();
    if (grid.editing) grid.settle(grid.editing);
    this.change(state);
    this.say(words.pasted);
  }

  // -- where a number comes from

  /** The cell under the pointer is explained; when it leaves, the one in focus again. */
  look(cell, stays = false) {
    if (stays) this.stays = cell?.name ?? null;
    const name = cell?.name ?? this.stays;
    this.looked = name ? { name } : null;
    if (name) this.explain(name);
  }

  explain(name) {
    const found = this.view.tables
      .flatMap((table) => table.rows.flatMap((row) => row.cells))
      .find((cell) => cell.name === name);
    if (!found?.formula) return;
    const { sentence, parts, uses = [], left = [], right = [] } = found.formula();
    setText(this.sentence, sentence);
    const key = JSON.stringify(parts);
    if (key !== this.explained) {
      this.explained = key;
      this.formula.replaceChildren(
        ...parts.map((part) =>
          typeof part === "string" ? part : make("span", { class: `role-${part.role}` }, part.text),
        ),
      );
    }
    const lit = {
      lit: new Set([...uses, ...left, ...right, name]),
      self: new Set([name]),
      left: new Set(left),
      right: new Set(right),
    };
    for (const grid of this.shown.values()) grid.light(lit);
  }

  say(text) {
    this.said.textContent = "";
    // Said again, it is only read again if it was gone for a moment.
    requestAnimationFrame(() => (this.said.textContent = text));
  }

  // -- taking away

  async copy(text, done) {
    this.say((await copy(text)) ? done : this.words.cannot_copy);
  }

  copyLink() {
    const hash = toHash(this.widget.name, this.state);
    history.replaceState(history.state, "", hash);
    this.copy(location.href, this.words.link_copied);
  }

  /** The numbers as they are shown: those that were typed whole, results with four digits. All digits on request. */
  matrices() {
    if (this.exact.checked) return this.view.matrices;
    const typed = new Set(
      this.view.tables.flatMap((table) =>
        table.rows.flatMap((row) => row.cells.filter((cell) => cell.edit).map((cell) => cell.name)),
      ),
    );
    const shown = (number, name) => (typed.has(name) || !Number.isFinite(number) ? number : Number(number.toFixed(4)));
    return Object.fromEntries(
      Object.entries(this.view.matrices).map(([name, rows]) => [
        name,
        rows.map((row, r) => row.map((number, c) => shown(number, `${name}[${r}][${c}]`))),
      ]),
    );
  }

  picture(kind) {
    const file = inLightColors(this.root, (light) => this.drawing(light));
    (kind === "svg" ? saveSvg : savePng)(file, this.widget.name);
    this.say(this.words[`saved_${kind}`]);
  }

  /** The tables as the text of an SVG file, in the colors of the element `light`. */
  drawing(light) {
    const style = getComputedStyle(light);
    const color = (name) => style.getPropertyValue(name).trim();
    const tint = (role) => (role ? color(`--role-${role === "weight" ? "score" : role}`) : color("--ink"));
    const tables = this.view.tables.map((shown) => {
      const table = readableTable(shown, this.write);
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
    const title = this.root.getAttribute("aria-label") ?? "";
    return drawing(title, tables, { paper: color("--paper"), ink: color("--ink") });
  }
}
