"""One query through the three steps: scores, softmax, context."""

from __future__ import annotations

from handbook.figures import tensor_reader, text_metrics
from handbook.figures.canvas import SIZE, SMALL, Box, Canvas
from handbook.figures.figure import FigureError, Panel, Picture, Request, Table, read_output
from handbook.figures.tensor_reader import Number

from . import _example as example

ROW, GAP = 34, 10
EMBEDDING_CELL, NUMBER_CELL = 30, 52
NAME, SCORE, WEIGHT = 46, 178, 266  # the xs of columns


def draw(request: Request) -> Picture:
    scores, weights, context = _numbers(request)
    canvas = Canvas()
    top = _column_headings(canvas, request)
    rows = [top + index * (ROW + GAP) for index in range(len(example.TOKENS))]
    for index, y in enumerate(rows):
        _row(canvas, request, index, y, scores[index], weights[index])
    _context(canvas, request, rows, weights, context)
    return Picture([Panel(canvas)], _table(request, scores, weights, context), scale=1.25)


def _numbers(request: Request) -> tuple[list[Number], list[Number], list[Number]]:
    identities = request.attributes.get("data-output", "").split()
    if len(identities) != 3:
        raise FigureError(
            "this picture needs three outputs: scores, weights, context",
            'write data-output="scores-id weights-id context-id"',
        )
    vectors = [read_output(request, identity, tensor_reader.vector) for identity in identities]
    for identity, vector in zip(identities, vectors):
        if len(vector) != len(example.TOKENS):
            raise FigureError(
                f"the output `{identity}` holds {len(vector)} numbers, not {len(example.TOKENS)}",
                "print the vector of the query shiny",
            )
    return tuple(vectors)


def _column_headings(canvas: Canvas, request: Request) -> float:
    """The headings of columns with the steps that lead to them, aligned at the bottom; returns the y of the rows."""
    t = request.strings
    columns = (
        (NAME, 3 * EMBEDDING_CELL, "embeddings", ""),
        (SCORE - 26, 104, "scores", "step_1"),
        (WEIGHT - 10, 72, "weights", "step_2"),
    )
    heights = []
    for _, max_width, name, step in columns:
        heights.append(
            canvas.height_of(t(name), max_width, bold=True)
            + (canvas.height_of(t(step), max_width, SMALL) if step else 0)
        )
    bottom = max(heights)
    for (x, max_width, name, step), height in zip(columns, heights):
        y = canvas.text(x + max_width / 2, bottom - height, t(name), max_width, bold=True)
        if step:
            canvas.text(x + max_width / 2, y, t(step), max_width, SMALL, style="p-soft")
    return bottom + 8


def _row(canvas: Canvas, request: Request, index: int, y: float, score: Number, weight: Number) -> None:
    middle = y + ROW / 2
    is_asking = index == example.ASKING
    if is_asking:
        canvas.box(-1, y - 4, NAME + 3 * EMBEDDING_CELL + 6, ROW + 8, "query", "p-mark", radius=7)
    canvas.text(NAME - 6, middle - SIZE * 0.62, example.TOKENS[index], anchor="end", bold=is_asking)
    digits = [[_rounded(value).localized(request.locale) for value in example.EMBEDDINGS[index]]]
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
    """The context vector; a line leads to it from each row, as thick as its weight."""
    t = request.strings
    trunk_x = WEIGHT + NUMBER_CELL + 16
    meeting_y = rows[-1] + ROW + 24
    for y, weight in zip(rows, weights):
        canvas.path(
            [(WEIGHT + NUMBER_CELL + 2, y + ROW / 2), (trunk_x, y + ROW / 2), (trunk_x, meeting_y)],
            "weight",
            thickness=1 + 6 * weight.value,
        )
    cell = 56
    left = SCORE - 14
    y = meeting_y + 28
    canvas.arrow(
        (trunk_x, meeting_y - 10),
        (trunk_x, meeting_y + 8),
        (left + 1.5 * cell, meeting_y + 8),
        (left + 1.5 * cell, y - 2),
        role="weight",
        thickness=3,
    )
    step = t("step_3")
    canvas.text(
        left + 1.5 * cell + 12 - text_metrics.width(step, SMALL) - 24,
        meeting_y - 2,
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
        y + ROW / 2 - canvas.height_of(t("context"), left - 12, bold=True) / 2,
        t("context"),
        left - 12,
        anchor="end",
        bold=True,
    )
    canvas.height = max(canvas.height, box.bottom)


def _table(request: Request, scores: list[Number], weights: list[Number], context: list[Number]) -> Table:
    def join_numbers(numbers):
        return "; ".join(number.localized(request.locale) for number in numbers)

    t = request.strings
    rows = [
        [
            token,
            join_numbers(_rounded(value) for value in embedding),
            score.localized(request.locale),
            weight.localized(request.locale),
        ]
        for token, embedding, score, weight in zip(example.TOKENS, example.EMBEDDINGS, scores, weights)
    ]
    rows.append([t("context"), join_numbers(context), "", ""])
    return Table([t("token"), t("embeddings"), t("scores"), t("weights")], rows)


def _rounded(value: float) -> Number:
    return Number(f"{value:.2f}")
