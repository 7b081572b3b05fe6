// Words and their embeddings: the table that a reader fills in, the same in each widget that begins with a sentence.

import { filled } from "../../core/dom.js";
import { isTable, isWhole } from "../../core/validators.js";
import { embedding, indexed, replaced, replacedIn } from "./formula-parts.js";

/** @import { PressControl, Table } from "../../components/types.d.ts" */

export const DIMENSIONS = 3;
const LONGEST_WORD = 16;
const NUMBERS = { low: -1000, high: 1000 };

const isWord = (text) => typeof text === "string" && text.trim() === text && text !== "" && text.length <= LONGEST_WORD;

export const isSentence = (words, embeddings, most) =>
  Array.isArray(words) &&
  isWhole(words.length, 1, most) &&
  words.every(isWord) &&
  isTable(embeddings, words.length, DIMENSIONS, NUMBERS.low, NUMBERS.high);

export const cellsOf = (name, row, count) => Array.from({ length: count }, (_, column) => `${name}[${row}][${column}]`);

// -- changes

const withWord = (state, index, word) => ({ ...state, words: replaced(state.words, index, word) });
const withNumber = (state, row, column, number) => ({
  ...state,
  embeddings: replacedIn(state.embeddings, row, column, number),
});

function added(state, word) {
  const taken = new Set(state.words);
  let number = state.words.length + 1;
  while (taken.has(filled(word, { number }))) number += 1;
  return {
    ...state,
    words: [...state.words, filled(word, { number })],
    embeddings: [...state.embeddings, Array(DIMENSIONS).fill(0)],
  };
}

export function removed(state, index) {
  const rest = (list) => list.filter((_, at) => at !== index);
  return { ...state, words: rest(state.words), embeddings: rest(state.embeddings) };
}

/** Who asks when the word at `place` is gone. */
export const stillAsking = ({ query, words }, index) =>
  query > index || query === words.length - 1 ? Math.max(0, query - 1) : query;

/**
 * The control that adds a word, up to `most`; `grown` may change the rest of the state.
 * @returns {PressControl}
 */
export const addWord = (state, messages, most, grown = (current) => current) => ({
  kind: "press",
  id: "add",
  label: messages.add_word,
  disabled: state.words.length >= most,
  set: (current) => (current.words.length < most ? grown(added(current, messages.new_word)) : current),
});

// -- the table

/**
 * `asking`: the row that bears a q, if one asks. `removed`: the state without the word at a place.
 * @returns {Table}
 */
export function embeddingsTable(state, messages, format, { asking = -1, removed: without = removed } = {}) {
  const dimensions = state.embeddings[0].map((_, c) => ({
    label: indexed("x", c + 1),
    title: filled(messages.dimension, { number: c + 1 }),
    role: "embedding",
  }));
  const number = (word, value, r, c) => ({
    name: `embeddings[${r}][${c}]`,
    value,
    ...NUMBERS,
    role: "embedding",
    title: dimensions[c].title,
    edit: (current, typed) => withNumber(current, r, c, typed),
    formula: () => ({
      sentence: filled(messages.embedding_formula, { word, number: c + 1 }),
      parts: [embedding(indexed("x", c + 1)), " = ", embedding(format.plain(value))],
    }),
  });
  const rows = state.words.map((word, r) => ({
    label: `${r + 1}`,
    title: word,
    mark: r === asking ? "q" : "",
    cells: [
      {
        name: `words[${r}][0]`,
        word,
        title: messages.word,
        edit: (current, text) => withWord(current, r, text),
        formula: () => ({ sentence: messages.word_formula, parts: [word] }),
      },
      ...state.embeddings[r].map((value, c) => number(word, value, r, c)),
      {
        name: `remove[${r}][0]`,
        text: "×",
        label: filled(messages.remove_word, { word }),
        disabled: state.words.length < 2,
        press: (current) => without(current, r),
      },
    ],
  }));
  return {
    id: "embeddings",
    title: messages.embeddings,
    corner: messages.number,
    columns: [{ label: messages.word }, ...dimensions, { label: messages.remove, ears: true }],
    rows,
  };
}
