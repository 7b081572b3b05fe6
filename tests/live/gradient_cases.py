"""An expression for every operation of the page's tensors that has a gradient, and those that have none.

``x`` are numbers from -2 to 2 in a table (3, 4), ``y`` others; ``p`` and ``q`` are positive, ``u`` between -0.9 and 0.9;
``z`` has zeros, ``v`` is a row of four, ``m`` and ``n`` are square (3, 3), ``t`` is tall (4, 3), ``s`` has no axes.
"""

# ruff: noqa: E501 (expressions stand in one line each)

from __future__ import annotations

# By the operation; what follows it tells cases of the same operation apart.
CASES = {
    **{name: f"x.{name}()" for name in "neg abs exp expm1 square sin cos tan atan sinh cosh tanh sigmoid erf relu".split()},
    **{name: f"x.{name}()" for name in "negative absolute sign floor ceil trunc nan_to_num".split()},
    **{name: f"F.{name}(x)" for name in "gelu silu softplus".split()},
    **{name: f"p.{name}()" for name in "log log2 log10 log1p sqrt rsqrt reciprocal".split()},
    **{name: f"u.{name}()" for name in "asin acos".split()},
    **{name: f"x.{name}(y)" for name in "add sub subtract mul multiply maximum minimum logaddexp atan2 arctan2".split()},
    **{name: f"x.{name}(q)" for name in "div divide true_divide fmod".split()},
    "remainder": "x.remainder(q)",
    **{f"{name} row": f"x.{name}(v)" for name in "add sub mul".split()},
    **{f"{name} number": f"x.{name}(2.5)" for name in "add sub mul div remainder fmod".split()},
    "round": "x.round()", "round decimals": "x.round(decimals=1) * y", "gelu tanh": "F.gelu(x, approximate='tanh')",
    "sub alpha": "x.sub(y, alpha=2)", "div whole": "x.div(q, rounding_mode='floor') * y", "div trunc": "x.div(q, rounding_mode='trunc') * y",
    "pow": "p.pow(x)", "pow square": "x.pow(2)", "pow third": "x.pow(3)", "pow root": "p.pow(0.5)", "pow of a number": "2 ** x",
    "pow zeros": "z.pow(2)", "pow of zeros": "z.abs().pow(q + 2)", "pow nothing": "z.pow(0)", "abs row": "v.abs()",
    "clamp": "x.clamp(-1, 1)", "clamp tensors": "x.clamp(y * 0.1 - 1, y * 0.1 + 1)", "clip": "x.clip(0, 1)", "clamp_min": "x.clamp_min(0.1)",
    "clamp_max": "x.clamp_max(0.1)", "masked_fill": "x.masked_fill(x > 0, 2.0)", "masked_fill tensor": "x.masked_fill(x > 0, s)",
    "lerp": "x.lerp(y, 0.3)", "lerp tensor": "x.lerp(y, q)", "addcmul": "x.addcmul(y, q, value=0.5)", "addcdiv": "x.addcdiv(y, q, value=2)",
    "where": "torch.where(x > y, x, y)", "where row": "torch.where(x > 0, v, 1.5)",
    "sum": "x.sum()", "sum axes": "x.sum((0, 1))", "sum rows": "x.sum(1, keepdim=True)", "mean": "x.mean()", "mean rows": "x.mean(-1)", "nansum": "x.nansum(1)",
    "prod": "x.prod()", "prod rows": "x.prod(1)", "prod zeros": "z.prod(1, keepdim=True)", "prod all zeros": "z.prod()",
    "var": "x.var()", "var rows": "x.var(0, correction=0)", "std": "x.std()", "std rows": "x.std(1, keepdim=True)",
    "amax": "x.amax(1)", "amin": "x.amin(0)", "max_all": "x.max()", "min_all": "x.min()", "max_at": "x.max(1)", "min_at": "x.min(0, keepdim=True)",
    "logsumexp": "x.logsumexp(1)", "norm": "x.norm()", "norm rows": "x.norm(dim=1)", "norm of 1": "x.norm(1)", "norm of 3": "x.norm(3, dim=0)",
    "norm of 1.5": "x.norm(1.5)", "norm largest": "x.norm(math.inf)", "norm smallest": "x.norm(-math.inf, 1)", "norm zeros": "z.norm(dim=1)",
    "norm of 3 zeros": "z.norm(3)", "vector_norm": "torch.linalg.vector_norm(x, 4, 1)", "norm matrix": "torch.linalg.matrix_norm(x)",
    "cumsum": "x.cumsum(1)", "cumprod": "x.cumprod(0)", "cumprod zeros": "z.cumprod(1)", "cumprod all zeros": "z.cumprod(0)",
    "softmax": "x.softmax(-1)", "softmax columns": "x.softmax(0)", "log_softmax": "x.log_softmax(1)", "sort": "x.sort(1)", "topk": "x.topk(2)",
    "median_all": "x.median()", "median_at": "x.median(1)", "quantile": "x.quantile(0.3)", "quantile rows": "x.quantile(torch.tensor([0.2, 0.6], dtype=x.dtype), 1)",
    "matmul": "x @ t", "matmul row": "x @ v", "matmul left row": "v @ t", "matmul stack": "t[None].expand(2, 4, 3) @ m", "mm": "x.mm(t)", "mv": "x.mv(v)",
    "bmm": "x[None].bmm(t[None])", "dot": "v.dot(x[0])", "inner": "torch.inner(x, v)", "outer": "torch.outer(v, x[0])", "addmm": "torch.addmm(m, x, t)",
    "linear": "F.linear(x, y, m[0])", "linear row": "F.linear(v, x)", "linear stack": "F.linear(x[None], x)", "einsum": "torch.einsum('ij,kj->ik', x, y)",
    "einsum sum": "torch.einsum('ij,j->', x, v)", "einsum turned": "torch.einsum('ij->ji', x)", "solve": "torch.linalg.solve(m, t.T)", "solve row": "torch.linalg.solve(m, n[0])",
    "inverse": "m.inverse()", "det": "torch.linalg.det(m)", "qr": "torch.linalg.qr(t)", "qr square": "torch.linalg.qr(m)", "svdvals": "torch.linalg.svdvals(x)",
    "svd": "torch.linalg.svd(t, full_matrices=False)", "svd wide": "torch.linalg.svd(x, full_matrices=False)", "pinv": "torch.linalg.pinv(t)", "pinv wide": "torch.linalg.pinv(x)",
    "lstsq": "torch.linalg.lstsq(t, x.T).solution", "view": "x.view(4, 3)", "reshape": "x.T.reshape(2, 6)", "clone": "x.clone()", "contiguous": "x.T.contiguous()", "permute": "x[None].permute(2, 0, 1)",
    "transpose": "x.transpose(0, 1)", "swapaxes": "x.swapaxes(0, 1)", "t": "x.t()", "turned": "x.T", "expand": "v.expand(2, 4)", "expand_as": "v.expand_as(x)",
    "view_as": "x.view_as(y)", "reshape_as": "x.T.reshape_as(y)", "broadcast_to": "v.broadcast_to((3, 4))", "unsqueeze": "x.unsqueeze(1)", "squeeze": "x[:, :1].squeeze()",
    "flatten": "x.flatten()", "ravel": "x.ravel()", "unflatten": "x.unflatten(1, (2, 2))", "select": "x.select(1, 2)", "narrow": "x.narrow(1, 1, 2)", "split": "x.split([1, 3], 1)",
    "chunk": "x.chunk(2, 1)", "unbind": "x.unbind(1)", "diagonal": "x.diagonal(1)", "unfold": "x.unfold(1, 2, 1)", "movedim": "x.movedim(0, 1)", "cat": "torch.cat([x, y], 1)",
    "concat": "torch.concat([x, v[None]])", "stack": "torch.stack([x, y], 1)", "hstack": "torch.hstack([x, y])", "vstack": "torch.vstack([x, v])",
    "gather": "x.gather(1, torch.tensor([[0, 1], [2, 2], [3, 0]]))", "scatter": "x.scatter(1, torch.tensor([[0, 1], [3, 2], [3, 0]]), y)",
    "scatter number": "x.scatter(1, torch.tensor([[0], [2], [3]]), 2.0)", "scatter_add": "x.scatter_add(1, torch.tensor([[0, 0], [2, 2], [3, 0]]), y)",
    "index_select": "x.index_select(1, torch.tensor([0, 0, 3]))", "index_add": "x.index_add(0, torch.tensor([0, 0, 2]), y)", "take_along_dim": "x.take_along_dim(x.argsort(1), 1)",
    "masked_select": "x.masked_select(x > 0)", "flip": "x.flip(0, 1)", "roll": "x.roll(1, 1)", "repeat": "x.repeat(2, 1)", "tile": "x.tile(2)",
    "repeat_interleave": "x.repeat_interleave(torch.tensor([1, 0, 2]), 0)", "tril": "x.tril()", "triu": "x.triu(1)", "diag": "v.diag()", "diag of a matrix": "x.diag()",
    "trace": "m.trace()", "diff": "x.diff()", "diag_embed": "torch.diag_embed(x)", "get_item": "x[1:, [0, 0, 2]]", "get_item mask": "x[x > 0]", "get_item number": "x[1, ::2]",
    "set_item": "changed(x * 1, (slice(1, 3), 2), s)", "set_item list": "changed(x * 1, ([0, 1], [2, 3]), v[:2])", "set_item mask": "changed(x * 1, x > 0, 2.0)",
    "unsqueeze_": "(x * 1).unsqueeze_(1) * y.unsqueeze(0)", "squeeze_": "(x * 1).unsqueeze(0).squeeze_(0) * y",
    "transpose_": "(x * 1).transpose_(0, 1) * y.T", "t_": "(x * 1).t_() * y.T",
    "copy_": "torch.zeros(3, 4, dtype=x.dtype).copy_(v * 1)", "fill_": "(x * 1).fill_(s) * x", "zero_": "(x * 1).zero_() + x", "layer_norm": "F.layer_norm(x, (4,), v, v * 2)",
    "layer_norm plain": "F.layer_norm(x, (3, 4))", "rms_norm": "F.rms_norm(x, (4,), v)", "rms_norm plain": "F.rms_norm(x, (4,))", "embedding_rows": "F.embedding(torch.tensor([[0, 2], [1, 1]]), x)",
    "nll_rows": "F.nll_loss(x, torch.tensor([0, 3, 1]))", "nll_rows none": "F.nll_loss(x, torch.tensor([0, 3, 1]), reduction='none')",
    "pad_constant": "F.pad(x, (1, 2, 0, 1))", "conv": "F.conv2d(x[None], n[None, None, :2, :2], n[0, :1])", "conv strides": "F.conv1d(x[None], y[:2, :3, None].reshape(2, 3, 1), stride=2, padding=1)",
    "cross_entropy": "F.cross_entropy(x, torch.tensor([0, 3, 1]))", "cross_entropy smooth": "F.cross_entropy(x, torch.tensor([0, 3, 1]), label_smoothing=0.1)",
    "cross_entropy shares": "F.cross_entropy(x, y.softmax(1))", "mse_loss": "F.mse_loss(x, y)", "l1_loss": "F.l1_loss(x, y)", "binary_cross_entropy": "F.binary_cross_entropy(u.abs(), y.sigmoid())",
    "with logits": "F.binary_cross_entropy_with_logits(x, y.sigmoid())", "kl_div": "F.kl_div(x, y.softmax(1))", "leaky_relu": "F.leaky_relu(x)", "elu": "F.elu(x, 0.5)",
    "logsigmoid": "F.logsigmoid(x)", "normalize": "F.normalize(x)", "cosine_similarity": "F.cosine_similarity(x, v)", "cdist": "torch.cdist(x, y)", "corrcoef": "torch.corrcoef(x)",
    "attention": "F.scaled_dot_product_attention(x, y, q)", "attention causal": "F.scaled_dot_product_attention(x[None], y[None], q[None], is_causal=True)",
    "block_diag": "torch.block_diag(x, m)", "meshgrid": "torch.meshgrid(v, s[None], indexing='ij')", "matrix_power": "torch.linalg.matrix_power(m, 3)",
    "multihead": "nn.functional.softmax((x @ y.T) / 2, -1) @ q", "changed view": "changed_view(x * 1, v)", "accumulated": "(x * 1).mul_(y).add_(v).tanh_()",
}  # fmt: skip

# Forms that change the tensor itself, by what has a case above in the form x.name(…).
IN_PLACE = (
    "abs absolute acos add addcdiv addcmul asin atan ceil clamp clamp_max clamp_min clip cos cosh div divide erf exp "
    "expm1 floor fmod index_add lerp log log10 log1p log2 masked_fill mul multiply nan_to_num neg negative pow "
    "reciprocal relu remainder round rsqrt scatter scatter_add sigmoid sign sin sinh sqrt square sub subtract tan tanh "
    "tril triu true_divide trunc"
).split()

# Whose results are yes and no, places, counts or bits, which has no gradient in torch either, and what isn't called.
WITHOUT = set(
    "all any argmax argmin argsort backward bincount bitwise_and bitwise_left_shift bitwise_not bitwise_or "
    "bitwise_right_shift bitwise_xor close count_nonzero detach eq equal floor_divide ge greater gt histc isfinite "
    "isinf isnan le less logical_and logical_not logical_or logical_xor lt matrix_rank ne nonzero requires_grad_ "
    "searchsorted unique_parts mode bitwise_and_ bitwise_or_ bitwise_xor_ eq_ floor_divide_ ge_ gt_ le_ logical_and_ "
    "logical_not_ logical_or_ lt_ ne_ zeros_sizes ones_sizes empty_sizes full_sizes rand_sizes randn_sizes eye_sizes "
    "randperm_sizes randint_sizes linspace_sizes arange_sizes result_type".split()
)


def cases() -> dict[str, str]:
    """All expressions; the forms that change a tensor are made from the others."""
    result = dict(CASES)
    for name in IN_PLACE:
        tensor, dot, rest = CASES[name].partition(f".{name}(")
        assert dot and tensor.isidentifier(), name
        result[name + "_"] = f"({tensor} * 1).{name}_({rest}"
    return result
