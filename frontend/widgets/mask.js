// Who may look at whom: a mask over the scores of a sentence, before softmax or after it.

import { interpolate } from "../core/dom.js";
import { isWhole } from "../core/validators.js";
import {
  byRows,
  causalMask,
  map,
  masked,
  matmul,
  noMask,
  paddingMask,
  shares,
  softmaxRows,
  sum,
  transpose,
} from "../math/matrix.js";

import {
  addWordControl,
  DIMENSIONS,
  embeddingsTable,
  isSentence,
  removeWord as removeEmbedding,
} from "./shared/embeddings-table.js";
import {
  columnCells,
  rowCells,
  score,
  shareParts,
  subscripted,
  summed,
  sumOfProducts,
  weight,
  written,
} from "./shared/formula-parts.js";

/** @import { Control, Table, Widget } from "../components/types.d.ts" */

const MAX_WORDS = 6;
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
  if (!isSentence(words, embeddings, MAX_WORDS)) return null;
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

/** All tables of a state: the mask (true hides), scores, weights, their sums and context vectors. */
export function compute(state) {
  const { embeddings, order } = state;
  const mask = maskOf(state);
  const unmasked = byRows(embeddings, embeddings);
  const scores = order === "before" ? masked(unmasked, mask) : unmasked;
  const softWeights = softmaxRows(scores);
  const zeroed = order === "before" ? softWeights : masked(softWeights, mask, 0);
  const weights = order === "shared" ? zeroed.map(shares) : zeroed;
  return {
    mask,
    unmasked,
    scores,
    softWeights,
    zeroed,
    weights,
    sums: weights.map(sum),
    context: matmul(weights, embeddings),
  };
}

// -- changes: the mask grows and shrinks with the sentence

const growMask = (state) => {
  const count = state.words.length;
  return {
    ...state,
    length: state.length === count - 1 ? count : state.length,
    hidden: map(noMask(count), (_, r, c) => state.hidden[r]?.[c] ?? false),
  };
};

function removeWord(state, index) {
  const rest = (list) => list.filter((_, position) => position !== index);
  const fewer = removeEmbedding(state, index);
  return { ...fewer, length: Math.min(state.length, fewer.words.length), hidden: rest(state.hidden).map(rest) };
}

/** Whatever mask is shown becomes the reader's own when a cell of it is pressed. */
const toggleCell = (state, row, column) => ({
  ...state,
  kind: "own",
  hidden: map(maskOf(state), (hidden, r, c) => (r === row && c === column ? !hidden : hidden)),
});

// -- tables: rows are queries, columns are keys

const keyColumns = (state) => state.words.map((word) => ({ label: word }));

/** @returns {Table} */
function maskTable(state, computed, messages) {
  const rows = state.words.map((queryWord, r) => ({
    label: queryWord,
    cells: state.words.map((keyWord, c) => {
      const isAllowed = !computed.mask[r][c];
      return {
        name: `allowed[${r}][${c}]`,
        value: isAllowed ? 1 : 0,
        text: isAllowed ? "1" : "0",
        toggle: true,
        pressed: isAllowed,
        label: `${interpolate(messages.may_look, { query: queryWord, key: keyWord })}: ${isAllowed ? 1 : 0}`,
        onPress: (current) => toggleCell(current, r, c),
        formula: () => ({
          sentence: interpolate(messages[isAllowed ? "open_formula" : "closed_formula"], {
            query: queryWord,
            key: keyWord,
          }),
          parts: [isAllowed ? "1" : "0"],
        }),
      };
    }),
  }));
  return {
    id: "allowed",
    title: messages.allowed,
    corner: messages.rows_and_columns,
    columns: keyColumns(state),
    rows,
  };
}

/** @returns {Table} */
function scoresTable(state, computed, messages, format) {
  const rows = state.words.map((queryWord, r) => ({
    label: queryWord,
    cells: state.words.map((keyWord, c) => ({
      name: `scores[${r}][${c}]`,
      value: computed.scores[r][c],
      role: "score",
      formula: () => {
        const hidden = computed.scores[r][c] === -Infinity;
        return {
          sentence:
            interpolate(messages.score_formula, { query: queryWord, key: keyWord }) +
            (hidden ? ` ${messages.hidden_score}` : ""),
          parts: [
            ...sumOfProducts(
              written(state.embeddings[r], format.plain, "query"),
              written(state.embeddings[c], format.plain, "embedding"),
            ),
            " = ",
            score(format.result(computed.unmasked[r][c])),
            ...(hidden ? [" → ", score(format.result(-Infinity))] : []),
          ],
          uses: [
            ...rowCells("embeddings", r, DIMENSIONS),
            ...rowCells("embeddings", c, DIMENSIONS),
            `allowed[${r}][${c}]`,
          ],
        };
      },
    })),
  }));
  return { id: "scores", title: messages.scores, corner: messages.rows_and_columns, columns: keyColumns(state), rows };
}

/** How one weight came about: softmax over the row, then what the order asks for. */
function weightFormula(state, computed, messages, format, r, c) {
  const number = format.result;
  const exponentials = state.words.map((_, key) => ["exp(", score(number(computed.scores[r][key])), ")"]);
  const softWeights = shareParts(exponentials, c, weight(number(computed.softWeights[r][c])));
  const empty = computed.mask[r].every((hidden) => hidden);
  if (state.order === "before")
    return { sentence: messages.softmax_formula + (empty ? ` ${messages.nothing_left}` : ""), parts: softWeights };
  if (state.order === "after")
    return {
      sentence: computed.mask[r][c] ? messages.zeroed_formula : messages.softmax_formula,
      parts: [...softWeights, ...(computed.mask[r][c] ? [" → ", weight("0")] : [])],
    };
  const kept = computed.zeroed[r].map((value) => [weight(number(value))]);
  return {
    sentence: messages.shared_formula + (empty ? ` ${messages.zero_by_zero}` : ""),
    parts: shareParts(kept, c, weight(number(computed.weights[r][c]))),
  };
}

/** @returns {Table} */
function weightsTable(state, computed, messages, format) {
  const rows = state.words.map((queryWord, r) => ({
    label: queryWord,
    cells: [
      ...state.words.map((_, c) => ({
        name: `weights[${r}][${c}]`,
        value: computed.weights[r][c],
        role: "weight",
        bar: Number.isFinite(computed.weights[r][c]) ? computed.weights[r][c] : 0,
        formula: () => ({
          ...weightFormula(state, computed, messages, format, r, c),
          uses: [...rowCells("scores", r, state.words.length), `allowed[${r}][${c}]`],
        }),
      })),
      {
        name: `sums[${r}][0]`,
        value: computed.sums[r],
        formula: () => ({
          sentence: messages.row_sum_formula,
          parts: [
            ...summed(written(computed.weights[r], format.result, "weight")),
            " = ",
            format.result(computed.sums[r]),
          ],
          uses: rowCells("weights", r, state.words.length),
        }),
      },
    ],
  }));
  return {
    id: "weights",
    title: messages.weights,
    corner: messages.rows_and_columns,
    columns: [...keyColumns(state), { label: messages.sum }],
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
        sentence: interpolate(messages.context_formula, { number: d + 1 }),
        parts: [
          ...sumOfProducts(
            written(computed.weights[r], format.result, "weight"),
            written(transpose(state.embeddings)[d], format.plain, "embedding"),
          ),
          " = ",
          format.result(value),
        ],
        uses: [...rowCells("weights", r, state.words.length), ...columnCells("embeddings", d, state.words.length)],
      }),
    })),
  }));
  const columns = computed.context[0].map((_, d) => ({ label: subscripted("c", d + 1) }));
  return { id: "context", title: messages.context, corner: messages.word, columns, rows };
}

// -- notes and controls

function notes(state, computed, messages) {
  const empty = state.words.filter((_, r) => computed.mask[r].every((hidden) => hidden));
  const texts = [];
  if (empty.length > 0) texts.push(interpolate(messages[`note_empty_${state.order}`], { words: empty.join(", ") }));
  if (state.order === "after" && computed.mask.flat().includes(true)) texts.push(messages.note_after);
  return texts;
}

/** @returns {Control[]} */
function controls(state, messages) {
  /** @returns {Control} */
  const choice = (id, options, value, set) => ({
    kind: "choice",
    id,
    label: messages[id],
    options: options.map((option) => messages[`${id}_${option}`]),
    value: options.indexOf(value),
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
    addWordControl(state, messages, MAX_WORDS, growMask),
  ];
}

function view(state, messages, format) {
  const computed = compute(state);
  return {
    tables: [
      embeddingsTable(state, messages, format, { remove: removeWord }),
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
