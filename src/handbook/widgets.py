"""Widgets in pages: ``<div data-widget="NAME"></div>`` becomes the widget's start as text and tables.

That is what readers without scripts see. ``widgets/`` turns it into something to touch: it finds the start and the
words in the reader's language in attributes of the element, so nothing else is loaded.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

from . import numbers, source_page
from .blocks import Block, Page
from .findings import ERROR, NOTICE, Finding
from .pictures import _FirstTag
from .ui import ROOT, Strings

ATTRIBUTE = "data-widget"
BEFORE_FENCES = 27  # before superfences (25) and raw html (20), behind the normalising of white space (30)
LANGS = {"sr": "sr-Latn"}  # what browsers call the language

Numbers = Sequence[float]


# -- the starts: the chapter's numbers

SENTENCE = {"Hello": [0.34, 0.22, 0.54], "shiny": [0.53, 0.34, 0.98], "sun": [0.29, 0.54, 0.93]}
BY_HAND = {"words": list(SENTENCE), "embeddings": list(SENTENCE.values()), "query": 1, "temperature": 1}
SOFTMAX = {"scores": [0.7842, 1.3569, 1.2487], "temperature": 1, "subtract": True}


@dataclass(frozen=True)
class Column:
    """One column of a start table: its numbers' name, its head and the role that colours it."""

    name: str
    head: str
    title: str
    role: str = ""


@dataclass(frozen=True)
class Table:
    """``rows``: (label, numbers); ``name`` and ``index`` of column c make ``name[row][index]``."""

    title: str
    corner: str
    columns: Sequence[Column]
    rows: Sequence[tuple[str, Numbers]]
    typed: bool = False  # numbers as they are typed, not with four digits
    by_row: Sequence[str] = ()  # names of rows, where each row is a matrix of its own


def _dot(left: Numbers, right: Numbers) -> float:
    return sum(a * b for a, b in zip(left, right, strict=True))


def _softmax(scores: Numbers) -> list[float]:
    powers = [math.exp(score - max(scores)) for score in scores]
    return [power / sum(powers) for power in powers]


def _by_hand(start: dict, say: Strings) -> list[Table]:
    words, embeddings = start["words"], start["embeddings"]
    asking = words[start["query"]]
    scores = [_dot(embeddings[start["query"]], row) for row in embeddings]
    exponentials = [math.exp(score) for score in scores]
    weights = _softmax(scores)
    shares = [score / sum(scores) for score in scores]
    lists = (scores, exponentials, weights, shares)
    dimension = [say("dimension").format(number=place) for place in (1, 2, 3)]
    columns = [
        Column(name, say(f"{name}_head"), say(f"{name}_title"), role)
        for name, role in (("scores", "score"), ("exponentials", ""), ("weights", "weight"), ("shares", ""))
    ]
    mixed = [[_dot(recipe, column) for column in zip(*embeddings, strict=True)] for recipe in (weights, shares)]
    return [
        Table(
            say("embeddings"),
            say("word"),
            [Column("embeddings", f"x{'₁₂₃'[place]}", title, "embedding") for place, title in enumerate(dimension)],
            list(zip(words, embeddings, strict=True)),
            typed=True,
        ),
        Table(
            say("scores").format(query=asking),
            say("asked"),
            columns,
            [*((word, list(row)) for word, row in zip(words, zip(*lists, strict=True), strict=True)), (say("sum"), [sum(one) for one in lists])],
        ),
        Table(
            say("context").format(query=asking),
            say("mixed"),
            [Column("context", f"c{'₁₂₃'[place]}", title) for place, title in enumerate(dimension)],
            [(say("by_weights"), mixed[0]), (say("by_shares"), mixed[1])],
            by_row=("context", "plain_context"),
        ),
    ]


def _just_softmax(start: dict, say: Strings) -> list[Table]:
    scores = start["scores"]
    exponents = [score - max(scores) for score in scores]
    exponentials = [math.exp(exponent) for exponent in exponents]
    lists = (scores, exponents, exponentials, _softmax(scores))
    named = (("scores", "score"), ("exponents", ""), ("exponentials", ""), ("weights", "weight"))
    rows = [(f"s{'₁₂₃₄₅₆₇₈'[place]}", list(row)) for place, row in enumerate(zip(*lists, strict=True))]
    columns = [Column(name, say(f"{name}_head"), say(f"{name}_title"), role) for name, role in named]
    return [Table(say("table"), say("number"), columns, [*rows, (say("sum"), [sum(one) for one in lists])])]


@dataclass(frozen=True)
class Widget:
    start: dict
    tables: Callable[[dict, Strings], list[Table]]


WIDGETS = {"by-hand": Widget(BY_HAND, _by_hand), "softmax": Widget(SOFTMAX, _just_softmax)}


# -- html


def html(name: str, language: str, root: Path = ROOT, identity: str = "") -> str:
    """The widget's start, with all that its script needs."""
    say = _words(name, language, root)
    widget = WIDGETS[name]
    attributes = {
        "class": "widget",
        "role": "group",
        "id": identity or f"widget-{name}",
        "aria-label": say("title"),
        ATTRIBUTE: name,
        "data-locale": LANGS.get(language, language),
        "data-start": json.dumps(widget.start, ensure_ascii=False),
        "data-words": json.dumps(_all(say), ensure_ascii=False),
    }
    head = f'<p class="widget-title">{escape(say("title"))}</p><p class="widget-about">{escape(say("about"))}</p>'
    tables = "".join(_table(table, numbers.marks(language)[0]) for table in widget.tables(widget.start, say))
    return f'<div{_attributes(attributes)}>{head}<div class="widget-grids">{tables}</div><p class="widget-said">{escape(say("without_scripts"))}</p></div>'


def _table(table: Table, decimal: str) -> str:
    heads = "".join(f'<th scope="col"{_attributes({"class": f"role-{column.role}" if column.role else "", "abbr": column.title})}>{escape(column.head)}</th>' for column in table.columns)
    rows = []
    for r, (label, row) in enumerate(table.rows):
        total = len(table.columns) > 1 and not table.by_row and not table.typed and r == len(table.rows) - 1
        cells = []
        for c, (column, number) in enumerate(zip(table.columns, row, strict=True)):
            if table.by_row:
                name = f"{table.by_row[r]}[0][{c}]"
            elif total:
                name = f"sums[0][{c}]"
            else:
                name = f"{column.name}[{r}][{c if table.typed else 0}]"
            text = f"{number:g}" if table.typed else f"{number:.4f}"
            shown = text.replace("-", "\u2212").replace(".", decimal)
            cells.append(f'<td{_attributes({"class": f"role-{column.role}" if column.role else "", "data-cell": name})}>{shown}</td>')
        rows.append(f'<tr{_attributes({"class": "total" if total else ""})}><th scope="row">{escape(label)}</th>{"".join(cells)}</tr>')
    head = f'<thead><tr><th scope="col">{escape(table.corner)}</th>{heads}</tr></thead>'
    return f'<div class="widget-grid"><table><caption>{escape(table.title)}</caption>{head}<tbody>{"".join(rows)}</tbody></table></div>'


def _attributes(attributes: dict[str, str]) -> str:
    return "".join(f' {name}="{escape(value)}"' for name, value in attributes.items() if value)


def _words(name: str, language: str, root: Path) -> Strings:
    """The widget's words over those that all widgets share."""
    own, common = Strings.of(language, f"widget.{name}", root), Strings.of(language, "widget", root)
    return Strings({**common.own, **own.own}, {**common.english, **own.english}, f"widget.{name}")


def _all(say: Strings) -> dict[str, str]:
    return {key: say(key) for key, text in say.english.items() if isinstance(text, str)}


# -- in a page


def widgets(page: Page) -> list[tuple[Block, str]]:
    """The places for widgets in ``page``, in order."""
    found = []
    for block in page.blocks:
        if block.kind == "html":
            reader = _FirstTag()
            reader.feed(block.text)
            if ATTRIBUTE in reader.attributes:
                found.append((block, reader.attributes[ATTRIBUTE]))
    return found


def check(page: Page, root: Path = ROOT) -> list[Finding]:
    """What is wrong with the page's widgets: unknown names, one twice, words that nobody has written."""
    found = []
    seen: set[str] = set()
    for block, name in widgets(page):
        if name not in WIDGETS:
            found.append(Finding(block.path, block.line, f"no widget is called `{name}`", f"known: {', '.join(WIDGETS)}"))
            continue
        if name in seen:
            found.append(Finding(block.path, block.line, f"the widget `{name}` stands twice in this page", "a link could not say which of them it means"))
        seen.add(name)
        found += _unwritten(block, name, page.language, root)
    return found


def _unwritten(block: Block, name: str, language: str, root: Path) -> list[Finding]:
    where = f"i18n/{language}/ui.toml"
    say = _words(name, language, root)
    _all(say)
    WIDGETS[name].tables(WIDGETS[name].start, say)
    return [
        Finding(
            block.path,
            block.line,
            f"[{say.section}] has no `{key}`" + (f" in {where}: the English one is shown" if english else ""),
            f'write {key} = "…" under [widget] or [{say.section}] in {where if english else "i18n/en/ui.toml"}',
            NOTICE if english else ERROR,
        )
        for key, english in say.missing.items()
    ]


def makeExtension(**options) -> WidgetsExtension:  # noqa: N802 (Python-Markdown's name)
    return WidgetsExtension(**options)


class WidgetsExtension(Extension):
    def __init__(self, **options):
        self.config = source_page.options()
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        md.preprocessors.register(_Placing(md, self.getConfigs()), "handbook-widgets", BEFORE_FENCES)


class _Placing(Preprocessor):
    """Puts the start in the place of each element before Markdown looks at it."""

    def __init__(self, md: Markdown, config: dict):
        super().__init__(md)
        self.options = config

    def run(self, lines: list[str]) -> list[str]:
        page = source_page.parse(lines, self.options)
        root = Path(self.options["root"])
        source_page.tell(check(page, root), lines, self.options)
        lines = list(lines)
        for block, name in widgets(page):
            if name in WIDGETS:
                first, last = block.line - 1, block.last_line - 1
                indent = lines[first][: len(lines[first]) - len(lines[first].lstrip())]
                markup = html(name, self.options["language"], root)
                lines[first : last + 1] = [indent + self.md.htmlStash.store(markup)] + [""] * (last - first)
        return lines
