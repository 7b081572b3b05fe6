// The tables of each step. `carry` is the same for a number that only moves, so that it can be seen moving.

import { filled } from "../../core/dom.js";
import { cellsOf, DIMENSIONS } from "../shared/embeddings-table.js";
import { bracketed, embedding, indexed, joined, part, query, score, weight } from "../shared/formula-parts.js";
import { fits, TABLES, WIDTH } from "./compute.js";
import { sizes } from "./steps.js";

/** What all tables are made from. */
export function builder(state, messages, format) {
  const { h, d } = sizes(state);
  const say = (key, fill) => filled(messages[key], fill);
  const along = (name, count) => Array.from({ length: count }, (_, index) => name(index));
  const address = (name, ...places) => name + places.map((index) => `[${index}]`).join("");
  const bandOf = (c) => fits(h) && Math.floor(c / d) % 2 === 1; // every other head, in a table that all heads share
  const heads = (letter, count, role, band = (_column) => false) =>
    Array.from({ length: count }, (_, c) => ({
      label: indexed(letter, c + 1),
      title: say("dimension", { number: c + 1 }),
      role,
      band: band(c),
    }));
  const titled = (what, head) => say("of_head", { what: messages[what], head: head + 1 });
  const sum = (left, right, asLeft, asRight) =>
    joined(
      left.map((one, index) => [
        asLeft(bracketed(format.result(one))),
        " · ",
        asRight(bracketed(format.result(right[index]))),
      ]),
      " + ",
    );
  return { state, messages, format, d, h, say, address, along, bandOf, heads, titled, sum, tokens: state.words.length };
}

const plain = (text) => text;
const asKey = (text) => part(text, "key");
const asValue = (text) => part(text, "value");
const ROLES = {
  queries: [query, "query", "W_query"],
  keys: [asKey, "key", "W_key"],
  values: [asValue, "value", "W_value"],
};

/** x · W: the words and parts of one number of a projected query, key or value. */
function projected({ state, format, say }, kind, t, c, value) {
  const [as, , table] = ROLES[kind];
  const column = TABLES[table].map((row) => row[c]);
  return {
    sentence: say(`${kind}_formula`, { word: state.words[t], number: c + 1 }),
    parts: [
      ...joined(
        state.embeddings[t].map((one, r) => [embedding(bracketed(format.plain(one))), " · ", format.result(column[r])]),
        " + ",
      ),
      " = ",
      as(format.result(value)),
    ],
    uses: cellsOf("embeddings", t, DIMENSIONS),
  };
}

/** One of the chapter's tables, which stay as they are. */
function constantTable({ messages, format, say, address, heads }, name, letter, band = (_column) => false) {
  const formula = (r, c, value) => ({
    sentence: say("table_formula", { table: name }),
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
  return { id: name, title: name, corner: messages.number, columns: heads(letter, WIDTH, "", band), rows };
}

/** A number that has only got another address. */
const moved = ({ messages, format }, to, from, as, value) => ({
  sentence: messages.moved_formula,
  parts: [to, " = ", from, " = ", as(format.result(value))],
});

/** (tokens, width): the columns of one head beside those of the next. */
function wideTable(build, id, letter, numbers, role, cell, band = build.bandOf) {
  const { state, messages, heads, address } = build;
  const rows = state.words.map((label, t) => ({
    label,
    cells: numbers[t].map((value, c) => ({
      name: address(id, t, c),
      value,
      role,
      band: band(c),
      ...cell(t, c, value),
    })),
  }));
  return { id, title: messages[id], corner: messages.word, columns: heads(letter, WIDTH, role, band), rows };
}

/** (tokens, heads, d): for each token a small table with a row for each head. */
function tokenTables(build, id, letter, block, role, cell) {
  const { state, heads, say, messages, d, address } = build;
  return state.words.map((word, t) => ({
    id: `${id}-${t}`,
    title: word,
    corner: messages.head_head,
    columns: heads(letter, d, role),
    rows: block[t].map((row, head) => ({
      label: say("head", { head: head + 1 }),
      cells: row.map((value, c) => ({
        name: address(id, t, head, c),
        value,
        role,
        band: head % 2 === 1,
        ...cell(t, head, c, value),
      })),
    })),
  }));
}

/** (heads, tokens, columns): a table for each head. */
function headTables(build, id, title, columns, block, role, cell) {
  const { state, messages, titled, address } = build;
  return block.map((table, head) => ({
    id: `${id}-${head}`,
    title: titled(title, head),
    corner: messages.word,
    columns: columns(head),
    rows: table.map((row, t) => ({
      label: state.words[t],
      cells: row.map((value, c) => ({
        name: address(id, head, t, c),
        value,
        role,
        band: head % 2 === 1,
        ...cell(head, t, c, value),
      })),
    })),
  }));
}

const queryCarry = (t, c) => `q ${t} ${c}`;
const contextCarry = (t, c) => `c ${t} ${c}`;

/** The projected keys or values as the heads see them. */
function splitTables(build, kind, block) {
  const [, role] = ROLES[kind];
  return headTables(
    build,
    `${kind}_by_head`,
    kind,
    () => build.heads(role[0], build.d, role),
    block,
    role,
    (head, t, c, value) => ({
      formula: () => projected(build, kind, t, head * build.d + c, value),
    }),
  );
}

/** The tables of one head stand together, in a line of their own where there is room. */
const byTurns = (...lists) =>
  lists[0].flatMap((_, head) => lists.map((list, index) => ({ ...list[head], newLine: index === 0 })));

export const TABLES_OF = {
  x: () => [],

  queries: (build, tensors) => [
    constantTable(build, "W_query", "q", build.bandOf),
    wideTable(build, "queries", "q", tensors.queries, "query", (t, c, value) => ({
      carry: queryCarry(t, c),
      formula: () => {
        const { uses, ...formula } = projected(build, "queries", t, c, value);
        return { ...formula, left: uses, right: build.along((r) => build.address("W_query", r, c), DIMENSIONS) };
      },
    })),
  ],

  cut: (build, tensors) =>
    tokenTables(build, "cut", "q", tensors.cut, "query", (t, head, c, value) => ({
      carry: queryCarry(t, head * build.d + c),
      formula: () =>
        moved(build, build.address("cut", t, head, c), build.address("queries", t, head * build.d + c), query, value),
    })),

  by_head: (build, tensors) =>
    headTables(
      build,
      "by_head",
      "queries",
      () => build.heads("q", build.d, "query"),
      tensors.byHead,
      "query",
      (head, t, c, value) => ({
        carry: queryCarry(t, head * build.d + c),
        formula: () =>
          moved(build, build.address("by_head", head, t, c), build.address("cut", t, head, c), query, value),
      }),
    ),

  scores(build, tensors) {
    const { state, d, say, address, sum, format } = build;
    const scores = headTables(
      build,
      "scores",
      "scores",
      () => state.words.map((label) => ({ label })),
      tensors.scores,
      "score",
      (head, t, key, value) => ({
        formula: () => ({
          sentence:
            say("scores_formula", { head: head + 1, query: state.words[t], key: state.words[key], width: d }) +
            (value === -Infinity ? ` ${say("hidden_words", { key: state.words[key] })}` : ""),
          parts: [
            "(",
            ...sum(tensors.byHead[head][t], tensors.keys[head][key], query, asKey),
            `) / √${d} = `,
            score(format.result(tensors.all[head][t][key])),
            ...(value === -Infinity ? [" → ", score(format.result(value))] : []),
          ],
          left: build.along((c) => address("by_head", head, t, c), d),
          right: build.along((c) => address("keys_by_head", head, key, c), d),
        }),
      }),
    );
    return byTurns(TABLES_OF.by_head(build, tensors), splitTables(build, "keys", tensors.keys), scores);
  },

  weights(build, tensors) {
    const { state, say, format } = build;
    return headTables(
      build,
      "weights",
      "weights",
      () => state.words.map((label) => ({ label })),
      tensors.weights,
      "weight",
      (head, t, key, value) => {
        const exponentials = tensors.scores[head][t].map((one) => ["exp(", score(format.result(one)), ")"]);
        return {
          bar: value,
          formula: () => ({
            sentence: say("weights_formula", { head: head + 1 }),
            parts: [...exponentials[key], " / (", ...joined(exponentials, " + "), ") = ", weight(format.result(value))],
          }),
        };
      },
    );
  },

  context(build, tensors) {
    const { say, address, along, heads, d, sum, format, tokens } = build;
    const context = headTables(
      build,
      "context",
      "context",
      () => heads("c", d, ""),
      tensors.context,
      "",
      (head, t, c, value) => ({
        carry: contextCarry(t, head * d + c),
        formula: () => ({
          sentence: say("context_formula", { head: head + 1, number: c + 1 }),
          parts: [
            ...sum(
              tensors.weights[head][t],
              tensors.values[head].map((row) => row[c]),
              weight,
              asValue,
            ),
            " = ",
            format.result(value),
          ],
          left: along((key) => address("weights", head, t, key), tokens),
          right: along((key) => address("values_by_head", head, key, c), tokens),
        }),
      }),
    );
    return byTurns(TABLES_OF.weights(build, tensors), splitTables(build, "values", tensors.values), context);
  },

  swapped_back: (build, tensors) =>
    tokenTables(build, "swapped_back", "c", tensors.back, "", (t, head, c, value) => ({
      carry: contextCarry(t, head * build.d + c),
      formula: () =>
        moved(build, build.address("swapped_back", t, head, c), build.address("context", head, t, c), plain, value),
    })),

  joined: (build, tensors) => [
    wideTable(build, "joined", "c", tensors.together, "", (t, c, value) => ({
      carry: contextCarry(t, c),
      formula: () =>
        moved(
          build,
          build.address("joined", t, c),
          build.address("swapped_back", t, Math.floor(c / build.d), c % build.d),
          plain,
          value,
        ),
    })),
  ],

  output(build, tensors) {
    const { state, say, address, along, sum, format } = build;
    const mixed = () => false; // each number has something of every head
    const cell = (t, c, value) => ({
      formula: () => ({
        sentence: say("output_formula", { word: state.words[t], number: c + 1 }),
        parts: [
          ...sum(
            tensors.together[t],
            TABLES.W_out.map((row) => row[c]),
            plain,
            plain,
          ),
          " = ",
          format.result(value),
        ],
        left: cellsOf("joined", t, WIDTH),
        right: along((r) => address("W_out", r, c), WIDTH),
      }),
    });
    return [
      ...TABLES_OF.joined(build, tensors),
      constantTable(build, "W_out", "o"),
      wideTable(build, "output", "o", tensors.output, "", cell, mixed),
    ];
  },
};
