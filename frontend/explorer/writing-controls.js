// How the next token is drawn, and the buttons that write.

import { field, interpolate, make, setText } from "../core/dom.js";
import { METHODS, TEMPERATURES, TOP_K, TOP_P } from "../model/next-token.js";
import { isTag, sentenceOf } from "../model/tokenizer.js";
import { nextToken } from "./views/writing-view.js";

const PAUSE = 350; // ms between tokens: slow enough to follow

/** The controls of the view "writing". */
export class WritingControls {
  /** @param {import("./explorer.js").Explorer} explorer */
  constructor(explorer) {
    this.explorer = explorer;
    const { messages } = explorer;
    const option = ([value, text]) => make("option", { value }, text);
    const set = (name, step) => (value) =>
      explorer.change({ writing: { ...explorer.state.writing, [name]: value } }, step);
    const select = (name, options, read) => {
      const input = make("select", { id: explorer.elementId(name), onchange: () => set(name)(read(input.value)) });
      input.append(...options.map(option));
      return input;
    };
    const slider = (name, { min, max, step }) =>
      make("input", {
        type: "range",
        id: explorer.elementId(name),
        min,
        max,
        step,
        oninput: ({ target }) => set(name, name)(Number(target.value)),
      });
    this.inputs = {
      method: select(
        "method",
        METHODS.map((method) => [method, messages[`method_${method}`]]),
        String,
      ),
      temperature: slider("temperature", TEMPERATURES),
      topK: select(
        "topK",
        TOP_K.map((count) => [String(count), count ? String(count) : messages.top_k_all]),
        Number,
      ),
      topP: slider("topP", TOP_P),
    };
    const names = { method: "method", temperature: "temperature", topK: "top_k", topP: "top_p" };
    this.outputs = { temperature: make("output", {}), topP: make("output", {}) };
    this.fields = Object.fromEntries(
      Object.entries(this.inputs).map(([name, input]) => {
        const element = field(messages[names[name]], input);
        if (this.outputs[name]) element.append(this.outputs[name]);
        return [name, element];
      }),
    );
    const button = (key, onclick) => make("button", { type: "button", "data-act": key, onclick }, messages[key]);
    this.againButton = button("draw_again", () => set("seed")(explorer.state.writing.seed + 1));
    this.allButton = button("write_all", () => (this.timer ? this.stop() : this.writeAll()));
    this.element = make(
      "div",
      { class: "explorer-writing" },
      ...Object.values(this.fields),
      make(
        "div",
        { class: "widget-field" },
        button("write_one", () => this.writeOne()),
        this.allButton,
        button("take_one", () => this.takeOne()),
        this.againButton,
      ),
    );
  }

  render() {
    const { explorer, inputs, outputs, fields } = this;
    const { writing, view } = explorer.state;
    if (view !== "writing") this.stop();
    for (const [name, input] of Object.entries(inputs))
      if (document.activeElement !== input || input.tagName === "SELECT") input.value = String(writing[name]);
    for (const name of ["temperature", "topP"]) {
      const text = explorer.numberFormats.plain(writing[name]);
      setText(outputs[name], text);
      inputs[name].ariaValueText = text;
    }
    const isSampled = writing.method === "sample";
    for (const name of ["temperature", "topK", "topP"]) fields[name].hidden = !isSampled;
    this.againButton.hidden = !isSampled;
  }

  /** @returns {boolean} whether a token was written */
  writeOne() {
    const { explorer } = this;
    const { model, experiment, messages } = explorer;
    const most = model.contextLength - 1;
    const token = nextToken(model, experiment, explorer.state.writing);
    const isFull = experiment.tokens.length >= most;
    if (isFull || isTag(token)) {
      explorer.announce(isFull ? interpolate(messages.text_is_full, { most }) : messages.text_ends);
      return false;
    }
    this.type([...experiment.tokens, token]);
    return true;
  }

  type(tokens) {
    const { explorer } = this;
    explorer.sentenceForm.typeText(explorer.transliterate(sentenceOf(tokens)));
  }

  takeOne() {
    const { tokens } = this.explorer.experiment;
    if (tokens.length > 1) this.type(tokens.slice(0, -1));
  }

  writeAll() {
    const { messages } = this.explorer;
    const next = () => {
      if (this.writeOne()) this.timer = setTimeout(next, PAUSE);
      else this.stop();
    };
    setText(this.allButton, messages.write_stop);
    next();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    setText(this.allButton, this.explorer.messages.write_all);
  }
}
