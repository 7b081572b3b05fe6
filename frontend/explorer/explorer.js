// The explorer: a sentence for the page's own model, or a file with the attention of any other; four views of it.

import { isLinked, showLinked } from "../components/linked-widget.js";
import { copyText } from "../core/clipboard.js";
import { cyrillic } from "../core/cyrillic.js";
import { interpolate, make, markReady, readMessages, setText, toolGroup } from "../core/dom.js";
import { inLightColors, savePng, saveSvg } from "../core/image-export.js";
import { fromHash, toHash } from "../core/share-link.js";
import { LanguageModel } from "../model/language-model.js";
import { sentenceOf } from "../model/tokenizer.js";
import { Controls } from "./controls.js";
import { cleanState, fittedState, halves, startState } from "./explorer-state.js";
import { FileDialog } from "./file-dialog.js";
import { NextWords } from "./next-words.js";
import { numberFormats } from "./number-formats.js";
import { PicturePanel } from "./picture-panel.js";
import { readModel } from "./reading.js";
import { SentenceForm } from "./sentence-form.js";
import { svgFile } from "./svg.js";
import { ViewTabs } from "./view-tabs.js";
import { VIEWS } from "./views.js";

const NAME = "explorer";

let explorers = 0;

/** The explorer on the page: its state, its parts, and the picture. */
export class Explorer {
  /**
   * @param {HTMLElement} root with the data attributes of a widget
   * @param {{ weights: string, words: Record<string, string[]>, examples: Record<string, string[]> } | null} source
   *   the page's model: a safetensors file in base64, and by language its vocabulary and example sentences
   * @param {string | null} file the text of an attention file (see attention-file.js)
   */
  constructor(root, source, file = null) {
    this.root = root;
    this.id = explorers += 1;
    this.messages = readMessages(root);
    this.numberFormats = numberFormats(root.dataset.locale);
    this.source = source;
    this.reading = null;
    this.createElements();
    if (source) {
      this.model = new LanguageModel(source.weights);
      this.languages = Object.keys(source.words);
      const pageLanguage = root.dataset.locale.split("-")[0];
      this.state = this.initialState(this.languages.includes(pageLanguage) ? pageLanguage : this.languages[0]);
      this.sentenceForm.fillLanguages();
    } else this.state = { ...this.initialState(""), text: "" };
    if (file !== null) this.fileDialog.open(file);
    else if (source && !this.loadFromHash(true)) this.sentenceForm.readText(this.state.text);
    this.onHashChange = () => this.loadFromHash();
    addEventListener("hashchange", this.onHashChange);
    new ResizeObserver(() => this.onResize()).observe(this.picturePanel.viewport);
    // Images take the colours of the scheme in which they are drawn.
    new MutationObserver(() => this.render()).observe(document.body, {
      attributes: true,
      attributeFilter: ["data-md-color-scheme"],
    });
    markReady(root);
  }

  initialState(language) {
    return startState(language, this.source?.examples[language]?.[0] ?? "");
  }

  /** An id for an element, unique among the page's explorers. */
  elementId(key) {
    return `${NAME}-${this.id}-${key}`;
  }

  // -- elements: made once, filled by render

  createElements() {
    const { messages, root } = this;
    const title = root.querySelector(".widget-title");
    const about = root.querySelector(".widget-about");
    this.sentenceForm = new SentenceForm(this);
    this.nextWords = new NextWords(this);
    this.sourcePanel = make("div", { class: "explorer-source" }, this.sentenceForm.element, this.nextWords.element);
    this.fileDialog = new FileDialog(this);
    this.viewTabs = new ViewTabs(this);
    this.controls = new Controls(this);
    this.picturePanel = new PicturePanel(this);

    const button = (key, onclick) => make("button", { type: "button", "data-act": key, onclick }, messages[key]);
    this.toolbar = make(
      "div",
      { class: "widget-tools" },
      toolGroup(
        messages.save,
        button("picture_svg", () => this.savePicture("svg")),
        button("picture_png", () => this.savePicture("png")),
      ),
      this.source
        ? toolGroup(
            messages.copy,
            button("copy_link", () => this.copyLink()),
          )
        : null,
    );
    this.statusLine = make("p", { class: "widget-said", role: "status" });
    root.replaceChildren(
      ...[
        title,
        about,
        this.source ? this.sourcePanel : null,
        this.fileDialog.openedBar,
        this.viewTabs.element,
        this.picturePanel.element,
        this.toolbar,
        this.statusLine,
        this.fileDialog.element,
      ].filter(Boolean),
    );
  }

  // -- sentences for the page's model

  /** The model's Serbian is Latin: on Cyrillic pages it is shown in Cyrillic letters. */
  transliterate(text) {
    const isCyrillic =
      this.root.dataset.locale.startsWith("sr-Cyrl") && this.state.language === "sr" && !this.isFileOpen;
    return isCyrillic && !/^<.*>$/.test(text) ? cyrillic(text) : text;
  }

  /** Runs the model on `tokens`, strings of its vocabulary, and shows its attention. */
  showTokens(tokens) {
    const { reading, next } = readModel(this.model, this.state.language, tokens);
    this.state = { ...this.state, text: sentenceOf(tokens) };
    this.setReading(reading);
    this.nextWords.render(next, tokens);
    this.scheduleHashUpdate();
  }

  // -- files of other models

  /** Shows the attention that file-dialog.js has read, in place of the sentence. */
  showFile(reading) {
    this.sourcePanel.hidden = true;
    this.isFileOpen = true;
    this.state = { ...this.state, part: 0, layer: 0, heads: null, head: 0, query: -1, key: -1, filter: "all" };
    this.setReading(reading);
    this.announce(this.messages.file_is_open);
  }

  /** Returns to the page's own model. */
  closeFile() {
    this.isFileOpen = false;
    this.fileDialog.openedBar.hidden = true;
    this.sourcePanel.hidden = false;
    this.state = { ...this.initialState(this.state.language), text: this.state.text };
    this.sentenceForm.readText(this.state.text);
    this.viewTabs.focus(this.state.view);
  }

  // -- the picture

  /** Shows another reading (see reading.js). Layer, heads and tokens stay chosen as far as it has them. */
  setReading(reading) {
    this.reading = reading;
    this.picturePanel.element.hidden = false;
    this.state = fittedState(this.state, this.reading);
    this.render();
  }

  allHeads() {
    return Array.from({ length: this.reading.parts[this.state.part].heads }, (_, h) => h);
  }

  change(changes) {
    this.state = fittedState({ ...this.state, ...changes }, this.reading);
    this.render();
    this.scheduleHashUpdate();
  }

  onResize() {
    if (Math.abs(this.picturePanel.viewport.clientWidth - (this.renderedWidth ?? 0)) > 1) this.render();
  }

  /**
   * What a view draws from: the part that is shown, the state, the indexes of queries (`rows`) and keys (`columns`),
   * the width in pixels; `t` for messages, `describe` for the line below the picture, names of tokens, layers and
   * heads, and the formats of number-formats.js.
   */
  scene() {
    const { reading, state, messages, numberFormats, root } = this;
    const part = reading.parts[state.part];
    const { rows, columns } = halves(part, state.filter);
    this.renderedWidth = this.picturePanel.viewport.clientWidth;
    this.renderCount = (this.renderCount ?? 0) + 1;
    const renderId = this.renderCount; // listeners of an older picture change nothing
    return {
      root,
      id: this.id,
      messages,
      reading,
      part,
      state,
      rows,
      columns,
      width: Math.max(280, this.renderedWidth || 600),
      t: (key, values) => interpolate(messages[key], values),
      describe: (text) => renderId === this.renderCount && setText(this.picturePanel.description, text),
      change: (changes) => this.change(changes),
      queryName: (index) => this.transliterate(part.queryTokens[index]),
      keyName: (index) => this.transliterate(part.keyTokens[index]),
      layerName: (l) => String(reading.layerNames[l]),
      headName: (h) => String(reading.headNames[h]),
      query: () => (rows.includes(state.query) ? state.query : rows.at(-1)),
      ...numberFormats,
    };
  }

  render() {
    if (!this.reading) {
      this.picturePanel.element.hidden = true;
      return;
    }
    const focus = this.picturePanel.focusedIndex();
    const scene = this.scene();
    this.viewTabs.render(this.state.view);
    this.picturePanel.element.setAttribute("aria-labelledby", this.viewTabs.buttons[this.state.view].id);
    this.controls.render(scene);
    const drawing = VIEWS[this.state.view](scene);
    const layer = `${this.messages.layer} ${scene.layerName(this.state.layer)}`;
    const head = `${this.messages.head} ${scene.headName(this.state.head)}`;
    this.picturePanel.showDrawing(drawing, `${layer} · ${head}`);
    for (const button of this.toolbar.querySelectorAll("[data-act^=picture]")) button.disabled = !drawing.svg;
    this.picturePanel.restoreFocus(focus);
    this.picturePanel.renderTables();
  }

  announce(text) {
    this.statusLine.textContent = "";
    requestAnimationFrame(() => (this.statusLine.textContent = text));
  }

  // -- export, and the address

  pictureTitle() {
    const { messages, state, reading } = this;
    const layer = state.view === "model" ? [] : [`${messages.layer} ${reading.layerNames[state.layer]}`];
    return [messages.title, messages[`view_${state.view}`], ...layer].join(" · ");
  }

  savePicture(kind) {
    const file = inLightColors(this.root, (lightElement) =>
      svgFile(VIEWS[this.state.view]({ ...this.scene(), root: lightElement }).svg, lightElement, this.pictureTitle()),
    );
    (kind === "svg" ? saveSvg : savePng)(file, `attention-${this.state.view}`);
    this.announce(this.messages[`saved_${kind}`]);
  }

  /** Writes the state to the address, for bookmarks, links and the page in other languages. */
  scheduleHashUpdate() {
    if (!this.source || this.isFileOpen) return;
    clearTimeout(this.hashTimer);
    this.hashTimer = setTimeout(() => history.replaceState(history.state, "", toHash(NAME, this.state)), 250);
  }

  copyLink() {
    if (this.isFileOpen) return this.announce(this.messages.no_link);
    clearTimeout(this.hashTimer);
    history.replaceState(history.state, "", toHash(NAME, this.state));
    copyText(location.href).then((isCopied) =>
      this.announce(isCopied ? this.messages.link_copied : this.messages.cannot_copy),
    );
  }

  /**
   * Shows the state in the address.
   * @returns {boolean} false if there is none that the explorer can show
   */
  loadFromHash(isFirst = false) {
    if (!isLinked(this.root)) return false;
    const raw = fromHash(location.hash, NAME);
    const state = raw ? cleanState(raw, this.languages) : null;
    if (state && !(JSON.stringify(state) === JSON.stringify(this.state) && this.reading)) {
      if (this.isFileOpen) this.closeFile();
      this.state = state;
      this.sentenceForm.fillExamples();
      this.sentenceForm.sentenceInput.value = this.transliterate(state.text);
      this.sentenceForm.readText(state.text);
    }
    showLinked(this.root, state ? "" : this.messages.bad_link, isFirst);
    return state !== null && this.reading !== null;
  }
}
