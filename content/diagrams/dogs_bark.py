"""One word asks, another answers: bark looks for a noun in the plural that is alive."""

from __future__ import annotations

from handbook.figures.canvas import SMALL, Box, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

WISHES = ("noun", "plural", "alive")
TOKENS = {"The": (), "dogs": WISHES, "bark": (), "loudly": ()}
ASKING = "bark"
WIDTH, GAP = 74, 14.6


def draw(request: Request) -> Picture:
    words = request.strings
    canvas = Canvas()
    columns = [number * (WIDTH + GAP) for number in range(len(TOKENS))]
    asking = columns[list(TOKENS).index(ASKING)]
    bubble = _question(canvas, request, asking + WIDTH / 2)
    y = bubble.bottom + 74
    boxes = {}
    for (token, met), x in zip(TOKENS.items(), columns):
        role = "query" if token == ASKING else "embedding"
        boxes[token] = canvas.labelled(
            x, y, WIDTH, token, role, bold=bool(met) or token == ASKING, padding=4, min_height=32
        )
    _looks(canvas, boxes, bubble)
    bottom = max(_answer(canvas, request, boxes[token], met) for token, met in TOKENS.items())
    canvas.text(canvas.width / 2, bottom + 6, words("fulfilled"), canvas.width, SMALL, style="p-soft")
    rows = [
        [token, *(words("yes") if wish in met else words("no") for wish in WISHES), str(len(met))]
        for token, met in TOKENS.items()
    ]
    return Picture(
        [Panel(canvas)], Table([words("word"), *(words(wish) for wish in WISHES), words("fulfilled")], rows), scale=1.25
    )


def _question(canvas: Canvas, request: Request, center: float) -> Box:
    words = request.strings
    wishes = " ".join(f"{words(wish)}?" for wish in WISHES)
    width = 190
    x = min(center - width / 2, canvas.width - width)
    box = canvas.labelled(x, 0, width, wishes, "query", padding=9)
    canvas.symbol(box.x - 16, box.middle + 6, "q", role="query")
    canvas.text(box.x - 28, box.middle - 9, words("asks").format(word=ASKING), box.x - 28, anchor="end", bold=True)
    canvas.path([(center, box.bottom), (center, box.bottom + 16)], "query")
    return box


def _looks(canvas: Canvas, boxes: dict[str, Box], bubble: Box) -> None:
    """From the asking word to each, itself included: as strong as the answer."""
    start = boxes[ASKING].center, bubble.bottom + 16
    for token, box in boxes.items():
        strong = bool(TOKENS[token])
        end = (box.center, box.y - 3)
        role, thickness = ("weight", 4.5) if strong else ("", 1.25)
        if token == ASKING:
            canvas.arrow(start, end)
        else:
            canvas.arrow(start, (box.center, start[1]), end, role=role, thickness=thickness, radius=14)
    canvas.dot(*start, 4, "query")


def _answer(canvas: Canvas, request: Request, box: Box, met: tuple[str, ...]) -> float:
    """What the word has of what was asked for, and how many of the wishes that is."""
    words = request.strings
    top = box.bottom + 14
    height = len(WISHES) * 19 + 14
    canvas.path([box.bottom_point, (box.center, top)], "key")
    bubble = canvas.box(box.x, top, box.width, height, "key" if met else "")
    for number, wish in enumerate(met):
        y = bubble.y + 8 + number * 19
        canvas.tick(bubble.x + 6, y + 3, role="key")
        canvas.text(bubble.x + 19, y + 1, words(wish), bubble.width - 22, SMALL, anchor="start")
    if not met:
        canvas.text(bubble.center, bubble.middle - 8, "–", style="p-soft")
    return canvas.text(box.center, bubble.bottom + 6, str(len(met)), size=17, bold=True, style="" if met else "p-soft")
