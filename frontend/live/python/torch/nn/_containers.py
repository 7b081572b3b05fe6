"""Modules that hold others in a row."""

from torch.nn._module import Module, indented


class Numbered(Module):
    """What Sequential and ModuleList share: modules named 0, 1, …"""

    def _index(self, index):
        length = len(self)
        if not -length <= index < length:
            raise IndexError(f"index {index} is out of range")
        return str(index % length)

    def _all(self):
        return list(self._modules.values())

    def _renumber(self, modules):
        for name in list(self._modules):
            delattr(self, name)
        for number, module in enumerate(modules):
            self.add_module(str(number), module)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return self._part(index)
        return self._modules[self._key(index)]

    def __setitem__(self, index, module):
        setattr(self, self._key(index), module)

    def __delitem__(self, index):
        modules = self._all()
        del modules[index]
        self._renumber(modules)

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def append(self, module):
        self.add_module(str(len(self)), module)
        return self

    def extend(self, modules):
        for module in modules:
            self.append(module)
        return self

    def insert(self, index, module):
        modules = self._all()
        modules.insert(index, module)
        self._renumber(modules)
        return self

    def pop(self, index=-1):
        module = self[index]
        del self[index]
        return module


class Sequential(Numbered):
    def __init__(self, *args):
        super().__init__()
        if len(args) == 1 and type(args[0]).__name__ == "OrderedDict":
            for name, module in args[0].items():
                self.add_module(name, module)
        else:
            for number, module in enumerate(args):
                self.add_module(str(number), module)

    def _key(self, index):  # the names may be other than numbers
        self._index(index)
        return list(self._modules)[index]

    def _part(self, index):
        return type(self)(*self._all()[index])

    def forward(self, input):
        for module in self._modules.values():
            input = module(input)
        return input


class ModuleList(Numbered):
    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.extend(modules)

    _key = Numbered._index

    def _part(self, index):
        return type(self)(self._all()[index])

    def __add__(self, other):
        return ModuleList(self._all() + list(other))

    def __iadd__(self, modules):
        return self.extend(modules)

    def __repr__(self):
        texts = [repr(module) for module in self]
        if not texts:
            return self._get_name() + "()"
        runs = []
        for number, text in enumerate(texts):
            if runs and runs[-1][2] == text:
                runs[-1][1] = number
            else:
                runs.append([number, number, text])
        lines = [
            f"({first}): {indented(text)}"
            if first == last
            else f"({first}-{last}): {last - first + 1} x {indented(text)}"
            for first, last, text in runs
        ]
        return f"{self._get_name()}(\n  " + "\n  ".join(lines) + "\n)"
