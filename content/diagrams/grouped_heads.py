"""Multi-head, grouped-query and multi-query attention: how many query heads share a pair of keys and values."""

from __future__ import annotations

from dataclasses import dataclass

from handbook.figures.canvas import SMALL, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

QUERY_HEADS = 4
VARIANTS = {"multi_head": 4, "grouped": 2, "multi_query": 1}
WIDTH, BOX = 208, 44


@dataclass(frozen=True)
class KeyValueHead:
    """A pair of key and value heads, and the query heads that use it."""

    number: int
    queries: range

    def center(self, spacing: float) -> float:
        """Its x, where query heads are ``spacing`` apart."""
        return (self.queries[0] + self.queries[-1] + 1) / 2 * spacing


def pairs(count: int) -> list[KeyValueHead]:
    """``count`` pairs, each used by the same number of query heads."""
    group_size = QUERY_HEADS // count
    return [KeyValueHead(number, range(number * group_size, (number + 1) * group_size)) for number in range(count)]


def draw(request: Request) -> Picture:
    t = request.strings
    panels = [Panel(_panel(request, name, count), t(name)) for name, count in VARIANTS.items()]
    rows = [[t(name), str(QUERY_HEADS), str(count), _share(request, count)] for name, count in VARIANTS.items()]
    return Picture(panels, Table([t("variant"), t("query_heads"), t("kv_heads"), t("share")], rows))


def _share(request: Request, count: int) -> str:
    return request.strings("cache").format(part=count, whole=QUERY_HEADS)


def _panel(request: Request, name: str, count: int) -> Canvas:
    canvas = Canvas(WIDTH)
    spacing = WIDTH / QUERY_HEADS
    top = canvas.text(WIDTH / 2, 0, request.strings(name), WIDTH, bold=True) + 8
    bottom = top + 96
    for pair in pairs(count):
        center = pair.center(spacing)
        for query in pair.queries:
            canvas.path([((query + 0.5) * spacing, top + 32), (center, bottom)])
        for role, letter, x in (("key", "k", center - 23), ("value", "v", center + 1)):
            box = canvas.box(x, bottom, 22, 32, role, radius=4)
            canvas.symbol(box.center, box.middle + 5, letter, str(pair.number), role, size=15)
    for query in range(QUERY_HEADS):
        box = canvas.box((query + 0.5) * spacing - BOX / 2 + 4, top, BOX - 8, 32, "query")
        canvas.symbol(box.center, box.middle + 5, "q", str(query), "query", size=15)
    canvas.text(WIDTH / 2, bottom + 40, _share(request, count), WIDTH, SMALL, style="p-soft")
    return canvas
