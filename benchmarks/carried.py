"""A page in the form in which pytest-examples compares outputs: in comments behind each `print`.

The page's fault is carried over.
"""

from __future__ import annotations

import re
from collections import defaultdict
from difflib import SequenceMatcher

from handbook.markdown.model import Block, Page

TOKEN = re.compile(r"[^\s\[\](),]+")


def commented(sound: Page, written: str, spoiled: str) -> str:
    """``written``, which is the sound page with comments put in, with what ``spoiled`` changes in that page.

    A comment goes where the line before it goes. An output that is changed is changed in the comments of its code;
    where it is lost or another one, they are lost.
    """
    old, new = sound.source.split("\n"), spoiled.split("\n")
    kept: dict[int, int] = {}
    for kind, start, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal" or (kind == "replace" and end - start == last - first):
            kept |= zip(range(start, end), range(first, last))
    comments = _put_in(old, written.split("\n"))
    for fence in sound.python():
        if output := sound.output_of(fence):
            _claim(comments, fence, output, old, new, kept)
    follow = {kept[place]: (place, lines) for place, lines in comments.items() if place in kept}
    text = []
    for place, line in enumerate(new):
        text.append(line)
        before, lines = follow.get(place, (place, []))
        text += [_indent(line) + comment.removeprefix(_indent(old[before])) for comment in lines]
    return "\n".join(text)


def _put_in(old: list[str], written: list[str]) -> dict[int, list[str]]:
    """What stands behind each line of ``old`` in ``written`` and not in ``old``."""
    comments: dict[int, list[str]] = defaultdict(list)
    place = 0
    for line in written:
        if place < len(old) and line == old[place]:
            place += 1
        else:
            comments[place - 1].append(line)
    if place < len(old):
        raise SystemExit(f"more than comments was changed in a page: {old[place]}")
    return comments


def _claim(
    comments: dict[int, list[str]], fence: Block, output: Block, old: list[str], new: list[str], kept: dict[int, int]
) -> None:
    """Change the comments of ``fence`` as its output is changed."""
    places = [place for place in comments if fence.line <= place < fence.last_line]
    body = range(output.body_line - 1, output.last_line - 1)
    pairs = [(TOKEN.findall(old[place]), TOKEN.findall(new[kept[place]])) if place in kept else None for place in body]
    for pair in pairs:
        if pair is None or len(pair[0]) != len(pair[1]):
            lost = True
        else:
            lost = not all(_replace(comments, places, *tokens) for tokens in zip(*pair) if tokens[0] != tokens[1])
        if lost:
            for place in places:
                del comments[place]
            return


def _replace(comments: dict[int, list[str]], places: list[int], token: str, other: str) -> bool:
    """Replace one ``token`` of these comments; False where there is none."""
    for place in places:
        for number, line in enumerate(comments[place]):
            changed = re.sub(rf"(?<![^\s\[\](),]){re.escape(token)}(?![^\s\[\](),])", lambda _: other, line, count=1)
            if changed != line:
                comments[place][number] = changed
                return True
    return False


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]
