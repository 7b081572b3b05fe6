"""Scores, softmax, context: the way of one query through the three steps."""

from __future__ import annotations

from handbook.figures import tensor_reader, text_metrics
from handbook.figures.canvas import SIZE, SMALL, Box, Canvas
from handbook.figures.figure import FigureError, Panel, Picture, Request, Table, read_output
from handbook.figures.tensor_reader import Number

from . import _example as example

ROW, GAP = 34, 10
EMBEDDING_CELL, NUMBER_CELL = 30, 52
NAME, SCORE, WEIGHT = 46, 178, 266  # where the columns begin


def draw(request: Request) -> Picture:
    scores, weights, context = _numbers(request)
    canvas = Canvas()
    top = _heads(canvas, request)
    rows = [top + number * (ROW + GAP) for number in range(len(example.TOKENS))]
    for number, y in enumerate(rows):
        _row(canvas, request, number, y, scores[number], weights[number])
    _context(canvas, request, rows, weights, context)
    return Picture([Panel(canvas)], _table(request, scores, weights, context), scale=1.25)


def _numbers(request: Request) -> tuple[list[Number], list[Number], list[Number]]:
    wanted = request.attributes.get("data-output", "").split()
    if len(wanted) != 3:
        raise FigureError(
            "this picture needs three outputs: scores, weights, context",
            'write data-output="scores-id weights-id context-id"',
        )
    vectors = [read_output(request, identity, tensor_reader.vector) for identity in wanted]
    for identity, vector in zip(wanted, vectors):
        if len(vector) != len(example.TOKENS):
            raise FigureError(
                f"the output `{identity}` holds {len(vector)} numbers, not {len(example.TOKENS)}",
                "print the vector of the query shiny",
            )
    return tuple(vectors)


def _heads(canvas: Canvas, request: Request) -> float:
    """The columns' names and the steps that lead to them, set on one line at their foot."""
    words = request.strings
    columns = (
        (NAME, 3 * EMBEDDING_CELL, "embeddings", ""),
        (SCORE - 26, 104, "scores", "step_1"),
        (WEIGHT - 10, 72, "weights", "step_2"),
    )
    heights = []
    for _, room, name, step in columns:
        heights.append(
            canvas.height_of(words(name), room, bold=True) + (canvas.height_of(words(step), room, SMALL) if step else 0)
        )
    foot = max(heights)
    for (x, room, name, step), height in zip(columns, heights):
        y = canvas.text(x + room / 2, foot - height, words(name), room, bold=True)
        if step:
            canvas.text(x + room / 2, y, words(step), room, SMALL, style="p-soft")
    return foot + 8


def _row(canvas: Canvas, request: Request, number: int, y: float, score: Number, weight: Number) -> None:
    middle = y + ROW / 2
    asking = number == example.ASKING
    if asking:
        canvas.box(-1, y - 4, NAME + 3 * EMBEDDING_CELL + 6, ROW + 8, "query", "p-mark", radius=7)
    canvas.text(NAME - 6, middle - SIZE * 0.62, example.TOKENS[number], anchor="end", bold=asking)
    digits = [[_rounded(value).localized(request.locale) for value in example.EMBEDDINGS[number]]]
    embedding = canvas.cells(NAME, y, 1, 3, EMBEDDING_CELL, "embedding", digits, height=ROW)
    score_box = canvas.box(SCORE, y, NUMBER_CELL, ROW, "weight")
    canvas.centered(score_box, score.localized(request.locale), SIZE, style="p-number", padding=0)
    canvas.arrow((embedding.right + 8, middle), (SCORE - 3, middle))
    weight_box = canvas.box(WEIGHT, y, NUMBER_CELL, ROW, "weight")
    canvas.centered(
        Box(weight_box.x, y - 3, NUMBER_CELL, ROW), weight.localized(request.locale), SIZE, style="p-number", padding=0
    )
    canvas.bar(WEIGHT + 5, y + ROW - 8, NUMBER_CELL - 10, weight.value, "weight")
    canvas.arrow((score_box.right + 3, middle), (WEIGHT - 3, middle))


def _context(canvas: Canvas, request: Request, rows: list[float], weights: list[Number], context: list[Number]) -> None:
    """Three streams, each as thick as its weight, flow together into one row."""
    words = request.strings
    trunk = WEIGHT + NUMBER_CELL + 16
    meeting = rows[-1] + ROW + 24
    for y, weight in zip(rows, weights):
        canvas.path(
            [(WEIGHT + NUMBER_CELL + 2, y + ROW / 2), (trunk, y + ROW / 2), (trunk, meeting)],
            "weight",
            thickness=1 + 6 * weight.value,
        )
    cell = 56
    left = SCORE - 14
    y = meeting + 28
    canvas.arrow(
        (trunk, meeting - 10),
        (trunk, meeting + 8),
        (left + 1.5 * cell, meeting + 8),
        (left + 1.5 * cell, y - 2),
        role="weight",
        thickness=3,
    )
    step = words("step_3")
    canvas.text(
        left + 1.5 * cell + 12 - text_metrics.width(step, SMALL) - 24,
        meeting - 2,
        step,
        size=SMALL,
        anchor="start",
        style="p-soft",
    )
    box = canvas.cells(
        left, y, 1, 3, cell, "embedding", [[number.localized(request.locale) for number in context]], height=ROW
    )
    canvas.text(
        left - 10,
        y + ROW / 2 - canvas.height_of(words("context"), left - 12, bold=True) / 2,
        words("context"),
        left - 12,
        anchor="end",
        bold=True,
    )
    canvas.height = max(canvas.height, box.bottom)


def _table(request: Request, scores: list[Number], weights: list[Number], context: list[Number]) -> Table:
    def shown(numbers):
        return "; ".join(number.localized(request.locale) for number in numbers)

    words = request.strings
    rows = [
        [
            token,
            shown(_rounded(value) for value in embedding),
            score.localized(request.locale),
            weight.localized(request.locale),
        ]
        for token, embedding, score, weight in zip(example.TOKENS, example.EMBEDDINGS, scores, weights)
    ]
    rows.append([words("context"), shown(context), "", ""])
    return Table([words("token"), words("embeddings"), words("scores"), words("weights")], rows)


def _rounded(value: float) -> Number:
    return Number(f"{value:.2f}")
