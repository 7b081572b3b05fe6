// The explorer's state: the first one, states from links, and what of a state fits another reading.

import { isWhole } from "../core/validators.js";
import { STAGES } from "./matrix-view.js";
import { VIEWS } from "./views.js";

/** Of a sentence pair: all weights, or those from one sentence (a, b) to one sentence. */
export const FILTERS = ["all", "aa", "ab", "ba", "bb"];
/** Characters of a sentence. */
export const MAX_TEXT_LENGTH = 600;

/**
 * The first state.
 * @param {string} [language] of the model
 * @param {string} [text] the sentence
 */
export function startState(language, text) {
  return {
    view: "heads",
    language,
    text,
    part: 0,
    layer: 0,
    heads: null,
    head: 0,
    query: -1,
    key: -1,
    filter: "all",
    stage: "weights",
  };
}

/**
 * Checks a state from a link.
 * @param {any} raw
 * @param {string[]} languages that the model knows
 * @returns {object | null} null if the explorer can't show it
 */
export function cleanState(raw, languages) {
  if (typeof raw !== "object" || raw === null) return null;
  const hasIndexes = ["part", "layer", "head", "query", "key"].every((name) => isWhole(raw[name], -1, 4096));
  const hasHeads = Array.isArray(raw.heads) && raw.heads.length <= 256 && raw.heads.every((h) => isWhole(h, 0, 255));
  const hasNames =
    raw.view in VIEWS &&
    Object.hasOwn(VIEWS, raw.view) &&
    languages.includes(raw.language) &&
    FILTERS.includes(raw.filter) &&
    STAGES.includes(raw.stage);
  if (!hasIndexes || !hasHeads || !hasNames || typeof raw.text !== "string" || raw.text.length > MAX_TEXT_LENGTH)
    return null;
  return Object.fromEntries(Object.keys(startState()).map((name) => [name, raw[name]]));
}

/** The state for another reading: part, layer, heads and tokens that it doesn't have are replaced or unset. */
export function fittedState(state, reading) {
  const part = reading.parts[Math.min(state.part, reading.parts.length - 1)];
  const orNone = (index, count) => (index < count ? index : -1);
  const heads = state.heads?.filter((h) => h < part.heads);
  return {
    ...state,
    part: reading.parts.indexOf(part),
    layer: Math.max(0, Math.min(state.layer, part.layers - 1)),
    heads: heads ?? Array.from({ length: part.heads }, (_, h) => h),
    head: Math.min(state.head, part.heads - 1),
    query: orNone(state.query, part.queryTokens.length),
    key: orNone(state.key, part.keyTokens.length),
    filter: part.split ? state.filter : "all",
  };
}

/** The indexes of queries (`rows`) and keys (`columns`) that the filter of a sentence pair leaves. */
export function halves(part, filter) {
  const indexesOf = (tokens) => Array.from({ length: tokens.length }, (_, index) => index);
  const [rows, columns] = [indexesOf(part.queryTokens), indexesOf(part.keyTokens)];
  if (!part.split || filter === "all") return { rows, columns };
  const half = (list, letter) => list.filter((index) => (letter === "a" ? index < part.split : index >= part.split));
  return { rows: half(rows, filter[0]), columns: half(columns, filter[1]) };
}
