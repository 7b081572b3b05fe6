"""Names for the types of the interpreter's own objects."""

import sys


def _function():
    yield


class _Class:
    def method(self):
        pass


FunctionType = LambdaType = type(_function)
CodeType = type(_function.__code__)
GeneratorType = type(_function())
MethodType = type(_Class().method)
BuiltinFunctionType = BuiltinMethodType = type(len)
MappingProxyType = type(type.__dict__)
ModuleType = type(sys)
NoneType = type(None)
EllipsisType = type(...)
NotImplementedType = type(NotImplemented)
GenericAlias = type(list[int])
UnionType = type(int | str)


class SimpleNamespace:
    def __init__(self, **values):
        self.__dict__.update(values)

    def __repr__(self):
        return f"namespace({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"

    def __eq__(self, other):
        if isinstance(other, SimpleNamespace):
            return self.__dict__ == other.__dict__
        return NotImplemented


class DynamicClassAttribute(property):
    pass


def new_class(name, bases=(), kwds=None, exec_body=None):
    options = dict(kwds or {})
    metaclass = options.pop("metaclass", type)
    namespace = {}
    if exec_body is not None:
        exec_body(namespace)
    return metaclass(name, bases, namespace, **options)
