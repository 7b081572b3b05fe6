"""Pages and their blocks, and what one asks of them.

A page is a flat list of blocks that cover its lines without gap or overlap, so that joining their ``raw`` texts gives
the file back.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from handbook.core.diagnostics import Finding
from handbook.markdown.inline import INLINE, Inline, blanked, inlines_of

PYTHON = {"python", "py", "python3", "pycon"}
PROSE = {"heading", "paragraph", "item", "table", "admonition", "tab"}
INVISIBLE = {"blank", "comment", "front_matter"}


@dataclass(frozen=True, eq=False)  # two blocks with the same text are still two
class Block:
    """One block of a page.

    ``raw`` is the exact source. ``text`` is the content alone: without indentation, markers, attributes and
    fences. ``containers`` names what the block lies in, outermost first. ``section`` is the id of the heading above.
    """

    kind: str
    line: int
    raw: str
    text: str = ""
    containers: tuple[str, ...] = ()
    prefix: str = ""
    section: str = ""
    language: str = ""  # fences: python, text …
    classes: tuple[str, ...] = ()
    attributes: dict[str, str] = field(default_factory=dict)
    info: str = ""  # the marker: '##', '-', '!!! note', the fence's opening line
    path: str = ""

    @property
    def last_line(self) -> int:
        return self.line + max(self.raw.count("\n") - (0 if not self.raw.endswith("\n") else 1), 0)

    @property
    def body_line(self) -> int:
        """The line of the file on which a fence's content starts."""
        return self.line + 1

    @property
    def id(self) -> str:
        return self.attributes.get("id", "")

    @property
    def is_python(self) -> bool:
        return self.kind == "fence" and self.language in PYTHON

    @property
    def is_output(self) -> bool:
        return self.kind == "fence" and "output" in self.classes

    def inlines(self) -> tuple[Inline, ...]:
        """The code, maths, links, images and tags in the block's text, in order."""
        return self._inlines

    def prose(self) -> str:
        """The text that a reader reads as language: code, maths, tags and targets blanked, lines kept."""
        return self._prose

    # Each check asks for these again.

    @cached_property
    def _prose(self) -> str:
        return blanked(self.text) if self.kind in PROSE else ""

    @cached_property
    def _inlines(self) -> tuple[Inline, ...]:
        return tuple(inlines_of(self.text, self.line)) if self.kind in PROSE else ()


def table_rows(block: Block) -> list[list[str]]:
    """The cells of a table, row by row, without the line of dashes. A ``|`` in code or behind ``\\`` doesn't split."""
    rows = []
    for number, line in enumerate(block.text.split("\n")):
        if number == 1:
            continue
        hidden = INLINE.sub(lambda match: "\x00" * len(match[0]), line)
        edges = [-1, *(place for place, letter in enumerate(hidden) if letter == "|"), len(line)]
        cells = [line[left + 1 : right].strip() for left, right in pairwise(edges)]
        rows.append(cells[1:-1] if len(cells) > 2 and not cells[0] and not cells[-1] else cells)
    return rows


@dataclass(frozen=True, eq=False)  # as with blocks; and what is known of a page can be kept by it
class Page:
    """A parsed page: its blocks, and what its form alone already shows to be wrong."""

    path: str
    language: str
    name: str
    source: str
    blocks: tuple[Block, ...]
    meta: dict
    findings: tuple[Finding, ...] = ()

    @property
    def title(self) -> str:
        return next((block.text for block in self.blocks if block.kind == "heading" and block.info == "#"), self.name)

    @cached_property
    def visible(self) -> tuple[Block, ...]:
        return tuple(block for block in self.blocks if block.kind not in INVISIBLE)

    @cached_property
    def ids(self) -> dict[str, Block]:
        """Every id of the page with its block."""
        return {block.id: block for block in self.blocks if block.id}

    def fences(self) -> list[Block]:
        return [block for block in self.blocks if block.kind == "fence"]

    def python(self) -> list[Block]:
        return [block for block in self.blocks if block.is_python]

    def output_of(self, fence: Block) -> Block | None:
        """The output fence right behind ``fence``: nothing but blank lines between, in the same containers."""
        following = self.blocks[self.blocks.index(fence) + 1 :]
        after = next((block for block in following if block.kind != "blank"), None)
        return after if after and after.is_output and after.containers == fence.containers else None

    def children(self, container: Block) -> list[Block]:
        """The blocks that lie inside ``container`` (an admonition, a tab or an item)."""
        depth = len(container.containers)
        inside = []
        for block in self.blocks[self.blocks.index(container) + 1 :]:
            if block.kind != "blank" and len(block.containers) <= depth:
                break
            inside.append(block)
        return [block for block in inside if block.kind != "blank"]
