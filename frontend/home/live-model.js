// The model on the home page: where a word looks, and what may come next. The page holds the first state; this runs
// the model for every further one.

import { interpolate, readMessages } from "../core/dom.js";
import { toHash } from "../core/share-link.js";
import { syncChildren } from "../core/tree.js";
import { startState } from "../explorer/explorer-state.js";
import { LanguageModel } from "../model/language-model.js";
import { isStillTyped, readSentence, sentenceOf } from "../model/tokenizer.js";
import { drawLines } from "./lines.js";
import { headThatLooksBack, liveReading } from "./live-reading.js";
import { LiveView } from "./live-view.js";

/** The index of an element among its siblings. */
const placeOf = (element) => [...element.parentElement.children].indexOf(element);

/** The part of the home page that shows the model. */
export class LiveModel {
  /**
   * @param {HTMLElement} root with the elements that LiveView.start made
   * @param {{ weights: string, words: Record<string, string[]> }} source see Explorer
   */
  constructor(root, source) {
    this.root = root;
    this.messages = readMessages(root);
    this.language = root.dataset.language;
    this.model = new LanguageModel(source.weights);
    this.knownWords = new Set(source.words[this.language]);
    this.view = new LiveView(root.dataset.locale, this.language, this.messages);
    this.wordRow = root.querySelector(".live-words");
    this.input = root.querySelector("input");
    this.read(this.root.querySelector(".live-example").textContent);
    this.listen();
    const index = this.indexOf(/** @type {Element} */ (document.activeElement));
    if (index > 0) this.choose(index);
  }

  listen() {
    const { root, wordRow, input } = this;
    root.addEventListener("click", ({ target }) => this.onClick(target.closest("button")));
    root.addEventListener("submit", (event) => {
      event.preventDefault();
      this.typed(input.value, true);
    });
    input.addEventListener("input", () => {
      const { unknown } = readSentence(input.value, this.knownWords);
      if (!isStillTyped(input.value, unknown)) this.typed(input.value);
    });
    wordRow.addEventListener("keydown", (event) => this.onKey(event));
    wordRow.addEventListener("focusin", ({ target }) => this.choose(this.indexOf(target)));
    wordRow.addEventListener("pointerover", ({ target, pointerType }) => {
      if (pointerType === "mouse") this.lookAt(this.indexOf(target) || this.pinned);
    });
    wordRow.addEventListener("pointerleave", () => this.lookAt(this.pinned));
  }

  // -- what a hand does

  onClick(button) {
    if (!button || button.ariaDisabled === "true") return;
    if (button.matches(".live-word")) this.choose(this.indexOf(button));
    if (button.matches(".live-example")) this.typed(button.textContent);
    if (button.matches(".live-near")) this.replaceWord(button);
    if (button.matches(".live-option")) {
      const { token } = this.reading.next[placeOf(button.parentElement)];
      this.show([...this.reading.tokens, token]);
    }
  }

  onKey(event) {
    const last = this.reading.tokens.length;
    const moves = { ArrowLeft: this.pinned - 1, ArrowRight: this.pinned + 1, Home: 1, End: last };
    const index = moves[event.key];
    if (index === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.wordRow.children[Math.min(Math.max(index, 1), last)].focus();
  }

  /** The index of the word that holds `element`: 0 for what is no word, and for the start. */
  indexOf(element) {
    return Math.max(0, [...this.wordRow.children].indexOf(element.closest(".live-word")));
  }

  replaceWord(button) {
    const { word } = this.unknown[placeOf(button.parentElement)];
    const text = this.input.value.replace(word, () => button.textContent);
    this.input.focus();
    this.input.value = text;
    this.typed(text, true);
  }

  // -- sentences

  read(text) {
    this.reading = liveReading(this.model, this.language, readSentence(text, this.knownWords).tokens);
    this.pinned = this.query = this.reading.tokens.length;
  }

  /** Shows what was typed, or says why not; `isSubmitted`: somebody waits for an answer. */
  typed(text, isSubmitted = false) {
    const { tokens, unknown } = readSentence(text, this.knownWords);
    const most = this.model.contextLength - 1;
    const message =
      tokens.length > most
        ? interpolate(this.messages.too_long, { most, count: tokens.length })
        : tokens.length === 0 && unknown.length === 0 && isSubmitted
          ? this.messages.empty_sentence
          : "";
    this.unknown = unknown;
    this.setProblem(this.view.problem(unknown, message));
    const isShown = unknown.length === 0 && tokens.length > 0;
    this.root.classList.toggle("live-outdated", !isShown); // the picture is that of the sentence before
    if (isShown) this.show(tokens.slice(0, most), document.activeElement === this.input);
  }

  setProblem(lines) {
    syncChildren(this.root.querySelector(".live-problem"), lines);
    if (this.unknown?.length) this.input.setAttribute("aria-invalid", "true");
    else this.input.removeAttribute("aria-invalid");
  }

  /** Runs the model on `tokens`, and chooses the last of them; `isTyped`: the field is left as it is. */
  show(tokens, isTyped = false) {
    this.reading = liveReading(this.model, this.language, tokens);
    this.pinned = this.query = tokens.length;
    if (!isTyped) {
      this.unknown = [];
      this.setProblem([]);
      this.root.classList.remove("live-outdated");
      this.input.value = this.view.text(tokens);
    }
    this.render();
    syncChildren(this.root.querySelector(".live-next"), this.view.next(this.reading));
  }

  // -- where a word looks

  /** Chooses a word until another is chosen. */
  choose(index) {
    if (index === 0) return;
    this.pinned = index;
    this.lookAt(index, true);
  }

  lookAt(index, isChosen = false) {
    if (index === this.query && !isChosen) return;
    this.query = index;
    this.render();
  }

  render() {
    syncChildren(this.wordRow, this.view.words(this.reading, this.query, this.pinned));
    syncChildren(this.root.querySelector(".live-said"), this.view.said(this.reading, this.query));
    drawLines(this.root);
    this.linkExplorer();
  }

  /** The link to the explorer opens this sentence and this head. */
  linkExplorer() {
    const link = this.root.querySelector(".live-note a");
    if (!link) return;
    const { layer, head } = headThatLooksBack(this.reading.part, this.pinned);
    const view = { layer, head, heads: [head], query: this.pinned };
    link.hash = toHash("explorer", { ...startState(this.language, sentenceOf(this.reading.tokens)), ...view });
  }
}
