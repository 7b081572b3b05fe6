// "What if …?": the changes that a reader makes to the model's calculation. A form adds one, at the head and the
// tokens that are chosen in the view; a list switches each off, changes its number, or takes it back.

import { latin } from "../core/cyrillic.js";
import { field, make } from "../core/dom.js";
import { History } from "../core/undo-history.js";
import { KINDS, MAX_CHANGES, PLACES, RESTS, WAYS } from "../model/changes.js";
import { isStillTyped } from "../model/tokenizer.js";
import { ChangeList } from "./change-list.js";
import { describeChange, headOptions, tokenOptions } from "./change-words.js";
import { MAX_TEXT_LENGTH } from "./explorer-state.js";
import { showProblems, tooLong } from "./sentence-form.js";

/** The form and the list of changes. */
export class WhatIf {
  /** @param {import("./explorer.js").Explorer} explorer */
  constructor(explorer) {
    this.explorer = explorer;
    this.messages = explorer.messages;
    this.history = new History([]);
    this.form = { kind: "remove", by: "zero", rest: "rescale", place: "output", scope: "all", stream: "1" };
    const { messages } = this;
    this.list = new ChangeList(this);
    this.fields = this.createFields();
    this.addButton = make("button", { type: "submit", class: "explorer-add" }, messages.what_add);
    const otherInput = this.createOther();
    this.formElement = make(
      "form",
      {
        class: "explorer-change-form",
        onsubmit: (event) => {
          event.preventDefault();
          this.add();
        },
      },
      ...Object.values(this.fields).map(({ element }) => element),
      otherInput,
      this.addButton,
    );
    this.tools = make(
      "div",
      { class: "explorer-change-tools" },
      ...["undo", "redo", "what_all_off", "what_all_on"].map((key) =>
        make("button", { type: "button", "data-act": key, onclick: () => this.act(key) }, messages[key]),
      ),
    );
    const title = explorer.elementId("what-if");
    this.element = make(
      "section",
      { class: "explorer-what-if", "aria-labelledby": title },
      make("p", { class: "explorer-part-title", id: title }, messages.what_if),
      make("p", { class: "explorer-hint" }, messages.what_if_about),
      this.list.element,
      this.tools,
      this.formElement,
    );
  }

  // -- the form

  createFields() {
    const { explorer, messages } = this;
    const set = (name) => (value) => {
      this.form[name] = value;
      this.renderForm();
    };
    const select = (name, onChoose, options) => {
      const input = make("select", { id: explorer.elementId(`what-${name}`), onchange: () => onChoose(input.value) });
      const fill = (list) => {
        const key = JSON.stringify(list);
        if (input.dataset.options === key) return;
        input.dataset.options = key;
        input.replaceChildren(...list.map(([value, text]) => make("option", { value }, text)));
      };
      if (options) fill(options.map((value) => [value, messages[`what_${name}_${value}`]]));
      return { input, fill, element: field(messages[`what_${name}`], input, "explorer-above") };
    };
    const token = (name) => select(name, (value) => explorer.change({ [name]: Number(value) }));
    return {
      kind: select("kind", set("kind"), KINDS),
      place: select("place", set("place"), PLACES),
      scope: select("scope", set("scope"), ["all", "head"]),
      head: select("head", (value) => this.chooseHead(value)),
      stream: select("stream", set("stream")),
      query: token("query"),
      key: token("key"),
      position: select("position", (value) => explorer.change({ query: Number(value), key: -1 })),
      by: select("by", set("by"), WAYS),
      rest: select("rest", set("rest"), RESTS),
    };
  }

  createOther() {
    const { explorer, messages } = this;
    this.otherInput = make("input", {
      type: "text",
      id: explorer.elementId("other"),
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
      "aria-describedby": explorer.elementId("other-problem"),
      oninput: () => this.changeOther(this.otherInput.value),
      onblur: () => this.renderOther(),
    });
    this.otherProblem = make("div", {
      class: "explorer-problem",
      role: "alert",
      id: explorer.elementId("other-problem"),
    });
    this.otherField = field(messages.what_other, this.otherInput, "explorer-above explorer-other");
    this.otherField.append(this.otherProblem);
    return this.otherField;
  }

  changeOther(text) {
    const kept = text.length > MAX_TEXT_LENGTH ? text.slice(0, MAX_TEXT_LENGTH).replace(/\S+$/, "") : text;
    this.explorer.change({ other: latinIfSerbian(this.explorer, kept) }, "other");
  }

  /** What of the second sentence the model doesn't know; not while its last word is still being written. */
  renderOther() {
    const { explorer, otherInput } = this;
    const { language, other } = explorer.state;
    const hasFocus = document.activeElement === otherInput;
    if (!hasFocus) otherInput.value = explorer.transliterate(other);
    const read = explorer.laboratory.read(language, otherInput.value); // as it is typed, in either alphabet
    const unknown = hasFocus && isStillTyped(otherInput.value, read.unknown) ? [] : read.unknown;
    showProblems(explorer, this.otherProblem, unknown, tooLong(this.messages, read), (word, near) => {
      otherInput.focus();
      otherInput.value = otherInput.value.replace(word, () => near);
      this.changeOther(otherInput.value);
    });
  }

  get lastLayer() {
    return this.explorer.model.blocks.length - 1;
  }

  chooseHead(value) {
    const [layer, head] = value.split(" ").map(Number);
    const { heads } = this.explorer.state;
    this.explorer.change({ layer, head, heads: heads.includes(head) ? heads : [...heads, head].sort((a, b) => a - b) });
  }

  /** Which fields the chosen kind has. */
  shownFields() {
    const { kind, place, scope } = this.form;
    const head = {
      remove: true,
      scale: true,
      weight: true,
      row: true,
      forbid: scope === "head",
      patch: place !== "stream",
    };
    return {
      kind: true,
      place: kind === "patch",
      scope: kind === "forbid",
      head: head[kind],
      stream: kind === "patch" && place === "stream",
      query: ["weight", "row", "forbid"].includes(kind),
      key: ["weight", "forbid"].includes(kind),
      position: kind === "patch",
      by: kind === "remove",
      rest: ["weight", "row"].includes(kind),
    };
  }

  /** The token that asks and the one that is looked at: the chosen ones, else the last and the first. */
  chosenTokens() {
    const { state } = this.explorer;
    const query = state.query >= 0 ? state.query : this.experiment.inputTokens.length - 1;
    return { query, key: Math.min(Math.max(0, state.key), query) };
  }

  renderForm() {
    const { explorer, fields, form, messages } = this;
    const { state } = explorer;
    const shown = this.shownFields();
    for (const [name, { element }] of Object.entries(fields)) element.hidden = !shown[name];
    const { query, key } = this.chosenTokens();
    const tokens = tokenOptions(explorer, this.experiment.inputTokens);
    fields.head.fill(headOptions(this.scene));
    fields.stream.fill(
      Array.from({ length: this.lastLayer + 2 }, (_, place) => [
        String(place),
        place > this.lastLayer ? messages.what_behind : `${messages.what_before} ${place + 1}`,
      ]),
    );
    fields.query.fill(tokens);
    fields.key.fill(tokens.slice(0, query + 1));
    fields.position.fill([["-1", messages.what_everywhere], ...tokens]);
    const values = { ...form, head: `${state.layer} ${state.head}`, query, key, position: state.query };
    for (const [name, { input }] of Object.entries(fields)) input.value = String(values[name]);
    const isCompared = state.view === "compare" && state.against === "other";
    const isPatched = form.kind === "patch" || state.changes.some((change) => change.kind === "patch");
    this.otherField.hidden = !isCompared && !isPatched;
    this.renderOther();
    this.addButton.disabled = state.changes.length >= MAX_CHANGES;
  }

  /** The change that the form describes. */
  formChange() {
    const { kind, by, rest, place, scope, stream } = this.form;
    const { state } = this.explorer;
    const at = { kind, off: false, layer: state.layer, head: state.head };
    const { query, key } = this.chosenTokens();
    const weights = () =>
      Array.from(this.explorer.reading.parts[0].head(state.layer, state.head).weights[query]).slice(0, query + 1);
    const rounded = (number) => Math.min(1, Math.round(number * 100) / 100);
    return {
      remove: () => ({ ...at, by }),
      scale: () => ({ ...at, factor: 0.5 }),
      weight: () => ({ ...at, query, key, weight: weights()[key] < 0.5 ? 1 : 0, rest }),
      row: () => ({ ...at, query, weights: weights().map(rounded), rest }),
      forbid: () => ({ ...at, ...(scope === "all" ? { layer: -1, head: -1 } : {}), query, key }),
      patch: () => {
        const layer = place === "stream" ? Number(stream) : state.layer;
        return { ...at, place, layer, position: state.query };
      },
    }[kind]();
  }

  // -- the list

  add() {
    const change = this.formChange();
    this.setChanges([...this.explorer.state.changes, change]);
    this.explorer.announce(describeChange(this.explorer, this.experiment.inputTokens, change));
  }

  /** @param {any[]} changes @param {string} step one of several states that count as one, such as a slider's */
  setChanges(changes, step = "") {
    this.history.push(changes, step);
    this.explorer.change({ changes }, step);
  }

  act(key) {
    const { history, explorer } = this;
    const { changes } = explorer.state;
    if (key === "undo" || key === "redo") {
      history[key]();
      explorer.change({ changes: history.current });
      return this.keepFocus(key);
    }
    this.setChanges(changes.map((change) => ({ ...change, off: key === "what_all_off" })));
  }

  /** A button that is pressed until it can do no more hands the focus on. */
  keepFocus(key) {
    const buttons = [key, "undo", "redo"].map((name) => this.tools.querySelector(`[data-act=${name}]`));
    (buttons.find((button) => !button.disabled && button.checkVisibility()) ?? this.addButton).focus();
  }

  /** @param {object} experiment what Laboratory.run gives @param {object} scene what Explorer.scene() returns */
  render(experiment, scene) {
    this.experiment = experiment;
    this.scene = scene;
    const { changes } = this.explorer.state;
    if (JSON.stringify(this.history.current) !== JSON.stringify(changes)) this.history.push(changes); // from a link
    this.renderForm();
    this.list.render(experiment);
    const button = (key) => this.tools.querySelector(`[data-act=${key}]`);
    button("undo").disabled = !this.history.canUndo;
    button("redo").disabled = !this.history.canRedo;
    button("what_all_off").hidden = !changes.some((change) => !change.off);
    button("what_all_on").hidden = changes.length === 0 || changes.some((change) => !change.off);
    this.tools.hidden = changes.length === 0 && !this.history.canUndo && !this.history.canRedo;
  }
}

const latinIfSerbian = (explorer, text) => (explorer.state.language === "sr" ? latin(text) : text);
