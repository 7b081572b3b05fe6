"""Widgets in pages: ``<div data-widget="NAME"></div>`` becomes the widget's start as text and tables.

That is what readers without scripts see. It is calculated by ``frontend/widgets/NAME.js``, which in a browser turns it
into something to touch: it finds the start in an attribute of the element, and there the words in the reader's
language, too.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import cache
from html import escape
from pathlib import Path

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

from handbook import ROOT
from handbook.core.diagnostics import ERROR, NOTICE, DiagnosticError, Finding
from handbook.extensions import node_process
from handbook.markdown import extension_base
from handbook.markdown.html_block import FirstTag
from handbook.markdown.model import Block, Page
from handbook.project.examples import read_examples
from handbook.project.strings import Strings
from handbook.translation import stale_notices

ATTRIBUTE, WORDS = "data-widget", "data-words"
BEFORE_FENCES = 27  # before superfences (25) and raw html (20), behind the normalising of white space (30)
LANGS = {"sr": "sr-Latn", "sr-cyrl": "sr-Cyrl"}  # what browsers call the language

EXPLORER = "explorer"  # computes from a model's weights, which no page carries: its start is only its words
NAMES = (*sorted(path.stem for path in (ROOT / "frontend" / "widgets").glob("*.js")), EXPLORER)


# -- the start


def start(name: str, root: Path = ROOT) -> dict:
    """The state that a widget begins with, as its script takes it."""
    return _shown(name, "en", root)["start"]


def _shown(name: str, language: str, root: Path) -> dict:
    """What the widget's script makes of its start: ``start``; ``steps``, each a title and tables; ``missing`` words."""
    if name == EXPLORER:
        return {"start": {}, "steps": [], "missing": []}
    words = json.dumps(_all(_words(name, language, root)))
    examples = json.dumps({key: asdict(example) for key, example in read_examples(root).items()})
    return _calculated(name, LANGS.get(language, language), words, examples)


@cache
def _calculated(name: str, locale: str, words: str, examples: str) -> dict:
    answer = node_process.ask(
        "widget", name=name, locale=locale, words=json.loads(words), examples=json.loads(examples)
    )
    if "error" in answer:
        hint = "it has to show its own start without a page; see frontend/widgets/softmax.js"
        raise DiagnosticError([Finding(f"frontend/widgets/{name}.js", 1, answer["error"], hint)])
    return answer


# -- html


def html(name: str, language: str, root: Path = ROOT, identity: str = "") -> str:
    """The widget's start, with all that its script needs."""
    say = _words(name, language, root)
    shown = _shown(name, language, root)
    attributes = {
        "class": "widget",
        "role": "group",
        "id": identity or f"widget-{name}",
        "aria-label": say("title"),
        ATTRIBUTE: name,
        "data-locale": LANGS.get(language, language),
        "data-start": json.dumps(shown["start"], ensure_ascii=False) if shown["start"] else "",
        WORDS: json.dumps(_all(say), ensure_ascii=False),
    }
    head = f'<p class="widget-title">{escape(say("title"))}</p> <p class="widget-about">{escape(say("about"))}</p>'
    return (
        f"<div{_attributes(attributes)}>{head}{''.join(map(_step, shown['steps']))}"
        f'<p class="widget-said" data-search-exclude>{escape(say("without_scripts"))}</p></div>'
    )


def _step(step: dict) -> str:
    title = step.get("title")
    head = f'<p class="widget-stage widget-stage-title" data-search-exclude>{escape(title)}</p>' if title else ""
    return f'{head}<div class="widget-grids">{"".join(map(_table, step["tables"]))}</div>'


def _table(table: dict) -> str:
    heads = "".join(
        f'<th scope="col"{_attributes({**_role(head), "abbr": head.get("title", "")})}>{escape(head["label"])}</th>'
        for head in table["columns"]
    )
    rows = []
    for row in table["rows"]:
        cells = "".join(
            f"<td{_attributes({**_role(cell), 'data-cell': cell['name']})}>{escape(cell['text'])}</td>"
            for cell in row["cells"]
        )
        style = ' class="total"' if row.get("total") else ""
        rows.append(f'<tr{style}><th scope="row">{escape(row["label"])}</th>{cells}</tr>')
    head = f'<thead><tr><th scope="col">{escape(table["corner"])}</th>{heads}</tr></thead>'
    return (
        f'<div class="widget-grid"><table class="widget-table" data-search-exclude>'
        f"<caption>{escape(table['title'])}</caption>{head}<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _role(part: dict) -> dict[str, str]:
    return {"class": f"role-{part['role']}" if part.get("role") else ""}


def _attributes(attributes: dict[str, str]) -> str:
    return "".join(f' {name}="{escape(value)}"' for name, value in attributes.items() if value)


def _words(name: str, language: str, root: Path) -> Strings:
    """The widget's words over those that all widgets share."""
    own, common = Strings.of(language, f"widget.{name}", root), Strings.of(language, "widget", root)
    return Strings({**common.entries, **own.entries}, {**common.english, **own.english}, f"widget.{name}")


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
        if name not in NAMES:
            found.append(Finding(block.path, block.line, f"no widget is called `{name}`", f"known: {', '.join(NAMES)}"))
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
    for key in _shown(name, language, root)["missing"]:
        say(key)
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


def makeExtension(**options: object) -> WidgetsExtension:  # noqa: N802 (Python-Markdown's name)
    return WidgetsExtension(**options)


class WidgetsExtension(Extension):
    def __init__(self, **options: object) -> None:
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
        options = extension_base.page_options(self.md, self.options)
        page = extension_base.parse(lines, options)
        root = Path(options["root"])
        extension_base.report_in_file(check(page, root), lines, options)
        lines = list(lines)
        for block, name in widgets(page):
            if name in NAMES:
                first, last = block.line - 1, block.last_line - 1
                indent = lines[first][: len(lines[first]) - len(lines[first].lstrip())]
                markup = html(name, options["language"], root)
                lines[first : last + 1] = [indent + self.md.htmlStash.store(markup)] + [""] * (last - first)
        return lines
