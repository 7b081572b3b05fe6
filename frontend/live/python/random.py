"""Random numbers as CPython's module draws them, one by one; their 32-bit words come from JavaScript."""

import time
from math import ceil, cos, exp, floor, isfinite, log, pi, sin, sqrt

from _kernels import (
    mersenne,
    mersenne_below,
    mersenne_fraction,
    mersenne_of_bytes,
    mersenne_restore,
    mersenne_state,
    mersenne_word,
)

__all__ = [
    "Random", "choice", "choices", "expovariate", "gauss", "getrandbits", "getstate", "lognormvariate", "normalvariate",
    "paretovariate", "randbytes", "randint", "random", "randrange", "sample", "seed", "setstate", "shuffle",
    "triangular", "uniform", "weibullvariate",
]  # fmt: skip


class Random:
    VERSION = 3

    def __init__(self, x=None):
        self.seed(x)

    def seed(self, a=None):
        if isinstance(a, (str, bytes, bytearray)):
            self._source = mersenne_of_bytes(list(a.encode() if isinstance(a, str) else a))
        else:
            self._source = mersenne(_key(a))
        self.gauss_next = None

    def getstate(self):
        return self.VERSION, tuple(mersenne_state(self._source)), self.gauss_next

    def setstate(self, state):
        version, words, self.gauss_next = state
        if version != self.VERSION:
            raise ValueError(f"state with version {version} passed to Random.setstate() of version {self.VERSION}")
        mersenne_restore(self._source, list(words))

    def random(self):
        return mersenne_fraction(self._source)

    def getrandbits(self, k):
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        if 0 < k <= 32:
            return mersenne_word(self._source) >> (32 - k)
        number = place = 0
        while k > 0:
            word = mersenne_word(self._source)
            number |= (word if k >= 32 else word >> (32 - k)) << place
            place += 32
            k -= 32
        return number

    def randbytes(self, n):
        return self.getrandbits(n * 8).to_bytes(n, "little")

    def _randbelow(self, n):
        if n < 4294967296:
            return mersenne_below(self._source, n)
        bits = n.bit_length()
        number = self.getrandbits(bits)
        while number >= n:
            number = self.getrandbits(bits)
        return number

    def randrange(self, start, stop=None, step=1):
        if not (isinstance(start, int) and isinstance(step, int) and (stop is None or isinstance(stop, int))):
            odd = next(number for number in (start, stop, step) if not isinstance(number, int))
            raise TypeError(f"'{type(odd).__name__}' object cannot be interpreted as an integer")
        if stop is None:
            if step != 1:
                raise TypeError("Missing a non-None stop argument")
            if start <= 0:
                raise ValueError("empty range for randrange()")
            return self._randbelow(start)
        if step == 0:
            raise ValueError("zero step for randrange()")
        count = (stop - start + step + (-1 if step > 0 else 1)) // step
        if count <= 0:
            steps = "" if step == 1 else f", {step}"
            raise ValueError(f"empty range in randrange({start}, {stop}{steps})")
        return start + step * self._randbelow(count)

    def randint(self, a, b):
        return self.randrange(a, b + 1)

    def choice(self, seq):
        size = len(seq)
        if size == 0:
            raise IndexError("Cannot choose from an empty sequence")
        return seq[mersenne_below(self._source, size)]

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        size = len(population)
        if cum_weights is None:
            if weights is None:
                return [population[floor(self.random() * size)] for _ in range(k)]
            if isinstance(weights, int):
                raise TypeError(f"The number of choices must be a keyword argument: k={weights}")
            cum_weights = _sums(weights)
        elif weights is not None:
            raise TypeError("Cannot specify both weights and cumulative weights")
        if len(cum_weights) != size:
            raise ValueError("The number of weights does not match the population")
        total = cum_weights[-1] + 0.0
        if total <= 0.0:
            raise ValueError("Total of weights must be greater than zero")
        if not isfinite(total):
            raise ValueError("Total of weights must be finite")
        return [population[_place(cum_weights, self.random() * total, size - 1)] for _ in range(k)]

    def shuffle(self, x):
        for i in range(len(x) - 1, 0, -1):
            j = self._randbelow(i + 1)
            x[i], x[j] = x[j], x[i]

    def sample(self, population, k, *, counts=None):
        if isinstance(population, (set, frozenset, dict)) or not hasattr(population, "__getitem__"):
            raise TypeError("Population must be a sequence.  For dicts or sets, use sorted(d).")
        size = len(population)
        if counts is not None:
            sums = _sums(counts)
            if len(sums) != size:
                raise ValueError("The number of counts does not match the population")
            if not sums or sums[-1] <= 0:
                raise ValueError("Total of counts must be greater than zero")
            return [population[_place(sums, one, size)] for one in self.sample(range(sums[-1]), k)]
        if not 0 <= k <= size:
            raise ValueError("Sample larger than population or is negative")
        if size <= 21 + (4 ** ceil(log(k * 3, 4)) if k > 5 else 0):
            return self._from_pool(list(population), k)
        chosen = []
        seen = set()
        while len(chosen) < k:
            place = self._randbelow(size)
            if place not in seen:
                seen.add(place)
                chosen.append(population[place])
        return chosen

    def _from_pool(self, pool, k):
        """What is taken leaves its place to the last one that is still there."""
        chosen = []
        for last in range(len(pool) - 1, len(pool) - 1 - k, -1):
            place = self._randbelow(last + 1)
            chosen.append(pool[place])
            pool[place] = pool[last]
        return chosen

    def uniform(self, a, b):
        return a + (b - a) * self.random()

    def triangular(self, low=0.0, high=1.0, mode=None):
        number = self.random()
        if high == low:
            return low
        share = 0.5 if mode is None else (mode - low) / (high - low)
        if number > share:
            number, share, low, high = 1.0 - number, 1.0 - share, high, low
        return low + (high - low) * sqrt(number * share)

    def gauss(self, mu=0.0, sigma=1.0):
        number = self.gauss_next
        self.gauss_next = None
        if number is None:
            angle = self.random() * 2 * pi
            radius = sqrt(-2.0 * log(1.0 - self.random()))
            number = cos(angle) * radius
            self.gauss_next = sin(angle) * radius
        return mu + number * sigma

    def normalvariate(self, mu=0.0, sigma=1.0):
        while True:
            first = self.random()
            second = 1.0 - self.random()
            number = _NORMAL * (first - 0.5) / second
            if number * number / 4.0 <= -log(second):
                return mu + number * sigma

    def lognormvariate(self, mu=0.0, sigma=1.0):
        return exp(self.normalvariate(mu, sigma))

    def expovariate(self, lambd=1.0):
        return -log(1.0 - self.random()) / lambd

    def paretovariate(self, alpha):
        return (1.0 - self.random()) ** (-1.0 / alpha)

    def weibullvariate(self, alpha, beta):
        return alpha * (-log(1.0 - self.random())) ** (1.0 / beta)


_NORMAL = 4 * exp(-0.5) / sqrt(2.0)


def _key(seed):
    """A number's words of 32 bits, the lowest first."""
    if seed is None:
        seed = int(time.time() * 1e6)
    elif isinstance(seed, float):
        seed = hash(seed) & ((1 << 64) - 1)
    elif not isinstance(seed, int):
        raise TypeError("The only supported seed types are: None,\nint, float, str, bytes, and bytearray.")
    seed = abs(int(seed))
    key = [seed & 0xFFFFFFFF]
    while seed := seed >> 32:
        key.append(seed & 0xFFFFFFFF)
    return key


def _sums(numbers):
    """Each number added to those before it."""
    sums = []
    total = 0
    for number in numbers:
        total = total + number
        sums.append(total)
    return sums


def _place(sums, number, high):
    """Behind all sums that aren't larger than the number."""
    low = 0
    while low < high:
        middle = (low + high) // 2
        if number < sums[middle]:
            high = middle
        else:
            low = middle + 1
    return low


_shared = Random()
seed = _shared.seed
getstate = _shared.getstate
setstate = _shared.setstate
random = _shared.random
getrandbits = _shared.getrandbits
randbytes = _shared.randbytes
randrange = _shared.randrange
randint = _shared.randint
choice = _shared.choice
choices = _shared.choices
shuffle = _shared.shuffle
sample = _shared.sample
uniform = _shared.uniform
triangular = _shared.triangular
gauss = _shared.gauss
normalvariate = _shared.normalvariate
lognormvariate = _shared.lognormvariate
expovariate = _shared.expovariate
paretovariate = _shared.paretovariate
weibullvariate = _shared.weibullvariate
