"""The grammar inside a block's text: code, maths, links, images, tags and lists of attributes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

# The order matters: code hides maths, maths hides links.
INLINE = re.compile(
    r"""(?xs)
    (?P<escape>\\[\\`*_{}\[\]()#+\-.!$<>|])
  | (?P<ticks>`+)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)
  | (?<!\\)\$(?!\s)(?P<maths>(?:\\.|[^\\$])+?)(?<!\s)\$
  | (?P<bang>!?)\[(?P<label>(?>\\.|`[^`]*`|\$(?!\s)[^$]*(?<!\s)\$|[^\[\]])*)\]
    \((?P<target>[^()\s]*(?:\([^()]*\)[^()\s]*)*)(?:\s+"(?P<title>[^"]*)")?\)
  | <(?P<autolink>[a-z][a-z0-9+.-]*:[^\s<>]*)>
  | (?P<html></?[A-Za-z][^<>]*>)
  | (?P<attributes>\{:?[^{}\n]*\})
    """
)

# What no grammar of ours reads but the renderer might: it must not slip through unseen.
UNREAD = re.compile(r"\]\(|\]\[|^\[[^\]]*\]:|<[A-Za-z/!?]|-+8<-+|^\[TOC\]$", re.MULTILINE)


@dataclass(frozen=True)
class Inline:
    """A part of a block's text.

    Its kind is ``code``, ``maths``, ``link``, ``image``, ``html`` or ``attributes`` (a list in braces).
    """

    kind: str
    text: str  # the code, the TeX, the label, the tag
    line: int
    target: str = ""


def inlines_of(text: str, first: int) -> Iterator[Inline]:
    """The parts of ``text``, whose first line is ``first`` of the file; a link's label is searched too."""
    for match in INLINE.finditer(text):
        line = first + text.count("\n", 0, match.start())
        if match["code"] is not None:
            yield Inline("code", match["code"].strip(), line)
        elif (tex := match["maths"]) is not None:
            yield Inline("maths", tex, line)
        elif match["label"] is not None:
            kind = "image" if match["bang"] else "link"
            yield Inline(kind, match["label"], first + text.count("\n", 0, match.start("target")), match["target"])
            yield from inlines_of(match["label"], line)
        elif match["autolink"] is not None:
            yield Inline("link", match["autolink"], line, match["autolink"])
        elif match["html"] is not None:
            yield Inline("html", match["html"], line)
        elif match["attributes"] is not None:
            yield Inline("attributes", match["attributes"], line)


def blanked(text: str) -> str:
    """``text`` without code, maths, tags and targets: spaces in their place, lines and labels kept."""

    def replace(match: re.Match[str]) -> str:
        if match["escape"] is not None:
            return match[0]
        kept = blanked(match["label"]) if match["label"] is not None else ""
        lost = match[0][len(kept) :] if kept else match[0]
        return kept + "".join("\n" if letter == "\n" else " " for letter in lost)

    return INLINE.sub(replace, text)
