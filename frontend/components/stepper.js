// Steps forward and back: a row of choices, one for each step with what it makes and its shape, and two buttons.

import { make, setText } from "../core/dom.js";

/** @import { Field, StageTexts, StepsControl } from "./types.d.ts" */
/** @import { Panel } from "./widget-panel.js" */

/**
 * @param {Panel} panel
 * @param {Field<StepsControl>} field gets its `element` and `update`
 * @param {string} id
 */
export function stepsField(panel, field, id) {
  const goToStep = (step) => panel.change(field.control.set(panel.state, step), panel.undoStep("steps"));
  const button = (key, offset) =>
    make(
      "button",
      { type: "button", "data-act": key, onclick: () => goToStep(field.control.value + offset) },
      panel.messages[key],
    );
  const back = button("back", -1);
  const next = button("next", 1);
  const choices = field.control.steps.map((step, index) => {
    const radio = make("input", { type: "radio", name: id, value: String(index), onchange: () => goToStep(index) });
    const note = make("span", { class: "widget-step-note" });
    const title = make("span", { class: "visually-hidden" });
    const name = make("code", {}, step.name);
    return {
      radio,
      note,
      title,
      element: make(
        "label",
        { class: "widget-step" },
        radio,
        make("span", { class: "widget-step-number" }, `${index + 1}`),
        name,
        note,
        title,
      ),
    };
  });
  field.element = make(
    "fieldset",
    { class: "widget-steps" },
    make("legend", { class: "visually-hidden" }, field.control.label),
    make("div", { class: "widget-stops" }, ...choices.map((choice) => choice.element)),
    make("div", { class: "widget-ways" }, back, next),
  );
  field.update = ({ steps, value, last }) => {
    choices.forEach(({ radio, note, title }, index) => {
      radio.checked = index === value;
      radio.disabled = index > last;
      setText(note, steps[index].note);
      setText(title, steps[index].title);
    });
    for (const [button, disabled] of [
      [back, value === 0],
      [next, value === last],
    ]) {
      // A button in focus would lose it by being disabled.
      button.setAttribute("aria-disabled", String(disabled));
      button.disabled = disabled && document.activeElement !== button;
    }
  };
}

/** @type {Record<keyof StageTexts, "span" | "code">} */
const PARTS = {
  title: "span",
  code: "code",
  shape: "code",
  axes: "code",
  note: "span",
  problem: "span",
  error: "code",
};

/** What stands above the tables of a step: its title, the code that makes it, the shape that torch answers with. */
export class Stage {
  constructor() {
    this.parts = Object.fromEntries(
      Object.entries(PARTS).map(([name, tag]) => [name, make(tag, { class: `widget-stage-${name}` })]),
    );
    const { title, code, shape, axes, note, problem, error } = this.parts;
    this.element = make(
      "div",
      { class: "widget-stage", role: "status" },
      make("p", {}, title),
      make("p", {}, code),
      make("p", {}, make("span", { "aria-hidden": "true" }, "→ "), shape, " ", axes),
      make("p", {}, note),
      make("p", { class: "widget-refusal" }, problem, " ", error),
    );
  }

  /** @param {StageTexts} stage */
  update(stage) {
    for (const [name, element] of Object.entries(this.parts)) setText(element, stage[name]);
    this.element.querySelector(".widget-refusal").hidden = !stage.problem;
  }
}
