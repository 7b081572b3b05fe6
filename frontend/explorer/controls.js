// What there is to choose under the tabs: part, filter, layer, heads, query, and what a matrix shows.

import { field, make, setText } from "../core/dom.js";
import { FILTERS } from "./explorer-state.js";
import { STAGES } from "./matrix-view.js";
import { headColor } from "./svg.js";

export class Controls {
  constructor(explorer) {
    this.explorer = explorer;
    const { words } = explorer;
    const name = (key) => explorer.name(key);
    const change = (more) => explorer.change(more);
    const select = (key, choose) => {
      const input = make("select", { id: name(key), onchange: () => choose(input.value) });
      return { input, field: field(words[key], input) };
    };
    this.part = select("part", (value) => change({ part: Number(value), layer: 0, query: -1, key: -1, filter: "all" }));
    this.filter = select("filter", (value) => change({ filter: value, query: -1, key: -1 }));
    this.layer = select("layer", (value) => change({ layer: Number(value) }));
    this.query = select("query_token", (value) => change({ query: Number(value), key: -1 }));
    this.shown = select("stage", (value) => change({ stage: value }));
    this.tiles = make("div", { class: "explorer-tiles", role: "group" });
    this.all = make(
      "button",
      { type: "button", class: "explorer-all", onclick: () => change({ heads: explorer.everyHead() }) },
      words.all_heads,
    );
    this.tileField = make(
      "div",
      { class: "widget-field" },
      make("span", { class: "explorer-tiles-label", id: name("tiles") }, words.heads),
      this.tiles,
      this.all,
    );
    this.tiles.setAttribute("aria-labelledby", name("tiles"));
    this.element = make(
      "div",
      { class: "widget-controls explorer-controls" },
      this.part.field,
      this.filter.field,
      this.layer.field,
      this.tileField,
      this.query.field,
      this.shown.field,
    );
  }

  render({ part, reading, rows, layerName, headName, queryName }) {
    const { state, words } = this.explorer;
    const fill = ({ input, field }, options, value, show) => {
      field.hidden = !show;
      const key = JSON.stringify(options);
      if (input.dataset.options !== key) {
        input.dataset.options = key;
        input.replaceChildren(...options.map(([option, text]) => make("option", { value: option }, text)));
      }
      input.value = String(value);
    };
    const places = (count, name) => Array.from({ length: count }, (_, place) => [String(place), name(place)]);
    fill(
      this.part,
      reading.parts.map(({ id }, place) => [String(place), words[`part_${id}`]]),
      state.part,
      reading.parts.length > 1,
    );
    fill(
      this.filter,
      FILTERS.map((filter) => [filter, words[`filter_${filter}`]]),
      state.filter,
      Boolean(part.split),
    );
    fill(this.layer, places(part.layers, layerName), state.layer, state.view !== "model");
    const stages = STAGES.filter(
      (stage) => stage === "weights" || (part.hasVectors && (stage !== "masked" || part.causal)),
    );
    fill(
      this.shown,
      stages.map((stage) => [stage, words[`stage_${stage}`]]),
      stages.includes(state.stage) ? state.stage : "weights",
      state.view === "matrix" && stages.length > 1,
    );
    fill(
      this.query,
      rows.map((at) => [String(at), `${at + 1}. ${queryName(at)}`]),
      rows.includes(state.query) ? state.query : rows.at(-1),
      state.view === "neurons",
    );
    this.renderTiles(part, headName);
    this.element.hidden = [...this.element.children].every((field) => field.hidden);
  }

  /** One tile for each head: in the head view they are switched, elsewhere one of them is chosen. */
  renderTiles(part, headName) {
    const { state, words } = this.explorer;
    const several = state.view === "heads";
    this.tileField.hidden = state.view === "model";
    this.all.hidden = !several;
    if (this.tiles.childElementCount !== part.heads || this.tiles.dataset.names !== String(part.layers)) {
      this.tiles.dataset.names = String(part.layers);
      this.tiles.replaceChildren(
        ...this.explorer.everyHead().map((h) =>
          make(
            "button",
            {
              type: "button",
              style: `--tile: ${headColor(h)}`,
              onclick: (event) => this.switchHead(h, event),
              ondblclick: () => this.isolate(h),
            },
            "",
          ),
        ),
      );
    }
    [...this.tiles.children].forEach((tile, h) => {
      setText(tile, headName(h));
      tile.setAttribute("aria-label", `${words.head} ${headName(h)}`);
      tile.setAttribute("aria-pressed", String(several ? state.heads.includes(h) : state.head === h));
      tile.title = several ? words.tile_hint : "";
    });
  }

  switchHead(h, event) {
    if (this.explorer.state.view !== "heads") return this.explorer.change({ head: h });
    if (event.shiftKey) return this.isolate(h);
    const { heads } = this.explorer.state;
    this.explorer.change({
      head: h,
      heads: heads.includes(h) ? heads.filter((one) => one !== h) : [...heads, h].sort((a, b) => a - b),
    });
  }

  /** Only this head; if it is the only one already, all of them. */
  isolate(h) {
    if (this.explorer.state.view !== "heads") return;
    const alone = this.isolated === h && this.explorer.state.heads.length === 1;
    this.isolated = alone ? null : h;
    this.explorer.change({ head: h, heads: alone ? this.explorer.everyHead() : [h] });
  }
}
