"""Whether gradients are recorded, how tensors are printed, which kind is the default."""

import _kernels

from torch._dtypes import DTYPES


class _Switch:
    """Turns gradients on or off: `with torch.no_grad():`, or above a function."""

    def __init__(self, enabled):
        self._enabled = enabled
        self._before = []

    def __enter__(self):
        self._before.append(_kernels.grad_enabled())
        _kernels.set_grad_enabled(self._enabled)
        return self

    def __exit__(self, *problem):
        _kernels.set_grad_enabled(self._before.pop())
        return False

    def __call__(self, function):
        def switched(*given, **named):
            with _Switch(self._enabled):
                return function(*given, **named)

        switched.__name__ = function.__name__
        return switched


def _switch(enabled):
    def make(function=None):
        return _Switch(enabled) if function is None else _Switch(enabled)(function)

    return make


no_grad = inference_mode = _switch(False)
enable_grad = _switch(True)


class set_grad_enabled(_Switch):
    """Turns gradients on or off at once, or inside a `with`."""

    def __init__(self, mode):
        super().__init__(mode)
        self._first = _kernels.grad_enabled()
        _kernels.set_grad_enabled(mode)

    def __enter__(self):
        self._before.append(self._first)
        return self


def is_grad_enabled():
    """Whether operations are recorded."""
    return _kernels.grad_enabled()


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None):
    """How tensors are printed from now on."""
    _kernels.print_options(precision, threshold, edgeitems, linewidth, profile, sci_mode)


def get_default_dtype():
    """The kind of new floating-point tensors."""
    return DTYPES[_kernels.default_dtype()]


def set_default_dtype(kind):
    """From now on, new floating-point tensors are of this kind."""
    _kernels.set_default_dtype(kind)


def set_num_threads(count):
    """There is one here."""


def get_num_threads():
    """There is one here."""
    return 1


def use_deterministic_algorithms(mode):
    """They are."""
