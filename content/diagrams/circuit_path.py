"""The path of a plural: the two streams of a noun and of the token before its verb, with the parts that carry it."""

from __future__ import annotations

from handbook.figures.canvas import SMALL, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

from . import _stream as stream
from ._stream import Column, Part, Step

NOUN, BETWEEN, PLACE, VERB = "dogs", "near the", "house", "bark"
NOUN_LINE, PLACE_LINE = 122, 306  # the x of the two streams
LEFT = Column(NOUN_LINE, 2, 94, side=-1)
MIDDLE = Column(PLACE_LINE, 152, 126, side=-1)
TOKEN = 64  # the width of a token


def draw(request: Request) -> Picture:
    t = request.strings
    canvas = Canvas()
    verb = canvas.labelled(PLACE_LINE - TOKEN / 2, 0, TOKEN, VERB, "weight", bold=True, padding=4, min_height=30)
    y = stream.draw_part(canvas, MIDDLE, verb.bottom + 16, Part("", "", [Step(f"{t('feed_forward')} 1")])) + 14
    pluses = [verb.bottom + 25]
    for head, job in (("1.3", t("sound")), ("1.2", t("number"))):
        box = canvas.labelled(
            MIDDLE.x, y, MIDDLE.width, f"{t('head')} {head}: {job}", "weight", padding=7, size=SMALL, min_height=34
        )
        canvas.arrow((NOUN_LINE, box.middle), (box.x - 1, box.middle), role="value")
        canvas.arrow((box.right, box.middle), (PLACE_LINE - 10, box.middle))
        pluses.append(box.middle)
        y = box.bottom + 14
    top = y
    noun_pluses = []
    for name, role in ((f"{t('feed_forward')} 0", ""), (f"{t('head')} 0.2", "weight")):
        noun_pluses.append(y + 9)
        y = stream.draw_part(canvas, LEFT, y, Part("", "", [Step(name, role)])) + 8
    bottom = y + 16
    for x, token, role in ((NOUN_LINE, NOUN, "embedding"), (PLACE_LINE, PLACE, "")):
        canvas.labelled(x - TOKEN / 2, bottom, TOKEN, token, role, bold=True, padding=4, min_height=30)
    canvas.text((NOUN_LINE + PLACE_LINE) / 2, bottom + 7, BETWEEN, style="p-soft")
    stream.draw_line(canvas, NOUN_LINE, bottom - 2, pluses[1] - 12, head=False)
    stream.draw_line(canvas, PLACE_LINE, bottom - 2, verb.bottom + 3)
    for plus_y in noun_pluses:
        stream.draw_plus(canvas, NOUN_LINE, plus_y)
    for plus_y in pluses:
        stream.draw_plus(canvas, PLACE_LINE, plus_y)
    note_x = PLACE_LINE - 16
    canvas.text(note_x, top + 40, t("same"), note_x - NOUN_LINE - 24, SMALL, anchor="end", style="p-soft")
    return Picture([Panel(canvas)], _table(request), scale=1.25)


def _table(request: Request) -> Table:
    t = request.strings
    rows = [
        [f"{t('head')} 0.2", NOUN, NOUN],
        [f"{t('feed_forward')} 0", NOUN, NOUN],
        [f"{t('head')} 1.2: {t('number')}", NOUN, PLACE],
        [f"{t('head')} 1.3: {t('sound')}", NOUN, PLACE],
        [f"{t('feed_forward')} 1", PLACE, PLACE],
    ]
    return Table([t("part"), t("reads"), t("adds")], rows)
