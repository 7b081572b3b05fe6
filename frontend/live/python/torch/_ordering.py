"""max, min and sorted for tensors: Brython's own take every answer to `a < b` that is an object for yes."""

import builtins

_MISSING = object()
_plain = {name: getattr(builtins, name) for name in ("max", "min", "sorted")}


def install(tensor_class):
    """From now on, builtins.max, min and sorted know tensors."""

    def order(value):
        """What is compared instead of a tensor without axes: its number."""
        if isinstance(value, tensor_class):
            if value.numel() != 1:
                bool(value)  # raises what torch raises
            return value.item()
        return tuple([order(part) for part in value]) if type(value) is tuple else value

    def extreme(name, given, key, default):
        items = list(given[0]) if len(given) == 1 else list(given)
        if not items and default is not _MISSING:
            return default
        keys = [order(item if key is None else key(item)) for item in items]
        best = _plain[name](keys)
        return items[keys.index(best)] if best == best else items[0]

    def largest(*given, key=None, default=_MISSING):
        return extreme("max", given, key, default)

    def smallest(*given, key=None, default=_MISSING):
        return extreme("min", given, key, default)

    def in_order(iterable, /, *, key=None, reverse=False):
        return _plain["sorted"](iterable, key=lambda item: order(item if key is None else key(item)), reverse=reverse)

    for function, name in ((largest, "max"), (smallest, "min"), (in_order, "sorted")):
        function.__name__ = function.__qualname__ = name
        setattr(builtins, name, function)
