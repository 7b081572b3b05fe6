"""A page against what its program does: outputs, plots, and the decimals in its prose."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from pathlib import Path

from handbook import ROOT
from handbook.core.diagnostics import Finding
from handbook.execution import plot_capture
from handbook.execution.output_compare import same_output, same_words
from handbook.execution.program import Run, Step, run_program
from handbook.markdown.model import Block, Page
from handbook.project import number_formats


@dataclass
class Ledger:
    """What became of a page's Python fences. ``found`` must be the sum of the next three."""

    found: int = 0
    ran: int = 0
    raised: int = 0
    excused: int = 0
    outputs: int = 0
    numbers: int = 0

    @property
    def adds_up(self) -> bool:
        return self.found == self.ran + self.raised + self.excused


@dataclass
class Computed:
    """The numbers that a page's code computes, and those it shows.

    The former go by the section (of the second level) that the code stands in.
    """

    sections: dict[int, list[float]] = field(default_factory=dict)
    shown: set[float] = field(default_factory=set)  # written in code or printed, without their signs

    def backs(self, number: number_formats.Number, section: int) -> bool:
        """Whether the number is a rounding of one computed in the section, or shown anywhere with just these digits.

        Among the hundreds of numbers of a whole page, any two digits would be a rounding of one.
        """
        return abs(float(number.value)) in self.shown or any(map(number.is_rounding_of, self.sections.get(section, ())))


@dataclass
class PageRun:
    """One page, fence by fence, beside the run of its program. ``run`` gives that run: by default it is made anew."""

    page: Page
    root: Path = ROOT
    update: bool = False
    run: Callable[[Page, Path], Run] = run_program
    ledger: Ledger = field(default_factory=Ledger)
    computed: Computed = field(default_factory=Computed)
    replacements: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.ledger.found = len(self.page.python())
        self._sections = [
            *accumulate(block.kind == "heading" and block.info in ("#", "##") for block in self.page.blocks)
        ]

    @cached_property
    def done(self) -> Run:
        """What the page's program did: asked for at the first fence."""
        return self.run(self.page, self.root)

    def check(self, fence: Block) -> list[Finding]:
        """What is wrong with one fence: what it raised, printed, drew."""
        if "no-run" in fence.classes:
            self.ledger.excused += 1
            return []
        step = self.done.steps[self.page.python().index(fence)]
        must_raise = "raises" in fence.classes
        text = step.printed
        if step.error and not must_raise:
            return [
                Finding(
                    fence.path,
                    fence.line + step.line,
                    f"the code raises {step.error}",
                    "mend it, or mark the fence {.python .raises} if that is its point",
                )
            ]
        if must_raise and not step.error:
            return [
                Finding(
                    fence.path, fence.line, "the code should raise and doesn't", "remove .raises, or mend the example"
                )
            ]
        if step.error:
            text += step.error + "\n"
            self.ledger.raised += 1
        else:
            self.ledger.ran += 1
        self._collect(fence, step, text)
        found = self._compare(fence, text)
        if plot_capture.draws(self.page):
            found += plot_capture.compare(self.page, fence, list(step.drawn), self.root, self.update)
        return found

    def close(self) -> list[Finding]:
        """What is wrong with the page as a whole.

        Its count of fences, files left behind, numbers that nothing computes.
        """
        found = self.audit()
        if not self.ledger.adds_up:
            found.append(
                Finding(
                    self.page.path,
                    1,
                    f"{self.ledger.found} fences, but {self.ledger.ran} ran, {self.ledger.raised} raised, "
                    f"{self.ledger.excused} were excused",
                    "see the failures above",
                )
            )
        if self.page.python() and self.done.left:
            found.append(
                Finding(
                    self.page.path,
                    1,
                    f"the code leaves files behind: {', '.join(self.done.left)}",
                    "remove them in the code, or don't write them",
                )
            )
        return found

    def audit(self) -> list[Finding]:
        """Each decimal in prose, tables and maths is a rounding of something that its section computes.

        Or it is shown, or excused.
        """
        excused, found = number_formats.suppressions(self.page)
        for index, block in enumerate(self.page.blocks):
            known = excused.get(index, set())
            used = set()
            for number in number_formats.of_block(block, self.page.language):
                if isinstance(number, Finding):
                    continue  # numbers.check tells
                plain = number_formats.canonical(number)
                if plain in known or plain.lstrip("-+") in known:
                    used |= {plain, plain.lstrip("-+")} & known
                elif number.has_fraction:
                    self.ledger.numbers += 1
                    if not self.computed.backs(number, self._sections[index]):
                        found.append(
                            Finding(
                                self.page.path,
                                number.line,
                                f"nothing in this section computes {number.text}, and no code or output shows it",
                                "compute it, correct it, or excuse it: <!-- uncomputed: … | reason -->",
                            )
                        )
        return found

    def updated(self) -> str:
        """The page's source with today's outputs."""
        parts = [self.replacements.get(index, block.raw) for index, block in enumerate(self.page.blocks)]
        return "".join(parts)

    def _compare(self, fence: Block, text: str) -> list[Finding]:
        output = self.page.output_of(fence)
        text = "\n".join(line.rstrip() for line in text.rstrip().split("\n"))
        if output is None:
            if not text:
                return []
            if self.update:
                self._replace(fence, fence.raw.rstrip("\n") + "\n\n" + _fenced(text, fence.prefix) + "\n")
                return []
            return [
                Finding(
                    fence.path,
                    fence.line,
                    f"the code prints, but no output stands behind it:\n{text}",
                    "write ```{.text .output} right behind it, or run pytest --update-outputs",
                )
            ]
        self.ledger.outputs += 1
        same = same_words(output.text, text) if "measured" in output.classes else same_output(output.text, text)
        if same:
            return []
        if self.update:
            self._replace(output, _fenced(text, output.prefix, output.info) + "\n")
            return []
        return [
            Finding(
                output.path,
                output.line,
                f"the output differs\n  on the page:\n{_indent(output.text)}\n  printed:\n{_indent(text)}",
                "mend the code, or run pytest --update-outputs and read the change",
            )
        ]

    def _replace(self, block: Block, raw: str) -> None:
        self.replacements[self.page.blocks.index(block)] = raw

    def _collect(self, fence: Block, step: Step, text: str) -> None:
        """Remember every number that this fence printed, wrote as a literal or left in a variable."""
        shown = number_formats.printed(text)
        for node in ast.walk(ast.parse(fence.text)):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, (int, float))
                and not isinstance(node.value, bool)
            ):
                shown += (float(node.value), -float(node.value))
        self.computed.shown.update(map(abs, shown))
        self.computed.sections.setdefault(self._sections[self.page.blocks.index(fence)], []).extend(
            (*shown, *step.values)
        )


def _fenced(text: str, prefix: str, info: str = "```{.text .output}") -> str:
    marker = info[: len(info) - len(info.lstrip(info[0]))]
    return "\n".join((prefix + line).rstrip() for line in (info, *text.split("\n"), marker))


def _indent(text: str) -> str:
    return "\n".join("    " + line for line in text.split("\n"))
