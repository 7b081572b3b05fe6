"""Functions made of functions."""

WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__")


def reduce(function, iterable, *initial):
    walk = iter(iterable)
    if initial:
        total = initial[0]
    else:
        try:
            total = next(walk)
        except StopIteration:
            raise TypeError("reduce() of empty iterable with no initial value") from None
    for item in walk:
        total = function(total, item)
    return total


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=()):
    for name in assigned:
        try:
            setattr(wrapper, name, getattr(wrapped, name))
        except (AttributeError, TypeError):
            pass
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=()):
    return lambda wrapper: update_wrapper(wrapper, wrapped, assigned)


class partial:
    """A function with some of its arguments given."""

    def __init__(self, func, /, *args, **keywords):
        if isinstance(func, partial):
            func, args, keywords = func.func, (*func.args, *args), {**func.keywords, **keywords}
        self.func, self.args, self.keywords = func, args, keywords

    def __call__(self, /, *args, **keywords):
        return self.func(*self.args, *args, **{**self.keywords, **keywords})

    def __repr__(self):
        given = [self.func, *self.args]
        named = [f"{name}={value!r}" for name, value in self.keywords.items()]
        return f"functools.partial({', '.join([repr(one) for one in given] + named)})"


class _CacheInfo(tuple):
    _fields = ("hits", "misses", "maxsize", "currsize")
    hits, misses, maxsize, currsize = (property(lambda self, number=number: self[number]) for number in range(4))

    def __repr__(self):
        return "CacheInfo(" + ", ".join([f"{name}={value}" for name, value in zip(self._fields, self)]) + ")"


def lru_cache(maxsize=128, typed=False):
    if callable(maxsize):
        return _cached(maxsize, 128)
    return lambda function: _cached(function, maxsize)


def cache(function):
    return _cached(function, None)


def _cached(function, maxsize):
    results, counts = {}, [0, 0]

    def wrapper(*args, **kwargs):
        key = (args, tuple(kwargs.items())) if kwargs else args
        if key in results:
            counts[0] += 1
            result = results.pop(key)
        else:
            counts[1] += 1
            result = function(*args, **kwargs)
            if maxsize is not None and len(results) >= maxsize and results:
                del results[next(iter(results))]
        if maxsize != 0:
            results[key] = result
        return result

    def clear():
        results.clear()
        counts[:] = [0, 0]

    wrapper.cache_info = lambda: _CacheInfo((*counts, maxsize, len(results)))
    wrapper.cache_clear = clear
    return update_wrapper(wrapper, function)


class cached_property:
    def __init__(self, func):
        self.func, self.attrname = func, func.__name__

    def __set_name__(self, owner, name):
        self.attrname = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        value = instance.__dict__[self.attrname] = self.func(instance)
        return value


def cmp_to_key(mycmp):
    class Key:
        def __init__(self, obj):
            self.obj = obj

        def __lt__(self, other):
            return mycmp(self.obj, other.obj) < 0

        def __eq__(self, other):
            return mycmp(self.obj, other.obj) == 0

    return Key


def total_ordering(cls):
    """Add the comparisons that follow from `==` and one other."""
    given = [name for name in ("__lt__", "__le__", "__gt__", "__ge__") if name in cls.__dict__]
    if not given:
        raise ValueError("must define at least one ordering operation: < > <= >=")
    less = {
        "__lt__": lambda one, two: cls.__lt__(one, two),
        "__le__": lambda one, two: cls.__le__(one, two) and one != two,
        "__gt__": lambda one, two: not cls.__gt__(one, two) and one != two,
        "__ge__": lambda one, two: not cls.__ge__(one, two),
    }[given[0]]
    added = {
        "__lt__": less,
        "__le__": lambda one, two: less(one, two) or one == two,
        "__gt__": lambda one, two: not less(one, two) and one != two,
        "__ge__": lambda one, two: not less(one, two),
    }
    for name, method in added.items():
        if name not in given:
            setattr(cls, name, method)
    return cls


def singledispatch(function):
    kinds = {}

    def wrapper(*args, **kwargs):
        for kind in type(args[0]).__mro__:
            if kind in kinds:
                return kinds[kind](*args, **kwargs)
        return function(*args, **kwargs)

    def register(kind, implementation=None):
        if implementation is None and not isinstance(kind, type):
            implementation, kind = kind, next(iter(kind.__annotations__.values()))
        if implementation is None:
            return lambda later: register(kind, later)
        kinds[kind] = implementation
        return implementation

    wrapper.register = register
    return update_wrapper(wrapper, function)
