// The explorer: a sentence for the page's own model, or a file with the attention of any other; four views of it.

import { isLinked, showLinked } from "../components/linked-widget.js";
import { copy } from "../core/clipboard.js";
import { cyrillic } from "../core/cyrillic.js";
import { interpolate, make, readMessages, setText, started, toolGroup } from "../core/dom.js";
import { inLightColors, savePng, saveSvg } from "../core/image-export.js";
import { fromHash, toHash } from "../core/share-link.js";
import { Controls } from "./controls.js";
import { cleanState, fittedState, halves, startState } from "./explorer-state.js";
import { FileDialog } from "./file-dialog.js";
import { LanguageModel } from "./model.js";
import { readModel } from "./model-run.js";
import { NextWords } from "./next-words.js";
import { numberWriter } from "./number-writer.js";
import { PicturePanel } from "./picture-panel.js";
import { SentenceForm } from "./sentence-form.js";
import { fileOf } from "./svg.js";
import { sentenceOf } from "./tokenizer.js";
import { ViewTabs } from "./view-tabs.js";
import { VIEWS } from "./views.js";

const NAME = "explorer";

let explorers = 0;

export class Explorer {
  /**
   * `source`: `{weights, words, examples}` of the page's model, or null;
   * `file`: the text of an attention file, or null.
   */
  constructor(root, source, file = null) {
    this.root = root;
    this.id = explorers += 1;
    this.words = readMessages(root);
    this.numbers = numberWriter(root.dataset.locale);
    this.source = source;
    this.reading = null;
    this.frame();
    if (source) {
      this.model = new LanguageModel(source.weights);
      this.languages = Object.keys(source.words);
      const own = root.dataset.locale.split("-")[0];
      this.state = this.start(this.languages.includes(own) ? own : this.languages[0]);
      this.form.fillLanguages();
    } else this.state = { ...this.start(""), text: "" };
    if (file !== null) this.files.open(file);
    else if (source && !this.fromLink(true)) this.form.readText(this.state.text);
    this.onLink = () => this.fromLink();
    addEventListener("hashchange", this.onLink);
    new ResizeObserver(() => this.resized()).observe(this.panel.stage);
    // Images take the colours of the scheme in which they are drawn.
    new MutationObserver(() => this.render()).observe(document.body, {
      attributes: true,
      attributeFilter: ["data-md-color-scheme"],
    });
    started(root);
  }

  start(language) {
    return startState(language, this.source?.examples[language]?.[0] ?? "");
  }

  /** An id that no other explorer of the page has. */
  name(key) {
    return `${NAME}-${this.id}-${key}`;
  }

  // -- the frame: made once, filled by render

  frame() {
    const { words, root } = this;
    const title = root.querySelector(".widget-title");
    const about = root.querySelector(".widget-about");
    this.form = new SentenceForm(this);
    this.next = new NextWords(this);
    this.own = make("div", { class: "explorer-source" }, this.form.element, this.next.element);
    this.files = new FileDialog(this);
    this.tabs = new ViewTabs(this);
    this.controls = new Controls(this);
    this.panel = new PicturePanel(this);

    const button = (key, act) => make("button", { type: "button", "data-act": key, onclick: act }, words[key]);
    this.tools = make(
      "div",
      { class: "widget-tools" },
      toolGroup(
        words.save,
        button("picture_svg", () => this.picture("svg")),
        button("picture_png", () => this.picture("png")),
      ),
      this.source
        ? toolGroup(
            words.copy,
            button("copy_link", () => this.copyLink()),
          )
        : null,
    );
    this.said = make("p", { class: "widget-said", role: "status" });
    root.replaceChildren(
      ...[
        title,
        about,
        this.source ? this.own : null,
        this.files.opened,
        this.tabs.element,
        this.panel.element,
        this.tools,
        this.said,
        this.files.element,
      ].filter(Boolean),
    );
  }

  // -- sentences for the page's model

  /** The model's Serbian is Latin; in the Cyrillic edition it is shown in Cyrillic letters. */
  spelled(text) {
    const isCyrillic =
      this.root.dataset.locale.startsWith("sr-Cyrl") && this.state.language === "sr" && !this.isForeign;
    return isCyrillic && !/^<.*>$/.test(text) ? cyrillic(text) : text;
  }

  /** Shows what the model makes of `tokens`. */
  showTokens(tokens) {
    const { reading, next } = readModel(this.model, this.state.language, tokens);
    this.state = { ...this.state, text: sentenceOf(tokens) };
    this.take(reading);
    this.next.render(next, tokens);
    this.remember();
  }

  // -- files of other models

  /** What file-dialog.js has read, in place of the sentence. */
  showFile(reading) {
    this.own.hidden = true;
    this.isForeign = true;
    this.state = { ...this.state, part: 0, layer: 0, heads: null, head: 0, query: -1, key: -1, filter: "all" };
    this.take(reading);
    this.say(this.words.file_is_open);
  }

  /** Back to the page's own model. */
  close() {
    this.isForeign = false;
    this.files.opened.hidden = true;
    this.own.hidden = false;
    this.state = { ...this.start(this.state.language), text: this.state.text };
    this.form.readText(this.state.text);
    this.tabs.focus(this.state.view);
  }

  // -- what is shown

  /** Another reading in the same place: what is chosen stays where it is still there. */
  take(reading) {
    this.reading = reading;
    this.panel.element.hidden = false;
    this.state = fittedState(this.state, this.reading);
    this.render();
  }

  everyHead() {
    return Array.from({ length: this.reading.parts[this.state.part].heads }, (_, h) => h);
  }

  change(more) {
    this.state = fittedState({ ...this.state, ...more }, this.reading);
    this.render();
    this.remember();
  }

  resized() {
    if (Math.abs(this.panel.stage.clientWidth - (this.width ?? 0)) > 1) this.render();
  }

  scene() {
    const { reading, state, words, numbers, root } = this;
    const part = reading.parts[state.part];
    const { rows, columns } = halves(part, state.filter);
    this.width = this.panel.stage.clientWidth;
    this.turn = (this.turn ?? 0) + 1;
    const turn = this.turn; // a picture that goes has nothing to say any more
    return {
      root,
      id: this.id,
      words,
      reading,
      part,
      state,
      rows,
      columns,
      width: Math.max(280, this.width || 600),
      say: (key, fill) => interpolate(words[key], fill),
      tell: (text) => turn === this.turn && setText(this.panel.told, text),
      change: (more) => this.change(more),
      queryName: (at) => this.spelled(part.queryTokens[at]),
      keyName: (at) => this.spelled(part.keyTokens[at]),
      layerName: (l) => String(reading.layerNames[l]),
      headName: (h) => String(reading.headNames[h]),
      query: () => (rows.includes(state.query) ? state.query : rows.at(-1)),
      ...numbers,
    };
  }

  render() {
    if (!this.reading) {
      this.panel.element.hidden = true;
      return;
    }
    const focus = this.panel.focusInStage();
    const scene = this.scene();
    this.tabs.render(this.state.view);
    this.panel.element.setAttribute("aria-labelledby", this.tabs.tabs[this.state.view].id);
    this.controls.render(scene);
    const drawn = VIEWS[this.state.view](scene);
    const layer = `${this.words.layer} ${scene.layerName(this.state.layer)}`;
    const head = `${this.words.head} ${scene.headName(this.state.head)}`;
    this.panel.show(drawn, `${layer} · ${head}`);
    for (const button of this.tools.querySelectorAll("[data-act^=picture]")) button.disabled = !drawn.svg;
    this.panel.focusStop(focus);
    this.panel.renderTables();
  }

  say(text) {
    this.said.textContent = "";
    requestAnimationFrame(() => (this.said.textContent = text));
  }

  // -- taking away, and the address

  title() {
    const { words, state, reading } = this;
    const layer = state.view === "model" ? [] : [`${words.layer} ${reading.layerNames[state.layer]}`];
    return [words.title, words[`view_${state.view}`], ...layer].join(" · ");
  }

  picture(kind) {
    const file = inLightColors(this.root, (light) =>
      fileOf(VIEWS[this.state.view]({ ...this.scene(), root: light }).svg, light, this.title()),
    );
    (kind === "svg" ? saveSvg : savePng)(file, `attention-${this.state.view}`);
    this.say(this.words[`saved_${kind}`]);
  }

  /** The address says what is shown, so that it can be kept, sent, and looked at in another language. */
  remember() {
    if (!this.source || this.isForeign) return;
    clearTimeout(this.remembering);
    this.remembering = setTimeout(() => history.replaceState(history.state, "", toHash(NAME, this.state)), 250);
  }

  copyLink() {
    if (this.isForeign) return this.say(this.words.no_link);
    clearTimeout(this.remembering);
    history.replaceState(history.state, "", toHash(NAME, this.state));
    copy(location.href).then((done) => this.say(done ? this.words.link_copied : this.words.cannot_copy));
  }

  /** Shows what the address says. False if it says nothing that the explorer can show. */
  fromLink(isFirst = false) {
    if (!isLinked(this.root)) return false;
    const raw = fromHash(location.hash, NAME);
    const state = raw ? cleanState(raw, this.languages) : null;
    if (state && !(JSON.stringify(state) === JSON.stringify(this.state) && this.reading)) {
      if (this.isForeign) this.close();
      this.state = state;
      this.form.fillExamples();
      this.form.sentence.value = this.spelled(state.text);
      this.form.readText(state.text);
    }
    showLinked(this.root, state ? "" : this.words.bad_link, isFirst);
    return state !== null && this.reading !== null;
  }
}
