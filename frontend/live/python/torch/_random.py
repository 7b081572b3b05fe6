"""Random numbers: torch's own, for the same seeds."""

import _kernels

from torch._creation import empty, made, sizes
from torch._operations import OPERATIONS
from torch._tensor import Tensor, needs_tensor


class Generator:
    """A source of random numbers of its own."""

    def __init__(self, device="cpu"):
        self._state = _kernels.generator_create(67280421310721)

    def manual_seed(self, seed):
        if not -(2**63) <= seed < 2**64:
            raise ValueError("Overflow when unpacking long long")
        seed %= 2**64  # one below 0 counts from the end
        _kernels.generator_seed(self._state, seed)
        return self

    def initial_seed(self):
        return _kernels.generator_seedOf(self._state)

    def get_state(self):
        return _kernels.generator_getState(self._state)

    def set_state(self, state):
        _kernels.generator_setState(self._state, state)


class _Default(Generator):
    def __init__(self):
        self._state = None


default_generator = _Default()


def manual_seed(seed):
    """Start the random numbers anew: the same seed gives the same numbers."""
    return default_generator.manual_seed(int(seed))


def seed():
    import time

    number = int(time.time() * 1000)
    manual_seed(number)
    return number


initial_seed, get_rng_state = default_generator.initial_seed, default_generator.get_state
set_rng_state = default_generator.set_state


def _drawn(name, draw):
    def make(*size, generator=None, requires_grad=False, **options):
        result = draw(made(sizes(name, size, options), 0, **options), generator)
        return result.requires_grad_() if requires_grad else result

    return make


rand = _drawn("rand", lambda made, generator: made.uniform_(generator=generator))
randn = _drawn("randn", lambda made, generator: made.normal_(generator=generator))


def rand_like(input, **options):
    """Random numbers from 0 to below 1 in the shape of another tensor."""
    return rand(input.shape, dtype=options.get("dtype") or input.dtype)


def randn_like(input, **options):
    """Normal random numbers in the shape of another tensor."""
    return randn(input.shape, dtype=options.get("dtype") or input.dtype)


def randint(low, high=None, size=None, *, generator=None, dtype=None, device=None, requires_grad=False):
    """Random whole numbers from `low` to below `high`."""
    if size is None:
        low, high, size = 0, low, high
    low, high, size = OPERATIONS["randint_sizes"](low, high, list(size))
    return _kernels.draw_integers(low, high, size, dtype, generator and generator._state)


def randperm(n, *, generator=None, dtype=None, device=None):
    """The numbers from 0 to below `n` in random order."""
    (n,) = OPERATIONS["randperm_sizes"](n)
    return _kernels.draw_permutation(n, generator and generator._state)


def randint_like(input, low, high=None, *, dtype=None, **options):
    """Random whole numbers in the shape and of the kind of another tensor."""
    low, high = (0, low) if high is None else (low, high)
    return randint(low, high, input.shape, dtype=dtype or input.dtype, **options)


def normal(mean=0.0, std=1.0, size=None, *, generator=None, dtype=None):
    """Normal random numbers with a mean and a standard deviation."""
    if size is None:
        shape = (mean if isinstance(mean, Tensor) else std).shape
        return randn(shape, generator=generator) * std + mean
    return empty(size, dtype=dtype).normal_(mean, std, generator=generator)


def multinomial(input, num_samples, replacement=False, *, generator=None):
    """Places drawn with the probabilities in `input`."""
    needs_tensor("multinomial", input)
    for value, argument, kind, position in (
        (num_samples, "num_samples", int, 2),
        (replacement, "replacement", bool, 3),
    ):
        if type(value) is not kind:
            name = f"multinomial(): argument '{argument}' (position {position})"
            raise TypeError(f"{name} must be {kind.__name__}, not {type(value).__name__}")
    return _kernels.draw_multinomial(input, num_samples, replacement, generator and generator._state)


def bernoulli(input, *, generator=None):
    """0 or 1, with the probabilities in `input`."""
    return input.bernoulli(generator=generator)
