"""Blocks that hold no other blocks: headings, fences, comments, formulas, tables and html.

Each function reads one that begins on line ``number`` with ``text``, and adds it to what its reader has.
"""

from __future__ import annotations

import re

from markdown.extensions.attr_list import get_attrs_and_remainder
from pymdownx.superfences import RE_NESTED_FENCE_START, RE_OPTIONS

from handbook.markdown.html_block import Depth
from handbook.markdown.line_reader import LineReader
from handbook.markdown.model import table_rows

ATTRIBUTES = re.compile(r"[ ]+\{:?[ ]*([^}\n ][^\n]*)[ ]*\}[ ]*$")
FENCE_LIKE = re.compile(r"`{3,}|~{3,}")

# The renderer's own idea of an option that it knows; any other turns a fence into inline code.
FENCE_OPTIONS = {"title", "hl_lines", "linenums", "title_mode"}


def heading(reader: LineReader, number: int, match: re.Match[str]) -> None:
    text, attributes, classes = _attributes(match[2].rstrip().rstrip("#").rstrip())
    reader.section = attributes.get("id", reader.section)
    reader.add("heading", number, number + 1, text, info=match[1], attributes=attributes, classes=classes)


def _attributes(text: str) -> tuple[str, dict[str, str], tuple[str, ...]]:
    match = ATTRIBUTES.search(text)
    if not match:
        return text, {}, ()
    pairs, remainder = get_attrs_and_remainder(match[1])
    if remainder.strip():
        return text, {}, ()
    attributes = {name: value for name, value in pairs if name != "."}
    classes = tuple(value for name, value in pairs if name == ".")
    return text[: match.start()], attributes, classes


def fence(reader: LineReader, number: int, text: str, indent: int) -> None:
    match = RE_NESTED_FENCE_START.match(text)
    language, classes, attributes, trouble = _fence_info(match)
    marker = text[: len(text) - len(text.lstrip(text[0]))]
    end = _fence_end(reader, number, marker, indent)
    if match is None or trouble:
        reader.find(
            number,
            "this is not a code block for the renderer: "
            f"{trouble or 'its first line has a form that it does not know'}",
            'write ```python, ```python title="…" or ```{.python .raises}',
        )
    if end is None:
        reader.find(
            number,
            "a fence that is never closed",
            f"close it with {marker} on a line of its own, indented by {indent} spaces",
        )
        end = len(reader.lines)
        last = end
    else:
        last = end
        end += 1
    width = indent
    body = []
    for place in range(number + 1, last):
        line = reader.content(place)
        body.append(line[width:] if line[:width].strip() == "" else line.lstrip(" "))
    reader.add(
        "fence",
        number,
        end,
        "\n".join(body),
        language=language,
        classes=classes,
        attributes=attributes,
        info=text.strip(),
    )


def _fence_info(match: re.Match[str] | None) -> tuple[str, tuple[str, ...], dict[str, str], str]:
    if match is None:
        return "", (), {}, ""
    language = match["lang"] or ""
    if match["unrecognized"]:
        return language, (), {}, f"`{match['unrecognized'].strip()}` is not an attribute"
    if match["attrs"] is not None:
        pairs, remainder = get_attrs_and_remainder(match["attrs"])
        classes = [value for name, value in pairs if name == "."]
        attributes = {name: value for name, value in pairs if name != "."}
        if not language and classes:
            language = classes.pop(0)
        return language, tuple(classes), attributes, "a brace too many" if remainder.strip(" }") else ""
    attributes = {}
    for option in RE_OPTIONS.finditer(match["options"] or ""):
        if option["key"] not in FENCE_OPTIONS or option["value"] is None:
            return language, (), {}, f"`{option[0]}` must stand in braces"
        attributes[option["key"]] = option["value"]
    return language, (), attributes, ""


def _fence_end(reader: LineReader, number: int, marker: str, indent: int) -> int | None:
    """The line that closes the fence. As in the renderer, a line indented less than the fence ends the search."""
    for place in range(number + 1, len(reader.lines)):
        line = reader.content(place)
        if not line.strip():
            continue
        if line[:indent].strip():
            return None
        if line[indent:].rstrip() == marker:
            return place
    return None


def comment(reader: LineReader, number: int) -> None:
    for end in range(number, len(reader.lines)):
        line = reader.content(end)
        if "-->" in line:
            break
    else:
        reader.find(number, "a comment that is never closed", "close it with -->")
        end = len(reader.lines) - 1
    if reader.content(end).partition("-->")[2].strip():
        reader.find(end, "text behind a comment on the same line", "let the comment stand on lines of its own")
    body = "\n".join(reader.content(place) for place in range(number, end + 1))
    for place in range(number, end + 1):
        if place > number and FENCE_LIKE.match(reader.content(place).strip()):
            reader.find(
                place,
                "a fence inside a comment",
                "the renderer turns it into code: remove it or take it out of the comment",
            )
    said = body.strip().removeprefix("<!--").removesuffix("-->")
    if said.startswith((">", "->", "[")) or "<" in said or "--" in said:
        reader.find(
            number,
            "a comment that browsers may end or read earlier than it looks",
            "write plain words in it, without `<`, `--` and brackets at its start",
        )
    reader.add("comment", number, end + 1, said.strip())


def maths(reader: LineReader, number: int, text: str) -> bool:
    """Whether it is a formula: without an end it is a paragraph."""
    rest = text[2:].rstrip()
    end: int | None = number
    if not (rest.endswith("$$") and rest.strip("$")):
        for end in range(number + 1, len(reader.lines)):
            if not reader.content(end).strip():
                end = None
                break
            if reader.content(end).rstrip().endswith("$$"):
                break
        else:
            end = None
    if end is None:
        reader.find(number, "a formula that is never closed", "close it with $$ before the next empty line")
        return False
    body = "\n".join(reader.content(place).strip() for place in range(number, end + 1))
    reader.add("maths", number, end + 1, body.removeprefix("$$").removesuffix("$$").strip())
    return True


def table(reader: LineReader, number: int) -> None:
    end = number
    while end < len(reader.lines) and reader.content(end).lstrip(" ").startswith("|"):
        end += 1
    lines = [reader.content(place).strip() for place in range(number, end)]
    if len(lines) < 2 or not re.fullmatch(r"\|(?:\s*:?-+:?\s*\|)+", lines[1]):
        reader.find(number, "a table without its second line", "write | --- | --- | under the head")
    block = reader.add("table", number, end, "\n".join(lines))
    widths = [len(row) for row in table_rows(block)]
    if len(lines) > 1 and lines[1].count("|") - 1 != widths[0]:
        reader.find(
            number + 1,
            f"a line of dashes for {lines[1].count('|') - 1} columns under a head of {widths[0]}: "
            "the renderer sees no table",
            "write one | --- | for each cell of the head",
        )
    for place, width in enumerate(widths):
        if width != widths[0]:
            reader.find(
                number + place + (place > 0),
                f"a row of {width} cells in a table of {widths[0]} columns",
                "write \\| for a bar inside a cell",
            )


def html(reader: LineReader, number: int) -> None:
    depth = Depth()
    end = number
    for end in range(number, len(reader.lines)):
        depth.feed(reader.content(end) + "\n")
        if (depth.seen and depth.markdown) or (depth.seen and not depth.open):
            break
    else:
        reader.find(number, f"html that is never closed: <{depth.open[0] if depth.open else ''}>", "close it")
    body = "\n".join(reader.content(place).strip() for place in range(number, end + 1))
    reader.add("html", number, end + 1, body)
