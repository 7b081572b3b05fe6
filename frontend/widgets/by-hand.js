// Attention by hand: some words of three numbers each, one of them asks. Scores, softmax beside plain shares, context.

import { interpolate } from "../core/dom.js";
import { isNumber, isWhole } from "../core/validators.js";
import { dot, shares, single, softmax, sum, transpose } from "../math/matrix.js";
import {
  addWordControl,
  DIMENSIONS,
  embeddingsTable,
  isSentence,
  queryAfterRemoval,
  removeWord,
} from "./shared/embeddings-table.js";
import {
  columnCells,
  overflow,
  parenthesized,
  rowCells,
  score,
  subscripted,
  sumOfProducts,
  weight,
  written,
} from "./shared/formula-parts.js";
import { listColumns, summedList, sumRow } from "./shared/summed-lists.js";
import { HIGH, isTemperature, LOW, temperatureControl } from "./shared/temperature-slider.js";

/** @import { Control, Table, Widget } from "../components/types.d.ts" */

const MAX_WORDS = 8;

/** `examples`: content/examples.toml. */
const start = ({ hello }) => ({
  words: hello.tokens,
  embeddings: hello.embeddings,
  query: hello.selected - 1,
  temperature: 1,
});

/** The state if it is one that the widget could have made itself, else null. */
function clean(raw) {
  const { words, embeddings, query: queryIndex, temperature } = raw ?? {};
  if (!isSentence(words, embeddings, MAX_WORDS)) return null;
  if (!isWhole(queryIndex, 0, words.length - 1) || !isNumber(temperature, LOW, HIGH) || !isTemperature(temperature))
    return null;
  return { words, embeddings, query: queryIndex, temperature };
}

/** All numbers of a state: scores, exponentials, weights, shares, sums and context vectors. */
export function compute({ embeddings, query: queryIndex, temperature }) {
  const queryVector = embeddings[queryIndex];
  const scores = embeddings.map((row) => dot(queryVector, row));
  // As step 2 of the chapter has it, without the maximum, and in torch's 32 bits.
  const exponentials = scores.map((value) => single(Math.exp(value / temperature)));
  const weights = softmax(scores, temperature);
  const plain = shares(scores);
  const columns = transpose(embeddings);
  const mixed = (recipe) => columns.map((column) => dot(recipe, column));
  const total = [sum(scores), single(sum(exponentials)), sum(weights), sum(plain)];
  return {
    queryVector,
    scores,
    exponentials,
    weights,
    plain,
    total,
    context: mixed(weights),
    plainContext: mixed(plain),
  };
}

// -- tables

/** The rows of scores and what softmax makes of them, with their formulas. */
function scoreRow(state, computed, messages, format, r) {
  const key = state.words[r];
  const queryWord = state.words[state.query];
  const { scores, exponentials, weights, plain, total } = computed;
  const cold = state.temperature === 1 ? [] : [" / ", format.plain(state.temperature)];
  const exponent = [
    ...(cold.length ? ["("] : []),
    score(format.result(scores[r])),
    ...cold,
    ...(cold.length ? [")"] : []),
  ];
  const number = (list) => format.result(list);
  return [
    {
      name: `scores[${r}][0]`,
      value: scores[r],
      role: "score",
      formula: () => ({
        sentence: interpolate(messages.score_formula, { query: queryWord, key }),
        parts: [
          ...sumOfProducts(
            written(computed.queryVector, format.plain, "query"),
            written(state.embeddings[r], format.plain, "embedding"),
          ),
          " = ",
          score(number(scores[r])),
        ],
        uses: [...rowCells("embeddings", state.query, DIMENSIONS), ...rowCells("embeddings", r, DIMENSIONS)],
      }),
    },
    {
      name: `exponentials[${r}][0]`,
      value: exponentials[r],
      formula: () => ({
        sentence:
          interpolate(cold.length ? messages.exponential_temperature_formula : messages.exponential_formula, { key }) +
          overflow(exponentials[r], messages),
        parts: ["exp", ...(cold.length ? exponent : ["(", ...exponent, ")"]), " = ", number(exponentials[r])],
        uses: [`scores[${r}][0]`, "temperature[0][0]"],
      }),
    },
    {
      name: `weights[${r}][0]`,
      value: weights[r],
      role: "weight",
      bar: weights[r],
      formula: () => ({
        sentence:
          interpolate(messages.weight_formula, { query: queryWord, key }) +
          overflow(total[1], messages, "weight_overflow"),
        parts: [
          number(exponentials[r]),
          " / ",
          number(total[1]),
          Number.isFinite(total[1]) && total[1] > 0 ? " = " : " → ",
          weight(number(weights[r])),
        ],
        uses: [`exponentials[${r}][0]`, "sums[0][1]"],
      }),
    },
    {
      name: `shares[${r}][0]`,
      value: plain[r],
      formula: () => ({
        sentence: interpolate(messages.share_formula, { key }) + (total[0] === 0 ? ` ${messages.share_of_zero}` : ""),
        parts: [
          score(parenthesized(number(scores[r]))),
          " / ",
          parenthesized(number(total[0])),
          " = ",
          number(plain[r]),
        ],
        uses: [`scores[${r}][0]`, "sums[0][0]"],
      }),
    },
  ];
}

/** @returns {Table} */
function scoresTable(state, computed, messages, format) {
  const rows = state.words.map((word, r) => ({
    label: word,
    mark: r === state.query ? "q" : "",
    cells: scoreRow(state, computed, messages, format, r),
  }));
  const { scores, exponentials, weights, plain, total } = computed;
  const lists = [
    summedList("scores", scores, { role: "score" }),
    summedList("exponentials", exponentials, { total: total[1] }),
    summedList("weights", weights, { role: "weight" }),
    summedList("shares", plain),
  ];
  return {
    id: "scores",
    title: interpolate(messages.scores, { query: state.words[state.query] }),
    corner: messages.asked,
    columns: listColumns(lists, messages),
    rows: [...rows, sumRow(lists, messages, format)],
  };
}

/** @returns {Table} */
function contextTable(state, computed, messages, format) {
  const mixes = [
    {
      id: "context",
      recipe: computed.weights,
      from: "weights",
      numbers: computed.context,
      label: messages.by_weights,
      role: "weight",
    },
    {
      id: "plain_context",
      recipe: computed.plain,
      from: "shares",
      numbers: computed.plainContext,
      label: messages.by_shares,
      role: "",
    },
  ];
  const rows = mixes.map(({ id, recipe, from, numbers, label, role }) => ({
    label,
    cells: numbers.map((value, c) => ({
      name: `${id}[0][${c}]`,
      value,
      formula: () => ({
        sentence: interpolate(messages.context_formula, { number: String(c + 1) }),
        parts: [
          ...sumOfProducts(
            written(recipe, format.result, role),
            written(transpose(state.embeddings)[c], format.plain, "embedding"),
          ),
          " = ",
          format.result(value),
        ],
        uses: [...columnCells(from, 0, recipe.length), ...columnCells("embeddings", c, recipe.length)],
      }),
    })),
  }));
  const columns = computed.context.map((_, c) => ({
    label: subscripted("c", c + 1),
    title: interpolate(messages.dimension, { number: String(c + 1) }),
  }));
  return {
    id: "context",
    title: interpolate(messages.context, { query: state.words[state.query] }),
    corner: messages.mixed,
    columns,
    rows,
  };
}

// -- notes and controls

function notes(computed, messages) {
  const texts = [];
  if (!Number.isFinite(computed.total[1])) texts.push(messages.note_overflow);
  else if (computed.total[1] === 0) texts.push(messages.note_underflow);
  if (computed.plain.some((share) => !Number.isFinite(share))) texts.push(messages.note_share_of_zero);
  else if (computed.plain.some((share) => share < 0)) texts.push(messages.note_negative_share);
  return texts;
}

/** @returns {Control[]} */
function controls(state, messages) {
  return [
    {
      kind: "choice",
      id: "query",
      label: messages.choose_query,
      options: state.words,
      value: state.query,
      set: (current, index) => ({ ...current, query: index }),
    },
    temperatureControl(state, messages),
    addWordControl(state, messages, MAX_WORDS),
  ];
}

function view(state, messages, format) {
  const computed = compute(state);
  const asColumn = (list) => list.map((number) => [number]);
  return {
    tables: [
      embeddingsTable(state, messages, format, {
        queryRow: state.query,
        remove: (current, index) => ({ ...removeWord(current, index), query: queryAfterRemoval(current, index) }),
      }),
      scoresTable(state, computed, messages, format),
      contextTable(state, computed, messages, format),
    ],
    controls: controls(state, messages),
    notes: notes(computed, messages),
    matrices: {
      embeddings: state.embeddings,
      scores: asColumn(computed.scores),
      exponentials: asColumn(computed.exponentials),
      weights: asColumn(computed.weights),
      shares: asColumn(computed.plain),
      context: [computed.context],
      plain_context: [computed.plainContext],
    },
  };
}

/** @type {Widget} */
export const widget = { name: "by-hand", start, clean, view };
