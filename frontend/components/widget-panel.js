// One widget on the page: controls, grids, the formula of the inspected cell, undo and export. What it shows comes from
// a description (widgets/by-hand.js, softmax.js …), which knows nothing of the page.

import { copyText } from "../core/clipboard.js";
import { EXPORTS } from "../core/code-export.js";
import { interpolate, make, markReady, readMessages, toolGroup } from "../core/dom.js";
import { savePicture } from "../core/image-export.js";
import { inLightColors } from "../core/light-colors.js";
import { numberFormatter } from "../core/number-format.js";
import { readOne } from "../core/number-input.js";
import { formatCell } from "../core/readable-tables.js";
import { fromHash, toHash } from "../core/share-link.js";
import { History } from "../core/undo-history.js";
import { controlField } from "./controls.js";
import { Grid } from "./data-grid.js";
import { Explanation } from "./explanation.js";
import { animateMoves, measurePositions } from "./flip-animation.js";
import { isLinked, showLinked } from "./linked-widget.js";
import { Stage } from "./stepper.js";
import { exportedMatrices, viewToSvg } from "./widget-export.js";

/** @import { Refusal } from "../core/number-input.js" */
/** @import { Field, InputCell, NumberInput, Table, View, Widget, WordCell } from "./types.d.ts" */

/** A widget's panel; replaces the tables that the page holds for readers without scripts. */
export class Panel {
  /** @type {View} what is shown now */
  view;
  /** @type {Map<string, Grid>} by their tables' ids */
  grids = new Map();
  /** @type {Field[]} */
  fields = [];
  /** @type {Explanation} */
  explanation;
  /** @type {string | null} name of the cell that is explained */
  inspected = null;
  /** @type {string | null} name of the cell in focus */
  focused = null;

  /**
   * @param {HTMLElement} root
   * @param {Widget} widget its description
   */
  constructor(root, widget) {
    this.root = root;
    this.widget = widget;
    this.messages = readMessages(root);
    const { locale, start } = /** @type {Record<string, string>} */ (root.dataset);
    this.format = numberFormatter(locale);
    this.history = new History(widget.clean(JSON.parse(start)));
    this.editCount = 0; // counts edits, so that each is one step of undo
    this.createElements();
    this.render();
    this.loadFromHash(true);
    addEventListener("hashchange", () => this.loadFromHash());
    markReady(root);
  }

  get state() {
    return this.history.current;
  }

  // -- elements

  createElements() {
    const { messages, root } = this;
    this.controlsElement = make("div", { class: "widget-controls" });
    this.gridsElement = make("div", { class: "widget-grids" });
    this.notes = make("ul", { class: "widget-notes", "aria-live": "polite" });
    this.explanation = new Explanation(this.gridsElement, messages.formula_hint);
    this.statusLine = make("p", { class: "widget-said", role: "status" });
    root.replaceChildren(
      ...root.querySelectorAll(".widget-title, .widget-about"),
      this.controlsElement,
      this.gridsElement,
      this.notes,
      this.explanation.element,
      this.createToolbar(),
      this.statusLine,
    );
    root.addEventListener("keydown", (event) => this.onShortcut(event));
    // A cell that is gone to by keyboard.
    root.addEventListener("keyup", ({ target }) => this.gridsElement.contains(target) && this.explanation.uncover());
    // Where the explanation grows over the cell, the press ends on it or on the widget.
    root.addEventListener("click", ({ target }) => {
      if (!(/** @type {Element} */ (target).closest(".widget-controls, .widget-tools"))) this.explanation.uncover();
    });
  }

  createToolbar() {
    const { messages } = this;
    const button = (key, onclick) => make("button", { type: "button", "data-act": key, onclick }, messages[key]);
    this.undo = button("undo", () => this.runHistory("undo"));
    this.redo = button("redo", () => this.runHistory("redo"));
    this.reset = button("reset", () => this.runHistory("reset"));
    const historyGroup = make(
      "div",
      { role: "group", "aria-label": messages.changes },
      this.undo,
      this.redo,
      this.reset,
    );
    const copies = ["torch", "numpy", "csv"].map((kind) =>
      button(`copy_${kind}`, () =>
        this.copy(EXPORTS[kind](exportedMatrices(this.view, this.exact.checked)), messages.copied),
      ),
    );
    this.exact = make("input", { type: "checkbox" });
    const digits = make("label", { class: "widget-exact" }, this.exact, messages.all_digits);
    const copyGroup = toolGroup(
      messages.copy,
      ...copies,
      digits,
      button("copy_link", () => this.copyLink()),
    );
    const saveGroup = toolGroup(
      messages.save,
      button("picture_svg", () => this.savePicture("svg")),
      button("picture_png", () => this.savePicture("png")),
    );
    return make("div", { class: "widget-tools" }, historyGroup, copyGroup, saveGroup);
  }

  // -- state

  /**
   * @param {unknown} state the new one
   * @param {string} step changes with the same one are undone together
   */
  change(state, step = "") {
    this.statusLine.textContent = ""; // a link that was copied is no longer the one to these numbers
    this.history.push(state, step);
    this.render();
  }

  runHistory(action) {
    this.statusLine.textContent = "";
    this.history[action]();
    for (const grid of this.grids.values()) grid.clearError();
    this.editCount += 1;
    this.render();
  }

  onShortcut(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    const action = key === "y" || (key === "z" && event.shiftKey) ? "redo" : key === "z" ? "undo" : "";
    if (!action) return;
    event.preventDefault();
    for (const grid of this.grids.values()) if (grid.editing) grid.commitEdit(grid.editing);
    this.runHistory(action);
  }

  loadFromHash(isFirst = false) {
    if (!isLinked(this.root)) return;
    const raw = fromHash(location.hash, this.widget.name);
    const state = raw && this.widget.clean(raw);
    if (state && JSON.stringify(state) !== JSON.stringify(this.state)) this.change(state);
    showLinked(this.root, state ? "" : this.messages.bad_link, isFirst);
  }

  // -- showing

  render() {
    const scene = this.view?.scene;
    this.view = this.widget.view(this.state, this.messages, this.format);
    const before = scene && scene !== this.view.scene ? measurePositions(this.grids) : null;
    this.renderStage();
    this.renderGrids();
    this.renderControls();
    this.renderNotes();
    this.undo.disabled = !this.history.canUndo;
    this.redo.disabled = !this.history.canRedo;
    this.reset.disabled = this.history.isStart;
    if (this.inspected) this.explain(this.inspected);
    if (before) animateMoves(this.gridsElement, this.grids, before);
  }

  /** Widgets in steps show title, code and shape of the step above the grids. */
  renderStage() {
    if (!this.view.stage) return;
    if (!this.stage) {
      this.stage = new Stage();
      this.gridsElement.before(this.stage.element);
    }
    this.stage.update(this.view.stage);
  }

  renderGrids() {
    const oldGrids = this.grids;
    /** @type {HTMLElement | null | undefined} */
    const focus = document.activeElement?.closest("[data-cell], [data-word], button");
    const focusedName = focus?.dataset.cell ?? focus?.dataset.word;
    const hadFocus = this.gridsElement.contains(document.activeElement);
    this.grids = new Map();
    for (const table of this.view.tables) {
      const grid = oldGrids.get(table.id);
      this.grids.set(table.id, grid?.update(table) ? grid : this.newGrid(table, grid));
    }
    const elements = [...this.grids.values()].flatMap((grid) =>
      grid.table.newLine ? [grid.lineBreak, grid.element] : [grid.element],
    );
    if (
      elements.some((element, index) => this.gridsElement.children[index] !== element) ||
      this.gridsElement.children.length !== elements.length
    ) {
      this.gridsElement.replaceChildren(...elements);
    }
    if (hadFocus && !this.gridsElement.contains(document.activeElement)) this.restoreFocus(focusedName);
  }

  newGrid(/** @type {Table} */ table, /** @type {Grid | undefined} */ previous) {
    const grid = new Grid(table, {
      formatCell: (cell) => formatCell(cell, this.format),
      inspect: (cell, isFocus) => this.inspect(cell, isFocus),
      onInput: (cell, text) => this.onInput(grid, cell, text),
      onCancel: (cell) => this.cancelEdit(cell.name),
      onCommit: () => this.endEdit(),
      onPress: (cell) => cell.disabled || this.change(cell.onPress(this.state)),
      onPaste: (cell, cells, rows) => this.onPaste(grid, cell, cells, rows),
    });
    if (previous) grid.setRovingTabindex(previous.activePosition);
    return grid;
  }

  /** After the focused cell was removed: focuses the cell of that name, else the first grid's active one. */
  restoreFocus(name) {
    for (const grid of this.grids.values()) {
      const control = name && grid.findControl(name);
      if (control) return control.element.focus();
    }
    const [first] = this.grids.values();
    first.focusCell(...first.activePosition);
  }

  renderControls() {
    const key = JSON.stringify(this.view.controls.map((control) => [control.kind, control.id]));
    if (key !== this.controlsKey) {
      this.controlsKey = key;
      this.fields = this.view.controls.map((control) => controlField(this, control));
      this.controlsElement.replaceChildren(...this.fields.map((field) => field.element));
    }
    this.view.controls.forEach((control, index) => this.fields[index].update(control));
  }

  renderNotes() {
    const notes = this.view.notes;
    if (JSON.stringify(notes) === this.notesKey) return;
    this.notesKey = JSON.stringify(notes);
    this.notes.replaceChildren(...notes.map((note) => make("li", {}, note)));
  }

  // -- what the reader does in a grid

  onInput(/** @type {Grid} */ grid, /** @type {InputCell | WordCell} */ cell, /** @type {string} */ text) {
    if (cell.word !== undefined) {
      const word = text.replace(/\s+/g, " ").trim();
      if (word === "") return grid.showError(cell.name, this.messages.empty_word);
      grid.clearError();
      return this.change(cell.edit(this.state, word), this.undoStep(cell.name));
    }
    const read = readOne(text, cell);
    if (read.problem) return grid.showError(cell.name, this.problem(read, cell));
    grid.clearError();
    this.change(cell.edit(this.state, read.number), this.undoStep(cell.name));
  }

  problem(/** @type {Refusal} */ { problem, part }, /** @type {InputCell | NumberInput} */ cell) {
    const { low, high, value } = cell;
    const write = this.format[cell.whole ? "whole" : "plain"];
    return interpolate(this.messages[problem], {
      typed: part,
      low: write(low),
      high: write(high),
      kept: write(value),
    });
  }

  /** The id of an undo step: what is typed into one cell during one edit is undone together. */
  undoStep(name) {
    return `${this.editCount} ${name}`;
  }

  endEdit() {
    this.editCount += 1;
  }

  cancelEdit(name) {
    this.history.discard(this.undoStep(name));
    this.render();
  }

  /** Takes all of a pasted table, or nothing of it. */
  onPaste(grid, cell, cells, rows) {
    const { messages } = this;
    let state = this.state;
    for (const [r, row] of rows.entries()) {
      for (const [c, text] of row.entries()) {
        const target = cells[r][c];
        if (!target?.edit || target.word !== undefined) {
          const size = `${rows.length} × ${Math.max(...rows.map((texts) => texts.length))}`;
          return grid.showError(cell.name, interpolate(messages.paste_size, { size }));
        }
        const read = readOne(text, target);
        if (read.problem) {
          const reason = this.problem(read, target);
          return grid.showError(
            cell.name,
            interpolate(messages.paste_bad, { row: String(r + 1), column: String(c + 1), reason }),
          );
        }
        state = target.edit(state, read.number);
      }
    }
    grid.clearError();
    if (grid.editing) grid.commitEdit(grid.editing);
    this.change(state);
    this.announce(messages.pasted);
  }

  // -- explanations

  /**
   * Explains the cell under the pointer; on pointerleave (null), the focused cell again.
   * @param {{ name: string } | null} cell
   * @param {boolean} isFocus it has the focus, too
   */
  inspect(cell, isFocus = false) {
    if (isFocus) this.focused = cell?.name ?? null;
    const name = cell?.name ?? this.focused;
    this.inspected = name;
    if (name) this.explain(name);
    this.explanation.keepInView(name !== null);
  }

  explain(name) {
    const cell = this.view.tables
      .flatMap((table) => table.rows.flatMap((row) => row.cells))
      .find((cell) => cell.name === name);
    if (!cell?.formula) return;
    const { sentence, parts, uses = [], left = [], right = [] } = cell.formula();
    this.explanation.show(sentence, parts);
    const names = {
      inputs: new Set([...uses, ...left, ...right, name]),
      self: new Set([name]),
      left: new Set(left),
      right: new Set(right),
    };
    for (const grid of this.grids.values()) grid.highlight(names);
  }

  announce(text) {
    this.statusLine.textContent = "";
    // Screen readers repeat a text only if it was gone for a moment.
    requestAnimationFrame(() => (this.statusLine.textContent = text));
  }

  // -- export

  async copy(text, doneMessage) {
    this.announce((await copyText(text)) ? doneMessage : this.messages.cannot_copy);
  }

  copyLink() {
    const hash = toHash(this.widget.name, this.state);
    history.replaceState(history.state, "", hash);
    this.copy(location.href, this.messages.link_copied);
  }

  async savePicture(kind) {
    const title = this.root.getAttribute("aria-label") ?? "";
    const file = inLightColors(this.root, (lightElement) => viewToSvg(this.view, title, this.format, lightElement));
    await savePicture(kind, file, this.widget.name);
    this.announce(this.messages[`saved_${kind}`]);
  }
}
