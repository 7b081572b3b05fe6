"""Formulas: TeX → KaTeX's html with MathML inside, while the site is built.

So pages need no script for their formulas, which look alike everywhere, and screen readers read the MathML. One node
process typesets all pages, each formula once. Invalid TeX is a finding, and fails the build.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from html import escape, unescape
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor

from handbook.core.diagnostics import Finding
from handbook.extensions import node_process
from handbook.extensions.page_extension import PageExtension, PageProcessor
from handbook.markdown import extension_base

if TYPE_CHECKING:
    from handbook.markdown.model import Page


class TexError(ValueError):
    """TeX that KaTeX refuses; the message is KaTeX's."""


# -- typesetting


@cache
def typeset(tex: str, display: bool = False) -> str:
    """The html of one formula.

    Args:
        tex: the formula without its dollar signs.
        display: as a block of its own, not within a line.

    Raises:
        TexError: where KaTeX refuses the formula.
        DiagnosticError: where node or KaTeX is missing.
    """
    answer = node_process.ask("formula", tex=tex, display=display)
    if "error" in answer:
        # KaTeX underlines the error with combining characters (U+0332), which terminals and editors print badly.
        raise TexError(answer["error"].removeprefix("KaTeX parse error: ").replace("\u0332", ""))
    return _exclude_from_search(answer["html"], display)


def _exclude_from_search(typeset: str, display: bool) -> str:
    """Leave the MathML alone to the search index, without KaTeX's html and the TeX.

    Material's search parser matches the end of what it excludes by the element's name. KaTeX's html is a span full of
    spans, so it gets a name of its own. It is the last child of the formula's one or two outer spans.
    """
    mathml, visual = typeset.split('<span class="katex-html" aria-hidden="true">')
    outer_ends = "</span>" * (2 if display else 1)
    visual = visual.removesuffix("</span>" + outer_ends)
    mathml = mathml.replace("<annotation ", '<annotation data-search-exclude="1" ')
    return (
        f'{mathml}<katex-html class="katex-html" aria-hidden="true" data-search-exclude="1">{visual}</katex-html>'
        f"{outer_ends}"
    )


def plain_text(typeset: str) -> str:
    """The text of a typeset formula's MathML, for tables of contents and labels."""
    mathml = re.sub(r"<annotation.*?</annotation>", "", typeset.partition("<katex-html")[0])
    return unescape(re.sub(r"<[^>]*>", "", mathml))


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


@dataclass
class _Bracket:
    """An open bracket: what stands in it so far."""

    opening: str
    has_decimal: bool = False
    commas: list[int] = field(default_factory=list)  # their indices in the output's pieces


def with_decimal_comma(tex: str) -> str:
    """``tex`` as German and Serbian readers write it: ``0.5, 0.25`` becomes ``0,5; 0,25``.

    A comma between items becomes a semicolon where the brackets around it hold a decimal number, so the indices of
    ``W_{1,2}`` stay. A thousands separator ``{,}`` becomes a point.
    """
    pieces: list[str] = []
    open_brackets = [_Bracket("")]  # outermost first: the formula itself

    def close() -> None:
        bracket = open_brackets.pop()
        if bracket.has_decimal:
            for index in bracket.commas:
                pieces[index] = ";"
            if (
                bracket.opening == "{" and open_brackets
            ):  # braces only group: \weight{0.5} is a number of the list around
                open_brackets[-1].has_decimal = True

    end = 0
    for match in _TOKEN.finditer(tex):
        pieces.append(tex[end : match.start()])
        token = match[0]
        if match["number"]:
            whole, point, fraction = token.partition(".")
            token = whole.replace("{,}", ".") + (f"{{,}}{fraction}" if point else "")
            open_brackets[-1].has_decimal |= bool(point)
        elif match["open"]:
            open_brackets.append(_Bracket(token))
        elif match["close"] and len(open_brackets) > 1:
            close()
        elif match["comma"] and not _ENDS_LIST.match(tex, match.end()):
            open_brackets[-1].commas.append(len(pieces))
        pieces.append(token)
        end = match.end()
    pieces.append(tex[end:])
    while open_brackets:
        close()
    return "".join(pieces)


# -- in pages


class KatexExtension(PageExtension):
    """Typesets the formulas that ``pymdownx.arithmatex`` (with ``generic: true``) has marked."""

    extra_options: ClassVar = {"decimal_comma": [False, "Show the decimal point as a comma"]}

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (Python-Markdown's name)
        # After `inline` (20), which finds formulas, and before `toc` (5), which collects headings.
        md.treeprocessors.register(_KatexTreeprocessor(md, self.getConfigs()), "handbook.extensions.katex", 6)


makeExtension = KatexExtension  # noqa: N816 (Python-Markdown's name)


class _KatexTreeprocessor(PageProcessor, Treeprocessor):
    def run(self, root: Element) -> None:
        options = self.options
        self.decimal_comma = options["decimal_comma"]
        findings: list[Finding] = []
        needs_label = self._prepare_headings(root)
        for element in _formulas(root):
            tex, display = _tex(element)
            try:
                html = self._typeset(tex, display)
            except TexError as error:
                path = options["path"]
                line = _line_of(tex, Path(options["root"]) / path)
                findings.append(Finding(path, line, f"TeX: {error}", f"the formula is {tex}"))
                element.set("class", "arithmatex maths-error")
                continue
            if element in needs_label:
                html = html.replace("<math ", f'<math aria-label="{escape(plain_text(html))}" ', 1)
            element.text = self.md.htmlStash.store(html)
        extension_base.report(findings, options)

    def _prepare_headings(self, root: Element) -> set[Element]:
        """Give headings with formulas a label for the table of contents.

        Returns the formulas that are all of their heading or table header: accessibility checkers, and some screen
        readers, find a heading empty whose only content is MathML.
        """
        alone = set()
        for heading in root.iter():
            if not re.fullmatch("h[1-6]|th", str(heading.tag)) or next(_formulas(heading), None) is None:
                continue
            if heading.tag != "th":
                heading.set("data-toc-label", self._label(heading))
            if len(heading) == 1 and not f"{heading.text or ''}{heading[0].tail or ''}".strip():
                alone.add(heading[0])
        return alone

    def _typeset(self, tex: str, display: bool) -> str:
        return typeset(with_decimal_comma(tex) if self.decimal_comma else tex, display)

    def _label(self, heading: Element) -> str:
        def texts(element: Element) -> Iterator[str]:
            if _is_formula(element):
                try:
                    yield plain_text(self._typeset(*_tex(element)))
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
    """The TeX of an element of arithmatex, and whether it is a block; arithmatex escapes blocks only."""
    display = element.tag == "div"
    text = (element.text or "").strip()[2:-2]  # \[ … \] or \( … \)
    return (unescape(text) if display else text).strip(), display


def _line_of(tex: str, file: Path) -> int:
    """The line of the first formula with this TeX: Python-Markdown keeps no line numbers."""
    if not file.is_file():
        return 1
    source = file.read_text(encoding="utf-8", errors="replace")
    match = re.search(r"\$\s*" + r"\s+".join(map(re.escape, tex.split())), source)
    if match is None:
        return 1
    return source.count("\n", 0, match.start()) + match[0].count("\n", 0, 3) + 1


# -- as a check


def check(page: Page) -> Iterable[Finding]:
    """Each formula of a parsed page that KaTeX refuses. Raises DiagnosticError where node or KaTeX is missing."""
    for block in page.blocks:
        formulas = [(block.text, block.line)] if block.kind == "maths" else []
        formulas += [(inline.text, inline.line) for inline in block.inlines() if inline.kind == "maths"]
        for tex, line in formulas:
            try:
                typeset(tex, block.kind == "maths")
            except TexError as error:
                yield Finding(page.path, line, f"TeX: {error}", f"the formula is {tex}")
