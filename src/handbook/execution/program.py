"""A page's program: the code of its fences, without comments and docstrings, and what it does when it is run.

A page and its translations have the same program, which is run once for all of them.
"""

from __future__ import annotations

import ast
import hashlib
import io
import platform
import sys
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

from handbook.core.answer_store import key_of
from handbook.execution import plot_capture
from handbook.markdown.model import Block, Page
from handbook.markdown.python_code import NAME, read
from handbook.project import data_files

MAX_ELEMENTS = 512  # of a tensor or list: any number in prose would be near one of a larger tensor's
MAX_DEPTH = 3  # of lists in lists
THREADS = 1  # of torch: for small tensors, more threads are slower
PACKAGES = (
    "torch",
    "numpy",
    "matplotlib",
    "safetensors",
    "tokenizers",
    "transformers",
    "bertviz",
)  # what code on pages may import
# Code with these names may read its own comments or docstrings: then they are a part of the program.
INTROSPECTION_NAMES = {"__doc__", "help", "inspect", "getsource", "__file__"}


@dataclass(frozen=True)
class Step:
    """What one fence did when it was run."""

    printed: str = ""
    error: str = ""  # the exception as the last line of a traceback, or ""
    line: int = 0  # where it was raised, counted from the line that opens the fence
    values: tuple[float, ...] = ()  # the numbers in the variables that it set or changed, each once
    plots: tuple[str, ...] = ()  # as svg


@dataclass(frozen=True)
class Run:
    """What a program did."""

    steps: tuple[Step, ...]  # one for each of the page's Python fences
    leftover_files: tuple[str, ...] = ()  # names of files that the code wrote and didn't remove

    def fails(self, page: Page) -> bool:
        """Whether a fence of ``page`` raises an exception and shouldn't, or should and doesn't."""
        return any(
            bool(step.error) != ("raises" in fence.classes)
            for fence, step in zip(page.python(), self.steps, strict=True)
            if "no-run" not in fence.classes
        )


# -- identity


def program_key(page: Page, root: Path) -> str:
    """A SHA-256 hash of what decides what a page's run does: code, data files, packages, Python and processor.

    Args:
        page: in any language.
        root: the checkout, which has the data files.

    Raises:
        OSError: a data file can't be read.
        SyntaxError: a fence is no valid Python.
    """
    plots = plot_capture.plot_names(page)
    fences = [
        None if "no-run" in fence.classes else ["raises" in fence.classes, plots.get(fence), _significant_code(fence)]
        for fence in page.python()
    ]
    files = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in data_files.files(page, root).items()}
    return key_of(fences, files, environment())


def _significant_code(fence: Block) -> list | str:
    """The tokens that the interpreter acts on; the whole text where the code may read its own source."""
    tokens = read(fence.text).key
    if any(kind == NAME and text in INTROSPECTION_NAMES for kind, text in tokens):
        return fence.text
    return list(tokens)


@cache
def environment() -> dict[str, str | int]:
    """What a run depends on besides the page: versions, processor, and the code that records runs."""
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
    """The processor's name and features: torch chooses instructions by them, and last digits differ between these."""
    cpuinfo = Path("/proc/cpuinfo")
    if not cpuinfo.is_file():
        return f"{platform.machine()} {platform.processor()}"
    lines = cpuinfo.read_text(encoding="utf-8").split("\n")
    relevant = [line for line in lines if line.startswith(("model name", "flags", "Features"))]
    return " ".join(dict.fromkeys(relevant))


# -- running


def run_program(page: Page, root: Path) -> Run:
    """Run a page's fences from top to bottom in one namespace, in a temporary folder that holds their data files.

    What the code raises is recorded, not raised.

    Raises:
        ImportError: torch is not installed.
        OSError: a data file can't be read.
    """
    import torch

    reset_torch()
    torch.set_num_threads(THREADS)
    may_draw = plot_capture.may_draw(page)
    if may_draw:
        plot_capture.configure_matplotlib()
    plots = plot_capture.plot_names(page)
    namespace = {"__name__": "__main__"}
    changes = _Changes(namespace)
    with TemporaryDirectory(prefix="handbook-") as folder, chdir(folder):
        data_files.copy_files(page, root, Path(folder))
        with data_files.importable(Path(folder)):
            steps = tuple(
                _run_fence(fence, namespace, changes, plots.get(fence, ""), may_draw) for fence in page.python()
            )
        needed = data_files.files(page, root)
        leftover_files = sorted(path.name for path in Path(folder).iterdir() if path.name not in needed)
    reset_torch()
    return Run(steps, tuple(leftover_files))


def reset_torch() -> None:
    """Set torch's global settings to its defaults: a page's end with it, and a test's aren't the page's."""
    import torch

    torch.set_printoptions(profile="default")
    torch.set_default_dtype(torch.float32)
    torch.set_grad_enabled(True)


def _run_fence(fence: Block, namespace: dict, changes: _Changes, plot: str, may_draw: bool) -> Step:
    if "no-run" in fence.classes:
        return Step()
    printed, error, line = io.StringIO(), "", 0
    try:
        with redirect_stdout(printed):
            exec(_compile(fence), namespace)
    except Exception as exception:  # whatever a page's code raises is a finding about the page
        error = "".join(traceback.format_exception_only(exception)).strip()
        line = _raising_line(exception, fence)
    plots = plot_capture.take_drawings(plot) if may_draw else []
    return Step(printed.getvalue(), error, line, tuple(dict.fromkeys(changes.values())), tuple(plots))


def _compile(fence: Block) -> CodeType:
    # Empty lines before the code give tracebacks the line numbers of the page.
    tree = ast.parse("\n" * (fence.body_line - 1) + fence.text, fence.path)
    return compile(tree, fence.path, "exec")


def _raising_line(exception: Exception, fence: Block) -> int:
    """The line of the fence in which an exception arose, counted from the line that opens the fence."""
    lines = [frame.lineno for frame in traceback.extract_tb(exception.__traceback__) if frame.filename == fence.path]
    inside = [line for line in lines if line is not None and fence.line <= line <= fence.last_line]
    return (inside[-1] if inside else fence.line) - fence.line


class _Changes:
    """Tracks which variables have been set or changed since they were last read."""

    def __init__(self, namespace: dict):
        self.namespace = namespace
        self.seen: dict[str, tuple] = {}

    def values(self) -> Iterator[float]:
        """The numbers in variables that have changed since the last call. Lists and dicts always count as changed."""
        for name, value in list(self.namespace.items()):
            if name.startswith("__"):
                continue
            version = (id(value), getattr(value, "_version", None))  # torch counts a tensor's changes in place
            if self.seen.get(name) != version or isinstance(value, (list, dict)):
                self.seen[name] = version
                yield from _values(value)


def _values(value: Any, depth: int = 0) -> Iterator[float]:
    """The numbers in a value: itself, or those in a list, dict, tensor or array that isn't too large."""
    if isinstance(value, bool) or depth > MAX_DEPTH:
        return
    if isinstance(value, (int, float)):
        yield float(value)
    elif isinstance(value, (list, tuple)) and len(value) <= MAX_ELEMENTS:
        for element in value:
            yield from _values(element, depth + 1)
    elif isinstance(value, dict) and len(value) <= MAX_ELEMENTS:
        yield from _values(list(value.values()), depth + 1)
    elif type(value).__module__.split(".")[0] in ("torch", "numpy") and hasattr(value, "tolist"):
        count = value.numel() if hasattr(value, "numel") else getattr(value, "size", 0)
        if count <= MAX_ELEMENTS and not getattr(value, "is_meta", False):
            detached = value.detach() if hasattr(value, "detach") else value
            flat = detached.reshape(-1).tolist()
            yield from (float(element) for element in flat if isinstance(element, (int, float)))
