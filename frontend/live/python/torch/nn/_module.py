"""Module: what a network is made of."""

import torch
from torch._tensor import Tensor
from torch.nn._loading import OrderedDict, load_state
from torch.nn._parameter import Parameter, typename


class RemovableHandle:
    """Takes a hook away again."""

    def __init__(self, hooks, key):
        self.hooks, self.id = hooks, key

    def remove(self):
        self.hooks.pop(self.id, None)

    def __enter__(self):
        return self

    def __exit__(self, *details):
        self.remove()


def indented(text):
    """All lines but the first two spaces further in."""
    first, *rest = text.split("\n")
    return "\n".join([first] + ["  " + line if line.strip() else "" for line in rest])


def unique(pairs):
    """Each value once, by identity."""
    seen, found = set(), []
    for pair in pairs:
        key = id(pair[1])
        if key not in seen and pair[1] is not None:
            seen.add(key)
            found.append(pair)
    return found


put = object.__setattr__


class Module:
    """A part of a network: parameters, buffers and other modules, and how they work on an input.

    What is registered stands in `_parameters`, `_buffers` and `_modules` as in torch, and as a plain attribute, too,
    so that reading it is fast.
    """

    __module__ = "torch.nn.modules.module"

    def __init__(self, *args, **kwargs):
        if args or kwargs:
            problem = (
                f"got an unexpected keyword argument '{next(iter(kwargs))}'"
                if kwargs
                else f"takes 1 positional argument but {len(args) + 1} were given"
            )
            raise TypeError(f"{type(self).__name__}.__init__() {problem}")
        put(self, "training", True)
        for name in ("_parameters", "_buffers", "_modules", "_backward_hooks", "_forward_hooks", "_forward_pre_hooks"):
            put(self, name, {})
        put(self, "_non_persistent_buffers_set", set())

    def forward(self, *inputs):
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')

    def __call__(self, *args, **kwargs):
        if self._backward_hooks or self._forward_hooks or self._forward_pre_hooks:
            return self._call_with_hooks(args, kwargs)
        return self.forward(*args, **kwargs)

    def _call_with_hooks(self, args, kwargs):
        for hook, with_kwargs in list(self._forward_pre_hooks.values()):
            result = hook(self, args, kwargs) if with_kwargs else hook(self, args)
            if result is not None and with_kwargs:
                args, kwargs = result
            elif result is not None:
                args = result if isinstance(result, tuple) else (result,)
        output = self.forward(*args, **kwargs)
        for hook, with_kwargs in list(self._forward_hooks.values()):
            result = hook(self, args, kwargs, output) if with_kwargs else hook(self, args, output)
            if result is not None:
                output = result
        return output

    def _register_hook(self, hooks, hook, with_kwargs):
        handle = RemovableHandle(hooks, object())
        hooks[handle.id] = (hook, with_kwargs)
        return handle

    def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
        return self._register_hook(self._forward_hooks, hook, with_kwargs)

    def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
        return self._register_hook(self._forward_pre_hooks, hook, with_kwargs)

    # What a module has

    def _check_name(self, kind, name, registered):
        if not isinstance(name, str):
            raise TypeError(f"{kind} name should be a string. Got {typename(name)}")
        if hasattr(self, name) and name not in registered:
            raise KeyError(f"attribute '{name}' already exists")
        if "." in name:
            got = f", got: {name}" if kind == "module" else ""
            raise KeyError(f'{kind} name can\'t contain "."{got}')
        if name == "":
            raise KeyError(f'{kind} name can\'t be empty string ""')

    def register_parameter(self, name, param):
        if "_parameters" not in self.__dict__:
            raise AttributeError("cannot assign parameter before Module.__init__() call")
        self._check_name("parameter", name, self._parameters)
        if param is not None and not isinstance(param, Parameter):
            raise TypeError(
                f"cannot assign '{typename(param)}' object to parameter '{name}' (torch.nn.Parameter or None required)"
            )
        if param is not None and not param.is_leaf:
            raise ValueError(
                f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must be created "
                f"explicitly. To express '{name}' as a function of another Tensor, compute the value in "
                "the forward() method."
            )
        self._put(self._parameters, name, param)

    def register_buffer(self, name, tensor, persistent=True):
        if "_buffers" not in self.__dict__:
            raise AttributeError("cannot assign buffer before Module.__init__() call")
        self._check_name("buffer", name, self._buffers)
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(
                f"cannot assign '{typename(tensor)}' object to buffer '{name}' (torch Tensor or None required)"
            )
        self._put(self._buffers, name, tensor)
        self._non_persistent_buffers_set.discard(name)
        if not persistent:
            self._non_persistent_buffers_set.add(name)

    def add_module(self, name, module):
        if not isinstance(module, Module) and module is not None:
            raise TypeError(f"{typename(module)} is not a Module subclass")
        self._check_name("module", name, self._modules)
        self._put(self._modules, name, module)

    register_module = add_module

    def _put(self, registered, name, value):
        registered[name] = value
        put(self, name, value)

    def __setattr__(self, name, value):
        own = self.__dict__
        parameters = own.get("_parameters")
        if isinstance(value, Parameter):
            if parameters is None:
                raise AttributeError("cannot assign parameters before Module.__init__() call")
            self._forget(name, parameters)
            self._put(parameters, name, value)
        elif isinstance(value, Module) and not (parameters and name in parameters):
            if parameters is None:
                raise AttributeError("cannot assign module before Module.__init__() call")
            self._forget(name, self._modules)
            self._put(self._modules, name, value)
        elif parameters is not None:
            self._set_other(name, value)
        else:
            put(self, name, value)

    def _set_other(self, name, value):
        """Set what is neither a parameter nor a module; a registered name keeps its kind."""
        for registered, kind, allowed in (
            (self._parameters, "parameter", "torch.nn.Parameter"),
            (self._modules, "child module", "torch.nn.Module"),
            (self._buffers, "buffer", "torch.nn.Buffer, torch.Tensor"),
        ):
            if name in registered:
                if value is not None and not (kind == "buffer" and isinstance(value, Tensor)):
                    raise TypeError(
                        f"cannot assign '{typename(value)}' as {kind} '{name}' ({allowed} or None expected)"
                    )
                return self._put(registered, name, value)
        put(self, name, value)

    def _forget(self, name, stays):
        if name not in self.__dict__ or name in stays:
            return
        for registered in (self._parameters, self._buffers, self._modules):
            registered.pop(name, None)
        self._non_persistent_buffers_set.discard(name)
        super().__delattr__(name)

    def __delattr__(self, name):
        for registered in (self._parameters, self._buffers, self._modules):
            registered.pop(name, None)
        self._non_persistent_buffers_set.discard(name)
        super().__delattr__(name)

    # Walks

    # (Lists with iterators around them: generators are slow here.)

    def _walk(self, prefix, found):
        found.append((prefix, self))
        for name, module in self._modules.items():
            if module is not None:
                module._walk(f"{prefix}.{name}" if prefix else name, found)
        return found

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        found = self._walk(prefix, [])
        return iter(unique(found) if remove_duplicate else found)

    def modules(self, remove_duplicate=True):
        return iter([module for _, module in self.named_modules(remove_duplicate=remove_duplicate)])

    def named_children(self):
        return iter(unique(self._modules.items()))

    def children(self):
        return iter([module for _, module in unique(self._modules.items())])

    def _members(self, kind, prefix, recurse, remove_duplicate):
        found = []
        for path, module in self._walk(prefix, []) if recurse else [(prefix, self)]:
            for name, member in getattr(module, kind).items():
                if member is not None:
                    found.append((f"{path}.{name}" if path else name, member))
        return unique(found) if remove_duplicate else found

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        return iter(self._members("_parameters", prefix, recurse, remove_duplicate))

    def parameters(self, recurse=True):
        return iter([parameter for _, parameter in self._members("_parameters", "", recurse, True)])

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        return iter(self._members("_buffers", prefix, recurse, remove_duplicate))

    def buffers(self, recurse=True):
        return iter([buffer for _, buffer in self._members("_buffers", "", recurse, True)])

    def get_submodule(self, target):
        module = self
        for name in target.split(".") if target else ():
            if not hasattr(module, name):
                raise AttributeError(f"{type(module).__name__} has no attribute `{name}`")
            module = getattr(module, name)
            if not isinstance(module, Module):
                raise AttributeError(f"`{name}` is not an nn.Module")
        return module

    def get_parameter(self, target):
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        if not hasattr(module, name):
            raise AttributeError(f"{type(module).__name__} has no attribute `{name}`")
        if not isinstance(getattr(module, name), Parameter):
            raise AttributeError(f"`{name}` is not an nn.Parameter")
        return getattr(module, name)

    # Saved and loaded

    def state_dict(self, *args, destination=None, prefix="", keep_vars=False):
        destination = OrderedDict() if destination is None else destination
        for registered in (self._parameters, self._buffers):
            for name, tensor in registered.items():
                if tensor is not None and name not in self._non_persistent_buffers_set:
                    destination[prefix + name] = tensor if keep_vars else tensor.detach()
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(destination=destination, prefix=prefix + name + ".", keep_vars=keep_vars)
        return destination

    def load_state_dict(self, state_dict, strict=True, assign=False):
        return load_state(self, state_dict, strict, assign)

    def __deepcopy__(self, memo):
        from copy import deepcopy

        new = type(self).__new__(type(self))
        memo[id(self)] = new
        for name, value in self.__dict__.items():
            put(new, name, deepcopy(value, memo))
        return new

    # Changed as a whole

    def train(self, mode=True):
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        put(self, "training", mode)
        for module in self.children():
            module.train(mode)
        return self

    def eval(self):
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=True):
        for parameter in self.parameters():
            if parameter.grad is not None:
                if set_to_none:
                    parameter.grad = None
                else:
                    parameter.grad.zero_()

    def apply(self, fn):
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def _apply(self, fn):
        for module in self.children():
            module._apply(fn)
        for name, parameter in self._parameters.items():
            if parameter is not None:
                with torch.no_grad():
                    changed = fn(parameter)
                if changed.device == parameter.device:
                    parameter.data = changed
                else:
                    self._put(self._parameters, name, Parameter(changed, parameter.requires_grad))
                if parameter.grad is not None and changed.device == parameter.device:
                    parameter.grad = fn(parameter.grad)
        for name, buffer in self._buffers.items():
            if buffer is not None:
                self._put(self._buffers, name, fn(buffer))
        return self

    def to(self, *args, **kwargs):
        device, dtype = kwargs.get("device"), kwargs.get("dtype")
        for argument in args:
            if isinstance(argument, Tensor):
                device, dtype = argument.device, argument.dtype
            elif isinstance(argument, torch.dtype):
                dtype = argument
            elif not isinstance(argument, bool) and argument is not None:
                device = argument
        if dtype is not None and not dtype.is_floating_point:
            raise TypeError(
                f"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={dtype}"
            )

        def converted(tensor):
            changes = {} if device is None else {"device": device}
            if dtype is not None and tensor.is_floating_point():
                changes["dtype"] = dtype
            return tensor.to(**changes) if changes else tensor

        return self._apply(converted)

    def cpu(self):
        return self.to("cpu")

    def float(self):
        return self.to(torch.float32)

    def double(self):
        return self.to(torch.float64)

    def half(self):
        return self.to(torch.float16)

    def bfloat16(self):
        return self.to(torch.bfloat16)

    # Shown

    def extra_repr(self):
        return ""

    def _get_name(self):
        return type(self).__name__

    def __repr__(self):
        extra = self.extra_repr()
        extra_lines = extra.split("\n") if extra else []
        child_lines = [f"({name}): " + indented(repr(module)) for name, module in self._modules.items()]
        lines = extra_lines + child_lines
        if len(lines) < 2 and not child_lines:
            return f"{self._get_name()}({''.join(lines)})"
        return f"{self._get_name()}(\n  " + "\n  ".join(lines) + "\n)"
