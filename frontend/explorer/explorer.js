// The explorer: a sentence for the page's own model, or a file with the attention of any other; views of it, and
// changes of what the model calculates. On its own page it has everything; a chapter names the views it speaks of.

import { cyrillic } from "../core/cyrillic.js";
import { interpolate, make, markReady, readMessages, setText, toolGroup } from "../core/dom.js";
import { savePicture } from "../core/image-export.js";
import { inLightColors } from "../core/light-colors.js";
import { toHash } from "../core/share-link.js";
import { LanguageModel } from "../model/language-model.js";
import { END, isTag, sentenceOf } from "../model/tokenizer.js";
import { Address } from "./address.js";
import { Controls } from "./controls.js";
import { fittedState, halves, startState } from "./explorer-state.js";
import { FileDialog } from "./file-dialog.js";
import { Laboratory } from "./laboratory.js";
import { NextWords } from "./next-words.js";
import { numberFormats } from "./number-formats.js";
import { PicturePanel } from "./picture-panel.js";
import { readingOf } from "./reading.js";
import { SentenceForm } from "./sentence-form.js";
import { svgFile } from "./svg.js";
import { ViewTabs } from "./view-tabs.js";
import { CONTROLS, MODEL_VIEWS, VIEWS } from "./views/index.js";
import { WhatIf } from "./what-if.js";

const NAME = "explorer";

let explorers = 0;

/** The explorer on the page: its state, its parts, and the picture. */
export class Explorer {
  /**
   * @param {HTMLElement} root with the data attributes of a widget
   * @param {{ weights: string, words: Record<string, string[]>, examples: Record<string, string[]> } | null} source
   *   the page's model: a safetensors file in base64, and by language its vocabulary and example sentences
   */
  constructor(root, source) {
    this.root = root;
    this.id = explorers += 1;
    this.messages = readMessages(root);
    this.numberFormats = numberFormats(root.dataset.locale);
    this.source = source;
    this.reading = null;
    this.experiment = null;
    this.isWhole = Boolean(source) && !root.dataset.views;
    this.views = root.dataset.views?.split(" ") ?? Object.keys(VIEWS).filter((view) => source || !isOfModel(view));
  }

  /**
   * Starts the explorer in pieces of work, between which a page can answer; only then it is seen (explorer.css).
   * @param {string | null} file the text of an attention file (see attention-file.js)
   */
  *start(file = null) {
    const { root, source } = this;
    if (source) {
      this.model = new LanguageModel(source.weights);
      this.laboratory = new Laboratory(this.model, source);
      yield;
    }
    this.createElements();
    yield;
    this.state = this.initialState("");
    if (source) {
      const pageLanguage = root.dataset.locale.split("-")[0];
      this.languages = Object.keys(source.words);
      this.state = this.initialState(this.languages.includes(pageLanguage) ? pageLanguage : this.languages[0]);
      this.sentenceForm.fillLanguages();
    }
    this.address = new Address(this);
    if (file !== null) this.fileDialog.open(file);
    else if (source && !this.address.load(true)) this.sentenceForm.readText(this.state.text);
    new ResizeObserver(() => this.onResize()).observe(this.picturePanel.viewport);
    // Images take the colours of the scheme in which they are drawn.
    new MutationObserver(() => this.render()).observe(document.body, {
      attributes: true,
      attributeFilter: ["data-md-color-scheme"],
    });
    markReady(root);
  }

  initialState(language) {
    const state = startState(language, this.source?.examples[language]?.[0] ?? "", this.views[0]);
    return this.isWhole ? { ...state, layer: this.model.blocks.length - 1 } : state; // where heads find words
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
    this.whatIf = this.isWhole ? new WhatIf(this) : null;
    this.sourcePanel = make(
      "div",
      { class: "explorer-source" },
      this.sentenceForm.element,
      this.nextWords.element,
      this.whatIf?.element,
    );
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
            button("copy_link", () => this.address.copy()),
          )
        : null,
    );
    this.toolbar.append(...this.wholePageLink());
    this.statusLine = make("p", { class: "widget-said", role: "status" });
    root.classList.toggle("explorer-whole", this.isWhole);
    const main = make(
      "div",
      { class: "explorer-main" },
      this.fileDialog.openedBar,
      this.viewTabs.element,
      this.picturePanel.element,
      this.toolbar,
      this.statusLine,
      root.dataset.views ? null : this.fileDialog.element,
    );
    const layout = make("div", { class: "explorer-layout" }, this.source ? this.sourcePanel : null, main);
    root.replaceChildren(...[title, this.source ? about : null, layout].filter(Boolean));
  }

  /** In a chapter: a link to this state on the explorer's own page. */
  wholePageLink() {
    const template = /** @type {HTMLTemplateElement} */ (document.getElementById("explorer-page"));
    if (!template || this.isWhole || !this.source) return [];
    const link = /** @type {HTMLAnchorElement} */ (template.content.firstElementChild.cloneNode());
    link.textContent = this.messages.open_whole;
    const follow = () => (link.hash = toHash(NAME, this.state));
    for (const type of ["pointerdown", "focus", "click"]) link.addEventListener(type, follow);
    return [link];
  }

  // -- sentences for the page's model

  /** The model's Serbian is Latin: on Cyrillic pages it is shown in Cyrillic letters. */
  transliterate(text) {
    const isCyrillic =
      this.root.dataset.locale.startsWith("sr-Cyrl") && this.state.language === "sr" && !this.isFileOpen;
    return isCyrillic && !isTag(text) ? cyrillic(text) : text;
  }

  tokenName(token) {
    return token === END ? this.messages.end_of_text : this.transliterate(token);
  }

  /**
   * Runs the model on `tokens`, strings of its vocabulary, and shows what it computes.
   * @param {string[]} tokens
   * @param {string} [step] see Address.follow
   */
  showTokens(tokens, step) {
    this.state = { ...this.state, text: sentenceOf(tokens) };
    this.tokens = tokens;
    this.compute();
    this.address.follow(step);
  }

  /** Runs the model with the changes of the state. */
  compute() {
    this.experiment = this.laboratory.run(this.state, this.tokens);
    this.setReading(readingOf(this.model, this.experiment.inputTokens, this.experiment.after));
  }

  /** The word whose loss and logit are watched: the reader's, else the most probable one without changes. */
  watchedWord(position = this.experiment.inputTokens.length - 1) {
    if (this.state.word) return this.state.word;
    const count = this.model.vocabulary.length;
    const shares = this.experiment.before.probabilities.subarray(position * count, (position + 1) * count);
    return this.model.vocabulary[shares.indexOf(Math.max(...shares))];
  }

  /** Shows a state from a link. */
  showState(state) {
    if (this.isFileOpen) this.closeFile();
    this.state = state;
    this.sentenceForm.fillExamples();
    this.sentenceForm.sentenceInput.value = this.transliterate(state.text);
    this.sentenceForm.readText(state.text);
  }

  // -- files of other models

  /** Shows the attention that file-dialog.js has read, in place of the sentence. */
  showFile(reading) {
    this.sourcePanel.hidden = true;
    this.isFileOpen = true;
    this.experiment = null;
    this.previous = this.reading;
    const view = isOfModel(this.state.view) ? "heads" : this.state.view;
    this.state = { ...this.state, view, part: 0, layer: 0, heads: null, head: 0, query: -1, key: -1, filter: "all" };
    this.setReading(reading);
    this.announce(this.messages.file_is_open);
  }

  /** Returns to the page's own model. */
  closeFile() {
    this.isFileOpen = false;
    this.previous = null;
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

  /**
   * @param {object} changes of the state
   * @param {string} [step] see Address.follow
   */
  change(changes, step) {
    this.state = fittedState({ ...this.state, ...changes }, this.reading);
    if (this.experiment && ("changes" in changes || "other" in changes)) this.compute();
    else this.render();
    this.address.follow(step);
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
    const query = () => (rows.includes(state.query) ? state.query : rows.at(-1));
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
      width: Math.max(240, this.renderedWidth || 600),
      t: (key, values) => interpolate(messages[key], values),
      describe: (text) => renderId === this.renderCount && setText(this.picturePanel.description, text),
      change: (changes) => this.change(changes),
      queryName: (index) => this.transliterate(part.queryTokens[index]),
      keyName: (index) => this.transliterate(part.keyTokens[index]),
      layerName: (l) => String(reading.layerNames[l]),
      headName: (h) => String(reading.headNames[h]),
      query,
      model: this.model,
      experiment: this.experiment,
      watchedWord: this.experiment && this.watchedWord(query()),
      words: this.source?.words[this.state.language],
      previous: this.previous,
      tokenName: (token) => this.tokenName(token),
      ...numberFormats,
    };
  }

  render() {
    if (!this.reading) {
      this.picturePanel.element.hidden = true;
      return;
    }
    const focus = this.picturePanel.focusedIndex();
    this.renderCount = (this.renderCount ?? 0) + 1;
    const scene = this.scene(); // measures, so it comes before anything is changed: else the page is laid out twice
    if (this.experiment) {
      this.nextWords.render(this.experiment);
      this.whatIf?.render(this.experiment, scene);
    }
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

  // -- export

  pictureTitle() {
    const { messages, state, reading } = this;
    const layer = CONTROLS[state.view].includes("layer")
      ? [`${messages.layer} ${reading.layerNames[state.layer]}`]
      : [];
    return [messages.title, messages[`view_${state.view}`], ...layer].join(" · ");
  }

  async savePicture(kind) {
    const draw = (root) => VIEWS[this.state.view]({ ...this.scene(), root, describe: () => {} }).svg;
    const file = inLightColors(this.root, (lightElement) =>
      svgFile(draw(lightElement), lightElement, this.pictureTitle()),
    );
    await savePicture(kind, file, `attention-${this.state.view}`, { isOurs: !this.isFileOpen });
    this.announce(this.messages[`saved_${kind}`]);
  }
}

/** Whether a view needs the page's own model: a file has only attention. */
const isOfModel = (view) => MODEL_VIEWS.includes(view);
