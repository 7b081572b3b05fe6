"""The explorer's model as torch modules in 64 bits, and each kind of change as hooks on them.

Written from what changes.js says that changes mean, not from its code: what both compute must agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import torch
from explorer_reference import Reference
from torch import Tensor, nn


class Softmax(nn.Module):
    """A row of which all is hidden looks at nothing; torch alone would say NaN."""

    def forward(self, masked: Tensor) -> Tensor:
        return masked.softmax(-1).masked_fill((masked == -torch.inf).all(-1, keepdim=True), 0)


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.masked = nn.Identity()  # a place for hooks
        self.weights = Softmax()
        self.output = nn.Identity()

    def forward(self, queries: Tensor, keys: Tensor, values: Tensor) -> Tensor:
        scaled = queries @ keys.T / queries.shape[-1] ** 0.5
        future = torch.ones_like(scaled, dtype=torch.bool).triu(1)
        return self.output(self.weights(self.masked(scaled.masked_fill(future, -torch.inf))) @ values)


class Attention(nn.Module):
    def __init__(self, width: int, heads: int):
        super().__init__()
        self.W_query, self.W_key, self.W_value = (nn.Linear(width, width, bias=False) for _ in range(3))
        self.heads = nn.ModuleList(Head() for _ in range(heads))
        self.out_proj = nn.Linear(width, width)

    def forward(self, x: Tensor) -> Tensor:
        parts = [matrix(x).chunk(len(self.heads), -1) for matrix in (self.W_query, self.W_key, self.W_value)]
        return self.out_proj(torch.cat([head(*own) for head, *own in zip(self.heads, *parts)], -1))


class Block(nn.Module):
    def __init__(self, width: int, heads: int):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention = Attention(width, heads)
        self.feed_forward = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.attention(self.norm1(x))
        return x + self.feed_forward(self.norm2(x))


class Decoder(nn.Module):
    def __init__(self, reference: Reference):
        super().__init__()
        count, width = reference.tensors["token_embedding.weight"].shape
        self.token_embedding = nn.Embedding(count, width)
        self.position_embedding = nn.Embedding(reference.context_length, width)
        self.blocks = nn.ModuleList(Block(width, reference.num_heads) for _ in range(reference.num_layers))
        self.final_norm = nn.LayerNorm(width)
        self.output = nn.Linear(width, count, bias=False)
        self.double()
        missing, unknown = self.load_state_dict(reference.tensors, strict=False)
        assert missing == ["output.weight"] and not unknown
        self.output.weight = self.token_embedding.weight
        self.requires_grad_(False)

    def forward(self, ids: Tensor) -> Tensor:
        x = self.token_embedding(ids) + self.position_embedding(torch.arange(len(ids)))
        for block in self.blocks:
            x = block(x)
        return self.output(self.final_norm(x))

    def in_front_of(self, place: int) -> nn.Module:
        """What reads the stream in front of a layer, or behind the last one."""
        return self.blocks[place] if place < len(self.blocks) else self.final_norm

    def recorded(self) -> Iterator[tuple[str, nn.Module, bool]]:
        """(name, module, whether it is what goes in or what comes out), in the script's order."""
        yield "embedding", self.token_embedding, False
        for i, block in enumerate(self.blocks):
            attention, feed_forward = block.attention, block.feed_forward
            yield f"{i}.stream", block, True
            yield f"{i}.norm1", block.norm1, False
            for name in ("query", "key", "value"):
                yield f"{i}.{name}", getattr(attention, f"W_{name}"), False
            for h, head in enumerate(attention.heads):
                for name in ("masked", "weights", "output"):
                    yield f"{i}.{h}.{name}", getattr(head, name), False
            yield f"{i}.joined", attention.out_proj, True
            yield f"{i}.projected", attention.out_proj, False
            yield f"{i}.attended", block.norm2, True
            yield f"{i}.norm2", block.norm2, False
            for name, part in zip(("hidden", "activated", "fed"), feed_forward, strict=True):
                yield f"{i}.{name}", part, False
        yield f"{len(self.blocks)}.stream", self.final_norm, True
        yield "normed", self.final_norm, False
        yield "logits", self.output, False


@contextmanager
def hooked(handles: list):
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()


class WhatIf:
    """Runs with changes. ``run`` also keeps ``i.before``: the stream in front of a layer before it is patched."""

    def __init__(self, reference: Reference):
        self.decoder = Decoder(reference)
        self.layers, self.heads = reference.num_layers, reference.num_heads

    def run(self, ids: list[int], changes=(), source_ids: list[int] | None = None, means=None) -> dict[str, Tensor]:
        source = self.run(source_ids) if source_ids else None
        found: dict[str, Tensor] = {}
        with torch.no_grad(), hooked(handles := []):
            for i in range(self.layers + 1):
                handles.append(_on_input(self.decoder.in_front_of(i), partial(_keep, found, f"{i}.before")))
            for change in changes:
                handles += self._hooks(change, source, means)
            for name, module, is_input in self.decoder.recorded():
                handles.append((_on_input if is_input else _on_output)(module, partial(_keep, found, name)))
            found["probabilities"] = self.decoder(torch.tensor(ids)).softmax(-1)
        return found

    def lens(self, found: dict[str, Tensor]) -> list[tuple[str, int, Tensor]]:
        """What the final norm and the output matrix read behind each step."""
        steps = [("input", 0, found["0.stream"])]
        for i in range(self.layers):
            steps += [("attention", i, found[f"{i}.attended"]), ("output", i, found[f"{i + 1}.stream"])]
        with torch.no_grad():
            return [(step, i, self.decoder.output(self.decoder.final_norm(x)).softmax(-1)) for step, i, x in steps]

    def mean_outputs(self, texts: list[list[int]]) -> list[list[Tensor]]:
        runs = [self.run(ids) for ids in texts]
        return [
            [torch.cat([run[f"{i}.{h}.output"] for run in runs]).mean(0) for h in range(self.heads)]
            for i in range(self.layers)
        ]

    def parts(self, found: dict[str, Tensor], position: int, word: int) -> list[tuple[tuple, float]]:
        """What each part adds to a logit, while the standard deviation in the final norm stands still.

        Torch differentiates the rest: what is linear adds its part times the gradient.
        """
        norm = self.decoder.final_norm
        x = found[f"{self.layers}.stream"][position].clone().requires_grad_()
        deviation = (x.var(unbiased=False) + norm.eps).sqrt().detach()
        row = self.decoder.output.weight[word]
        (((x - x.mean()) / deviation * norm.weight) @ row).backward()
        position_row = self.decoder.position_embedding.weight[position]
        added = [(("word", None, None), found["embedding"][position]), (("position", None, None), position_row)]
        for i, block in enumerate(self.decoder.blocks):
            added.append((("patch", i, None), (found[f"{i}.stream"] - found[f"{i}.before"])[position]))
            projection = block.attention.out_proj
            for h, columns in enumerate(projection.weight.chunk(self.heads, 1)):
                added.append((("head", i, h), columns @ found[f"{i}.{h}.output"][position]))
            added.append((("bias", i, None), projection.bias))
            added.append((("feed_forward", i, None), found[f"{i}.fed"][position]))
        last = self.layers
        added.append((("patch", last, None), (found[f"{last}.stream"] - found[f"{last}.before"])[position]))
        values = [(name, (vector @ x.grad).item()) for name, vector in added]
        return [*values, (("final_norm", None, None), (norm.bias @ row).item())]

    # -- changes

    def _hooks(self, change: dict, source, means) -> list:
        kind = change["kind"]
        if kind == "patch" and change["place"] == "stream":
            theirs = source[f"{change['layer']}.stream"]
            patch = partial(_patch_vectors, theirs, change["position"])
            return [_on_input(self.decoder.in_front_of(change["layer"]), patch)]
        return [
            _on_output(getattr(self.decoder.blocks[i].attention.heads[h], where), edit)
            for i in _chosen(change["layer"], self.layers)
            for h in _chosen(change["head"], self.heads)
            for where, edit in [_edit(change, source, means, i, h)]
        ]


def _chosen(number: int, count: int) -> list[int]:
    return list(range(count)) if number == -1 else [number]


def _edit(change: dict, source, means, i: int, h: int) -> tuple[str, Callable[[Tensor], Tensor]]:
    """Which of a head's modules, and what becomes of its output."""
    match change:
        case {"kind": "remove", "by": "zero"}:
            return "output", torch.zeros_like
        case {"kind": "remove", "by": "mean"}:
            return "output", means[i][h].expand_as
        case {"kind": "scale", "factor": factor}:
            return "output", lambda output: factor * output
        case {"kind": "forbid", "query": q, "key": k}:
            hidden = torch.tensor(q), torch.tensor(k)
            return "masked", lambda masked: masked.index_put(hidden, masked.new_tensor(-torch.inf))
        case {"kind": "weight"}:
            return "weights", partial(_set_weight, change)
        case {"kind": "row", "query": q}:
            new = torch.tensor(change["weights"], dtype=torch.float64)
            if change["rest"] == "rescale" and new.any():
                new = new / new.sum()
            return "weights", lambda weights: _with_row(weights, q, new)
        case {"kind": "patch", "place": "output", "position": position}:
            return "output", partial(_patch_vectors, source[f"{i}.{h}.output"], position)
        case {"kind": "patch", "place": "weights", "position": position}:
            return "weights", partial(_patch_weights, source[f"{i}.{h}.weights"], position)
    raise ValueError(change)


def _with_row(weights: Tensor, q: int, new: Tensor) -> Tensor:
    """The keys behind the query stay without weight."""
    return torch.cat([weights[:q], nn.functional.pad(new, (0, weights.shape[1] - len(new)))[None], weights[q + 1 :]])


def _set_weight(change: dict, weights: Tensor) -> Tensor:
    """The other visible keys get the rest in their old proportions; if they had nothing, in equal parts."""
    q, k, weight = change["query"], change["key"], change["weight"]
    others = weights[q, : q + 1].index_fill(0, torch.tensor(k), 0)
    if change["rest"] == "rescale" and q > 0:
        if not others.any():
            others = torch.ones_like(others).index_fill(0, torch.tensor(k), 0)
        others = others / others.sum() * (1 - weight)
    return _with_row(weights, q, others.index_fill(0, torch.tensor(k), weight))


def _patched(position: int, ours: Tensor, theirs: Tensor) -> list[int]:
    return [position] if position >= 0 else list(range(min(len(ours), len(theirs))))


def _patch_vectors(theirs: Tensor, position: int, ours: Tensor) -> Tensor:
    rows = _patched(position, ours, theirs)
    return ours.index_copy(0, torch.tensor(rows), theirs[rows])


def _patch_weights(theirs: Tensor, position: int, ours: Tensor) -> Tensor:
    for q in _patched(position, ours, theirs):
        ours = _with_row(ours, q, theirs[q, : q + 1])
    return ours


# -- hooks


def _on_output(module: nn.Module, edit: Callable[[Tensor], Tensor | None]):
    return module.register_forward_hook(lambda _module, _given, output: edit(output))


def _on_input(module: nn.Module, edit: Callable[[Tensor], Tensor | None]):
    return module.register_forward_pre_hook(lambda _module, given: edit(given[0]))


def _keep(found: dict[str, Tensor], name: str, tensor: Tensor) -> None:
    found[name] = tensor
