"""Formulas: TeX → KaTeX's html with MathML inside, while the site is built.

A page as it is served needs no script for its formulas, they look alike everywhere, and screen readers
read the MathML. One node process typesets all pages; a formula seen before isn't typeset again. Bad TeX
is a finding, and fails the build.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

from handbook.core.diagnostics import Finding
from handbook.extensions import node_process
from handbook.markdown import extension_base

if TYPE_CHECKING:
    from handbook.markdown.model import Page


class TexError(ValueError):
    """What KaTeX has against a formula."""


# -- typesetting


@cache
def typeset(tex: str, display: bool = False) -> str:
    """The html of one formula; raises TexError, and DiagnosticError where there is no KaTeX to ask."""
    answer = node_process.ask("formula", tex=tex, display=display)
    if "error" in answer:
        # KaTeX marks the place by underlining each letter, which terminals and editors print badly.
        raise TexError(answer["error"].removeprefix("KaTeX parse error: ").replace("\u0332", ""))
    return _outside_search(answer["html"], display)


def _outside_search(typeset: str, display: bool) -> str:
    """The MathML alone goes into the search index: not the drawing, nor the TeX.

    Material's search parser knows what to leave out by the element's *name*, so the drawing, a span full of spans,
    gets a name of its own. It is the last child of its parent, which is the only span around it, or one of two.
    """
    before, drawn = typeset.split('<span class="katex-html" aria-hidden="true">')
    ends = "</span>" * (2 if display else 1)
    drawn = drawn.removesuffix("</span>" + ends)
    before = before.replace("<annotation ", '<annotation data-search-exclude="1" ')
    return (
        f'{before}<katex-html class="katex-html" aria-hidden="true" data-search-exclude="1">{drawn}</katex-html>{ends}'
    )


def plain(typeset: str) -> str:
    """A typeset formula as a word or two, for tables of contents and search."""
    mathml = re.sub(r"<annotation.*?</annotation>", "", typeset.partition("<katex-html")[0])
    return html.unescape(re.sub(r"<[^>]*>", "", mathml))


# -- the decimal comma

_TOKEN = re.compile(
    r"""(?x)
    (?P<text>\\(?:text|mathrm|operatorname|begin|end)\*?\{[^{}]*\})
  | (?P<number>\d+(?:\{,\}\d{3})*(?:\.\d+)?)
  | (?P<skip>\\(?:[A-Za-z]+|.))
  | (?P<open>[\[({])
  | (?P<close>[\])}])
  | (?P<comma>,)
    """
)
_ENDS_LIST = re.compile(r"\s*(?:$|[\])}&]|\\\\|\\q?quad\b|\\end\b|\\right\b)")


def with_decimal_comma(tex: str) -> str:
    """``tex`` as German and Serbian readers write it: ``0.5, 0.25`` becomes ``0,5; 0,25``.

    A comma between things becomes a semicolon where the brackets around it hold a decimal number, so the indices of
    ``W_{1,2}`` stay. A thousands separator ``{,}`` becomes a point.
    """
    pieces: list[str] = []
    # Open brackets, outermost first: the bracket, whether a decimal stands inside, the places of its commas.
    levels: list[tuple[str, list[bool], list[int]]] = [("", [False], [])]

    def close() -> None:
        bracket, decimal, commas = levels.pop()
        if decimal[0]:
            for place in commas:
                pieces[place] = ";"
            if bracket == "{" and levels:  # braces only group: \weight{0.5} is a number in the list around it
                levels[-1][1][0] = True

    last = 0
    for match in _TOKEN.finditer(tex):
        pieces.append(tex[last : match.start()])
        token = match[0]
        if match["number"]:
            whole, point, fraction = token.partition(".")
            token = whole.replace("{,}", ".") + (f"{{,}}{fraction}" if point else "")
            levels[-1][1][0] |= bool(point)
        elif match["open"]:
            levels.append((token, [False], []))
        elif match["close"] and len(levels) > 1:
            close()
        elif match["comma"] and not _ENDS_LIST.match(tex, match.end()):
            levels[-1][2].append(len(pieces))
        pieces.append(token)
        last = match.end()
    pieces.append(tex[last:])
    while levels:
        close()
    return "".join(pieces)


# -- in pages


class MathsExtension(Extension):
    """Typesets what ``pymdownx.arithmatex`` (with ``generic: true``) has found."""

    def __init__(self, **options: object) -> None:
        # `path` and `root` say where bad TeX stands; `language` is not needed here.
        self.config = {
            "decimal_comma": [False, "Show the decimal point as a comma"],
            **extension_base.options(),
        }
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        # Behind `inline` (20), which finds formulas, and before `toc` (5), which collects headings.
        md.treeprocessors.register(_Typesetter(md, self.getConfigs()), "handbook.extensions.katex", 6)


def makeExtension(**options: object) -> MathsExtension:  # noqa: N802 (Python-Markdown's name)
    return MathsExtension(**options)


class _Typesetter(Treeprocessor):
    def __init__(self, md: Markdown, options: dict) -> None:
        super().__init__(md)
        self.options = options

    def run(self, root: Element) -> None:
        options = extension_base.page_options(self.md, self.options)
        self.decimal_comma = options["decimal_comma"]
        findings: list[Finding] = []
        alone = {}
        for heading in root.iter():
            if not re.fullmatch("h[1-6]|th", str(heading.tag)) or not any(True for _ in _formulas(heading)):
                continue
            if heading.tag != "th":
                heading.set("data-toc-label", self._label(heading))
            alone[heading[0]] = len(heading) == 1 and not f"{heading.text or ''}{heading[0].tail or ''}".strip()
        for element in _formulas(root):
            tex, display = _tex(element)
            try:
                drawn = self._typeset(tex, display)
            except TexError as error:
                path = options["path"]
                line = _line_of(tex, Path(options["root"]) / path)
                findings.append(Finding(path, line, f"TeX: {error}", f"the formula is {tex}"))
                element.set("class", "arithmatex maths-error")
                continue
            if alone.get(element):  # checkers, and some readers, find a heading of MathML alone empty
                drawn = drawn.replace("<math ", f'<math aria-label="{html.escape(plain(drawn))}" ', 1)
            element.text = self.md.htmlStash.store(drawn)
        extension_base.report(findings, options)

    def _typeset(self, tex: str, display: bool) -> str:
        return typeset(with_decimal_comma(tex) if self.decimal_comma else tex, display)

    def _label(self, heading: Element) -> str:
        def texts(element: Element) -> Iterator[str]:
            if _is_formula(element):
                try:
                    yield plain(self._typeset(*_tex(element)))
                except TexError:
                    yield element.text or ""
            else:
                yield element.text or ""
                for child in element:
                    yield from texts(child)
                    yield child.tail or ""

        return "".join(texts(heading)).strip()


def _is_formula(element: Element) -> bool:
    return element.get("class") == "arithmatex" and bool(element.text)


def _formulas(root: Element) -> Iterator[Element]:
    return (element for element in root.iter() if _is_formula(element))


def _tex(element: Element) -> tuple[str, bool]:
    """The TeX of what arithmatex made; it escapes blocks and not inline formulas."""
    display = element.tag == "div"
    text = (element.text or "").strip()[2:-2]  # \[ … \] or \( … \)
    return (html.unescape(text) if display else text).strip(), display


def _line_of(tex: str, file: Path) -> int:
    """The line of the first formula that reads so; the renderer has lost it."""
    if not file.is_file():
        return 1
    source = file.read_text(encoding="utf-8", errors="replace")
    place = re.search(r"\$\s*" + r"\s+".join(map(re.escape, tex.split())), source)
    return source.count("\n", 0, place.start(0)) + place[0].count("\n", 0, 3) + 1 if place else 1


# -- as a check


def check(page: Page) -> Iterable[Finding]:
    """Each formula of a parsed page that KaTeX refuses."""
    for block in page.blocks:
        formulas = [(block.text, block.line)] if block.kind == "maths" else []
        formulas += [(inline.text, inline.line) for inline in block.inlines() if inline.kind == "maths"]
        for tex, line in formulas:
            try:
                typeset(tex, block.kind == "maths")
            except TexError as error:
                yield Finding(page.path, line, f"TeX: {error}", f"the formula is {tex}")
