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
    const { value } = this.sentenceInput;
    if (!isStillTyped(value, this.read(value).unknown)) this.readText(value);
  }

  /** Shows the sentence, or says why not; `asked`: the reader wants to know. */
  readText(text, isSubmitted = false) {
    const { explorer } = this;
    const read = this.read(text);
    const { tokens, unknown } = read;
    this.showErrors(unknown, read.count || !isSubmitted ? tooLong(this.messages, read) : this.messages.empty_sentence);
    if (this.sentenceInput.value.trim() === "" && document.activeElement !== this.sentenceInput)
      this.sentenceInput.value = explorer.transliterate(text);
    this.exampleSelect.value =
      [...this.exampleSelect.options].find((option) => option.value && latin(option.value) === latin(text))?.value ??
      "";
    const isShown = unknown.length === 0 && tokens.length > 0;
    explorer.root.classList.toggle("outdated", !isShown); // the picture is still that of the sentence before
    if (isShown) explorer.showTokens(tokens, isSubmitted ? "" : "typing");
  }

  showErrors(unknown, message) {
    showProblems(this.explorer, this.errorBox, unknown, message, (word, near) => this.replaceWord(word, near));
    this.sentenceInput.ariaInvalid = unknown.length ? "true" : null;
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

/** What is said where a text has more tokens than the model reads, all of which it knows; else "". */
export const tooLong = (messages, { tokens, unknown, count }) =>
  unknown.length === 0 && count > tokens.length ? interpolate(messages.too_long, { most: tokens.length, count }) : "";

/**
 * Says below a field which words the model doesn't know, each with buttons for near ones, and what else is wrong.
 * @param {import("./explorer.js").Explorer} explorer
 * @param {HTMLElement & { told?: string }} box a live region, which is left as it is where nothing is new
 * @param {{ word: string, near: string[] }[]} unknown
 * @param {string} message "" for none
 * @param {(word: string, near: string) => void} replace
 */
export function showProblems(explorer, box, unknown, message, replace) {
  const told = JSON.stringify([unknown, message]);
  if (box.told === told) return;
  box.told = told;
  const suggest = (word, near) => make("button", { type: "button", onclick: () => replace(word, near) }, near);
  const lines = unknown.map(({ word, near }) => [
    interpolate(explorer.messages[near.length ? "unknown_near" : "unknown"], { word }),
    ...near.flatMap((known) => [" ", suggest(word, explorer.transliterate(known))]),
  ]);
  if (message) lines.push([message]);
  box.replaceChildren(...lines.map((parts) => make("p", {}, ...parts)));
}
