"""Inline syntax: code, maths, links, images, tags and attribute lists in a block's text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

# The order matters: there is no maths inside code, and no link inside maths. Most letters begin none of it, so that is
# asked first: it takes a seventh of the time.
INLINE = re.compile(
    r"""(?xs)
    (?=[\\`$!\[<{])(?:
    (?P<escape>\\[\\`*_{}\[\]()#+\-.!$<>|])
  | (?P<ticks>`+)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)
  | (?<!\\)\$(?!\s)(?P<maths>(?:\\.|[^\\$])+?)(?<!\s)\$
  | (?P<bang>!?)\[(?P<label>(?>\\.|`[^`]*`|\$(?!\s)[^$]*(?<!\s)\$|[^\[\]])*)\]
    \((?P<target>[^()\s]*(?:\([^()]*\)[^()\s]*)*)(?:\s+"(?P<title>[^"]*)")?\)
  | <(?P<autolink>[a-z][a-z0-9+.-]*:[^\s<>]*)>
  | (?P<html></?[A-Za-z][^<>]*>)
  | (?P<attributes>\{:?[^{}\n]*\})
    )"""
)

# Syntax that the renderer may know and INLINE doesn't; it is reported, so that no check overlooks it.
UNSUPPORTED = re.compile(
    r"\] +\((?=#|https?:|[\w/.-]+\.md[#)])|\)\[[\w/.-]*(?:\.md|#)[^\]]*\]"  # a space between, brackets exchanged
    r"|\]\(|\]\[|^\[[^\]]*\]:|<[A-Za-z/!?]|-+8<-+|^\[TOC\]$",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Inline:
    """An inline element of a block's text.

    Args:
        kind: ``code``, ``maths``, ``link``, ``image``, ``html`` or ``attributes`` (a list in braces).
        text: the code, the TeX, the label, the tag or the list.
        line: the line of the file; of a link or an image, that of its target.
        target: of a link or an image.
    """

    kind: str
    text: str
    line: int
    target: str = ""


def inlines_of(text: str, first_line: int) -> Iterator[Inline]:
    """The inline elements of ``text``, also those in labels of links.

    ``first_line`` is the line of the file on which ``text`` starts.
    """
    for match in INLINE.finditer(text):
        line = first_line + text.count("\n", 0, match.start())
        if match["code"] is not None:
            yield Inline("code", match["code"].strip(), line)
        elif (tex := match["maths"]) is not None:
            yield Inline("maths", tex, line)
        elif match["label"] is not None:
            kind = "image" if match["bang"] else "link"
            yield Inline(kind, match["label"], first_line + text.count("\n", 0, match.start("target")), match["target"])
            yield from inlines_of(match["label"], line)
        elif match["autolink"] is not None:
            yield Inline("link", match["autolink"], line, match["autolink"])
        elif match["html"] is not None:
            yield Inline("html", match["html"], line)
        elif match["attributes"] is not None:
            yield Inline("attributes", match["attributes"], line)


def blanked(text: str) -> str:
    """``text`` with spaces in place of code, maths, tags and targets; line breaks and labels are kept."""

    def replace(match: re.Match[str]) -> str:
        if match["escape"] is not None:
            return match[0]
        label = blanked(match["label"]) if match["label"] is not None else ""
        rest = match[0][len(label) :] if label else match[0]
        return label + "".join("\n" if letter == "\n" else " " for letter in rest)

    return INLINE.sub(replace, text)
