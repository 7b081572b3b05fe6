// A file with the attention of another model: chosen, dropped, or pasted.

import { interpolate, make } from "../core/dom.js";
import { readAttention } from "./attention-file.js";

export class FileDialog {
  constructor(explorer) {
    this.explorer = explorer;
    this.words = explorer.words;
    const { words } = this;
    const { root } = explorer;
    const name = (key) => explorer.name(key);
    this.fileName = make("span");
    this.opened = make(
      "div",
      { class: "explorer-file", hidden: true },
      this.fileName,
      explorer.source ? make("button", { type: "button", onclick: () => explorer.close() }, words.back_to_model) : null,
    );

    this.chosen = make("input", {
      type: "file",
      id: name("file"),
      accept: ".json,application/json",
      onchange: () => this.chosen.files[0] && this.openFile(this.chosen.files[0]),
    });
    this.pasted = make("textarea", { id: name("paste"), rows: 4, spellcheck: "false", autocomplete: "off" });
    this.dialog = make(
      "details",
      { class: "explorer-open" },
      make("summary", {}, words.open_file),
      make("p", {}, words.open_about),
      make("div", { class: "widget-field" }, make("label", { for: name("file") }, words.choose_file), this.chosen),
      make(
        "div",
        { class: "widget-field explorer-paste" },
        make("label", { for: name("paste") }, words.paste_here),
        this.pasted,
        make("button", { type: "button", onclick: () => this.open(this.pasted.value) }, words.show),
      ),
    );
    this.problem = make("div", { class: "explorer-problem", role: "alert" });
    const over = (event) => {
      if (![...(event.dataTransfer?.types ?? [])].includes("Files")) return;
      event.preventDefault();
      root.classList.toggle("dropping", event.type === "dragover");
      if (event.type === "drop") this.openFile(event.dataTransfer.files[0]);
    };
    for (const type of ["dragover", "dragleave", "drop"]) root.addEventListener(type, over);
    this.element = make("div", {}, this.dialog, this.problem);
  }

  openFile(file) {
    this.explorer.root.classList.remove("dropping");
    file.text().then(
      (text) => this.open(text, file.name),
      () => this.refuse([{ key: "cannot_read", place: "", fill: {} }]),
    );
  }

  open(text, fileName = "") {
    const { reading, problems } = readAttention(text);
    if (problems) return this.refuse(problems);
    this.problem.replaceChildren();
    this.dialog.open = false;
    const { words } = this;
    const sizes = reading.parts[0];
    const what = interpolate(words.file_open, {
      kind: words[`kind_${reading.kind.replace("-", "_")}`],
      layers: sizes.layers,
      heads: sizes.heads,
      tokens: sizes.queryTokens.length,
    });
    this.fileName.textContent = [reading.name || fileName, what].filter(Boolean).join(": ");
    this.opened.hidden = false;
    this.explorer.showFile(reading);
  }

  refuse(problems) {
    const { words, explorer } = this;
    const value = (one) => (typeof one === "number" ? explorer.numbers.plain(one) : (words[`type_${one}`] ?? one));
    const lines = problems.map(({ key, place, fill }) => {
      const message = interpolate(
        words[`file_${key}`],
        Object.fromEntries(Object.entries(fill).map(([name, one]) => [name, value(one)])),
      );
      return make("li", {}, ...(place ? [make("code", {}, place), ": "] : []), message);
    });
    explorer.say("");
    this.problem.replaceChildren(make("p", {}, words.file_refused), make("ul", {}, ...lines));
  }
}
