"""Six numbers in memory, read as a 2 × 3 matrix and as its transpose, and the path that each reading takes."""

from __future__ import annotations

from dataclasses import dataclass

from handbook.figures.canvas import SMALL, Box, Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

CELL, WIDTH = 34, 216
NUMBERS = 6


@dataclass(frozen=True)
class Reading:
    """A way to read the numbers: their key in ui.toml, and shape and strides as torch calls them."""

    name: str
    rows: int
    columns: int
    down: int
    right: int

    @property
    def addresses(self) -> list[int]:
        """Where in memory each entry lies, row by row."""
        return [row * self.down + column * self.right for row in range(self.rows) for column in range(self.columns)]

    @property
    def jumps(self) -> list[int]:
        """How far it is in memory from each entry to the next one."""
        return [after - before for before, after in zip(self.addresses, self.addresses[1:])]


READINGS = [Reading("matrix", 2, 3, 3, 1), Reading("transpose", 3, 2, 1, 3)]


def draw(request: Request) -> Picture:
    t = request.strings
    panels = [Panel(_panel(request, reading), t(reading.name)) for reading in READINGS]
    rows = [
        [
            t(reading.name),
            f"({reading.rows}, {reading.columns})",
            f"({reading.down}, {reading.right})",
            " ".join(str(address) for address in reading.addresses),
            _jumps(reading),
        ]
        for reading in READINGS
    ]
    return Picture(panels, Table([t("reading"), t("shape"), t("strides"), t("order"), t("steps")], rows))


def _jumps(reading: Reading) -> str:
    return " ".join(f"{jump:+}".replace("-", "−") for jump in reading.jumps)


def _panel(request: Request, reading: Reading) -> Canvas:
    """The matrix, its strides, and below it the line of memory with the path of the reading."""
    t = request.strings
    canvas = Canvas(WIDTH)
    y = canvas.text(WIDTH / 2, 0, t(reading.name), WIDTH, bold=True) + 8
    highest = max(other.rows for other in READINGS) * CELL
    x = (WIDTH - reading.columns * CELL) / 2
    top = y + (highest - reading.rows * CELL) / 2
    addresses = iter(reading.addresses)
    numbers = [[str(next(addresses)) for _ in range(reading.columns)] for _ in range(reading.rows)]
    canvas.cells(x, top, reading.rows, reading.columns, CELL, "value", numbers)
    y = canvas.text(WIDTH / 2, y + highest + 8, f"{t('down')}: +{reading.down}", WIDTH, SMALL)
    y = canvas.text(WIDTH / 2, y, f"{t('right')}: +{reading.right}", WIDTH, SMALL)
    memory = Box((WIDTH - NUMBERS * CELL) / 2, y + 40, NUMBERS * CELL, CELL)
    canvas.cells(memory.x, memory.y, 1, NUMBERS, CELL, "embedding", [[str(number) for number in range(NUMBERS)]])
    _path(canvas, memory, reading)
    y = canvas.text(WIDTH / 2, memory.bottom + 34, t("memory"), WIDTH, SMALL, style="p-soft")
    canvas.text(WIDTH / 2, y + 2, _jumps(reading), WIDTH, SMALL)
    return canvas


def _path(canvas: Canvas, memory: Box, reading: Reading) -> None:
    """An arrow from each entry to the next one of the reading: forward above the memory, back below it."""
    for step, (start, jump) in enumerate(zip(reading.addresses, reading.jumps)):
        height = 8 + 6 * (abs(jump) - 1) + (5 if abs(jump) > 1 and step // 2 % 2 else 0)  # lines don't overlap
        side = 1 if jump > 0 else -1
        left, right = (memory.x + (address + 0.5) * CELL for address in (start, start + jump))
        edge = memory.y - 2 if jump > 0 else memory.bottom + 2
        turn = edge - side * (2 + height)
        canvas.arrow(
            (left + 4 * side, edge), (left + 4 * side, turn), (right - 4 * side, turn), (right - 4 * side, edge)
        )
