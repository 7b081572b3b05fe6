"""Random numbers in JavaScript are torch's to the last bit, in every order of calls."""

from __future__ import annotations

import random
import struct
from fractions import Fraction
from itertools import chain

import pytest
from node_json import run, torch_of_the_pages

torch = torch_of_the_pages()

PROGRAM = """
import * as random from "./frontend/tensors/random.js";
import { DTYPES } from "./frontend/tensors/dtypes.js";
const bits = (numbers) => numbers instanceof Float32Array
  ? [...new Int32Array(numbers.buffer)]
  : numbers instanceof Float64Array ? [...new BigInt64Array(numbers.buffer)].map(String) : [...numbers];
const output = input.map(({ seed, steps }) => {
  let generator = new random.Generator(seed);
  let saved = generator.getState();
  return steps.map(([name, ...rest]) => {
    if (name === "save") saved = generator.getState();
    else if (name === "restore") generator.setState(saved);
    else if (name === "seed") generator.manualSeed(rest[0]);
    else {
      const options = rest.at(-1);
      if (options?.dtype?.endsWith("float16")) options.round = DTYPES[options.dtype].round;
      return bits(random[name](generator, ...rest));
    }
    return null;
  });
});
"""
SEEDS = [*range(40), 42, 123, 789, 1234, 65_535, 2**31 - 1, 2**31, 2**32 - 1, 2**40 + 7, -1]
SIZES = [1, 2, 5, 15, 16, 17, 31, 32, 100, 257, 1000, 2048]
FLOAT_OF = {torch.float32: torch.int32, torch.float64: torch.int64}


def bits(tensor: torch.Tensor) -> list:
    """Floats by their bits, as JavaScript holds them: half precision as float32, whole numbers as float64."""
    if tensor.dtype in (torch.float16, torch.bfloat16):
        tensor = tensor.float()
    if tensor.dtype == torch.int64:
        tensor = tensor.double()
    found = tensor.flatten().view(FLOAT_OF[tensor.dtype]).tolist()
    return [str(number) for number in found] if tensor.dtype == torch.float64 else found


class Torch:
    """The steps of a sequence, as torch takes them."""

    def __init__(self, seed: int):
        self.generator = torch.Generator().manual_seed(seed)
        self.saved = self.generator.get_state()

    def save(self):
        self.saved = self.generator.get_state()

    def restore(self):
        self.generator.set_state(self.saved)

    def seed(self, seed):
        self.generator.manual_seed(int(seed))

    def uniform(self, count, options):
        chosen = {name: value for name, value in options.items() if name in ("from", "to")}
        return empty(count, options).uniform_(*reach(chosen), generator=self.generator)

    def normal(self, count, options):
        numbers = empty((count, 2), options)[:, 0] if options.get("serial") else empty(count, options)
        return numbers.normal_(options.get("mean", 0), options.get("std", 1), generator=self.generator)

    def exponential(self, count, options):
        return empty(count, options).exponential_(options.get("rate", 1), generator=self.generator)

    def integers(self, count, low, high):
        return torch.randint(low, high, (count,), generator=self.generator)

    def permutation(self, count):
        return torch.randperm(count, generator=self.generator)

    def bernoulli(self, count, probability):
        return torch.empty(count).bernoulli_(probability, generator=self.generator)

    def bernoulliOf(self, probabilities, dtype):  # noqa: N802
        return torch.bernoulli(torch.tensor(probabilities, dtype=getattr(torch, dtype)), generator=self.generator)

    def multinomial(self, probabilities, options):
        table = torch.tensor(probabilities, dtype=getattr(torch, options.get("dtype", "float32")))
        table = table.reshape(options["rows"], options["columns"])
        return torch.multinomial(table, options["samples"], options.get("replacement", False), generator=self.generator)


def reach(options: dict) -> tuple[float, float]:
    return options.get("from", 0), options.get("to", 1)


def empty(shape, options: dict) -> torch.Tensor:
    return torch.empty(shape, dtype=getattr(torch, options.get("dtype", "float32")))


WHOLE = ("bernoulli", "bernoulliOf")


def theirs(sequence: dict) -> list:
    source = Torch(int(sequence["seed"]))
    found = []
    for name, *arguments in sequence["steps"]:
        result = getattr(source, name)(*arguments)
        if result is not None:
            result = result.int().tolist() if name in WHOLE else bits(result)
        found.append(result)
    return found


def differences(sequences: list[dict]) -> list[tuple]:
    """Which steps of which sequences gave something else."""
    ours = run(PROGRAM, sequences)
    return [
        (sequence["seed"], step, mine[:4] if mine else mine, other[:4] if other else other)
        for sequence, results in zip(sequences, ours)
        for step, mine, other in zip(sequence["steps"], results, theirs(sequence), strict=True)
        if mine != other
    ]


def each_seed(*steps: list) -> list[dict]:
    return [{"seed": str(seed), "steps": list(steps)} for seed in SEEDS]


def test_randn_of_every_size_for_fifty_seeds():
    assert len(SEEDS) == 50
    sequences = [{"seed": str(seed), "steps": [["normal", size, {}]]} for seed in SEEDS for size in SIZES]
    assert not differences(sequences)


def test_a_hundred_thousand_normal_numbers():
    assert not differences([{"seed": "3", "steps": [["normal", 100_003, {}], ["uniform", 3, {}]]}])


def test_the_kept_second_number_waits_through_other_calls():
    steps = [["normal", 3, {}], ["normal", 20, {}], ["uniform", 5, {}], ["normal", 2, {}], ["save"], ["normal", 5, {}],
             ["restore"], ["normal", 1, {}], ["permutation", 5], ["normal", 7, {"mean": 2.5, "std": 0.3}],
             ["seed", "5"], ["normal", 4, {}]]  # fmt: skip
    assert not differences(each_seed(*steps))


def test_mean_and_deviation():
    options = [{"std": 0.02}, {"mean": 1.5}, {"mean": -3, "std": 0.1}, {"mean": 0.1, "std": 1e-3}, {"std": 0}]
    steps = [["normal", size, one] for one in options for size in (9, 16, 100)]
    assert not differences(each_seed(*steps))


def test_tensors_that_do_not_stand_row_by_row_are_filled_one_by_one():
    assert not differences(each_seed(["normal", 40, {"serial": True}], ["normal", 41, {}]))


def test_uniform_numbers():
    ranges = [(0, 1), (-1, 1), (-0.2886751, 0.2886751), (0.1, 0.7), (5, 5), (-1e-3, 1e3), (0, 0.3), (-0.7, 0)]
    kinds = ["float32", "float64", "float16", "bfloat16"]
    steps = [["uniform", 30, {"from": low, "to": high, "dtype": dtype}] for low, high in ranges for dtype in kinds]
    assert not differences(each_seed(*steps))


def test_half_precision():
    steps = [["normal", size, {"dtype": dtype, "std": std}]
             for size in (5, 16, 37) for dtype in ("float16", "bfloat16") for std in (1, 0.02)]  # fmt: skip
    assert not differences(each_seed(*steps))


def test_whole_numbers_and_orders():
    reaches = [(0, 10), (-5, 5), (0, 97), (0, 2**28 - 1), (0, 2**28), (-3, 2**32 + 5), (0, 2**53)]
    steps = [["integers", 12, low, high] for low, high in reaches]
    steps += [["permutation", count] for count in (0, 1, 2, 16, 200)]
    assert not differences(each_seed(*steps))


def test_masks():
    steps = [["bernoulli", 33, one] for one in (0, 0.1, 0.5, 0.8, 1)]
    shares = [number / 20 for number in range(21)]
    steps += [["bernoulliOf", shares, "float32"], ["bernoulliOf", shares, "float64"]]
    assert not differences(each_seed(*steps))


def test_what_dropout_keeps():
    sequences = each_seed(["bernoulli", 50, 1 - 0.1], ["bernoulli", 50, 0.5])
    for seed, ours in zip(SEEDS, run(PROGRAM, sequences)):
        torch.manual_seed(seed)
        for mine, probability in zip(ours, (0.1, 0.5)):
            assert (torch.nn.functional.dropout(torch.ones(50), probability) != 0).int().tolist() == mine


def test_exponential_numbers():
    steps = [["exponential", count, {"rate": rate}] for count in (3, 40) for rate in (1, 2.5)]
    steps += [["exponential", 9, {"dtype": dtype}] for dtype in ("float16", "bfloat16")]
    assert not differences(each_seed(*steps))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_draws_by_probability(dtype):
    pick = random.Random(4)
    steps = []
    for rows, columns, samples, replacement in [
        (1, 4, 1, False), (1, 4, 1, True), (1, 6, 6, False), (1, 9, 4, False), (1, 5, 64, True), (3, 7, 3, False),
        (4, 50, 20, True), (6, 30, 1, False), (1, 1000, 30, False), (1, 1, 1, False),
        (1, 1000, 2000, True),
    ]:  # fmt: skip
        # noughts too, but never fewer others than samples
        noughts = min(columns // 3, columns - samples) if samples < columns else 0
        chances = [0.0] * noughts + [pick.random() * 3 for _ in range(columns - noughts)]
        chances = torch.tensor(chances, dtype=getattr(torch, dtype)).tolist()
        options = {"rows": rows, "columns": columns, "samples": samples, "replacement": replacement, "dtype": dtype}
        steps.append(["multinomial", [chance for _ in range(rows) for chance in chances], options])
    assert not differences(each_seed(*steps))


def test_doubles_differ_in_the_last_bits_at_most():
    """The logarithm, sine and cosine of 53 bits are the C library's in torch, the browser's here."""
    options = {"dtype": "float64"}
    steps = [
        ["normal", 9, options],
        ["normal", 100, {**options, "mean": 2.0, "std": 3.0}],
        ["exponential", 30, options],
    ]
    sequences = each_seed(*steps, ["uniform", 5, options])
    for sequence, results in zip(sequences, run(PROGRAM, sequences)):
        *mine, exact = results
        *other, expected = theirs(sequence)
        assert exact == expected
        for one, two in zip(chain(*mine), chain(*other), strict=True):
            assert as_double(one) == pytest.approx(as_double(two), rel=2e-15, abs=1e-15)


def as_double(text: str) -> float:
    return struct.unpack("d", struct.pack("q", int(text)))[0]


FUSED = """
import { fused, fusedDouble } from "./frontend/tensors/float32.js";
const output = input.map(([kind, ...numbers]) => (kind === "float32" ? fused : fusedDouble)(...numbers));
"""


def rounded(exact: Fraction, digits: int) -> float:
    """The nearest number of so many binary digits, halves to the even one."""
    power = max(abs(exact.numerator).bit_length() - exact.denominator.bit_length() - digits - 1, -1000)
    scaled = exact / Fraction(2) ** power
    while abs(scaled) >= 2**digits:
        power, scaled = power + 1, scaled / 2
    return float(round(scaled) * Fraction(2) ** power)


@pytest.mark.parametrize("kind, digits", [("float32", 24), ("float64", 53)])
def test_products_fused_with_sums_are_rounded_once(kind, digits):
    pick = random.Random(5)

    def number() -> float:
        return rounded(Fraction(pick.uniform(-2, 2)) / 2 ** pick.choice((0, 0, 1, digits)), digits)

    cases = [(number(), number(), number()) for _ in range(3000)]
    # 14245331 · 603 = 2^33 + 1: the last bit of the product decides which of two neighbours of 1 it is
    cases += [(14245331.0 * sign, 603 / 2**57, 1.0 * other) for sign in (1, -1) for other in (1, -1)]
    cases += [(14245331.0 * sign, 603 / 2**57, 1 + 2**-23) for sign in (1, -1)]
    ours = run(FUSED, [(kind, *case) for case in cases])
    exact = [rounded(Fraction(a) * Fraction(b) + Fraction(c), digits) for a, b, c in cases]
    assert ours == exact
