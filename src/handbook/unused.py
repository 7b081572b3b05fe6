"""Rules of the theme's and KaTeX's style sheets that no page of a site can need, left out of the site's own sheet.

A third of such a sheet speaks of parts that are switched off here, of Markdown that nobody wrote, and of the other writing
direction. A browser compares every element with every rule, so this saves time as well as bytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from tinycss2 import parse_rule_list, serialize
from tinycss2.ast import Node

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

GROUPS = ("media", "supports")  # at-rules that hold rules

_PALETTE = re.compile(r"data-md-color-(?:primary|accent)=(?!custom)")  # Material's own colors; ours are in tokens.css

_CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
_PLACE = re.compile(r"nth-child\((\d+)\)")
_TOLD = re.compile(r'\sclass="([^"]*)"')
_TAB = re.compile(r'id="__tabbed_\d+_(\d+)"')
_VARIABLE = re.compile(r"(--[\w-]+)\s*:")
_ASKED = re.compile(r"var\(\s*(--[\w-]+)")
_FAMILY = re.compile(r"font-family:\s*[\"']?([^;\"'}]+)")


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
    """``css`` without the selectors that ``wanted`` denies, and without the rules that have none left."""
    return "".join(_pruned(_rules(css), wanted))


def _pruned(rules: list[Node], wanted: Callable[[str], bool]) -> Iterator[str]:
    for rule in rules:
        if rule.type == "qualified-rule":
            if selectors := [one for one in _parts(rule.prelude, ",") if wanted(one)]:
                yield f"{','.join(selectors)}{{{serialize(rule.content)}}}"
        elif rule.lower_at_keyword not in GROUPS:
            yield rule.serialize()
        elif inner := "".join(_pruned(_rules(rule.content), wanted)):
            yield f"@{rule.at_keyword}{serialize(rule.prelude)}{{{inner}}}"


def without_idle_variables(css: str, others: Iterable[str]) -> str:
    """``css`` without custom properties that nobody asks for, in it or in ``others``."""
    rules = _rules(css)
    declared = [(_named(one), set(_ASKED.findall(one))) for one in _declarations(rules)]
    asked = {name for text in others for name in _ASKED.findall(text)}
    while more := {name for named, asks in declared if named is None or named in asked for name in asks} - asked:
        asked |= more
    return "".join(_declaring(rules, lambda one: (named := _named(one)) is None or named in asked))


def _named(declaration: str) -> str | None:
    """The custom property that is declared."""
    match = _VARIABLE.match(declaration)
    return match and match[1]


def _declarations(rules: list[Node]) -> Iterator[str]:
    """All declarations, and at-rules that hold no rules as they stand."""
    for rule in rules:
        if rule.type == "qualified-rule":
            yield from _parts(rule.content, ";")
        elif rule.lower_at_keyword in GROUPS:
            yield from _declarations(_rules(rule.content))
        else:
            yield rule.serialize()


def _declaring(rules: list[Node], keep: Callable[[str], bool]) -> Iterator[str]:
    for rule in rules:
        if rule.type == "qualified-rule":
            if declared := ";".join(filter(keep, _parts(rule.content, ";"))):
                yield f"{serialize(rule.prelude)}{{{declared}}}"
        elif rule.lower_at_keyword in GROUPS:
            yield f"@{rule.at_keyword}{serialize(rule.prelude)}{{{''.join(_declaring(_rules(rule.content), keep))}}}"
        else:
            yield rule.serialize()


def without_idle_faces(css: str) -> str:
    """``css`` without the faces of families that no rule names."""
    rules = _rules(css)
    text = serialize([rule for rule in rules if not _is_face(rule)])
    return "".join(rule.serialize() for rule in rules if not _is_face(rule) or _FAMILY.search(serialize(rule.content))[1] in text)


def _is_face(rule: Node) -> bool:
    return rule.type == "at-rule" and rule.lower_at_keyword == "font-face"


def _without_negations(selector: str) -> str:
    """What an element must be, without what it mustn't: ``code:not(.focus-visible)`` → ``code``."""
    return re.sub(r":not\((?:[^()]|\([^()]*\))*\)", "", selector)


def _rules(css: str | list[Node]) -> list[Node]:
    rules = parse_rule_list(css, skip_comments=True, skip_whitespace=True)
    if wrong := next((rule for rule in rules if rule.type == "error"), None):
        raise ValueError(f"a style sheet of a package, line {wrong.source_line}: {wrong.message}")
    return rules


def _parts(tokens: list[Node], mark: str) -> list[str]:
    """What stands between the ``mark``s that are in no brackets and no quotes."""
    parts: list[list[Node]] = [[]]
    for token in tokens:
        if token == mark:
            parts.append([])
        else:
            parts[-1].append(token)
    return [text for part in parts if (text := serialize(part).strip())]
