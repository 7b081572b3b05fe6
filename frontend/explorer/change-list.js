// The list of changes: each with a switch, its number where it has one, and a button that takes it back.

import { make } from "../core/dom.js";
import { readOne } from "../core/number-input.js";
import { syncChildren } from "../core/tree.js";
import { FACTORS } from "../model/changes.js";
import { describeChange } from "./change-words.js";

/** Which number of a change a slider sets, and within which bounds. */
const SLIDERS = {
  scale: { name: "factor", ...FACTORS, step: 0.1 },
  weight: { name: "weight", min: 0, max: 1, step: 0.01 },
};

/** The list. */
export class ChangeList {
  /** @param {import("./what-if.js").WhatIf} panel */
  constructor(panel) {
    this.panel = panel;
    this.explorer = panel.explorer;
    this.messages = panel.messages;
    this.element = make("ol", {
      class: "explorer-changes",
      onclick: ({ target }) => target.closest("[data-remove]") && this.remove(indexOf(target)),
      oninput: ({ target }) => this.onInput(target),
      onchange: ({ target }) => this.onChange(target),
    });
  }

  get changes() {
    return this.explorer.state.changes;
  }

  replace(index, values, step = "") {
    this.panel.setChanges(
      this.changes.map((change, other) => (other === index ? { ...change, ...values } : change)),
      step,
    );
  }

  remove(index) {
    this.panel.setChanges(this.changes.filter((_, other) => other !== index));
    const buttons = this.element.querySelectorAll("[data-remove]");
    (buttons[Math.min(index, buttons.length - 1)] ?? this.panel.addButton).focus();
  }

  onInput(input) {
    if (input.type !== "range") return;
    const index = indexOf(input);
    this.drags = (this.drags ?? 0) + (this.dragged === index ? 0 : 1);
    this.dragged = index;
    this.replace(index, { [SLIDERS[this.changes[index].kind].name]: Number(input.value) }, `slider ${this.drags}`);
  }

  onChange(input) {
    const index = indexOf(input);
    if (input.type === "checkbox") this.replace(index, { off: !input.checked });
    else if (input.type === "range") this.dragged = undefined;
    else this.setRowWeight(index, Number(input.dataset.key), input);
  }

  /** One weight of a row that is set by hand. */
  setRowWeight(index, key, input) {
    const { number, problem } = readOne(input.value, { low: 0, high: 1 });
    if (problem) {
      this.explorer.announce(this.messages.weight_bounds);
      input.value = this.explorer.numberFormats.plain(this.changes[index].weights[key]);
      return;
    }
    this.replace(index, { weights: this.changes[index].weights.map((weight, k) => (k === key ? number : weight)) });
  }

  /** @param {object} experiment what Laboratory.run gives */
  render(experiment) {
    this.element.hidden = this.changes.length === 0;
    syncChildren(
      this.element,
      this.changes.map((change, index) => this.item(change, experiment, experiment.fitting[index])),
    );
    // Attributes are only the first values of inputs.
    for (const [index, item] of [...this.element.children].entries()) {
      const change = this.changes[index];
      item.querySelector("[type=checkbox]").checked = !change.off;
      const slider = item.querySelector("[type=range]");
      if (slider && document.activeElement !== slider) slider.value = String(change[SLIDERS[change.kind].name]);
      for (const input of item.querySelectorAll("[data-key]"))
        if (document.activeElement !== input)
          input.value = this.explorer.numberFormats.plain(change.weights[Number(input.dataset.key)]);
    }
  }

  item(change, experiment, isFitting) {
    const { messages, explorer } = this;
    const text = describeChange(explorer, experiment.inputTokens, change);
    const state = change.off ? "off" : isFitting ? "on" : "unfit";
    const lacksOther = change.kind === "patch" && change.position < experiment.inputTokens.length;
    const missing = lacksOther ? messages.needs_other : messages.does_not_fit;
    return [
      "li",
      { class: `explorer-change ${state}` },
      ["label", {}, ["input", { type: "checkbox" }], ["span", {}, text]],
      ["button", { type: "button", "data-remove": true, "aria-label": `${messages.what_remove}: ${text}` }, "×"],
      ...(state === "unfit" ? [["p", { class: "explorer-hint" }, missing]] : []),
      ...this.slider(change, text),
      ...this.rowInputs(change, experiment),
    ];
  }

  slider(change, text) {
    const slider = SLIDERS[change.kind];
    if (!slider) return [];
    const { min, max, step, name } = slider;
    const number = this.explorer.numberFormats.plain(change[name]);
    return [["input", { type: "range", min, max, step, "aria-label": text, "aria-valuetext": number }]];
  }

  rowInputs(change, { inputTokens }) {
    if (change.kind !== "row") return [];
    const inputs = change.weights.map((_, key) => [
      "label",
      {},
      ["span", {}, inputTokens[key] === undefined ? "–" : this.explorer.transliterate(inputTokens[key])],
      ["input", { type: "text", inputmode: "decimal", "data-key": key }],
    ]);
    return [["div", { class: "explorer-row-inputs" }, ...inputs]];
  }
}

/** The place in the list of the change that an element belongs to. */
function indexOf(element) {
  const item = element.closest("li");
  return [...item.parentElement.children].indexOf(item);
}
