// What the parts of the search hand to each other.

/** The words of one language: de.js, en.js … */
export interface Language {
  /** Words that say nothing. */
  ignored: Set<string>;
  /** One spelling for a word's own letters. */
  fold(word: string): string;
  /** One spelling for all forms of a word. */
  stem(word: string): string;
  /** The stems in `vocabulary`, and in the language's own list, of which a compound is made. */
  parts(word: string, vocabulary: string[]): string[];
}

export interface Token {
  text: string;
  index: number;
}

/** A word of a query: its terms, the best first, and the beginnings that find it while it is being typed. */
export interface QueryWord {
  text: string;
  terms: string[];
  beginnings: string[];
}

/** A term of the glossary. */
export interface GlossaryTerm {
  term: string;
  english: string;
  /** In which it is used. */
  forms: string[];
  definition: string;
  /** Of the section that explains it. */
  address: string;
}

/** Of a page, as the site's script lists it. */
export type ListedSection = [address: string, title: string, text: string, boost: number];

/** What else finds sections, by their addresses. */
export interface MoreWords {
  terms: GlossaryTerm[];
  /** English titles. */
  english: Record<string, string>;
  /** Other words by which readers search. */
  words: Record<string, string>;
  /** Addresses of sections that are offered before anything is typed. */
  asked?: string[];
}

export interface Section {
  id: number;
  address: string;
  pageAddress: string;
  /** The page's title; empty at its beginning. */
  page: string;
  title: string;
  text: string;
  english: string;
  words: string;
  boost: number;
}

/** A section with the terms under which it was found. */
export type FoundSection = Section & { terms: Set<string>; score: number };

/** The best sections of a page. */
export interface FoundPage {
  title: string;
  sections: FoundSection[];
  score: number;
}

export interface Result {
  id: number;
  score: number;
  terms: string[];
}

export interface Answer {
  terms: GlossaryTerm[];
  /** Those that are shown. */
  pages: FoundPage[];
  /** How many pages were found. */
  of: number;
  /** Words with a slip, and what was taken for them. */
  corrected: [typed: string, taken: string][];
}
