"""Runs the code of pages as the site's pages do, in Python with our tensors, and compares it with what they print."""

from __future__ import annotations

import base64
import json
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from handbook.core import npm
from handbook.core.answer_store import AnswerStore, key_of
from handbook.execution.output_compare import same_output, same_words
from handbook.markdown import fences
from handbook.markdown.model import Block, Page
from handbook.markdown.python_code import read
from handbook.project import data_files
from handbook.site import python_library

RUNNER = "frontend/live/run-pages.mjs"
SAME, DIFFERS, ERROR, EXCUSED = "same", "differs", "error", "not live"


@dataclass(frozen=True)
class LiveBlock:
    """What one fence did in the engine."""

    fence: Block
    name: str
    state: str  # SAME, DIFFERS, ERROR, EXCUSED
    expected: str = ""
    actual: str = ""
    message: str = ""
    inside: str = ""  # where an error was raised, also in our own code
    milliseconds: float = 0.0  # of the processor, however busy it is


@dataclass(frozen=True)
class LivePage:
    """What a page's fences did in the engine."""

    page: Page
    blocks: tuple[LiveBlock, ...]
    start: float = 0.0  # milliseconds until Python was ready
    answer: dict = field(default_factory=dict)  # of the engine, with which a translation can be compared too

    def count(self, *states: str) -> int:
        """The number of blocks in one of these states."""
        return sum(block.state in states for block in self.blocks)


class Engine:
    """Node with the engine: each page runs in a realm of its own, its blocks from top to bottom.

    Args:
        root: the checkout, which has the data files and the engine.
        seconds: after which a block is given up, and its page with it.
        store: where answers are kept for later processes; without one, each question is asked.

    Raises:
        DiagnosticError: where node or a package is missing, or the engine can't be made.
    """

    def __init__(self, root: Path, seconds: float = 120, store: AnswerStore | None = None):
        self.root = root
        self.seconds = seconds
        self.store = store or AnswerStore(None)
        self._library = python_library.library(root)
        node = subprocess.run([npm.node(), "--version"], capture_output=True, text=True, check=True).stdout
        self._made_of = key_of(self._library.name, *map(_text, sorted(_sources(root))), node)
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *error: object) -> None:
        if self._process:
            self._process.kill()
            self._process.communicate()

    def run(self, page: Page) -> LivePage:
        """Run a page, and compare it with what stands on it. Raises DiagnosticError where node ends."""
        return compared(page, self._ask(page, {}))

    def answer(self, page: Page, blocks: list[dict[str, str]]) -> dict:
        """What other blocks do in a page, one after the other. Raises DiagnosticError where node ends."""
        return self._ask(page, {"blocks": blocks})

    def parse(self, page: Page) -> list[str]:
        """The errors in a page's blocks as Python of the page sees them. Raises DiagnosticError where node ends."""
        answer = self._ask(page, {"task": "parse"})
        results = [(result["error"] or {}).get("text", "") for result in answer["results"]]
        return [text for text in (*results, answer["stopped"]) if text]

    def knows(self, page: Page, blocks: list[dict[str, str]] | None = None) -> bool:
        """Whether an answer to what ``run`` or, of other blocks, ``answer`` would ask is kept."""
        question = _question(page, self.root) | ({} if blocks is None else {"blocks": blocks})
        return self.store.holds(self._key(question))

    def _ask(self, page: Page, options: dict) -> dict:
        question = _question(page, self.root) | options
        # One that was stopped may have been so because the machine was busy.
        return self.store.answer(
            self._key(question), lambda: self._answer(question), lambda answer: not answer["stopped"]
        )

    def _key(self, question: dict) -> str:
        """Names all that an answer depends on; a page's path is in messages only."""
        return key_of(question | {"page": ""}, self._made_of)

    def _answer(self, question: dict) -> dict:
        process = self._started()
        assert process.stdin and process.stdout, "started with pipes"
        try:
            process.stdin.write(json.dumps(question) + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            raise npm.error(f"node stopped while it ran {question['page']}", "see what it printed above")
        return json.loads(answer)

    def _started(self) -> subprocess.Popen[str]:
        if self._process is None:
            self._process = subprocess.Popen(
                [npm.node(), str(self.root / RUNNER), str(self._library), str(self.seconds)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
            )
        return self._process


def _sources(root: Path) -> list[Path]:
    """The scripts that an answer depends on."""
    live = [root / "frontend/live" / name for name in ("border.js", "output.js", "python-engine.js", "run-pages.mjs")]
    return [*live, *(root / "frontend/tensors").glob("*.js")]


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def program(page: Page) -> tuple:
    """What decides what a page's blocks do: equal for translations that differ in comments only."""
    return tuple((fence.classes, read(fence.text).key) for fence in page.python())


def names(page: Page) -> dict[Block, str]:
    """What each Python fence is called in messages, as readers see it: counted from 1."""
    return {fence: f"block {number}" for number, fence in enumerate(page.python(), 1)}


def is_live(fence: Block) -> bool:
    """Whether a Python fence can run in the page."""
    return not {fences.NO_LIVE, fences.NO_RUN}.intersection(fence.classes)


def _runs(fence: Block) -> bool:
    """Whether the engine runs it: a block that lacks a package, too, as far as it can, for those below it."""
    return fences.NO_RUN not in fence.classes


def _question(page: Page, root: Path) -> dict:
    files = {name: base64.b64encode(path.read_bytes()).decode() for name, path in data_files.files(page, root).items()}
    blocks = [{"name": name, "source": fence.text} for fence, name in names(page).items() if _runs(fence)]
    return {"page": page.path, "files": files, "blocks": blocks}


def compared(page: Page, answer: dict) -> LivePage:
    """What the engine answered, beside what stands on a page: that which was run, or one with an equal program."""
    results = iter(answer["results"])
    blocks = []
    for fence, name in names(page).items():
        if not _runs(fence):
            blocks.append(LiveBlock(fence, name, EXCUSED))
            continue
        block = _block(page, fence, name, next(results, None), answer["stopped"])
        blocks.append(block if is_live(fence) else _excused(block))
    return LivePage(page, tuple(blocks), answer["start"], answer)


def _excused(block: LiveBlock) -> LiveBlock:
    """Of a block with an excuse: that it needs none is an error."""
    if block.state == SAME:
        message = f"runs as printed: leave out .{fences.NO_LIVE}"
        return LiveBlock(block.fence, block.name, ERROR, block.expected, block.actual, message)
    return LiveBlock(block.fence, block.name, EXCUSED)


def _block(page: Page, fence: Block, name: str, result: dict | None, stopped: str) -> LiveBlock:
    output = page.output_of(fence)
    expected = output.text.rstrip() if output else ""
    if result is None:
        return LiveBlock(fence, name, ERROR, expected, "", f"didn't run: {stopped}")
    error = result.get("error")
    actual = result["output"] + (error["text"] + "\n" if error else "")
    actual = "\n".join(line.rstrip() for line in actual.rstrip().split("\n"))
    must_raise = "raises" in fence.classes
    message, inside = "", ""
    if error and not must_raise:
        state, message = ERROR, f"line {error['line']}: {error['text']}"
    else:
        is_same = same_words if output is not None and "measured" in output.classes else same_output
        state = SAME if is_same(expected, actual) else DIFFERS
    if error and state != SAME:
        inside = error["traceback"] + result.get("fault", "")
    return LiveBlock(fence, name, state, expected, actual, message, inside, result.get("milliseconds", 0.0))
