// Finds sections of pages. MiniSearch holds the index and ranks by BM25; which words are the same is ours.

import MiniSearch from "minisearch";
import { distance, nearest } from "../core/near-words.js";
import { GlossaryTerms } from "./glossary-terms.js";
import { indexTerms, queryWord, queryWords, tokens, trimmed, wholeTerm, wholeTerms } from "./words.js";

// Titles before headings before text; `words`: others by which readers search for the section (search.toml).
const BOOST = { title: 4, words: 4, english: 3, page: 3, text: 1 };
const PAGE = 1.5; // a page's beginning beside its sections
const EXERCISE = 0.5; // which asks, and doesn't explain
const BEGINNING = 0.15; // of a word, beside whole words
const ALL_WORDS = 4; // exponent: of two words asked for, both should be found
const REST = 0.3; // of a page's further sections, beside its best one
const LEAST = 0.02; // share of the best score, under which a section isn't shown
const [PAGES, SECTIONS] = [10, 5]; // that are shown; sections of each page
const [SHORTEST, NEAR] = [3, 2]; // letters of a compound's part; words between which it is one
const CHUNK = 100; // sections that are indexed without a break
const LETTERS = { 1: 4, 2: 7 }; // from which on so many slips are forgiven

export class SearchIndex {
  /**
   * @param {import("./types.js").ListedSection[]} sections
   * @param {import("./types.js").MoreWords} more
   * @param {import("./types.js").Language} language
   */
  constructor(sections, { terms, english, words, asked = [] }, language) {
    this.language = language;
    this.asked = asked;
    this.glossary = new GlossaryTerms(terms, language);
    /** @type {Map<string, string>} term → a word that has it, as it is written */
    this.written = new Map();
    const titles = new Map(sections.map(([address, title]) => [address, title]));
    this.sections = sections.map(([address, title, text, boost], id) => {
      const [pageAddress, anchor] = address.split("#");
      const page = anchor ? (titles.get(pageAddress) ?? "") : "";
      const weight = boost * (!anchor ? PAGE : anchor.startsWith("exercise") ? EXERCISE : 1);
      const more = { english: english[address] ?? "", words: words[address] ?? "", boost: weight };
      return { id, address, pageAddress, page, title, text, ...more };
    });
    this.termsOf = this.#remembering(terms);
    this.index = new MiniSearch({
      fields: Object.keys(BOOST),
      tokenize: (text) => tokens(text).map((token) => token.text),
      processTerm: this.termsOf,
      searchOptions: { tokenize: (term) => [term], processTerm: (term) => term, boost: BOOST, combineWith: "OR" },
    });
  }

  /** The title of the section at an address, behind that of its page: "By hand: Step 2". @param {string} address */
  titleOf(address) {
    const section = this.sections.find((one) => one.address === address);
    return [section?.page, section?.title].filter(Boolean).join(": ");
  }

  /** The sections that are offered before anything is typed. @returns {import("./types.js").FoundSection[]} */
  get offered() {
    return this.asked.flatMap((address) => {
      const section = this.sections.find((one) => one.address === address);
      return section ? [{ ...section, terms: new Set(), score: 0 }] : [];
    });
  }

  /** Indexes all sections; the page stays usable meanwhile. */
  build() {
    return this.index.addAllAsync(this.sections, { chunkSize: CHUNK });
  }

  /** A function that gives the terms of a word of a text, and remembers them. */
  #remembering(terms) {
    const words = terms.flatMap(({ term, forms }) =>
      [term, ...forms].flatMap((form) => form.match(/\p{L}{4,}/gu) ?? []),
    );
    const vocabulary = [...new Set(words.map(this.language.stem))];
    const known = new Map();
    return (/** @type {string} */ word) => {
      if (!known.has(word)) {
        const found = indexTerms(word, this.language, vocabulary);
        known.set(word, found);
        for (const [index, term] of found.entries())
          if (
            !this.written.has(term) ||
            (index === 0 && indexTerms(this.written.get(term) ?? "", this.language)[0] !== term)
          )
            this.written.set(term, trimmed(word));
      }
      return known.get(word);
    };
  }

  /**
   * @param {string} query
   * @returns {import("./types.js").Answer}
   */
  search(query) {
    const isOpen = /\S$/.test(query); // the last word may still be typed
    const words = queryWords(query, this.language);
    if (!words.some(this.#isAsked)) return { terms: [], pages: [], of: 0, corrected: [] };
    const finds = words.map((word, index) =>
      this.#find(word, isOpen && index === words.length - 1, words.length === 1),
    );
    /** @type {[string, string][]} */
    const corrected = [];
    for (const [index, results] of finds.entries()) {
      const meant = results.length || !this.#isAsked(words[index]) ? null : this.#meant(words[index]);
      if (!meant) continue;
      corrected.push([words[index].text, meant.text]);
      words[index] = meant;
      finds[index] = this.#find(meant, false);
    }
    const named = words.map(({ terms: [term] }) => term);
    /** @type {Map<number, { scores: Map<number, number>, terms: Set<string> }>} by section */
    const found = new Map();
    const add = (index, { id, score, terms }) => {
      const entry = found.get(id) ?? { scores: new Map(), terms: new Set() };
      found.set(id, entry);
      entry.scores.set(index, Math.max(entry.scores.get(index) ?? 0, score));
      for (const term of terms) entry.terms.add(term);
    };
    for (const [index, results] of finds.entries()) for (const result of results) add(index, result);
    for (const { from, to, term } of this.glossary.within(named)) {
      const queries = wholeTerms(term.term, this.language);
      for (const result of this.index.search({ combineWith: "AND", queries }))
        for (let index = from; index < to; index++) add(index, { ...result, score: result.score / (to - from) });
    }
    const pages = this.#pages(found, words.length);
    const shown = pages.slice(0, PAGES);
    return { terms: this.#terms(named, isOpen && words.at(-1)), pages: shown, of: pages.length, corrected };
  }

  /** Whether a word says something: "the" is no beginning of "these". */
  #isAsked = ({ text }) => !this.language.ignored.has(trimmed(text));

  /** Whether all that is typed says nothing yet: "the", "how do". @param {string} query */
  isBegun(query) {
    const words = queryWords(query, this.language);
    return words.length > 0 && !words.some(this.#isAsked);
  }

  /**
   * The sections with one word. Where there is none, those with parts of a name in code, with a longer word, or with
   * the two words that were written as one. One letter behind other words begins none: the d of "sqrt d" is a name.
   * @returns {import("./types.js").Result[]}
   */
  #find(word, isOpen, isAlone = false) {
    const [whole, ...parts] = word.terms;
    const isName = !isAlone && trimmed(word.text).length === 1;
    const begun = { queries: isName ? [] : word.beginnings, prefix: true };
    const first = this.index.search({
      queries: [whole, ...(isOpen ? [{ ...begun, boostTerm: () => BEGINNING }] : [])],
    });
    if (first.length) return first;
    const attempts = [
      () => this.index.search({ queries: parts.length ? parts : [whole] }),
      () => this.index.search(begun),
      () => this.#joined(word.text),
    ];
    for (const attempt of attempts) {
      const results = attempt();
      if (results.length) return results;
    }
    return [];
  }

  /** Sections in which both words of a compound stand side by side, or nearly so: heatmap, feedforward. */
  #joined(text) {
    const word = trimmed(text);
    for (let cut = SHORTEST; cut <= word.length - SHORTEST; cut++) {
      const queries = [word.slice(0, cut), word.slice(cut)].map((part) => wholeTerm(part, this.language));
      if (!queries.every((term) => this.written.has(term))) continue;
      const results = this.index
        .search({ combineWith: "AND", queries })
        .slice(0, PAGES)
        .filter(({ id }) => this.#areNear(queries, `${this.sections[id].title} ${this.sections[id].text}`));
      if (results.length) return results;
    }
    return [];
  }

  /** Whether a text has two terms side by side, or nearly so. @param {string[]} both @param {string} text */
  #areNear([first, second], text) {
    const terms = tokens(text).map(({ text: word }) => this.termsOf(word));
    const placesOf = (term) => [...terms.keys()].filter((place) => terms[place].includes(term));
    return placesOf(first).some((one) => placesOf(second).some((other) => Math.abs(one - other) <= NEAR));
  }

  /** The word that a mistyped one is nearest to, if any is near enough. */
  #meant({ text, terms }) {
    const typed = this.language.fold(trimmed(text));
    const slips = typed.length < LETTERS[1] ? 0 : typed.length < LETTERS[2] ? 1 : 2;
    if (!slips) return null;
    const candidates = this.index.search({ queries: terms, fuzzy: 2 }).flatMap((result) => result.terms);
    const changes = new Map([...new Set(candidates)].map((term) => [term, distance(typed, term)]));
    const least = Math.min(...changes.values());
    const [term] = [...changes.keys()].filter((term) => changes.get(term) === least);
    return least > slips ? null : queryWord(this.written.get(term) ?? term, this.language);
  }

  #terms(named, lastWord) {
    const exact = this.glossary.exactly(named);
    if (exact.length || !lastWord) return exact;
    const typed = [...named.slice(0, -1), lastWord.beginnings.at(-1)].join(" ");
    return this.glossary.beginningWith(typed).slice(0, 1);
  }

  /** All pages, the best first, each with its best sections. */
  #pages(found, asked) {
    const ranked = Array.from(found, ([id, { scores, terms }]) => {
      const section = this.sections[id];
      const sum = [...scores.values()].reduce((total, score) => total + score, 0);
      return { ...section, terms, score: sum * (scores.size / asked) ** ALL_WORDS * section.boost };
    }).sort((a, b) => b.score - a.score);
    const pages = new Map();
    for (const section of ranked.filter(({ score }) => score >= LEAST * ranked[0].score)) {
      const page = pages.get(section.pageAddress) ?? { title: section.page || section.title, sections: [], score: 0 };
      pages.set(section.pageAddress, page);
      if (page.sections.length === SECTIONS) continue;
      page.score += section.score * (page.sections.length ? REST : 1);
      page.sections.push(section);
    }
    return [...pages.values()].sort((a, b) => b.score - a.score);
  }

  /** Words of the pages that are nearest to those of a query, most of which aren't there. @param {string} query */
  nearest(query) {
    const known = new Set([...this.written.values()].filter((word) => /^\p{L}+$/u.test(word)));
    return [...new Set(queryWords(query, this.language).flatMap(({ text }) => nearest(trimmed(text), known)))];
  }
}
