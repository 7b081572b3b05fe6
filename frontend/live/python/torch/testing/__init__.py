"""assert_close: whether two results agree but for rounding, and where they don't."""

import math

import torch

TOLERANCES = {
    "torch.float16": (0.001, 1e-5),
    "torch.bfloat16": (0.016, 1e-5),
    "torch.float32": (1.3e-6, 1e-5),
    "torch.complex64": (1.3e-6, 1e-5),
    "torch.float64": (1e-7, 1e-7),
    "torch.complex128": (1e-7, 1e-7),
}


class MismatchError(Exception):
    """Why two values don't agree, with the kind of error to raise."""

    def __init__(self, text, kind=AssertionError):
        super().__init__(text)
        self.text, self.kind = text, kind


def assert_close(
    actual,
    expected,
    *,
    allow_subclasses=True,
    rtol=None,
    atol=None,
    equal_nan=False,
    check_device=True,
    check_dtype=True,
    check_layout=True,
    check_stride=False,
    msg=None,
):
    options = {
        "rtol": rtol,
        "atol": atol,
        "equal_nan": equal_nan,
        "check_device": check_device,
        "check_dtype": check_dtype,
        "check_stride": check_stride,
    }
    path = []
    try:
        if (rtol is None) != (atol is None) and not _is_nested(actual):
            raise MismatchError(
                "Both 'rtol' and 'atol' must be either specified or omitted, "
                f"but got no {'rtol' if rtol is None else 'atol'}.",
                ValueError,
            )
        _compare(actual, expected, path, options)
        return
    except MismatchError as mismatch:
        text, kind = mismatch.text, mismatch.kind
    if path:
        text += "\n\nThe failure occurred for item " + "".join(f"[{item!r}]" for item in path)
    raise kind(msg if isinstance(msg, str) else msg(text) if msg is not None else text)


def _is_nested(value):
    return isinstance(value, (list, tuple)) or hasattr(value, "items")


def _compare(actual, expected, path, options):
    """Compare what may be nested; `path` tells where a mismatch is."""
    if isinstance(actual, (list, tuple)) and isinstance(expected, (list, tuple)):
        if len(actual) != len(expected):
            raise MismatchError(f"The length of the sequences mismatch: {len(actual)} != {len(expected)}")
        keys = range(len(actual))
    elif hasattr(actual, "items") and hasattr(expected, "items"):
        missing, additional = set(expected) - set(actual), set(actual) - set(expected)
        if missing or additional:
            raise MismatchError(
                "The keys of the mappings do not match:\n"
                f"Missing keys in the actual mapping: {sorted(missing)}\n"
                f"Additional keys in the actual mapping: {sorted(additional)}"
            )
        keys = sorted(actual)
    else:
        return _compare_single(actual, expected, options)
    for key in keys:
        path.append(key)
        _compare(actual[key], expected[key], path, options)
        path.pop()


def _compare_single(actual, expected, options):
    numbers = (int, float, complex)
    if actual is None or expected is None:
        if actual is not expected:
            raise MismatchError(f"None mismatch: {actual} is not {expected}")
    elif isinstance(actual, bool) and isinstance(expected, bool):
        if actual != expected:
            raise MismatchError(f"Booleans mismatch: {actual} is not {expected}")
    elif isinstance(actual, numbers) and isinstance(expected, numbers):
        _compare_numbers(actual, expected, options)
    elif isinstance(actual, torch.Tensor) and isinstance(expected, torch.Tensor):
        _compare_tensors(actual, expected, options)
    else:
        raise MismatchError(
            f"No comparison pair was able to handle inputs of type {type(actual)} and {type(expected)}.", TypeError
        )


def _tolerances(options, *kinds):
    """The tolerances given, or else the wider of both kinds'."""
    if options["rtol"] is not None:
        return options["rtol"], options["atol"]
    defaults = [TOLERANCES.get(kind, (0.0, 0.0)) for kind in kinds]
    return max(rtol for rtol, _ in defaults), max(atol for _, atol in defaults)


def _difference(kind, value, tolerance, equal, index=None):
    text = (
        f"{kind.title()} difference: {value}"
        if index is None
        else f"Greatest {kind} difference: {value} at index {index}"
    )
    return text + ("" if equal else f" (up to {tolerance} allowed)")


def _report(name, lines, differences, tolerances, indices=(None, None)):
    """torch's message of a mismatch."""
    rtol, atol = tolerances
    equal = rtol == 0 and atol == 0
    return MismatchError(
        "\n".join(
            [
                f"{name} are not {'equal' if equal else 'close'}!",
                "",
                lines,
                _difference("absolute", differences[0], atol, equal, indices[0]),
                _difference("relative", differences[1], rtol, equal, indices[1]),
            ]
        )
    )


def _compare_numbers(actual, expected, options):
    kinds = ["torch.int64" if isinstance(value, int) else "torch.float64" for value in (actual, expected)]
    if options["check_dtype"] and type(actual) is not type(expected):
        raise MismatchError(f"The (d)types do not match: {type(actual)} != {type(expected)}.")
    rtol, atol = _tolerances(options, *kinds)
    both_nan = actual != actual and expected != expected
    if actual == expected or (both_nan and options["equal_nan"]):
        return
    difference = abs(actual - expected)
    if math.isfinite(difference) and difference <= atol + rtol * abs(expected):
        return
    raise _number_report(actual, expected, rtol, atol)


def _number_report(actual, expected, rtol, atol):
    difference = abs(actual - expected)
    relative = math.inf if expected == 0 else difference / abs(expected)
    return _report("Scalars", f"Expected {expected} but got {actual}.", (difference, relative), (rtol, atol))


def _compare_attributes(actual, expected, options):
    for name, checked in (
        ("shape", True),
        ("stride()", options["check_stride"]),
        ("device", options["check_device"]),
        ("dtype", options["check_dtype"]),
    ):
        if checked:
            values = [tensor.stride() if name == "stride()" else getattr(tensor, name) for tensor in (actual, expected)]
            if values[0] != values[1]:
                raise MismatchError(f"The values for attribute '{name}' do not match: {values[0]} != {values[1]}.")


def _compare_tensors(actual, expected, options):
    _compare_attributes(actual, expected, options)
    if actual.device.type == "meta" or expected.device.type == "meta":
        return
    rtol, atol = _tolerances(options, str(actual.dtype), str(expected.dtype))
    with torch.no_grad():
        if actual.dtype != expected.dtype:
            dtype = torch.promote_types(actual.dtype, expected.dtype)
            actual, expected = actual.to(dtype), expected.to(dtype)
        matches = torch.isclose(actual, expected, rtol=rtol, atol=atol, equal_nan=options["equal_nan"])
        if matches.all().item():
            return
        if not tuple(actual.shape):
            raise _number_report(actual.item(), expected.item(), rtol, atol)
        raise _tensor_report(actual, expected, matches, rtol, atol)


def _tensor_report(actual, expected, matches, rtol, atol):
    total = matches.numel()
    mismatches = total - matches.sum().item()
    shape = tuple(actual.shape)
    flat = [tensor.flatten() for tensor in (actual, expected)]
    if not actual.is_floating_point():
        flat = [tensor.to(torch.int64) for tensor in flat]
    matches = matches.flatten()
    absolute = (flat[0] - flat[1]).abs().masked_fill(matches, 0)
    relative = (absolute / flat[1].abs()).masked_fill(matches, 0)
    places = [differences.argmax().item() for differences in (absolute, relative)]
    values = [differences[place].item() for differences, place in zip((absolute, relative), places)]
    return _report(
        "Tensor-likes",
        f"Mismatched elements: {mismatches} / {total} ({mismatches / total:.1%})",
        values,
        (rtol, atol),
        [_unraveled(place, shape) for place in places],
    )


def _unraveled(place, shape):
    """The index in a shape of the element with this number."""
    index = []
    for size in reversed(shape):
        place, rest = divmod(place, size)
        index.append(rest)
    return tuple(reversed(index))


def __getattr__(name):
    from torch.nn._parameter import unknown

    raise unknown("torch.testing", name)
