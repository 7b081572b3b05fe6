// The glossary's terms, found by any of their forms in the page's language or in English.

import { wholeTerms } from "./words.js";

const MIN_LETTERS = 3; // of a half typed word that may already be a term's

/** @typedef {import("./types.js").GlossaryTerm} GlossaryTerm */

export class GlossaryTerms {
  /**
   * @param {GlossaryTerm[]} terms
   * @param {import("./types.js").Language} language
   */
  constructor(terms, language) {
    /** @type {Map<string, GlossaryTerm[]>} by the terms of a form's words, joined by spaces */
    this.byForm = new Map();
    for (const term of terms) {
      for (const form of [term.term, term.english, ...term.forms]) {
        const words = wholeTerms(form, language);
        for (const key of new Set([words.join(" "), words.join("")])) {
          const known = this.byForm.get(key) ?? [];
          if (!known.includes(term)) this.byForm.set(key, [...known, term]);
        }
      }
    }
  }

  /** The terms that these words name. @param {string[]} words their terms */
  exactly(words) {
    return this.byForm.get(words.join(" ")) ?? [];
  }

  /** The terms with the shortest form that begins as a half typed query does. @param {string} typed */
  beginningWith(typed) {
    if (typed.length < MIN_LETTERS) return [];
    const forms = [...this.byForm.keys()].filter((form) => form.startsWith(typed));
    return this.byForm.get(forms.sort((a, b) => a.length - b.length)[0]) ?? [];
  }

  /**
   * The terms that are named within a query.
   * @param {string[]} words the words' terms
   * @returns {{ from: number, to: number, term: GlossaryTerm }[]} `to` is the place behind the last word
   */
  within(words) {
    return words.flatMap((_, from) =>
      words
        .slice(from)
        .flatMap((_, length) =>
          this.exactly(words.slice(from, from + length + 1)).map((term) => ({ from, to: from + length + 1, term })),
        ),
    );
  }
}
