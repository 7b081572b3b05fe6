"""Writes the attention of a transformers model into a file that the attention explorer opens.

    from transformers import AutoModel, AutoTokenizer
    from attention_file import save_attention
    model, tokenizer = AutoModel.from_pretrained("gpt2"), AutoTokenizer.from_pretrained("gpt2")
    save_attention("attention.json", model, tokenizer, "The dogs near the house")

A pair of sentences, an encoder-decoder, an image (the script needs torch and transformers 5, and nothing else):
    save_attention("pair.json", bert, tokenizer, "The dogs bark", "The bee buzzes")
    save_attention("translation.json", t5, tokenizer, "Can you help?", target="Kannst du helfen?")
    save_attention("image.json", vit, pixel_values=image_processor(image, return_tensors="pt")["pixel_values"])
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from transformers import PreTrainedModel

MAX_TOKENS, MAX_LAYERS, MAX_HEADS, MAX_LETTERS = 1024, 200, 256, 100  # that the explorer shows
MEGABYTES, MAX_MEGABYTES = 20, 90  # of all layers, of chosen ones; it opens 100, and sizes are estimated
PARTS = {"encoder": "encoder_attentions", "decoder": "decoder_attentions", "cross": "cross_attentions"}


def save_attention(
    path: str | Path,
    model: Any,
    tokenizer: Any = None,
    text: str | None = None,
    second: str | None = None,
    *,
    target: str | None = None,
    pixel_values: torch.Tensor | None = None,
    layers: Sequence[int] | None = None,
    heads: Sequence[int] | None = None,
) -> None:
    """Runs the model once, without dropout and gradients, writes its attention as JSON, and leaves it as it was.

    Args:
        path: of the file to write.
        model: a decoder, encoder or encoder-decoder for text, or an encoder for images; any device, any precision.
        tokenizer: the model's own.
        text: what the model reads; of an encoder-decoder, the encoder.
        second: the second sentence of a pair.
        target: what the decoder of an encoder-decoder has written.
        pixel_values: an image, (1, 3, height, width), instead of tokenizer and text; its tokens are named "row,column".
        layers: which layers, by their numbers in the model, from 0; None for as many as fit into 20 MB, evenly spread.
        heads: which heads, from 0; None for all.

    Raises ValueError where there is nothing to show, or too much; its message says what to do.
    """
    _require(isinstance(model, PreTrainedModel), "The model is not a transformers model: load one with AutoModel.")
    if pixel_values is None:
        inputs, tokens, split = _read_text(model, tokenizer, text, second, target)
    else:
        inputs, tokens, split = _read_image(model, pixel_values)
    with _prepared(model), torch.no_grad():
        outputs = model(**inputs, output_attentions=True, return_dict=True)
    fields = PARTS if model.config.is_encoder_decoder else {"": "attentions"}
    parts = {part: _by_layer(model, outputs, field) for part, field in fields.items()}
    weights = [matrices for of_layers in parts.values() for matrices in of_layers.values()]
    _, num_heads, _, length = weights[0].shape
    if pixel_values is not None and length > len(tokens[""]):
        tokens[""] = ["[CLS]", *(f"[REG{n}]" for n in range(1, length - len(tokens[""])))] + tokens[""]
    heads = _chosen("heads", heads, range(num_heads), MAX_HEADS)
    layers = _layers(parts, layers, len(heads) / num_heads)
    looks_ahead = any((matrices.float().triu(1) > 1e-6).any() for matrices in weights)  # measured, not guessed
    kind = "encoder-decoder" if len(parts) > 1 else "encoder" if looks_ahead else "decoder"
    name = Path(model.name_or_path or "").name or type(model).__name__
    file = {"version": 1, "kind": kind, "name": name[:MAX_LETTERS], "layers": layers, "heads": heads}
    for part, of_layers in parts.items():
        rows, columns = ("decoder", "encoder") if part == "cross" else (part, part)
        shape = (1, num_heads, len(tokens[rows]), len(tokens[columns]))
        full = all(matrices.shape == shape for matrices in of_layers.values())
        _require(full, f"Not all weights have the shape {shape}: take a model with full attention.")
        content: dict[str, Any] = {"tokens": tokens[part]} if part in tokens else {}
        if split is not None and part in ("", "encoder"):
            content["sentence_b_start"] = split
        kept = [matrices[0, heads] for number, matrices in of_layers.items() if number in layers]
        _require(kept, f"The {part} has only {len(of_layers)} layers: choose one of them too, with layers=.")
        # Of 1,024 weights with 4 digits, the sum may be above 1.02, which is refused. 32 bits would print more digits.
        content["attention"] = [matrices.cpu().double().round(decimals=5).tolist() for matrices in kept]
        file |= {part: content} if part else content
    Path(path).write_text(json.dumps(file, ensure_ascii=False, allow_nan=False, separators=(",", ":")), "utf-8")


def _require(condition: Any, message: str) -> None:
    if not condition:
        raise ValueError(message)


def _read_text(model: Any, tokenizer: Any, text: Any, second: Any, target: Any) -> tuple[dict, dict, int | None]:
    """The model's arguments, the tokens of each part, and where the second sentence begins."""
    _require(callable(tokenizer), "The tokenizer is missing: pass AutoTokenizer.from_pretrained(…), as for the model.")
    inputs = _encode(model, tokenizer, *([text] if second is None else [text, second]))
    split = None if second is None else inputs.sequence_ids(0).index(1)
    tokens = _tokens(tokenizer, inputs["input_ids"])
    if not model.config.is_encoder_decoder:
        return dict(inputs), {"": tokens}, split
    _require(target is not None, "The model has an encoder and a decoder: pass what the decoder wrote as target=.")
    written = _encode(model, tokenizer, text_target=target)["input_ids"]
    if written[0, -1] == tokenizer.eos_token_id:  # nothing is written after it
        written = written[:, :-1]
    start = getattr(model.config, "decoder_start_token_id", None)
    _require(start is not None, "The decoder's first token is unknown: set model.config.decoder_start_token_id.")
    written = torch.cat([torch.full_like(written[:, :1], start), written], dim=1)
    return {**inputs, "decoder_input_ids": written}, {"encoder": tokens, "decoder": _tokens(tokenizer, written)}, split


def _encode(model: Any, tokenizer: Any, *texts: Any, **target: Any) -> Any:
    """What the tokenizer makes of a text or a pair: a batch of one, on the model's device."""
    complete = all(isinstance(text, str) and text.strip() for text in (*texts, *target.values()))
    _require(complete, 'A text is empty or not a string: pass a sentence, such as "The dogs near the house".')
    inputs = tokenizer(*texts, **target, return_tensors="pt").to(model.device)
    count, last = inputs["input_ids"].shape[1], int(inputs["input_ids"].max())
    positions = getattr(model.config, "max_position_embeddings", None) or 0  # below 1 if they are without end
    most = min(MAX_TOKENS, positions) if positions > 0 else MAX_TOKENS
    _require(count <= most, f"The text has {count} tokens, but at most {most} are possible: shorten it.")
    _require(last < model.get_input_embeddings().num_embeddings, f"The model has no token {last}: load its tokenizer.")
    return inputs


def _tokens(tokenizer: Any, ids: torch.Tensor) -> list[str]:
    """Tokens to be read. A byte-level tokenizer (GPT-2, Llama 3, Qwen) writes "Ã¼" for "ü", and "Ġ" for a space."""
    tokens = tokenizer.convert_ids_to_tokens(ids[0].tolist())
    if tokenizer.convert_tokens_to_string(["Ġ"]) == " ":
        texts = [tokenizer.convert_tokens_to_string([token]) for token in tokens]
        tokens = [token if "\ufffd" in text else text for token, text in zip(tokens, texts)]  # \ufffd: part of a letter
    return [token[:MAX_LETTERS] for token in tokens]


def _read_image(model: Any, image: torch.Tensor) -> tuple[dict, dict, None]:
    size = getattr(model.config, "patch_size", None)
    _require(size and image.dim() == 4 and len(image) == 1, "pixel_values= is for one image and a model such as ViT.")
    height, width = size if isinstance(size, Sequence) else (size, size)
    rows, columns = image.shape[2] // height, image.shape[3] // width
    _require(rows * columns < MAX_TOKENS - 8, f"The image has {rows * columns} patches, too many: make it smaller.")
    patches = [f"{row + 1},{column + 1}" for row in range(rows) for column in range(columns)]
    return {"pixel_values": image.to(model.device, model.dtype)}, {"": patches}, None


@contextmanager
def _prepared(model: Any) -> Iterator[None]:
    """The model without dropout and with "eager" attention, which returns weights; afterwards as it was."""
    modes = [(module, module.training) for module in model.modules()]
    models = [module for module in model.modules() if isinstance(module, PreTrainedModel)]  # outer ones come first
    before = [inner.config._attn_implementation for inner in models]  # transformers has no public name for it
    try:
        model.eval()
        model.set_attn_implementation("eager")  # some older models, such as Falcon, only log that they can't
        _require(model.config._attn_implementation == "eager", 'Load the model with attn_implementation="eager".')
        yield
    finally:
        for module, mode in modes:
            module.training = mode
        for inner, own in zip(models, before):
            inner.set_attn_implementation(own)


def _by_layer(model: Any, outputs: Any, field: str) -> dict[int, torch.Tensor]:
    """By the number of the layer, the weights that it returned, (1, heads, queries, keys), if it has attention."""
    layers, name = [weights for weights in outputs.get(field) or () if weights is not None], type(model).__name__
    _require(layers, f'{name} returned no {field}: load it with attn_implementation="eager", if it has attention.')
    for weights in layers:
        shares = weights.min() >= 0 and weights.float().sum(-1).max() < 1.01  # nor NaN; 16 bits aren't exact
        _require(shares, f"The weights of {name} are not shares of 1: if they are NaN, try model.float().")
    config, numbers = model.config.get_text_config(), list(range(len(layers)))
    if field == "attentions" and len(layers) < getattr(config, "num_hidden_layers", 0):
        kinds = enumerate(getattr(config, "layer_types", None) or [])
        numbers = [n for n, kind in kinds if kind in ("full_attention", "sliding_attention", "chunked_attention")]
    _require(len(numbers) == len(layers), f"It is unknown which layers of {name} have attention: take another model.")
    return dict(zip(numbers, layers))


def _chosen(argument: str, numbers: Sequence[int] | None, possible: Sequence[int], most: int) -> list[int]:
    chosen = sorted(set(possible if numbers is None else numbers))
    right = chosen and len(chosen) <= most and set(chosen) <= set(possible)
    _require(right, f"{argument}={chosen} isn't possible: choose up to {most} from {possible[0]} to {possible[-1]}.")
    return chosen


def _layers(parts: dict, layers: Sequence[int] | None, share_of_heads: float) -> list[int]:
    """The numbers of the layers in the file: those that were asked for, or as many as fit, evenly spread."""
    sizes: dict[int, float] = defaultdict(float)  # in MB: "0.0," for each number, or "0.12345,"
    for number, matrices in (item for of_layers in parts.values() for item in of_layers.items()):
        sizes[number] += share_of_heads * (4 * matrices.numel() + 4 * int(matrices.count_nonzero())) / 1e6
    chosen = every = _chosen("layers", layers, sorted(sizes), len(sizes) if layers is None else MAX_LAYERS)
    most = MEGABYTES if layers is None else MAX_MEGABYTES
    while (size := sum(sizes[number] for number in chosen)) > most or len(chosen) > MAX_LAYERS:
        _require(layers is None and len(chosen) > 1, f"{size:.0f} MB: choose layers= and heads=, or shorten the text.")
        gaps = max(1, len(chosen) - 2)  # between one layer fewer
        chosen = [every[round(place * (len(every) - 1) / gaps)] for place in range(len(chosen) - 1)]
    if len(chosen) < len(every):
        print(f"Only layers {chosen} of {len(every)} fit: choose others with layers=.")
    return chosen
