"""Numbers in pages: in prose with the language's decimal mark, in TeX and code with a point."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from string import digits

from babel import Locale, UnknownLocaleError
from babel.numbers import UnsupportedNumberingSystemError, get_decimal_symbol, get_group_symbol

from handbook import SOURCE_LANGUAGE
from handbook.core.diagnostics import Finding
from handbook.markdown.model import Block, Page

# CLDR locales of folders that would be taken for another locale, or for none: plain `sr` is Cyrillic.
LOCALES = {"sr": "sr_Latn", "sr-cyrl": "sr_Cyrl"}
NUMBER = re.compile(
    r"(?=[-−+.\d])(?<![\w.,٫٬])([-−+]?)((?:\d+(?:[.,٫٬]\d+)*|\.\d+))(?:[eE]([-+]?\d{1,3}))?(?![\w])([\s\u00a0\u202f]?[%٪])?"
)
PRINTED = re.compile(r"(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w])")
BARE_NUMBERS = re.compile(r"[\s\d.,;:eE+\-−\[\]()]*\d[\s\d.,;:eE+\-−\[\]()]*")
# The digit zero of CLDR's numbering systems, from Unicode, where the others follow.
ZEROS = {
    "arab": "٠",
    "arabext": "۰",
    "beng": "০",
    "deva": "०",
    "gujr": "૦",
    "guru": "੦",
    "khmr": "០",
    "knda": "೦",
    "laoo": "໐",
    "mlym": "൦",
    "mymr": "၀",
    "orya": "୦",
    "tamldec": "௦",
    "telu": "౦",
    "thai": "๐",
    "tibt": "༠",
}
FOREIGN = "number-of-another-language"  # code of findings; `number` in their data is the number as written
SUPPRESSION = re.compile(r"uncomputed:(?P<numbers>[^|]*)(?:\|(?P<reason>.*))?", re.DOTALL)


@dataclass(frozen=True)
class Number:
    """A number in a text, with the precision it is written in.

    Args:
        text: as written: "40.63 %".
        value: 0.4063.
        places: digits behind the decimal mark of ``value``: 4.
        line: the line of the file.
    """

    text: str
    value: Decimal
    places: int
    line: int

    @property
    def has_fraction(self) -> bool:
        """Whether it has digits behind the decimal mark."""
        return self.places > 0

    def is_rounding_of(self, value: float) -> bool:
        """Whether ``value``, rounded to ``places`` digits, gives this number.

        It may differ by half a unit of the last digit, and by the rounding error of a 32-bit float.
        """
        return abs(value - float(self.value)) <= 0.5 * 10.0**-self.places + 1e-6 * min(1.0, abs(value))


class NumberFormatError(ValueError):
    """A number that isn't written as the language writes numbers."""


@lru_cache(maxsize=64)
def marks(language: str) -> tuple[str, str]:
    """The decimal mark and the thousands separator of a language, from CLDR; those of English for an unknown one."""
    try:
        locale = Locale.parse(language.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return ".", ","
    return get_decimal_symbol(locale), get_group_symbol(locale)


@lru_cache(maxsize=64)
def native_digits(language: str) -> str:
    """The language's own digits, ``٠١٢٣٤٥٦٧٨٩``; the usual ones where it has no others."""
    try:
        system = Locale.parse(language.replace("-", "_")).other_numbering_systems["native"]
    except (UnknownLocaleError, ValueError, KeyError):
        return digits
    zero = ord(ZEROS.get(system, "0"))
    return "".join(map(chr, range(zero, zero + 10)))


@lru_cache(maxsize=64)
def native_marks(language: str) -> tuple[str, str]:
    """The same marks beside the language's own digits (``٠٫٢٢``), where it has some; a text may use either digits."""
    try:
        locale = Locale.parse(language.replace("-", "_"))
        system = locale.other_numbering_systems["native"]
        return get_decimal_symbol(locale, numbering_system=system), get_group_symbol(locale, numbering_system=system)
    except (UnknownLocaleError, ValueError, KeyError, UnsupportedNumberingSystemError):
        return marks(language)


def read(text: str, language: str) -> Decimal:
    """The value of ``text``: digits, decimal mark and thousands separators, without a sign.

    Raises:
        NumberFormatError: where the language doesn't write numbers so.
    """
    decimal, group = marks(language) if text.isascii() else native_marks(language)
    own = digits if text.isascii() else native_digits(language)
    if not {letter for letter in text if letter.isdigit()} <= set(own):
        raise NumberFormatError(text)
    whole, point, fraction = text.rpartition(decimal) if decimal in text else (text, "", "")
    if (
        group in fraction
        or not re.fullmatch(rf"\d*|\d{{1,3}}(?:{re.escape(group)}\d{{3}})+", whole)
        or (point and not re.fullmatch(r"\d+", fraction))
    ):
        raise NumberFormatError(text)
    if group in whole and whole.startswith("0"):
        raise NumberFormatError(text)
    return Decimal(f"{whole.replace(group, '') or '0'}.{fraction or '0'}")


def in_text(text: str, language: str, line: int = 1) -> Iterator[Number | Finding]:
    """The numbers of ``text``; for each malformed one a finding with the code ``FOREIGN`` and an empty path.

    ``line`` is the line of the file on which ``text`` starts.
    """
    for match in NUMBER.finditer(text):
        sign, written, exponent, percent = match.groups()
        decimal, _ = marks(language) if written.isascii() else native_marks(language)
        number_line = line + text[: match.start()].count("\n")
        try:
            value = read(written, language)
        except NumberFormatError:
            suggestion = _other_marks(written, language)
            yield Finding(
                "",
                number_line,
                f"{written} is not how this language writes a number",
                f"write {suggestion} (the decimal mark is `{decimal}`), or put it in `code`",
                code=FOREIGN,
                data={"number": written},
            )
            continue
        decimals = len(written.rpartition(decimal)[2]) if decimal in written else 0
        shift = int(exponent or 0) - (2 if percent else 0)
        if sign in ("-", "−"):
            value = -value
        yield Number(match[0].strip(), value.scaleb(shift), max(decimals - shift, 0), number_line)


def misspelled(text: str, language: str) -> set[Decimal]:
    """The values of numbers in ``text`` that English writes so, and the language doesn't."""
    values = set()
    for number in in_text(text, language):
        if isinstance(number, Finding):
            with suppress(NumberFormatError):
                values.add(read(number.data["number"], SOURCE_LANGUAGE))
    return values


def _other_marks(written: str, language: str) -> str:
    """A number with the marks exchanged; in the language's own digits, where it isn't written in the usual ones."""
    if written.isascii():
        return written.replace(".", "\0").replace(",", ".").replace("\0", ",")
    own = "".join(native_digits(language)[int(letter)] if letter.isdigit() else letter for letter in written)
    return re.sub(r"[.,٫]", native_marks(language)[0], own)


def of_block(block: Block, language: str) -> list[Number | Finding]:
    """The numbers in a block's prose, formulas and inline code that is only a number, with findings as ``in_text``."""
    if block.kind == "maths":
        return list(in_text(block.text.replace("{,}", ""), SOURCE_LANGUAGE, block.line))
    numbers = list(in_text(block.prose(), language, block.line))
    for inline in block.inlines():
        if inline.kind == "maths":
            numbers += in_text(inline.text.replace("{,}", ""), SOURCE_LANGUAGE, inline.line)
        elif inline.kind == "code" and BARE_NUMBERS.fullmatch(inline.text):
            in_code = in_text(inline.text, SOURCE_LANGUAGE, inline.line)
            numbers += [number for number in in_code if isinstance(number, Number)]
    return numbers


def printed(text: str) -> list[float]:
    """The numbers in what a program printed."""
    return [float(match[0]) for match in PRINTED.finditer(text)]


def suppressions(page: Page) -> tuple[dict[int, set[str]], list[Finding]]:
    """Which numbers of a page needn't be computed by its code.

    ``<!-- uncomputed: 0.3992 35 | the source prints them -->`` suppresses findings about these numbers in the next
    block.

    Returns:
        the numbers by the index of their block in ``page.blocks``, and findings about suppressions without a reason or
        without a block.
    """
    suppressed: dict[int, set[str]] = {}
    findings = []
    for index, block in enumerate(page.blocks):
        if block.kind != "comment" or not (match := SUPPRESSION.match(block.text)):
            continue
        numbers = match["numbers"].replace("−", "-").split()
        if not numbers or not (match["reason"] or "").strip():
            hint = "write <!-- uncomputed: 0.3992 | why it can't be computed -->"
            findings.append(Finding(block.path, block.line, "numbers are excused without a reason", hint))
        following = range(index + 1, len(page.blocks))
        target = next((other for other in following if page.blocks[other].kind not in ("blank", "comment")), None)
        if target is None:
            hint = "put the comment right before the block that holds them"
            findings.append(Finding(block.path, block.line, "numbers are excused, but no block follows", hint))
        else:
            suppressed.setdefault(target, set()).update(numbers)
    return suppressed, findings


def canonical(number: Number) -> str:
    """A number as suppressions write it: with a point and a hyphen, without thousands separators and percent sign."""
    percent = "%" in number.text
    value = number.value.scaleb(2) if percent else number.value
    decimals = max(number.places - 2, 0) if percent else number.places
    return f"{value:.{decimals}f}"


def check(page: Page) -> list[Finding]:
    """Numbers that are not written as the page's language writes them, and suppressions without a reason or a block."""
    suppressed, findings = suppressions(page)
    for index, block in enumerate(page.blocks):
        ignored = suppressed.get(index, set())
        for number in of_block(block, page.language):
            if isinstance(number, Finding) and number.data["number"].replace(",", ".") not in ignored:
                findings.append(replace(number, path=page.path))
    return [*findings, *_other_digits(page, suppressed)]


def _other_digits(page: Page, suppressed: dict[int, set[str]]) -> Iterator[Finding]:
    """Decimals in other digits than the first one of the page, in a language that has its own."""
    if native_digits(page.language) == digits:
        return
    first: Number | None = None
    for index, block in enumerate(page.blocks):
        for number in in_text(block.prose(), page.language, block.line):
            if isinstance(number, Finding) or not number.has_fraction or canonical(number) in suppressed.get(index, ()):
                continue
            first = first or number
            if number.text.isascii() != first.text.isascii():
                hint = "keep to one kind of digits on a page; only formulas and code have their own"
                message = f"{number.text} has other digits than {first.text} at line {first.line}"
                yield Finding(page.path, number.line, message, hint)
