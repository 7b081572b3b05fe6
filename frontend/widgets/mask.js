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

function without(state, place) {
  const rest = (list) => list.filter((_, at) => at !== place);
  const fewer = removed(state, place);
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
function maskTable(state, found, words) {
  const rows = state.words.map((from, r) => ({
    label: from,
    cells: state.words.map((to, c) => {
      const open = !found.mask[r][c];
      return {
        name: `allowed[${r}][${c}]`,
        value: open ? 1 : 0,
        text: open ? "1" : "0",
        toggle: true,
        pressed: open,
        label: `${filled(words.may_look, { query: from, key: to })}: ${open ? 1 : 0}`,
        press: (now) => toggled(now, r, c),
        formula: () => ({
          words: filled(words[open ? "open_formula" : "closed_formula"], { query: from, key: to }),
          parts: [open ? "1" : "0"],
        }),
      };
    }),
  }));
  return { id: "allowed", title: words.allowed, corner: words.rows_and_columns, columns: keys(state), rows };
}

/** @returns {Table} */
function scoresTable(state, found, words, write) {
  const rows = state.words.map((from, r) => ({
    label: from,
    cells: state.words.map((to, c) => ({
      name: `scores[${r}][${c}]`,
      value: found.scores[r][c],
      role: "score",
      formula: () => {
        const products = joined(
          state.embeddings[r].map((left, d) => [
            query(bracketed(write.plain(left))),
            " · ",
            embedding(bracketed(write.plain(state.embeddings[c][d]))),
          ]),
          " + ",
        );
        const hidden = found.scores[r][c] === -Infinity;
        return {
          words: filled(words.score_formula, { query: from, key: to }) + (hidden ? ` ${words.hidden_score}` : ""),
          parts: [
            ...products,
            " = ",
            score(write.result(found.all[r][c])),
            ...(hidden ? [" → ", score(write.result(-Infinity))] : []),
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
  return { id: "scores", title: words.scores, corner: words.rows_and_columns, columns: keys(state), rows };
}

/** How one weight came about: softmax over the row, then what the order asks for. */
function weightFormula(state, found, words, write, r, c) {
  const number = write.result;
  const exponentials = state.words.map((_, key) => ["exp(", score(number(found.scores[r][key])), ")"]);
  const soft = [...exponentials[c], " / (", ...joined(exponentials, " + "), ") = ", weight(number(found.soft[r][c]))];
  const empty = found.mask[r].every((hidden) => hidden);
  if (state.order === "before")
    return { words: words.softmax_formula + (empty ? ` ${words.nothing_left}` : ""), parts: soft };
  if (state.order === "after")
    return {
      words: found.mask[r][c] ? words.zeroed_formula : words.softmax_formula,
      parts: [...soft, ...(found.mask[r][c] ? [" → ", weight("0")] : [])],
    };
  const kept = found.zeroed[r].map((one) => [weight(number(one))]);
  return {
    words: words.shared_formula + (empty ? ` ${words.zero_by_zero}` : ""),
    parts: [...kept[c], " / (", ...joined(kept, " + "), ") = ", weight(number(found.weights[r][c]))],
  };
}

/** @returns {Table} */
function weightsTable(state, found, words, write) {
  const rows = state.words.map((from, r) => ({
    label: from,
    cells: [
      ...state.words.map((_, c) => ({
        name: `weights[${r}][${c}]`,
        value: found.weights[r][c],
        role: "weight",
        bar: Number.isFinite(found.weights[r][c]) ? found.weights[r][c] : 0,
        formula: () => ({
          ...weightFormula(state, found, words, write, r, c),
          uses: [...cellsOf("scores", r, state.words.length), `allowed[${r}][${c}]`],
        }),
      })),
      {
        name: `sums[${r}][0]`,
        value: found.sums[r],
        formula: () => ({
          words: words.row_sum_formula,
          parts: [
            ...joined(
              found.weights[r].map((one) => [weight(write.result(one))]),
              " + ",
            ),
            " = ",
            write.result(found.sums[r]),
          ],
          uses: cellsOf("weights", r, state.words.length),
        }),
      },
    ],
  }));
  return {
    id: "weights",
    title: words.weights,
    corner: words.rows_and_columns,
    columns: [...keys(state), { label: words.sum }],
    rows,
  };
}

/** @returns {Table} */
function contextTable(state, found, words, write) {
  const rows = state.words.map((label, r) => ({
    label,
    cells: found.context[r].map((value, d) => ({
      name: `context[${r}][${d}]`,
      value,
      formula: () => ({
        words: filled(words.context_formula, { number: d + 1 }),
        parts: [
          ...joined(
            state.embeddings.map((row, c) => [
              weight(write.result(found.weights[r][c])),
              " · ",
              embedding(bracketed(write.plain(row[d]))),
            ]),
            " + ",
          ),
          " = ",
          write.result(value),
        ],
        uses: [
          ...cellsOf("weights", r, state.words.length),
          ...state.embeddings.map((_, c) => `embeddings[${c}][${d}]`),
        ],
      }),
    })),
  }));
  const columns = found.context[0].map((_, d) => ({ label: indexed("c", d + 1) }));
  return { id: "context", title: words.context, corner: words.word, columns, rows };
}

// -- what there is to say and to set

function notes(state, found, words) {
  const empty = state.words.filter((_, r) => found.mask[r].every((hidden) => hidden));
  const said = [];
  if (empty.length > 0) said.push(filled(words[`note_empty_${state.order}`], { words: empty.join(", ") }));
  if (state.order === "after" && found.mask.flat().includes(true)) said.push(words.note_after);
  return said;
}

/** @returns {Control[]} */
function controls(state, words) {
  /** @returns {Control} */
  const choice = (id, list, value, set) => ({
    kind: "choice",
    id,
    label: words[id],
    options: list.map((one) => words[`${id}_${one}`]),
    value: list.indexOf(value),
    set,
  });
  return [
    choice("kind", KINDS, state.kind, (now, place) => ({
      ...now,
      kind: KINDS[place],
      hidden: KINDS[place] === "own" ? maskOf(now) : now.hidden,
    })),
    choice("order", ORDERS, state.order, (now, place) => ({ ...now, order: ORDERS[place] })),
    {
      kind: "choice",
      id: "length",
      label: words.length,
      options: [...Array(state.words.length + 1).keys()].map(String),
      value: state.length,
      set: (now, length) => ({ ...now, length, kind: "padding" }),
    },
    addWord(state, words, MOST_WORDS, grown),
  ];
}

function view(state, words, write) {
  const found = compute(state);
  return {
    tables: [
      embeddingsTable(state, words, write, { removed: without }),
      maskTable(state, found, words),
      scoresTable(state, found, words, write),
      weightsTable(state, found, words, write),
      contextTable(state, found, words, write),
    ],
    controls: controls(state, words),
    notes: notes(state, found, words),
    matrices: {
      embeddings: state.embeddings,
      allowed: map(found.mask, (hidden) => (hidden ? 0 : 1)),
      scores: found.scores,
      weights: found.weights,
      context: found.context,
    },
  };
}

/** @type {Widget} */
export const widget = { name: "mask", start, clean, view };
