"""Running the code of pages: sybil finds and orders the fences, we compare what they print and audit the numbers."""

from __future__ import annotations

import ast
import io
import re
import sys
import traceback
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, chdir, redirect_stdout
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory

from sybil import Document, Example, Region, Sybil

from . import ROOT, SOURCE_LANGUAGE, blocks, code, needs, numbers, parity, plots
from .blocks import Block, Page
from .files import write_atomically
from .findings import Finding, errors, report
from .pages import Handbook

MOST_ELEMENTS = 512  # a larger tensor would hold a neighbour for any number


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
    """The numbers that a page's code computes, by the section (of the second level) that it stands in, and those it shows."""

    sections: dict[int, list[float]] = field(default_factory=dict)
    shown: set[float] = field(default_factory=set)  # written in code or printed, without their signs

    def backs(self, number: numbers.Number, section: int) -> bool:
        """Whether the number is a rounding of one computed in the section, or shown anywhere with just these digits.

        Among the hundreds of numbers of a whole page, any two digits would be a rounding of one.
        """
        return abs(float(number.value)) in self.shown or any(map(number.is_rounding_of, self.sections.get(section, ())))


@dataclass
class PageRun:
    """One page's code, run from top to bottom in one namespace."""

    page: Page
    namespace: dict
    update: bool = False
    root: Path = ROOT
    ledger: Ledger = field(default_factory=Ledger)
    computed: Computed = field(default_factory=Computed)
    replacements: dict[int, str] = field(default_factory=dict)
    _seen: dict[str, int] = field(default_factory=dict)
    _folder: TemporaryDirectory | None = None

    def __post_init__(self) -> None:
        self.ledger.found = len(self.page.python())
        self._sections = [*accumulate(block.kind == "heading" and block.info in ("#", "##") for block in self.page.blocks)]
        self.draws = plots.draws(self.page)
        if self.draws:
            plots.prepare()

    def run(self, fence: Block) -> list[Finding]:
        """Run one fence and compare what it prints with the output behind it."""
        if "no-run" in fence.classes:
            self.ledger.excused += 1
            return []
        must_raise = "raises" in fence.classes
        printed = io.StringIO()
        trouble = None
        try:
            with redirect_stdout(printed), self._beside_its_files():
                exec(self._compiled(fence), self.namespace)
        except Exception as error:  # what a page's code raises is the page's fault, whatever it is
            trouble = error
        text = printed.getvalue()
        if trouble is not None:
            last = "".join(traceback.format_exception_only(trouble)).strip()
            if not must_raise:
                return [Finding(fence.path, _line_of(trouble, fence), f"the code raises {last}", "mend it, or mark the fence {.python .raises} if that is its point")]
            text += last + "\n"
            self.ledger.raised += 1
        elif must_raise:
            return [Finding(fence.path, fence.line, "the code should raise and doesn't", "remove .raises, or mend the example")]
        else:
            self.ledger.ran += 1
        self._collect(fence, text)
        found = self._compare(fence, text)
        if self.draws:
            found += plots.compare(self.page, fence, plots.drawn(plots.of(self.page).get(fence, "")), self.root, self.update)
        return found

    def _beside_its_files(self) -> ExitStack:
        """The code of a page that needs files runs in a folder that holds them."""
        stack = ExitStack()
        if needs.files(self.page, self.root):
            if self._folder is None:
                self._folder = TemporaryDirectory(prefix="handbook-")
                needs.place(self.page, self.root, Path(self._folder.name))
            stack.enter_context(chdir(self._folder.name))
        return stack

    def audit(self) -> list[Finding]:
        """Each decimal in prose, tables and maths is a rounding of something that its section computes, or shown, or excused."""
        excused, found = numbers.excuses(self.page)
        for index, block in enumerate(self.page.blocks):
            known = excused.get(index, set())
            used = set()
            for number in numbers.of_block(block, self.page.language):
                if isinstance(number, Finding):
                    continue  # numbers.check tells
                plain = numbers.plain(number)
                if plain in known or plain.lstrip("-+") in known:
                    used |= {plain, plain.lstrip("-+")} & known
                elif number.has_fraction:
                    self.ledger.numbers += 1
                    if not self.computed.backs(number, self._sections[index]):
                        found.append(Finding(self.page.path, number.line, f"nothing in this section computes {number.text}, and no code or output shows it", "compute it, correct it, or excuse it: <!-- uncomputed: … | reason -->"))
        return found

    def updated(self) -> str:
        """The page's source with today's outputs."""
        parts = [self.replacements.get(index, block.raw) for index, block in enumerate(self.page.blocks)]
        return "".join(parts)

    def _compiled(self, fence: Block):
        # Empty lines before the code make the lines of a traceback those of the page.
        tree = ast.parse("\n" * (fence.body_line - 1) + fence.text, fence.path)
        return compile(tree, str(ROOT / fence.path), "exec")

    def _compare(self, fence: Block, text: str) -> list[Finding]:
        output = self.page.output_of(fence)
        text = "\n".join(line.rstrip() for line in text.rstrip().split("\n"))
        if output is None:
            if not text:
                return []
            if self.update:
                self._replace(fence, fence.raw.rstrip("\n") + "\n\n" + _fenced(text, fence.prefix) + "\n")
                return []
            return [Finding(fence.path, fence.line, f"the code prints, but no output stands behind it:\n{text}", "write ```{.text .output} right behind it, or run pytest --update-outputs")]
        self.ledger.outputs += 1
        same = same_words(output.text, text) if "measured" in output.classes else same_output(output.text, text)
        if same:
            return []
        if self.update:
            self._replace(output, _fenced(text, output.prefix, output.info) + "\n")
            return []
        return [Finding(output.path, output.line, f"the output differs\n  on the page:\n{_indent(output.text)}\n  printed:\n{_indent(text)}", "mend the code, or run pytest --update-outputs and read the change")]

    def _replace(self, block: Block, raw: str) -> None:
        self.replacements[self.page.blocks.index(block)] = raw

    def _collect(self, fence: Block, text: str) -> None:
        """Remember every number that this fence printed, wrote as a literal or left in a variable."""
        shown = numbers.printed(text)
        for node in ast.walk(ast.parse(fence.text)):
            if isinstance(node, ast.Constant) and type(node.value) in (int, float):
                shown += (float(node.value), -float(node.value))
        self.computed.shown.update(map(abs, shown))
        computed = self.computed.sections.setdefault(self._sections[self.page.blocks.index(fence)], [])
        computed += shown
        for name, value in list(self.namespace.items()):
            if name.startswith("__"):
                continue
            mark = (id(value), getattr(value, "_version", None))  # tensors count their changes in place
            if self._seen.get(name) != mark or isinstance(value, (list, dict)):
                self._seen[name] = mark
                computed += _values(value)


def _values(value, depth: int = 0) -> Iterator[float]:
    if isinstance(value, bool) or depth > 3:
        return
    if isinstance(value, (int, float)):
        yield float(value)
    elif isinstance(value, (list, tuple)) and len(value) <= MOST_ELEMENTS:
        for element in value:
            yield from _values(element, depth + 1)
    elif isinstance(value, dict) and len(value) <= MOST_ELEMENTS:
        yield from _values(list(value.values()), depth + 1)
    elif type(value).__module__.split(".")[0] in ("torch", "numpy") and hasattr(value, "tolist"):
        count = value.numel() if hasattr(value, "numel") else getattr(value, "size", 0)
        if count <= MOST_ELEMENTS and not getattr(value, "is_meta", False):
            detached = value.detach() if hasattr(value, "detach") else value
            flat = detached.reshape(-1).tolist()
            yield from (float(element) for element in flat if isinstance(element, (int, float)))


def same_output(expected: str, printed: str) -> bool:
    """Equal text, with each number of ``printed`` rounded to the digits that ``expected`` shows."""
    if expected.strip() == printed.strip():
        return True
    if _words(expected) != _words(printed):
        return False
    pairs = zip(numbers.PRINTED.findall(expected), numbers.PRINTED.findall(printed), strict=True)
    return all(_same_number(left, right) for left, right in pairs)


def same_words(expected: str, printed: str) -> bool:
    """Equal text when the numbers are left out: for what depends on the machine."""
    return _words(expected) == _words(printed)


def _words(text: str) -> str:
    # Width and sign belong to the number: a column is padded to it.
    return re.sub(r"\s+", " ", numbers.PRINTED.sub(" # ", text)).strip()


def _same_number(expected: str, printed: str) -> bool:
    mantissa, _, exponent = expected.lower().partition("e")
    places = len(mantissa.partition(".")[2]) - int(exponent or 0)
    if "." not in mantissa and not exponent:  # a count: 3 heads are not 3.2 heads
        return printed.lstrip("+-").isdigit() and int(expected) == int(printed)
    return abs(float(expected) - float(printed)) <= 0.5 * 10.0**-places * (1 + 1e-9)


def _fenced(text: str, prefix: str, info: str = "```{.text .output}") -> str:
    marker = re.match(r"`+|~+", info)[0]
    return "\n".join((prefix + line).rstrip() for line in (info, *text.split("\n"), marker))


def _indent(text: str) -> str:
    return "\n".join("    " + line for line in text.split("\n"))


def _line_of(error: Exception, fence: Block) -> int:
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename.endswith(fence.path)]
    inside = [line for line in lines if fence.line <= line <= fence.last_line]
    return inside[-1] if inside else fence.line


# -- sybil


class Pages:
    """The pages of one pytest run: parses each document, guards it by parity, keeps the ledgers."""

    def __init__(self, root: Path = ROOT, update: bool = False):
        self.root = root
        self.update = update
        self.runs: dict[tuple[str, str], PageRun] = {}
        self._gathered: dict[tuple[str, str], Ledger] = {}
        self.handbook = Handbook(root)  # for the English pages, which each translation asks for

    def sybil(self) -> Sybil:
        return Sybil(parsers=[self.parse], patterns=["*/*.md"], path=str(self.root / "docs"))

    def parse(self, document: Document) -> Iterable[Region]:
        """sybil's parser: a region for each Python fence, and one at the end for ledger and audit.

        A page whose form or parity is broken gets a single region that fails: none of its code is run.
        """
        path = Path(document.path)
        page = blocks.parse(document.text, path.relative_to(self.root).as_posix(), path.parent.name, path.stem)
        broken = errors([*page.findings, *code.check(page), *needs.check(page, self.root), *self._parity(page)])
        if broken:
            yield Region(0, 0, parsed=broken, evaluator=_fail)
            return
        sys.modules.setdefault("torch", sys.modules.get("torch") or _torch())
        run = PageRun(page, document.namespace, self.update, self.root)
        self.runs[page.language, page.name] = run
        starts = _offsets(document.text)
        for fence in page.python():
            start = starts[fence.line - 1]
            yield Region(start, start + len(fence.raw), parsed=(run, fence), evaluator=_run)
        yield Region(len(document.text), len(document.text), parsed=(self, run), evaluator=_close)

    def _parity(self, page: Page) -> list[Finding]:
        if page.language == SOURCE_LANGUAGE:
            return []
        source = self.handbook.page(SOURCE_LANGUAGE, page.name)
        if source is None:
            return [Finding(page.path, 1, "there is no English page of this name", "translations have the file names of docs/en")]
        return [*parity.compare(source, page)]

    def close(self, run: PageRun) -> list[Finding]:
        """The page's last item: the ledger adds up and equals the English one, and the numbers are computed."""
        sys.modules["torch"].set_printoptions(profile="default")  # how a page prints ends with it
        if self.update:
            write_atomically(self.root / run.page.path, run.updated())
            return []
        found = run.audit()
        if not run.ledger.adds_up:
            found.append(Finding(run.page.path, 1, f"{run.ledger.found} fences, but {run.ledger.ran} ran, {run.ledger.raised} raised, {run.ledger.excused} were excused", "see the failures above"))
        source = self.handbook.page(SOURCE_LANGUAGE, run.page.name)
        if source is not None and len(source.python()) != run.ledger.found:
            found.append(Finding(run.page.path, 1, f"{run.ledger.found} fences, but {len(source.python())} in {source.path}", "translate the missing blocks"))
        return found

    @property
    def ledgers(self) -> dict[tuple[str, str], Ledger]:
        """By language and page."""
        return self._gathered | {place: run.ledger for place, run in self.runs.items()}

    def gather(self, ledgers: dict[tuple[str, str], dict[str, int]]) -> None:
        """Take over what another process has run: of a page that several have read, the ledger of the one that ran it."""
        for place, counts in ledgers.items():
            ledger = Ledger(**counts)
            if place not in self._gathered or ledger.ran > self._gathered[place].ran:
                self._gathered[place] = ledger

    def table(self) -> list[str]:
        """The ledger as lines of text, a page and language each, and their sum."""
        head = ("page", "language", "fences", "ran", "raised", "excused", "outputs", "numbers")
        rows = [
            (name, language, *(str(getattr(ledger, key)) for key in ("found", "ran", "raised", "excused", "outputs", "numbers")))
            for (language, name), ledger in sorted(self.ledgers.items(), key=lambda entry: (entry[0][1], entry[0][0]))
        ]
        if rows:
            rows.append(("all", str(len({row[1] for row in rows})), *(str(sum(int(row[place]) for row in rows)) for place in range(2, 8))))
        widths = [max(len(row[place]) for row in [head, *rows]) for place in range(8)]
        return [
            "  ".join(cell.ljust(width) if place < 2 else cell.rjust(width) for place, (cell, width) in enumerate(zip(row, widths)))
            for row in [head, *rows]
        ]


def _torch():
    import torch

    # A page's tensors are tiny: more threads only cost.
    torch.set_num_threads(1)
    return torch


def _offsets(text: str) -> list[int]:
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return starts


def _told(found: list[Finding]) -> str | None:
    return report(found) if found else None


def _run(example: Example) -> str | None:
    run, fence = example.parsed
    return _told(run.run(fence))


def _close(example: Example) -> str | None:
    pages, run = example.parsed
    return _told(pages.close(run))


def _fail(example: Example) -> str | None:
    return "not executed:\n" + report(example.parsed)
