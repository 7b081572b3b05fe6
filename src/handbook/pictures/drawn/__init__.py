"""The drawn pictures, each under the name that pages use."""

from __future__ import annotations

from . import mask, query_key_value, three_steps

DRAWN = {
    "mask": mask.draw,
    "query-key-value": query_key_value.draw,
    "three-steps": three_steps.draw,
}
