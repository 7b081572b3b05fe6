"""Which implementation of attention is allowed; here there is one, and all it does is to check."""

import sys


class Backend:
    """One name of SDPBackend."""

    def __init__(self, name, value):
        self.name, self.value = name, value

    def __repr__(self):
        return f"<SDPBackend.{self.name}: {self.value}>"

    def __str__(self):
        return f"SDPBackend.{self.name}"


class SDPBackend:
    pass


_NAMES = "ERROR MATH FLASH_ATTENTION EFFICIENT_ATTENTION CUDNN_ATTENTION OVERRIDEABLE".split()
for _value, _name in enumerate(_NAMES, -1):
    setattr(SDPBackend, _name, Backend(_name, _value))

NOT_ON_A_PROCESSOR = (SDPBackend.CUDNN_ATTENTION, SDPBackend.EFFICIENT_ATTENTION, SDPBackend.OVERRIDEABLE)
allowed = None  # the backends of the innermost `with`; None: all


class sdpa_kernel:  # noqa: N801 (torch's name)
    def __init__(self, backends, set_priority=False):
        self.backends = [backends] if isinstance(backends, Backend) else list(backends)
        self.before = []

    def __enter__(self):
        global allowed
        self.before.append(allowed)
        allowed = self.backends

    def __exit__(self, *details):
        global allowed
        allowed = self.before.pop()


def check_backend():
    """Raise torch's error if the allowed backends don't run on a processor."""
    if allowed is not None and all(backend in NOT_ON_A_PROCESSOR for backend in allowed):
        raise RuntimeError(
            "No viable backend for scaled_dot_product_attention was found. This is likely due to "
            "turning off both the math kernel and the fused kernels."
        )


def __getattr__(name):
    from torch.nn._parameter import unknown

    if name in ("bias", "flex_attention"):
        __import__("torch.nn.attention." + name)
        return sys.modules["torch.nn.attention." + name]
    raise unknown("torch.nn.attention", name)
