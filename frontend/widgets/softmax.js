// Softmax alone: scores as sliders, temperature, and what happens to large scores if the maximum stays in.

import { interpolate } from "../core/dom.js";
import { isNumber, isWhole } from "../core/validators.js";
import { dot, shares, single, sum } from "../math/matrix.js";
import { parenthesized, replaceAt, score, subscripted, weight } from "./shared/formula-parts.js";
import { listColumns, summedList, sumRow } from "./shared/summed-lists.js";
import { HIGH, isTemperature, LOW, temperatureControl } from "./shared/temperature-slider.js";

/** @import { Cell, Control, Table, Widget } from "../components/types.d.ts" */

const MIN = 2;
const MAX = 8;
const NUMBERS = { low: -1000, high: 1000 };
const SLIDER = { min: -10, max: 10, step: 0.1 };

/** The scores of the word that asks in the chapter, with the four digits that it prints. */
const start = ({ hello: { embeddings, selected } }) => ({
  scores: embeddings.map((row) => Number(dot(embeddings[selected - 1], row).toFixed(4))),
  temperature: 1,
  subtract: true,
});

function clean(raw) {
  const { scores, temperature, subtract } = raw ?? {};
  if (!Array.isArray(scores) || !isWhole(scores.length, MIN, MAX)) return null;
  if (!scores.every((value) => isNumber(value, NUMBERS.low, NUMBERS.high))) return null;
  if (!isNumber(temperature, LOW, HIGH) || !isTemperature(temperature) || typeof subtract !== "boolean") return null;
  return { scores, temperature, subtract };
}

/** In torch's 32 bits where it matters: e to the power of 89 is more than they hold. */
export function compute({ scores, temperature, subtract }) {
  const scaled = scores.map((value) => value / temperature);
  const largest = Math.max(...scaled);
  const exponents = subtract ? scaled.map((value) => value - largest) : scaled;
  const exponentials = exponents.map((exponent) => single(Math.exp(exponent)));
  const total = single(sum(exponentials));
  // Where nothing is lost, all digits; else what the 32 bits make of it, NaN included.
  const weights = subtract
    ? shares(exponents.map((exponent) => Math.exp(exponent)))
    : exponentials.map((exponent) => exponent / total);
  return { scaled, largest, exponents, exponentials, total, weights };
}

/** @returns {Cell[]} */
function row(state, computed, messages, format, r) {
  const number = String(r + 1);
  const { exponents, exponentials, weights, total, largest } = computed;
  const scaled =
    state.temperature === 1
      ? [score(format.plain(state.scores[r]))]
      : [score(format.plain(state.scores[r])), " / ", format.plain(state.temperature)];
  const minus = state.subtract ? [" \u2212 ", parenthesized(format.result(largest))] : [];
  const why = (bad, key) => (bad ? ` ${messages[key]}` : "");
  return [
    {
      name: `scores[${r}][0]`,
      value: state.scores[r],
      role: "score",
      title: messages.scores_title,
      ...NUMBERS,
      edit: (current, value) => ({ ...current, scores: replaceAt(current.scores, r, value) }),
      formula: () => ({
        sentence: interpolate(messages.score_formula, { number }),
        parts: [score(subscripted("s", r + 1)), " = ", score(format.plain(state.scores[r]))],
      }),
    },
    {
      name: `exponents[${r}][0]`,
      value: exponents[r],
      formula: () => ({
        sentence: messages[state.subtract ? "exponent_formula" : "exponent_plain_formula"],
        parts: [...scaled, ...minus, " = ", format.result(exponents[r])],
        uses: [`scores[${r}][0]`],
      }),
    },
    {
      name: `exponentials[${r}][0]`,
      value: exponentials[r],
      formula: () => ({
        sentence:
          messages.exponential_formula +
          why(exponentials[r] === Infinity, "overflow") +
          why(exponentials[r] === 0, "underflow"),
        parts: ["exp(", format.result(exponents[r]), ") = ", format.result(exponentials[r])],
        uses: [`exponents[${r}][0]`],
      }),
    },
    {
      name: `weights[${r}][0]`,
      value: weights[r],
      role: "weight",
      bar: Number.isFinite(weights[r]) ? weights[r] : 0,
      formula: () => ({
        sentence:
          messages.weight_formula +
          why(Number.isNaN(weights[r]), total === 0 ? "zero_by_zero" : "infinite_by_infinite"),
        parts: [format.result(exponentials[r]), " / ", format.result(total), " = ", weight(format.result(weights[r]))],
        uses: [`exponentials[${r}][0]`, "sums[0][2]"],
      }),
    },
  ];
}

/** @returns {Table} */
function table(state, computed, messages, format) {
  const { exponents, exponentials, weights, total } = computed;
  const rows = state.scores.map((_, r) => ({
    label: subscripted("s", r + 1),
    title: interpolate(messages.score_number, { number: String(r + 1) }),
    cells: row(state, computed, messages, format, r),
  }));
  const lists = [
    summedList("scores", state.scores, { role: "score" }),
    summedList("exponents", exponents),
    summedList("exponentials", exponentials, { total }),
    summedList("weights", weights, { role: "weight" }),
  ];
  return {
    id: "softmax",
    title: messages.table,
    corner: messages.number,
    columns: listColumns(lists, messages),
    rows: [...rows, sumRow(lists, messages, format)],
  };
}

function notes(computed, messages) {
  if (computed.weights.some(Number.isNaN)) return [messages[computed.total === 0 ? "note_underflow" : "note_overflow"]];
  return computed.exponentials.includes(Infinity) || computed.total === Infinity ? [messages.note_overflow] : [];
}

/** @returns {Control[]} */
function controls(state, messages) {
  /** @type {Control[]} */
  const sliders = state.scores.map((value, r) => ({
    kind: "slider",
    id: `score-${r}`,
    name: `scores[${r}][0]`,
    label: interpolate(messages.score_number, { number: String(r + 1) }),
    role: "score",
    value,
    ...SLIDER,
    position: Math.min(SLIDER.max, Math.max(SLIDER.min, Math.round(value * 10) / 10)),
    set: (current, position) => ({ ...current, scores: replaceAt(current.scores, r, position) }),
  }));
  return [
    ...sliders,
    temperatureControl(state, messages),
    {
      kind: "switch",
      id: "subtract",
      label: messages.subtract,
      value: state.subtract,
      set: (current, subtract) => ({ ...current, subtract }),
    },
    {
      kind: "button",
      id: "add",
      label: messages.add_score,
      disabled: state.scores.length >= MAX,
      set: (current) => (current.scores.length < MAX ? { ...current, scores: [...current.scores, 0] } : current),
    },
    {
      kind: "button",
      id: "remove",
      label: messages.remove_score,
      disabled: state.scores.length <= MIN,
      set: (current) => (current.scores.length > MIN ? { ...current, scores: current.scores.slice(0, -1) } : current),
    },
  ];
}

function view(state, messages, format) {
  const computed = compute(state);
  const asColumn = (list) => list.map((number) => [number]);
  return {
    tables: [table(state, computed, messages, format)],
    controls: controls(state, messages),
    notes: notes(computed, messages),
    matrices: {
      scores: asColumn(state.scores),
      exponents: asColumn(computed.exponents),
      exponentials: asColumn(computed.exponentials),
      weights: asColumn(computed.weights),
    },
  };
}

/** @type {Widget} */
export const widget = { name: "softmax", start, clean, view };
