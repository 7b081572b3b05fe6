"""Our module `random` draws what CPython's draws, from words that Python makes here and JavaScript in the page."""

from __future__ import annotations

import hashlib
import importlib.util
import math
import random
import sys
import types
from collections.abc import Callable, Iterator

import pytest
from node_json import run

from handbook import ROOT

WORDS = 624
SEEDS = [
    *range(12), 42, 123, 2**31, 2**32 - 1, 2**32, 2**64 + 3, 10**40, 2**20_000 + 17, -1, -5, -(2**40), True, 1.5, -0.5,
]  # fmt: skip
TEXTS = ["", "a", "čaša", "attention " * 20, "x" * 111, "y" * 112, b"bytes", bytearray(b"more"), "日本"]


class Mersenne:
    """The published algorithm, word by word."""

    def __init__(self, key: list[int]):
        words = [19650218]
        for i in range(1, WORDS):
            words.append((1812433253 * (words[-1] ^ words[-1] >> 30) + i) & 0xFFFFFFFF)
        i = 1
        for step in range(max(WORDS, len(key)) + WORDS - 1):
            filling = step < max(WORDS, len(key))
            mixed = words[i] ^ (words[i - 1] ^ words[i - 1] >> 30) * (1664525 if filling else 1566083941)
            place = step % len(key)
            words[i] = (mixed + (key[place] + place if filling else -i)) & 0xFFFFFFFF
            i += 1
            if i == WORDS:
                words[0], i = words[-1], 1
        words[0] = 1 << 31
        self.words, self.next = words, WORDS

    def word(self) -> int:
        words = self.words
        if self.next == WORDS:
            for i in range(WORDS):
                joined = words[i] & 0x80000000 | words[(i + 1) % WORDS] & 0x7FFFFFFF
                words[i] = words[(i + 397) % WORDS] ^ joined >> 1 ^ (0x9908B0DF if joined & 1 else 0)
            self.next = 0
        word = words[self.next]
        self.next += 1
        word ^= word >> 11
        word ^= word << 7 & 0x9D2C5680
        word ^= word << 15 & 0xEFC60000
        return word ^ word >> 18

    def fraction(self) -> float:
        high = self.word() >> 5
        return (high * 2**26 + (self.word() >> 6)) / 2**53

    def below(self, count: int) -> int:
        number = self.word() >> 32 - count.bit_length()
        return number if number < count else self.below(count)

    def state(self) -> list[int]:
        return [*self.words, self.next]

    def restore(self, state: list[int]) -> None:
        *self.words, self.next = state


def key_of(seed: int) -> list[int]:
    return [seed >> place & 0xFFFFFFFF for place in range(0, max(seed.bit_length(), 1), 32)]


def from_bytes(data: list[int]) -> Mersenne:
    return Mersenne(key_of(int.from_bytes(bytes(data) + hashlib.sha512(bytes(data)).digest(), "big")))


@pytest.fixture(scope="module")
def ours() -> Iterator[types.ModuleType]:
    kernels = types.ModuleType("_kernels")
    kernels.mersenne = Mersenne
    kernels.mersenne_of_bytes = from_bytes
    for name in ("word", "fraction", "below", "state", "restore"):
        setattr(kernels, f"mersenne_{name}", getattr(Mersenne, name))
    before = sys.modules.get("_kernels")
    sys.modules["_kernels"] = kernels
    spec = importlib.util.spec_from_file_location("live_random", ROOT / "frontend" / "live" / "python" / "random.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    if before is None:
        del sys.modules["_kernels"]


def shuffled(source: random.Random, count: int) -> list[int]:
    numbers = list(range(count))
    source.shuffle(numbers)
    return numbers


LETTERS = "abcdefghij"
CALLS: list[Callable[[random.Random], object]] = [
    lambda r: r.random(),
    lambda r: [r.getrandbits(k) for k in (0, 1, 5, 31, 32, 33, 64, 100)],
    lambda r: [r._randbelow(n) for n in (1, 2, 7, 2**31, 2**32 - 1, 2**32, 10**12)],
    lambda r: r.randrange(10),
    lambda r: [r.randrange(-5, 5), r.randrange(0, 100, 7), r.randrange(10, -10, -3), r.randrange(5, 2**70)],
    lambda r: [r.randint(1, 6) for _ in range(20)],
    lambda r: [r.choice(LETTERS) for _ in range(9)],
    lambda r: r.choices(LETTERS, k=12),
    lambda r: r.choices(LETTERS, weights=[1, 0, 2.5, 3, 1, 1, 0, 8, 1, 1], k=12),
    lambda r: r.choices([1, 2, 3], cum_weights=[10, 30, 60], k=7),
    lambda r: [shuffled(r, count) for count in (0, 1, 2, 30)],
    lambda r: [r.sample(range(count), k) for count, k in ((0, 0), (5, 5), (20, 4), (50, 6), (100, 6), (10**6, 30))],
    lambda r: r.sample(["x", "y"], counts=[3, 4], k=5),
    lambda r: r.uniform(-2, 5),
    lambda r: [r.triangular(), r.triangular(1, 9, 2), r.triangular(3, 3)],
    lambda r: [r.gauss(0, 1), r.gauss(2, 0.5), r.gauss()],
    lambda r: [r.normalvariate(0, 1), r.lognormvariate(0, 0.5), r.expovariate(2.0)],
    lambda r: [r.paretovariate(3), r.weibullvariate(1, 2)],
    lambda r: r.randbytes(7),
    lambda r: r.random(),
]  # fmt: skip


@pytest.mark.parametrize("seed", [*SEEDS, *TEXTS], ids=range(len(SEEDS) + len(TEXTS)))
def test_every_call_gives_what_cpython_gives(ours, seed):
    mine, theirs = ours.Random(seed), random.Random(seed)
    for place, call in enumerate(CALLS):
        assert call(mine) == call(theirs), place
    assert mine.getstate() == theirs.getstate()


def test_a_seed_may_be_given_anew_and_a_state_again(ours):
    mine, theirs = ours.Random(3), random.Random(3)
    mine.gauss(), theirs.gauss()
    state = mine.getstate()
    assert state == theirs.getstate()
    expected = [theirs.gauss(), theirs.random()]
    assert [mine.gauss(), mine.random()] == expected
    mine.setstate(state)
    assert [mine.gauss(), mine.random()] == expected
    for source in (mine, theirs):
        source.seed("text")
    assert mine.random() == theirs.random()


def test_the_functions_of_the_module_share_one_source(ours):
    ours.seed(7)
    random.seed(7)
    for name, arguments in [
        ("random", ()),
        ("randint", (1, 9)),
        ("choice", ("abc",)),
        ("gauss", (0, 1)),
        ("gauss", ()),
    ]:
        assert getattr(ours, name)(*arguments) == getattr(random, name)(*arguments)
    assert set(ours.__all__) <= set(random.__all__)
    assert all(hasattr(ours, name) for name in ours.__all__)


@pytest.mark.parametrize(
    "call, kind, text",
    [
        (lambda r: r.choice([]), IndexError, "Cannot choose from an empty sequence"),
        (lambda r: r.randint(3, 2), ValueError, "empty range"),
        (lambda r: r.randrange(0), ValueError, "empty range for randrange()"),
        (lambda r: r.randrange(1, 5, 0), ValueError, "zero step for randrange()"),
        (lambda r: r.sample([1, 2], 3), ValueError, "Sample larger than population or is negative"),
        (lambda r: r.sample({1, 2}, 1), TypeError, "Population must be a sequence"),
        (lambda r: r.choices([1, 2], [1]), ValueError, "The number of weights does not match the population"),
        (lambda r: r.choices([1, 2], 5), TypeError, "The number of choices must be a keyword argument: k=5"),
        (lambda r: r.choices([1], [0]), ValueError, "Total of weights must be greater than zero"),
        (lambda r: r.choices([1], [math.inf]), ValueError, "Total of weights must be finite"),
        (lambda r: r.getrandbits(-1), ValueError, "number of bits must be non-negative"),
        (lambda r: r.seed([1]), TypeError, "The only supported seed types are"),
    ],
)
def test_what_cpython_refuses_is_refused_in_its_words(ours, call, kind, text):
    for source in (ours.Random(1), random.Random(1)):
        with pytest.raises(kind, match=text.replace("(", r"\(").replace(")", r"\)")):
            call(source)


PROGRAM = """
import { PythonMersenne } from "./frontend/tensors/python-mersenne.js";
import { keyOfBytes } from "./frontend/tensors/sha512.js";
const output = input.map(({ key, bytes }) => {
  const source = PythonMersenne.fromKey(key ?? keyOfBytes(bytes));
  const first = source.state();
  const words = Array.from({ length: 1300 }, () => source.word());
  const state = source.state();
  const next = source.word();
  source.restore(state);
  const again = source.word() === next;
  const fractions = Array.from({ length: 40 }, () => source.fraction());
  const counts = [1, 2, 3, 7, 8, 1000, 2 ** 31 - 1, 2 ** 31, 2 ** 31 + 1, 2 ** 32 - 1];
  const below = counts.map((count) => source.below(count));
  return { first, words, state, next, again, fractions, below };
});
"""


def test_javascript_makes_cpythons_words():
    seeds = [seed for seed in SEEDS if type(seed) is int] + TEXTS + ["long " * size for size in range(60)]
    keys = [{"key": key_of(abs(seed))} if type(seed) is int else {"bytes": list(as_bytes(seed))} for seed in seeds]
    for seed, made in zip(seeds, run(PROGRAM, keys), strict=True):
        source = random.Random(seed)
        assert made["first"] == list(source.getstate()[1])
        assert made["words"] == [source.getrandbits(32) for _ in range(1300)]
        assert made["state"] == list(source.getstate()[1])
        assert made["again"]
        assert made["next"] == source.getrandbits(32)
        assert made["fractions"] == [source.random() for _ in range(40)]
        counts = (1, 2, 3, 7, 8, 1000, 2**31 - 1, 2**31, 2**31 + 1, 2**32 - 1)
        assert made["below"] == [source.randrange(count) for count in counts]


def as_bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text
