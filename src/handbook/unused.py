"""Rules of the theme's and KaTeX's style sheets that no page of a site can need, left out of the site's own sheet.

A third of such a sheet speaks of parts that are switched off here, of Markdown that nobody wrote, and of the other writing
direction. A browser compares every element with every rule, so this saves time as well as bytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

# Parts of the theme that the configuration has switched off. A class of one that stands in a page all the same keeps its rules.
SWITCHED_OFF = (
    "md-annotation", "md-annotation-list", "md-announce", "md-author", "md-banner", "md-consent", "md-feedback", "md-input", "md-meta", "md-pagination", "md-path", "md-pin",
    "md-post", "md-progress", "md-select", "md-social", "md-source", "md-source-file", "md-status", "md-tabs", "md-tag", "md-tag-icon", "md-tooltip",
    "md-tooltip2", "md-version", "mermaid",
)  # fmt: skip
# What only pages bring, by Markdown or by formulas: needed where a page holds it. Scripts make no element with these classes
# but for the parts of something that is there.
OF_PAGES = (
    "abstract", "admonition", "annotate", "bug", "card", "cards", "critic", "danger", "emojione", "example", "failure", "footnote", "footnote-backref", "footnote-ref", "gemoji", "grid", "key", "keys", "linenos",
    "info", "inline", "linenodiv", "linenums", "note", "question", "quote", "result", "success", "tabbed-alternate", "tabbed-block", "tabbed-button", "tabbed-content", "tabbed-control", "tabbed-label", "tabbed-labels",
    "tabbed-set", "task-list-control", "task-list-indicator", "task-list-item", "task-list", "tip", "twemoji", "warning",
)  # fmt: skip
MADE_WITH = {"tabbed-button": "tabbed-set", "tabbed-control": "tabbed-set"}  # by the theme's script, for what a page holds

# The first is on the body while colors are switched, and so at each start as well, where it styles every element anew twice; it
# only keeps colors from fading over. The second is for tables that can be sorted, by a script that isn't there.
NEVER = ("[data-md-color-switching]", "[role=columnheader]")

_PALETTE = re.compile(r"data-md-color-(?:primary|accent)=(?!custom)")  # Material's own colors; ours are in tokens.css

_CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
_PLACE = re.compile(r"nth-child\((\d+)\)")
_TOLD = re.compile(r'\sclass="([^"]*)"')
_TAB = re.compile(r'id="__tabbed_\d+_(\d+)"')
_VARIABLE = re.compile(r"(--[\w-]+)\s*:")
_ASKED = re.compile(r"var\(\s*(--[\w-]+)")


class Pages:
    """The classes that a site's pages hold, and what follows for style sheets."""

    def __init__(self, contents: Iterable[str], direction: str = "ltr") -> None:
        self.contents = texts = list(contents)
        self.classes = {name for text in texts for names in _TOLD.findall(text) for name in names.split()}
        self.tabs = max((int(number) for text in texts for number in _TAB.findall(text)), default=0)
        self.other_direction = "[dir=rtl]" if direction == "ltr" else "[dir=ltr]"

    def theme(self, selector: str) -> bool:
        """Whether one of Material's selectors can match, and is worth what it costs."""
        if any(one in selector for one in NEVER) or _PALETTE.search(selector):
            return False
        if self.other_direction == "[dir=rtl]" and self.other_direction in selector:
            return False
        if "tabbed-" in selector and any(int(place) > self.tabs for place in _PLACE.findall(selector)):
            return False
        return all(self._may_hold(name) for name in _CLASS.findall(_without_negations(selector)))

    def formulas(self, selector: str) -> bool:
        """Whether one of KaTeX's selectors can match."""
        return all(name in self.classes for name in _CLASS.findall(selector))

    def _may_hold(self, name: str) -> bool:
        if MADE_WITH.get(name, name) in self.classes:
            return True
        block = re.split(r"__|--", name)[0]
        return name not in OF_PAGES and block not in SWITCHED_OFF


def pruned(css: str, wanted: Callable[[str], bool]) -> str:
    """Minified ``css`` without the selectors that ``wanted`` denies, and without the rules that have none left."""
    kept = []
    for head, body in _rules(css):
        if body is None:
            kept.append(f"{head};")
        elif head.startswith(("@media", "@supports")):
            if inner := pruned(body, wanted):
                kept.append(f"{head}{{{inner}}}")
        elif head.startswith("@"):
            kept.append(f"{head}{{{body}}}")
        elif selectors := [one for one in _split(head, ",") if wanted(one)]:
            kept.append(f"{','.join(selectors)}{{{body}}}")
    return "".join(kept)


def without_idle_variables(css: str, others: Iterable[str]) -> str:
    """Minified ``css`` without custom properties that nobody asks for, in it or in ``others``."""
    while True:
        asked = {name for text in (css, *others) for name in _ASKED.findall(text)}
        shorter = _declarations(css, lambda one: not (named := _VARIABLE.match(one)) or named[1] in asked)
        if shorter == css:
            return css
        css = shorter


def without_idle_faces(css: str) -> str:
    """Minified ``css`` without the faces of families that no rule names."""
    rules = list(_rules(css))
    text = "".join(body for head, body in rules if body is not None and head != "@font-face")
    family = re.compile(r"font-family:\s*[\"']?([^;\"'}]+)")
    return "".join(
        f"{head};" if body is None else f"{head}{{{body}}}" for head, body in rules if head != "@font-face" or family.search(body)[1] in text
    )


def _declarations(css: str, keep: Callable[[str], bool]) -> str:
    parts = []
    for head, body in _rules(css):
        if body is None:
            parts.append(f"{head};")
        elif head.startswith(("@media", "@supports")):
            parts.append(f"{head}{{{_declarations(body, keep)}}}")
        elif head.startswith("@"):
            parts.append(f"{head}{{{body}}}")
        elif declared := ";".join(one for one in _split(body, ";") if one and keep(one)):
            parts.append(f"{head}{{{declared}}}")
    return "".join(parts)


def _without_negations(selector: str) -> str:
    """What an element must be, without what it mustn't: ``code:not(.focus-visible)`` → ``code``."""
    return re.sub(r":not\((?:[^()]|\([^()]*\))*\)", "", selector)


def _rules(css: str) -> Iterator[tuple[str, str | None]]:
    """(what stands before the braces, what stands in them); None for a statement that has none, as ``@charset``."""
    depth = start = opened = 0
    for place, sign in _signs(css):
        if sign == "{":
            opened = place if depth == 0 else opened
            depth += 1
        elif sign == "}":
            depth -= 1
            if depth == 0:
                yield css[start:opened].strip(), css[opened + 1 : place]
                start = place + 1
        elif sign == ";" and depth == 0:
            yield css[start:place].strip(), None
            start = place + 1


def _split(text: str, mark: str) -> list[str]:
    """``text`` cut at ``mark`` where it stands neither in brackets nor in quotes."""
    parts, start, depth = [], 0, 0
    for place, sign in _signs(text):
        depth += (sign in "([") - (sign in ")]")
        if sign == mark and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    return [*parts, text[start:]]


def _signs(text: str) -> Iterator[tuple[int, str]]:
    """Each sign with its place, without what stands in quotes, comments and behind a backslash."""
    for match in re.finditer(r"""\\.|/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{}();,\[\]]""", text, re.S):
        if len(match[0]) == 1:
            yield match.start(), match[0]
