// The words that may follow the sentence, with their probabilities. Who presses one adds it.

import { make } from "../core/dom.js";
import { sentenceOf } from "../model/tokenizer.js";

const MAX_NEXT = 5; // words that may follow
const MIN_PROBABILITY = 0.001; // what is less probable isn't worth a line
const END = "<end>";

/** The list of next words. */
export class NextWords {
  /** @param {import("./explorer.js").Explorer} explorer */
  constructor(explorer) {
    this.explorer = explorer;
    this.messages = explorer.messages;
    this.list = make("ol", { class: "explorer-next-list" });
    this.element = make(
      "div",
      { class: "explorer-next", role: "group", "aria-label": this.messages.next_word },
      make("p", { class: "explorer-next-title" }, this.messages.next_word),
      this.list,
    );
  }

  render(next, tokens) {
    const { explorer, messages } = this;
    const percent = (share) => explorer.numberFormats.percent(share);
    const isFull = tokens.length >= explorer.model.contextLength - 1;
    this.list.replaceChildren(
      ...next
        .filter(({ probability }, index) => index < MAX_NEXT && (index === 0 || probability >= MIN_PROBABILITY))
        .map(({ token, probability }) => {
          const name = token === END ? messages.end_of_text : explorer.transliterate(token);
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
          const canAdd = token !== END && !/^<.*>$/.test(token) && !isFull;
          const content = canAdd
            ? make(
                "button",
                { type: "button", title: messages.append, onclick: () => this.append(token, tokens) },
                ...parts,
              )
            : make("div", {}, ...parts);
          return make("li", {}, content);
        }),
    );
  }

  append(token, tokens) {
    const index = [...this.list.querySelectorAll("button")].indexOf(document.activeElement);
    this.explorer.sentenceForm.typeText(this.explorer.transliterate(sentenceOf([...tokens, token])));
    if (index >= 0)
      this.list.querySelectorAll("button")[Math.min(index, this.list.querySelectorAll("button").length - 1)]?.focus();
  }
}
