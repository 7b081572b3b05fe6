"""Pictures in pages: ``<figure data-picture="NAME" …></figure>`` becomes an svg, a caption and a table.

Charts are drawn by ``handbook.figures``, diagrams by the book's ``content/diagrams``. One drawing serves all languages:
its labels come from ``[picture.NAME]`` in ``i18n/<language>/ui.toml``, its numbers from an output of the page or from a
computation, its colors from the style sheet. ``check`` draws each picture as the site does, and reports what can't be
drawn, has no name or doesn't fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from markdown import Markdown
from markdown.preprocessors import Preprocessor

from handbook import ROOT
from handbook.core.diagnostics import Finding
from handbook.extensions.page_extension import (
    BEFORE_FENCES,
    PageExtension,
    PageProcessor,
    missing_strings,
    replace_block,
)
from handbook.figures import bar_chart, diagrams, heatmap, line_chart
from handbook.figures.figure import FigureError, Picture, Request, html
from handbook.markdown import extension_base
from handbook.markdown.html_block import figure_attributes
from handbook.markdown.model import Block, Page
from handbook.project import number_formats
from handbook.project.strings import Strings

ATTRIBUTE = "data-picture"

CHARTS: dict[str, Callable[[Request], Picture]] = {
    "heat-map": heatmap.draw,
    "curve": line_chart.draw,
    "bars": bar_chart.draw,
}


class FiguresExtension(PageExtension):
    """Draws the figures of a page before Markdown looks at it."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        md.preprocessors.register(_FiguresPreprocessor(md, self.getConfigs()), "handbook-pictures", BEFORE_FENCES)


makeExtension = FiguresExtension  # noqa: N816 (Python-Markdown's name)


class _FiguresPreprocessor(PageProcessor, Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        options = self.options
        page = extension_base.parse(lines, options)
        root = Path(options["root"])
        extension_base.report_in_file(check(page, root), lines, options)
        lines = list(lines)
        for number, (block, request) in enumerate(requests(page, root), 1):
            try:
                markup = html(draw(request), request, f"picture-{number}")
            except FigureError:
                continue  # `check` has reported it
            replace_block(lines, block, self.md.htmlStash.store(markup))
        return lines


def draw(request: Request) -> Picture:
    """The picture that a page asks for.

    Raises:
        FigureError: where no picture has this name, or where it can't be drawn as the page asks for it.
    """
    if request.name in CHARTS:
        return CHARTS[request.name](request)
    diagram_names = diagrams.names(request.root)
    if request.name not in diagram_names:
        names = ", ".join(sorted([*CHARTS, *diagram_names]))
        raise FigureError(f"no picture is called `{request.name}`", f"known: {names}")
    return diagrams.draw(request)


def requests(page: Page, root: Path = ROOT) -> Iterator[tuple[Block, Request]]:
    """The blocks of ``page`` that ask for a picture, in order, each with what it asks for."""
    outputs = {block.id: block.text for block in page.fences() if block.id}
    for block in page.blocks:
        attributes = figure_attributes(block)
        if ATTRIBUTE not in attributes:
            continue
        name = attributes[ATTRIBUTE]
        section = attributes.get("data-name", name)
        yield (
            block,
            Request(
                name,
                attributes,
                outputs,
                Strings.of(page.language, f"picture.{section}", root),
                Strings.of(page.language, "picture", root),
                page.language,
                number_formats.LOCALES.get(page.language, page.language),
                block.line,
                root,
            ),
        )


# -- the check


def check(page: Page, root: Path = ROOT) -> list[Finding]:
    """What is wrong with the page's pictures: unknown names, missing outputs and strings, labels that don't fit."""
    return [finding for block, request in requests(page, root) for finding in _check_figure(block, request)]


def _check_figure(block: Block, request: Request) -> Iterator[Finding]:
    try:
        picture = draw(request)
        html(picture, request, "picture")
    except FigureError as error:
        yield Finding(block.path, block.line, str(error), error.hint)
        return
    for strings in (request.strings, request.common):
        yield from missing_strings(block, strings, f"[{strings.section}]")
    for label in sorted(set(picture.too_wide)):
        yield Finding(
            block.path,
            block.line,
            f"`{label}` is too wide for its place in the picture `{request.name}`",
            f"shorten it in {request.strings.file}, or say where it may break with \\u00AD (soft hyphen)",
        )
