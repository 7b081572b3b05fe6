"""Enumerations: members that are known by name and by value."""


class auto:
    """The next number, or what the class says."""


class EnumType(type):
    def __new__(mcls, name, bases, namespace):
        members = {key: value for key, value in namespace.items() if not _is_other(key, value)}
        cls = super().__new__(mcls, name, bases, {key: value for key, value in namespace.items() if key not in members})
        cls._member_map_ = {}
        last = []
        for key, value in members.items():
            if isinstance(value, auto):
                value = cls._generate_next_value_(key, 1, len(last), last)
            last.append(value)
            same = [one for one in cls._member_map_.values() if one._value_ == value]
            member = same[0] if same else _member(cls, key, value)
            cls._member_map_[key] = member
            setattr(cls, key, member)
        return cls

    def __call__(cls, value):
        for member in cls:
            if member is value or member._value_ == value:
                return member
        missing = cls._missing_(value)
        if missing is None:
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        return missing

    def __getitem__(cls, name):
        if isinstance(name, tuple) and len(name) == 1:  # Brython puts a single name into a tuple
            name = name[0]
        return cls._member_map_[name]

    def __iter__(cls):
        return iter([member for name, member in cls._member_map_.items() if member._name_ == name])

    def __len__(cls):
        return len(list(iter(cls)))

    def __contains__(cls, value):
        return any(member is value or member._value_ == value for member in cls)

    def __repr__(cls):
        return f"<enum {cls.__name__!r}>"

    @property
    def __members__(cls):
        return dict(cls._member_map_)


EnumMeta = EnumType


def _is_other(key, value):
    """Whether a name in the class isn't a member: a method, or a name of Python's own."""
    dunder = key.startswith("_") and key.endswith("_")
    return dunder or callable(value) or isinstance(value, (property, classmethod, staticmethod))


def _member(cls, name, value):
    for kind in (int, str, float):
        if issubclass(cls, kind):
            member = kind.__new__(cls, value)
            break
    else:
        member = object.__new__(cls)
    member._name_, member._value_ = name, value
    return member


class Enum(metaclass=EnumType):
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return max([value for value in last_values if isinstance(value, int)], default=start - 1) + 1

    @classmethod
    def _missing_(cls, value):
        return None

    @property
    def name(self):
        return self._name_

    @property
    def value(self):
        return self._value_

    def __repr__(self):
        return f"<{type(self).__name__}.{self._name_}: {self._value_!r}>"

    def __str__(self):
        return f"{type(self).__name__}.{self._name_}"

    def __format__(self, spec):
        return format(str(self), spec)

    def __hash__(self):
        return hash(self._name_)

    def __deepcopy__(self, memo):
        return self


class IntEnum(int, Enum):
    __repr__, __hash__ = Enum.__repr__, Enum.__hash__

    def __str__(self):
        return str(self._value_)

    def __format__(self, spec):
        return format(self._value_, spec)


class StrEnum(str, Enum):
    __repr__, __hash__ = Enum.__repr__, Enum.__hash__

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()

    def __str__(self):
        return self._value_

    def __format__(self, spec):
        return format(self._value_, spec)


def unique(cls):
    for name, member in cls._member_map_.items():
        if member._name_ != name:
            raise ValueError(f"duplicate values found in {cls!r}: {name} -> {member._name_}")
    return cls
