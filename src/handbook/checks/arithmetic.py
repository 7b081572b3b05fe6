"""Arithmetic on pages: where both sides of `=` hold nothing but numbers, they must be equal to the digits shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from handbook.checks.tex_value import LOOK, NotArithmeticError, evaluate
from handbook.core.diagnostics import Finding, excerpt
from handbook.markdown.model import Block, Page
from handbook.project import number_formats

RELATION = re.compile(r"=|\\approx(?![A-Za-z])|\\[lg]eq?(?![A-Za-z])|[<>]")
# Where a formula ends and another begins.
END = re.compile(r"\\\\|\\q?quad(?![A-Za-z])|,\s|;|\\text\{[^{}]*\}|\\(?:Right|Left|Longright)arrow|\\implies|\\iff")

SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
SIDE = r"[-−(\d](?:[-−+·×/()\s\u00a0\u202f\d.,⁰¹²³⁴⁵⁶⁷⁸⁹⁻]*[)\d⁰¹²³⁴⁵⁶⁷⁸⁹])?"
IN_WORDS = re.compile(rf"(?<![\w.,%·×/+−-])(?<![·×/+−-]\s)({SIDE})\s?([=≈])\s?({SIDE})(?![\w%]|\s?[%·×/^])")


def check(page: Page) -> Iterator[Finding]:
    """Formulas, and calculations in sentences, whose sides hold numbers only and aren't equal."""
    suppressed, _ = number_formats.suppressions(page)
    for index, block in enumerate(page.blocks):
        for line, left, relation, right in _equations(block, page.language):
            if not suppressed.get(index, set()) & {left.strip(), right.strip()}:
                yield from _compare(page, line, left, relation, right)


def _equations(block: Block, language: str) -> Iterator[tuple[int, str, str, str]]:
    """The line, left side, sign and right side of what a block says to be equal; the sides are TeX."""
    if block.kind == "maths":
        opens_alone = block.raw.split("\n")[0].strip().endswith("$$") and "\n" in block.raw.strip()
        yield from _of_formula(block.text, block.line + opens_alone)
    for inline in block.inlines():
        if inline.kind == "maths":
            yield from _of_formula(inline.text, inline.line)
    prose = block.prose()
    for match in IN_WORDS.finditer(prose):
        left, relation, right = match.groups()
        if not re.search(r"[·×/+⁰¹²³⁴⁵⁶⁷⁸⁹]|\d\s?[-−]", left + " " + right):
            continue
        try:
            sides = _as_tex(left, language), _as_tex(right, language)
        except number_formats.NumberFormatError:
            continue  # number_formats.check reports it
        line = block.line + prose.count("\n", 0, match.start())
        yield line, sides[0], "=" if relation == "=" else "\\approx", sides[1]


def _of_formula(tex: str, line: int) -> Iterator[tuple[int, str, str, str]]:
    tex = LOOK.sub(" ", tex)
    start = 0
    for end in [*(match.span() for match in END.finditer(tex)), (len(tex), len(tex))]:
        part = tex[start : end[0]]
        relations = [*RELATION.finditer(part)]
        edges = [0, *(edge for relation in relations for edge in relation.span()), len(part)]
        sides = [part[left:right] for left, right in zip(edges[::2], edges[1::2], strict=True)]
        for relation, (left, right) in zip(relations, pairwise(sides), strict=True):
            yield line + tex.count("\n", 0, start + relation.start()), left, relation[0], right
        start = end[1]


def _as_tex(words: str, language: str) -> str:
    """A calculation in a sentence, in the notation of its language, as TeX."""
    tex = re.sub(
        r"\d[\d.,]*\d|\d", lambda number: f"{number_formats.read(number[0], language):f}".removesuffix(".0"), words
    )
    tex = re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+", lambda exponent: f"^{{{exponent[0].translate(SUPERSCRIPTS)}}}", tex)
    return tex.replace("·", "\\cdot ").replace("×", "\\times ").replace("−", "-")


def _compare(page: Page, line: int, left: str, relation: str, right: str) -> Iterator[Finding]:
    try:
        values = evaluate(left), evaluate(right)
    except NotArithmeticError:
        return
    unit = max(map(_unit, (left, right)))
    # Half a unit of the last digit, as for `=`; a whole one where both sides may be rounded.
    tolerance = unit * (1 if relation == "\\approx" else 0.5) + 1e-9 * max(1.0, *map(abs, values))
    difference = values[0] - values[1]
    holds = {"<": difference < 0, "\\l": difference <= tolerance, ">": difference > 0, "\\g": difference >= -tolerance}
    if not holds.get(relation[:2], abs(difference) <= tolerance):
        shown = f"{excerpt(left.strip(), 60)} is {values[0]:.{_places(right) + 2}f}"
        sign = {"=": "", "\\approx": " about", "<": " below", ">": " above"}.get(relation, f" {relation}")
        hint = "calculate it anew and mend it in every language, or excuse it: <!-- uncomputed: … | reason -->"
        yield Finding(page.path, line, f"{shown}, not{sign} {excerpt(right.strip(), 60)}", hint)


def _unit(side: str) -> float:
    """What the last digit of a side counts for, where the side is a decimal; else 0: it is exact."""
    return 10.0 ** -_places(side) if _places(side) else 0.0


def _places(side: str) -> int:
    number = re.fullmatch(r"\s*[-+]?\d*\.(\d+)\s*\.?\s*", LOOK.sub("", side))
    return len(number[1]) if number else 0
