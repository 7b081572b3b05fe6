"""The dot product of three pairs of arrows: same direction, right angle, opposite directions."""

from __future__ import annotations

from handbook.figures import tensor_reader
from handbook.figures.canvas import SMALL, WIDTH, Canvas, Point
from handbook.figures.figure import FigureError, Panel, Picture, Request, Table, read_output
from handbook.figures.tensor_reader import MINUS, Number

FIRST = (1, 0)
PAIRS = {"same": (1, 0), "right_angle": (0, 1), "opposite": (-1, 0)}  # key in ui.toml: second vector
UNIT, ARM = 44, 52  # pixels of a length of 1, and of each half of an axis
COLUMN = WIDTH / len(PAIRS)
TITLE_WIDTH = COLUMN - 8


def draw(request: Request) -> Picture:
    t = request.strings
    products = _products(request)
    canvas = Canvas()
    top = max(canvas.height_of(t(name), TITLE_WIDTH, bold=True) for name in PAIRS)
    rows = []
    for index, ((name, second), product) in enumerate(zip(PAIRS.items(), products)):
        center = (index + 0.5) * COLUMN
        height = canvas.height_of(t(name), TITLE_WIDTH, bold=True)
        canvas.text(center, top - height, t(name), TITLE_WIDTH, bold=True)
        bottom = _plane(canvas, (center, top + 16 + ARM), second)
        end = canvas.text(
            center, bottom + 10, product.localized(request.locale), size=19, bold=True, role="weight", style="p-number"
        )
        canvas.text(center, end, t("product"), TITLE_WIDTH, SMALL, style="p-soft")
        rows.append([t(name), _written(FIRST), _written(second), product.localized(request.locale)])
    return Picture([Panel(canvas)], Table([t("pair"), t("first"), t("second"), t("product")], rows), scale=1.25)


def _products(request: Request) -> list[Number]:
    """The printed dot products, which must be those of the arrows."""
    numbers = read_output(request, request.attributes.get("data-output", ""), tensor_reader.vector)
    expected = [sum(a * b for a, b in zip(FIRST, second)) for second in PAIRS.values()]
    if [number.value for number in numbers] != expected:
        raise FigureError(
            f"the output isn't {expected}, the dot products of the arrows",
            "print the dot products of [1, 0] with [1, 0], [0, 1] and [−1, 0]",
        )
    return numbers


def _plane(canvas: Canvas, origin: Point, second: tuple[int, int]) -> float:
    """Both arrows on their axes, with their components; returns the bottom."""
    x, y = origin
    canvas.path([(x - ARM, y), (x + ARM, y)], style="p-outline")
    canvas.path([(x, y + ARM), (x, y - ARM)], style="p-outline")
    tip = (x + second[0] * UNIT, y - second[1] * UNIT)
    canvas.arrow(origin, tip, role="key", thickness=6 if second == FIRST else 2.5)
    canvas.arrow(origin, (x + FIRST[0] * UNIT, y), role="query", thickness=2.5)
    canvas.dot(x, y, 3)
    canvas.text(x + UNIT * 0.62, y + 8, _written(FIRST), size=SMALL, role="query")
    if second[1]:
        canvas.text(x + 6, tip[1] - 3, _written(second), size=SMALL, anchor="start", role="key")
    else:
        canvas.text(x + second[0] * UNIT * 0.62, y - 25, _written(second), size=SMALL, role="key")
    return y + ARM


def _written(vector: tuple[int, int]) -> str:
    return f"[{', '.join(str(number) for number in vector)}]".replace("-", MINUS)
