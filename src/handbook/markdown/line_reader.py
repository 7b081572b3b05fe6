"""A place in the lines of a page, the containers that are open there, and the blocks that were read up to it."""

from __future__ import annotations

from dataclasses import dataclass

from handbook.core.diagnostics import Finding
from handbook.markdown.inline import UNREAD
from handbook.markdown.model import PROSE, Block
from handbook.markdown.source_lines import Line


@dataclass
class Container:
    name: str
    indent: int


class LineReader:
    """``at`` is the next line, counted from 0; ``first`` is the line of the file on which the lines start."""

    def __init__(
        self,
        lines: list[Line],
        path: str,
        first: int = 1,
        prefix: str = "",
        outer: tuple[str, ...] = (),
        section: str = "",
    ):
        self.lines = lines
        self.path = path
        self.first = first
        self.outer_prefix = prefix
        self.outer = outer
        self.section = section
        self.blocks: list[Block] = []
        self.findings: list[Finding] = []
        self.meta: dict = {}
        self.stack: list[Container] = []
        self.at = 0

    def content(self, number: int) -> str:
        return self.lines[number].text

    def raw(self, start: int, end: int) -> str:
        return "".join(line.raw for line in self.lines[start:end])

    def find(self, number: int, message: str, hint: str = "") -> None:
        self.findings.append(Finding(self.path, self.first + number, message, hint))

    @property
    def containers(self) -> tuple[str, ...]:
        return self.outer + tuple(container.name for container in self.stack)

    @property
    def base(self) -> int:
        return self.stack[-1].indent if self.stack else 0

    def add(
        self,
        kind: str,
        start: int,
        end: int,
        text: str = "",
        *,
        info: str = "",
        language: str = "",
        classes: tuple[str, ...] = (),
        attributes: dict[str, str] | None = None,
    ) -> Block:
        block = Block(
            kind,
            self.first + start,
            self.raw(start, end),
            text,
            containers=self.containers,
            prefix=self.outer_prefix + " " * self.base,
            section=self.section,
            language=language,
            classes=classes,
            attributes=attributes or {},
            info=info,
            path=self.path,
        )
        self.blocks.append(block)
        self.at = end
        if block.kind in PROSE and (unread := UNREAD.search(block.prose())):
            line = block.prose().count("\n", 0, unread.start())
            self.find(
                start + line,
                f"`{unread[0]}`: a link or a tag in a form that is not read here",
                "write [label](target) on one line, without brackets in the label; put signs in `code`",
            )
        return block
