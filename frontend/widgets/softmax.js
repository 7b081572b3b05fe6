// Softmax alone: scores as sliders, temperature, and what happens to large scores if the maximum stays in.

import { filled } from "../core/dom.js";
import { isNumber, isWhole } from "../core/validators.js";
import { dot, single, sum } from "../math/matrix.js";
import { bracketed, indexed, joined, part, replaced, score, weight } from "./shared/formula-parts.js";
import { HIGH, isTemperature, LOW, temperatureControl } from "./shared/temperature-slider.js";

/** @import { Cell, Control, Role, Table, Widget } from "../components/types.d.ts" */

const FEWEST = 2;
const MOST = 8;
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
  if (!Array.isArray(scores) || !isWhole(scores.length, FEWEST, MOST)) return null;
  if (!scores.every((one) => isNumber(one, NUMBERS.low, NUMBERS.high))) return null;
  if (!isNumber(temperature, LOW, HIGH) || !isTemperature(temperature) || typeof subtract !== "boolean") return null;
  return { scores, temperature, subtract };
}

/** In torch's 32 bits where it matters: e to the power of 89 is more than they hold. */
export function compute({ scores, temperature, subtract }) {
  const scaled = scores.map((one) => one / temperature);
  const largest = Math.max(...scaled);
  const exponents = subtract ? scaled.map((one) => one - largest) : scaled;
  const exponentials = exponents.map((one) => single(Math.exp(one)));
  const total = single(sum(exponentials));
  const exact = exponents.map((one) => Math.exp(one));
  // Where nothing is lost, all digits; else what the 32 bits make of it, NaN included.
  const weights = subtract ? exact.map((one) => one / sum(exact)) : exponentials.map((one) => one / total);
  return { scaled, largest, exponents, exponentials, total, weights };
}

/** @returns {Cell[]} */
function row(state, found, words, write, r) {
  const number = String(r + 1);
  const { exponents, exponentials, weights, total, largest } = found;
  const scaled =
    state.temperature === 1
      ? [score(write.plain(state.scores[r]))]
      : [score(write.plain(state.scores[r])), " / ", write.plain(state.temperature)];
  const minus = state.subtract ? [" \u2212 ", bracketed(write.result(largest))] : [];
  const why = (bad, key) => (bad ? ` ${words[key]}` : "");
  return [
    {
      name: `scores[${r}][0]`,
      value: state.scores[r],
      role: "score",
      title: words.scores_title,
      ...NUMBERS,
      edit: (now, value) => ({ ...now, scores: replaced(now.scores, r, value) }),
      formula: () => ({
        words: filled(words.score_formula, { number }),
        parts: [score(indexed("s", r + 1)), " = ", score(write.plain(state.scores[r]))],
      }),
    },
    {
      name: `exponents[${r}][0]`,
      value: exponents[r],
      formula: () => ({
        words: words[state.subtract ? "exponent_formula" : "exponent_plain_formula"],
        parts: [...scaled, ...minus, " = ", write.result(exponents[r])],
        uses: [`scores[${r}][0]`],
      }),
    },
    {
      name: `exponentials[${r}][0]`,
      value: exponentials[r],
      formula: () => ({
        words:
          words.exponential_formula +
          why(exponentials[r] === Infinity, "overflow") +
          why(exponentials[r] === 0, "underflow"),
        parts: ["exp(", write.result(exponents[r]), ") = ", write.result(exponentials[r])],
        uses: [`exponents[${r}][0]`],
      }),
    },
    {
      name: `weights[${r}][0]`,
      value: weights[r],
      role: "weight",
      bar: Number.isFinite(weights[r]) ? weights[r] : 0,
      formula: () => ({
        words:
          words.weight_formula + why(Number.isNaN(weights[r]), total === 0 ? "zero_by_zero" : "infinite_by_infinite"),
        parts: [write.result(exponentials[r]), " / ", write.result(total), " = ", weight(write.result(weights[r]))],
        uses: [`exponentials[${r}][0]`, "sums[0][2]"],
      }),
    },
  ];
}

/** @returns {Table} */
function table(state, found, words, write) {
  const names = ["scores", "exponents", "exponentials", "weights"];
  const lists = [state.scores, found.exponents, found.exponentials, found.weights];
  /** @type {Role[]} */
  const roles = ["score", "", "", "weight"];
  const totals = [sum(state.scores), sum(found.exponents), found.total, sum(found.weights)];
  const rows = state.scores.map((_, r) => ({
    label: indexed("s", r + 1),
    title: filled(words.score_number, { number: String(r + 1) }),
    cells: row(state, found, words, write, r),
  }));
  const cells = names.map((name, c) => ({
    name: `sums[0][${c}]`,
    value: totals[c],
    role: roles[c],
    formula: () => ({
      words: filled(words.sum_formula, { column: words[`${name}_title`] }),
      parts: [
        ...joined(
          lists[c].map((one) => [part(bracketed(write.result(one)), roles[c])]),
          " + ",
        ),
        " = ",
        part(write.result(totals[c]), roles[c]),
      ],
      uses: lists[c].map((_, r) => `${name}[${r}][0]`),
    }),
  }));
  rows.push({ label: words.sum, total: true, cells });
  const columns = names.map((name, c) => ({
    label: words[`${name}_head`],
    title: words[`${name}_title`],
    role: roles[c],
  }));
  return { id: "softmax", title: words.table, corner: words.number, columns, rows };
}

function notes(found, words) {
  if (found.weights.some(Number.isNaN)) return [words[found.total === 0 ? "note_underflow" : "note_overflow"]];
  return found.exponentials.includes(Infinity) || found.total === Infinity ? [words.note_overflow] : [];
}

/** @returns {Control[]} */
function controls(state, words) {
  /** @type {Control[]} */
  const sliders = state.scores.map((value, r) => ({
    kind: "slider",
    id: `score-${r}`,
    name: `scores[${r}][0]`,
    label: filled(words.score_number, { number: String(r + 1) }),
    role: "score",
    value,
    ...SLIDER,
    place: Math.min(SLIDER.max, Math.max(SLIDER.min, Math.round(value * 10) / 10)),
    set: (now, at) => ({ ...now, scores: replaced(now.scores, r, at) }),
  }));
  return [
    ...sliders,
    temperatureControl(state, words),
    {
      kind: "switch",
      id: "subtract",
      label: words.subtract,
      value: state.subtract,
      set: (now, subtract) => ({ ...now, subtract }),
    },
    {
      kind: "press",
      id: "add",
      label: words.add_score,
      disabled: state.scores.length >= MOST,
      set: (now) => (now.scores.length < MOST ? { ...now, scores: [...now.scores, 0] } : now),
    },
    {
      kind: "press",
      id: "remove",
      label: words.remove_score,
      disabled: state.scores.length <= FEWEST,
      set: (now) => (now.scores.length > FEWEST ? { ...now, scores: now.scores.slice(0, -1) } : now),
    },
  ];
}

function view(state, words, write) {
  const found = compute(state);
  const upright = (list) => list.map((number) => [number]);
  return {
    tables: [table(state, found, words, write)],
    controls: controls(state, words),
    notes: notes(found, words),
    matrices: {
      scores: upright(state.scores),
      exponents: upright(found.exponents),
      exponentials: upright(found.exponentials),
      weights: upright(found.weights),
    },
  };
}

/** @type {Widget} */
export const widget = { name: "softmax", start, clean, view };
