"""Numbers as people write them: in prose by the language's habits, in TeX and code with a point."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from babel import Locale, UnknownLocaleError
from babel.numbers import get_decimal_symbol, get_group_symbol

from handbook import SOURCE_LANGUAGE
from handbook.core.diagnostics import Finding
from handbook.markdown.model import Block, Page

LOCALES = {"sr": "sr_Latn", "sr-cyrl": "sr_Cyrl"}
NUMBER = re.compile(
    r"(?<![\w.,])([-−+]?)((?:\d+(?:[.,]\d+)*|\.\d+))(?:[eE]([-+]?\d{1,3}))?(?![\w])([\s\u00a0\u202f]?%)?"
)
PRINTED = re.compile(r"(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w])")
BARE = re.compile(r"[\s\d.,;:eE+\-−\[\]()]*\d[\s\d.,;:eE+\-−\[\]()]*")
FOREIGN = "number-of-another-language"  # code of findings; their data name the `number` as it is written
SUPPRESSION = re.compile(r"uncomputed:(?P<numbers>[^|]*)(?:\|(?P<reason>.*))?", re.DOTALL)


@dataclass(frozen=True)
class Number:
    """A number with the digits it shows: ``value`` (0.4063 for "40.63 %") and ``places`` behind the point (4)."""

    text: str
    value: Decimal
    places: int
    line: int

    @property
    def has_fraction(self) -> bool:
        return self.places > 0

    def is_rounding_of(self, value: float) -> bool:
        """Whether ``value``, rounded to the digits shown, gives this number.

        It may be off by half a unit, and by what a 32-bit float can hold.
        """
        return abs(value - float(self.value)) <= 0.5 * 10.0**-self.places + 1e-6 * min(1.0, abs(value))


class NumberFormatError(ValueError):
    """A number in the habits of another language."""


@lru_cache(maxsize=64)
def marks(language: str) -> tuple[str, str]:
    """The decimal mark and the mark between thousands of a language; an unknown one counts as English."""
    try:
        locale = Locale.parse(language.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return ".", ","
    return get_decimal_symbol(locale), get_group_symbol(locale)


def read(text: str, language: str) -> Decimal:
    """``text`` (digits and marks, no sign) as a number.

    Raises NumberFormatError where the language doesn't write it so.
    """
    decimal, group = marks(language)
    whole, point, fraction = text.rpartition(decimal) if decimal in text else (text, "", "")
    if (
        group in fraction
        or not re.fullmatch(rf"\d*|\d{{1,3}}(?:{re.escape(group)}\d{{3}})+", whole)
        or (point and not fraction)
    ):
        raise NumberFormatError(text)
    if group in whole and whole.startswith("0"):
        raise NumberFormatError(text)
    return Decimal(f"{whole.replace(group, '') or '0'}.{fraction or '0'}")


def in_text(text: str, language: str, line: int = 1) -> Iterator[Number | Finding]:
    """The numbers of ``text``; for each malformed one a finding (``FOREIGN``, with an empty path)."""
    decimal, _ = marks(language)
    for match in NUMBER.finditer(text):
        sign, digits, exponent, percent = match.groups()
        place = line + text[: match.start()].count("\n")
        try:
            value = read(digits, language)
        except NumberFormatError:
            other = digits.replace(".", "\0").replace(",", ".").replace("\0", ",")
            yield Finding(
                "",
                place,
                f"{digits} is not how this language writes a number",
                f"write {other} (the decimal mark is `{decimal}`), or put it in `code`",
                code=FOREIGN,
                data={"number": digits},
            )
            continue
        places = len(digits.rpartition(decimal)[2]) if decimal in digits else 0
        shift = int(exponent or 0) - (2 if percent else 0)
        if sign in ("-", "−"):
            value = -value
        yield Number(match[0].strip(), value.scaleb(shift), max(places - shift, 0), place)


def of_block(block: Block, language: str) -> list[Number | Finding]:
    """Every number that a reader sees in a block's prose, maths and bare-number code."""
    if block.kind == "maths":
        return list(in_text(block.text.replace("{,}", ""), SOURCE_LANGUAGE, block.line))
    found = list(in_text(block.prose(), language, block.line))
    for inline in block.inlines():
        if inline.kind == "maths":
            found += in_text(inline.text.replace("{,}", ""), SOURCE_LANGUAGE, inline.line)
        elif inline.kind == "code" and BARE.fullmatch(inline.text):
            found += [
                number for number in in_text(inline.text, SOURCE_LANGUAGE, inline.line) if isinstance(number, Number)
            ]
    return found


def printed(text: str) -> list[float]:
    """The numbers in what a program printed."""
    return [float(match[0]) for match in PRINTED.finditer(text)]


def suppressions(page: Page) -> tuple[dict[int, set[str]], list[Finding]]:
    """Numbers that the source excuses: ``{index of the block: {number, …}}``, and excuses without reason or use.

    ``<!-- uncomputed: 0.3992 35 | the source prints them -->`` speaks of the next block.
    """
    found: dict[int, set[str]] = {}
    faults = []
    for index, block in enumerate(page.blocks):
        if block.kind != "comment" or not (match := SUPPRESSION.match(block.text)):
            continue
        listed = match["numbers"].replace("−", "-").split()
        if not listed or not (match["reason"] or "").strip():
            faults.append(
                Finding(
                    block.path,
                    block.line,
                    "numbers are excused without a reason",
                    "write <!-- uncomputed: 0.3992 | why it can't be computed -->",
                )
            )
        target = next(
            (
                place
                for place in range(index + 1, len(page.blocks))
                if page.blocks[place].kind not in ("blank", "comment")
            ),
            None,
        )
        if target is None:
            faults.append(
                Finding(
                    block.path,
                    block.line,
                    "numbers are excused, but no block follows",
                    "put the comment right before the block that holds them",
                )
            )
        else:
            found.setdefault(target, set()).update(listed)
    return found, faults


def canonical(number: Number) -> str:
    """A number's value as excuses write it: with a point and a hyphen, without thousands and percent sign."""
    percent = "%" in number.text
    value = number.value.scaleb(2) if percent else number.value
    places = max(number.places - 2, 0) if percent else number.places
    return f"{value:.{places}f}"


def check(page: Page) -> list[Finding]:
    """Numbers in another language's habits, and excuses that say nothing."""
    excused, found = suppressions(page)
    for index, block in enumerate(page.blocks):
        known = excused.get(index, set())
        for number in of_block(block, page.language):
            if isinstance(number, Finding) and number.data["number"].replace(",", ".") not in known:
                found.append(replace(number, path=page.path))
    return found
