// A sentence for the page's own model: its language, an example or what a reader types, and words that it doesn't know.

import { latin } from "../core/cyrillic.js";
import { field, interpolate, make } from "../core/dom.js";
import { LONGEST_TEXT } from "./explorer-state.js";
import { readSentence } from "./tokenizer.js";

export class SentenceForm {
  constructor(explorer) {
    this.explorer = explorer;
    this.words = explorer.words;
    const { words } = this;
    const name = (key) => explorer.name(key);
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
    this.vocabulary = make(
      "details",
      { class: "explorer-vocabulary", ontoggle: () => this.listWords() },
      make("summary", {}, words.known_words),
      make("p"),
    );
    this.element = make(
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
    );
  }

  fillLanguages() {
    this.language.replaceChildren(
      ...this.explorer.languages.map((code) => make("option", { value: code }, this.words[`language_${code}`] ?? code)),
    );
    this.fillExamples();
  }

  fillExamples() {
    const { explorer } = this;
    const { language } = explorer.state;
    this.language.value = language;
    this.known = new Set(explorer.source.words[language]);
    const options = explorer.source.examples[language].map((text) =>
      make("option", { value: explorer.spelled(text) }, explorer.spelled(text)),
    );
    this.example.replaceChildren(make("option", { value: "" }, this.words.own_sentence), ...options);
    this.vocabulary.open = false;
  }

  chooseLanguage(language) {
    const { explorer } = this;
    explorer.state = { ...explorer.state, language, query: -1, key: -1 };
    this.fillExamples();
    this.typeText(explorer.spelled(explorer.source.examples[language][0]));
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
    const { explorer } = this;
    const most = explorer.model.contextLength - 1;
    const { tokens, unknown } = readSentence(text, this.known);
    this.complain(
      unknown,
      tokens.length > most
        ? interpolate(this.words.too_long, { most, count: tokens.length })
        : tokens.length === 0 && asked && unknown.length === 0
          ? this.words.empty_sentence
          : "",
    );
    if (this.sentence.value.trim() === "" && document.activeElement !== this.sentence)
      this.sentence.value = explorer.spelled(text);
    this.example.value =
      [...this.example.options].find((option) => option.value && latin(option.value) === latin(text))?.value ?? "";
    const isShown = unknown.length === 0 && tokens.length > 0;
    explorer.root.classList.toggle("outdated", !isShown); // the picture is still that of the sentence before
    if (isShown) explorer.showTokens(tokens.slice(0, most));
  }

  complain(unknown, more) {
    const { words } = this;
    const lines = unknown.map(({ word, near }) =>
      make(
        "p",
        {},
        interpolate(near.length ? words.unknown_near : words.unknown, { word }),
        ...near
          .map((other) => this.explorer.spelled(other))
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

  listWords() {
    if (!this.vocabulary.open) return;
    const own = [...this.known].filter(
      (word) => /\p{L}/u.test(word) && !this.known.has(word.toLowerCase() === word ? "" : word.toLowerCase()),
    );
    this.vocabulary.querySelector("p").textContent = own
      .sort((a, b) => a.localeCompare(b, this.explorer.state.language))
      .map((word) => this.explorer.spelled(word))
      .join(" · ");
  }
}
