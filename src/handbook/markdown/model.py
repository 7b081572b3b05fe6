"""Pages and their blocks.

A page is a flat list of blocks that cover its lines without gap or overlap, so that joining their ``raw`` texts gives
the file back.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

from handbook.core.diagnostics import Finding
from handbook.markdown.inline import INLINE, Inline, blanked, inlines_of

PYTHON_NAME, CONSOLE = "python", "pycon"
PYTHON = {PYTHON_NAME, CONSOLE, *"py py2 py3 pyi python2 python3 ipython ipython3 sage".split()}  # all but one are told
PROSE = {"heading", "paragraph", "item", "table", "admonition", "tab"}
INVISIBLE = {"blank", "comment", "front_matter"}
PAGES, BLOCKS = 512, 65536  # of which something is remembered: more than a book of several languages has
CHECK = "check"  # the class of a fence that checks a reader's answer


@dataclass(frozen=True, eq=False)  # compared by identity: a page may have two equal blocks
class Block:
    """One block of a page.

    Args:
        kind: ``heading``, ``paragraph``, ``item``, ``table``, ``admonition``, ``tab``, ``fence``, ``maths``, ``html``,
            ``rule``, or one that readers don't see: ``blank``, ``comment``, ``front_matter``.
        line: its first line in the file, from 1.
        raw: its exact source.
        text: its content, without indentation, markers, attributes and fences.
        containers: what the block is in, outermost first: ``admonition:note``, ``tab``, ``item``, ``quote``.
        prefix: what precedes each of its lines in the file: indentation and ``>``.
        section: the id of the heading above it.
        language: of a fence: ``python``, ``text`` …
        classes: of a heading, a fence or an admonition.
        attributes: of a heading or a fence.
        info: the marker: ``##``, ``-``, ``!!!``, the fence's opening line.
        path: the file.
    """

    kind: str
    line: int
    raw: str
    text: str = ""
    containers: tuple[str, ...] = ()
    prefix: str = ""
    section: str = ""
    language: str = ""
    classes: tuple[str, ...] = ()
    attributes: dict[str, str] = field(default_factory=dict)
    info: str = ""
    path: str = ""

    @property
    def last_line(self) -> int:
        """The last line of the block in the file."""
        return self.line + max(self.raw.count("\n") - (0 if not self.raw.endswith("\n") else 1), 0)

    @property
    def body_line(self) -> int:
        """The line of the file on which a fence's content starts."""
        return self.line + 1

    @property
    def id(self) -> str:
        """Its id in html; empty where it has none."""
        return self.attributes.get("id", "")

    @property
    def is_python(self) -> bool:
        """Whether it is a fence of Python code."""
        return self.kind == "fence" and self.language.lower() in PYTHON

    @property
    def is_check(self) -> bool:
        """Whether it is a fence with assertions about a reader's answer: hidden, and no part of the page's program."""
        return self.is_python and CHECK in self.classes

    @property
    def is_output(self) -> bool:
        """Whether it is a fence with what code prints."""
        return self.kind == "fence" and "output" in self.classes

    def inlines(self) -> tuple[Inline, ...]:
        """The inline elements of the block's text, in order."""
        return self._inlines

    def prose(self) -> str:
        """The text with spaces in place of code, maths, tags and targets; line breaks are kept."""
        return self._prose

    # Cached: most checks ask for these.

    @cached_property
    def _prose(self) -> str:
        return blanked(self.text) if self.kind in PROSE else ""

    @cached_property
    def _inlines(self) -> tuple[Inline, ...]:
        return tuple(inlines_of(self.text, self.line)) if self.kind in PROSE else ()


def table_rows(block: Block) -> list[list[str]]:
    """The cells of a table, row by row, without the line of dashes. A ``|`` in code or after ``\\`` is no border."""
    rows = []
    for index, line in enumerate(block.text.split("\n")):
        if index == 1:
            continue
        masked = INLINE.sub(lambda match: "\x00" * len(match[0]), line)
        borders = [-1, *(column for column, letter in enumerate(masked) if letter == "|"), len(line)]
        cells = [line[left + 1 : right].strip() for left, right in pairwise(borders)]
        rows.append(cells[1:-1] if len(cells) > 2 and not cells[0] and not cells[-1] else cells)
    return rows


def table_cells(block: Block) -> list[list[Block]]:
    """The cells of a table as blocks of their own, each with its line."""
    rows = enumerate(table_rows(block))
    # The line of dashes below the first is no row.
    return [
        [replace(block, text=cell, line=block.line + index + (index > 0)) for cell in cells] for index, cells in rows
    ]


@dataclass(frozen=True, eq=False)  # compared by identity, and hashable, so that results can be cached by page
class Page:
    """A parsed page.

    Args:
        path: the file, relative to the checkout.
        language: the folder of ``docs`` it is in.
        name: the file name without ``.md``.
        source: the text of the file.
        blocks: cover ``source`` without gap or overlap.
        meta: the front matter.
        findings: errors in its syntax.
    """

    path: str
    language: str
    name: str
    source: str
    blocks: tuple[Block, ...]
    meta: dict
    findings: tuple[Finding, ...] = ()

    @property
    def title(self) -> str:
        """The text of the first-level heading, or else the page's name."""
        return next((block.text for block in self.blocks if block.kind == "heading" and block.info == "#"), self.name)

    @property
    def front_matter_is_broken(self) -> bool:
        """Whether there is front matter that says nothing, since it couldn't be read."""
        return not self.meta and any(block.kind == "front_matter" and block.text.strip() for block in self.blocks)

    @cached_property
    def visible(self) -> tuple[Block, ...]:
        """The blocks that readers see."""
        return tuple(block for block in self.blocks if block.kind not in INVISIBLE)

    @cached_property
    def ids(self) -> dict[str, Block]:
        """The blocks that have an id, by id."""
        return {block.id: block for block in self.blocks if block.id}

    def fences(self) -> list[Block]:
        """All fences: code, outputs and others."""
        return [block for block in self.blocks if block.kind == "fence"]

    def python(self) -> list[Block]:
        """The fences of the page's program: Python code that readers see."""
        return [block for block in self.blocks if block.is_python and not block.is_check]

    def output_of(self, fence: Block) -> Block | None:
        """The output fence that follows ``fence`` in the same containers, with only blank lines between; else None."""
        following = self.blocks[self.blocks.index(fence) + 1 :]
        after = next((block for block in following if block.kind != "blank"), None)
        return after if after and after.is_output and after.containers == fence.containers else None

    def children(self, container: Block) -> list[Block]:
        """The blocks inside ``container`` (an admonition, a tab or an item), without blank lines."""
        depth = len(container.containers)
        children = []
        for block in self.blocks[self.blocks.index(container) + 1 :]:
            if block.kind != "blank" and len(block.containers) <= depth:
                break
            children.append(block)
        return [block for block in children if block.kind != "blank"]
