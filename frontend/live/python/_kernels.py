"""The kernels of tensors, which are in JavaScript: messages of bytes through a device file, and nothing else.

Python holds numbers in place of objects of JavaScript, and has no way to reach these. A message has numbers (doubles),
letters and bytes. The letters say what the values are:

| letter      | value                                                                   |
| ----------- | ----------------------------------------------------------------------- |
| n, t, f, e  | None, True, False, Ellipsis                                             |
| i, d        | int and float: a number                                                 |
| T, H        | a tensor, or something else that JavaScript keeps: a number             |
| s, b, I     | text, bytes, and an int beyond 2**53: a length; they stand in the bytes |
| A           | many numbers: a length; they stand in the bytes as doubles              |
| [ ], ( )    | list and tuple                                                          |
| S           | slice, and its three values                                             |
| o           | any other object: the name of its class, as text                        |

To JavaScript, a message begins with the number of a function, counts of 32 bits (of numbers that are no longer needed,
of numbers, of letters), and the numbers of what is no longer needed. What writing it returns is None (0), a tensor's
number, or, from ``ANSWER`` on, the length of an answer to be read, which begins with the two other counts. The letters
of an answer begin with ! for an error, and with ? for a gradient that a hook is asked about.
"""

import builtins
import os
import weakref
from array import array
from math import prod
from operator import index
from struct import Struct, unpack_from

DEVICE = "/dev/kernels"
ANSWER = 2**30
EXACT = 2**53  # from here on a double doesn't hold each whole number
NAMES, RESUME, ABANDON = range(3)  # the first functions; `connect` asks for the names of the others
_HEAD = Struct("<IIII").pack
_KINDS = {bool: "bool", int: "int64", float: "float64"}  # as kinds of numbers

_write, _read = os.write, os.read
_device = -1
_objects = {}  # the objects of Python for what JavaScript keeps, by number, as long as they are used
_gone = []  # numbers that are no longer needed
_hooks = {}
_tensor = None  # the class of tensors


class _Reference(weakref.ref):
    __slots__ = ("side",)


def _forget(reference):
    if _objects.get(reference.side) is reference:
        del _objects[reference.side]
    _gone.append(reference.side)


class Kept:
    """What isn't a tensor and stays in JavaScript."""


def _object(side, kind):
    """The object of Python for what has this number in JavaScript."""
    reference = _objects.get(side)
    if reference is not None and (found := reference()) is not None:
        return found
    if side in _gone:  # collected while JavaScript answered
        _gone.remove(side)
    return _hold(object.__new__(kind), side)


def _hold(new, side):
    new._side = side
    _objects[side] = reference = _Reference(new, _forget)
    reference.side = side
    return new


# -- to JavaScript


def _put(value, code, numbers, tail):
    kind = type(value)
    if kind is int:
        if -EXACT <= value <= EXACT:
            code.append("i")
            numbers.append(value)
        else:
            _put_bytes("I", str(value).encode(), code, numbers, tail)
    elif kind is float:
        code.append("d")
        numbers.append(value)
    elif value is None:
        code.append("n")
    elif kind is bool:
        code.append("t" if value else "f")
    elif kind is list or kind is tuple:
        code.append("[" if kind is list else "(")
        for one in value:
            _put(one, code, numbers, tail)
        code.append("]" if kind is list else ")")
    elif kind is str:
        _put_bytes("s", value.encode("utf-8", "surrogatepass"), code, numbers, tail)
    elif kind is slice:
        code.append("S")
        for one in (value.start, value.stop, value.step):
            _put(one if one is None else _place(one), code, numbers, tail)
    elif value is ...:
        code.append("e")
    elif isinstance(side := getattr(value, "_side", None), int):
        code.append("H" if kind is Kept else "T")
        numbers.append(side)
    else:
        _put_other(value, side, code, numbers, tail)


def _place(value):
    try:
        return index(value)
    except TypeError:
        raise TypeError("slice indices must be integers or None or have an __index__ method") from None


def _put_bytes(letter, data, code, numbers, tail):
    code.append(letter)
    numbers.append(len(data))
    tail.append(data)


def _put_other(value, side, code, numbers, tail):
    if isinstance(side, str):
        _put(side, code, numbers, tail)
    elif isinstance(value, array):
        _put_bytes("A", value.tobytes(), code, numbers, tail)
    elif isinstance(value, (bytes, bytearray)):
        _put_bytes("b", bytes(value), code, numbers, tail)
    elif isinstance(value, builtins.range):
        _put(list(value), code, numbers, tail)
    elif isinstance(value, type) and value in _KINDS:
        _put(_KINDS[value], code, numbers, tail)
    else:
        for plain in (list, tuple, str, int, float):
            if isinstance(value, plain):
                return _put(plain(value), code, numbers, tail)
        _put_bytes("o", type(value).__name__.encode(), code, numbers, tail)


def call(function, given):
    """What the kernel with the number `function` gives. Raises what it raises."""
    return _answered(_exchange(function, given))


def _exchange(function, given):
    code, numbers, tail = [], [], []
    for value in given:
        _put(value, code, numbers, tail)
    gone = _gone[:]  # none of the values that are given
    head = _HEAD(function, len(gone), len(numbers), len(code))
    message = b"".join([head, array("d", gone + numbers).tobytes(), "".join(code).encode(), *tail])
    del _gone[: len(gone)]
    return _write(_device, message)


# -- from JavaScript


class _Answer:
    def __init__(self, data):
        count, letters = unpack_from("<II", data)
        start = 8 + 8 * count
        self.numbers = iter(unpack_from(f"<{count}d", data, 8))
        self.code = data[start : start + letters].decode()
        self.rest = memoryview(data)[start + letters :]

    def values(self, letters):
        """The values up to the end, or to a closing bracket."""
        return [self.value(letter, letters) for letter in iter(lambda: next(letters, "]"), "]")]

    def value(self, letter, letters):
        if letter == "[":
            return self.values(letters)
        if letter in "sbIA":
            size = int(next(self.numbers))
            part, self.rest = self.rest[:size], self.rest[size:]
            return _READ[letter](part)
        if letter in "ntf":
            return _CONSTANTS[letter]
        number = next(self.numbers)
        if letter == "d":
            return number
        return int(number) if letter == "i" else _object(int(number), _tensor if letter == "T" else Kept)


_READ = {
    "s": lambda part: str(part, "utf-8"),
    "b": bytes,
    "I": lambda part: int(bytes(part)),
    "A": lambda part: part.cast("d"),
}
_CONSTANTS = {"n": None, "t": True, "f": False}


def _answered(result):
    while result >= ANSWER:
        answer = _Answer(_read(_device, result - ANSWER))
        values = answer.values(iter(answer.code.lstrip("!?")))
        if answer.code[0] == "!":
            raise getattr(builtins, values[0])(values[1])
        if answer.code[0] != "?":
            return values[0]
        result = _hooked(*values)
    return _object(result, _tensor) if result else None


def _hooked(hook, gradient):
    """The answer to what a hook makes of a gradient."""
    try:
        changed = _hooks[hook](gradient)
    except BaseException:
        _answered(_exchange(ABANDON, ()))
        raise
    return _exchange(RESUME, (changed,))


# -- as torch uses them


def _function(number):
    return lambda *given: call(number, given)


def operation(name, is_method=False):
    """An operation on tensors: a function of the values given by place, of names, and of the values for these."""
    return _function(len(_names) + 2 * operation_names.index(name) + is_method)


def connect():
    """Open the way to the kernels: once in a process, and anew where a process begins with a memory of another."""
    global _device, operation_names
    _device = os.open(DEVICE, os.O_RDWR)
    names, operation_names = call(NAMES, ())
    _names[:] = names


def register(kind):
    """From now on tensors come as objects of this class."""
    global _tensor
    _tensor = kind


def adopt(new, side):
    """Make `new` Python's object for what has a number or a name in JavaScript: a tensor, or the name of a dtype."""
    if isinstance(side, str):
        new._side = side
    else:
        _hold(new, _kernel("tensor_again")(side))


def hook(tensor, action):
    """Ask `action` about the gradients of a tensor; it gives another one, or None."""
    _hooks[_kernel("tensor_hook")(tensor)] = action


def numbers(values):
    """Many numbers, as a kernel takes them at once."""
    return array("d", values)


def lists(flat, shape, kind):
    """Nested lists of numbers that stand one after the other, or the only one."""
    numbers = flat.tolist()
    if kind is not float:
        numbers = [kind(number) for number in numbers]
    if not shape:
        return numbers[0]
    for axis in builtins.range(len(shape) - 1, 0, -1):
        size = shape[axis]
        numbers = [numbers[at * size : (at + 1) * size] for at in builtins.range(prod(shape[:axis]))]
    return numbers


def _kernel(name):
    """A kernel by its name."""
    if name not in _names:
        raise AttributeError(name)
    found = globals()[name] = _function(_names.index(name))
    return found


__getattr__ = _kernel
_names = []
operation_names = []
