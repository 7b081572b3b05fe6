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

from . import notices, numbers, source_page
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
MASK = {
    "words": list(SENTENCE),
    "embeddings": list(SENTENCE.values()),
    "kind": "causal",
    "order": "before",
    "length": 3,
    "hidden": [[False] * 3] * 3,
}
SOFTMAX = {"scores": [0.7842, 1.3569, 1.2487], "temperature": 1, "subtract": True}


@dataclass(frozen=True)
class Column:
    """One column of a start table: its head and the role that colours it."""

    head: str
    title: str = ""
    role: str = ""


@dataclass(frozen=True)
class Cell:
    """A number under the name that the script knows it by; ``text`` instead of four digits."""

    name: str
    number: float
    text: str = ""


@dataclass(frozen=True)
class Table:
    """``rows``: (label, cells). The last row of a ``total`` is a sum."""

    title: str
    corner: str
    columns: Sequence[Column]
    rows: Sequence[tuple[str, Sequence[Cell]]]
    total: bool = False


def _cells(name: str, row: int, numbers: Numbers, typed: bool = False) -> list[Cell]:
    """One row of the matrix ``name``."""
    return [Cell(f"{name}[{row}][{column}]", number, f"{number:g}" if typed else "") for column, number in enumerate(numbers)]


def _lists(words: Sequence[str], lists: dict[str, Numbers], total: str) -> list[tuple[str, list[Cell]]]:
    """Rows of several lists side by side, each a matrix of one column, and below them their sums."""
    rows = [(word, [Cell(f"{name}[{row}][0]", numbers[row]) for name, numbers in lists.items()]) for row, word in enumerate(words)]
    return [*rows, (total, _cells("sums", 0, [sum(numbers) for numbers in lists.values()]))]


def _numbered(letter: str, count: int) -> list[str]:
    return [letter + "₁₂₃₄₅₆₇₈"[place] for place in range(count)]


def _heads(say: Strings, roles: dict[str, str]) -> list[Column]:
    return [Column(say(f"{name}_head"), say(f"{name}_title"), role) for name, role in roles.items()]


def _embeddings(words: Sequence[str], embeddings: Sequence[Numbers], say: Strings) -> Table:
    columns = [Column(head, say("dimension").format(number=place), "embedding") for place, head in enumerate(_numbered("x", len(embeddings[0])), 1)]
    return Table(say("embeddings"), say("word"), columns, [(word, _cells("embeddings", row, embeddings[row], typed=True)) for row, word in enumerate(words)])


def _dot(left: Numbers, right: Numbers) -> float:
    return sum(a * b for a, b in zip(left, right, strict=True))


def _softmax(scores: Numbers) -> list[float]:
    powers = [math.exp(score - max(scores)) for score in scores]
    return [power / sum(powers) for power in powers]


def _product(left: Sequence[Numbers], right: Sequence[Numbers]) -> list[list[float]]:
    return [[_dot(row, column) for column in zip(*right, strict=True)] for row in left]


def _by_hand(start: dict, say: Strings) -> list[Table]:
    words, embeddings = start["words"], start["embeddings"]
    asking = words[start["query"]]
    scores = [_dot(embeddings[start["query"]], row) for row in embeddings]
    weights = _softmax(scores)
    shares = [score / sum(scores) for score in scores]
    lists = {"scores": scores, "exponentials": [math.exp(score) for score in scores], "weights": weights, "shares": shares}
    heads = _heads(say, {"scores": "score", "exponentials": "", "weights": "weight", "shares": ""})
    by_weights, by_shares = _product([weights, shares], embeddings)
    context = [(say("by_weights"), _cells("context", 0, by_weights)), (say("by_shares"), _cells("plain_context", 0, by_shares))]
    return [
        _embeddings(words, embeddings, say),
        Table(say("scores").format(query=asking), say("asked"), heads, _lists(words, lists, say("sum")), total=True),
        Table(say("context").format(query=asking), say("mixed"), [Column(head) for head in _numbered("c", 3)], context),
    ]


def _just_softmax(start: dict, say: Strings) -> list[Table]:
    scores = start["scores"]
    exponents = [score - max(scores) for score in scores]
    lists = {"scores": scores, "exponents": exponents, "exponentials": [math.exp(one) for one in exponents], "weights": _softmax(scores)}
    heads = _heads(say, {"scores": "score", "exponents": "", "exponentials": "", "weights": "weight"})
    return [Table(say("table"), say("number"), heads, _lists(_numbered("s", len(scores)), lists, say("sum")), total=True)]


def _mask(start: dict, say: Strings) -> list[Table]:
    """The start's mask is causal, before softmax."""
    words, embeddings = start["words"], start["embeddings"]
    count = range(len(words))
    all_scores = _product(embeddings, list(zip(*embeddings, strict=True)))
    scores = [[all_scores[query][key] if key <= query else -math.inf for key in count] for query in count]
    weights = [_softmax(row) for row in scores]
    context = _product(weights, embeddings)
    keys = [Column(word) for word in words]
    allowed = [(words[row], _cells("allowed", row, [int(key <= row) for key in count], typed=True)) for row in count]
    summed = [(words[row], [*_cells("weights", row, weights[row]), Cell(f"sums[{row}][0]", sum(weights[row]))]) for row in count]
    return [
        _embeddings(words, embeddings, say),
        Table(say("allowed"), say("rows_and_columns"), keys, allowed),
        Table(say("scores"), say("rows_and_columns"), keys, [(words[row], _cells("scores", row, scores[row])) for row in count]),
        Table(say("weights"), say("rows_and_columns"), [*keys, Column(say("sum"))], summed),
        Table(say("context"), say("word"), [Column(head) for head in _numbered("c", 3)], [(words[row], _cells("context", row, context[row])) for row in count]),
    ]


@dataclass(frozen=True)
class Widget:
    start: dict
    tables: Callable[[dict, Strings], list[Table]]


WIDGETS = {"by-hand": Widget(BY_HAND, _by_hand), "softmax": Widget(SOFTMAX, _just_softmax), "mask": Widget(MASK, _mask)}


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
    roles = [_attributes({"class": f"role-{column.role}" if column.role else ""}) for column in table.columns]
    heads = "".join(f'<th scope="col"{role}{_attributes({"abbr": column.title})}>{escape(column.head)}</th>' for column, role in zip(table.columns, roles, strict=True))
    rows = []
    for place, (label, row) in enumerate(table.rows, 1):
        cells = "".join(f'<td{role} data-cell="{cell.name}">{_shown(cell, decimal)}</td>' for cell, role in zip(row, roles, strict=True))
        style = ' class="total"' if table.total and place == len(table.rows) else ""
        rows.append(f'<tr{style}><th scope="row">{escape(label)}</th>{cells}</tr>')
    head = f'<thead><tr><th scope="col">{escape(table.corner)}</th>{heads}</tr></thead>'
    return f'<div class="widget-grid"><table class="widget-table"><caption>{escape(table.title)}</caption>{head}<tbody>{"".join(rows)}</tbody></table></div>'


def _shown(cell: Cell, decimal: str) -> str:
    text = cell.text or (f"{cell.number:.4f}" if math.isfinite(cell.number) else f"{cell.number}".replace("inf", "∞"))
    return text.replace("-", "\u2212").replace(".", decimal)


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
    """The places for widgets in ``page``, in order. One that a notice quotes stays an empty element."""
    found = []
    for block in page.blocks:
        if block.kind == "html" and f"admonition:{notices.KIND}" not in block.containers:
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
