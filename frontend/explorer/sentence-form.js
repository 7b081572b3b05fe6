// A sentence for the page's own model: its language, an example or what a reader types, and words that it doesn't know.

import { latin } from "../core/cyrillic.js";
import { field, interpolate, make } from "../core/dom.js";
import { isStillTyped } from "../model/tokenizer.js";

/** The form for a sentence. */
export class SentenceForm {
  /** @param {import("./explorer.js").Explorer} explorer */
  constructor(explorer) {
    this.explorer = explorer;
    this.messages = explorer.messages;
    const { messages } = this;
    const id = (key) => explorer.elementId(key);
    this.languageSelect = make("select", {
      id: id("language"),
      onchange: () => this.chooseLanguage(this.languageSelect.value),
    });
    this.exampleSelect = make("select", {
      id: id("example"),
      onchange: () => this.exampleSelect.value && this.typeText(this.exampleSelect.value),
    });
    this.sentenceInput = make("input", {
      type: "text",
      id: id("sentence"),
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
      "aria-describedby": id("problem"),
      oninput: () => this.onInput(),
    });
    this.errorBox = make("div", { class: "explorer-problem", role: "alert", id: id("problem") });
    this.vocabulary = make(
      "details",
      { class: "explorer-vocabulary", ontoggle: () => this.fillVocabulary() },
      make("summary", {}, messages.known_words),
      make("p"),
    );
    this.element = make(
      "form",
      {
        class: "explorer-sentence",
        onsubmit: (event) => {
          event.preventDefault();
          this.readText(this.sentenceInput.value, true);
        },
      },
      make(
        "div",
        { class: "explorer-choices" },
        field(messages.language, this.languageSelect, "explorer-above"),
        field(messages.example, this.exampleSelect, "explorer-above"),
      ),
      make(
        "div",
        { class: "explorer-typing" },
        field(messages.sentence, this.sentenceInput, "explorer-above"),
        make("button", { type: "submit" }, messages.show),
      ),
      this.errorBox,
      this.vocabulary,
    );
  }

  fillLanguages() {
    this.languageSelect.replaceChildren(
      ...this.explorer.languages.map((code) =>
        make("option", { value: code }, this.messages[`language_${code}`] ?? code),
      ),
    );
    this.fillExamples();
  }

  fillExamples() {
    const { explorer } = this;
    const { language } = explorer.state;
    this.languageSelect.value = language;
    this.knownWords = new Set(explorer.source.words[language]);
    const options = explorer.source.examples[language].map((text) =>
      make("option", { value: explorer.transliterate(text) }, explorer.transliterate(text)),
    );
    this.exampleSelect.replaceChildren(make("option", { value: "" }, this.messages.own_sentence), ...options);
    this.vocabulary.open = false;
  }

  chooseLanguage(language) {
    const { explorer } = this;
    explorer.state = { ...explorer.state, language, query: -1, key: -1, other: "", word: "" };
    this.fillExamples();
    this.typeText(explorer.transliterate(explorer.source.examples[language][0]));
  }

  typeText(text) {
    this.sentenceInput.value = text;
    this.readText(text, true);
  }

  read(text) {
    const { laboratory, state } = this.explorer;
    return laboratory.read(state.language, text);
  }

  /** While a word is being written, nobody is told that it isn't one. */
  onInput() {
    const { unknown } = this.read(this.sentenceInput.value);
    if (!isStillTyped(this.sentenceInput.value, unknown)) this.readText(this.sentenceInput.value);
  }

  /** Shows the sentence, or says why not; `asked`: the reader wants to know. */
  readText(text, isSubmitted = false) {
    const { explorer } = this;
    const { tokens, unknown, count } = this.read(text);
    this.showErrors(unknown, this.problem(tokens, unknown, count, isSubmitted));
    if (this.sentenceInput.value.trim() === "" && document.activeElement !== this.sentenceInput)
      this.sentenceInput.value = explorer.transliterate(text);
    this.exampleSelect.value =
      [...this.exampleSelect.options].find((option) => option.value && latin(option.value) === latin(text))?.value ??
      "";
    const isShown = unknown.length === 0 && tokens.length > 0;
    explorer.root.classList.toggle("outdated", !isShown); // the picture is still that of the sentence before
    if (isShown) explorer.showTokens(tokens, isSubmitted ? "" : "typing");
  }

  problem(tokens, unknown, count, isSubmitted) {
    if (unknown.length) return "";
    if (count > tokens.length) return interpolate(this.messages.too_long, { most: tokens.length, count });
    return count === 0 && isSubmitted ? this.messages.empty_sentence : "";
  }

  showErrors(unknown, message) {
    const lines = unknownLines(this.explorer, unknown, (word, near) => this.replaceWord(word, near));
    if (message) lines.push(make("p", {}, message));
    const key = JSON.stringify([unknown, message]);
    if (key === this.errorKey) return;
    this.errorKey = key;
    this.errorBox.replaceChildren(...lines);
    if (unknown.length) this.sentenceInput.setAttribute("aria-invalid", "true");
    else this.sentenceInput.removeAttribute("aria-invalid");
  }

  replaceWord(word, suggestion) {
    const text = this.sentenceInput.value;
    this.sentenceInput.focus();
    this.typeText(text.replace(word, () => suggestion));
  }

  fillVocabulary() {
    if (!this.vocabulary.open) return;
    const listed = [...this.knownWords].filter(
      (word) => /\p{L}/u.test(word) && !this.knownWords.has(word.toLowerCase() === word ? "" : word.toLowerCase()),
    );
    this.vocabulary.querySelector("p").textContent = listed
      .sort((a, b) => a.localeCompare(b, this.explorer.state.language))
      .map((word) => this.explorer.transliterate(word))
      .join(" · ");
  }
}

/**
 * A line for each word that the model doesn't know, with buttons for near ones.
 * @param {import("./explorer.js").Explorer} explorer
 * @param {{ word: string, near: string[] }[]} unknown
 * @param {(word: string, near: string) => void} replace
 */
export const unknownLines = (explorer, unknown, replace) =>
  unknown.map(({ word, near }) =>
    make(
      "p",
      {},
      interpolate(explorer.messages[near.length ? "unknown_near" : "unknown"], { word }),
      ...near
        .map((suggestion) => explorer.transliterate(suggestion))
        .flatMap((suggestion) => [
          " ",
          make("button", { type: "button", onclick: () => replace(word, suggestion) }, suggestion),
        ]),
    ),
  );
