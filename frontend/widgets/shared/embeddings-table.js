// Words and their embeddings: the table for input that all widgets with a sentence share.

import { interpolate } from "../../core/dom.js";
import { isTable, isWhole } from "../../core/validators.js";
import { embedding, replaceAt, replaceCell, subscripted } from "./formula-parts.js";

/** @import { ButtonControl, Table } from "../../components/types.d.ts" */

/** Of an embedding. */
export const DIMENSIONS = 3;
const MAX_WORD_LENGTH = 16;
const NUMBERS = { low: -1000, high: 1000 };

const isWord = (text) =>
  typeof text === "string" && text.trim() === text && text !== "" && text.length <= MAX_WORD_LENGTH;

/** Whether a link's words and embeddings are a sentence of at most `most` words. */
export const isSentence = (words, embeddings, most) =>
  Array.isArray(words) &&
  isWhole(words.length, 1, most) &&
  words.every(isWord) &&
  isTable(embeddings, words.length, DIMENSIONS, NUMBERS.low, NUMBERS.high);

// -- changes

const replaceWord = (state, index, word) => ({ ...state, words: replaceAt(state.words, index, word) });
const replaceNumber = (state, row, column, number) => ({
  ...state,
  embeddings: replaceCell(state.embeddings, row, column, number),
});

function appendWord(state, word) {
  const taken = new Set(state.words);
  let number = state.words.length + 1;
  while (taken.has(interpolate(word, { number }))) number += 1;
  return {
    ...state,
    words: [...state.words, interpolate(word, { number })],
    embeddings: [...state.embeddings, Array(DIMENSIONS).fill(0)],
  };
}

/** The state without the word at `index`. */
export function removeWord(state, index) {
  const rest = (list) => list.filter((_, position) => position !== index);
  return { ...state, words: rest(state.words), embeddings: rest(state.embeddings) };
}

/** The index of the query when the word at `index` is gone. */
export const queryAfterRemoval = ({ query, words }, index) =>
  query > index || query === words.length - 1 ? Math.max(0, query - 1) : query;

/**
 * The button that adds a word, up to `most`; `afterAdding` may change the rest of the state.
 * @returns {ButtonControl}
 */
export const addWordControl = (state, messages, most, afterAdding = (current) => current) => ({
  kind: "button",
  id: "add",
  label: messages.add_word,
  disabled: state.words.length >= most,
  set: (current) => (current.words.length < most ? afterAdding(appendWord(current, messages.new_word)) : current),
});

// -- the table

/**
 * `queryRow`: the row marked "q", -1 for none. `remove(state, index)`: the state without that word.
 * @returns {Table}
 */
export function embeddingsTable(state, messages, format, { queryRow = -1, remove = removeWord } = {}) {
  const dimensions = state.embeddings[0].map((_, c) => ({
    label: subscripted("x", c + 1),
    title: interpolate(messages.dimension, { number: c + 1 }),
    role: "embedding",
  }));
  const number = (word, value, r, c) => ({
    name: `embeddings[${r}][${c}]`,
    value,
    ...NUMBERS,
    role: "embedding",
    title: dimensions[c].title,
    edit: (current, typed) => replaceNumber(current, r, c, typed),
    formula: () => ({
      sentence: interpolate(messages.embedding_formula, { word, number: c + 1 }),
      parts: [embedding(subscripted("x", c + 1)), " = ", embedding(format.plain(value))],
    }),
  });
  const rows = state.words.map((word, r) => ({
    label: `${r + 1}`,
    title: word,
    mark: r === queryRow ? "q" : "",
    cells: [
      {
        name: `words[${r}][0]`,
        word,
        title: messages.word,
        edit: (current, text) => replaceWord(current, r, text),
        formula: () => ({ sentence: messages.word_formula, parts: [word] }),
      },
      ...state.embeddings[r].map((value, c) => number(word, value, r, c)),
      {
        name: `remove[${r}][0]`,
        text: "×",
        label: interpolate(messages.remove_word, { word }),
        disabled: state.words.length < 2,
        onPress: (current) => remove(current, r),
      },
    ],
  }));
  return {
    id: "embeddings",
    title: messages.embeddings,
    corner: messages.number,
    columns: [{ label: messages.word }, ...dimensions, { label: messages.remove, headerHidden: true }],
    rows,
  };
}
