// A file with the attention of another model: chosen, dropped, or pasted.

import { interpolate, make } from "../core/dom.js";
import { readAttention } from "./attention-file.js";

/** Opens attention files: chosen, dropped, or pasted. */
export class FileDialog {
  /** @param {import("./explorer.js").Explorer} explorer */
  constructor(explorer) {
    this.explorer = explorer;
    this.messages = explorer.messages;
    const { messages } = this;
    const { root } = explorer;
    const id = (key) => explorer.elementId(key);
    this.fileName = make("span");
    this.openedBar = make(
      "div",
      { class: "explorer-file", hidden: true },
      this.fileName,
      explorer.source
        ? make("button", { type: "button", onclick: () => explorer.closeFile() }, messages.back_to_model)
        : null,
    );

    this.fileInput = make("input", {
      type: "file",
      id: id("file"),
      accept: ".json,application/json",
      onchange: () => this.fileInput.files[0] && this.openFile(this.fileInput.files[0]),
    });
    this.pasteInput = make("textarea", { id: id("paste"), rows: 4, spellcheck: "false", autocomplete: "off" });
    this.dialog = make(
      "details",
      { class: "explorer-open" },
      make("summary", {}, messages.open_file),
      make("p", {}, messages.open_about),
      make("div", { class: "widget-field" }, make("label", { for: id("file") }, messages.choose_file), this.fileInput),
      make(
        "div",
        { class: "widget-field explorer-paste" },
        make("label", { for: id("paste") }, messages.paste_here),
        this.pasteInput,
        make("button", { type: "button", onclick: () => this.open(this.pasteInput.value) }, messages.show),
      ),
    );
    this.errorBox = make("div", { class: "explorer-problem", role: "alert" });
    const onDrag = (event) => {
      if (![...(event.dataTransfer?.types ?? [])].includes("Files")) return;
      event.preventDefault();
      root.classList.toggle("dropping", event.type === "dragover");
      if (event.type === "drop") this.openFile(event.dataTransfer.files[0]);
    };
    for (const type of ["dragover", "dragleave", "drop"]) root.addEventListener(type, onDrag);
    this.element = make("div", {}, this.dialog, this.errorBox);
  }

  openFile(file) {
    this.explorer.root.classList.remove("dropping");
    file.text().then(
      (text) => this.open(text, file.name),
      () => this.showErrors([{ key: "cannot_read", path: "", values: {} }]),
    );
  }

  open(text, fileName = "") {
    const { reading, problems } = readAttention(text);
    if (problems) return this.showErrors(problems);
    this.errorBox.replaceChildren();
    this.dialog.open = false;
    const { messages } = this;
    const sizes = reading.parts[0];
    const summary = interpolate(messages.file_open, {
      kind: messages[`kind_${reading.kind.replace("-", "_")}`],
      layers: sizes.layers,
      heads: sizes.heads,
      tokens: sizes.queryTokens.length,
    });
    const sink = reading.parts.some((part) => part.hasSink) ? messages.file_sinks : "";
    this.fileName.textContent = [[reading.name || fileName, summary].filter(Boolean).join(": "), sink]
      .filter(Boolean)
      .join(". ");
    this.openedBar.hidden = false;
    this.explorer.showFile(reading);
  }

  showErrors(problems) {
    const { messages, explorer } = this;
    const value = (raw) =>
      typeof raw === "number" ? explorer.numberFormats.plain(raw) : (messages[`type_${raw}`] ?? raw);
    const lines = problems.map(({ key, path, values }) => {
      const message = interpolate(
        messages[`file_${key}`],
        Object.fromEntries(Object.entries(values).map(([name, raw]) => [name, value(raw)])),
      );
      return make("li", {}, ...(path ? [make("code", {}, path), ": "] : []), message);
    });
    explorer.announce("");
    this.errorBox.replaceChildren(make("p", {}, messages.file_refused), make("ul", {}, ...lines));
  }
}
