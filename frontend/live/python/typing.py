"""Names for types: here they only have to be there, nothing is checked."""

TYPE_CHECKING = False


class _Form:
    """A name that can be subscripted and called, and joined with others by `|`."""

    def __init__(self, name):
        self._name = name

    def __getitem__(self, item):
        items = item if isinstance(item, tuple) else (item,)
        texts = [one.__name__ if isinstance(one, type) else repr(one) for one in items]
        return _Form(f"{self._name}[{', '.join(texts)}]")

    def __or__(self, other):
        return _Form("Union")[self, other]

    def __ror__(self, other):
        return _Form("Union")[other, self]

    def __repr__(self):
        return "typing." + self._name

    def __eq__(self, other):
        return isinstance(other, _Form) and self._name == other._name

    def __hash__(self):
        return hash(self._name)


for _name in (
    "Annotated Any Callable ClassVar Concatenate Final ForwardRef Literal LiteralString Never NoReturn "
    "NotRequired Optional ParamSpec Required Self TypeAlias TypeGuard Union Unpack AnyStr AsyncIterable "
    "AsyncIterator Awaitable Collection Container Coroutine Counter DefaultDict Deque Dict FrozenSet "
    "Generator Hashable Iterable Iterator List Mapping MutableMapping MutableSequence OrderedDict Pattern "
    "Reversible Sequence Set Sized Text Tuple Type"
).split():
    globals()[_name] = _Form(_name)


class TypeVar:
    def __init__(self, name, *constraints, **options):
        self.__name__ = name

    def __repr__(self):
        return "~" + self.__name__


TypeVarTuple = TypeVar


class Generic:
    def __class_getitem__(cls, item):
        return cls


class Protocol(Generic):
    pass


class TypedDict(dict):
    pass


class _NamedTuples(type):
    def __new__(mcls, name, bases, namespace):
        if not bases:
            return super().__new__(mcls, name, bases, namespace)
        from collections import namedtuple

        names = list(namespace.get("__annotations__", {}))
        defaults = [namespace[one] for one in names if one in namespace]
        made = namedtuple(name, names, defaults=defaults)
        for key, value in namespace.items():
            if key not in names and key not in ("__qualname__", "__classcell__", "__orig_bases__"):
                setattr(made, key, value)
        return made


class NamedTuple(metaclass=_NamedTuples):
    pass


def cast(kind, value):
    return value


def overload(function):
    return function


final = no_type_check = override = runtime_checkable = overload


def get_type_hints(value):
    return dict(getattr(value, "__annotations__", {}))
