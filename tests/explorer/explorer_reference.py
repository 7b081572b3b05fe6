"""The explorer's model, computed by torch in 64 bits."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("torch")
import torch
from explorer_pages import MODEL


class Reference:
    """The model as its format says it is computed, by torch's own functions, with everything on the way by name."""

    def __init__(self):
        data = MODEL.read_bytes()
        length = int.from_bytes(data[:8], "little")
        header = json.loads(data[8 : 8 + length])
        self.metadata = header.pop("__metadata__")
        self.vocabulary = json.loads(self.metadata["vocabulary"])
        self.num_layers, self.num_heads = int(self.metadata["num_layers"]), int(self.metadata["num_heads"])
        self.context_length = int(self.metadata["context_length"])
        self.tensors = {}
        for name, entry in header.items():
            first, last = entry["data_offsets"]
            dtype = {"F16": torch.float16, "F32": torch.float32}[entry["dtype"]]
            numbers = torch.frombuffer(bytearray(data[8 + length + first : 8 + length + last]), dtype=dtype)
            self.tensors[name] = numbers.view(entry["shape"]).double()

    def norm(self, x, name):
        weight, bias = self.tensors[f"{name}.weight"], self.tensors[f"{name}.bias"]
        return torch.nn.functional.layer_norm(x, x.shape[-1:], weight, bias)

    def linear(self, x, name):
        return torch.nn.functional.linear(x, self.tensors[f"{name}.weight"], self.tensors.get(f"{name}.bias"))

    def run(self, ids: list[int]) -> list[tuple[str, torch.Tensor]]:
        """(name, tensor) in the order in which the script writes them."""
        count = len(ids)
        embedding = self.tensors["token_embedding.weight"][ids]
        position = self.tensors["position_embedding.weight"][:count]
        x = embedding + position
        found = [("embedding", embedding), ("position", position), ("input", x)]
        future = torch.ones(count, count, dtype=torch.bool).triu(1)
        for i in range(self.num_layers):
            block = f"blocks.{i}"
            norm1 = self.norm(x, f"{block}.norm1")
            queries, keys, values = (
                self.linear(norm1, f"{block}.attention.W_{name}").unflatten(-1, (self.num_heads, -1)).transpose(0, 1)
                for name in ("query", "key", "value")
            )
            scores = torch.einsum("hqd,hkd->hqk", queries, keys)
            scaled = scores / queries.shape[-1] ** 0.5
            masked = scaled.masked_fill(future, -torch.inf)
            weights = masked.softmax(-1)
            context = torch.nn.functional.scaled_dot_product_attention(queries, keys, values, is_causal=True)
            joined = context.transpose(0, 1).flatten(1)
            projected = self.linear(joined, f"{block}.attention.out_proj")
            attended = x + projected
            norm2 = self.norm(attended, f"{block}.norm2")
            hidden = self.linear(norm2, f"{block}.feed_forward.0")
            activated = torch.nn.functional.gelu(hidden)
            fed = self.linear(activated, f"{block}.feed_forward.2")
            own = {
                "input": x,
                "norm1": norm1,
                "joined": joined,
                "projected": projected,
                "attended": attended,
                "norm2": norm2,
                "hidden": hidden,
                "activated": activated,
                "fed": fed,
                "output": attended + fed,
            }
            found += [(f"{block}.{name}", tensor) for name, tensor in own.items()]
            of_heads = {
                "queries": queries,
                "keys": keys,
                "values": values,
                "scores": scores,
                "scaled": scaled,
                "masked": masked,
                "weights": weights,
                "context": context,
            }
            found += [
                (f"{block}.heads.{h}.{name}", tensor[h])
                for h in range(self.num_heads)
                for name, tensor in of_heads.items()
            ]
            x = attended + fed
        normed = self.norm(x, "final_norm")
        logits = normed @ self.tensors["token_embedding.weight"].T
        return [*found, ("normed", normed), ("logits", logits), ("probabilities", logits.softmax(-1))]

    def ids(self, language: str, tokens: list[str]) -> list[int]:
        return [self.vocabulary.index(token) for token in (f"<{language}>", *tokens)]


def head_of(reference, ids, layer: int, h: int) -> dict[str, torch.Tensor]:
    start = f"blocks.{layer}.heads.{h}."
    return {name.removeprefix(start): tensor for name, tensor in reference.run(ids) if name.startswith(start)}
