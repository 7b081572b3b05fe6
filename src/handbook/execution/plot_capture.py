"""Plots that a lab's code draws: ``<figure data-plot="NAME"></figure>`` behind a fence that ends in ``plt.show()``.

The drawing is stored as ``snippets/<language>/plots/PAGE.NAME.svg`` and compared whenever the page's code is run, so
that neither the site nor the notebooks need matplotlib to be made. Titles and text alternatives stand in
``[plot.NAME]`` of ui.toml.
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
from handbook.core.files import write_atomically
from handbook.markdown.html_block import figure_attributes
from handbook.markdown.model import Block, Page
from handbook.project.number_formats import PRINTED
from handbook.project.strings import Strings

ATTRIBUTE = "data-plot"
MEASURED = "data-measured"  # of a plot that depends on the machine: its numbers and colours may differ
COLOR = re.compile(r"#[0-9a-fA-F]{6}\b")
ID = re.compile(r' id="([^"]*)"')
# A rectangle as matplotlib writes it: its four corners, and the first one again or not.
RECTANGLE = re.compile(
    r'(?<= d=")M ([\d.]+) ([\d.]+) L ([\d.]+) ([\d.]+) L ([\d.]+) ([\d.]+) L ([\d.]+) ([\d.]+)(?: L \1 \2)?(?: z)?(?=")'
)
NEAR = 0.5  # points: less than the eye sees, more than machines differ
NEAR_COLOR = 2  # of 255

# matplotlib's ink and ground, and the roles' colours of the light scheme (tokens.css), as the site colours them.
FOR_SITE = {
    "#000000": "var(--ink)",
    "#ffffff": "var(--plot-ground)",
    "#59616e": "var(--role-embedding)",
    "#ab4700": "var(--role-query)",
    "#1257ad": "var(--role-key)",
    "#1a6b3b": "var(--role-value)",
    "#b0183b": "var(--role-score)",
}


def of(page: Page) -> dict[Block, str]:
    """The page's plots: fence → name."""
    return {fence: figure_attributes(block)[ATTRIBUTE] for fence, block in _places(page).items()}


def draws(page: Page) -> bool:
    """Whether the page's code may draw."""
    return any("matplotlib" in fence.text for fence in page.python())


def measured(page: Page) -> set[str]:
    """The names of the plots that depend on the machine."""
    return {name for fence, name in of(page).items() if MEASURED in figure_attributes(_places(page)[fence])}


def _places(page: Page) -> dict[Block, Block]:
    """Each fence that draws, with the figure behind it."""
    found = {}
    fence = None
    for block in page.visible:
        if block.is_python:
            fence = block
        elif figure_attributes(block).get(ATTRIBUTE) and fence is not None:
            found[fence] = block
        elif not block.is_output:
            fence = None
    return found


def path_of(root: Path, page: Page, name: str) -> Path:
    return root / "snippets" / page.language / "plots" / f"{page.name}.{name}.svg"


def stored(root: Path, page: Page, name: str) -> str:
    """The stored drawing; empty where there is none."""
    path = path_of(root, page, name)
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def check(page: Page, root: Path) -> Iterator[Finding]:
    """Plots without drawing, without words, or behind no code."""
    placed = of(page)
    for block in page.blocks:
        if not (name := figure_attributes(block).get(ATTRIBUTE)):
            continue
        if name not in placed.values():
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
        elif not stored(root, page, name):
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
    wanted = {path_of(root, page, name) for name in placed.values()}
    for path in sorted((root / "snippets" / page.language / "plots").glob(f"{page.name}.*.svg")):
        if path not in wanted:
            yield Finding(display_path(path, root), 1, f"{page.path} has no such plot", "remove the file")


# -- drawing


def prepare() -> None:
    """Let matplotlib draw into files, and the same each time. Only where a page has already asked for it."""
    import matplotlib

    matplotlib.use("agg")
    matplotlib.rcdefaults()
    matplotlib.rcParams["svg.fonttype"] = "none"
    matplotlib.rcParams["svg.hashsalt"] = "handbook"
    import matplotlib.pyplot as plt

    plt.show = lambda *arguments, **more: None  # what was drawn is taken when the block is done


def drawn(name: str) -> list[str]:
    """The drawings that are open now, as svg; they are closed."""
    if (plt := sys.modules.get("matplotlib.pyplot")) is None:
        return []
    found = []
    for number in plt.get_fignums():
        stream = io.StringIO()
        plt.figure(number).savefig(
            stream,
            format="svg",
            bbox_inches="tight",
            metadata={"Date": None, "Creator": None, "Format": None, "Type": None},
        )
        found.append(_slim(stream.getvalue(), name))
    plt.close("all")
    return found


def compare(page: Page, fence: Block, found: list[str], root: Path, update: bool) -> list[Finding]:
    """What a fence has drawn against what is stored for it; ``update`` stores it."""
    name = of(page).get(fence)
    if name is None:
        return (
            [
                Finding(
                    page.path,
                    fence.line,
                    "the code draws, but no plot stands behind it",
                    f'write <figure {ATTRIBUTE}="NAME"></figure>, or close the figure',
                )
            ]
            if found
            else []
        )
    if len(found) != 1:
        return [
            Finding(
                page.path,
                fence.line,
                f"the code draws {len(found)} figures for the plot `{name}`",
                "a fence draws one, and ends in plt.show()",
            )
        ]
    path = path_of(root, page, name)
    if update:
        if not same(stored(root, page, name), found[0]):
            write_atomically(path, found[0])
        return []
    alike = same_form if name in measured(page) else same
    if alike(stored(root, page, name), found[0]):
        return []
    return [
        Finding(
            display_path(path, root),
            1,
            f"the code of {page.path}:{fence.line} draws something else",
            "mend the code, or run pytest --update-outputs and look at the plot",
        )
    ]


def same(left: str, right: str) -> bool:
    """Whether two drawings look alike: the same elements and words, numbers and colours as near as machines differ."""
    if left == right:
        return True
    if not same_form(left, right):
        return False
    plain = [COLOR.sub("#", text) for text in (left, right)]
    numbers = zip(PRINTED.findall(plain[0]), PRINTED.findall(plain[1]), strict=True)
    if any(abs(float(a) - float(b)) > NEAR for a, b in numbers) or _written(left) != _written(right):
        return False
    colors = zip(COLOR.findall(left), COLOR.findall(right), strict=True)
    return all(abs(x - y) <= NEAR_COLOR for a, b in colors for x, y in zip(bytes.fromhex(a[1:]), bytes.fromhex(b[1:])))


def same_form(left: str, right: str) -> bool:
    """Whether two drawings have the same elements and words, whatever their numbers and colours."""
    bare = [PRINTED.sub("0", COLOR.sub("#", text)) for text in (left, right)]
    return bool(left) and bare[0] == bare[1]


def _written(svg: str) -> list[str]:
    """The words and numbers that a drawing shows: these are compared to the letter."""
    return re.findall(r"<text[^>]*>([^<]*)", svg)


def _slim(svg: str, name: str) -> str:
    """Only what is seen: no prolog, no ids that nothing refers to, no style sheet.

    A style sheet would be one for the whole page.
    """
    svg = svg[svg.index("<svg") :]
    svg = re.sub(
        r"<metadata>.*?</metadata>\s*|<!--.*?-->\s*|<defs>\s*<style.*?</style>\s*</defs>\s*", "", svg, flags=re.DOTALL
    )
    svg = svg.replace("<svg", '<svg font-family="sans-serif" stroke-linejoin="round"', 1)
    svg = re.sub(r'\s(?:xmlns:xlink|version)="[^"]*"', "", svg).replace("xlink:href", "href")
    kept = {
        used: f"{name}-{place}"
        for place, used in enumerate(dict.fromkeys(re.findall(r'(?:url\(#|href="#)([^)"]*)', svg)), 1)
    }
    svg = ID.sub(lambda match: f' id="{kept[match[1]]}"' if match[1] in kept else "", svg)
    svg = re.sub(r'(url\(#|href="#)([^)"]*)', lambda match: match[1] + kept[match[2]], svg)
    svg = re.sub(
        r"<[^>]*>",
        lambda tag: re.sub(r"\d+\.\d{2,}", lambda number: f"{float(number[0]):.2f}".rstrip("0").rstrip("."), tag[0]),
        svg,
    )
    svg = re.sub(
        r"; font-family: [^;\"]*|(font: [^'\"]*?)'[^;\"]*(?=[;\"])",
        lambda match: f"{match[1]}sans-serif" if match[1] else "",
        svg,
    )
    svg = re.sub(r' d="([^"]*)"', lambda match: f' d="{" ".join(match[1].split())}"', svg)
    svg = re.sub(r'<path d="[^"]*"(?: clip-path="[^"]*")? style="fill: none"/>', "", svg)
    while (fewer := re.sub(r"<g>\s*</g>|<g/>", "", svg)) != svg:
        svg = fewer
    return re.sub(r"\n\s*", "\n", svg).strip() + "\n"


# -- showing


def html(svg: str, title: str, description: str, name: str) -> str:
    """A figure of the site: colours from the style sheet, with its name and text alternative."""
    svg = RECTANGLE.sub(_short, COLOR.sub(lambda match: FOR_SITE.get(match[0].lower(), match[0]), svg))
    box = re.search(r'viewBox="0 0 ([\d.]+)', svg)
    width = float(box[1]) if box else 0
    head = (
        f'<svg role="img" aria-labelledby="plot-{name}-title plot-{name}-text" '
        f'style="max-width: {width / 12:.2f}em; min-width: {min(width / 14, 36):.2f}em"'
        if box
        else "<svg"
    )
    svg = re.sub(r'<svg((?:\s(?:width|height)="[^"]*")*)', head, svg, count=1)
    svg = re.sub(
        r'(<svg[^>]*?)\s(?:width|height)="[^"]*"',
        r"\1",
        re.sub(r'(<svg[^>]*?)\s(?:width|height)="[^"]*"', r"\1", svg, count=1),
        count=1,
    )
    words = (
        f'<title id="plot-{name}-title">{escape(title)}</title>\n'
        f'<desc id="plot-{name}-text">{escape(description)}</desc>'
    )
    svg = re.sub(r"(<svg[^>]*>)", lambda match: f"{match[1]}\n{words}", svg, count=1)
    wide = f'<div class="picture-wide" role="group" aria-label="{escape(title)}">\n{svg.strip()}\n</div>'
    return f'<figure class="plot" data-search-exclude>\n{wide}\n<figcaption>{escape(title)}</figcaption>\n</figure>'


def _short(rectangle: re.Match[str]) -> str:
    """The same by its sides, to a tenth of a point: a heat map has hundreds, and most sides are alike."""
    numbers = [round(float(number) * 10) for number in rectangle.groups()]
    corners = [*zip(numbers[::2], numbers[1::2])]
    sides = []
    for (x, y), (next_x, next_y) in pairwise(corners):
        if (x == next_x) == (y == next_y):
            return rectangle[0]  # slanted, or no side at all
        sides.append(f"h{(next_x - x) / 10:g}" if y == next_y else f"v{(next_y - y) / 10:g}")
    if [side[0] for side in sides] not in (["h", "v", "h"], ["v", "h", "v"]) or sum(corners[0]) + sum(
        corners[2]
    ) != sum(corners[1]) + sum(corners[3]):
        return rectangle[0]
    return f"M{corners[0][0] / 10:g} {corners[0][1] / 10:g}{''.join(sides)}z"
