"""Modules that hold other modules or parameters by name."""

from torch._tensor import Tensor
from torch.nn._module import Module
from torch.nn._parameter import Parameter, typename


class ModuleDict(Module):
    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key):
        return self._modules[key]

    def __setitem__(self, key, module):
        self.add_module(key, module)

    def __delitem__(self, key):
        delattr(self, key)

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules)

    def __contains__(self, key):
        return key in self._modules

    def pop(self, key):
        module = self[key]
        del self[key]
        return module

    def keys(self):
        return self._modules.keys()

    def values(self):
        return self._modules.values()

    def items(self):
        return self._modules.items()

    def update(self, modules):
        for name, module in modules.items() if hasattr(modules, "items") else modules:
            self[name] = module


class ParameterHolder(Module):
    """What ParameterList and ParameterDict share: they show their parameters as modules show modules."""

    def extra_repr(self):
        lines = []
        for name, parameter in self._parameters.items():
            size = "x".join(str(length) for length in parameter.shape)
            lines.append(f"  ({name}): Parameter containing: [{self._kind(parameter)} of size {size}]")
        return "\n".join(lines)

    def __len__(self):
        return len(self._parameters)

    def __call__(self, *args, **kwargs):
        raise RuntimeError(f"{self._get_name()} should not be called.")

    def _add(self, name, value):
        if isinstance(value, Tensor) and not isinstance(value, Parameter):
            value = Parameter(value)
        setattr(self, name, value)


class ParameterList(ParameterHolder):
    def _kind(self, parameter):
        return parameter.dtype

    def __init__(self, values=None):
        super().__init__()
        self.extend(values or [])

    def __getitem__(self, index):
        if isinstance(index, slice):
            return ParameterList(list(self)[index])
        return list(self)[index]

    def __setitem__(self, index, value):
        self._add(str(range(len(self))[index]), value)

    def __iter__(self):
        return iter(list(self._parameters.values()))

    def append(self, value):
        self._add(str(len(self)), value)
        return self

    def extend(self, values):
        for value in values:
            self.append(value)
        return self


class ParameterDict(ParameterHolder):
    def _kind(self, parameter):
        return typename(parameter)

    def __init__(self, parameters=None):
        super().__init__()
        self.update(parameters or {})

    def __getitem__(self, key):
        return self._parameters[key]

    def __setitem__(self, key, value):
        self._add(key, value)

    def __iter__(self):
        return iter(self._parameters)

    def __contains__(self, key):
        return key in self._parameters

    def keys(self):
        return self._parameters.keys()

    def values(self):
        return self._parameters.values()

    def items(self):
        return self._parameters.items()

    def update(self, parameters):
        for name, parameter in parameters.items():
            self[name] = parameter
