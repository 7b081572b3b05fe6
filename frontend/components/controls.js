// What there is to set above a widget's tables: choice, slider, number, switch, press, steps.

import { make, setText } from "../core/dom.js";
import { readOne } from "../core/number-input.js";
import { stepsField } from "./stepper.js";

/**
 * @import { ChoiceControl, Control, Field, NumberControl, NumberInput, PressControl, SliderControl, SwitchControl }
 * from "./types.d.ts"
 */
/** @import { Panel } from "./widget-panel.js" */

/**
 * The field for one of a description's controls; `update` brings it to what the control says now.
 * @param {Panel} panel
 * @param {Control} control
 * @returns {Field}
 */
export function controlField(panel, control) {
  const id = `${panel.widget.name}-${control.id}`;
  const field = /** @type {Field} */ ({ control });
  FIELDS[control.kind](panel, field, id);
  const { update } = field;
  field.update = (now) => {
    field.control = now;
    update(now);
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
      options.forEach((text, place) => {
        if (!select.options[place]) select.append(make("option", { value: String(place) }, text));
        setText(select.options[place], text);
      });
      select.value = String(value);
    };
  },

  /** A slider, and with `cell` an input beside it that takes any number. */
  slider(panel, /** @type {Field<SliderControl>} */ field, id) {
    const { control } = field;
    const slide = make("input", {
      type: "range",
      id,
      min: control.min,
      max: control.max,
      step: control.step,
      "data-slider": control.name,
      oninput: () =>
        panel.change(field.control.set(panel.state, Number(slide.value)), panel.step(`slider ${control.id}`)),
      onchange: () => panel.settled(),
    });
    const label = make("label", { for: id, class: control.role ? `role-${control.role}` : null });
    const number = control.number ? numberInput(panel, /** @type {Field<NumberInput>} */ (field)) : null;
    field.element = make("div", { class: "widget-field" }, label, slide, number?.element);
    field.update = (now) => {
      setText(label, now.label);
      // The slider has only so many places; it doesn't move the number there by itself.
      if (document.activeElement !== slide || Number(slide.value) !== now.place) slide.value = String(now.place);
      slide.setAttribute("aria-valuetext", panel.write.plain(now.value));
      number?.update(now);
    };
  },

  number(panel, /** @type {Field<NumberControl>} */ field, id) {
    const number = numberInput(panel, field);
    number.input.id = id;
    const label = make("label", { for: id });
    field.element = make("div", { class: "widget-field" }, label, number.element);
    field.update = (now) => {
      setText(label, now.label);
      number.update(now);
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

  press(panel, /** @type {Field<PressControl>} */ field) {
    const button = make("button", { type: "button", onclick: () => panel.change(field.control.set(panel.state)) });
    field.element = make("div", { class: "widget-field" }, button);
    field.update = ({ label, disabled }) => {
      setText(button, label);
      // A disabled button would drop the focus of who has just pressed it.
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
  const written = (one) => panel.write[control.whole ? "whole" : "plain"](one.value);
  let editing = false;
  const settle = () => {
    editing = false;
    input.value = written(field.control);
    input.removeAttribute("aria-invalid");
    panel.settled();
  };
  input.addEventListener("focus", () => input.select());
  input.addEventListener("blur", () => editing && settle());
  input.addEventListener("keydown", ({ key }) => {
    if (key === "Enter" && editing) settle();
    if (key === "Escape" && editing) {
      setText(problem, "");
      panel.dropped(control.name);
      settle();
    }
  });
  input.addEventListener("input", () => {
    editing = true;
    const read = readOne(input.value, control);
    setText(problem, read.problem ? panel.problem(read, field.control) : "");
    if (read.problem) input.setAttribute("aria-invalid", "true");
    else {
      input.removeAttribute("aria-invalid");
      panel.change(field.control.edit(panel.state, read.number), panel.step(control.name));
    }
  });
  const update = (now) => {
    if (!editing) input.value = written(now);
  };
  return { input, element: make("span", { class: "widget-number" }, input, problem), update };
}
