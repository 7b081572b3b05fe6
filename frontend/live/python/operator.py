"""Operators as functions."""

add, sub, mul = lambda a, b: a + b, lambda a, b: a - b, lambda a, b: a * b
truediv, floordiv, mod = lambda a, b: a / b, lambda a, b: a // b, lambda a, b: a % b
pow, matmul = lambda a, b: a**b, lambda a, b: a @ b
lt, le, gt, ge = lambda a, b: a < b, lambda a, b: a <= b, lambda a, b: a > b, lambda a, b: a >= b
eq, ne, is_, is_not = lambda a, b: a == b, lambda a, b: a != b, lambda a, b: a is b, lambda a, b: a is not b
and_, or_, xor = lambda a, b: a & b, lambda a, b: a | b, lambda a, b: a ^ b
lshift, rshift = lambda a, b: a << b, lambda a, b: a >> b
neg, pos, inv, not_, truth, abs = lambda a: -a, lambda a: +a, lambda a: ~a, lambda a: not a, bool, abs
index, concat, contains = lambda a: a.__index__(), lambda a, b: a + b, lambda a, b: b in a
getitem, countOf, indexOf = lambda a, b: a[b], lambda a, b: list(a).count(b), lambda a, b: list(a).index(b)
invert = inv


def setitem(a, b, c):
    a[b] = c


def delitem(a, b):
    del a[b]


class itemgetter:
    def __init__(self, item, *items):
        self._items = (item, *items)

    def __call__(self, obj):
        found = tuple([obj[item] for item in self._items])
        return found if len(found) > 1 else found[0]


class attrgetter:
    def __init__(self, attr, *attrs):
        self._attrs = (attr, *attrs)

    def __call__(self, obj):
        found = []
        for path in self._attrs:
            value = obj
            for name in path.split("."):
                value = getattr(value, name)
            found.append(value)
        return tuple(found) if len(found) > 1 else found[0]


class methodcaller:
    def __init__(self, name, /, *args, **kwargs):
        self._name, self._args, self._kwargs = name, args, kwargs

    def __call__(self, obj):
        return getattr(obj, self._name)(*self._args, **self._kwargs)
