"""The width of text, without a browser, to wrap translated strings in drawings.

The widths are those of Source Sans 3, the site's typeface, in thousandths of the font size, rounded up.
"""

from __future__ import annotations

from functools import lru_cache

_WIDTHS = {
    200: " ",
    250: "',.:;ij|‘’·іїј",
    260: "l",
    270: "IІЇ",
    290: "!",
    300: "f",
    310: "()[]{}",
    320: "-",
    340: "t°",
    350: "/\\r",
    360: "ᵀ",
    420: "*sšгѓѕ",
    430: '"?zž„“”',
    450: "xх",
    460: "cčćзстэє",
    470: "vyуў",
    480: "JY–Ј",
    490: "Lγ",
    500: "0123456789#$+<=>F^_ek~−×ЃГекьѐёќ",
    510: "agäав",
    520: "VXЎУХчя",
    530: "EЀЁЕθ",
    540: "STZŽŠЅТдл",
    550: "A`hnouöüÄАЗбоћσ",
    560: "bdpqпрцђџα",
    570: "PRđРийнѝβ",
    580: "CKßČĆЄЌБКСЬЭ",
    590: "BВЯ",
    600: "Чъ",
    610: "&",
    620: "DG↑↓",
    630: "Л",
    640: "ĐДм",
    650: "NUÜЏПЦ",
    660: "HЍИЙН",
    670: "OQÖО",
    680: "ы",
    690: "Ђж",
    700: "Ћ",
    720: "wЪ",
    730: "MМ",
    740: "Ффюљ",
    750: "ш",
    760: "њ",
    770: "щ",
    790: "W",
    800: "—Ы",
    830: "%mЖ",
    850: "@",
    880: "ШЩ",
    900: "Љ",
    910: "Ю",
    930: "Њ",
    950: "…",
}
_WIDTH_OF = {letter: width for width, letters in _WIDTHS.items() for letter in letters}
SOFT_HYPHEN = "\u00ad"
_WIDTH_OF |= {"\u00a0": _WIDTH_OF[" "], SOFT_HYPHEN: 0}  # a no-break space, and what shows at the end of a line only
_UNKNOWN = 700  # of a letter from a fallback typeface; generous, since its width isn't known
_BOLD = 1.04  # how much wider semibold text is


def width(text: str, size: float, bold: bool = False) -> float:
    """The width of ``text`` at a font size, in the unit of ``size``."""
    return _units(text) / 1000 * size * (_BOLD if bold else 1)


@lru_cache(maxsize=16384)  # lines are tried again and again until they are even
def _units(text: str) -> int:
    return sum([_WIDTH_OF.get(letter, _UNKNOWN) for letter in text])


def wrap(text: str, max_width: float, size: float, bold: bool = False) -> list[str]:
    """Break ``text`` into as few lines as fit ``max_width``, and make them as even as possible.

    Lines break at spaces, after hyphens and at soft hyphens. A longer word stays whole; the caller reports it.
    """
    return list(_wrapped(text, max_width, size, bold))


@lru_cache(maxsize=4096)  # a box asks for its height first, and then for its lines
def _wrapped(text: str, max_width: float, size: float, bold: bool) -> tuple[str, ...]:
    lines = _greedy(text, max_width, size, bold)
    narrow, wide = max_width / 2, max_width
    while len(lines) > 1 and wide - narrow > 1:
        middle = (narrow + wide) / 2
        candidate = _greedy(text, middle, size, bold)
        if len(candidate) == len(lines) and all(width(line, size, bold) <= middle for line in candidate):
            lines, wide = candidate, middle
        else:
            narrow = middle
    return tuple(lines)


def _greedy(text: str, max_width: float, size: float, bold: bool) -> list[str]:
    lines: list[str] = []
    line = ""
    for part, glue in _unbreakable_parts(text):
        longer = line + part
        hyphen = "-" if glue == SOFT_HYPHEN else ""  # which shows if the line ends here
        if line and width(longer + hyphen, size, bold) > max_width:
            lines.append(_finish_line(line))
            line = part
        else:
            line = longer
        line += glue
    lines.append(_finish_line(line))
    return [line for line in lines if line]


def _unbreakable_parts(text: str) -> list[tuple[str, str]]:
    """The unbreakable parts of ``text``, each with what joins it to the next: a space, a soft hyphen, or nothing."""
    result = []
    for word in text.split(" "):
        parts = word.replace("-", "-\n").replace(SOFT_HYPHEN, SOFT_HYPHEN + "\n").split("\n")
        parts = [part for part in parts if part]
        for index, part in enumerate(parts):
            is_last = index == len(parts) - 1
            is_soft_hyphen = part.endswith(SOFT_HYPHEN)
            result.append((part.rstrip(SOFT_HYPHEN), " " if is_last else SOFT_HYPHEN if is_soft_hyphen else ""))
    return result


def _finish_line(line: str) -> str:
    """A line as it is displayed: with a hyphen for a soft hyphen at its end, and without the others."""
    line = line.rstrip(" ")
    broken = line.endswith(SOFT_HYPHEN)
    return line.replace(SOFT_HYPHEN, "") + ("-" if broken else "")
