"""The state of a module, and what `Module.load_state_dict` does: copy tensors by names and say what doesn't fit."""

import torch
from torch._tensor import Tensor
from torch.nn._parameter import Parameter


class OrderedDict(dict):
    """What `state_dict` returns; its own class so that no other module needs to be loaded."""

    def __repr__(self):
        return f"OrderedDict({list(self.items())})" if self else "OrderedDict()"

    def copy(self):
        return OrderedDict(self)


class IncompatibleKeys(tuple):
    """What `load_state_dict` returns: the missing and the unexpected names."""

    @property
    def missing_keys(self):
        return self[0]

    @property
    def unexpected_keys(self):
        return self[1]

    def __repr__(self):
        if not self[0] and not self[1]:
            return "<All keys matched successfully>"
        return f"_IncompatibleKeys(missing_keys={self[0]}, unexpected_keys={self[1]})"

    __str__ = __repr__


def load_state(module, state_dict, strict, assign):
    """Copy all tensors; raises an error that names all that doesn't fit."""
    if not hasattr(state_dict, "items"):
        raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
    missing, unexpected, errors = load(module, dict(state_dict.items()), assign)
    if strict:
        for keys, kind in ((unexpected, "Unexpected"), (missing, "Missing")):
            if keys:
                names = ", ".join(f'"{key}"' for key in keys)
                errors.insert(0, f"{kind} key(s) in state_dict: {names}. ")
    if errors:
        raise RuntimeError(f"Error(s) in loading state_dict for {type(module).__name__}:\n\t" + "\n\t".join(errors))
    return IncompatibleKeys((missing, unexpected))


def load(module, state, assign, prefix=""):
    """Copy the tensors of a module and of the modules in it.

    Returns:
        the names that are missing, the names that nothing takes, and messages.
    """
    own = {
        name: tensor
        for registered in (module._parameters, module._buffers)
        for name, tensor in registered.items()
        if tensor is not None and name not in module._non_persistent_buffers_set
    }
    missing = [prefix + name for name in own if prefix + name not in state]
    errors = [
        _copy(module, name, tensor, prefix + name, state[prefix + name], assign)
        for name, tensor in own.items()
        if prefix + name in state
    ]
    unexpected = []
    for key in state:
        name, *rest = key[len(prefix) :].split(".", 1)
        if name not in (module._modules if rest else own):
            unexpected.append(key)
    for name, child in module._modules.items():
        if child is not None:
            child_prefix = prefix + name + "."
            results = load(
                child,
                {key: tensor for key, tensor in state.items() if key.startswith(child_prefix)},
                assign,
                child_prefix,
            )
            missing += results[0]
            unexpected += results[1]
            errors += results[2]
    return missing, unexpected, [error for error in errors if error]


def _copy(module, name, tensor, key, given, assign):
    """Copy one tensor; returns a message if that isn't possible."""
    if not isinstance(given, Tensor):
        return (
            f'While copying the parameter named "{key}", expected torch.Tensor or Tensor-like object from '
            f"checkpoint but received {type(given)}"
        )
    if not tuple(tensor.shape) and tuple(given.shape) == (1,):
        given = given[0]
    if given.shape != tensor.shape:
        return (
            f"size mismatch for {key}: copying a param with shape {given.shape} from checkpoint, "
            f"the shape in current model is {tensor.shape}."
        )
    if assign:
        if isinstance(tensor, Parameter):
            given = Parameter(given, tensor.requires_grad)
        setattr(module, name, given)
    else:
        with torch.no_grad():
            tensor.copy_(given)
    return None
