"""The form of a PO file, line by line: Babel's reader takes what is broken for something else, or leaves it out."""

from __future__ import annotations

import re
from collections.abc import Iterator

_STRING = r'"(?:[^"\\]|\\["\\abfnrtv])*"'
_KEYWORD = re.compile(rf"(msgctxt|msgid|msgstr)\s+({_STRING})")
_CONTINUED = re.compile(_STRING)
_FOLLOWS = {"msgctxt": ("", "msgstr"), "msgid": ("", "msgstr", "msgctxt"), "msgstr": ("msgid",)}
EXPORT_HINT = "export the catalog anew, or take the file as your tool saved it"


def faults(text: str) -> Iterator[tuple[int, str, str]]:
    """Line, message and hint of what is wrong, up to the first line that isn't one of a PO file."""
    before = ""  # the keyword above
    goes_on = False  # whether a string may go on in the next line
    current: dict[str, str] = {}
    seen: dict[tuple[str, str], int] = {}
    line = start = 0
    for line, raw in enumerate(text.split("\n"), 1):
        content = raw.strip()
        if not content or content.startswith("#"):
            goes_on = False
            continue
        if match := _KEYWORD.fullmatch(content):
            keyword = match[1]
            if before not in _FOLLOWS[keyword]:
                what = f"behind {before}" if before else "at the beginning"
                yield line, f"{keyword} {what}", f"each message has msgctxt, msgid and msgstr: {EXPORT_HINT}"
                return
            if keyword == "msgid":
                start = line
            if before == "msgstr":
                current = {}
            current[keyword], before, goes_on = match[2][1:-1], keyword, True
        elif goes_on and _CONTINUED.fullmatch(content):
            current[before] += content[1:-1]
        else:
            yield line, f"this is no line of a PO file: {content[:40]}", _hint(content)
            return
        if before == "msgstr" and not current.get("counted"):
            current["counted"] = "yes"
            key = current.get("msgctxt", ""), current["msgid"]
            if key[0] and not key[1]:
                yield start, "a message without its English", EXPORT_HINT
            if key in seen:
                yield start, f"the message of line {seen[key]} stands here again", "keep one of the two"
            seen.setdefault(key, start)
    if before not in ("", "msgstr"):
        yield line, f"the file ends behind {before}", f"it was cut: {EXPORT_HINT}"
    if not seen:
        yield 1, "there is no message in this file", EXPORT_HINT


def _hint(content: str) -> str:
    if content.startswith(("<<<<<<<", "=======", ">>>>>>>")):
        return "two versions met in a merge: take one of them whole"
    if content.startswith(("msgid_plural", "msgstr[")):
        return "these catalogs have no plural forms: write one msgstr"
    if content.startswith('"') or content.startswith("msg"):
        return 'close the string with ", and write \\" for a quotation mark and \\\\ for a backslash in it'
    return EXPORT_HINT
