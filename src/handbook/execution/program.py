"""A page's program: its fences as the interpreter acts on them, without comments and docstrings.

Languages that are at parity share a program, so it is run once for all of them.
"""

from __future__ import annotations

import ast
import hashlib
import io
import json
import platform
import sys
import tokenize
import traceback
from collections.abc import Iterator
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType
from typing import Any

from handbook.execution import plot_capture
from handbook.markdown import fences as markdown_fences
from handbook.markdown.model import Block, Page
from handbook.project import data_files

MOST_ELEMENTS = 512  # a larger tensor would hold a neighbour for any number
DEEPEST = 3  # lists in lists
THREADS = 1  # a page's tensors are tiny: more threads only cost
PACKAGES = ("torch", "numpy", "matplotlib", "safetensors", "transformers", "bertviz")  # what code on pages may import
# Code that can tell its own comments or docstrings: then they are a part of the program.
TELLS_ITSELF = {"__doc__", "help", "inspect", "getsource", "__file__"}


@dataclass(frozen=True)
class Step:
    """What one fence did when it was run."""

    printed: str = ""
    error: str = ""  # the last line of the traceback of what it raised
    line: int = 0  # where it was raised, counted from the fence's first line of code
    values: tuple[float, ...] = ()  # the numbers in the variables that it set or changed, each once
    drawn: tuple[str, ...] = ()  # the plots, as svg


@dataclass(frozen=True)
class Run:
    """What a program did: a step for each of the page's Python fences, and the files that it left behind."""

    steps: tuple[Step, ...]
    left: tuple[str, ...] = ()

    def fails(self, page: Page) -> bool:
        """Whether a fence raised that should not, or did not raise that should."""
        return any(
            bool(step.error) != ("raises" in fence.classes)
            for fence, step in zip(page.python(), self.steps, strict=True)
            if "no-run" not in fence.classes
        )


# -- which program it is


def program_key(page: Page, root: Path) -> str:
    """The same for two pages whose runs do the same on this machine: code, data files, packages, processor."""
    drawn = plot_capture.of(page)
    fences = [
        None if "no-run" in fence.classes else ["raises" in fence.classes, drawn.get(fence), _acted_on(fence)]
        for fence in page.python()
    ]
    files = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in data_files.files(page, root).items()}
    said = json.dumps([fences, files, _environment()], sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()


def _acted_on(fence: Block) -> list | str:
    tokens = markdown_fences.code_key(fence.text)
    if any(kind == tokenize.NAME and text in TELLS_ITSELF for kind, text in tokens):
        return fence.text
    return list(tokens)


@cache
def _environment() -> dict[str, str | int]:
    """What else decides on what a program does, and on what is recorded of it."""
    versions = {name: _version(name) for name in PACKAGES}
    recorder = b"".join(Path(path).read_bytes() for path in (__file__, plot_capture.__file__))
    return {
        **versions,
        "python": sys.version,
        "processor": _processor(),
        "threads": THREADS,
        "recorder": hashlib.sha256(recorder).hexdigest(),
    }


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _processor() -> str:
    """Its name and what it can do: torch chooses its instructions by that, and the last digits depend on them."""
    told = Path("/proc/cpuinfo")
    if not told.is_file():
        return f"{platform.machine()} {platform.processor()}"
    lines = [
        line
        for line in told.read_text(encoding="utf-8").split("\n")
        if line.startswith(("model name", "flags", "Features"))
    ]
    return " ".join(dict.fromkeys(lines))


# -- running it


def run_program(page: Page, root: Path) -> Run:
    """Run the page's fences from top to bottom in one namespace, in an empty folder beside the files that they need."""
    import torch

    torch.set_num_threads(THREADS)
    if plot_capture.draws(page):
        plot_capture.prepare()
    drawn = plot_capture.of(page)
    namespace = {"__name__": "__main__"}
    changes = _Changes(namespace)
    with TemporaryDirectory(prefix="handbook-") as folder, chdir(folder):
        data_files.copy_files(page, root, Path(folder))
        steps = tuple(
            _step(fence, namespace, changes, drawn.get(fence, ""), plot_capture.draws(page)) for fence in page.python()
        )
        left = sorted(path.name for path in Path(folder).iterdir() if path.name not in data_files.files(page, root))
    torch.set_printoptions(profile="default")  # how a page prints ends with it
    return Run(steps, tuple(left))


def _step(fence: Block, namespace: dict, changes: _Changes, plot: str, draws: bool) -> Step:
    if "no-run" in fence.classes:
        return Step()
    printed, error, line = io.StringIO(), "", 0
    try:
        with redirect_stdout(printed):
            exec(_compiled(fence), namespace)
    except Exception as raised:  # what a page's code raises is the page's fault, whatever it is
        error = "".join(traceback.format_exception_only(raised)).strip()
        line = _line_of(raised, fence)
    figures = plot_capture.drawn(plot) if draws else []
    return Step(printed.getvalue(), error, line, tuple(dict.fromkeys(changes.values())), tuple(figures))


def _compiled(fence: Block) -> CodeType:
    # Empty lines before the code make the lines of a traceback those of the page.
    tree = ast.parse("\n" * (fence.body_line - 1) + fence.text, fence.path)
    return compile(tree, fence.path, "exec")


def _line_of(error: Exception, fence: Block) -> int:
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == fence.path]
    inside = [line for line in lines if line is not None and fence.line <= line <= fence.last_line]
    return (inside[-1] if inside else fence.line) - fence.line


class _Changes:
    """Which variables have been set or changed since they were last looked at."""

    def __init__(self, namespace: dict):
        self.namespace = namespace
        self.seen: dict[str, tuple] = {}

    def values(self) -> Iterator[float]:
        for name, value in list(self.namespace.items()):
            if name.startswith("__"):
                continue
            mark = (id(value), getattr(value, "_version", None))  # tensors count their changes in place
            if self.seen.get(name) != mark or isinstance(value, (list, dict)):
                self.seen[name] = mark
                yield from _values(value)


def _values(value: Any, depth: int = 0) -> Iterator[float]:
    if isinstance(value, bool) or depth > DEEPEST:
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
