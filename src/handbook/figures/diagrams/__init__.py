"""The drawn pictures, each under the name that pages use."""

from __future__ import annotations

from handbook.figures.diagrams import (
    decoder,
    dogs_bark,
    encoder_decoder,
    fixed_context,
    grouped_heads,
    head_split,
    kv_cache,
    mask,
    query_key_value,
    residual_stream,
    rotation,
    three_steps,
    vector_and_matrix,
)

DRAWN = {
    "decoder": decoder.draw,
    "dogs-bark": dogs_bark.draw,
    "encoder-decoder": encoder_decoder.draw,
    "fixed-context": fixed_context.draw,
    "grouped-heads": grouped_heads.draw,
    "head-split": head_split.draw,
    "kv-cache": kv_cache.draw,
    "mask": mask.draw,
    "query-key-value": query_key_value.draw,
    "residual-stream": residual_stream.draw,
    "rotation": rotation.draw,
    "three-steps": three_steps.draw,
    "vector-and-matrix": vector_and_matrix.draw,
}
