// What there is to choose under the tabs: part, filter, layer, heads, query, and what a matrix shows.

import { field, make, setText } from "../core/dom.js";
import { FILTERS } from "./explorer-state.js";
import { headColor } from "./svg.js";
import { CONTROLS } from "./views/index.js";
import { STAGES } from "./views/matrix-view.js";

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
    this.headButtons = make("div", { class: "explorer-tiles", role: "group" });
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
    this.headButtons.setAttribute("aria-labelledby", id("tiles"));
    this.element = make(
      "div",
      { class: "widget-controls explorer-controls" },
      this.part.field,
      this.filter.field,
      this.layer.field,
      this.headsField,
      this.query.field,
      this.stage.field,
    );
  }

  render({ part, reading, rows, layerName, headName, queryName }) {
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
      (stage) => stage === "weights" || (part.hasVectors && (stage !== "masked" || part.causal)),
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
    this.renderHeadButtons(part, headName);
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
      button.setAttribute("aria-label", `${messages.head} ${headName(h)}`);
      button.setAttribute("aria-pressed", String(isMultiple ? state.heads.includes(h) : state.head === h));
      button.title = isMultiple ? messages.tile_hint : "";
    });
  }

  /** Whether the view shows many heads. */
  hasMany() {
    return CONTROLS[this.explorer.state.view].includes("heads");
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
