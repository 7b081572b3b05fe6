"""A program that looks at everything that Python in the page can reach, for a way out.

It runs there, from ``walk()``; what it prints are the findings, and in the last line how much it has seen.
"""

import builtins
import contextlib
import functools
import sys
import types
import weakref

# What leads on from an object without making new ones.
WAYS = (
    "__globals__ __builtins__ __closure__ __code__ __defaults__ __kwdefaults__ __self__ __func__ __wrapped__ __dict__ "
    "__mro__ __bases__ __objclass__ __annotations__ __spec__ __loader__ __module__ __doc__ cell_contents co_consts "
    "f_back f_globals f_builtins gi_frame gi_code cr_frame ag_frame tb_frame tb_next fget fset fdel func args "
    "keywords __reduce__ __reduce_ex__ __getattribute__ __init_subclass__ __subclasshook__ __class__ __weakref__"
).split()
OUTSIDE = ("Js", "PyProxy", "Foreign")
HARMLESS = ("JsNull",)  # a constant of Pyodide's own: JavaScript's null as Python would see it


def is_outside(value):
    """Whether an object is of JavaScript's side."""
    name = type(value).__name__
    return name.startswith(OUTSIDE) and name not in HARMLESS


def next_of(value):
    """The objects that an object leads to."""
    if isinstance(value, (dict, types.MappingProxyType)):
        for key, item in list(value.items()):
            yield key
            yield item
    elif isinstance(value, (list, tuple, set, frozenset)):
        yield from list(value)
    elif isinstance(value, weakref.ref):
        yield value()
    if isinstance(value, type):
        yield from type.__subclasses__(value)
    for way in WAYS:
        with contextlib.suppress(BaseException):
            yield getattr(value, way)


PLAIN = (int, float, complex, str, bytes, bool, type(None), types.BuiltinMethodType, types.MethodWrapperType)


def everything(roots):
    """Every object that is reached from `roots`, once."""
    seen, ahead = {}, list(roots)
    while ahead:
        value = ahead.pop()
        if id(value) in seen or (isinstance(value, PLAIN) and not hasattr(value, "__self__")):
            continue
        if isinstance(value, (*PLAIN, types.MethodType, functools.partial)) and len(seen) > 500_000:
            continue
        seen[id(value)] = value
        yield value
        # A method of an object that was seen leads nowhere new, and each look makes another one.
        if isinstance(value, PLAIN) and id(value.__self__) in seen:
            continue
        ahead.extend(next_of(value))


def walk():
    """Print what is outside of Python among all that can be reached, and what its classes do when they are called."""
    for name in sorted(sys.stdlib_module_names):
        with contextlib.suppress(BaseException):
            __import__(name)
    count = 0
    for value in everything([builtins, sys.modules, object, sys._getframe(), sys.meta_path, sys.path_hooks]):
        count += 1
        if is_outside(value):
            print("outside:", type(value), str(type(value).__module__))
        if isinstance(value, type) and value.__name__.startswith(OUTSIDE):
            for make in (value, lambda kind=value: object.__new__(kind), lambda kind=value: kind.__new__(kind, "x")):
                with contextlib.suppress(BaseException):
                    print("leads on:", value.__name__, make().constructor)
    print("seen", count)
