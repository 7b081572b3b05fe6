"""Multi-head attention as torch has it."""

import math

import torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn._layers import Linear
from torch.nn._module import Module
from torch.nn._parameter import Parameter


class NonDynamicallyQuantizableLinear(Linear):
    pass


class MultiheadAttention(Module):
    __module__ = "torch.nn.modules.activation"

    def __init__(
        self,
        embed_dim,
        num_heads,
        dropout=0.0,
        bias=True,
        add_bias_kv=False,
        add_zero_attn=False,
        kdim=None,
        vdim=None,
        batch_first=False,
        device=None,
        dtype=None,
    ):
        if embed_dim <= 0 or num_heads <= 0:
            raise ValueError(
                "embed_dim and num_heads must be greater than 0, "
                f"got embed_dim={embed_dim} and num_heads={num_heads} instead"
            )
        if add_bias_kv or add_zero_attn:
            raise NotImplementedError(
                "add_bias_kv and add_zero_attn of torch.nn.MultiheadAttention aren't in this "
                "small stand-in for torch; in torch itself they are"
            )
        super().__init__()
        self.embed_dim, self.num_heads, self.dropout, self.batch_first = embed_dim, num_heads, dropout, batch_first
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self._qkv_same_embed_dim = self.kdim == embed_dim and self.vdim == embed_dim
        self.head_dim = embed_dim // num_heads
        if self.head_dim * num_heads != embed_dim:
            raise AssertionError("embed_dim must be divisible by num_heads")
        same = self._qkv_same_embed_dim
        for name, shape in (
            ("q_proj_weight", None if same else (embed_dim, embed_dim)),
            ("k_proj_weight", None if same else (embed_dim, self.kdim)),
            ("v_proj_weight", None if same else (embed_dim, self.vdim)),
            ("in_proj_weight", (3 * embed_dim, embed_dim) if same else None),
            ("in_proj_bias", (3 * embed_dim,) if bias else None),
        ):
            empty = None if shape is None else Parameter(torch.empty(shape, device=device, dtype=dtype))
            self.register_parameter(name, empty)
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias=bias, device=device, dtype=dtype)
        self.bias_k = self.bias_v = None
        self.add_zero_attn = False
        self._reset_parameters()

    def _reset_parameters(self):
        for weight in (self.in_proj_weight, self.q_proj_weight, self.k_proj_weight, self.v_proj_weight):
            if weight is not None:
                init.xavier_uniform_(weight)
        if self.in_proj_bias is not None:
            init.zeros_(self.in_proj_bias)
            init.zeros_(self.out_proj.bias)

    def forward(
        self,
        query,
        key,
        value,
        key_padding_mask=None,
        need_weights=True,
        attn_mask=None,
        average_attn_weights=True,
        is_causal=False,
    ):
        batched = check_shapes(query, key, value, key_padding_mask, attn_mask, self.num_heads)
        if not batched:
            query, key, value = query.unsqueeze(0), key.unsqueeze(0), value.unsqueeze(0)
            key_padding_mask = None if key_padding_mask is None else key_padding_mask.unsqueeze(0)
        elif not self.batch_first:
            query, key, value = query.transpose(0, 1), key.transpose(0, 1), value.transpose(0, 1)
        self._check_sizes(query, key, value)

        key_padding_mask = added_mask(key_padding_mask, "key_padding_mask", query.dtype)
        if is_causal and attn_mask is None:
            raise RuntimeError(
                "Need attn_mask if specifying the is_causal hint. You may use the Transformer module "
                "method `generate_square_subsequent_mask` to create this mask."
            )
        attn_mask = added_mask(attn_mask, "attn_mask", query.dtype)
        if is_causal and key_padding_mask is None and not need_weights:
            attn_mask = None  # the hint stands for it
        else:
            is_causal = False

        q, k, v = self._projected(query, key, value)  # (batch, heads, tokens, width of a head)
        mask = self._joined(attn_mask, key_padding_mask, q, k)
        dropout = self.dropout if self.training else 0.0
        if need_weights:
            context, weights = self._weighted(q, k, v, mask, dropout)
            weights = weights.mean(dim=1) if average_attn_weights else weights.view(weights.shape)
        else:
            context, weights = F.scaled_dot_product_attention(q, k, v, mask, dropout, is_causal), None
        size, _, length, _ = context.shape
        rows = context.permute(2, 0, 1, 3).reshape(length * size, self.embed_dim)
        output = self.out_proj(rows).view(length, size, self.embed_dim)
        if not batched:
            return output.squeeze(1), None if weights is None else weights.squeeze(0)
        return (output.transpose(0, 1) if self.batch_first else output), weights

    def _check_sizes(self, query, key, value):
        if query.shape[-1] != self.embed_dim:
            raise AssertionError(f"was expecting embedding dimension of {self.embed_dim}, but got {query.shape[-1]}")
        key_shape, value_shape = key.transpose(0, 1).shape, value.transpose(0, 1).shape  # torch's order
        if not self._qkv_same_embed_dim and key_shape[:2] != value_shape[:2]:
            raise AssertionError(
                f"key's sequence and batch dims {key_shape[:2]} do not match value's {value_shape[:2]}"
            )
        if self._qkv_same_embed_dim and key_shape != value_shape:
            raise AssertionError(f"key shape {key_shape} does not match value shape {value_shape}")

    def _projected(self, query, key, value):
        if self._qkv_same_embed_dim:
            weights = self.in_proj_weight.chunk(3)
        else:
            weights = self.q_proj_weight, self.k_proj_weight, self.v_proj_weight
        biases = (None, None, None) if self.in_proj_bias is None else self.in_proj_bias.chunk(3)
        return [
            F.linear(tensor, weight, bias).unflatten(-1, (self.num_heads, self.head_dim)).transpose(1, 2)
            for tensor, weight, bias in zip((query, key, value), weights, biases)
        ]

    def _joined(self, attn_mask, key_padding_mask, q, k):
        """Both masks as one that is added to the scores; None where there is none."""
        batch, queries, keys = q.shape[0], q.shape[2], k.shape[2]
        if attn_mask is not None:
            expected = (queries, keys) if attn_mask.dim() == 2 else (batch * self.num_heads, queries, keys)
            if tuple(attn_mask.shape) != expected:
                raise RuntimeError(
                    f"The shape of the {attn_mask.dim()}D attn_mask is {attn_mask.shape}, but should be {expected}."
                )
            if attn_mask.dim() == 3:
                attn_mask = attn_mask.view(batch, self.num_heads, queries, keys)
        if key_padding_mask is None:
            return attn_mask
        for axis, size in enumerate((batch, keys)):
            if key_padding_mask.shape[axis] != size:
                raise AssertionError(
                    f"Expected key_padded_mask.shape[{axis}] to be {size}, but got {key_padding_mask.shape[axis]}"
                )
        padding = key_padding_mask.view(batch, 1, 1, keys)
        return padding if attn_mask is None else attn_mask + padding

    def _weighted(self, q, k, v, mask, dropout):
        scores = (q * math.sqrt(1.0 / self.head_dim)) @ k.transpose(-2, -1)
        weights = F.softmax(scores if mask is None else mask + scores, dim=-1)
        if dropout > 0.0:
            weights = F.dropout(weights, p=dropout)
        return weights @ v, weights


def check_shapes(query, key, value, key_padding_mask, attn_mask, heads):
    """Whether the input has a batch; raises torch's errors for shapes."""
    if query.dim() not in (2, 3):
        raise AssertionError(
            f"query should be unbatched 2D or batched 3D tensor but received {query.dim()}-D query tensor"
        )
    axes = query.dim()
    start = f"For {'batched' if axes == 3 else 'unbatched'} ({axes}-D) `query`, expected "
    if key.dim() != axes or value.dim() != axes:
        raise AssertionError(
            f"{start}`key` and `value` to be {axes}-D but found {key.dim()}-D and {value.dim()}-D tensors respectively"
        )
    if key_padding_mask is not None and key_padding_mask.dim() != axes - 1:
        raise AssertionError(
            f"{start}`key_padding_mask` to be `None` or {axes - 1}-D but found "
            f"{key_padding_mask.dim()}-D tensor instead"
        )
    if attn_mask is not None and attn_mask.dim() not in (2, 3):
        raise AssertionError(
            f"{start}`attn_mask` to be `None`, 2-D or 3-D but found {attn_mask.dim()}-D tensor instead"
        )
    if attn_mask is not None and axes == 2 and attn_mask.dim() == 3:
        expected = (heads, query.shape[0], key.shape[0])
        if tuple(attn_mask.shape) != expected:
            raise AssertionError(f"Expected `attn_mask` shape to be {expected} but got {attn_mask.shape}")
    return axes == 3


def added_mask(mask, name, dtype):
    """A mask of numbers to be added: where a bool mask is True, minus infinity."""
    if mask is None or mask.is_floating_point():
        return mask
    if mask.dtype != torch.bool:
        raise AssertionError(f"only bool and floating types of {name} are supported")
    return torch.zeros_like(mask, dtype=dtype).masked_fill(mask, float("-inf"))
