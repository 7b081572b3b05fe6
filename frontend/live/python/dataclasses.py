"""Classes of named values."""

import copy

MISSING = type("_MISSING_TYPE", (), {"__repr__": lambda self: "<dataclasses.MISSING>"})()
KW_ONLY = type("_KW_ONLY_TYPE", (), {})()
FIELDS = "__dataclass_fields__"


class FrozenInstanceError(AttributeError):
    pass


class Field:
    """What is said about one value."""

    def __init__(
        self,
        default=MISSING,
        default_factory=MISSING,
        init=True,
        repr=True,
        hash=None,
        compare=True,
        metadata=None,
        kw_only=MISSING,
    ):
        self.name = self.type = None
        self.default, self.default_factory = default, default_factory
        self.init, self.repr, self.hash, self.compare = init, repr, hash, compare
        self.metadata, self.kw_only = metadata or {}, kw_only


def field(*, default=MISSING, default_factory=MISSING, **options):
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError("cannot specify both default and default_factory")
    return Field(default, default_factory, **options)


def dataclass(cls=None, /, **options):
    if cls is None:
        return lambda cls: _processed(cls, **options)
    return _processed(cls, **options)


def _processed(
    cls,
    *,
    init=True,
    repr=True,
    eq=True,
    order=False,
    unsafe_hash=False,
    frozen=False,
    match_args=True,
    kw_only=False,
    slots=False,
    weakref_slot=False,
):
    known = {}
    for base in reversed(cls.__mro__[1:]):
        known.update(getattr(base, FIELDS, None) or {})
    for name, kind in cls.__dict__.get("__annotations__", {}).items():
        if kind is KW_ONLY or kind == "KW_ONLY":
            kw_only = True
        elif not str(kind).startswith(("typing.ClassVar", "ClassVar")):
            known[name] = _field_of(cls, name, kind, kw_only)
    setattr(cls, FIELDS, known)
    shown = tuple(known.values())
    methods = {"__init__": _init(shown, frozen)} if init else {}
    if repr and "__repr__" not in cls.__dict__:
        methods["__repr__"] = _repr(shown)
    compared = [one.name for one in shown if one.compare]
    if order and not eq:
        raise ValueError("eq must be true if order is true")
    methods.update(_comparisons(compared, eq and "__eq__" not in cls.__dict__, order))
    if frozen:
        methods["__setattr__"], methods["__delattr__"] = _refusal("assign to"), _refusal("delete")
    if "__hash__" not in cls.__dict__ or eq:
        if unsafe_hash or (eq and frozen):
            methods["__hash__"] = lambda self: hash(tuple([getattr(self, name) for name in compared]))
        elif eq and "__hash__" not in cls.__dict__:
            methods["__hash__"] = None
    for name, method in methods.items():
        if method is not None:
            method.__qualname__ = f"{cls.__qualname__}.{name}"
        setattr(cls, name, method)
    if match_args:
        cls.__match_args__ = tuple([one.name for one in shown if one.init])
    return cls


def _comparisons(compared, eq, order):
    methods = {}
    if eq:
        methods["__eq__"] = _comparison(compared, lambda one, other: one == other)
    if order:
        methods["__lt__"] = _comparison(compared, lambda one, other: one < other)
        methods["__le__"] = _comparison(compared, lambda one, other: one <= other)
        methods["__gt__"] = _comparison(compared, lambda one, other: one > other)
        methods["__ge__"] = _comparison(compared, lambda one, other: one >= other)
    return methods


def _field_of(cls, name, kind, kw_only):
    default = cls.__dict__.get(name, MISSING)
    one = default if isinstance(default, Field) else Field(default)
    if isinstance(one.default, (list, dict, set)):
        raise ValueError(f"mutable default {type(one.default)} for field {name} is not allowed: use default_factory")
    one.name, one.type = name, kind
    one.kw_only = kw_only if one.kw_only is MISSING else one.kw_only
    if isinstance(default, Field):
        if one.default is MISSING:
            delattr(cls, name)
        else:
            setattr(cls, name, one.default)
    return one


def _init(shown, frozen):
    """The method `__init__`, made from its text, so that wrong arguments get Python's own messages."""
    names = {"MISSING": MISSING, "put": object.__setattr__}
    usual, named, lines = [], [], ["    pass"]
    for one in shown:
        text = one.name
        if one.default is not MISSING:
            names["default_" + one.name] = one.default
            text += "=default_" + one.name
        elif one.default_factory is not MISSING:
            names["factory_" + one.name] = one.default_factory
            text += "=MISSING"
        elif one.init and not one.kw_only and usual and "=" in usual[-1]:
            raise TypeError(f"non-default argument {one.name!r} follows default argument")
        value = one.name
        if one.default_factory is not MISSING:
            made = f"factory_{one.name}()"
            value = f"{made} if {one.name} is MISSING else {one.name}" if one.init else made
        elif not one.init:
            value = "default_" + one.name if one.default is not MISSING else None
        if one.init:
            (named if one.kw_only else usual).append(text)
        if value:
            lines.append(f"    put(self, {one.name!r}, {value})" if frozen else f"    self.{one.name} = {value}")
    arguments = ", ".join(["self", *usual, *(["*", *named] if named else [])])
    lines.append("    if hasattr(self, '__post_init__'): self.__post_init__()")
    exec(f"def __init__({arguments}):\n" + "\n".join(lines), names)
    return names["__init__"]


def _repr(shown):
    names = [one.name for one in shown if one.repr]

    def method(self):
        values = ", ".join([f"{name}={getattr(self, name)!r}" for name in names])
        return f"{type(self).__qualname__}({values})"

    return method


def _comparison(names, compare):
    def method(self, other):
        if type(other) is not type(self):
            return NotImplemented
        values = [tuple([getattr(one, name) for name in names]) for one in (self, other)]
        return compare(*values)

    return method


def _refusal(what):
    def method(self, name, *value):
        raise FrozenInstanceError(f"cannot {what} field {name!r}")

    return method


def fields(instance):
    try:
        return tuple(getattr(instance, FIELDS).values())
    except AttributeError:
        raise TypeError("must be called with a dataclass type or instance") from None


def is_dataclass(value):
    return hasattr(value, FIELDS)


def _converted(value, whole):
    if is_dataclass(value) and not isinstance(value, type):
        return whole([(one.name, _converted(getattr(value, one.name), whole)) for one in fields(value)])
    if isinstance(value, (list, tuple)):
        return type(value)([_converted(item, whole) for item in value])
    if isinstance(value, dict):
        return {_converted(key, whole): _converted(item, whole) for key, item in value.items()}
    return copy.deepcopy(value)


def _check_instance(name, instance):
    if not is_dataclass(instance) or isinstance(instance, type):
        raise TypeError(f"{name}() should be called on dataclass instances")


def asdict(instance, *, dict_factory=dict):
    _check_instance("asdict", instance)
    return _converted(instance, dict_factory)


def astuple(instance, *, tuple_factory=tuple):
    _check_instance("astuple", instance)
    return _converted(instance, lambda pairs: tuple_factory([value for _, value in pairs]))


def replace(instance, /, **changes):
    _check_instance("replace", instance)
    for one in fields(instance):
        if not one.init:
            if one.name in changes:
                raise ValueError(f"field {one.name} is declared with init=False, it cannot be specified with replace()")
        elif one.name not in changes:
            changes[one.name] = getattr(instance, one.name)
    return type(instance)(**changes)
