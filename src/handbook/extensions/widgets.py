"""Widgets in pages: ``<div data-widget="NAME"></div>`` becomes the widget's start as text and tables.

That is what readers without scripts see. ``frontend/`` turns it into something to touch: it finds the start in an
attribute of the element, and there the words in the reader's language, too.
"""

from __future__ import annotations

import json
import math
from html import escape
from pathlib import Path

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

from handbook import ROOT
from handbook.core.diagnostics import ERROR, NOTICE, Finding
from handbook.extensions.widget_starts import by_hand, explorer, heads, mask, queries_keys_values, softmax, spreadsheet
from handbook.extensions.widget_starts.tables import Cell, Table
from handbook.markdown import extension_base
from handbook.markdown.html_block import FirstTag
from handbook.markdown.model import Block, Page
from handbook.project import number_formats
from handbook.project.strings import Strings
from handbook.translation import stale_notices

ATTRIBUTE, WORDS = "data-widget", "data-words"
BEFORE_FENCES = 27  # before superfences (25) and raw html (20), behind the normalising of white space (30)
LANGS = {"sr": "sr-Latn", "sr-cyrl": "sr-Cyrl"}  # what browsers call the language

WIDGETS = {
    "by-hand": by_hand.WIDGET,
    "softmax": softmax.WIDGET,
    "mask": mask.WIDGET,
    "heads": heads.WIDGET,
    "queries-keys-values": queries_keys_values.WIDGET,
    "spreadsheet": spreadsheet.WIDGET,
    explorer.NAME: explorer.WIDGET,
}


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
        "data-start": json.dumps(widget.start, ensure_ascii=False) if widget.start else "",
        WORDS: json.dumps(_all(say), ensure_ascii=False),
    }
    head = f'<p class="widget-title">{escape(say("title"))}</p> <p class="widget-about">{escape(say("about"))}</p>'
    tables = "".join(_table(table, number_formats.marks(language)[0]) for table in widget.tables(widget.start, say))
    return (
        f'<div{_attributes(attributes)}>{head}<div class="widget-grids">{tables}</div>'
        f'<p class="widget-said" data-search-exclude>{escape(say("without_scripts"))}</p></div>'
    )


def _table(table: Table, decimal: str) -> str:
    roles = [_attributes({"class": f"role-{column.role}" if column.role else ""}) for column in table.columns]
    heads = "".join(
        f'<th scope="col"{role}{_attributes({"abbr": column.title})}>{escape(column.head)}</th>'
        for column, role in zip(table.columns, roles, strict=True)
    )
    rows = []
    for place, (label, row) in enumerate(table.rows, 1):
        cells = "".join(
            f'<td{role} data-cell="{cell.name}">{_shown(cell, decimal)}</td>'
            for cell, role in zip(row, roles, strict=True)
        )
        style = ' class="total"' if table.total and place == len(table.rows) else ""
        rows.append(f'<tr{style}><th scope="row">{escape(label)}</th>{cells}</tr>')
    head = f'<thead><tr><th scope="col">{escape(table.corner)}</th>{heads}</tr></thead>'
    return (
        f'<div class="widget-grid"><table class="widget-table" data-search-exclude>'
        f"<caption>{escape(table.title)}</caption>{head}<tbody>{''.join(rows)}</tbody></table></div>"
    )


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
        if block.kind == "html" and f"admonition:{stale_notices.KIND}" not in block.containers:
            reader = FirstTag()
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
            found.append(
                Finding(block.path, block.line, f"no widget is called `{name}`", f"known: {', '.join(WIDGETS)}")
            )
            continue
        if name in seen:
            found.append(
                Finding(
                    block.path,
                    block.line,
                    f"the widget `{name}` stands twice in this page",
                    "a link could not say which of them it means",
                )
            )
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
        self.config = extension_base.options()
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        md.preprocessors.register(_Placing(md, self.getConfigs()), "handbook-widgets", BEFORE_FENCES)


class _Placing(Preprocessor):
    """Puts the start in the place of each element before Markdown looks at it."""

    def __init__(self, md: Markdown, config: dict):
        super().__init__(md)
        self.options = config

    def run(self, lines: list[str]) -> list[str]:
        options = extension_base.of_page(self.md, self.options)
        page = extension_base.parse(lines, options)
        root = Path(options["root"])
        extension_base.tell(check(page, root), lines, options)
        lines = list(lines)
        for block, name in widgets(page):
            if name in WIDGETS:
                first, last = block.line - 1, block.last_line - 1
                indent = lines[first][: len(lines[first]) - len(lines[first].lstrip())]
                markup = html(name, options["language"], root)
                lines[first : last + 1] = [indent + self.md.htmlStash.store(markup)] + [""] * (last - first)
        return lines
