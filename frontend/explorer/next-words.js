// The words that may follow the sentence, with their probabilities; with changes of the model, before and after them.
// Who presses a word adds it. The loss is that of one word, which a reader may choose.

import { field, interpolate, make, setText } from "../core/dom.js";
import { syncChildren } from "../core/tree.js";
import { END, isTag, sentenceOf } from "../model/tokenizer.js";
import { nextTokens } from "./reading.js";

const MAX_NEXT = 5; // words that may follow
const MAX_BOTH = 4; // of each run, where there are two
const MIN_PROBABILITY = 0.001; // what is less probable isn't worth a line

/** The list of next words, and the loss of the chosen one. */
export class NextWords {
  /** @param {import("./explorer.js").Explorer} explorer */
  constructor(explorer) {
    this.explorer = explorer;
    this.messages = explorer.messages;
    const { messages } = this;
    this.list = make("ol", { class: "explorer-next-list" });
    this.list.addEventListener("click", ({ target }) => {
      const button = target.closest("button");
      if (button) this.append(button);
    });
    this.columnNames = make(
      "p",
      { class: "explorer-next-columns", "aria-hidden": "true" },
      ...["before", "after", "change"].map((name) => make("span", {}, messages[`column_${name}`])),
    );
    this.wordSelect = make("select", {
      id: explorer.elementId("word"),
      onchange: () => explorer.change({ word: this.wordSelect.value }),
    });
    this.loss = make("p", { class: "explorer-loss", role: "status" });
    this.element = make(
      "div",
      { class: "explorer-next", role: "group", "aria-label": messages.next_word },
      make("p", { class: "explorer-next-title" }, messages.next_word),
      this.columnNames,
      this.list,
      field(messages.watched_word, this.wordSelect, "explorer-watched"),
      this.loss,
    );
  }

  /** @param {object} experiment what Laboratory.run gives */
  render(experiment) {
    const { explorer } = this;
    this.experiment = experiment;
    const { probabilities, isChanged } = experiment;
    this.tokens = this.mostProbable(probabilities, isChanged);
    this.element.classList.toggle("changed", isChanged);
    syncChildren(
      this.list,
      this.tokens.map((token) => ["li", {}, this.line(token, isChanged)]),
    );
    this.fillWords();
    const id = explorer.model.ids.get(explorer.watchedWord());
    const [before, after] = [probabilities.before[id], probabilities.after[id]].map((share) => -Math.log(share));
    const { fixed2 } = explorer.numberFormats;
    const values = {
      word: this.explorer.tokenName(explorer.watchedWord()),
      loss: fixed2(before),
      after: fixed2(after),
    };
    setText(this.loss, interpolate(this.messages[isChanged ? "loss_changed" : "loss_of"], values));
  }

  /** The most probable tokens, before and after the changes, and the watched one; first the most probable one now. */
  mostProbable({ before, after }, isChanged) {
    const { model, state } = this.explorer;
    const best = (shares) =>
      nextTokens(model, shares)
        .slice(0, isChanged ? MAX_BOTH : MAX_NEXT)
        .filter(({ probability }, index) => index === 0 || probability >= MIN_PROBABILITY)
        .map(({ token }) => token);
    const tokens = new Set([...best(before), ...best(after), ...(state.word ? [state.word] : [])]);
    const share = (token) => after[model.ids.get(token)];
    return [...tokens].sort((a, b) => share(b) - share(a));
  }

  line(token, isChanged) {
    const { explorer, messages, experiment } = this;
    const { percent, points } = explorer.numberFormats;
    const id = explorer.model.ids.get(token);
    const [before, after] = [experiment.probabilities.before[id], experiment.probabilities.after[id]];
    const number = (text, name) => [
      "span",
      { class: "explorer-percent" },
      isChanged && ["span", { class: "visually-hidden" }, ` ${messages[`column_${name}`]} `],
      text,
    ];
    const parts = [
      ["span", { class: "explorer-next-word" }, this.explorer.tokenName(token)],
      number(percent(before), "before"),
      ...(isChanged ? [number(percent(after), "after"), number(points(100 * (after - before)), "change")] : []),
      [
        "span",
        {
          class: "explorer-bar",
          style: `--share: ${(100 * after).toFixed(1)}%; --before: ${(100 * before).toFixed(1)}%`,
          "aria-hidden": "true",
        },
      ],
    ];
    const isFull = experiment.tokens.length >= explorer.model.contextLength - 1;
    return isTag(token) || isFull
      ? ["div", {}, ...parts]
      : ["button", { type: "button", title: messages.append }, ...parts];
  }

  append(button) {
    const { explorer, experiment } = this;
    const index = [...this.list.children].indexOf(button.parentElement);
    explorer.sentenceForm.typeText(explorer.transliterate(sentenceOf([...experiment.tokens, this.tokens[index]])));
    const buttons = this.list.querySelectorAll("button");
    if (document.activeElement === document.body) buttons[Math.min(index, buttons.length - 1)]?.focus();
  }

  /** All that may follow in the sentence's language. */
  fillWords() {
    const { explorer } = this;
    const { language } = explorer.state;
    if (this.wordsOf !== language) {
      this.wordsOf = language;
      const words = [...explorer.source.words[language]].sort((a, b) => a.localeCompare(b, language));
      this.wordSelect.replaceChildren(
        make("option", { value: "" }, this.messages.most_probable),
        ...[...words, END].map((word) => make("option", { value: word }, this.explorer.tokenName(word))),
      );
    }
    this.wordSelect.value = explorer.state.word;
  }
}
