// The panel under the tabs: what there is to choose, the picture, what it says, and its numbers as tables.

import { make, setText } from "../core/dom.js";

const TALL = 1500; // pixels; a higher picture scrolls in a box of its own

export class PicturePanel {
  constructor(explorer) {
    this.words = explorer.words;
    const { words } = this;
    this.stage = make("div", { class: "explorer-stage" });
    this.told = make("p", { class: "explorer-told", role: "status" });
    this.notes = make("ul", { class: "widget-notes", "aria-live": "polite" });
    this.tables = make(
      "details",
      { class: "explorer-tables", ontoggle: () => this.renderTables() },
      make("summary", {}, words.as_table),
      make("div", { class: "explorer-tables-inside" }),
    );
    this.element = make(
      "div",
      { class: "explorer-panel", role: "tabpanel", id: explorer.name("panel") },
      explorer.controls.element,
      this.stage,
      this.told,
      this.notes,
      this.tables,
    );
  }

  /** Puts there what a view has drawn. `title`: that of the drawing beside the picture, if there is one. */
  show(drawn, title) {
    this.drawn = drawn;
    const { svg, detail } = drawn;
    const heading = detail && make("p", { class: "explorer-detail" }, make("strong", {}, title));
    this.stage.replaceChildren(...[svg, heading, detail].filter(Boolean));
    this.stage.classList.toggle(
      "tall",
      [svg, detail].some((one) => one && one.viewBox.baseVal.height > TALL),
    );
    if (!svg) setText(this.told, "");
    this.stage.tabIndex = -1;
    if (svg && this.stage.scrollWidth > this.stage.clientWidth + 1 && !svg.querySelector("[tabindex]"))
      this.stage.tabIndex = 0;
    this.notes.replaceChildren(...(drawn.notes ?? []).map((note) => make("li", {}, note)));
  }

  /** Which of the picture's stops has the focus; -1 if none. */
  focusInStage() {
    const { activeElement } = document;
    return this.stage.contains(activeElement)
      ? [...this.stage.querySelectorAll("[tabindex]")].indexOf(activeElement)
      : -1;
  }

  focusStop(place) {
    if (place >= 0) this.stage.querySelectorAll("[tabindex]")[place]?.focus();
  }

  renderTables() {
    const inside = this.tables.querySelector(".explorer-tables-inside");
    if (!this.tables.open || !this.drawn) return inside.replaceChildren();
    const tables = this.drawn.tables();
    inside.replaceChildren(...(tables.length ? tables.map(tableOf) : [make("p", {}, this.words.too_many_numbers)]));
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
