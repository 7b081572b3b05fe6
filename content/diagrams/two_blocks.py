"""A block of GPT-2 beside a block of Llama: what has been replaced stands out."""

from __future__ import annotations

from handbook.figures.canvas import Canvas
from handbook.figures.figure import Panel, Picture, Request, Strings, Table

from . import _stream as stream
from ._stream import Column, Part, Step

LINE, LEFT, WIDTH = 18, 46, 252
NEW = "key"  # the role of a part that GPT-2 doesn't have
COLUMN = Column(LINE, LEFT, WIDTH)

# For each model, from bottom to top: what enters the stream, and the boxes of both parts.
MODELS = {
    "old": ("positions", ("layer_norm", "heads"), ("layer_norm", "network")),
    "new": ("embeddings", ("rms_norm", "rope", "grouped"), ("rms_norm", "gate")),
}
REPLACED = {"embeddings", "rms_norm", "rope", "grouped", "gate"}


def draw(request: Request) -> Picture:
    t = request.strings
    panels = [Panel(_panel(t, model), t(model)) for model in MODELS]
    rows = [
        [t("position"), t("positions"), t("rope")],
        [t("norm"), t("layer_norm"), t("rms_norm")],
        [t("attention"), t("heads"), t("grouped")],
        [t("feed_forward"), t("network"), t("gate")],
    ]
    return Picture(panels, Table([t("part"), t("old"), t("new")], rows))


def _panel(t: Strings, model: str) -> Canvas:
    """One block with the name of its model above, and what enters it below."""
    canvas = Canvas(LEFT + WIDTH + 2)
    bottom, attention, network = MODELS[model]
    y = canvas.text(LEFT + WIDTH / 2, 0, t(model), bold=True) + 10
    top, plus = y, []
    for names in (network, attention):
        plus.append(y + 9)
        y = stream.draw_part(canvas, COLUMN, y, Part("", "", [_step(t, name) for name in names])) + 8
    step = _step(t, bottom)
    box = canvas.labelled(0, y + 14, LEFT + WIDTH, step.name, step.role or "embedding", padding=6, min_height=28)
    stream.draw_line(canvas, LINE, box.y, top - 8)
    for place in plus:
        stream.draw_plus(canvas, LINE, place)
    return canvas


def _step(t: Strings, name: str) -> Step:
    return Step(t(name), NEW if name in REPLACED else "")
