"""Plots that the code of labs draws: ``<figure data-plot="NAME"></figure>`` after a fence that ends in ``plt.show()``.

A drawing is stored as ``snippets/<language>/plots/PAGE.NAME.svg`` and compared whenever the page's code is run, so that
the site and the notebooks are made without matplotlib. Titles and descriptions are in ``[plot.NAME]`` of ui.toml.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from html import escape
from itertools import pairwise
from pathlib import Path

from handbook.core.diagnostics import ERROR, NOTICE, Finding, display_path
from handbook.core.files import is_own_file, lies_in, write_atomically
from handbook.markdown.html_block import figure_attributes
from handbook.markdown.model import Block, Page
from handbook.project import guards
from handbook.project.checkout import Project
from handbook.project.number_formats import PRINTED
from handbook.project.strings import Strings

ATTRIBUTE = "data-plot"
NONDETERMINISTIC = "data-measured"  # attribute of a plot that depends on the machine: numbers and colours may differ
COLOR = re.compile(r"#[0-9a-fA-F]{6}\b")
ID = re.compile(r' id="([^"]*)"')
# A rectangle as matplotlib writes it: its four corners, with or without the first one again at the end.
RECTANGLE = re.compile(
    r'(?<= d=")M ([\d.]+) ([\d.]+) L ([\d.]+) ([\d.]+) L ([\d.]+) ([\d.]+) L ([\d.]+) ([\d.]+)(?: L \1 \2)?(?: z)?(?=")'
)
POSITION_TOLERANCE = 0.5  # points: less than one sees, more than machines differ
COLOR_TOLERANCE = 2  # of 255, in each channel

# Colours in drawings (matplotlib's black and white, and those of roles in tokens.css) → the site's.
SITE_COLORS = {
    "#000000": "var(--ink)",
    "#ffffff": "var(--plot-ground)",
    "#59616e": "var(--role-embedding)",
    "#ab4700": "var(--role-query)",
    "#1257ad": "var(--role-key)",
    "#1a6b3b": "var(--role-value)",
    "#b0183b": "var(--role-score)",
}


def plot_names(page: Page) -> dict[Block, str]:
    """The names of the page's plots, by the fence that draws each."""
    return {fence: figure_attributes(figure)[ATTRIBUTE] for fence, figure in _figures(page).items()}


def may_draw(page: Page) -> bool:
    """Whether the page's code uses matplotlib."""
    return any("matplotlib" in fence.text for fence in page.python())


def nondeterministic_plots(page: Page) -> set[str]:
    """The names of the plots that depend on the machine."""
    attributes = [figure_attributes(figure) for figure in _figures(page).values()]
    return {attribute[ATTRIBUTE] for attribute in attributes if NONDETERMINISTIC in attribute}


def _figures(page: Page) -> dict[Block, Block]:
    """The ``<figure data-plot>`` blocks, by the fence before each."""
    figures = {}
    fence = None
    for block in page.visible:
        if block.is_python:
            fence = block
        elif figure_attributes(block).get(ATTRIBUTE) and fence is not None:
            figures[fence] = block
        elif not block.is_output:
            fence = None
    return figures


def path_of(root: Path, page: Page, name: str) -> Path:
    """The stored drawing of a plot."""
    return root / "snippets" / page.language / "plots" / f"{page.name}.{name}.svg"


def stored_svg(root: Path, page: Page, name: str) -> str:
    """The stored drawing of a plot as svg; "" where there is none."""
    path = path_of(root, page, name)
    return path.read_text(encoding="utf-8") if is_own_file(path) and lies_in(path, root / "snippets") else ""


def check(page: Page, root: Path) -> Iterator[Finding]:
    """Plots without code, a stored drawing, a title or a description; and drawings that no plot uses."""
    names = plot_names(page).values()
    for block in page.blocks:
        if not (name := figure_attributes(block).get(ATTRIBUTE)):
            continue
        if name not in names:
            yield Finding(
                page.path,
                block.line,
                f"the plot `{name}` stands behind no code",
                "put it right behind the fence that draws it",
            )
        if not re.fullmatch(r"[a-z][a-z0-9-]*", name):
            yield Finding(
                page.path, block.line, f"`{name}` is no name for a plot", "write small letters, digits and hyphens"
            )
        elif not stored_svg(root, page, name):
            yield Finding(
                page.path, block.line, f"the plot `{name}` isn't stored", f"run pytest {page.path} --update-outputs"
            )
        strings = Strings.of(page.language, f"plot.{name}", root)
        for key in ("title", "description"):
            strings(key)
        for key, english in strings.missing.items():
            yield Finding(
                page.path,
                block.line,
                f"[plot.{name}] has no `{key}`",
                f'write {key} = "…" in i18n/{page.language}/ui.toml',
                NOTICE if english else ERROR,
            )
    used = {path_of(root, page, name) for name in names}
    for path in sorted((root / "snippets" / page.language / "plots").glob(f"{page.name}.*.svg")):
        if path not in used:
            yield Finding(display_path(path, root), 1, f"{page.path} has no such plot", "remove the file")


# -- drawing


def configure_matplotlib() -> None:
    """Have matplotlib draw into files, the same ones each time, with its default settings.

    Raises:
        ImportError: matplotlib is not installed.
    """
    import matplotlib

    matplotlib.use("agg")
    matplotlib.rcdefaults()
    matplotlib.rcParams["svg.fonttype"] = "none"  # text stays text
    matplotlib.rcParams["svg.hashsalt"] = "handbook"  # ids are the same each time
    import matplotlib.pyplot as plt

    plt.show = lambda *args, **kwargs: None  # take_drawings reads the figures after the fence


def take_drawings(name: str) -> list[str]:
    """Close matplotlib's open figures and return them as svg. ``name`` is the plot's, a prefix of the ids inside."""
    if (plt := sys.modules.get("matplotlib.pyplot")) is None:
        return []
    drawings = []
    for number in plt.get_fignums():
        stream = io.StringIO()
        plt.figure(number).savefig(
            stream,
            format="svg",
            bbox_inches="tight",
            metadata={"Date": None, "Creator": None, "Format": None, "Type": None},
        )
        drawings.append(_minify(stream.getvalue(), name))
    plt.close("all")
    return drawings


def compare(page: Page, fence: Block, drawings: list[str], root: Path, update: bool) -> list[Finding]:
    """Findings where a fence's drawings aren't the stored one.

    Args:
        page: whose code was run.
        fence: which drew.
        drawings: as svg, from ``take_drawings``.
        root: the checkout.
        update: store the drawing instead, where it looks different.

    Raises:
        OSError: the stored drawing can't be read or written.
    """
    name = plot_names(page).get(fence)
    if name is None:
        if not drawings:
            return []
        hint = f'write <figure {ATTRIBUTE}="NAME"></figure>, or close the figure'
        return [Finding(page.path, fence.line, "the code draws, but no plot stands behind it", hint)]
    if len(drawings) != 1:
        message = f"the code draws {len(drawings)} figures for the plot `{name}`"
        return [Finding(page.path, fence.line, message, "a fence draws one, and ends in plt.show()")]
    path, old, new = path_of(root, page, name), stored_svg(root, page, name), drawings[0]
    if update:
        if not same_drawing(old, new):
            with guards.writing(Project(root)):
                write_atomically(path, new)
        return []
    is_same = same_structure if name in nondeterministic_plots(page) else same_drawing
    if is_same(old, new):
        return []
    message = f"the code of {page.path}:{fence.line} draws something else"
    return [
        Finding(
            display_path(path, root), 1, message, "mend the code, or run pytest --update-outputs and look at the plot"
        )
    ]


def same_drawing(left: str, right: str) -> bool:
    """Whether two svg drawings look alike: equal elements and text, numbers and colours within tolerance."""
    if left == right:
        return True
    if not same_structure(left, right) or _text(left) != _text(right):
        return False
    left_numbers, right_numbers = (PRINTED.findall(COLOR.sub("#", svg)) for svg in (left, right))
    left_channels, right_channels = _color_channels(left), _color_channels(right)
    return all(
        abs(float(a) - float(b)) <= POSITION_TOLERANCE for a, b in zip(left_numbers, right_numbers, strict=True)
    ) and all(abs(a - b) <= COLOR_TOLERANCE for a, b in zip(left_channels, right_channels, strict=True))


def same_structure(left: str, right: str) -> bool:
    """Whether two svg drawings have equal elements and text, whatever their numbers and colours."""
    left_structure, right_structure = (PRINTED.sub("0", COLOR.sub("#", svg)) for svg in (left, right))
    return bool(left) and left_structure == right_structure


def _text(svg: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)", svg)


def _color_channels(svg: str) -> list[int]:
    """Red, green and blue of all colours, one after the other, from 0 to 255."""
    return [channel for color in COLOR.findall(svg) for channel in bytes.fromhex(color[1:])]


def _minify(svg: str, name: str) -> str:
    """Matplotlib's svg without what isn't seen: prolog, unused ids, empty groups, and style sheets.

    A style sheet inside a drawing would apply to the whole page.
    """
    svg = svg[svg.index("<svg") :]
    svg = re.sub(
        r"<metadata>.*?</metadata>\s*|<!--.*?-->\s*|<defs>\s*<style.*?</style>\s*</defs>\s*", "", svg, flags=re.DOTALL
    )
    svg = svg.replace("<svg", '<svg font-family="sans-serif" stroke-linejoin="round"', 1)
    svg = re.sub(r'\s(?:xmlns:xlink|version)="[^"]*"', "", svg).replace("xlink:href", "href")
    svg = _rename_ids(svg, name)
    svg = re.sub(r"<[^>]*>", _round_numbers, svg)
    svg = re.sub(r"; font-family: [^;\"]*|(font: [^'\"]*?)'[^;\"]*(?=[;\"])", _generic_font, svg)
    svg = re.sub(r' d="([^"]*)"', lambda match: f' d="{" ".join(match[1].split())}"', svg)
    svg = re.sub(r'<path d="[^"]*"(?: clip-path="[^"]*")? style="fill: none"/>', "", svg)
    while (without_empty_groups := re.sub(r"<g>\s*</g>|<g/>", "", svg)) != svg:
        svg = without_empty_groups
    return re.sub(r"\n\s*", "\n", svg).strip() + "\n"


def _rename_ids(svg: str, name: str) -> str:
    """Remove ids that nothing refers to, and make the others unique on a page: the plot's name and a number."""
    references = dict.fromkeys(re.findall(r'(?:url\(#|href="#)([^)"]*)', svg))
    new_ids = {old: f"{name}-{number}" for number, old in enumerate(references, 1)}
    svg = ID.sub(lambda match: f' id="{new_ids[match[1]]}"' if match[1] in new_ids else "", svg)
    return re.sub(r'(url\(#|href="#)([^)"]*)', lambda match: match[1] + new_ids[match[2]], svg)


def _round_numbers(tag: re.Match[str]) -> str:
    """A tag with two decimals in its numbers."""
    return re.sub(r"\d+\.\d{2,}", lambda number: f"{float(number[0]):.2f}".rstrip("0").rstrip("."), tag[0])


def _generic_font(style: re.Match[str]) -> str:
    """The site's font in place of matplotlib's."""
    return f"{style[1]}sans-serif" if style[1] else ""


# -- html


def html(svg: str, title: str, description: str, name: str) -> str:
    """A drawing as a figure of the site, with its colours, a title and a text alternative.

    Args:
        svg: the stored drawing.
        title: the caption.
        description: the text alternative.
        name: of the plot, unique on its page.
    """
    svg = RECTANGLE.sub(_by_sides, COLOR.sub(lambda match: SITE_COLORS.get(match[0].lower(), match[0]), svg))
    view_box = re.search(r'viewBox="0 0 ([\d.]+)', svg)
    head = "<svg"
    if view_box:
        width = float(view_box[1])  # points
        head += (
            f' role="img" aria-labelledby="plot-{name}-title plot-{name}-text" '
            f'style="max-width: {width / 12:.2f}em; min-width: {min(width / 14, 36):.2f}em"'
        )
    svg = re.sub(r'<svg((?:\s(?:width|height)="[^"]*")*)', head, svg, count=1)
    for _ in ("width", "height"):  # in either order, behind other attributes
        svg = re.sub(r'(<svg[^>]*?)\s(?:width|height)="[^"]*"', r"\1", svg, count=1)
    labels = (
        f'<title id="plot-{name}-title">{escape(title)}</title>\n'
        f'<desc id="plot-{name}-text">{escape(description)}</desc>'
    )
    svg = re.sub(r"(<svg[^>]*>)", lambda match: f"{match[1]}\n{labels}", svg, count=1)
    scrollable = f'<div class="picture-wide" role="group" aria-label="{escape(title)}">\n{svg.strip()}\n</div>'
    return (
        f'<figure class="plot" data-search-exclude>\n{scrollable}\n<figcaption>{escape(title)}</figcaption>\n</figure>'
    )


def _by_sides(rectangle: re.Match[str]) -> str:
    """A rectangle's path by relative sides, to a tenth of a point.

    A heat map has hundreds of rectangles, most of them with the same sides: so written, they compress well.
    """
    numbers = [round(float(number) * 10) for number in rectangle.groups()]
    corners = [*zip(numbers[::2], numbers[1::2])]
    sides = []
    for (x, y), (next_x, next_y) in pairwise(corners):
        if (x == next_x) == (y == next_y):
            return rectangle[0]  # a slanted side, or none
        sides.append(f"h{(next_x - x) / 10:g}" if y == next_y else f"v{(next_y - y) / 10:g}")
    is_parallelogram = sum(corners[0]) + sum(corners[2]) == sum(corners[1]) + sum(corners[3])
    if [side[0] for side in sides] not in (["h", "v", "h"], ["v", "h", "v"]) or not is_parallelogram:
        return rectangle[0]
    (x, y), path = corners[0], "".join(sides)
    return f"M{x / 10:g} {y / 10:g}{path}z"
