"""Compares a page with what its program does: outputs, plots, and the decimals in its prose."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
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
    """Counts of a page's Python fences, and of what was compared."""

    fences: int = 0  # the sum of the next three, unless a fence failed
    ran: int = 0
    raised: int = 0  # as they should
    excused: int = 0  # not run
    outputs: int = 0  # compared with the page
    numbers: int = 0  # audited in prose

    @property
    def adds_up(self) -> bool:
        """Whether each fence was run, raised what it should, or is excused."""
        return self.fences == self.ran + self.raised + self.excused


@dataclass
class ComputedNumbers:
    """The numbers that a page's code computes and displays."""

    sections: dict[int, list[float]] = field(default_factory=dict)  # computed, by the index of the section (##)
    displayed: set[float] = field(default_factory=set)  # literals, and numbers in outputs

    def supports(self, number: number_formats.Number, section: int) -> bool:
        """Whether a number in prose is right.

        It is a rounding of one computed in its section, or is displayed anywhere on the page with the same digits.
        Among the hundreds of numbers that a whole page computes, any two digits would be a rounding of one.
        """
        computed = self.sections.get(section, ())
        return float(number.value) in self.displayed or any(map(number.is_rounding_of, computed))


@dataclass
class PageRun:
    """Compares one page, fence by fence, with the run of its program.

    Args:
        page: in any language.
        root: the checkout.
        update: collect today's outputs instead of reporting differences; see ``updated_source``.
        run: runs a page's program; a cache may give the run of another language's page.
    """

    page: Page
    root: Path = ROOT
    update: bool = False
    run: Callable[[Page, Path], Run] = run_program
    ledger: Ledger = field(default_factory=Ledger)
    computed: ComputedNumbers = field(default_factory=ComputedNumbers)
    replacements: dict[int, str] = field(default_factory=dict)  # index of a block → its new source

    def __post_init__(self) -> None:
        self.ledger.fences = len(self.page.python())
        starts_section = (block.kind == "heading" and block.info in ("#", "##") for block in self.page.blocks)
        self._sections = [*accumulate(starts_section)]  # the section of each block

    @cached_property
    def result(self) -> Run:
        """The run of the page's program, which is run when the first fence is checked."""
        return self.run(self.page, self.root)

    def check(self, fence: Block) -> list[Finding]:
        """Findings about one fence: what it raises, prints and draws. The fences are checked in their order."""
        if "no-run" in fence.classes:
            self.ledger.excused += 1
            return []
        step = self.result.steps[self.page.python().index(fence)]
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
        findings = self._compare(fence, text)
        if plot_capture.may_draw(self.page):
            findings += plot_capture.compare(self.page, fence, list(step.plots), self.root, self.update)
        return findings

    def finish(self) -> list[Finding]:
        """Findings about the page as a whole: numbers that nothing computes, its ledger, files that its code leaves."""
        findings = self.audit_numbers()
        ledger = self.ledger
        if not ledger.adds_up:
            findings.append(
                Finding(
                    self.page.path,
                    1,
                    f"{ledger.fences} fences, but {ledger.ran} ran, {ledger.raised} raised, "
                    f"{ledger.excused} were excused",
                    "see the failures above",
                )
            )
        if self.page.python() and self.result.leftover_files:
            message = f"the code leaves files behind: {', '.join(self.result.leftover_files)}"
            findings.append(Finding(self.page.path, 1, message, "remove them in the code, or don't write them"))
        return findings

    def audit_numbers(self) -> list[Finding]:
        """Decimals in prose, tables and maths that the code neither computes nor displays, and that aren't excused."""
        suppressions, findings = number_formats.suppressions(self.page)
        for index, block in enumerate(self.page.blocks):
            suppressed = suppressions.get(index, set())
            for number in number_formats.of_block(block, self.page.language):
                if isinstance(number, Finding):
                    continue  # number_formats.check reports it
                text = number_formats.canonical(number)
                if text in suppressed or text.lstrip("-+") in suppressed or not number.has_fraction:
                    continue
                self.ledger.numbers += 1
                if not self.computed.supports(number, self._sections[index]):
                    findings.append(
                        Finding(
                            self.page.path,
                            number.line,
                            f"nothing in this section computes {number.text}, and no code or output shows it",
                            "compute it, correct it, or excuse it: <!-- uncomputed: … | reason -->",
                        )
                    )
        return findings

    def updated_source(self) -> str:
        """The page's Markdown with today's outputs, once all fences are checked with ``update``."""
        return "".join(self.replacements.get(index, block.raw) for index, block in enumerate(self.page.blocks))

    def replaced(self) -> list[tuple[Block, str]]:
        """The outputs that ``updated_source`` replaces, in page order, with what stands in their place."""
        blocks = ((self.page.blocks[index], raw) for index, raw in sorted(self.replacements.items()))
        return [(block, raw) for block, raw in blocks if block.is_output]

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
        is_same = same_words if "measured" in output.classes else same_output
        if is_same(output.text, text):
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
        """Remember every number that this fence printed, has as a literal or left in a variable."""
        displayed = [*number_formats.printed(text), *_literals(ast.parse(fence.text))]
        self.computed.displayed.update(displayed)
        section = self._sections[self.page.blocks.index(fence)]
        self.computed.sections.setdefault(section, []).extend((*displayed, *step.values))


def _literals(tree: ast.AST) -> Iterator[float]:
    """The numbers in code, each with its sign."""
    if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.USub) and isinstance(tree.operand, ast.Constant):
        yield from (-value for value in _literals(tree.operand))
    elif isinstance(tree, ast.Constant):
        if isinstance(tree.value, (int, float)) and not isinstance(tree.value, bool):
            yield float(tree.value)
    else:
        for child in ast.iter_child_nodes(tree):
            yield from _literals(child)


def _fenced(text: str, prefix: str, info: str = "```{.text .output}") -> str:
    marker = info[: len(info) - len(info.lstrip(info[0]))]
    return "\n".join((prefix + line).rstrip() for line in (info, *text.split("\n"), marker))


def _indent(text: str) -> str:
    return "\n".join("    " + line for line in text.split("\n"))
