// The model on the home page as a tree of elements (core/tree.js): node writes the first state into the page, and a
// browser brings the same elements up to date.

import { cyrillic } from "../core/cyrillic.js";
import { interpolate } from "../core/dom.js";
import { numberFormats } from "../explorer/number-formats.js";
import { sentenceOf } from "../model/tokenizer.js";
import { beginnings, headThatLooksBack } from "./live-reading.js";

export const MAX_TEXT_LENGTH = 200;

/** Words, messages and numbers as the page writes them. */
export class LiveView {
  /**
   * @param {string} locale the page's, a BCP 47 tag
   * @param {string} language of the model
   * @param {Record<string, string>} messages
   */
  constructor(locale, language, messages) {
    this.messages = messages;
    this.isCyrillic = locale.startsWith("sr-Cyrl") && language === "sr";
    // The model's words are of its own language, from left to right as their lines, whatever the page speaks.
    this.spoken = locale.split("-")[0] === language ? {} : { lang: language, dir: "ltr" };
    this.percent = numberFormats(locale).wholePercent;
  }

  /** The model's Serbian is Latin: on Cyrillic pages it is shown in Cyrillic letters. */
  name(token) {
    return this.isCyrillic ? cyrillic(token) : token;
  }

  text(tokens) {
    return this.name(sentenceOf(tokens));
  }

  /**
   * The tokens, each with its share of the attention of the one at `query`. Of the words one is a stop of Tab.
   * @param {ReturnType<typeof import("./live-reading.js").liveReading>} reading
   * @param {number} query
   * @param {number} pinned the word that stays chosen when nothing is pointed at
   */
  words(reading, query, pinned) {
    const { weights } = headThatLooksBack(reading.part, query);
    const share = (index) => ({ style: `--share:${weights[index].toFixed(3)}` });
    const percent = (index) => ["span", { class: "live-percent" }, this.percent(weights[index])];
    const tag = ["span", { class: "live-word live-start", ...share(0) }, ["span", {}, this.messages.start], percent(0)];
    const words = reading.tokens.map((token, position) => {
      const index = position + 1;
      const kind = index === query ? " live-query" : index > query ? " live-later" : "";
      return [
        "button",
        {
          type: "button",
          class: `live-word${kind}`,
          "aria-pressed": String(index === query),
          tabindex: index === pinned ? null : "-1",
          ...(index > query ? {} : share(index)),
        },
        ["span", {}, this.name(token)],
        index > query ? ["span", { class: "live-percent" }, "\u00a0"] : percent(index),
      ];
    });
    return [tag, ...words];
  }

  /** Where the word at `query` looks, in a sentence. */
  said(reading, query) {
    const { layer, head, key, weights } = headThatLooksBack(reading.part, query);
    const values = {
      layer: layer + 1,
      head: head + 1,
      word: this.name(reading.tokens[query - 1]),
      other: key > 0 ? this.name(reading.tokens[key - 1]) : "",
      percent: this.percent(weights[key]),
    };
    const { looks, looks_first, which_head } = this.messages;
    const sentence = interpolate(key > 0 ? looks : looks_first, values);
    return [sentence, " ", ["span", { class: "live-head" }, interpolate(which_head, values)]];
  }

  next(reading) {
    return reading.next.map(({ token, probability, isEnd, canAdd }) => [
      "li",
      {},
      [
        "button",
        {
          type: "button",
          class: `live-option${isEnd ? " live-end" : ""}`,
          style: `--share:${probability.toFixed(3)}`,
          "aria-disabled": canAdd ? null : "true",
        },
        ["span", {}, isEnd ? this.messages.end_of_text : this.name(token)],
        ["span", { class: "live-percent" }, this.percent(probability)],
      ],
    ]);
  }

  /**
   * What of a typed sentence the model can't read.
   * @param {{ word: string, near: string[] }[]} unknown
   * @param {string} message about the sentence as a whole, or empty
   */
  problem(unknown, message = "") {
    const { messages } = this;
    const lines = unknown.map(({ word, near }) => [
      "p",
      {},
      interpolate(near.length ? messages.unknown_near : messages.unknown, { word }),
      ...near.flatMap((other) => [" ", ["button", { type: "button", class: "live-near" }, this.name(other)]]),
    ]);
    return message ? [...lines, ["p", {}, message]] : lines;
  }

  /**
   * All of it, as it begins: the last word of the first sentence is chosen.
   * @param {ReturnType<typeof import("./live-reading.js").liveReading>} reading
   * @param {string[]} sentences examples of the language
   */
  start(reading, sentences) {
    const { messages } = this;
    const query = reading.tokens.length;
    const offered = beginnings(sentences).map((sentence) => [
      "button",
      { type: "button", class: "live-example" },
      this.name(sentence),
    ]);
    return [
      ["p", { class: "live-label", id: "live-words" }, messages.words],
      [
        "div",
        { class: "live-picture" },
        [
          "div",
          { class: "live-words", role: "group", "aria-labelledby": "live-words", ...this.spoken },
          ...this.words(reading, query, query),
        ],
      ],
      ["p", { class: "live-said", role: "status" }, ...this.said(reading, query)],
      ["p", { class: "live-label", id: "live-next" }, messages.next],
      ["ol", { class: "live-next", "aria-labelledby": "live-next", ...this.spoken }, ...this.next(reading)],
      [
        "form",
        { class: "live-form" },
        ["div", { class: "live-examples", role: "group", "aria-label": messages.examples, ...this.spoken }, ...offered],
        ["label", { class: "live-label", for: "live-sentence" }, messages.type],
        [
          "div",
          { class: "live-typing" },
          [
            "input",
            {
              type: "text",
              id: "live-sentence",
              ...this.spoken,
              value: this.text(reading.tokens),
              autocomplete: "off",
              autocapitalize: "none",
              spellcheck: "false",
              maxlength: MAX_TEXT_LENGTH,
              "aria-describedby": "live-problem",
            },
          ],
          ["button", { type: "submit", class: "live-show" }, messages.show],
        ],
        ["div", { class: "live-problem", id: "live-problem", role: "alert" }],
      ],
    ];
  }
}

/** The same tree before any script runs: buttons that would do nothing can't be pressed. */
export function still(tree) {
  if (typeof tree === "string") return tree;
  const [tag, attributes, ...children] = tree;
  const isControl = tag === "button" || tag === "input";
  return [tag, isControl ? { ...attributes, disabled: true } : attributes, ...children.map(still)];
}
