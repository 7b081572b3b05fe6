"""Widgets in pages: ``<div data-widget="NAME"></div>`` becomes the widget's first state as text and tables.

That is what readers without scripts see. ``frontend/widgets/NAME.js`` calculates it here, in node; in a browser the
same script makes it interactive, from the state and the strings in the element's attributes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from html import escape
from pathlib import Path

from markdown import Markdown
from markdown.preprocessors import Preprocessor

from handbook import ROOT
from handbook.core.diagnostics import DiagnosticError, Finding
from handbook.extensions import node_process
from handbook.extensions.page_extension import (
    BEFORE_FENCES,
    PageExtension,
    PageProcessor,
    missing_strings,
    replace_block,
)
from handbook.markdown import extension_base
from handbook.markdown.html_block import FirstTag
from handbook.markdown.model import Block, Page
from handbook.project.examples import read_examples
from handbook.project.strings import Strings
from handbook.translation import stale_notices

ATTRIBUTE, WORDS = "data-widget", "data-words"
LANGS = {"sr": "sr-Latn", "sr-cyrl": "sr-Cyrl"}  # BCP 47 tags, where they differ from the language's code

# The views of the explorer that a chapter may name in `data-views`; without it, a page has all of them.
VIEWS = (
    "heads",
    "model",
    "neurons",
    "matrix",
    "overview",
    "compare",
    "lens",
    "contributions",
    "maps",
    "writing",
)
EXPLORER = "explorer"  # computes from a model's weights, which pages don't have: it starts with its strings only


def names() -> list[str]:
    """What pages may ask for: each file of ``frontend/widgets``, and the explorer."""
    return [*sorted(path.stem for path in (ROOT / "frontend" / "widgets").glob("*.js")), EXPLORER]


# -- the first state


def start(name: str, root: Path = ROOT) -> dict:
    """The state that a widget begins with, as its script takes it.

    Raises:
        DiagnosticError: where strings or examples can't be read, or the script fails.
    """
    return _first_state(name, "en", root)["start"]


def _first_state(name: str, language: str, root: Path) -> dict:
    """What the script shows at first: ``start``; ``steps``, each a title and tables; keys of ``missing`` strings."""
    if name == EXPLORER:
        return {"start": {}, "steps": [], "missing": []}
    messages = json.dumps(_strings(name, language, root).all())
    examples = json.dumps({key: asdict(example) for key, example in read_examples(root).items()})
    return _calculated(name, LANGS.get(language, language), messages, examples)


def forget() -> None:
    """Calculate every widget anew when it is next asked for: scripts have changed, which node has loaded."""
    node_process.stop()
    _calculated.cache_clear()


@cache
def _calculated(name: str, locale: str, messages: str, examples: str) -> dict:
    answer = node_process.ask(
        "widget", name=name, locale=locale, words=json.loads(messages), examples=json.loads(examples)
    )
    if "error" in answer:
        hint = "it has to show its own start without a page; see frontend/widgets/softmax.js"
        raise DiagnosticError([Finding(f"frontend/widgets/{name}.js", 1, answer["error"], hint)])
    return answer


# -- html


def html(name: str, language: str, root: Path = ROOT, identity: str = "", views: str = "") -> str:
    """The widget's first state, with all that its script needs in attributes.

    Args:
        name: one of ``names``.
        language: the code of a language, a folder of ``i18n`` or an edition.
        root: the checkout.
        identity: the element's id; ``widget-NAME`` if empty.
        views: of the explorer, separated by spaces; all of them if empty.

    Raises:
        DiagnosticError: where strings or examples can't be read, or the script fails.
    """
    t = _strings(name, language, root)
    state = _first_state(name, language, root)
    attributes = {
        **t.html_language(),
        "class": "widget",
        "role": "group",
        "id": identity or f"widget-{name}",
        "aria-label": t("title"),
        ATTRIBUTE: name,
        "data-locale": LANGS.get(language, language),
        "data-start": json.dumps(state["start"], ensure_ascii=False) if state["start"] else "",
        "data-views": views,
        WORDS: json.dumps(t.all(), ensure_ascii=False),
    }
    title, about = (_attributes(t.html_language(key)) for key in ("title", "about"))
    head = (
        f'<p class="widget-title"{title}>{escape(t("title"))}</p> '
        f'<p class="widget-about"{about}>{escape(t("about"))}</p>'
    )
    return (
        f"<div{_attributes(attributes)}>{head}{''.join(map(_step, state['steps']))}"
        f'<p class="widget-said" data-search-exclude>{escape(t("without_scripts"))}</p></div>'
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


def _strings(name: str, language: str, root: Path) -> Strings:
    """The widget's strings, and behind them those that all widgets share."""
    own, common = Strings.of(language, f"widget.{name}", root), Strings.of(language, "widget", root)
    return Strings({**common.entries, **own.entries}, {**common.english, **own.english}, f"widget.{name}", own.file)


# -- in a page


def widgets(page: Page) -> list[tuple[Block, str, str]]:
    """The blocks of ``page`` that ask for a widget, in order, each with its name and the views that it asks for.

    One that a notice quotes isn't among them: it stays an empty element.
    """
    blocks = []
    for block in page.blocks:
        if block.kind == "html" and f"admonition:{stale_notices.NOTICE_CLASS}" not in block.containers:
            reader = FirstTag()
            reader.feed(block.text)
            if ATTRIBUTE in reader.attributes:
                blocks.append((block, reader.attributes[ATTRIBUTE], reader.attributes.get("data-views", "")))
    return blocks


def check(page: Page, root: Path = ROOT) -> list[Finding]:
    """What is wrong with the page's widgets: unknown names, one twice, missing strings.

    Raises:
        DiagnosticError: where strings or examples can't be read, or a widget's script fails.
    """
    findings = []
    seen: set[str] = set()
    for block, name, views in widgets(page):
        if unknown := set(views.split()) - set(VIEWS if name == EXPLORER else ()):
            hint = f"views of the explorer: {', '.join(VIEWS)}"
            findings.append(Finding(block.path, block.line, f"no view is called `{min(unknown)}`", hint))
        if name not in names():
            known = f"known: {', '.join(names())}"
            findings.append(Finding(block.path, block.line, f"no widget is called `{name}`", known))
            continue
        if name in seen:
            findings.append(
                Finding(
                    block.path,
                    block.line,
                    f"the widget `{name}` stands twice in this page",
                    "a link could not say which of them it means",
                )
            )
        seen.add(name)
        findings += _missing_strings(block, name, page.language, root)
    return findings


def _missing_strings(block: Block, name: str, language: str, root: Path) -> Iterator[Finding]:
    strings = _strings(name, language, root)
    for key in ["title", "about", *strings.all(), *_first_state(name, language, root)["missing"]]:
        strings(key)  # asks for it, so that it is remembered where it is missing
    return missing_strings(block, strings, f"[widget] or [{strings.section}]")


class WidgetsExtension(PageExtension):
    """Puts each widget's first state into the page before Markdown looks at it."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        md.preprocessors.register(_WidgetsPreprocessor(md, self.getConfigs()), "handbook-widgets", BEFORE_FENCES)


makeExtension = WidgetsExtension  # noqa: N816 (Python-Markdown's name)


class _WidgetsPreprocessor(PageProcessor, Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        options = self.options
        page = extension_base.parse(lines, options)
        root = Path(options["root"])
        extension_base.report_in_file(check(page, root), lines, options)
        lines = list(lines)
        for block, name, views in widgets(page):
            if name in names():
                markup = html(name, options["language"], root, views=views)
                replace_block(lines, block, self.md.htmlStash.store(markup))
        return lines
