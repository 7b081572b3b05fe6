// The explorer without a page: the arithmetic of its model, the words it knows, and the files that it takes or refuses.

import assert from "node:assert/strict";
import { test } from "node:test";
import { latin } from "../../frontend/core/cyrillic.js";
import { distance, nearest } from "../../frontend/core/near-words.js";
import { readAttention, readable } from "../../frontend/explorer/attention-file.js";
import { head } from "../../frontend/math/attention.js";
import { half, readSafetensors } from "../../frontend/model/safetensors.js";
import { findToken, readSentence, sentenceOf } from "../../frontend/model/tokenizer.js";
import { erf } from "../../frontend/tensors/error-function.js";

// -- arithmetic

test("erf is that of tables", () => {
  // Abramowitz and Stegun, table 7.1, and DLMF 7.23; the last digits by Python's math.erf.
  for (const [x, value] of [
    [0, 0],
    [0.1, 0.1124629160182849],
    [0.5, 0.5204998778130465],
    [1, 0.8427007929497149],
    [1.5, 0.9661051464753108],
    [2, 0.9953222650189527],
    [3, 0.9999779095030014],
    [5, 0.9999999999984626],
    [7, 1],
  ]) {
    assert.ok(Math.abs(erf(x) - value) < 3e-16 * 4, `${x}: ${erf(x)}`);
    assert.equal(erf(-x), -erf(x));
  }
});

test("16-bit floats: one, the largest, the smallest, infinity, NaN", () => {
  for (const [bits, value] of [
    [0x3c00, 1],
    [0xc000, -2],
    [0x7bff, 65504],
    [0x0001, 2 ** -24],
    [0x0400, 2 ** -14],
    [0x3555, 0.333251953125],
    [0x7c00, Infinity],
    [0xfc00, -Infinity],
    [0x0000, 0],
  ])
    assert.equal(half(bits), value);
  assert.ok(Number.isNaN(half(0x7e00)));
});

test("safetensors of both widths, behind metadata", () => {
  const header = JSON.stringify({
    __metadata__: { name: "two" },
    a: { dtype: "F16", shape: [2], data_offsets: [0, 4] },
    b: { dtype: "F32", shape: [1, 1], data_offsets: [4, 8] },
  });
  const bytes = new Uint8Array(8 + header.length + 8);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(header.length), true);
  bytes.set(new TextEncoder().encode(header), 8);
  view.setUint16(8 + header.length, 0x3c00, true);
  view.setUint16(10 + header.length, 0xb800, true);
  view.setFloat32(12 + header.length, 1.5, true);
  const { metadata, tensors } = readSafetensors(bytes);
  assert.deepEqual(metadata, { name: "two" });
  assert.deepEqual([...tensors.a.numbers, ...tensors.b.numbers], [1, -0.5, 1.5]);
  assert.deepEqual(tensors.b.shape, [1, 1]);
});

test("one head by hand: rows are queries, the scale is √2, the mask hides the future", () => {
  const found = head(
    [
      [1, 0],
      [0, 2],
    ],
    [
      [1, 1],
      [3, 0],
    ],
    [
      [1, 0],
      [0, 1],
    ],
  );
  assert.deepEqual(
    found.scores.map((row) => [...row]),
    [
      [1, 3],
      [2, 0],
    ],
  );
  assert.ok(Math.abs(found.scaled[1][0] - 2 / Math.SQRT2) < 1e-15);
  assert.deepEqual([...found.masked[0]], [1 / Math.SQRT2, -Infinity]);
  assert.deepEqual([...found.weights[0]], [1, 0]);
  const share = 1 / (1 + Math.exp(-Math.SQRT2));
  assert.ok(Math.abs(found.weights[1][0] - share) < 1e-15);
  assert.deepEqual([...found.context[0]], [1, 0]);
  const open = head(
    [
      [1, 0],
      [0, 2],
    ],
    [
      [1, 1],
      [3, 0],
    ],
    [
      [1, 0],
      [0, 1],
    ],
    false,
  );
  assert.ok(open.weights[0][1] > open.weights[0][0] && open.masked[0][1] > 0);
});

// -- words

const WORDS = new Set(["The", "the", "dog", "dogs", "Haus", "mačka", "žaba", ".", ",", "(", ")"]);

test("words are found as they are typed, small, or with a capital at the start", () => {
  assert.equal(findToken("the", WORDS, true), "The");
  assert.equal(findToken("THE", WORDS), "the");
  assert.equal(findToken("haus", WORDS), "Haus");
  assert.deepEqual(readSentence("the dogs, the dog. the (dog)", WORDS), {
    tokens: ["The", "dogs", ",", "the", "dog", ".", "The", "(", "dog", ")"],
    unknown: [],
    count: 10,
  });
  assert.equal(sentenceOf(["The", "dogs", ",", "the", "(", "dog", ")", "."]), "The dogs, the (dog).");
  assert.deepEqual(readSentence("macˇka", WORDS).unknown.length, 1);
  assert.deepEqual(readSentence("mac\u030cka".normalize("NFD"), WORDS).tokens, ["mačka"]);
});

test("Serbian is read in both alphabets, and a word that isn't known stays as it was typed", () => {
  assert.deepEqual(readSentence("Мачка, жаба. МАЧКА", WORDS), {
    tokens: ["mačka", ",", "žaba", ".", "mačka"],
    unknown: [],
    count: 5,
  });
  assert.deepEqual(readSentence("жамба", WORDS).unknown, [{ word: "жамба", near: ["žaba"] }]);
  assert.equal(latin("Љубав, њива, џеп, ЂАК, ћилим; dog"), "Ljubav, njiva, džep, ĐAK, ćilim; dog");
});

test("what is behind the words that are read is counted, and neither read nor asked for", () => {
  const { tokens, unknown, count } = readSentence("The dogs, the xylophone", WORDS, 3);
  assert.deepEqual([tokens, unknown, count], [["The", "dogs", ","], [], 5]);
});

test("what is not known is said once, with near words, marks above letters counting least", () => {
  const { unknown, tokens } = readSentence("the dgo and dgo", WORDS);
  assert.deepEqual(tokens, ["The"]);
  assert.deepEqual(
    unknown.map(({ word }) => word),
    ["dgo", "and"],
  );
  assert.equal(unknown[0].near[0], "dog");
  assert.equal(nearest("macka", WORDS)[0], "mačka");
  assert.equal(nearest("zaba", WORDS)[0], "žaba");
  assert.deepEqual(nearest("xylophone", WORDS), []);
  for (const sign of ["!", "<", "🙂"]) assert.deepEqual(nearest(sign, WORDS), [], "a sign is no slip");
});

test("edit distance: put in, take out, change, swap", () => {
  for (const [left, right, count] of [
    ["", "", 0],
    ["dog", "dogs", 1],
    ["dogs", "dog", 1],
    ["dog", "dig", 1],
    ["dgo", "dog", 1],
    ["kitten", "sitting", 3],
    ["", "abc", 3],
  ])
    assert.equal(distance(left, right), count, `${left} ${right}`);
});

// -- files

const decoder = () => ({
  version: 1,
  kind: "decoder",
  tokens: ["a", "b"],
  attention: [
    [
      [
        [1, 0],
        [0.4, 0.6],
      ],
    ],
  ],
});
const pair = () => ({
  version: 1,
  kind: "encoder",
  tokens: ["a", "b", "c"],
  sentence_b_start: 2,
  attention: [
    [
      [
        [0.2, 0.3, 0.5],
        [1, 0, 0],
        [0, 0, 1],
      ],
    ],
  ],
  queries: [
    [
      [
        [1, 0],
        [0, 1],
        [1, 1],
      ],
    ],
  ],
  keys: [
    [
      [
        [1, 0],
        [0, 1],
        [1, 1],
      ],
    ],
  ],
  values: [[[[1], [2], [3]]]],
});
const both = () => ({
  version: 1,
  kind: "encoder-decoder",
  encoder: {
    tokens: ["x", "y", "z"],
    attention: [
      [
        [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
      ],
    ],
  },
  decoder: {
    tokens: ["a", "b"],
    attention: [
      [
        [
          [1, 0],
          [0.5, 0.5],
        ],
      ],
    ],
  },
  cross: {
    attention: [
      [
        [
          [0.2, 0.3, 0.5],
          [0, 0, 1],
        ],
      ],
    ],
  },
});
const reads = (file) => readAttention(typeof file === "string" ? file : JSON.stringify(file));
const refusal = (file) => reads(file).problems?.map(({ key, path }) => `${key} ${path}`.trim());

test("good files are read: rows of cross-attention are the decoder's", () => {
  const { reading } = reads(decoder());
  assert.deepEqual([reading.kind, reading.layerNames, reading.headNames], ["decoder", [1], [1]]);
  assert.deepEqual(reading.parts[0].head(0, 0).weights, [
    [1, 0],
    [0.4, 0.6],
  ]);
  const [self] = reads(pair()).reading.parts;
  assert.equal(self.split, 2);
  assert.deepEqual([...self.head(0, 0).context[0]], [0.2 * 1 + 0.3 * 2 + 0.5 * 3]);
  assert.equal(self.head(0, 0).agrees, false, "these weights are not the softmax of these queries and keys");
  const [encoder, , cross] = reads(both()).reading.parts;
  assert.deepEqual(
    [encoder.id, cross.id, cross.queryTokens, cross.keyTokens],
    ["encoder", "cross", ["a", "b"], ["x", "y", "z"]],
  );
  assert.deepEqual(reads({ ...decoder(), layers: [7], heads: [0], name: "mine" }).reading.layerNames, [7]);
});

test("rows may add up to less than 1, as with an attention sink, and the reading says so", () => {
  const rows = (...weights) => ({ ...decoder(), kind: "encoder", attention: [[weights]] });
  const hasSink = (file) => reads(file).reading.parts[0].hasSink;
  assert.deepEqual(
    [hasSink(decoder()), hasSink(rows([1, 0], [0.3, 0.4])), hasSink(rows([0, 0], [0.4, 0.6]))],
    [false, true, true],
  );
  assert.deepEqual(refusal(rows([1, 0.7], [0, 0.3])), ["row_sum attention[0][0][0]"], "swapped rows and columns");
});

test("weights that are the softmax of q·k agree with them", () => {
  const share = 1 / (1 + Math.exp(1 / Math.SQRT2));
  const file = {
    version: 1,
    kind: "decoder",
    tokens: ["a", "b"],
    attention: [
      [
        [
          [1, 0],
          [1 - share, share],
        ],
      ],
    ],
    queries: [
      [
        [
          [1, 0],
          [1, 0],
        ],
      ],
    ],
    keys: [
      [
        [
          [1, 0],
          [0, 5],
        ],
      ],
    ],
  };
  assert.equal(reads(file).reading.parts[0].head(0, 0).agrees, true);
  const other = {
    ...file,
    attention: [
      [
        [
          [1, 0],
          [share, 1 - share],
        ],
      ],
    ],
  };
  assert.equal(reads(other).reading.parts[0].head(0, 0).agrees, false);
});

test("tokenizers' signs for spaces and line breaks become readable", () =>
  assert.deepEqual(["Ġdogs", "▁dogs", "dog</w>", "Ċ", "\n", "\t", ""].map(readable), [
    "·dogs",
    "·dogs",
    "dog",
    "¶",
    "¶",
    "·",
    "∅",
  ]));

const REFUSED = {
  not_json: "{",
  empty_file: "  ",
  not_finite_json: '{"version": 1, "kind": "decoder", "tokens": ["a"], "attention": [[[[NaN]]]]}',
  not_object: [],
  "unknown_version version": { ...decoder(), version: 2 },
  "unknown_kind kind": { ...decoder(), kind: "bert" },
  "missing tokens": { ...decoder(), tokens: undefined },
  "missing_near attention": { ...decoder(), attention: undefined, attentions: [] },
  "count_queries attention[0][0]": { ...decoder(), tokens: ["a", "b", "c"] },
  "not_text tokens[1]": { ...decoder(), tokens: ["a", 2] },
  "empty_list tokens": { ...decoder(), tokens: [] },
  "too_shallow attention": { ...decoder(), attention: decoder().attention[0] },
  "too_deep attention": { ...decoder(), attention: [decoder().attention] },
  "row_sum attention[0][0][1]": {
    ...decoder(),
    attention: [
      [
        [
          [1, 0],
          [0.8, 0.4],
        ],
      ],
    ],
  },
  "looks_ahead attention[0][0][0][1]": {
    ...decoder(),
    attention: [
      [
        [
          [0.5, 0.5],
          [0.5, 0.5],
        ],
      ],
    ],
  },
  "not_share attention[0][0][1][0]": {
    ...decoder(),
    attention: [
      [
        [
          [1, 0],
          [-0.4, 1.4],
        ],
      ],
    ],
  },
  "not_number attention[0][0][1][0]": {
    ...decoder(),
    attention: [
      [
        [
          [1, 0],
          [null, 1],
        ],
      ],
    ],
  },
  "count_keys attention[0][0][1]": { ...decoder(), attention: [[[[1, 0], [1]]]] },
  "bad_split sentence_b_start": { ...pair(), sentence_b_start: 3 },
  "alone queries": { ...pair(), keys: undefined },
  "count_dimensions keys": { ...pair(), keys: [[[[1], [0], [1]]]] },
  "count_tokens values[0][0]": { ...pair(), values: [[[[1], [2]]]] },
  "missing cross": { ...both(), cross: undefined },
  "count_keys cross.attention[0][0][0]": {
    ...both(),
    cross: {
      attention: [
        [
          [
            [1, 0],
            [0, 1],
          ],
        ],
      ],
    },
  },
  "count_queries cross.attention[0][0]": {
    ...both(),
    cross: {
      attention: [
        [
          [
            [0.2, 0.8],
            [0.3, 0],
            [0.5, 0.2],
          ],
        ],
      ],
    },
  },
  "twice heads": { ...decoder(), attention: [[decoder().attention[0][0], decoder().attention[0][0]]], heads: [3, 3] },
};

for (const [expected, file] of Object.entries(REFUSED))
  test(`refused: ${expected}`, () => assert.deepEqual(refusal(file), [expected]));

test("a file without a version is of the first", () =>
  assert.equal(readAttention(JSON.stringify({ ...decoder(), version: undefined })).problems, undefined));

test("text that no browser can place a fault in is no JSON", () =>
  assert.match(refusal("dogs bark")[0], /^(no|not)_json$/));

test("more than one fault is told at once", () => {
  assert.deepEqual(refusal({ ...decoder(), tokens: ["a", 2], attention: 3 }), [
    "not_text tokens[1]",
    "not_list attention",
  ]);
});
