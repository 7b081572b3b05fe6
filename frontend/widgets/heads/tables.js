// The tables of each step. Numbers that only move keep their `moveKey`, so that the move is animated.

import { interpolate } from "../../core/dom.js";
import { DIMENSIONS } from "../shared/embeddings-table.js";
import {
  part,
  query,
  rowCells,
  score,
  shareParts,
  subscripted,
  sumOfProducts,
  weight,
  written,
} from "../shared/formula-parts.js";
import { fits, TABLES, WIDTH } from "./compute.js";
import { sizes } from "./steps.js";

/** What all tables share: the state, messages, number formats, and helpers for names, columns and sums. */
export function tableBuilder(state, messages, format) {
  const { h, d } = sizes(state);
  const t = (key, values) => interpolate(messages[key], values);
  const mapRange = (nameAt, count) => Array.from({ length: count }, (_, index) => nameAt(index));
  const address = (name, ...indexes) => name + indexes.map((index) => `[${index}]`).join("");
  const bandOf = (c) => fits(h) && Math.floor(c / d) % 2 === 1; // every other head, in a table that all heads share
  const numberedColumns = (letter, count, role, band = (_column) => false) =>
    Array.from({ length: count }, (_, c) => ({
      label: subscripted(letter, c + 1),
      title: t("dimension", { number: c + 1 }),
      role,
      band: band(c),
    }));
  const titleOfHead = (what, head) => t("of_head", { what: messages[what], head: head + 1 });
  const productSum = (left, right, leftRole, rightRole) =>
    sumOfProducts(written(left, format.result, leftRole), written(right, format.result, rightRole));
  return {
    state,
    messages,
    format,
    d,
    h,
    t,
    address,
    mapRange,
    bandOf,
    numberedColumns,
    titleOfHead,
    productSum,
    tokens: state.words.length,
  };
}

const ROLES = { queries: ["query", "W_query"], keys: ["key", "W_key"], values: ["value", "W_value"] };

/** x · W: the words and parts of one number of a projected query, key or value. */
function projected({ state, format, t }, kind, token, c, value) {
  const [role, table] = ROLES[kind];
  const column = TABLES[table].map((row) => row[c]);
  return {
    sentence: t(`${kind}_formula`, { word: state.words[token], number: c + 1 }),
    parts: [
      ...sumOfProducts(written(state.embeddings[token], format.plain, "embedding"), written(column, format.result)),
      " = ",
      part(format.result(value), role),
    ],
    uses: rowCells("embeddings", token, DIMENSIONS),
  };
}

/** One of the chapter's tables, which stay as they are. */
function constantTable({ messages, format, t, address, numberedColumns }, name, letter, band = (_column) => false) {
  const formula = (r, c, value) => ({
    sentence: t("table_formula", { table: name }),
    parts: [address(name, r, c), " = ", format.result(value)],
  });
  const rows = TABLES[name].map((row, r) => ({
    label: `${r + 1}`,
    cells: row.map((value, c) => ({
      name: address(name, r, c),
      value,
      band: band(c),
      formula: () => formula(r, c, value),
    })),
  }));
  return { id: name, title: name, corner: messages.number, columns: numberedColumns(letter, WIDTH, "", band), rows };
}

/** The formula of a number that has only changed its indexes. */
const movedFormula = ({ messages }, to, from, value) => ({
  sentence: messages.moved_formula,
  parts: [to, " = ", from, " = ", value],
});

/** (tokens, width): the columns of one head beside those of the next. */
function wideTable(build, id, letter, numbers, role, cell, band = build.bandOf) {
  const { state, messages, numberedColumns, address } = build;
  const rows = state.words.map((label, token) => ({
    label,
    cells: numbers[token].map((value, c) => ({
      name: address(id, token, c),
      value,
      role,
      band: band(c),
      ...cell(token, c, value),
    })),
  }));
  return { id, title: messages[id], corner: messages.word, columns: numberedColumns(letter, WIDTH, role, band), rows };
}

/** (tokens, heads, d): for each token a small table with a row for each head. */
function tokenTables(build, id, letter, block, role, cell) {
  const { state, numberedColumns, t, messages, d, address } = build;
  return state.words.map((word, token) => ({
    id: `${id}-${token}`,
    title: word,
    corner: messages.head_head,
    columns: numberedColumns(letter, d, role),
    rows: block[token].map((row, head) => ({
      label: t("head", { head: head + 1 }),
      cells: row.map((value, c) => ({
        name: address(id, token, head, c),
        value,
        role,
        band: head % 2 === 1,
        ...cell(token, head, c, value),
      })),
    })),
  }));
}

/** (heads, tokens, columns): a table for each head. */
function headTables(build, id, title, columns, block, role, cell) {
  const { state, messages, titleOfHead, address } = build;
  return block.map((table, head) => ({
    id: `${id}-${head}`,
    title: titleOfHead(title, head),
    corner: messages.word,
    columns: columns(head),
    rows: table.map((row, token) => ({
      label: state.words[token],
      cells: row.map((value, c) => ({
        name: address(id, head, token, c),
        value,
        role,
        band: head % 2 === 1,
        ...cell(head, token, c, value),
      })),
    })),
  }));
}

const queryMoveKey = (token, c) => `q ${token} ${c}`;
const contextMoveKey = (token, c) => `c ${token} ${c}`;

/** The projected keys or values as the heads see them. */
function splitTables(build, kind, block) {
  const [role] = ROLES[kind];
  return headTables(
    build,
    `${kind}_by_head`,
    kind,
    () => build.numberedColumns(role[0], build.d, role),
    block,
    role,
    (head, token, c, value) => ({
      formula: () => projected(build, kind, token, head * build.d + c, value),
    }),
  );
}

/** The tables of one head stand together, in a line of their own where there is room. */
const interleave = (...lists) =>
  lists[0].flatMap((_, head) => lists.map((list, index) => ({ ...list[head], newLine: index === 0 })));

/** Step → function from a table builder and the tensors to the tables that the step shows. */
export const TABLES_OF = {
  x: () => [],

  queries: (build, tensors) => [
    constantTable(build, "W_query", "q", build.bandOf),
    wideTable(build, "queries", "q", tensors.queries, "query", (token, c, value) => ({
      moveKey: queryMoveKey(token, c),
      formula: () => {
        const { uses, ...formula } = projected(build, "queries", token, c, value);
        return { ...formula, left: uses, right: build.mapRange((r) => build.address("W_query", r, c), DIMENSIONS) };
      },
    })),
  ],

  cut: (build, tensors) =>
    tokenTables(build, "cut", "q", tensors.cut, "query", (token, head, c, value) => ({
      moveKey: queryMoveKey(token, head * build.d + c),
      formula: () =>
        movedFormula(
          build,
          build.address("cut", token, head, c),
          build.address("queries", token, head * build.d + c),
          query(build.format.result(value)),
        ),
    })),

  by_head: (build, tensors) =>
    headTables(
      build,
      "by_head",
      "queries",
      () => build.numberedColumns("q", build.d, "query"),
      tensors.byHead,
      "query",
      (head, token, c, value) => ({
        moveKey: queryMoveKey(token, head * build.d + c),
        formula: () =>
          movedFormula(
            build,
            build.address("by_head", head, token, c),
            build.address("cut", token, head, c),
            query(build.format.result(value)),
          ),
      }),
    ),

  scores(build, tensors) {
    const { state, d, t, address, productSum, format } = build;
    const scores = headTables(
      build,
      "scores",
      "scores",
      () => state.words.map((label) => ({ label })),
      tensors.scores,
      "score",
      (head, token, key, value) => ({
        formula: () => ({
          sentence:
            t("scores_formula", { head: head + 1, query: state.words[token], key: state.words[key], width: d }) +
            (value === -Infinity ? ` ${t("hidden_words", { key: state.words[key] })}` : ""),
          parts: [
            "(",
            ...productSum(tensors.byHead[head][token], tensors.keys[head][key], "query", "key"),
            `) / √${d} = `,
            score(format.result(tensors.scaledScores[head][token][key])),
            ...(value === -Infinity ? [" → ", score(format.result(value))] : []),
          ],
          left: build.mapRange((c) => address("by_head", head, token, c), d),
          right: build.mapRange((c) => address("keys_by_head", head, key, c), d),
        }),
      }),
    );
    return interleave(TABLES_OF.by_head(build, tensors), splitTables(build, "keys", tensors.keys), scores);
  },

  weights(build, tensors) {
    const { state, t, format } = build;
    return headTables(
      build,
      "weights",
      "weights",
      () => state.words.map((label) => ({ label })),
      tensors.weights,
      "weight",
      (head, token, key, value) => {
        const exponentials = tensors.scores[head][token].map((value) => ["exp(", score(format.result(value)), ")"]);
        return {
          bar: value,
          formula: () => ({
            sentence: t("weights_formula", { head: head + 1 }),
            parts: shareParts(exponentials, key, weight(format.result(value))),
          }),
        };
      },
    );
  },

  context(build, tensors) {
    const { t, address, mapRange, numberedColumns, d, productSum, format, tokens } = build;
    const context = headTables(
      build,
      "context",
      "context",
      () => numberedColumns("c", d, ""),
      tensors.context,
      "",
      (head, token, c, value) => ({
        moveKey: contextMoveKey(token, head * d + c),
        formula: () => ({
          sentence: t("context_formula", { head: head + 1, number: c + 1 }),
          parts: [
            ...productSum(
              tensors.weights[head][token],
              tensors.values[head].map((row) => row[c]),
              "weight",
              "value",
            ),
            " = ",
            format.result(value),
          ],
          left: mapRange((key) => address("weights", head, token, key), tokens),
          right: mapRange((key) => address("values_by_head", head, key, c), tokens),
        }),
      }),
    );
    return interleave(TABLES_OF.weights(build, tensors), splitTables(build, "values", tensors.values), context);
  },

  swapped_back: (build, tensors) =>
    tokenTables(build, "swapped_back", "c", tensors.swappedBack, "", (token, head, c, value) => ({
      moveKey: contextMoveKey(token, head * build.d + c),
      formula: () =>
        movedFormula(
          build,
          build.address("swapped_back", token, head, c),
          build.address("context", head, token, c),
          build.format.result(value),
        ),
    })),

  joined: (build, tensors) => [
    wideTable(build, "joined", "c", tensors.joined, "", (token, c, value) => ({
      moveKey: contextMoveKey(token, c),
      formula: () =>
        movedFormula(
          build,
          build.address("joined", token, c),
          build.address("swapped_back", token, Math.floor(c / build.d), c % build.d),
          build.format.result(value),
        ),
    })),
  ],

  output(build, tensors) {
    const { state, t, address, mapRange, productSum, format } = build;
    const mixed = () => false; // each number has something of every head
    const cell = (token, c, value) => ({
      formula: () => ({
        sentence: t("output_formula", { word: state.words[token], number: c + 1 }),
        parts: [
          ...productSum(
            tensors.joined[token],
            TABLES.W_out.map((row) => row[c]),
          ),
          " = ",
          format.result(value),
        ],
        left: rowCells("joined", token, WIDTH),
        right: mapRange((r) => address("W_out", r, c), WIDTH),
      }),
    });
    return [
      ...TABLES_OF.joined(build, tensors),
      constantTable(build, "W_out", "o"),
      wideTable(build, "output", "o", tensors.output, "", cell, mixed),
    ];
  },
};
