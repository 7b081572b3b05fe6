"""Which tokens the last one hears of through three layers: windows only, and with a full layer among them."""

from __future__ import annotations

from handbook.figures.canvas import SMALL, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

TOKENS, WINDOW = 9, 3
STACKS = {"windows_only": (WINDOW, WINDOW, WINDOW), "with_full": (WINDOW, TOKENS, WINDOW)}  # from below
LEFT, STEP, ROW, WIDTH = 72, 27, 44, 300


def heard(windows: tuple[int, ...]) -> list[set[int]]:
    """For the text and then each layer, the tokens whose vectors reach the last output."""
    levels = [{TOKENS - 1}]
    for window in reversed(windows):
        levels.insert(0, {key for query in levels[0] for key in range(max(query - window + 1, 0), query + 1)})
    return levels


def draw(request: Request) -> Picture:
    t = request.strings
    panels = [Panel(_panel(request, name, windows), t(name)) for name, windows in STACKS.items()]
    rows = [[t(name), _count(request, windows)] for name, windows in STACKS.items()]
    return Picture(panels, Table([t("layers"), t("reaches")], rows))


def _count(request: Request, windows: tuple[int, ...]) -> str:
    return request.strings("heard").format(count=len(heard(windows)[0]), all=TOKENS)


def _panel(request: Request, name: str, windows: tuple[int, ...]) -> Canvas:
    t = request.strings
    canvas = Canvas(WIDTH)
    top = canvas.text(WIDTH / 2, 0, t(name), WIDTH, bold=True) + 18
    levels = heard(windows)
    bottom = top + ROW * len(windows)

    def x(token: int) -> float:
        return LEFT + token * STEP

    for layer, window in enumerate(windows):
        lower, upper = bottom - layer * ROW, bottom - (layer + 1) * ROW
        for query in sorted(levels[layer + 1]):
            for key in range(max(query - window + 1, 0), query + 1):
                canvas.path([(x(key), lower), (x(query), upper)], "weight", radius=0)
        kind = t("full" if window == TOKENS else "window")
        canvas.text(2, (lower + upper) / 2 - SMALL * 0.62, kind, LEFT - 14, SMALL, anchor="start", style="p-soft")
    for level, reached in enumerate(levels):
        for token in range(TOKENS):
            y = bottom - level * ROW
            canvas.cover(x(token), y, 6)
            if token in reached:
                canvas.dot(x(token), y, 5.5, "weight")
            else:
                canvas.dot(x(token), y, 2.5)
    canvas.text(2, bottom - SMALL * 0.62, t("text"), LEFT - 14, SMALL, anchor="start", style="p-soft")
    canvas.text(WIDTH / 2, bottom + 16, _count(request, windows), WIDTH, SMALL, style="p-soft")
    return canvas
