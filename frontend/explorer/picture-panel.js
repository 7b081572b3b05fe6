// The panel under the tabs: what there is to choose, the picture, what it says, and its numbers as tables.

import { make, setText } from "../core/dom.js";

const MAX_HEIGHT = 1500; // pixels; a higher picture scrolls in a box of its own

/** The panel with the picture. */
export class PicturePanel {
  /** @param {import("./explorer.js").Explorer} explorer */
  constructor(explorer) {
    this.messages = explorer.messages;
    const { messages } = this;
    this.viewport = make("div", { class: "explorer-stage" });
    this.description = make("p", { class: "explorer-told", role: "status" });
    this.notes = make("ul", { class: "widget-notes", "aria-live": "polite" });
    this.tablesElement = make(
      "details",
      { class: "explorer-tables", ontoggle: () => this.renderTables() },
      make("summary", {}, messages.as_table),
      make("div", { class: "explorer-tables-inside" }),
    );
    this.element = make(
      "div",
      { class: "explorer-panel", role: "tabpanel", id: explorer.elementId("panel") },
      explorer.controls.element,
      this.viewport,
      this.description,
      this.notes,
      this.tablesElement,
    );
  }

  /** Puts there what a view has drawn. `title`: that of the drawing beside the picture, if there is one. */
  showDrawing(drawing, title) {
    this.drawing = drawing;
    const { svg, detail } = drawing;
    const heading = detail && make("p", { class: "explorer-detail" }, make("strong", {}, title));
    this.viewport.replaceChildren(...[svg, heading, detail].filter(Boolean));
    this.viewport.classList.toggle(
      "tall",
      [svg, detail].some((element) => element && element.viewBox.baseVal.height > MAX_HEIGHT),
    );
    if (!svg) setText(this.description, "");
    this.viewport.tabIndex = -1;
    if (svg && !svg.querySelector("[tabindex]") && this.viewport.scrollWidth > this.viewport.clientWidth + 1)
      this.viewport.tabIndex = 0;
    this.notes.replaceChildren(...(drawing.notes ?? []).map((note) => make("li", {}, note)));
  }

  /** Which of the picture's stops has the focus; -1 if none. */
  focusedIndex() {
    const { activeElement } = document;
    return this.viewport.contains(activeElement)
      ? [...this.viewport.querySelectorAll("[tabindex]")].indexOf(activeElement)
      : -1;
  }

  restoreFocus(index) {
    if (index >= 0) this.viewport.querySelectorAll("[tabindex]")[index]?.focus();
  }

  renderTables() {
    const container = this.tablesElement.querySelector(".explorer-tables-inside");
    if (!this.tablesElement.open || !this.drawing) return container.replaceChildren();
    const tables = this.drawing.tables();
    container.replaceChildren(
      ...(tables.length ? tables.map(tableOf) : [make("p", {}, this.messages.too_many_numbers)]),
    );
  }
}

function tableOf({ title, corner, columns, rows }) {
  const head = make(
    "tr",
    {},
    make("th", { scope: "col" }, corner),
    ...columns.map((column) => make("th", { scope: "col" }, column)),
  );
  const body = rows.map((row) =>
    make("tr", {}, make("th", { scope: "row" }, row.label), ...row.cells.map((cell) => make("td", {}, cell))),
  );
  const table = make(
    "table",
    { class: "widget-table" },
    make("caption", {}, title),
    make("thead", {}, head),
    make("tbody", {}, ...body),
  );
  return make("div", { class: "widget-grid", tabindex: 0, role: "group", "aria-label": title }, table);
}
