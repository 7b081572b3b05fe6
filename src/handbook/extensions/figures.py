"""Pictures in pages: ``<figure data-picture="NAME" …></figure>`` becomes an svg, a caption and a table.

Charts are drawn here, diagrams by the book's ``content/diagrams``. One drawing serves all languages: its words come
from ``[picture.NAME]`` in ``i18n/<language>/ui.toml``, its numbers from an output of the page or from a computation,
its colours from the stylesheet. The same way that draws for the site also checks: ``check`` draws each picture and
reports what can't be drawn, isn't named or doesn't fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

from handbook import ROOT
from handbook.core.diagnostics import ERROR, NOTICE, Finding
from handbook.figures import bar_chart, diagrams, heatmap, line_chart
from handbook.figures.figure import FigureError, Picture, Request, html
from handbook.markdown import extension_base
from handbook.markdown.html_block import figure_attributes
from handbook.markdown.model import Block, Page
from handbook.project import number_formats
from handbook.project.strings import Strings

ATTRIBUTE = "data-picture"
HEAT_MAP = "heat-map"
CURVE = "curve"
BARS = "bars"
BEFORE_FENCES = 27  # before superfences (25) and raw html (20), behind the normalising of white space (30)

CHARTS: dict[str, Callable[[Request], Picture]] = {
    HEAT_MAP: heatmap.draw,
    CURVE: line_chart.draw,
    BARS: bar_chart.draw,
}


def makeExtension(**options: object) -> PicturesExtension:  # noqa: N802 (Python-Markdown's name)
    return PicturesExtension(**options)


class PicturesExtension(Extension):
    def __init__(self, **options: object):
        self.config = extension_base.options()
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        md.preprocessors.register(_Drawing(md, self.getConfigs()), "handbook-pictures", BEFORE_FENCES)


class _Drawing(Preprocessor):
    """Puts drawings in the place of figure tags before Markdown looks at them."""

    def __init__(self, md: Markdown, config: dict):
        super().__init__(md)
        self.options = config

    def run(self, lines: list[str]) -> list[str]:
        options = extension_base.page_options(self.md, self.options)
        page = extension_base.parse(lines, options)
        root = Path(options["root"])
        extension_base.report_in_file(check(page, root), lines, options)
        lines = list(lines)
        for number, (block, request) in enumerate(requests(page, root), 1):
            try:
                markup = html(draw(request), request, f"picture-{number}")
            except FigureError:
                continue  # told above
            _replace(lines, block, self.md.htmlStash.store(markup))
        return lines


def _replace(lines: list[str], block: Block, placeholder: str) -> None:
    first, last = block.line - 1, block.last_line - 1
    indent = lines[first][: len(lines[first]) - len(lines[first].lstrip())]
    lines[first : last + 1] = [indent + placeholder] + [""] * (last - first)


def draw(request: Request) -> Picture:
    """The picture that a page asks for. Raises ``FigureError``."""
    if request.name in CHARTS:
        return CHARTS[request.name](request)
    known = diagrams.names(request.root)
    if request.name not in known:
        raise FigureError(f"no picture is called `{request.name}`", f"known: {', '.join(sorted([*CHARTS, *known]))}")
    return diagrams.module(request.name, request.root).draw(request)


def requests(page: Page, root: Path = ROOT) -> Iterator[tuple[Block, Request]]:
    """The pictures that ``page`` asks for, in order."""
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
    """What is wrong with the page's pictures: unknown names, missing outputs and words, words that don't fit."""
    return [finding for block, request in requests(page, root) for finding in _faults(block, request)]


def _faults(block: Block, request: Request) -> Iterator[Finding]:
    try:
        picture = draw(request)
        html(picture, request, "picture")
    except FigureError as error:
        yield Finding(block.path, block.line, str(error), error.hint)
        return
    where = f"i18n/{request.language}/ui.toml"
    for strings in (request.strings, request.common):
        for key, english in strings.missing.items():
            yield Finding(
                block.path,
                block.line,
                f"[{strings.section}] has no `{key}`" + (f" in {where}: the English one is shown" if english else ""),
                f'write {key} = "…" under [{strings.section}] in {where if english else "i18n/en/ui.toml"}',
                NOTICE if english else ERROR,
            )
    for words in sorted(set(picture.too_wide)):
        yield Finding(
            block.path,
            block.line,
            f"`{words}` is too wide for its place in the picture `{request.name}`",
            f"shorten it in {where}, or say where it may break with \\u00AD (soft hyphen)",
        )
