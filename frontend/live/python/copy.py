"""Copies of values, or of all that is in them."""


class Error(Exception):
    pass


error = Error
UNCHANGED = (
    int,
    float,
    bool,
    complex,
    str,
    bytes,
    type(None),
    type,
    type(Ellipsis),
    type(NotImplemented),
    range,
    slice,
    type(lambda: None),
    type(len),
    property,
    type(iter(())),
)


def _emptied(value):
    """A new object of the same class, with nothing in it."""
    kind = type(value)
    for base in (dict, list, set):
        if isinstance(value, base):
            return base.__new__(kind)
    return object.__new__(kind)


def copy(x):
    kind = type(x)
    if isinstance(x, UNCHANGED) or kind in (tuple, frozenset):
        return x
    if kind in (list, dict, set, bytearray):
        return kind(x)
    if hasattr(kind, "__copy__"):
        return kind.__copy__(x)
    if isinstance(x, (tuple, frozenset)):
        return x
    return _filled(_emptied(x), x, lambda value: value)


def _filled(new, x, change):
    if isinstance(x, dict):
        for key, value in x.items():
            new[change(key)] = change(value)
    elif isinstance(x, list):
        list.extend(new, [change(value) for value in x])
    elif isinstance(x, set):
        set.update(new, [change(value) for value in x])
    for name, value in getattr(x, "__dict__", {}).items():
        object.__setattr__(new, name, change(value))
    return new


def deepcopy(x, memo=None):
    if isinstance(x, UNCHANGED):
        return x
    memo = {} if memo is None else memo
    if id(x) in memo:
        return memo[id(x)]
    kind = type(x)
    memo.setdefault(id(memo), []).append(x)  # so that it lives, and its number isn't given to another
    if kind is list:
        result = memo[id(x)] = []
        for value in x:
            result.append(deepcopy(value, memo))
        return result
    if kind is dict:
        result = memo[id(x)] = {}
        for key, value in x.items():
            result[deepcopy(key, memo)] = deepcopy(value, memo)
        return result
    if kind is tuple:
        values = [deepcopy(value, memo) for value in x]
        same = all([one is other for one, other in zip(values, x)])
        result = x if same else memo.get(id(x), tuple(values))
    elif hasattr(kind, "__deepcopy__"):
        result = kind.__deepcopy__(x, memo)
    elif isinstance(x, (tuple, frozenset)):
        values = [deepcopy(value, memo) for value in x]
        result = tuple.__new__(kind, values) if isinstance(x, tuple) else kind(values)
    else:
        result = memo[id(x)] = _emptied(x)
        _filled(result, x, lambda value: deepcopy(value, memo))
    memo[id(x)] = result
    return result
