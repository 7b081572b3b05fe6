"""Attention by features: "bark" looks for a noun in the plural that is alive."""

from __future__ import annotations

from handbook.figures.canvas import SMALL, Box, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

FEATURES = ("noun", "plural", "alive")
TOKENS = {"The": (), "dogs": FEATURES, "bark": (), "loudly": ()}
ASKING = "bark"
WIDTH, GAP = 74, 14.6


def draw(request: Request) -> Picture:
    t = request.strings
    canvas = Canvas()
    xs = [index * (WIDTH + GAP) for index in range(len(TOKENS))]
    asking_x = xs[list(TOKENS).index(ASKING)]
    question = _question(canvas, request, asking_x + WIDTH / 2)
    y = question.bottom + 74
    boxes = {}
    for (token, matches), x in zip(TOKENS.items(), xs):
        role = "query" if token == ASKING else "embedding"
        boxes[token] = canvas.labelled(
            x, y, WIDTH, token, role, bold=bool(matches) or token == ASKING, padding=4, min_height=32
        )
    _arrows(canvas, boxes, question)
    bottom = max(_answer(canvas, request, boxes[token], matches) for token, matches in TOKENS.items())
    canvas.text(canvas.width / 2, bottom + 6, t("fulfilled"), canvas.width, SMALL, style="p-soft")
    rows = [
        [token, *(t("yes") if feature in matches else t("no") for feature in FEATURES), str(len(matches))]
        for token, matches in TOKENS.items()
    ]
    return Picture(
        [Panel(canvas)], Table([t("word"), *(t(feature) for feature in FEATURES), t("fulfilled")], rows), scale=1.25
    )


def _question(canvas: Canvas, request: Request, center: float) -> Box:
    """The features that are asked for, above the word at ``center``."""
    t = request.strings
    features = " ".join(f"{t(feature)}?" for feature in FEATURES)
    width = 190
    x = min(center - width / 2, canvas.width - width)
    box = canvas.labelled(x, 0, width, features, "query", padding=9)
    canvas.symbol(box.x - 16, box.middle + 6, "q", role="query")
    canvas.text(box.x - 28, box.middle - 9, t("asks").format(word=ASKING), box.x - 28, anchor="end", bold=True)
    canvas.path([(center, box.bottom), (center, box.bottom + 16)], "query")
    return box


def _arrows(canvas: Canvas, boxes: dict[str, Box], question: Box) -> None:
    """Arrows from the asking word to all words, thick where features match."""
    start = boxes[ASKING].center, question.bottom + 16
    for token, box in boxes.items():
        is_match = bool(TOKENS[token])
        end = (box.center, box.y - 3)
        role, thickness = ("weight", 4.5) if is_match else ("", 1.25)
        if token == ASKING:
            canvas.arrow(start, end)
        else:
            canvas.arrow(start, (box.center, start[1]), end, role=role, thickness=thickness, radius=14)
    canvas.dot(*start, 4, "query")


def _answer(canvas: Canvas, request: Request, box: Box, matches: tuple[str, ...]) -> float:
    """The features that a word has, and their number; returns the bottom."""
    t = request.strings
    top = box.bottom + 14
    height = len(FEATURES) * 19 + 14
    canvas.path([box.bottom_point, (box.center, top)], "key")
    bubble = canvas.box(box.x, top, box.width, height, "key" if matches else "")
    for index, feature in enumerate(matches):
        y = bubble.y + 8 + index * 19
        canvas.tick(bubble.x + 6, y + 3, role="key")
        canvas.text(bubble.x + 19, y + 1, t(feature), bubble.width - 22, SMALL, anchor="start")
    if not matches:
        canvas.text(bubble.center, bubble.middle - 8, "–", style="p-soft")
    return canvas.text(
        box.center, bubble.bottom + 6, str(len(matches)), size=17, bold=True, style="" if matches else "p-soft"
    )
