"""Attention with a rule for scores and a rule for masks, computed plainly: all scores are stored."""

import torch

WARNING = (
    "flex_attention called without torch.compile() - this will use an unfused implementation that materializes "
    "the full scores matrix instead of generating a fused kernel.\n\n"
    "SOLUTION: Use torch.compile(flex_attention)(...)"
)
warned = False


def called(rule, *arguments):
    """What a rule says; torch calls it for one place at a time, so an `if` on a place can't work."""
    try:
        return rule(*arguments)
    except RuntimeError as error:
        if "Boolean value of Tensor" not in str(error):
            raise
    raise RuntimeError(
        "vmap: It looks like you're attempting to use a Tensor in some data-dependent control flow. We "
        "don't support that yet, please file an issue at https://github.com/pytorch/pytorch/issues ."
    )


def places(batch, heads, queries, keys):
    """The four numbers of each place, shaped so that together they make all places."""
    return (
        torch.arange(batch).view(-1, 1, 1, 1),
        torch.arange(heads).view(-1, 1, 1),
        torch.arange(queries).view(-1, 1),
        torch.arange(keys),
    )


def create_mask(mod_fn, B, H, Q_LEN, KV_LEN, device=None):  # noqa: N803 (torch's names)
    """(batch, heads, queries, keys), True where a key may be looked at."""
    size = (B or 1, H or 1, Q_LEN, KV_LEN)
    return torch.as_tensor(called(mod_fn, *places(*size))).to(torch.bool).expand(size).contiguous()


class BlockMask:
    """A mask, and how much of it can be skipped in blocks."""

    def __init__(self, mask, size, rule):
        self.mask, self.mask_mod, self.shape = mask, rule, tuple(mask.shape)
        self.BLOCK_SIZE = (size, size) if isinstance(size, int) else tuple(size)

    def blocks(self):
        """(batch, heads, blocks of queries, blocks of keys), True where a block has any place."""
        rows, columns = self.BLOCK_SIZE
        queries, keys = self.shape[-2:]
        padded = torch.nn.functional.pad(self.mask.int(), (0, -keys % columns, 0, -queries % rows))
        return padded.unflatten(-1, (-1, columns)).amax(dim=-1).unflatten(-2, (-1, rows)).amax(dim=-2) > 0

    def sparsity(self):
        """The share of blocks without any place, in percent."""
        blocks = self.blocks()
        return 100 - 100 * blocks.sum().item() / blocks.numel()

    def to_dense(self):
        return self.blocks().int()

    def __repr__(self):
        return f"BlockMask(shape={self.shape}, sparsity={self.sparsity():.2f}%)"


def create_block_mask(mask_mod, B, H, Q_LEN, KV_LEN, device=None, BLOCK_SIZE=128, _compile=False):  # noqa: N803
    return BlockMask(create_mask(mask_mod, B, H, Q_LEN, KV_LEN), BLOCK_SIZE, mask_mod)


def flex_attention(query, key, value, score_mod=None, block_mask=None, scale=None, enable_gqa=False):
    """softmax(rule(scores) where the mask allows it) @ values"""
    global warned
    if not warned:
        import warnings

        warned = True
        warnings.warn(WARNING, stacklevel=2)
    if enable_gqa:
        repeats = query.shape[1] // key.shape[1]
        key, value = key.repeat_interleave(repeats, dim=1), value.repeat_interleave(repeats, dim=1)
    scores = query @ key.transpose(-2, -1) * (query.shape[-1] ** -0.5 if scale is None else scale)
    if score_mod is not None:
        scores = called(score_mod, scores, *places(*scores.shape))
    if block_mask is not None:
        scores = scores.masked_fill(~block_mask.mask, float("-inf"))
        nothing = (~block_mask.mask).all(dim=-1, keepdim=True)  # torch gives 0 where no key is allowed
        return torch.softmax(scores, dim=-1).masked_fill(nothing, 0.0) @ value
    return torch.softmax(scores, dim=-1) @ value
