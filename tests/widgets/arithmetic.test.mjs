// The arithmetic against torch's in 64 bits, to 1e-12 of the largest number around.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import * as arithmetic from "../../frontend/math/matrix.js";

const VALUES = JSON.parse(readFileSync(new URL("torch_values.json", import.meta.url))).arithmetic;

function close(ours, torchs, what) {
  assert.equal(ours.length, torchs.length, what);
  const size = Math.max(1, ...torchs.flat().map(Math.abs));
  ours.forEach((row, r) => {
    assert.equal(row.length, torchs[r].length, what);
    row.forEach((number, c) =>
      assert.ok(
        Math.abs(number - torchs[r][c]) <= 1e-12 * size,
        `${what}[${r}][${c}]: ${number}, torch ${torchs[r][c]}`,
      ),
    );
  });
}

test("sixty tables against torch", () => {
  assert.equal(VALUES.length, 60);
  for (const one of VALUES) {
    const product = arithmetic.matmul(one.left, one.right);
    close(product, one.product, "product");
    close(arithmetic.transpose(one.left), one.transposed, "transposed");
    close(
      one.square.map((row) => arithmetic.softmax(row, one.temperature)),
      one.softmax,
      "softmax",
    );
    close(arithmetic.byRows(one.left, arithmetic.transpose(one.right)), product, "rows by rows");
    const causal = arithmetic.masked(one.square, arithmetic.causalMask(one.square.length));
    close(arithmetic.softmaxRows(causal), one.causal, "causal");
    const { gain, bias } = one;
    const plain = { weight: gain.map(() => 1), bias: bias.map(() => 0) };
    close(arithmetic.layerNorm(one.product, plain), one.normed, "layer norm");
    close(arithmetic.layerNorm(one.product, { weight: gain, bias }), one.gained, "layer norm with weight and bias");
  }
});

test("softmax of large scores is sound, because the maximum is subtracted", () => {
  assert.deepEqual(arithmetic.softmax([1000, 1000, -Infinity]), [0.5, 0.5, 0]);
  assert.deepEqual(arithmetic.softmax([-1000, -1000, -1000, -1000]), [0.25, 0.25, 0.25, 0.25]);
  assert.deepEqual(arithmetic.softmax([0, -Infinity]), [1, 0]);
  assert.ok(
    arithmetic.softmax([-Infinity, -Infinity]).every(Number.isNaN),
    "a row that is hidden whole has no softmax",
  );
});

test("masks hide what they say", () => {
  assert.deepEqual(arithmetic.causalMask(3), [
    [false, true, true],
    [false, false, true],
    [false, false, false],
  ]);
  assert.deepEqual(arithmetic.paddingMask(2, 1), [
    [false, true],
    [false, true],
  ]);
  assert.deepEqual(arithmetic.masked([[1, 2]], [[true, false]], 0), [[0, 2]]);
});

test("shapes that don't fit are refused", () => {
  assert.throws(() => arithmetic.matmul([[1, 2]], [[1, 2]]), /1 × 2 times 1 × 2/);
});

test("shares are parts of the sum, and have none where the sum is 0", () => {
  assert.deepEqual(arithmetic.shares([1, 3]), [0.25, 0.75]);
  assert.ok(arithmetic.shares([1, -1]).every((share) => !Number.isFinite(share)));
});
