"""What a drawing function returns, and how it becomes html."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TypeVar

from handbook import ROOT
from handbook.figures.canvas import Canvas
from handbook.figures.tensor_reader import TensorParseError
from handbook.project.strings import Strings

Read = TypeVar("Read")

PHONE = 350  # a wider panel would be too small to read on a phone: it is scrolled there


@dataclass(frozen=True)
class Panel:
    """One svg of a picture. ``title`` and ``description`` are the picture's own where a panel has none."""

    canvas: Canvas
    title: str = ""
    description: str = ""


@dataclass(frozen=True)
class Table:
    """The facts of a picture for those who don't see it, or who want the digits. The first cell of a row names it."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Picture:
    """Panels that stand side by side where there is room, and the same facts as a table."""

    panels: Sequence[Panel]
    table: Table
    scale: float = 1.15  # of a single panel; several are shown as they are

    @property
    def too_wide(self) -> list[str]:
        return [words for panel in self.panels for words in panel.canvas.too_wide]


@dataclass
class Request:
    """What a page asks for: the figure's attributes, the page's outputs and the reader's language.

    ``root``: the checkout, which may bring diagrams.
    """

    name: str
    attributes: dict[str, str]
    outputs: dict[str, str]
    strings: Strings
    common: Strings
    language: str = "en"
    locale: str = "en"
    line: int = 0
    root: Path = ROOT


class FigureError(ValueError):
    """Why a picture can't be drawn as asked; ``hint`` says what to do."""

    def __init__(self, message: str, hint: str = ""):
        super().__init__(message)
        self.hint = hint


def read_output(request: Request, identity: str, read: Callable[[str], Read]) -> Read:
    """What ``read`` makes of the page's output with that id."""
    if identity not in request.outputs:
        there = ", ".join(sorted(request.outputs)) or "none"
        raise FigureError(
            f"no output with the id `{identity}` for this picture",
            f"write ```{{.text .output #{identity or 'id'}}}; ids on this page: {there}",
        )
    try:
        return read(request.outputs[identity])
    except TensorParseError as error:
        raise FigureError(
            f"the output `{identity}` can't be drawn: {error}", "print one tensor, such as print(attention_weights)"
        ) from None


def html(picture: Picture, request: Request, identity: str) -> str:
    """The whole figure, on one line, so that Markdown takes it for one block.

    Its title and description are searched.
    """
    title, description = request.strings("title"), request.strings("description")
    wide = any(panel.canvas.width > PHONE for panel in picture.panels)
    scale = picture.scale if len(picture.panels) == 1 and not wide else 1
    panels = "".join(
        panel.canvas.render(
            f"{identity}-{number}", plain(panel.title or title), plain(panel.description or description), scale
        )
        for number, panel in enumerate(picture.panels, 1)
    )
    scroll = f' tabindex="0" role="group" aria-label="{escape(plain(title))}"' if wide else ""
    return (
        f'<figure class="picture" id="{identity}" data-picture="{escape(request.name)}">'
        f'<div class="picture-panels{" picture-wide" if wide else ""}"{scroll}>{panels}</div>'
        f"<figcaption>{rich(title)}</figcaption> "
        f'<details class="picture-table">'
        f'<summary data-search-exclude="">{escape(request.common("as_table"), quote=False)}</summary>'
        f"<p>{rich(description)}</p>{_table(picture.table)}</details></figure>"
    )


EMPHASIS = re.compile(r"\*([^*]+)\*")


def rich(text: str) -> str:
    """A string of ui.toml as html: ``*word*`` is emphasised."""
    return EMPHASIS.sub(r"<em>\1</em>", escape(text, quote=False))


def plain(text: str) -> str:
    """The same where no markup can stand."""
    return EMPHASIS.sub(r"\1", text)


def _table(table: Table) -> str:
    head = "".join(f'<th scope="col">{_cell(cell)}</th>' for cell in table.head)
    rows = "".join(
        f'<tr><th scope="row">{_cell(row[0])}</th>' + "".join(f"<td>{_cell(cell)}</td>" for cell in row[1:]) + "</tr>"
        for row in table.rows
    )
    return f'<table data-search-exclude=""><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'


def _cell(text: str) -> str:
    return escape(text.replace("\u00ad", ""), quote=False)
