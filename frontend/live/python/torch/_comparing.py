"""Which numbers are equal."""

from torch._operations import OPERATIONS


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """Different numbers in order; the place of each, and how often it comes, if asked for."""
    if dim is not None:
        raise RuntimeError("unique(dim=…) is not in this small stand-in for torch; in torch itself it works")
    values, inverse, counts = OPERATIONS["unique_parts"](input)
    results = [values] + ([inverse] if return_inverse else []) + ([counts] if return_counts else [])
    return results[0] if len(results) == 1 else tuple(results)


def allclose(input, other, rtol=1e-5, atol=1e-8, equal_nan=False):
    """Whether all numbers are nearly equal."""
    if not hasattr(other, "dtype"):
        raise TypeError(f"allclose(): argument 'other' (position 2) must be Tensor, not {type(other).__name__}")
    if input.dtype is not other.dtype:
        kinds = [
            {"float32": "Float", "float64": "Double", "int64": "Long"}.get(t.dtype._name, t.dtype._name)
            for t in (input, other)
        ]
        raise RuntimeError(f"{kinds[0]} did not match {kinds[1]}")
    return bool(OPERATIONS["close"](input, other, rtol, atol, equal_nan).all())
