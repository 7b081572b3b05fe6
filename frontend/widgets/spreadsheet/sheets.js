// The two sheets: their tokens, and what the columns of their tables mean.

import { interpolate } from "../../core/dom.js";
import { subscripted } from "../shared/formula-parts.js";

/** Columns of embeddings, queries, keys and values. */
export const WIDTH = 4;

/** By name: tokens, and keys of messages for the columns of embeddings, queries and keys, and of values. */
export const SHEETS = {
  dogs: {
    tokens: ["The", "dogs", "bark", "loudly", "."],
    columnNames: ["noun", "plural", "alive", "action"],
    values: null,
  },
  food: {
    tokens: ["She", "eats", "chips", "and", "pie"],
    columnNames: ["person", "action", "food", "sweet"],
    values: ["person", "action", "food", "sweet"],
  },
};

/** The heads ({label, title, name}) of a sheet's rows and columns; values without names are numbered. */
export function tokensAndColumns(sheet, messages) {
  const { tokens, columnNames, values } = SHEETS[sheet];
  const heads = (names) => names.map((key) => ({ label: messages[key], name: messages[key] }));
  const numbered = Array.from({ length: WIDTH }, (_, index) => ({
    label: subscripted("v", index + 1),
    title: interpolate(messages.dimension, { number: index + 1 }),
  }));
  const name = (token) => (token === "." ? messages.full_stop : token);
  return {
    tokens: tokens.map((token) => ({ label: token, title: name(token), name: name(token) })),
    columnNames: heads(columnNames),
    valueColumns: values ? heads(values) : numbered,
  };
}

/** The columns of queries, keys or values. */
export const columnsOf = (result, { columnNames, valueColumns }) => (result === "values" ? valueColumns : columnNames);
