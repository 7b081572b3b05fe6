"""Figures: what drawing functions take and return, and their html."""

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

SCROLL_WIDTH = 350  # wider panels would be shrunk too far on a phone; there they scroll


@dataclass(frozen=True)
class Panel:
    """One svg of a picture. By default it has the picture's title and description."""

    canvas: Canvas
    title: str = ""
    description: str = ""


@dataclass(frozen=True)
class Table:
    """The content of a picture as a table, for screen readers and for exact numbers.

    The first cell of a row is its heading.
    """

    head: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Picture:
    """Panels, shown side by side where they fit, and their content as a table."""

    panels: Sequence[Panel]
    table: Table
    scale: float = 1.15  # of the displayed size of a single panel; several have a scale of 1

    @property
    def too_wide(self) -> list[str]:
        """The texts that don't fit."""
        return [text for panel in self.panels for text in panel.canvas.too_wide]


@dataclass
class Request:
    """A figure that a page asks for.

    Args:
        name: of the chart or diagram.
        attributes: of the figure's tag.
        outputs: the page's printed outputs, by id.
        strings: of this picture.
        common: strings that all pictures share.
        language: the folder of the page.
        locale: for numbers, as Babel writes it.
        line: of the figure in the file.
        root: the checkout.
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
    """A picture can't be drawn as the page asks; ``hint`` says what to do."""

    def __init__(self, message: str, hint: str = ""):
        super().__init__(message)
        self.hint = hint


def read_output(request: Request, identity: str, read: Callable[[str], Read]) -> Read:
    """Parse one of the page's outputs.

    Args:
        request: holds the outputs.
        identity: the id of an output.
        read: its parser, which may raise TensorParseError.

    Raises:
        FigureError: where there is no such output or ``read`` can't parse it.
    """
    if identity not in request.outputs:
        ids = ", ".join(sorted(request.outputs)) or "none"
        raise FigureError(
            f"no output with the id `{identity}` for this picture",
            f"write ```{{.text .output #{identity or 'id'}}}; ids on this page: {ids}",
        )
    try:
        return read(request.outputs[identity])
    except TensorParseError as error:
        raise FigureError(
            f"the output `{identity}` can't be drawn: {error}", "print one tensor, such as print(attention_weights)"
        ) from None


def html(picture: Picture, request: Request, identity: str) -> str:
    """The figure as html, on one line, so that Markdown takes it for one block.

    Search indexes its title and description only. ``identity`` is its id, unique on the page.
    """
    title, description = request.strings("title"), request.strings("description")
    wide = any(panel.canvas.width > SCROLL_WIDTH for panel in picture.panels)
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
        f"<figcaption>{_said(request.strings, 'title')}</figcaption> "
        f'<div class="picture-foot"><details class="picture-table">'
        f'<summary data-search-exclude="">{_said(request.common, "as_table")}</summary>'
        f"<p>{_said(request.strings, 'description')}</p>{_table(picture.table)}</details>"
        f"{_take(request.common, plain(title))}</div></figure>"
    )


def _take(common: Strings, title: str) -> str:
    """The buttons that copy the picture's link and save it (frontend/page/share.js)."""
    buttons = "".join(
        f'<button type="button" data-share="{kind}">{_said(common, kind)}</button>' for kind in ("link", "svg", "png")
    )
    label = escape(common("take").format(title=title))
    return f'<div class="picture-take" role="group" aria-label="{label}" data-search-exclude="">{buttons}</div>'


def _said(strings: Strings, key: str) -> str:
    """A string as html, marked as English where English stands in for it."""
    attributes = "".join(f' {name}="{value}"' for name, value in strings.html_language(key).items())
    return f"<span{attributes}>{rich(strings(key))}</span>" if attributes else rich(strings(key))


EMPHASIS = re.compile(r"\*([^*]+)\*")


def rich(text: str) -> str:
    """A string of ui.toml as html: ``*word*`` becomes ``<em>``."""
    return EMPHASIS.sub(r"<em>\1</em>", escape(text, quote=False))


def plain(text: str) -> str:
    """A string of ui.toml without its asterisks, for svg and attributes."""
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
