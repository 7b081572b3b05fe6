"""Causal masks for more keys than queries, as tensors."""

import torch


def causal_upper_left(*size):
    """True where a key isn't later than its query, both counted from the start."""
    return torch.ones(*size, dtype=torch.bool).tril()


def causal_lower_right(*size):
    """True where a key isn't later than its query, both counted from the end."""
    queries, keys = size
    return torch.ones(queries, keys, dtype=torch.bool).tril(diagonal=keys - queries)
