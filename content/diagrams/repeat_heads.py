"""Two heads of keys and values repeated for four query heads: ``repeat`` against ``repeat_interleave``."""

from __future__ import annotations

from handbook.figures.canvas import SMALL, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

QUERY_HEADS, PAIRS = 4, 2
WIDTH, BOX = 208, 36


def pair_of(call: str, query: int) -> int:
    """The pair of keys and values that a query head reads after ``call``."""
    return query % PAIRS if call == "repeat" else query // (QUERY_HEADS // PAIRS)


def draw(request: Request) -> Picture:
    t = request.strings
    calls = {"repeat": t("broken"), "repeat_interleave": t("fixed")}
    panels = [Panel(_panel(call, note), call) for call, note in calls.items()]
    rows = [
        [
            call,
            *(
                ", ".join(str(query) for query in range(QUERY_HEADS) if pair_of(call, query) == pair)
                for pair in range(PAIRS)
            ),
        ]
        for call in calls
    ]
    return Picture(panels, Table([t("call"), t("first"), t("second")], rows))


def _panel(call: str, note: str) -> Canvas:
    canvas = Canvas(WIDTH)
    spacing = WIDTH / QUERY_HEADS
    y = canvas.text(WIDTH / 2, 0, call, WIDTH, bold=True)
    top = canvas.text(WIDTH / 2, y + 2, note, WIDTH, SMALL, style="p-soft") + 8
    bottom = top + 104
    for query in range(QUERY_HEADS):
        center = (pair_of(call, query) * 2 + 1) * spacing
        canvas.path([((query + 0.5) * spacing, top + 32), (center, bottom)])
    for pair in range(PAIRS):
        center = (pair * 2 + 1) * spacing
        for role, letter, x in (("key", "k", center - 23), ("value", "v", center + 1)):
            box = canvas.box(x, bottom, 22, 32, role, radius=4)
            canvas.symbol(box.center, box.middle + 5, letter, str(pair), role, size=15)
    for query in range(QUERY_HEADS):
        box = canvas.box((query + 0.5) * spacing - BOX / 2, top, BOX, 32, "query")
        canvas.symbol(box.center, box.middle + 5, "q", str(query), "query", size=15)
    return canvas
