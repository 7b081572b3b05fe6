// What there is to choose under the tabs: part, filter, layer, heads, query, and what a matrix shows.

import { field, make, setText } from "../core/dom.js";
import { syncChildren } from "../core/tree.js";
import { headOptions } from "./change-words.js";
import { FILTERS } from "./explorer-state.js";
import { headColor } from "./svg.js";
import { comparable, kindOf } from "./views/compare-view.js";
import { CONTROLS } from "./views/index.js";
import { MAPS } from "./views/maps-view.js";
import { STAGES } from "./views/matrix-view.js";
import { WritingControls } from "./writing-controls.js";

const MAX_SUMMED = 64; // tokens that have a tile

/** The controls under the tabs. */
export class Controls {
  /** @param {import("./explorer.js").Explorer} explorer */
  constructor(explorer) {
    this.explorer = explorer;
    const { messages } = explorer;
    const id = (key) => explorer.elementId(key);
    const change = (changes) => explorer.change(changes);
    const select = (key, onChoose) => {
      const input = make("select", { id: id(key), onchange: () => onChoose(input.value) });
      return { input, field: field(messages[key], input) };
    };
    this.part = select("part", (value) => change({ part: Number(value), layer: 0, query: -1, key: -1, filter: "all" }));
    this.filter = select("filter", (value) => change({ filter: value, query: -1, key: -1 }));
    this.layer = select("layer", (value) => change({ layer: Number(value) }));
    this.query = select("query_token", (value) => change({ query: Number(value), key: -1 }));
    this.stage = select("stage", (value) => change({ stage: value }));
    this.against = select("against", (value) => change({ against: value }));
    this.otherHead = select("other_head", (value) => {
      const [otherLayer, otherHead] = value.split(" ").map(Number);
      change({ otherLayer, otherHead });
    });
    this.map = select("map", (value) => change({ map: value }));
    this.writing = explorer.source ? new WritingControls(explorer) : null;
    this.summedButtons = make("div", { class: "explorer-tiles", role: "group", "aria-labelledby": id("summed") });
    this.summedField = make(
      "div",
      { class: "widget-field" },
      make("span", { class: "explorer-tiles-label", id: id("summed") }, messages.summed),
      this.summedButtons,
    );
    this.headButtons = make("div", { class: "explorer-tiles", role: "group", "aria-labelledby": id("tiles") });
    this.allHeadsButton = make(
      "button",
      { type: "button", class: "explorer-all", onclick: () => change({ heads: explorer.allHeads() }) },
      messages.all_heads,
    );
    this.headsField = make(
      "div",
      { class: "widget-field" },
      make("span", { class: "explorer-tiles-label", id: id("tiles") }, messages.heads),
      this.headButtons,
      this.allHeadsButton,
    );
    this.element = make(
      "div",
      { class: "widget-controls explorer-controls" },
      this.part.field,
      this.filter.field,
      this.layer.field,
      this.headsField,
      this.query.field,
      this.stage.field,
      this.against.field,
      this.otherHead.field,
      this.map.field,
      this.summedField,
      this.writing?.element,
    );
  }

  render(scene) {
    const { part, reading, rows, layerName, headName, queryName } = scene;
    const { state, messages } = this.explorer;
    const has = (control) => CONTROLS[state.view].includes(control);
    const fillSelect = ({ input, field }, options, value, isShown) => {
      field.hidden = !isShown;
      const key = JSON.stringify(options);
      if (input.dataset.options !== key) {
        input.dataset.options = key;
        input.replaceChildren(...options.map(([option, text]) => make("option", { value: option }, text)));
      }
      input.value = String(value);
    };
    const numberedOptions = (count, name) => Array.from({ length: count }, (_, index) => [String(index), name(index)]);
    fillSelect(
      this.part,
      reading.parts.map(({ id }, index) => [String(index), messages[`part_${id}`]]),
      state.part,
      reading.parts.length > 1,
    );
    fillSelect(
      this.filter,
      FILTERS.map((filter) => [filter, messages[`filter_${filter}`]]),
      state.filter,
      Boolean(part.split),
    );
    fillSelect(this.layer, numberedOptions(part.layers, layerName), state.layer, has("layer"));
    const stages = STAGES.filter(
      (stage) =>
        stage === "weights" ||
        (stage === "mean" && part.heads > 1) ||
        (part.hasVectors && stage !== "mean" && (stage !== "masked" || part.causal)),
    );
    fillSelect(
      this.stage,
      stages.map((stage) => [stage, messages[`stage_${stage}`]]),
      stages.includes(state.stage) ? state.stage : "weights",
      has("stage") && stages.length > 1,
    );
    fillSelect(
      this.query,
      rows.map((index) => [String(index), `${index + 1}. ${queryName(index)}`]),
      rows.includes(state.query) ? state.query : rows.at(-1),
      has("query"),
    );
    this.renderComparison(scene, fillSelect, has("against"));
    fillSelect(
      this.map,
      MAPS.map((map) => [map, messages[`map_${map}`]]),
      state.map,
      has("map"),
    );
    this.renderHeadButtons(part, headName);
    this.renderSummed(scene, has("summed") && (state.stage === "mean" || state.stage === "weights"));
    if (this.writing) {
      this.writing.element.hidden = !has("writing");
      this.writing.render();
    }
    this.element.hidden = [...this.element.children].every((field) => field.hidden);
  }

  /** One tile for each head: in the head view they are switched, elsewhere one of them is chosen. */
  renderHeadButtons(part, headName) {
    const { state, messages } = this.explorer;
    const isMultiple = this.hasMany();
    this.headsField.hidden = !isMultiple && !CONTROLS[state.view].includes("head");
    this.allHeadsButton.hidden = !isMultiple;
    if (this.headButtons.childElementCount !== part.heads || this.headButtons.dataset.names !== String(part.layers)) {
      this.headButtons.dataset.names = String(part.layers);
      this.headButtons.replaceChildren(
        ...this.explorer.allHeads().map((h) =>
          make(
            "button",
            {
              type: "button",
              style: `--tile: ${headColor(h)}`,
              onclick: (event) => this.toggleHead(h, event),
              ondblclick: () => this.isolateHead(h),
            },
            "",
          ),
        ),
      );
    }
    [...this.headButtons.children].forEach((button, h) => {
      setText(button, headName(h));
      button.ariaLabel = `${messages.head} ${headName(h)}`;
      button.ariaPressed = isMultiple ? state.heads.includes(h) : state.head === h;
      button.title = isMultiple ? messages.tile_hint : "";
    });
  }

  /** Whether the view shows many heads. */
  hasMany() {
    const { view, stage } = this.explorer.state;
    return CONTROLS[view].includes("heads") || (view === "matrix" && stage === "mean");
  }

  renderComparison(scene, fillSelect, isShown) {
    const { state, messages } = this.explorer;
    const kinds = comparable(scene);
    const kind = kindOf(scene);
    fillSelect(
      this.against,
      kinds.map((name) => [name, messages[`against_${name}`]]),
      kind,
      isShown,
    );
    const other = `${state.otherLayer} ${state.otherHead}`;
    fillSelect(this.otherHead, headOptions(scene), other, isShown && kind === "head");
  }

  /** A tile for each key: those that are switched on are added up. */
  renderSummed({ columns, keyName }, isShown) {
    const { state } = this.explorer;
    this.summedField.hidden = !isShown || columns.length > MAX_SUMMED || columns.length < 2;
    if (this.summedField.hidden) return;
    const isOn = (key) => state.summed.includes(key);
    const toggle = (key) => (isOn(key) ? state.summed.filter((other) => other !== key) : [...state.summed, key]);
    syncChildren(
      this.summedButtons,
      columns.map((key) => ["button", { type: "button", "aria-pressed": String(isOn(key)) }, keyName(key)]),
    );
    this.summedButtons.onclick = ({ target }) => {
      const index = [...this.summedButtons.children].indexOf(target.closest("button"));
      if (index >= 0) this.explorer.change({ summed: toggle(columns[index]).sort((a, b) => a - b) });
    };
  }

  toggleHead(h, event) {
    if (!this.hasMany()) return this.explorer.change({ head: h });
    if (event.shiftKey) return this.isolateHead(h);
    const { heads } = this.explorer.state;
    this.explorer.change({
      head: h,
      heads: heads.includes(h) ? heads.filter((other) => other !== h) : [...heads, h].sort((a, b) => a - b),
    });
  }

  /** Only this head; if it is the only one already, all of them. */
  isolateHead(h) {
    if (!this.hasMany()) return;
    const isOnlyHead = this.isolatedHead === h && this.explorer.state.heads.length === 1;
    this.isolatedHead = isOnlyHead ? null : h;
    this.explorer.change({ head: h, heads: isOnlyHead ? this.explorer.allHeads() : [h] });
  }
}
