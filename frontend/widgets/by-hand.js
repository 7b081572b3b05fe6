// Attention by hand: some words of three numbers each, one of them asks. Scores, softmax beside plain shares, context.

import { filled } from "../core/dom.js";
import { isNumber, isWhole } from "../core/validators.js";
import { dot, shares, single, softmax, sum, transpose } from "../math/matrix.js";
import {
  addWord,
  cellsOf,
  DIMENSIONS,
  embeddingsTable,
  isSentence,
  removed,
  stillAsking,
} from "./shared/embeddings-table.js";
import { bracketed, embedding, indexed, joined, part, query, score, weight } from "./shared/formula-parts.js";
import { HIGH, isTemperature, LOW, temperatureControl } from "./shared/temperature-slider.js";

/** @import { Control, Role, Table, Widget } from "../components/types.d.ts" */

const MOST_WORDS = 8;

/** `examples`: content/examples.toml. */
const start = ({ hello }) => ({
  words: hello.tokens,
  embeddings: hello.embeddings,
  query: hello.selected - 1,
  temperature: 1,
});

/** The state if it is one that the widget could have made itself, else null. */
function clean(raw) {
  const { words, embeddings, query: asking, temperature } = raw ?? {};
  if (!isSentence(words, embeddings, MOST_WORDS)) return null;
  if (!isWhole(asking, 0, words.length - 1) || !isNumber(temperature, LOW, HIGH) || !isTemperature(temperature))
    return null;
  return { words, embeddings, query: asking, temperature };
}

export function compute({ embeddings, query: asking, temperature }) {
  const asks = embeddings[asking];
  const scores = embeddings.map((row) => dot(asks, row));
  // As step 2 of the chapter has it, without the maximum, and in torch's 32 bits.
  const exponentials = scores.map((one) => single(Math.exp(one / temperature)));
  const weights = softmax(scores, temperature);
  const plain = shares(scores);
  const columns = transpose(embeddings);
  const mixed = (recipe) => columns.map((column) => dot(recipe, column));
  const total = [sum(scores), single(sum(exponentials)), sum(weights), sum(plain)];
  return { asks, scores, exponentials, weights, plain, total, context: mixed(weights), plainContext: mixed(plain) };
}

// -- tables

const column = (name, rows) => rows.map((_, row) => `${name}[${row}][0]`);

/** The rows of scores and what softmax makes of them, with their formulas. */
function scoreRow(state, found, words, write, r) {
  const key = state.words[r];
  const asking = state.words[state.query];
  const { scores, exponentials, weights, plain, total } = found;
  const cold = state.temperature === 1 ? [] : [" / ", write.plain(state.temperature)];
  const exponent = [
    ...(cold.length ? ["("] : []),
    score(write.result(scores[r])),
    ...cold,
    ...(cold.length ? [")"] : []),
  ];
  const number = (list) => write.result(list);
  return [
    {
      name: `scores[${r}][0]`,
      value: scores[r],
      role: "score",
      formula: () => ({
        words: filled(words.score_formula, { query: asking, key }),
        parts: [
          ...joined(
            found.asks.map((left, c) => [
              query(bracketed(write.plain(left))),
              " · ",
              embedding(bracketed(write.plain(state.embeddings[r][c]))),
            ]),
            " + ",
          ),
          " = ",
          score(number(scores[r])),
        ],
        uses: [...cellsOf("embeddings", state.query, DIMENSIONS), ...cellsOf("embeddings", r, DIMENSIONS)],
      }),
    },
    {
      name: `exponentials[${r}][0]`,
      value: exponentials[r],
      formula: () => ({
        words:
          filled(cold.length ? words.exponential_temperature_formula : words.exponential_formula, { key }) +
          overflow(exponentials[r], words),
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
        words: filled(words.weight_formula, { query: asking, key }) + overflow(total[1], words, "weight_overflow"),
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
        words: filled(words.share_formula, { key }) + (total[0] === 0 ? ` ${words.share_of_zero}` : ""),
        parts: [score(bracketed(number(scores[r]))), " / ", bracketed(number(total[0])), " = ", number(plain[r])],
        uses: [`scores[${r}][0]`, "sums[0][0]"],
      }),
    },
  ];
}

const overflow = (number, words, key = "overflow") =>
  Number.isFinite(number) && number > 0 ? "" : ` ${words[number > 0 ? key : "underflow"]}`;

/** @returns {Table} */
function scoresTable(state, found, words, write) {
  const rows = state.words.map((word, r) => ({
    label: word,
    mark: r === state.query ? "q" : "",
    cells: scoreRow(state, found, words, write, r),
  }));
  const names = ["scores", "exponentials", "weights", "shares"];
  const lists = [found.scores, found.exponentials, found.weights, found.plain];
  /** @type {Role[]} */
  const roles = ["score", "", "weight", ""];
  const cells = names.map((name, c) => ({
    name: `sums[0][${c}]`,
    value: found.total[c],
    role: roles[c],
    formula: () => ({
      words: filled(words.sum_formula, { column: words[`${name}_title`] }),
      parts: [
        ...joined(
          lists[c].map((one) => [part(bracketed(write.result(one)), roles[c])]),
          " + ",
        ),
        " = ",
        part(write.result(found.total[c]), roles[c]),
      ],
      uses: column(name, lists[c]),
    }),
  }));
  rows.push({ label: words.sum, total: true, cells });
  const columns = names.map((name, c) => ({
    label: words[`${name}_head`],
    title: words[`${name}_title`],
    role: roles[c],
  }));
  return {
    id: "scores",
    title: filled(words.scores, { query: state.words[state.query] }),
    corner: words.asked,
    columns,
    rows,
  };
}

/** @returns {Table} */
function contextTable(state, found, words, write) {
  const mixes = [
    {
      id: "context",
      recipe: found.weights,
      from: "weights",
      numbers: found.context,
      label: words.by_weights,
      role: "weight",
    },
    {
      id: "plain_context",
      recipe: found.plain,
      from: "shares",
      numbers: found.plainContext,
      label: words.by_shares,
      role: "",
    },
  ];
  const rows = mixes.map(({ id, recipe, from, numbers, label, role }) => ({
    label,
    cells: numbers.map((value, c) => ({
      name: `${id}[0][${c}]`,
      value,
      formula: () => ({
        words: filled(words.context_formula, { number: String(c + 1) }),
        parts: [
          ...joined(
            state.embeddings.map((row, r) => [
              part(bracketed(write.result(recipe[r])), role),
              " · ",
              embedding(bracketed(write.plain(row[c]))),
            ]),
            " + ",
          ),
          " = ",
          write.result(value),
        ],
        uses: [...column(from, recipe), ...state.embeddings.map((_, r) => `embeddings[${r}][${c}]`)],
      }),
    })),
  }));
  const columns = found.context.map((_, c) => ({
    label: indexed("c", c + 1),
    title: filled(words.dimension, { number: String(c + 1) }),
  }));
  return {
    id: "context",
    title: filled(words.context, { query: state.words[state.query] }),
    corner: words.mixed,
    columns,
    rows,
  };
}

// -- what there is to say and to set

function notes(found, words) {
  const said = [];
  if (!Number.isFinite(found.total[1])) said.push(words.note_overflow);
  else if (found.total[1] === 0) said.push(words.note_underflow);
  if (found.plain.some((share) => !Number.isFinite(share))) said.push(words.note_share_of_zero);
  else if (found.plain.some((share) => share < 0)) said.push(words.note_negative_share);
  return said;
}

/** @returns {Control[]} */
function controls(state, words) {
  return [
    {
      kind: "choice",
      id: "query",
      label: words.choose_query,
      options: state.words,
      value: state.query,
      set: (now, place) => ({ ...now, query: place }),
    },
    temperatureControl(state, words),
    addWord(state, words, MOST_WORDS),
  ];
}

function view(state, words, write) {
  const found = compute(state);
  const upright = (list) => list.map((number) => [number]);
  return {
    tables: [
      embeddingsTable(state, words, write, {
        asking: state.query,
        removed: (now, place) => ({ ...removed(now, place), query: stillAsking(now, place) }),
      }),
      scoresTable(state, found, words, write),
      contextTable(state, found, words, write),
    ],
    controls: controls(state, words),
    notes: notes(found, words),
    matrices: {
      embeddings: state.embeddings,
      scores: upright(found.scores),
      exponentials: upright(found.exponentials),
      weights: upright(found.weights),
      shares: upright(found.plain),
      context: [found.context],
      plain_context: [found.plainContext],
    },
  };
}

/** @type {Widget} */
export const widget = { name: "by-hand", start, clean, view };
