"""Containers beyond list and dict: counted, with defaults, with two ends, with names."""


class OrderedDict(dict):
    """A dict that says that its order counts."""

    def __repr__(self):
        return f"OrderedDict({list(self.items())})" if self else "OrderedDict()"

    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return list(self.items()) == list(other.items())
        return dict.__eq__(self, other)

    def move_to_end(self, key, last=True):
        value = self.pop(key)
        others = [] if last else list(self.items())
        if not last:
            self.clear()
        self[key] = value
        self.update(others)

    def popitem(self, last=True):
        if not self:
            raise KeyError("dictionary is empty")
        key = list(self)[-1 if last else 0]
        return key, self.pop(key)

    def copy(self):
        return type(self)(self)


class defaultdict(dict):
    """A dict that makes a value for a key that isn't there."""

    def __init__(self, default_factory=None, *args, **kwargs):
        if default_factory is not None and not callable(default_factory):
            raise TypeError("first argument must be callable or None")
        super().__init__(*args, **kwargs)
        self.default_factory = default_factory

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        self[key] = value = self.default_factory()
        return value

    def __repr__(self):
        return f"defaultdict({self.default_factory!r}, {dict(self)!r})"

    def copy(self):
        return type(self)(self.default_factory, self)

    __copy__ = copy


class Counter(dict):
    """How often each value comes."""

    def __init__(self, iterable=None, /, **counts):
        super().__init__()
        self.update(iterable, **counts)

    def __missing__(self, key):
        return 0

    def _changed(self, iterable, counts, sign):
        for source in (iterable, counts):
            if hasattr(source, "items"):
                for key, count in source.items():
                    self[key] = self.get(key, 0) + sign * count
            elif source is not None:
                get = self.get
                for key in source:
                    self[key] = get(key, 0) + sign

    def update(self, iterable=None, /, **counts):
        self._changed(iterable, counts, 1)

    def subtract(self, iterable=None, /, **counts):
        self._changed(iterable, counts, -1)

    def most_common(self, n=None):
        pairs = sorted(self.items(), key=lambda pair: pair[1], reverse=True)
        return pairs if n is None else pairs[: max(n, 0)]

    def elements(self):
        return iter([key for key, count in self.items() for _ in range(count)])

    def total(self):
        return sum(self.values())

    def copy(self):
        return type(self)(self)

    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError("Counter.fromkeys() is undefined.  Use Counter(iterable) instead.")

    def _joined(self, other, join):
        if not isinstance(other, Counter):
            return NotImplemented
        keys = list(self) + [key for key in other if key not in self]
        counts = [(key, join(self[key], other[key])) for key in keys]
        return Counter({key: count for key, count in counts if count > 0})

    def __add__(self, other):
        return self._joined(other, lambda one, two: one + two)

    def __sub__(self, other):
        return self._joined(other, lambda one, two: one - two)

    def __or__(self, other):
        return self._joined(other, max)

    def __and__(self, other):
        return self._joined(other, min)

    def __pos__(self):
        return self + Counter()

    def __neg__(self):
        return Counter() - self

    def __iadd__(self, other):
        for key, count in other.items():
            self[key] += count
        return self._positive()

    def __isub__(self, other):
        for key, count in other.items():
            self[key] -= count
        return self._positive()

    def _positive(self):
        for key in [key for key, count in self.items() if count <= 0]:
            del self[key]
        return self

    def __eq__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[key] == other[key] for key in [*self, *other])

    def __ne__(self, other):
        return not self == other

    def __delitem__(self, key):
        if key in self:
            super().__delitem__(key)

    def __repr__(self):
        if not self:
            return "Counter()"
        return "Counter({" + ", ".join([f"{key!r}: {count!r}" for key, count in self.most_common()]) + "})"

    __str__ = __repr__


class deque:
    """A list with two ends."""

    def __init__(self, iterable=(), maxlen=None):
        self._items, self.maxlen = [], maxlen
        self.extend(iterable)

    def append(self, item):
        self._items.append(item)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            del self._items[0]

    def appendleft(self, item):
        self._items.insert(0, item)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            del self._items[-1]

    def extend(self, iterable):
        for item in list(iterable):
            self.append(item)

    def extendleft(self, iterable):
        for item in list(iterable):
            self.appendleft(item)

    def pop(self):
        if not self._items:
            raise IndexError("pop from an empty deque")
        return self._items.pop()

    def popleft(self):
        if not self._items:
            raise IndexError("pop from an empty deque")
        return self._items.pop(0)

    def rotate(self, n=1):
        if self._items:
            n %= len(self._items)
            self._items = self._items[-n:] + self._items[:-n]

    def clear(self):
        self._items.clear()

    def copy(self):
        return deque(self._items, self.maxlen)

    __copy__ = copy

    def count(self, item):
        return self._items.count(item)

    def index(self, item, *bounds):
        return self._items.index(item, *bounds)

    def insert(self, index, item):
        if self.maxlen is not None and len(self._items) >= self.maxlen:
            raise IndexError("deque already at its maximum size")
        self._items.insert(index, item)

    def remove(self, item):
        if item not in self._items:
            raise ValueError(f"{item!r} is not in deque")
        self._items.remove(item)

    def reverse(self):
        self._items.reverse()

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def __reversed__(self):
        return reversed(self._items)

    def __contains__(self, item):
        return item in self._items

    def __getitem__(self, index):
        if isinstance(index, slice):
            raise TypeError("sequence index must be integer, not 'slice'")
        if not -len(self._items) <= index < len(self._items):
            raise IndexError("deque index out of range")
        return self._items[index]

    def __setitem__(self, index, item):
        self._items[index] = item

    def __delitem__(self, index):
        del self._items[index]

    def __add__(self, other):
        return deque([*self._items, *other], self.maxlen)

    def __iadd__(self, other):
        self.extend(other)
        return self

    def __eq__(self, other):
        return self._items == other._items if isinstance(other, deque) else NotImplemented

    def __hash__(self):
        raise TypeError("unhashable type: 'collections.deque'")

    def __repr__(self):
        return f"deque({self._items!r}" + (")" if self.maxlen is None else f", maxlen={self.maxlen})")


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    """A kind of tuple whose places have names."""
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    names = [str(name) for name in field_names]
    defaults = tuple(defaults or ())
    for number, name in enumerate(names):
        if name.startswith("_") or not name.isidentifier() or name in names[:number]:
            if rename:
                names[number] = f"_{number}"
            elif name.startswith("_"):
                raise ValueError(f"Field names cannot start with an underscore: {name!r}")
            elif name in names[:number]:
                raise ValueError(f"Encountered duplicate field name: {name!r}")
            else:
                raise ValueError(f"Type names and field names must be valid identifiers: {name!r}")
    if len(defaults) > len(names):
        raise TypeError("Got more default values than field names")
    usual = dict(zip(names[len(names) - len(defaults) :], defaults))
    arguments = "".join([f", {name}=usual[{name!r}]" if name in usual else f", {name}" for name in names])
    space = {"usual": usual, "make": tuple.__new__}
    exec(f"def __new__(_cls{arguments}): return make(_cls, ({''.join([name + ', ' for name in names])}))", space)
    space["__new__"].__qualname__ = f"{typename}.__new__"

    def make(cls, iterable):
        return cls(*iterable)

    def replace(self, /, **changes):
        unknown = [name for name in changes if name not in names]
        if unknown:
            raise ValueError(f"Got unexpected field names: {unknown!r}")
        return type(self)(*[changes.get(name, value) for name, value in zip(names, self)])

    def show(self):
        return f"{type(self).__name__}(" + ", ".join([f"{name}={value!r}" for name, value in zip(names, self)]) + ")"

    members = {
        "__new__": space["__new__"],
        "__repr__": show,
        "__str__": show,
        "_fields": tuple(names),
        "_field_defaults": usual,
        "__match_args__": tuple(names),
        "_make": classmethod(make),
        "_replace": replace,
        "__add__": lambda self, other: (*self, *other),
        "__radd__": lambda self, other: (*other, *self),
        "_asdict": lambda self: dict(zip(names, self)),
        "__slots__": (),
    }
    for number, name in enumerate(names):
        members[name] = property(_at(number))
    return type(typename, (tuple,), members)


def _at(number):
    return lambda self: tuple.__getitem__(self, number)


class ChainMap:
    """Several dicts looked through in turn."""

    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __getitem__(self, key):
        for one in self.maps:
            if key in one:
                return one[key]
        raise KeyError(key)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __contains__(self, key):
        return any(key in one for one in self.maps)

    def _all(self):
        joined = {}
        for one in reversed(self.maps):
            joined.update(one)
        return joined

    def __iter__(self):
        return iter(self._all())

    def __len__(self):
        return len(self._all())

    def keys(self):
        return self._all().keys()

    def values(self):
        return self._all().values()

    def items(self):
        return self._all().items()

    def new_child(self, m=None):
        return ChainMap({} if m is None else m, *self.maps)

    def __repr__(self):
        return "ChainMap(" + ", ".join([repr(one) for one in self.maps]) + ")"
