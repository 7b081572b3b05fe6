"""What containers have to be able to do, for isinstance."""

from abc import ABCMeta


def _kind(name, *methods, bases=()):
    def subclasshook(subclass):
        return all(getattr(subclass, method, None) is not None for method in methods) or NotImplemented

    return ABCMeta(name, bases, {"__subclasshook__": staticmethod(subclasshook), "__module__": "collections.abc"})


Hashable = _kind("Hashable", "__hash__")
Iterable = _kind("Iterable", "__iter__")
Iterator = _kind("Iterator", "__iter__", "__next__")
Generator = _kind("Generator", "__iter__", "__next__", "send")
Reversible = _kind("Reversible", "__iter__", "__reversed__")
Sized = _kind("Sized", "__len__")
Container = _kind("Container", "__contains__")
Callable = _kind("Callable", "__call__")
Collection = _kind("Collection", "__len__", "__iter__", "__contains__")


def _registered(name, *kinds):
    result = ABCMeta(name, (), {"__module__": "collections.abc"})
    for kind in kinds:
        result.register(kind)
    return result


Sequence = _registered("Sequence", list, tuple, str, range, bytes, bytearray)
MutableSequence = _registered("MutableSequence", list, bytearray)
Mapping = _registered("Mapping", dict)
MutableMapping = _registered("MutableMapping", dict)
Set = _registered("Set", set, frozenset)
MutableSet = _registered("MutableSet", set)
