// The explorer's state: the first one, states from links, and what of a state fits another reading.

import { isWhole } from "../core/validators.js";
import { isChange, MAX_CHANGES } from "../model/changes.js";
import { isOptions } from "../model/next-token.js";
import { AGAINST } from "./views/compare-view.js";
import { VIEWS } from "./views/index.js";
import { MAPS } from "./views/maps-view.js";
import { STAGES } from "./views/matrix-view.js";

/** Of a sentence pair: all weights, or those from one sentence (a, b) to one sentence. */
export const FILTERS = ["all", "aa", "ab", "ba", "bb"];
/** Characters of a sentence. */
export const MAX_TEXT_LENGTH = 600;

/**
 * The first state.
 * @param {string} [language] of the model
 * @param {string} [text] the sentence
 * @param {string} [view] the one that is shown first
 */
export function startState(language, text, view = "heads") {
  return {
    view,
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
    changes: [], // of the model's calculation: model/changes.js
    other: "", // the second sentence, from which patches come
    summed: [], // keys whose weights are added up
    against: "before", // what is compared
    otherLayer: 0,
    otherHead: 0,
    map: "qk",
    writing: { method: "greedy", temperature: 1, topK: 0, topP: 1, seed: 1 },
    word: "", // whose loss and logit are watched; "": the most probable one
  };
}

const isText = (text) => typeof text === "string" && text.length <= MAX_TEXT_LENGTH;

/**
 * Checks a state from a link. Fields that links of the first edition don't have are filled in.
 * @param {any} raw
 * @param {object} explorer
 * @param {string[]} explorer.languages that the model knows
 * @param {string[]} explorer.views that this explorer has
 * @param {import("../model/language-model.js").LanguageModel} explorer.model
 * @returns {object | null} null if the explorer can't show it
 */
export function cleanState(raw, { languages, views, model }) {
  if (typeof raw !== "object" || raw === null) return null;
  const state = Object.fromEntries(
    Object.entries(startState()).map(([name, start]) => [name, Object.hasOwn(raw, name) ? raw[name] : start]),
  );
  const indexes = ["part", "layer", "head", "query", "key", "otherLayer", "otherHead"];
  const hasIndexes = indexes.every((name) => isWhole(state[name], -1, 4096));
  const isList = (list, most) =>
    Array.isArray(list) && list.length <= most && list.every((index) => isWhole(index, 0, most - 1));
  const hasHeads = isList(state.heads, 256) && isList(state.summed, 1024);
  const hasNames =
    Object.hasOwn(VIEWS, state.view) &&
    languages.includes(state.language) &&
    FILTERS.includes(state.filter) &&
    STAGES.includes(state.stage) &&
    AGAINST.includes(state.against) &&
    MAPS.includes(state.map) &&
    isOptions(state.writing);
  const hasTexts = isText(state.text) && isText(state.other) && (state.word === "" || model.ids.has(state.word));
  const sizes = { layers: model.blocks.length, heads: model.numHeads, length: model.contextLength };
  const hasChanges =
    Array.isArray(state.changes) &&
    state.changes.length <= MAX_CHANGES &&
    state.changes.every((change) => isChange(change, sizes));
  if (!(hasIndexes && hasHeads && hasNames && hasTexts && hasChanges)) return null;
  return views.includes(state.view) ? state : { ...state, view: views[0] };
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
    summed: state.summed.filter((index) => index < part.keyTokens.length),
    otherLayer: Math.max(0, Math.min(state.otherLayer, part.layers - 1)),
    otherHead: Math.max(0, Math.min(state.otherHead, part.heads - 1)),
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
