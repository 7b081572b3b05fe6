// The explorer: a sentence for the page's own model, or a file with the attention of any other; four views of it.

import { isLinked, showLinked } from "../components/linked-widget.js";
import { copy } from "../core/clipboard.js";
import { cyrillic, latin } from "../core/cyrillic.js";
import { filled, make, setText, started, toolGroup, wordsOf } from "../core/dom.js";
import { inLightColors, savePng, saveSvg } from "../core/image-export.js";
import { writer } from "../core/number-format.js";
import { fromHash, toHash } from "../core/share-link.js";
import { isWhole } from "../core/validators.js";
import { readAttention } from "./attention-file.js";
import { headView } from "./head-view.js";
import { matrixView, STAGES } from "./matrix-view.js";
import { LanguageModel } from "./model.js";
import { readModel } from "./model-run.js";
import { modelView } from "./model-view.js";
import { neuronView } from "./neuron-view.js";
import { fileOf, headColor } from "./svg.js";
import { readSentence, sentenceOf } from "./tokenizer.js";

const NAME = "explorer";
const VIEWS = { heads: headView, model: modelView, neurons: neuronView, matrix: matrixView };
const FILTERS = ["all", "aa", "ab", "ba", "bb"];
const NEXT = 5; // words that may follow
const RARE = 0.001; // what is less probable isn't worth a line
const TALL = 1500; // pixels; a higher picture scrolls in a box of its own
const LONGEST_TEXT = 600;
const END = "<end>";

let explorers = 0;

export class Explorer {
  /**
   * `source`: `{weights, words, examples}` of the page's model, or null;
   * `file`: the text of an attention file, or null.
   */
  constructor(root, source, file = null) {
    this.root = root;
    this.id = explorers += 1;
    this.words = wordsOf(root);
    this.numbers = numberWriter(root.dataset.locale);
    this.source = source;
    this.reading = null;
    this.frame();
    if (source) {
      this.model = new LanguageModel(source.weights);
      this.languages = Object.keys(source.words);
      const own = root.dataset.locale.split("-")[0];
      this.state = this.start(this.languages.includes(own) ? own : this.languages[0]);
      this.fillLanguages();
    } else this.state = { ...this.start(""), text: "" };
    if (file !== null) this.open(file);
    else if (source && !this.fromLink(true)) this.readText(this.state.text);
    this.onLink = () => this.fromLink();
    addEventListener("hashchange", this.onLink);
    new ResizeObserver(() => this.resized()).observe(this.stage);
    // Images take the colours of the scheme in which they are drawn.
    new MutationObserver(() => this.render()).observe(document.body, {
      attributes: true,
      attributeFilter: ["data-md-color-scheme"],
    });
    started(root);
  }

  start(language) {
    return {
      view: "heads",
      language,
      text: this.source?.examples[language]?.[0] ?? "",
      part: 0,
      layer: 0,
      heads: null,
      head: 0,
      query: -1,
      key: -1,
      filter: "all",
      stage: "weights",
    };
  }

  // -- the frame: made once, filled by render

  frame() {
    const { words, root } = this;
    const name = (key) => `${NAME}-${this.id}-${key}`;
    const title = root.querySelector(".widget-title");
    const about = root.querySelector(".widget-about");

    this.language = make("select", { id: name("language"), onchange: () => this.chooseLanguage(this.language.value) });
    this.example = make("select", {
      id: name("example"),
      onchange: () => this.example.value && this.typeText(this.example.value),
    });
    this.sentence = make("input", {
      type: "text",
      id: name("sentence"),
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
      maxlength: LONGEST_TEXT,
      "aria-describedby": name("problem"),
      oninput: () => this.typed(),
    });
    this.problem = make("div", { class: "explorer-problem", role: "alert", id: name("problem") });
    this.next = make("ol", { class: "explorer-next-list" });
    this.vocabulary = make(
      "details",
      { class: "explorer-vocabulary", ontoggle: () => this.listWords() },
      make("summary", {}, words.known_words),
      make("p"),
    );
    const field = (label, input, more = "") =>
      make("div", { class: `widget-field ${more}` }, make("label", { for: input.id }, label), input);
    this.own = make(
      "div",
      { class: "explorer-source" },
      make(
        "form",
        {
          class: "explorer-sentence",
          onsubmit: (event) => {
            event.preventDefault();
            this.readText(this.sentence.value, true);
          },
        },
        make(
          "div",
          { class: "explorer-choices" },
          field(words.language, this.language, "explorer-above"),
          field(words.example, this.example, "explorer-above"),
        ),
        make(
          "div",
          { class: "explorer-typing" },
          field(words.sentence, this.sentence, "explorer-above"),
          make("button", { type: "submit" }, words.show),
        ),
        this.problem,
        this.vocabulary,
      ),
      make(
        "div",
        { class: "explorer-next", role: "group", "aria-label": words.next_word },
        make("p", { class: "explorer-next-title" }, words.next_word),
        this.next,
      ),
    );
    this.fileName = make("span");
    this.foreign = make(
      "div",
      { class: "explorer-file", hidden: true },
      this.fileName,
      this.source ? make("button", { type: "button", onclick: () => this.close() }, words.back_to_model) : null,
    );

    this.tabs = Object.fromEntries(
      Object.keys(VIEWS).map((view) => [
        view,
        make(
          "button",
          {
            type: "button",
            role: "tab",
            id: name(`tab-${view}`),
            "aria-controls": name("panel"),
            onclick: () => this.change({ view }),
          },
          words[`view_${view}`],
        ),
      ]),
    );
    this.tablist = make(
      "div",
      {
        class: "explorer-tabs",
        role: "tablist",
        "aria-label": words.views,
        onkeydown: (event) => this.walkTabs(event),
      },
      ...Object.values(this.tabs),
    );

    const select = (key, change) => {
      const input = make("select", { id: name(key), onchange: () => change(input.value) });
      return { input, field: field(words[key], input) };
    };
    this.part = select("part", (value) =>
      this.change({ part: Number(value), layer: 0, query: -1, key: -1, filter: "all" }),
    );
    this.filter = select("filter", (value) => this.change({ filter: value, query: -1, key: -1 }));
    this.layer = select("layer", (value) => this.change({ layer: Number(value) }));
    this.query = select("query_token", (value) => this.change({ query: Number(value), key: -1 }));
    this.shown = select("stage", (value) => this.change({ stage: value }));
    this.tiles = make("div", { class: "explorer-tiles", role: "group" });
    this.all = make(
      "button",
      { type: "button", class: "explorer-all", onclick: () => this.change({ heads: this.everyHead() }) },
      words.all_heads,
    );
    this.tileField = make(
      "div",
      { class: "widget-field" },
      make("span", { class: "explorer-tiles-label", id: name("tiles") }, words.heads),
      this.tiles,
      this.all,
    );
    this.tiles.setAttribute("aria-labelledby", name("tiles"));
    this.controls = make(
      "div",
      { class: "widget-controls explorer-controls" },
      this.part.field,
      this.filter.field,
      this.layer.field,
      this.tileField,
      this.query.field,
      this.shown.field,
    );

    this.stage = make("div", { class: "explorer-stage" });
    this.told = make("p", { class: "explorer-told", role: "status" });
    this.notes = make("ul", { class: "widget-notes", "aria-live": "polite" });
    this.tables = make(
      "details",
      { class: "explorer-tables", ontoggle: () => this.renderTables() },
      make("summary", {}, words.as_table),
      make("div", { class: "explorer-tables-inside" }),
    );
    this.panel = make(
      "div",
      { class: "explorer-panel", role: "tabpanel", id: name("panel") },
      this.controls,
      this.stage,
      this.told,
      this.notes,
      this.tables,
    );

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
        this.foreign,
        this.tablist,
        this.panel,
        this.tools,
        this.said,
        this.opener(name),
      ].filter(Boolean),
    );
  }

  /** Where a file of another model is opened: chosen, dropped, or pasted. */
  opener(name) {
    const { words } = this;
    this.chosen = make("input", {
      type: "file",
      id: name("file"),
      accept: ".json,application/json",
      onchange: () => this.chosen.files[0] && this.openFile(this.chosen.files[0]),
    });
    this.pasted = make("textarea", { id: name("paste"), rows: 4, spellcheck: "false", autocomplete: "off" });
    this.fileProblem = make("div", { class: "explorer-problem", role: "alert" });
    const drop = make(
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
    const over = (event) => {
      if (![...(event.dataTransfer?.types ?? [])].includes("Files")) return;
      event.preventDefault();
      this.root.classList.toggle("dropping", event.type === "dragover");
      if (event.type === "drop") this.openFile(event.dataTransfer.files[0]);
    };
    for (const type of ["dragover", "dragleave", "drop"]) this.root.addEventListener(type, over);
    this.openers = drop;
    return make("div", {}, drop, this.fileProblem);
  }

  // -- sentences for the page's model

  fillLanguages() {
    this.language.replaceChildren(
      ...this.languages.map((code) => make("option", { value: code }, this.words[`language_${code}`] ?? code)),
    );
    this.fillExamples();
  }

  fillExamples() {
    const { language } = this.state;
    this.language.value = language;
    this.known = new Set(this.source.words[language]);
    const options = this.source.examples[language].map((text) =>
      make("option", { value: this.spelled(text) }, this.spelled(text)),
    );
    this.example.replaceChildren(make("option", { value: "" }, this.words.own_sentence), ...options);
    this.vocabulary.open = false;
  }

  /** The model's Serbian is Latin; in the Cyrillic edition it is shown in Cyrillic letters. */
  spelled(text) {
    const isCyrillic =
      this.root.dataset.locale.startsWith("sr-Cyrl") && this.state.language === "sr" && !this.isForeign;
    return isCyrillic && !/^<.*>$/.test(text) ? cyrillic(text) : text;
  }

  chooseLanguage(language) {
    this.state = { ...this.state, language, query: -1, key: -1 };
    this.fillExamples();
    this.typeText(this.spelled(this.source.examples[language][0]));
  }

  typeText(text) {
    this.sentence.value = text;
    this.readText(text, true);
  }

  /** While a word is being written, nobody is told that it isn't one. */
  typed() {
    const { unknown } = readSentence(this.sentence.value, this.known);
    const writing = unknown.length > 0 && this.sentence.value.endsWith(unknown.at(-1).word);
    if (!(writing && unknown.length === 1)) this.readText(this.sentence.value);
  }

  /** Shows the sentence, or says why not; `asked`: the reader wants to know. */
  readText(text, asked = false) {
    const most = this.model.contextLength - 1;
    const { tokens, unknown } = readSentence(text, this.known);
    this.complain(
      unknown,
      tokens.length > most
        ? filled(this.words.too_long, { most, count: tokens.length })
        : tokens.length === 0 && asked && unknown.length === 0
          ? this.words.empty_sentence
          : "",
    );
    if (this.sentence.value.trim() === "" && document.activeElement !== this.sentence)
      this.sentence.value = this.spelled(text);
    this.example.value =
      [...this.example.options].find((option) => option.value && latin(option.value) === latin(text))?.value ?? "";
    const isShown = unknown.length === 0 && tokens.length > 0;
    this.root.classList.toggle("outdated", !isShown); // the picture is still that of the sentence before
    if (!isShown) return;
    const kept = tokens.slice(0, most);
    const { reading, next } = readModel(this.model, this.state.language, kept);
    this.state = { ...this.state, text: sentenceOf(kept) };
    this.take(reading);
    this.renderNext(next, kept);
    this.remember();
  }

  complain(unknown, more) {
    const { words } = this;
    const lines = unknown.map(({ word, near }) =>
      make(
        "p",
        {},
        filled(near.length ? words.unknown_near : words.unknown, { word }),
        ...near
          .map((other) => this.spelled(other))
          .flatMap((other) => [
            " ",
            make("button", { type: "button", onclick: () => this.replaceWord(word, other) }, other),
          ]),
      ),
    );
    if (more) lines.push(make("p", {}, more));
    const key = JSON.stringify([unknown, more]);
    if (key === this.complained) return;
    this.complained = key;
    this.problem.replaceChildren(...lines);
    if (unknown.length) this.sentence.setAttribute("aria-invalid", "true");
    else this.sentence.removeAttribute("aria-invalid");
  }

  replaceWord(word, other) {
    const at = this.sentence.value.indexOf(word);
    const text = this.sentence.value;
    this.sentence.focus();
    this.typeText(at < 0 ? text : text.slice(0, at) + other + text.slice(at + word.length));
  }

  renderNext(next, tokens) {
    const percent = (share) => this.numbers.percent(share);
    const full = tokens.length >= this.model.contextLength - 1;
    this.next.replaceChildren(
      ...next
        .filter(({ probability }, place) => place < NEXT && (place === 0 || probability >= RARE))
        .map(({ token, probability }) => {
          const name = token === END ? this.words.end_of_text : this.spelled(token);
          const bar = make("span", {
            class: "explorer-bar",
            style: `--share: ${(100 * probability).toFixed(1)}%`,
            "aria-hidden": "true",
          });
          const parts = [
            make("span", { class: "explorer-next-word" }, name),
            make("span", { class: "explorer-percent" }, percent(probability)),
            bar,
          ];
          const canAdd = token !== END && !/^<.*>$/.test(token) && !full;
          const inside = canAdd
            ? make(
                "button",
                { type: "button", title: this.words.append, onclick: () => this.append(token, tokens) },
                ...parts,
              )
            : make("div", {}, ...parts);
          return make("li", {}, inside);
        }),
    );
  }

  append(token, tokens) {
    const place = [...this.next.querySelectorAll("button")].indexOf(document.activeElement);
    this.typeText(this.spelled(sentenceOf([...tokens, token])));
    if (place >= 0)
      this.next.querySelectorAll("button")[Math.min(place, this.next.querySelectorAll("button").length - 1)]?.focus();
  }

  listWords() {
    if (!this.vocabulary.open) return;
    const own = [...this.known].filter(
      (word) => /\p{L}/u.test(word) && !this.known.has(word.toLowerCase() === word ? "" : word.toLowerCase()),
    );
    this.vocabulary.querySelector("p").textContent = own
      .sort((a, b) => a.localeCompare(b, this.state.language))
      .map((word) => this.spelled(word))
      .join(" · ");
  }

  // -- files of other models

  openFile(file) {
    this.root.classList.remove("dropping");
    file.text().then(
      (text) => this.open(text, file.name),
      () => this.refuse([{ key: "cannot_read", place: "", fill: {} }]),
    );
  }

  open(text, fileName = "") {
    const { reading, problems } = readAttention(text);
    if (problems) return this.refuse(problems);
    this.fileProblem.replaceChildren();
    this.openers.open = false;
    const { words } = this;
    const sizes = reading.parts[0];
    const what = filled(words.file_open, {
      kind: words[`kind_${reading.kind.replace("-", "_")}`],
      layers: sizes.layers,
      heads: sizes.heads,
      tokens: sizes.queryTokens.length,
    });
    this.fileName.textContent = [reading.name || fileName, what].filter(Boolean).join(": ");
    this.foreign.hidden = false;
    this.own.hidden = true;
    this.isForeign = true;
    this.state = { ...this.state, part: 0, layer: 0, heads: null, head: 0, query: -1, key: -1, filter: "all" };
    this.take(reading);
    this.say(words.file_is_open);
  }

  refuse(problems) {
    const { words, numbers } = this;
    const value = (one) => (typeof one === "number" ? numbers.plain(one) : (words[`type_${one}`] ?? one));
    const lines = problems.map(({ key, place, fill }) => {
      const message = filled(
        words[`file_${key}`],
        Object.fromEntries(Object.entries(fill).map(([name, one]) => [name, value(one)])),
      );
      return make("li", {}, ...(place ? [make("code", {}, place), ": "] : []), message);
    });
    this.say("");
    this.fileProblem.replaceChildren(make("p", {}, words.file_refused), make("ul", {}, ...lines));
  }

  close() {
    this.isForeign = false;
    this.foreign.hidden = true;
    this.own.hidden = false;
    this.state = { ...this.start(this.state.language), text: this.state.text };
    this.readText(this.state.text);
    this.tabs[this.state.view].focus();
  }

  // -- what is shown

  /** Another reading in the same place: what is chosen stays where it is still there. */
  take(reading) {
    this.reading = reading;
    this.root.querySelector(".explorer-panel").hidden = false;
    this.state = this.fitted(this.state);
    this.render();
  }

  fitted(state) {
    const part = this.reading.parts[Math.min(state.part, this.reading.parts.length - 1)];
    const inside = (number, count) => (number < count ? number : -1);
    const heads = state.heads?.filter((h) => h < part.heads);
    return {
      ...state,
      part: this.reading.parts.indexOf(part),
      layer: Math.max(0, Math.min(state.layer, part.layers - 1)),
      heads: heads ?? Array.from({ length: part.heads }, (_, h) => h),
      head: Math.min(state.head, part.heads - 1),
      query: inside(state.query, part.queryTokens.length),
      key: inside(state.key, part.keyTokens.length),
      filter: part.split ? state.filter : "all",
    };
  }

  everyHead() {
    return Array.from({ length: this.reading.parts[this.state.part].heads }, (_, h) => h);
  }

  change(more) {
    this.state = this.fitted({ ...this.state, ...more });
    this.render();
    this.remember();
  }

  resized() {
    if (Math.abs(this.stage.clientWidth - (this.width ?? 0)) > 1) this.render();
  }

  /** The indexes that the chosen half of a sentence pair leaves. */
  halves(part) {
    const all = (tokens) => Array.from({ length: tokens.length }, (_, at) => at);
    const [rows, columns] = [all(part.queryTokens), all(part.keyTokens)];
    if (!part.split || this.state.filter === "all") return { rows, columns };
    const half = (list, letter) => list.filter((at) => (letter === "a" ? at < part.split : at >= part.split));
    return { rows: half(rows, this.state.filter[0]), columns: half(columns, this.state.filter[1]) };
  }

  scene() {
    const { reading, state, words, numbers, root } = this;
    const part = reading.parts[state.part];
    const { rows, columns } = this.halves(part);
    this.width = this.stage.clientWidth;
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
      say: (key, fill) => filled(words[key], fill),
      tell: (text) => turn === this.turn && setText(this.told, text),
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
      this.panel.hidden = true;
      return;
    }
    const focus = this.focusInStage();
    const scene = this.scene();
    this.renderTabs();
    this.renderControls(scene);
    this.drawn = VIEWS[this.state.view](scene);
    const { svg, detail } = this.drawn;
    const layer = `${this.words.layer} ${scene.layerName(this.state.layer)}`;
    const head = `${this.words.head} ${scene.headName(this.state.head)}`;
    const heading = detail && make("p", { class: "explorer-detail" }, make("strong", {}, `${layer} · ${head}`));
    this.stage.replaceChildren(...[svg, heading, detail].filter(Boolean));
    this.stage.classList.toggle(
      "tall",
      [svg, detail].some((one) => one && one.viewBox.baseVal.height > TALL),
    );
    if (!this.drawn.svg) setText(this.told, "");
    this.stage.tabIndex = -1;
    if (
      this.drawn.svg &&
      this.stage.scrollWidth > this.stage.clientWidth + 1 &&
      !this.drawn.svg.querySelector("[tabindex]")
    )
      this.stage.tabIndex = 0;
    this.notes.replaceChildren(...(this.drawn.notes ?? []).map((note) => make("li", {}, note)));
    for (const button of this.tools.querySelectorAll("[data-act^=picture]")) button.disabled = !this.drawn.svg;
    if (focus >= 0) this.stage.querySelectorAll("[tabindex]")[focus]?.focus();
    this.renderTables();
  }

  focusInStage() {
    const { activeElement } = document;
    return this.stage.contains(activeElement)
      ? [...this.stage.querySelectorAll("[tabindex]")].indexOf(activeElement)
      : -1;
  }

  renderTabs() {
    for (const [view, tab] of Object.entries(this.tabs)) {
      const chosen = view === this.state.view;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
    }
    this.panel.setAttribute("aria-labelledby", this.tabs[this.state.view].id);
  }

  walkTabs(event) {
    const views = Object.keys(VIEWS);
    const at = views.indexOf(this.state.view);
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: views.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const view = views[(next + views.length) % views.length];
    this.change({ view });
    this.tabs[view].focus();
  }

  renderControls({ part, reading, rows, layerName, headName, queryName }) {
    const { state, words } = this;
    const fill = ({ input, field }, options, value, show) => {
      field.hidden = !show;
      const key = JSON.stringify(options);
      if (input.dataset.options !== key) {
        input.dataset.options = key;
        input.replaceChildren(...options.map(([option, text]) => make("option", { value: option }, text)));
      }
      input.value = String(value);
    };
    const places = (count, name) => Array.from({ length: count }, (_, place) => [String(place), name(place)]);
    fill(
      this.part,
      reading.parts.map(({ id }, place) => [String(place), words[`part_${id}`]]),
      state.part,
      reading.parts.length > 1,
    );
    fill(
      this.filter,
      FILTERS.map((filter) => [filter, words[`filter_${filter}`]]),
      state.filter,
      Boolean(part.split),
    );
    fill(this.layer, places(part.layers, layerName), state.layer, state.view !== "model");
    const stages = STAGES.filter(
      (stage) => stage === "weights" || (part.hasVectors && (stage !== "masked" || part.causal)),
    );
    fill(
      this.shown,
      stages.map((stage) => [stage, words[`stage_${stage}`]]),
      stages.includes(state.stage) ? state.stage : "weights",
      state.view === "matrix" && stages.length > 1,
    );
    fill(
      this.query,
      rows.map((at) => [String(at), `${at + 1}. ${queryName(at)}`]),
      rows.includes(state.query) ? state.query : rows.at(-1),
      state.view === "neurons",
    );
    this.renderTiles(part, headName);
    this.controls.hidden = [...this.controls.children].every((field) => field.hidden);
  }

  /** One tile for each head: in the head view they are switched, elsewhere one of them is chosen. */
  renderTiles(part, headName) {
    const { state, words } = this;
    const several = state.view === "heads";
    this.tileField.hidden = state.view === "model";
    this.all.hidden = !several;
    if (this.tiles.childElementCount !== part.heads || this.tiles.dataset.names !== String(part.layers)) {
      this.tiles.dataset.names = String(part.layers);
      this.tiles.replaceChildren(
        ...this.everyHead().map((h) =>
          make(
            "button",
            {
              type: "button",
              style: `--tile: ${headColor(h)}`,
              onclick: (event) => this.switchHead(h, event),
              ondblclick: () => this.isolate(h),
            },
            "",
          ),
        ),
      );
    }
    [...this.tiles.children].forEach((tile, h) => {
      setText(tile, headName(h));
      tile.setAttribute("aria-label", `${words.head} ${headName(h)}`);
      tile.setAttribute("aria-pressed", String(several ? state.heads.includes(h) : state.head === h));
      tile.title = several ? words.tile_hint : "";
    });
  }

  switchHead(h, event) {
    if (this.state.view !== "heads") return this.change({ head: h });
    if (event.shiftKey) return this.isolate(h);
    const { heads } = this.state;
    this.change({
      head: h,
      heads: heads.includes(h) ? heads.filter((one) => one !== h) : [...heads, h].sort((a, b) => a - b),
    });
  }

  /** Only this head; if it is the only one already, all of them. */
  isolate(h) {
    if (this.state.view !== "heads") return;
    const alone = this.isolated === h && this.state.heads.length === 1;
    this.isolated = alone ? null : h;
    this.change({ head: h, heads: alone ? this.everyHead() : [h] });
  }

  renderTables() {
    const inside = this.tables.querySelector(".explorer-tables-inside");
    if (!this.tables.open || !this.drawn) return inside.replaceChildren();
    const tables = this.drawn.tables();
    inside.replaceChildren(...(tables.length ? tables.map(tableOf) : [make("p", {}, this.words.too_many_numbers)]));
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
    const state = raw ? this.clean(raw) : null;
    if (state && !(JSON.stringify(state) === JSON.stringify(this.state) && this.reading)) {
      if (this.isForeign) this.close();
      this.state = state;
      this.fillExamples();
      this.sentence.value = this.spelled(state.text);
      this.readText(state.text);
    }
    showLinked(this.root, state ? "" : this.words.bad_link, isFirst);
    return state !== null && this.reading !== null;
  }

  clean(raw) {
    const start = this.start(this.languages[0]);
    if (typeof raw !== "object" || raw === null) return null;
    const whole = ["part", "layer", "head", "query", "key"].every((name) => isWhole(raw[name], -1, 4096));
    const heads = Array.isArray(raw.heads) && raw.heads.length <= 256 && raw.heads.every((h) => isWhole(h, 0, 255));
    const named =
      raw.view in VIEWS &&
      Object.hasOwn(VIEWS, raw.view) &&
      this.languages.includes(raw.language) &&
      FILTERS.includes(raw.filter) &&
      STAGES.includes(raw.stage);
    if (!whole || !heads || !named || typeof raw.text !== "string" || raw.text.length > LONGEST_TEXT) return null;
    return Object.fromEntries(Object.keys(start).map((name) => [name, raw[name]]));
  }
}

/** Numbers as the reader's language writes them, by digits behind the point. */
function numberWriter(locale) {
  const write = writer(locale);
  const digits = (count) => {
    const format = new Intl.NumberFormat(locale, {
      minimumFractionDigits: count,
      maximumFractionDigits: count,
      useGrouping: false,
      signDisplay: "negative",
    });
    return (number) => (number === -Infinity ? "\u2212∞" : format.format(number).replace(/-/g, "\u2212"));
  };
  const percent = new Intl.NumberFormat(locale, {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const whole = new Intl.NumberFormat(locale);
  return {
    one: digits(1),
    two: digits(2),
    three: digits(3),
    four: write.result,
    plain: write.plain,
    percent: (share) => percent.format(share),
    whole: (number) => whole.format(number),
  };
}

function tableOf({ title, corner, columns, rows }) {
  const head = make(
    "tr",
    {},
    make("th", { scope: "col" }, corner),
    ...columns.map((column) => make("th", { scope: "col" }, column)),
  );
  const body = rows.map((row) =>
    make("tr", {}, make("th", { scope: "row" }, row.label), ...row.cells.map((cell) => make("td", {}, cell))),
  );
  const table = make(
    "table",
    { class: "widget-table" },
    make("caption", {}, title),
    make("thead", {}, head),
    make("tbody", {}, ...body),
  );
  return make("div", { class: "widget-grid", tabindex: 0, role: "group", "aria-label": title }, table);
}
