// Who may look at whom: a mask over the scores of a sentence, before softmax or after it.

import { filled } from "../core/dom.js";
import { isWhole } from "../core/validators.js";
import { causalMask, map, masked, matmul, noMask, paddingMask, softmaxRows, sum, transpose } from "../math/matrix.js";
import { addWord, cellsOf, DIMENSIONS, embeddingsTable, isSentence, removed } from "./shared/embeddings-table.js";
import { bracketed, embedding, indexed, joined, query, score, weight } from "./shared/formula-parts.js";

/** @import { Control, Table, Widget } from "../components/types.d.ts" */

const MOST_WORDS = 6;
const KINDS = ["none", "causal", "padding", "own"];
const ORDERS = ["before", "after", "shared"];

const start = ({ hello: { tokens, embeddings } }) => ({
  words: tokens,
  embeddings,
  kind: "causal",
  order: "before",
  length: tokens.length,
  hidden: noMask(tokens.length),
});

/**
 * `hidden` is the reader's own mask, kept while another kind is looked at;
 * `length` counts the words that are no padding.
 */
function clean(raw) {
  const { words, embeddings, kind, order, length, hidden } = raw ?? {};
  if (!isSentence(words, embeddings, MOST_WORDS)) return null;
  const count = words.length;
  if (!KINDS.includes(kind) || !ORDERS.includes(order) || !isWhole(length, 0, count)) return null;
  const isMask =
    Array.isArray(hidden) &&
    hidden.length === count &&
    hidden.every((row) => Array.isArray(row) && row.length === count && row.every((cell) => typeof cell === "boolean"));
  return isMask ? { words, embeddings, kind, order, length, hidden } : null;
}

function maskOf({ words, kind, length, hidden }) {
  const count = words.length;
  return {
    none: () => noMask(count),
    causal: () => causalMask(count),
    padding: () => paddingMask(count, length),
    own: () => hidden,
  }[kind]();
}

export function compute(state) {
  const { embeddings, order } = state;
  const mask = maskOf(state);
  const all = matmul(embeddings, transpose(embeddings));
  const scores = order === "before" ? masked(all, mask) : all;
  const soft = softmaxRows(scores);
  const zeroed = order === "before" ? soft : masked(soft, mask, 0);
  const weights = order === "shared" ? zeroed.map((row) => row.map((one) => one / sum(row))) : zeroed;
  return { mask, all, scores, soft, zeroed, weights, sums: weights.map(sum), context: matmul(weights, embeddings) };
}

// -- changes: the mask grows and shrinks with the sentence

const grown = (state) => {
  const count = state.words.length;
  return {
    ...state,
    length: state.length === count - 1 ? count : state.length,
    hidden: map(noMask(count), (_, r, c) => state.hidden[r]?.[c] ?? false),
  };
};

function without(state, index) {
  const rest = (list) => list.filter((_, at) => at !== index);
  const fewer = removed(state, index);
  return { ...fewer, length: Math.min(state.length, fewer.words.length), hidden: rest(state.hidden).map(rest) };
}

/** Whatever mask is shown becomes the reader's own when a cell of it is pressed. */
const toggled = (state, row, column) => ({
  ...state,
  kind: "own",
  hidden: map(maskOf(state), (hidden, r, c) => (r === row && c === column ? !hidden : hidden)),
});

// -- tables: rows are queries, columns are keys

const keys = (state) => state.words.map((word) => ({ label: word }));

/** @returns {Table} */
function maskTable(state, computed, messages) {
  const rows = state.words.map((from, r) => ({
    label: from,
    cells: state.words.map((to, c) => {
      const open = !computed.mask[r][c];
      return {
        name: `allowed[${r}][${c}]`,
        value: open ? 1 : 0,
        text: open ? "1" : "0",
        toggle: true,
        pressed: open,
        label: `${filled(messages.may_look, { query: from, key: to })}: ${open ? 1 : 0}`,
        press: (current) => toggled(current, r, c),
        formula: () => ({
          sentence: filled(messages[open ? "open_formula" : "closed_formula"], { query: from, key: to }),
          parts: [open ? "1" : "0"],
        }),
      };
    }),
  }));
  return { id: "allowed", title: messages.allowed, corner: messages.rows_and_columns, columns: keys(state), rows };
}

/** @returns {Table} */
function scoresTable(state, computed, messages, format) {
  const rows = state.words.map((from, r) => ({
    label: from,
    cells: state.words.map((to, c) => ({
      name: `scores[${r}][${c}]`,
      value: computed.scores[r][c],
      role: "score",
      formula: () => {
        const products = joined(
          state.embeddings[r].map((left, d) => [
            query(bracketed(format.plain(left))),
            " · ",
            embedding(bracketed(format.plain(state.embeddings[c][d]))),
          ]),
          " + ",
        );
        const hidden = computed.scores[r][c] === -Infinity;
        return {
          sentence: filled(messages.score_formula, { query: from, key: to }) + (hidden ? ` ${messages.hidden_score}` : ""),
          parts: [
            ...products,
            " = ",
            score(format.result(computed.all[r][c])),
            ...(hidden ? [" → ", score(format.result(-Infinity))] : []),
          ],
          uses: [
            ...cellsOf("embeddings", r, DIMENSIONS),
            ...cellsOf("embeddings", c, DIMENSIONS),
            `allowed[${r}][${c}]`,
          ],
        };
      },
    })),
  }));
  return { id: "scores", title: messages.scores, corner: messages.rows_and_columns, columns: keys(state), rows };
}

/** How one weight came about: softmax over the row, then what the order asks for. */
function weightFormula(state, computed, messages, format, r, c) {
  const number = format.result;
  const exponentials = state.words.map((_, key) => ["exp(", score(number(computed.scores[r][key])), ")"]);
  const soft = [...exponentials[c], " / (", ...joined(exponentials, " + "), ") = ", weight(number(computed.soft[r][c]))];
  const empty = computed.mask[r].every((hidden) => hidden);
  if (state.order === "before")
    return { sentence: messages.softmax_formula + (empty ? ` ${messages.nothing_left}` : ""), parts: soft };
  if (state.order === "after")
    return {
      sentence: computed.mask[r][c] ? messages.zeroed_formula : messages.softmax_formula,
      parts: [...soft, ...(computed.mask[r][c] ? [" → ", weight("0")] : [])],
    };
  const kept = computed.zeroed[r].map((one) => [weight(number(one))]);
  return {
    sentence: messages.shared_formula + (empty ? ` ${messages.zero_by_zero}` : ""),
    parts: [...kept[c], " / (", ...joined(kept, " + "), ") = ", weight(number(computed.weights[r][c]))],
  };
}

/** @returns {Table} */
function weightsTable(state, computed, messages, format) {
  const rows = state.words.map((from, r) => ({
    label: from,
    cells: [
      ...state.words.map((_, c) => ({
        name: `weights[${r}][${c}]`,
        value: computed.weights[r][c],
        role: "weight",
        bar: Number.isFinite(computed.weights[r][c]) ? computed.weights[r][c] : 0,
        formula: () => ({
          ...weightFormula(state, computed, messages, format, r, c),
          uses: [...cellsOf("scores", r, state.words.length), `allowed[${r}][${c}]`],
        }),
      })),
      {
        name: `sums[${r}][0]`,
        value: computed.sums[r],
        formula: () => ({
          sentence: messages.row_sum_formula,
          parts: [
            ...joined(
              computed.weights[r].map((one) => [weight(format.result(one))]),
              " + ",
            ),
            " = ",
            format.result(computed.sums[r]),
          ],
          uses: cellsOf("weights", r, state.words.length),
        }),
      },
    ],
  }));
  return {
    id: "weights",
    title: messages.weights,
    corner: messages.rows_and_columns,
    columns: [...keys(state), { label: messages.sum }],
    rows,
  };
}

/** @returns {Table} */
function contextTable(state, computed, messages, format) {
  const rows = state.words.map((label, r) => ({
    label,
    cells: computed.context[r].map((value, d) => ({
      name: `context[${r}][${d}]`,
      value,
      formula: () => ({
        sentence: filled(messages.context_formula, { number: d + 1 }),
        parts: [
          ...joined(
            state.embeddings.map((row, c) => [
              weight(format.result(computed.weights[r][c])),
              " · ",
              embedding(bracketed(format.plain(row[d]))),
            ]),
            " + ",
          ),
          " = ",
          format.result(value),
        ],
        uses: [
          ...cellsOf("weights", r, state.words.length),
          ...state.embeddings.map((_, c) => `embeddings[${c}][${d}]`),
        ],
      }),
    })),
  }));
  const columns = computed.context[0].map((_, d) => ({ label: indexed("c", d + 1) }));
  return { id: "context", title: messages.context, corner: messages.word, columns, rows };
}

// -- what there is to say and to set

function notes(state, computed, messages) {
  const empty = state.words.filter((_, r) => computed.mask[r].every((hidden) => hidden));
  const said = [];
  if (empty.length > 0) said.push(filled(messages[`note_empty_${state.order}`], { words: empty.join(", ") }));
  if (state.order === "after" && computed.mask.flat().includes(true)) said.push(messages.note_after);
  return said;
}

/** @returns {Control[]} */
function controls(state, messages) {
  /** @returns {Control} */
  const choice = (id, list, value, set) => ({
    kind: "choice",
    id,
    label: messages[id],
    options: list.map((one) => messages[`${id}_${one}`]),
    value: list.indexOf(value),
    set,
  });
  return [
    choice("kind", KINDS, state.kind, (current, index) => ({
      ...current,
      kind: KINDS[index],
      hidden: KINDS[index] === "own" ? maskOf(current) : current.hidden,
    })),
    choice("order", ORDERS, state.order, (current, index) => ({ ...current, order: ORDERS[index] })),
    {
      kind: "choice",
      id: "length",
      label: messages.length,
      options: [...Array(state.words.length + 1).keys()].map(String),
      value: state.length,
      set: (current, length) => ({ ...current, length, kind: "padding" }),
    },
    addWord(state, messages, MOST_WORDS, grown),
  ];
}

function view(state, messages, format) {
  const computed = compute(state);
  return {
    tables: [
      embeddingsTable(state, messages, format, { removed: without }),
      maskTable(state, computed, messages),
      scoresTable(state, computed, messages, format),
      weightsTable(state, computed, messages, format),
      contextTable(state, computed, messages, format),
    ],
    controls: controls(state, messages),
    notes: notes(state, computed, messages),
    matrices: {
      embeddings: state.embeddings,
      allowed: map(computed.mask, (hidden) => (hidden ? 0 : 1)),
      scores: computed.scores,
      weights: computed.weights,
      context: computed.context,
    },
  };
}

/** @type {Widget} */
export const widget = { name: "mask", start, clean, view };
