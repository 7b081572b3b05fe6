"""Multi-head and latent attention: what lies in the cache, and what each head computes from it."""

from __future__ import annotations

from handbook.figures.canvas import SMALL, Box, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

WIDTH = 300
HEADS = ("1", "2", "128")  # the heads that are drawn, with an ellipsis before the last
CENTERS = (46, 126, 252)  # their x
PAIR, HEIGHT = 34, 34  # of a key or value


def draw(request: Request) -> Picture:
    t = request.strings
    panels = [
        Panel(_multi_head(request), t("multi_head")),
        Panel(_latent(request), t("latent")),
    ]
    rows = [
        [t("multi_head"), t("kept_heads"), t("nothing")],
        [t("latent"), t("kept_latent"), t("keys_and_values")],
    ]
    return Picture(panels, Table([t("variant"), t("in_cache"), t("computed")], rows))


def _multi_head(request: Request) -> Canvas:
    canvas, x = _start(request, "multi_head")
    top = x.bottom + 66
    for center in CENTERS:
        canvas.arrow((x.center, x.bottom + 3), (center, top - 3), radius=0)
    heads = _heads(canvas, top, "p-cell p-deep")
    _cache(canvas, request, heads, "kept_heads")
    return canvas


def _latent(request: Request) -> Canvas:
    canvas, x = _start(request, "latent")
    top = x.bottom + 42
    latent = canvas.box(54, top, 116, HEIGHT, "embedding", "p-cell p-deep", radius=4)
    key = canvas.box(212, top, PAIR, HEIGHT, "key", "p-cell p-deep", radius=4)
    canvas.symbol(latent.center, latent.middle + 5, "c", role="embedding")
    canvas.symbol(key.center, key.middle + 5, "k", "R", "key", size=15)
    for box in (latent, key):
        canvas.arrow((x.center, x.bottom + 3), (box.center, top - 3), radius=0)
    bottom = _cache(canvas, request, Box(latent.x, top, key.right - latent.x, HEIGHT), "kept_latent")
    heads_top = bottom + 44
    for center in CENTERS:
        canvas.arrow((latent.center, bottom + 4), (center, heads_top - 3), radius=0)
    heads = _heads(canvas, heads_top, "p-cell p-faint")
    canvas.text(WIDTH / 2, heads.bottom + 8, request.strings("when_needed"), WIDTH, SMALL, style="p-soft")
    return canvas


def _start(request: Request, name: str) -> tuple[Canvas, Box]:
    """A canvas with its title and the token's vector."""
    canvas = Canvas(WIDTH)
    top = canvas.text(WIDTH / 2, 0, request.strings(name), WIDTH, bold=True) + 10
    x = canvas.cells(WIDTH / 2 - 40, top, 1, 5, 16, "embedding")
    canvas.symbol(x.x - 14, x.middle + 5, "x", role="embedding")
    return canvas, x


def _heads(canvas: Canvas, top: float, style: str) -> Box:
    """A key and a value for each head."""
    for number, center in zip(HEADS, CENTERS):
        for role, letter, x in (("key", "k", center - PAIR - 1), ("value", "v", center + 1)):
            box = canvas.box(x, top, PAIR, HEIGHT, role, style, radius=4)
            canvas.symbol(box.center, box.middle + 5, letter, number, role, size=15)
    canvas.text((CENTERS[1] + CENTERS[2]) / 2, top + HEIGHT / 2 - 12, "…")
    left = CENTERS[0] - PAIR - 1
    return Box(left, top, CENTERS[-1] + PAIR + 1 - left, HEIGHT)


def _cache(canvas: Canvas, request: Request, box: Box, key: str) -> float:
    """A dashed frame around what the cache holds, with its size; returns the bottom."""
    t = request.strings
    frame = canvas.box(box.x - 8, box.y - 8, box.width + 16, box.height + 16, style="p-mark", radius=7)
    y = canvas.text(WIDTH / 2, frame.bottom + 6, t("in_cache"), WIDTH, SMALL, bold=True)
    return canvas.text(WIDTH / 2, y, t(key), WIDTH, SMALL)
