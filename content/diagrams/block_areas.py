"""A block of GPT-2 and one of Llama 3.1 8B: the area of a matrix is its number of parameters."""

from __future__ import annotations

from handbook.figures.canvas import SIZE, SMALL, Canvas
from handbook.figures.figure import Panel, Picture, Request, Strings, Table

SIDE = 66  # of a matrix of d × d
TOP = 26  # the height of a panel's name

# For each model: its width of keys, and how wide the network's hidden vector is, both in widths of the model.
KEYS = {"gpt2": 1.0, "llama": 0.25}
HIDDEN = {"gpt2": 4.0, "llama": 3.5}
NETWORK = {"gpt2": ("up", "down"), "llama": ("gate", "up", "down")}
ATTENTION = {"q": "query", "k": "key", "v": "value", "o": ""}


def areas(model: str) -> tuple[float, float]:
    """The parameters of attention and of the network, in d²."""
    return 2 + 2 * KEYS[model], HIDDEN[model] * len(NETWORK[model])


def draw(request: Request) -> Picture:
    t = request.strings
    panels = [Panel(_panel(t, model), t(model)) for model in KEYS]
    rows = [
        [t(part), *(f"{areas(model)[index] / sum(areas(model)):.0%}" for model in KEYS)]
        for index, part in enumerate(("attention", "network"))
    ]
    return Picture(panels, Table([t("part"), *(t(model) for model in KEYS)], rows))


def _panel(t: Strings, model: str) -> Canvas:
    canvas = Canvas(4 * SIDE + 2)
    canvas.text(0, 0, t(model), size=SIZE, anchor="start", bold=True)
    y = canvas.text(0, TOP, t("attention"), canvas.width, SMALL, anchor="start", style="p-soft") + 3
    x = 0.0
    for letter, role in ATTENTION.items():
        width = SIDE * (KEYS[model] if letter in "kv" else 1)
        box = canvas.box(x, y, width, SIDE, role, radius=2)
        canvas.symbol(box.center, box.middle + 5, letter, role=role, size=15)
        x = box.right
    y = canvas.text(0, y + SIDE + 8, t("network"), canvas.width, SMALL, anchor="start", style="p-soft") + 3
    for name in NETWORK[model]:
        box = canvas.box(0, y, SIDE * HIDDEN[model], SIDE, "embedding", radius=2)
        canvas.centered(box, t(name), SMALL)
        y = box.bottom
    return canvas
