"""Texts with gaps in place of what is equal in all languages: ``{code1}``, ``{formula1}``, ``{link1}`` …

The gaps are named fields as in Python's ``str.format``, so that tools for PO files know and check them
(``python-brace-format``); braces that are text are doubled.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

from handbook.markdown.inline import INLINE
from handbook.translation.translation_units import CODE_WORDS

NameOf = Callable[[str, str], str | None]  # of a gap, from the word for its kind and its content
Match = re.Match[str]
LINE_BREAKS = {CODE_WORDS, "table"}  # kinds of units of several lines, each a text of its own
STRINGS = {"string", "definition"}  # kinds of units that aren't Markdown
_GAP = re.compile(r"\{\{|\}\}|\{(\w*)\}|[{}]")
_FIELD = re.compile(r"\{[^{}]*\}")  # of an f-string in code


class Gaps:
    """The gaps of one English unit.

    Args:
        kind: of the unit.
        text: what it says, as Markdown.
    """

    def __init__(self, kind: str, text: str):
        self.kind = kind
        self.contents: dict[str, str] = {}  # by name
        self._names: dict[str, str] = {}  # of contents
        self._counts: Counter[str] = Counter()
        self.text = self._with_gaps(text, self._name)
        self._used = Counter(_names(self.text))

    def of_translation(self, text: str) -> str:
        """A translation with the gaps of its English; what only the translation holds stays as it is."""
        return self._with_gaps(text, lambda _, content: self._names.get(content))

    def fill(self, text: str) -> str:
        """A text in another language with the contents in its gaps.

        Raises:
            ValueError: a gap is missing, of another name or not closed; the message says which.
        """
        used = Counter(_names(text))
        if unknown := sorted(used.keys() - self.contents.keys()):
            known = ", ".join(f"{{{name}}}" for name in self.contents) or "none"
            raise ValueError(f"{{{unknown[0]}}} is no gap of the English: its gaps are {known}")
        for name, count in self._used.items():
            if not used[name] or (used[name] != count and self.kind not in STRINGS):
                found = f"stands {used[name]} times in it" if used[name] else "is missing"
                raise ValueError(f"{{{name}}} {found}; in the English it stands {_times(count)}")

        def content(match: Match) -> str:
            return match[0][0] if match[1] is None else self.contents[match[1]]

        return _GAP.sub(content, text)

    def _name(self, word: str, content: str) -> str:
        if content not in self._names:
            self._counts[word] += 1
            name = f"{word}{self._counts[word]}"
            self._names[content], self.contents[name] = name, content
        return self._names[content]

    def _with_gaps(self, text: str, name_of: NameOf) -> str:
        def gap(word: str, content: str) -> str:
            name = name_of(word, content)
            return _doubled(content) if name is None else f"{{{name}}}"

        if self.kind in STRINGS:  # their fields have names already
            self.contents.update((match[0][1:-1], match[0]) for match in _FIELD.finditer(text))
            return text
        if self.kind == CODE_WORDS:
            return _replaced(_FIELD, text, lambda match: gap("field", match[0]))
        return _replaced(INLINE, text, lambda match: _inline(match, gap, lambda label: self._with_gaps(label, name_of)))


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _inline(match: Match, gap: Callable[[str, str], str], inner: Callable[[str], str]) -> str:
    if match["escape"] is not None:
        return _doubled(match[0])
    if match["label"] is not None:
        start = match.end("label") - match.start()
        label, target = match[0][len(match["bang"]) + 1 : start], match[0][start + 1 :]
        return f"{match['bang']}[{inner(label)}]{gap('image' if match['bang'] else 'link', target)}"
    words = {"code": "code", "maths": "formula", "autolink": "address", "html": "tag", "attributes": "attributes"}
    return gap(next(word for group, word in words.items() if match[group] is not None), match[0])


def _replaced(pattern: re.Pattern[str], text: str, replacement: Callable[[Match], str]) -> str:
    """``text`` with each match replaced, and braces doubled between them."""
    parts, end = [], 0
    for match in pattern.finditer(text):
        parts += [_doubled(text[end : match.start()]), replacement(match)]
        end = match.end()
    return "".join([*parts, _doubled(text[end:])])


def _doubled(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _names(text: str) -> Iterator[str]:
    """The names of the gaps in ``text``. Raises ValueError at a brace that belongs to none."""
    for match in _GAP.finditer(text):
        if len(match[0]) == 1:
            raise ValueError(
                f"a single {match[0]}: a gap is written like {{code1}}, without spaces, and a sign {match[0]} twice"
            )
        if match[1] is not None:
            yield match[1]
