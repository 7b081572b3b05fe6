"""Leaf blocks, which hold no other blocks: headings, fences, comments, formulas, tables and html.

Each function reads the block that begins on line ``start`` (from 0) with ``text``, and adds it to the reader's blocks.
"""

from __future__ import annotations

import re

from markdown.extensions.attr_list import get_attrs_and_remainder
from pymdownx.superfences import RE_NESTED_FENCE_START, RE_OPTIONS

from handbook.markdown.html_block import ElementTracker
from handbook.markdown.line_reader import LineReader
from handbook.markdown.model import table_rows

ATTRIBUTES = re.compile(r"[ ]+\{:?[ ]*([^}\n ][^\n]*)[ ]*\}[ ]*$")
FENCE_LIKE = re.compile(r"`{3,}|~{3,}")

# The options of a fence that the renderer knows; with any other it takes the fence for inline code.
FENCE_OPTIONS = {"title", "hl_lines", "linenums", "title_mode"}


def heading(reader: LineReader, start: int, match: re.Match[str]) -> None:
    """Read a heading; ``match`` is that of its first line."""
    text, attributes, classes = _attributes(match[2].rstrip().rstrip("#").rstrip())
    reader.section = attributes.get("id", reader.section)
    reader.add("heading", start, start + 1, text, info=match[1], attributes=attributes, classes=classes)


def _attributes(text: str) -> tuple[str, dict[str, str], tuple[str, ...]]:
    """The text of a heading without its attribute list, its attributes, and its classes."""
    match = ATTRIBUTES.search(text)
    if not match:
        return text, {}, ()
    pairs, remainder = get_attrs_and_remainder(match[1])
    if remainder.strip():
        return text, {}, ()
    attributes = {name: value for name, value in pairs if name != "."}
    classes = tuple(value for name, value in pairs if name == ".")
    return text[: match.start()], attributes, classes


def fence(reader: LineReader, start: int, text: str, indent: int) -> None:
    """Read a fence that is indented by ``indent`` spaces."""
    match = RE_NESTED_FENCE_START.match(text)
    language, classes, attributes, problem = _fence_info(match)
    marker = _marker(text)
    body_end = _closing_line(reader, start, marker, indent)
    if match is None or problem:
        reader.report(
            start,
            "this is not a code block for the renderer: "
            f"{problem or 'its first line has a form that it does not know'}",
            'write ```python, ```python title="…" or ```{.python .raises}',
        )
    end = len(reader.lines) if body_end is None else body_end + 1
    opening = _opening_line(reader, start + 1, end, marker)
    if body_end is None or opening is not None:
        where = f"before line {reader.first_line + opening}, which opens another" if opening is not None else ""
        reader.report(
            start,
            "a fence that is never closed",
            f"close it with {marker} on a line of its own, indented by {indent} spaces{where and ', '}{where}",
        )
    if body_end is None:
        body_end = end
    body = []
    for index in range(start + 1, body_end):
        line = reader.content(index)
        body.append(line[indent:] if line[:indent].strip() == "" else line.lstrip(" "))
    reader.add(
        "fence",
        start,
        end,
        "\n".join(body),
        language=language,
        classes=classes,
        attributes=attributes,
        info=text.strip(),
    )


def _fence_info(match: re.Match[str] | None) -> tuple[str, tuple[str, ...], dict[str, str], str]:
    """Language, classes and attributes of a fence, and what is wrong with its first line, if anything is."""
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


def _closing_line(reader: LineReader, start: int, marker: str, indent: int) -> int | None:
    """The line that closes the fence. As in the renderer, a line indented less than the fence ends the search."""
    for index in range(start + 1, len(reader.lines)):
        line = reader.content(index)
        if not line.strip():
            continue
        if line[:indent].strip():
            return None
        if line[indent:].rstrip() == marker:
            return index
    return None


def _opening_line(reader: LineReader, start: int, end: int, marker: str) -> int | None:
    """The first line that opens another fence of at least the length of ``marker``.

    The renderer takes it for text and has the fence end with the other one: what stands between is shown as code. A
    fence whose text is to hold fences has a longer marker than these.
    """
    for index in range(start, end):
        text = reader.content(index).strip()
        if FENCE_LIKE.match(text) and len(_marker(text)) >= len(marker):
            match = RE_NESTED_FENCE_START.match(text)
            if match and (match["lang"] or match["attrs"]):
                return index
    return None


def _marker(text: str) -> str:
    return text[: len(text) - len(text.lstrip(text[0]))]


def comment(reader: LineReader, start: int) -> None:
    """Read a comment."""
    for end in range(start, len(reader.lines)):
        line = reader.content(end)
        if "-->" in line:
            break
    else:
        reader.report(start, "a comment that is never closed", "close it with -->")
        end = len(reader.lines) - 1
    if reader.content(end).partition("-->")[2].strip():
        reader.report(end, "text behind a comment on the same line", "let the comment stand on lines of its own")
    body = "\n".join(reader.content(index) for index in range(start, end + 1))
    for index in range(start + 1, end + 1):
        if FENCE_LIKE.match(reader.content(index).strip()):
            reader.report(
                index,
                "a fence inside a comment",
                "the renderer turns it into code: remove it or take it out of the comment",
            )
    text = body.strip().removeprefix("<!--").removesuffix("-->")
    if text.startswith((">", "->", "[")) or "<" in text or "--" in text:
        reader.report(
            start,
            "a comment that browsers may end or read earlier than it looks",
            "write plain words in it, without `<`, `--` and brackets at its start",
        )
    reader.add("comment", start, end + 1, text.strip())


def maths(reader: LineReader, start: int, text: str) -> bool:
    """Read a formula; returns False, and reads nothing, where it has no end."""
    end = _formula_end(reader, start, text)
    if end is None:
        reader.report(start, "a formula that is never closed", "close it with $$ before the next empty line")
        return False
    body = "\n".join(reader.content(index).strip() for index in range(start, end + 1))
    reader.add("maths", start, end + 1, body.removeprefix("$$").removesuffix("$$").strip())
    return True


def _formula_end(reader: LineReader, start: int, text: str) -> int | None:
    """The last line of a formula; None where it isn't closed before an empty line or the end of the page."""
    after_marker = text[2:].rstrip()
    if after_marker.endswith("$$") and after_marker.strip("$"):
        return start
    for index in range(start + 1, len(reader.lines)):
        line = reader.content(index).strip()
        if not line:
            return None
        if line.endswith("$$"):
            return index
    return None


def table(reader: LineReader, start: int) -> None:
    """Read a table."""
    end = start
    while end < len(reader.lines) and reader.content(end).lstrip(" ").startswith("|"):
        end += 1
    lines = [reader.content(index).strip() for index in range(start, end)]
    if len(lines) < 2 or not re.fullmatch(r"\|(?:\s*:?-+:?\s*\|)+", lines[1]):
        reader.report(start, "a table without its second line", "write | --- | --- | under the head")
    block = reader.add("table", start, end, "\n".join(lines))
    widths = [len(row) for row in table_rows(block)]
    if len(lines) > 1 and lines[1].count("|") - 1 != widths[0]:
        reader.report(
            start + 1,
            f"a line of dashes for {lines[1].count('|') - 1} columns under a head of {widths[0]}: "
            "the renderer sees no table",
            "write one | --- | for each cell of the head",
        )
    for row, width in enumerate(widths):
        if width != widths[0]:
            reader.report(
                start + row + (row > 0),  # the line of dashes is not among the rows
                f"a row of {width} cells in a table of {widths[0]} columns",
                "write \\| for a bar inside a cell" if width > widths[0] else "put a bar around each cell: | a | b |",
            )


def html(reader: LineReader, start: int) -> None:
    """Read a block of html."""
    tracker = ElementTracker()
    end = start
    pending = ""
    for end in range(start, len(reader.lines)):
        pending += reader.content(end) + "\n"
        if ">" in pending:  # until then no tag ends, and the tracker would look at all lines of one again
            tracker.feed(pending)
            pending = ""
        if tracker.seen and (tracker.markdown or not tracker.open):
            break
    else:
        reader.report(start, f"html that is never closed: <{tracker.open[0] if tracker.open else ''}>", "close it")
    body = "\n".join(reader.content(index).strip() for index in range(start, end + 1))
    reader.add("html", start, end + 1, body)
