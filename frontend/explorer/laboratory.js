// A run of the page's model without and with the changes that a reader has made, and what both would write next.

import { editsOf, fits, meanOutputs } from "../model/changes.js";
import { readSentence } from "../model/tokenizer.js";
import { inputOf, nextProbabilities } from "./reading.js";

/** Runs the model; what doesn't depend on a change is kept from one run to the next. */
export class Laboratory {
  /**
   * @param {import("../model/language-model.js").LanguageModel} model
   * @param {{ words: Record<string, string[]>, examples: Record<string, string[]> }} source by language
   */
  constructor(model, source) {
    this.model = model;
    this.source = source;
    this.known = new Map();
  }

  /** `make()`, or what it made before under this name. The page's sentences are few and short: nothing is dropped. */
  once(name, make) {
    if (!this.known.has(name)) this.known.set(name, make());
    return this.known.get(name);
  }

  /** What the model reads of a text, behind the tag of its language: see readSentence. */
  read(language, text) {
    const words = this.once(`words ${language}`, () => new Set(this.source.words[language]));
    return readSentence(text, words, this.model.contextLength - 1);
  }

  /** The unchanged run of a sentence. */
  plainRun(language, tokens) {
    const { ids } = inputOf(this.model, language, tokens);
    if (this.plainIds?.join() !== ids.join()) {
      this.plainIds = ids;
      this.plain = this.model.run(ids);
    }
    return this.plain;
  }

  /** The second sentence, from which patches come; undefined if there is none, or none that the model knows. */
  secondRun(language, text) {
    const { tokens, unknown } = this.read(language, text);
    if (tokens.length === 0 || unknown.length) return undefined;
    if (this.secondKey !== `${language} ${tokens.join(" ")}`) {
      this.secondKey = `${language} ${tokens.join(" ")}`;
      const { inputTokens, ids } = inputOf(this.model, language, tokens);
      this.second = { ...this.model.run(ids), inputTokens };
    }
    return this.second;
  }

  /** Each head's mean output over the example sentences of a language. */
  means(language) {
    return this.once(`means ${language}`, () =>
      meanOutputs(
        this.model,
        this.source.examples[language].map(
          (text) => inputOf(this.model, language, this.read(language, text).tokens).ids,
        ),
      ),
    );
  }

  /**
   * @param {{ language: string, changes: any[], other: string }} state the explorer's
   * @param {string[]} tokens
   */
  run({ language, changes, other }, tokens) {
    const { model } = this;
    const { inputTokens, ids } = inputOf(model, language, tokens);
    const before = this.plainRun(language, tokens);
    const second = this.secondRun(language, other);
    const fitting = changes.map((change) => fits(change, ids.length, second?.length ?? 0));
    const made = changes.filter((change, index) => fitting[index] && !change.off);
    const means = () => this.means(language);
    const after = made.length
      ? model.run(ids, editsOf(made, { model, length: ids.length, source: second, means }))
      : before;
    return {
      tokens,
      inputTokens,
      before,
      after,
      second,
      fitting,
      isChanged: made.length > 0,
      probabilities: { before: nextProbabilities(model, before), after: nextProbabilities(model, after) },
    };
  }
}
