// The controls above a widget's tables: choice, slider, number, switch, button, steps.

import { make, setText } from "../core/dom.js";
import { readOne } from "../core/number-input.js";
import { stepsField } from "./stepper.js";

/**
 * @import { ChoiceControl, Control, Field, NumberControl, NumberInput, ButtonControl, SliderControl, SwitchControl }
 * from "./types.d.ts"
 */
/** @import { Panel } from "./widget-panel.js" */

/**
 * The field for one of a description's controls; its `update` shows the control of a new view.
 * @param {Panel} panel
 * @param {Control} control
 * @returns {Field}
 */
export function controlField(panel, control) {
  const id = `${panel.widget.name}-${control.id}`;
  const field = /** @type {Field} */ ({ control });
  FIELDS[control.kind](panel, field, id);
  const { update } = field;
  field.update = (control) => {
    field.control = control;
    update(control);
  };
  return field;
}

/**
 * Each sets the field's `element` and `update`.
 * @type {Record<Control["kind"], (panel: Panel, field: Field<any>, id: string) => void>}
 */
const FIELDS = {
  steps: stepsField,

  choice(panel, /** @type {Field<ChoiceControl>} */ field, id) {
    const select = make("select", {
      id,
      onchange: () => panel.change(field.control.set(panel.state, Number(select.value))),
    });
    field.element = make("div", { class: "widget-field" }, make("label", { for: id }, field.control.label), select);
    field.update = ({ options, value }) => {
      select.length = Math.min(select.length, options.length);
      options.forEach((text, index) => {
        if (!select.options[index]) select.append(make("option", { value: String(index) }, text));
        setText(select.options[index], text);
      });
      select.value = String(value);
    };
  },

  /** A slider, and with `cell` an input beside it that takes any number. */
  slider(panel, /** @type {Field<SliderControl>} */ field, id) {
    const { control } = field;
    const slider = make("input", {
      type: "range",
      id,
      min: control.min,
      max: control.max,
      step: control.step,
      "data-slider": control.name,
      oninput: () =>
        panel.change(field.control.set(panel.state, Number(slider.value)), panel.undoStep(`slider ${control.id}`)),
      onchange: () => panel.endEdit(),
    });
    const label = make("label", { for: id, class: control.role ? `role-${control.role}` : null });
    const number = control.number ? numberInput(panel, /** @type {Field<NumberInput>} */ (field)) : null;
    field.element = make("div", { class: "widget-field" }, label, slider, number?.element);
    field.update = (control) => {
      setText(label, control.label);
      // A range input rounds to its steps: while it has the focus, its own value stays.
      if (document.activeElement !== slider || Number(slider.value) !== control.position)
        slider.value = String(control.position);
      slider.setAttribute("aria-valuetext", panel.format.plain(control.value));
      number?.update(control);
    };
  },

  number(panel, /** @type {Field<NumberControl>} */ field, id) {
    const number = numberInput(panel, field);
    number.input.id = id;
    const label = make("label", { for: id });
    field.element = make("div", { class: "widget-field" }, label, number.element);
    field.update = (control) => {
      setText(label, control.label);
      number.update(control);
    };
  },

  switch(panel, /** @type {Field<SwitchControl>} */ field, id) {
    const box = make("input", {
      type: "checkbox",
      id,
      onchange: () => panel.change(field.control.set(panel.state, box.checked)),
    });
    field.element = make(
      "div",
      { class: "widget-field widget-switch" },
      box,
      make("label", { for: id }, field.control.label),
    );
    field.update = ({ value }) => (box.checked = value);
  },

  button(panel, /** @type {Field<ButtonControl>} */ field) {
    const button = make("button", { type: "button", onclick: () => panel.change(field.control.set(panel.state)) });
    field.element = make("div", { class: "widget-field" }, button);
    field.update = ({ label, disabled }) => {
      setText(button, label);
      // A button in focus would lose it by being disabled.
      button.setAttribute("aria-disabled", String(Boolean(disabled)));
      button.disabled = Boolean(disabled) && document.activeElement !== button;
    };
  },
};

/**
 * An input for one number outside of the grids.
 * @param {Panel} panel
 * @param {Field<NumberInput>} field
 */
function numberInput(panel, field) {
  const { control } = field;
  const id = `${panel.widget.name}-${control.id}-problem`;
  const problem = make("span", { class: "widget-problem", role: "alert", id });
  const input = make("input", {
    type: "text",
    inputmode: control.whole ? "numeric" : control.low >= 0 ? "decimal" : "text",
    autocomplete: "off",
    "data-cell": control.name,
    "aria-label": control.label,
    "aria-describedby": id,
  });
  const display = ({ value }) => panel.format[control.whole ? "whole" : "plain"](value);
  let editing = false;
  const commit = () => {
    editing = false;
    input.value = display(field.control);
    input.removeAttribute("aria-invalid");
    panel.endEdit();
  };
  input.addEventListener("focus", () => input.select());
  input.addEventListener("blur", () => editing && commit());
  input.addEventListener("keydown", ({ key }) => {
    if (key === "Enter" && editing) commit();
    if (key === "Escape" && editing) {
      setText(problem, "");
      panel.cancelEdit(control.name);
      commit();
    }
  });
  input.addEventListener("input", () => {
    editing = true;
    const read = readOne(input.value, control);
    setText(problem, read.problem ? panel.problem(read, field.control) : "");
    if (read.problem) input.setAttribute("aria-invalid", "true");
    else {
      input.removeAttribute("aria-invalid");
      panel.change(field.control.edit(panel.state, read.number), panel.undoStep(control.name));
    }
  });
  const update = (control) => {
    if (!editing) input.value = display(control);
  };
  return { input, element: make("span", { class: "widget-number" }, input, problem), update };
}
