"""Optimizers: how parameters are changed by their gradients."""

import torch

try:  # all of a step of Adam at once; without it a step costs eight calls per parameter
    from _kernels import adam
except ImportError:
    adam = None


class Required:
    def __repr__(self):
        return "<required parameter>"


required = Required()


class Optimizer:
    """What all optimizers share: groups of parameters, each with its own settings, and a state per parameter."""

    def __init__(self, params, defaults):
        if isinstance(params, torch.Tensor):
            raise TypeError(
                "params argument given to the optimizer should be an iterable of Tensors or dicts, "
                f"but got {_typename(params)}"
            )
        self.defaults, self.state, self.param_groups = defaults, {}, []
        self._opt_called = False
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        for group in groups if isinstance(groups[0], dict) else [{"params": groups}]:
            self.add_param_group(group)

    def add_param_group(self, param_group):
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        params = param_group["params"]
        if isinstance(params, set):
            raise TypeError(
                "optimizer parameters need to be organized in ordered collections, but the ordering of "
                "tensors in sets will change between runs. Please use a list instead."
            )
        params = [params] if isinstance(params, torch.Tensor) else list(params)
        if any(isinstance(param, tuple) for param in params):  # named
            param_group["param_names"] = [name for name, _ in params]
            params = [param for _, param in params]
        for param in params:
            if not isinstance(param, torch.Tensor):
                raise TypeError(f"optimizer can only optimize Tensors, but one of the params is {_typename(param)}")
            if not param.is_leaf:
                raise ValueError("can't optimize a non-leaf Tensor")
        param_group["params"] = params
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError(f"parameter group didn't specify a value of required optimization parameter {name}")
            param_group.setdefault(name, default)
        before = {id(param) for group in self.param_groups for param in group["params"]}
        if any(id(param) in before for param in params):
            raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append(param_group)

    def zero_grad(self, set_to_none=True):
        for group in self.param_groups:
            for param in group["params"]:
                if param.grad is not None:
                    if set_to_none:
                        param.grad = None
                    else:
                        param.grad.detach_().zero_()

    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        self._opt_called = True
        with torch.no_grad():
            for group in self.param_groups:
                for param in group["params"]:
                    if param.grad is not None:
                        state = self.state.get(param, {})
                        self._update(param, param.grad, state, group)
                        if state:
                            self.state[param] = state
        return loss

    def _numbers(self):
        params = [param for group in self.param_groups for param in group["params"]]
        return {id(param): number for number, param in enumerate(params)}, params

    def state_dict(self):
        numbers, _ = self._numbers()
        groups = [
            {key: value for key, value in group.items() if key != "params"}
            | {"params": [numbers[id(param)] for param in group["params"]]}
            for group in self.param_groups
        ]
        states = {numbers[id(param)]: dict(state) for param, state in self.state.items()}
        for state in states.values():
            if "step" in state:  # a number here, since each operation on a tensor crosses to JavaScript
                state["step"] = torch.tensor(float(state["step"]))
        return {"state": states, "param_groups": groups}

    def load_state_dict(self, state_dict):
        saved = state_dict["param_groups"]
        if len(saved) != len(self.param_groups):
            raise ValueError("loaded state dict has a different number of parameter groups")
        if any(len(old["params"]) != len(new["params"]) for old, new in zip(saved, self.param_groups)):
            raise ValueError(
                "loaded state dict contains a parameter group that doesn't match the size of optimizer's group"
            )
        _, params = self._numbers()
        self.state = {
            params[number]: {
                key: int(value) if key == "step" else value.clone() if isinstance(value, torch.Tensor) else value
                for key, value in state.items()
            }
            for number, state in state_dict["state"].items()
        }
        for old, new in zip(saved, self.param_groups):
            new.update({key: value for key, value in old.items() if key != "params"})

    def __repr__(self):
        text = type(self).__name__ + " ("
        for number, group in enumerate(self.param_groups):
            lines = [f"    {key}: {group[key]}\n" for key in sorted(group) if key != "params"]
            text += f"\nParameter Group {number}\n" + "".join(lines)
        return text + ")"


def _typename(value):
    from torch.nn._parameter import typename

    return typename(value)


def _check(kind, value):
    """Raise torch's error for a setting below 0."""
    if value < 0.0:
        raise ValueError(f"Invalid {kind}: {value}")


class SGD(Optimizer):
    def __init__(
        self,
        params,
        lr=1e-3,
        momentum=0,
        dampening=0,
        weight_decay=0,
        nesterov=False,
        *,
        maximize=False,
        foreach=None,
        differentiable=False,
        fused=None,
    ):
        _check("learning rate", lr)
        _check("momentum value", momentum)
        _check("weight_decay value", weight_decay)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        super().__init__(
            params,
            {
                "lr": lr,
                "momentum": momentum,
                "dampening": dampening,
                "weight_decay": weight_decay,
                "nesterov": nesterov,
                "maximize": maximize,
                "foreach": foreach,
                "differentiable": differentiable,
                "fused": fused,
            },
        )

    def _update(self, param, gradient, state, group):
        momentum = group["momentum"]
        if group["maximize"]:
            gradient = -gradient
        if group["weight_decay"] != 0:
            gradient = gradient.add(param, alpha=group["weight_decay"])
        if momentum != 0:
            if state.get("momentum_buffer") is None:
                state["momentum_buffer"] = gradient.detach().clone()
            else:
                state["momentum_buffer"].mul_(momentum).add_(gradient, alpha=1 - group["dampening"])
            buffer = state["momentum_buffer"]
            gradient = gradient.add(buffer, alpha=momentum) if group["nesterov"] else buffer
        param.add_(gradient, alpha=-group["lr"])


class Adam(Optimizer):
    decoupled = False  # whether the decay of weights is apart from the gradient

    def __init__(
        self,
        params,
        lr=1e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0,
        amsgrad=False,
        *,
        foreach=None,
        maximize=False,
        capturable=False,
        differentiable=False,
        fused=None,
        decoupled_weight_decay=False,
    ):
        _check("learning rate", lr)
        _check("epsilon value", eps)
        for index, beta in enumerate(betas):
            if not 0.0 <= beta < 1.0:
                raise ValueError(f"Invalid beta parameter at index {index}: {beta}")
        _check("weight_decay value", weight_decay)
        super().__init__(
            params,
            {
                "lr": lr,
                "betas": betas,
                "eps": eps,
                "weight_decay": weight_decay,
                "amsgrad": amsgrad,
                "maximize": maximize,
                "foreach": foreach,
                "capturable": capturable,
                "differentiable": differentiable,
                "fused": fused,
                "decoupled_weight_decay": decoupled_weight_decay or self.decoupled,
            },
        )

    def _update(self, param, gradient, state, group):
        if not state:
            state["step"] = 0
            state["exp_avg"], state["exp_avg_sq"] = torch.zeros_like(param), torch.zeros_like(param)
            if group["amsgrad"]:
                state["max_exp_avg_sq"] = torch.zeros_like(param)
        state["step"] += 1
        first, second = group["betas"]
        mean, square = state["exp_avg"], state["exp_avg_sq"]
        size = group["lr"] / (1 - first ** state["step"])
        root = (1 - second ** state["step"]) ** 0.5
        if group["maximize"]:
            gradient = -gradient
        decay = 1.0
        if group["weight_decay"] != 0:
            if group["decoupled_weight_decay"]:
                decay = 1 - group["lr"] * group["weight_decay"]
            else:
                gradient = gradient.add(param, alpha=group["weight_decay"])
        if adam is not None and not group["amsgrad"]:
            adam(param, gradient, mean, square, decay, 1 - first, second, 1 - second, root, group["eps"], -size)
            return
        if decay != 1.0:
            param.mul_(decay)
        mean.lerp_(gradient, 1 - first)
        square.mul_(second).addcmul_(gradient, gradient, value=1 - second)
        if group["amsgrad"]:
            square = state["max_exp_avg_sq"].copy_(torch.maximum(state["max_exp_avg_sq"], square))
        param.addcdiv_(mean, (square.sqrt() / root).add_(group["eps"]), value=-size)


class AdamW(Adam):
    decoupled = True

    def __init__(
        self,
        params,
        lr=1e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=1e-2,
        amsgrad=False,
        *,
        maximize=False,
        foreach=None,
        capturable=False,
        differentiable=False,
        fused=None,
    ):
        super().__init__(
            params,
            lr,
            betas,
            eps,
            weight_decay,
            amsgrad,
            foreach=foreach,
            maximize=maximize,
            capturable=capturable,
            differentiable=differentiable,
            fused=fused,
        )


def __getattr__(name):
    import sys

    from torch.nn._parameter import unknown

    if name == "lr_scheduler":
        __import__("torch.optim.lr_scheduler")
        return sys.modules["torch.optim.lr_scheduler"]
    if name in ("RMSprop", "Adagrad"):
        __import__("torch.optim._older")
        return getattr(sys.modules["torch.optim._older"], name)
    raise unknown("torch.optim", name)
