// What a reader has set in the explorer: how it begins, what a link may bring, and what of it a reading has room for.

import { isWhole } from "../core/validators.js";
import { STAGES } from "./matrix-view.js";
import { VIEWS } from "./views.js";

export const FILTERS = ["all", "aa", "ab", "ba", "bb"];
export const MAX_TEXT_LENGTH = 600;

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

/** A state that a link brings; null if the explorer can't show it. */
export function cleanState(raw, languages) {
  if (typeof raw !== "object" || raw === null) return null;
  const whole = ["part", "layer", "head", "query", "key"].every((name) => isWhole(raw[name], -1, 4096));
  const heads = Array.isArray(raw.heads) && raw.heads.length <= 256 && raw.heads.every((h) => isWhole(h, 0, 255));
  const named =
    raw.view in VIEWS &&
    Object.hasOwn(VIEWS, raw.view) &&
    languages.includes(raw.language) &&
    FILTERS.includes(raw.filter) &&
    STAGES.includes(raw.stage);
  if (!whole || !heads || !named || typeof raw.text !== "string" || raw.text.length > MAX_TEXT_LENGTH) return null;
  return Object.fromEntries(Object.keys(startState()).map((name) => [name, raw[name]]));
}

/** What is chosen stays where it is still there in `reading`. */
export function fittedState(state, reading) {
  const part = reading.parts[Math.min(state.part, reading.parts.length - 1)];
  const inside = (number, count) => (number < count ? number : -1);
  const heads = state.heads?.filter((h) => h < part.heads);
  return {
    ...state,
    part: reading.parts.indexOf(part),
    layer: Math.max(0, Math.min(state.layer, part.layers - 1)),
    heads: heads ?? Array.from({ length: part.heads }, (_, h) => h),
    head: Math.min(state.head, part.heads - 1),
    query: inside(state.query, part.queryTokens.length),
    key: inside(state.key, part.keyTokens.length),
    filter: part.split ? state.filter : "all",
  };
}

/** The indexes that the chosen half of a sentence pair leaves. */
export function halves(part, filter) {
  const all = (tokens) => Array.from({ length: tokens.length }, (_, at) => at);
  const [rows, columns] = [all(part.queryTokens), all(part.keyTokens)];
  if (!part.split || filter === "all") return { rows, columns };
  const half = (list, letter) => list.filter((at) => (letter === "a" ? at < part.split : at >= part.split));
  return { rows: half(rows, filter[0]), columns: half(columns, filter[1]) };
}
