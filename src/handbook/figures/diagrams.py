"""The diagrams that a book brings: each file of ``content/diagrams`` draws one, under the file's name.

Pages write the name with hyphens: ``kv-cache`` is ``kv_cache.py``. A file exports ``draw``, from a ``Request`` to a
``Picture``. What several share lies in files that begin with ``_``: ``from ._stream import Column``.
"""

from __future__ import annotations

import importlib
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

from handbook.figures.figure import FigureError

FOLDER = "content/diagrams"


def names(root: Path) -> list[str]:
    """The names of all diagrams of the checkout at ``root``."""
    return sorted(path.stem.replace("_", "-") for path in (root / FOLDER).glob("[!_]*.py"))


def module(name: str, root: Path) -> ModuleType:
    """The module that draws the diagram ``name``. Raises FigureError where it can't be imported, or has no ``draw``."""
    stem = name.replace("-", "_")
    writes, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # nothing but what authors write lies in content
    try:
        found = importlib.import_module(f"{_package(root.resolve() / FOLDER)}.{stem}")
    except Exception as error:  # whatever the code of a book raises
        trouble = f"{FOLDER}/{stem}.py can't be imported: {type(error).__name__}: {error}"
        raise FigureError(trouble, "mend the file; other diagrams show how") from error
    finally:
        sys.dont_write_bytecode = writes
    if not callable(getattr(found, "draw", None)):
        raise FigureError(f"{FOLDER}/{stem}.py has no function `draw`", "write def draw(request: Request) -> Picture")
    return found


@cache
def _package(folder: Path) -> str:
    """The name of a package that consists of the files in ``folder``; another checkout's is another package."""
    package = ModuleType(f"_diagrams_{abs(hash(folder))}")
    package.__path__ = [str(folder)]
    sys.modules[package.__name__] = package
    return package.__name__
