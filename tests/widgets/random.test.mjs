// torch's random numbers to the last bit, for fifty seeds.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { dropoutMask, Generator, linear, rand } from "../../frontend/tensors/random.js";

const VALUES = JSON.parse(readFileSync(new URL("torch_values.json", import.meta.url)));
const bits = (numbers) => [...new Int32Array(new Float32Array(numbers).buffer)];
const exact = (numbers) =>
  assert.ok(
    numbers.every((number) => number === Math.fround(number)),
    "not a float32",
  );

test("fifty seeds", () => assert.equal(VALUES.seeds.length, 50));

for (const one of VALUES.seeds) {
  test(`seed ${one.seed}: rand, Linear, dropout`, () => {
    const numbers = rand(new Generator(one.seed), 3, 6).flat();
    exact(numbers);
    assert.deepEqual(bits(numbers), one.rand);

    const generator = new Generator(one.seed);
    const first = linear(generator, one.inputs, one.outputs);
    assert.deepEqual(bits(first.weight.flat()), one.weight);
    assert.deepEqual(bits(first.bias), one.bias);
    const second = linear(generator, one.inputs, one.outputs, { bias: false });
    exact(second.weight.flat());
    assert.deepEqual(bits(second.weight.flat()), one.second);
    assert.equal(second.bias, null);

    const kept = dropoutMask(new Generator(one.seed), 4, 6, one.probability);
    assert.deepEqual(kept.flat().map(Number), one.kept);
  });
}

test("after two thousand numbers", () => {
  const generator = new Generator(VALUES.long.seed);
  rand(generator, 1, VALUES.long.skipped);
  assert.deepEqual(bits(rand(generator, 1, 20)[0]), VALUES.long.rand);
});

test("a seed may be a number, a BigInt or text", () => {
  const first = [7, 7n, "7"].map((seed) => new Generator(seed).word());
  assert.equal(new Set(first).size, 1);
  assert.throws(() => new Generator(1.5), RangeError);
});
