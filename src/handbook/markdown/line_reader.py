"""The state of the parser: its position in the lines, the open containers, and the blocks that were read so far."""

from __future__ import annotations

from dataclasses import dataclass

from handbook.core.diagnostics import Finding
from handbook.markdown.inline import UNSUPPORTED
from handbook.markdown.model import PROSE, Block
from handbook.markdown.source_lines import Line


@dataclass
class Container:
    """An open container, and by how many spaces its content is indented."""

    name: str
    indent: int


class LineReader:
    """The state of the parser. Lines are counted from 0, except in findings and blocks.

    Args:
        lines: of the page, or of a quote in it.
        path: the file, for findings.
        first_line: the line of the file on which ``lines`` start, from 1.
        outer_prefix: what precedes each line in the file.
        outer: the containers of ``lines``, outermost first.
        section: the id of the heading above.

    ``next_line`` is the index of the first line that was not read yet.
    """

    def __init__(
        self,
        lines: list[Line],
        path: str,
        first_line: int = 1,
        outer_prefix: str = "",
        outer: tuple[str, ...] = (),
        section: str = "",
    ):
        self.lines = lines
        self.path = path
        self.first_line = first_line
        self.outer_prefix = outer_prefix
        self.outer = outer
        self.section = section
        self.blocks: list[Block] = []
        self.findings: list[Finding] = []
        self.meta: dict = {}
        self.stack: list[Container] = []
        self.next_line = 0

    def content(self, index: int) -> str:
        """The text of a line, without the markers of its containers."""
        return self.lines[index].text

    def raw(self, start: int, end: int) -> str:
        """The source of lines ``start`` to ``end``, without ``end``."""
        return "".join(line.raw for line in self.lines[start:end])

    def report(self, index: int, message: str, hint: str = "") -> None:
        """Add a finding at a line."""
        self.findings.append(Finding(self.path, self.first_line + index, message, hint))

    @property
    def containers(self) -> tuple[str, ...]:
        """The names of all open containers, outermost first."""
        return self.outer + tuple(container.name for container in self.stack)

    @property
    def base(self) -> int:
        """The indentation, in spaces, of the innermost open container's content."""
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
        """Add the block of lines ``start`` to ``end`` (without ``end``), and go on at ``end``; the rest as in Block."""
        block = Block(
            kind,
            self.first_line + start,
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
        self.next_line = end
        if block.kind in PROSE and (unsupported := UNSUPPORTED.search(block.prose())):
            line = block.prose().count("\n", 0, unsupported.start())
            hint = "write [label](target) on one line, without brackets in the label; put signs in `code`"
            if unsupported[0].startswith(")"):
                hint = "write [label](target): the words in square brackets, the target in round ones"
            if " (" in unsupported[0]:
                hint = "write [label](target), without a space between the brackets"
            self.report(start + line, f"`{unsupported[0]}`: a link or a tag in a form that is not read here", hint)
        return block
