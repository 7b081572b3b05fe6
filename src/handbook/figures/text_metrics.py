"""How wide a text will be, without a browser.

A drawing must know its words' widths to wrap them, and German or Swahili words are not English ones. The widths
are those of Source Sans 3, the site's typeface, in thousandths of the size, rounded up.
"""

from __future__ import annotations

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
_UNKNOWN = 700  # a letter that the typeface lacks comes from another one: leave room
_BOLD = 1.04

SOFT_HYPHEN = "\u00ad"
NO_BREAK_SPACE = "\u00a0"


def width(text: str, size: float, bold: bool = False) -> float:
    """The width of ``text`` set in ``size``."""
    units = sum(
        _WIDTH_OF.get(" " if letter == NO_BREAK_SPACE else letter, _UNKNOWN) for letter in text if letter != SOFT_HYPHEN
    )
    return units / 1000 * size * (_BOLD if bold else 1)


def wrap(text: str, room: float, size: float, bold: bool = False) -> list[str]:
    """Lines no wider than ``room``, as few as can be, then as even as can be.

    They break at spaces, behind hyphens and at soft hyphens. A word that has no place to break stays whole, even
    where it is too wide: the caller reports it.
    """
    lines = _greedy(text, room, size, bold)
    narrow, wide = room / 2, room
    while len(lines) > 1 and wide - narrow > 1:
        middle = (narrow + wide) / 2
        tried = _greedy(text, middle, size, bold)
        if len(tried) == len(lines) and all(width(line, size, bold) <= middle for line in tried):
            lines, wide = tried, middle
        else:
            narrow = middle
    return lines


def _greedy(text: str, room: float, size: float, bold: bool) -> list[str]:
    lines: list[str] = []
    line = ""
    for piece, glue in _pieces(text):
        longer = line + piece
        hyphen = "-" if glue == SOFT_HYPHEN else ""  # which shows if the line ends here
        if line and width(longer + hyphen, size, bold) > room:
            lines.append(_finished(line))
            line = piece
        else:
            line = longer
        line += glue
    lines.append(_finished(line))
    return [line for line in lines if line]


def _pieces(text: str) -> list[tuple[str, str]]:
    """The unbreakable parts, each with what joins it to the next.

    That is a space, nothing (behind a hyphen) or a soft hyphen.
    """
    pieces = []
    for word in text.split(" "):
        parts = word.replace("-", "-\n").replace(SOFT_HYPHEN, SOFT_HYPHEN + "\n").split("\n")
        parts = [part for part in parts if part]
        for number, part in enumerate(parts):
            last = number == len(parts) - 1
            soft = part.endswith(SOFT_HYPHEN)
            pieces.append((part.rstrip(SOFT_HYPHEN), " " if last else SOFT_HYPHEN if soft else ""))
    return pieces


def _finished(line: str) -> str:
    """A line as it is printed: a soft hyphen at its end shows, any other vanishes."""
    line = line.rstrip(" ")
    broken = line.endswith(SOFT_HYPHEN)
    return line.replace(SOFT_HYPHEN, "") + ("-" if broken else "")
