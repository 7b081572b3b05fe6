// The words that may follow the sentence, with their probabilities. Who presses one adds it.

import { make } from "../core/dom.js";
import { sentenceOf } from "./tokenizer.js";

const NEXT = 5; // words that may follow
const RARE = 0.001; // what is less probable isn't worth a line
const END = "<end>";

export class NextWords {
  constructor(explorer) {
    this.explorer = explorer;
    this.words = explorer.words;
    this.list = make("ol", { class: "explorer-next-list" });
    this.element = make(
      "div",
      { class: "explorer-next", role: "group", "aria-label": this.words.next_word },
      make("p", { class: "explorer-next-title" }, this.words.next_word),
      this.list,
    );
  }

  render(next, tokens) {
    const { explorer, words } = this;
    const percent = (share) => explorer.numbers.percent(share);
    const full = tokens.length >= explorer.model.contextLength - 1;
    this.list.replaceChildren(
      ...next
        .filter(({ probability }, place) => place < NEXT && (place === 0 || probability >= RARE))
        .map(({ token, probability }) => {
          const name = token === END ? words.end_of_text : explorer.spelled(token);
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
                { type: "button", title: words.append, onclick: () => this.append(token, tokens) },
                ...parts,
              )
            : make("div", {}, ...parts);
          return make("li", {}, inside);
        }),
    );
  }

  append(token, tokens) {
    const place = [...this.list.querySelectorAll("button")].indexOf(document.activeElement);
    this.explorer.form.typeText(this.explorer.spelled(sentenceOf([...tokens, token])));
    if (place >= 0)
      this.list.querySelectorAll("button")[Math.min(place, this.list.querySelectorAll("button").length - 1)]?.focus();
  }
}
