"""Loads the diagrams of a book: each file of ``content/diagrams`` draws one.

On pages, the name of a diagram has hyphens: ``kv-cache`` is ``kv_cache.py``. A file exports ``draw``, which takes a
``Request`` and returns a ``Picture``. Code that several share is in files that begin with ``_``:
``from ._stream import Column``.
"""

from __future__ import annotations

import importlib
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

from handbook.figures.figure import FigureError, Picture, Request

FOLDER, PACKAGE = "content/diagrams", "_diagrams_"


def names(root: Path) -> list[str]:
    """The names of all diagrams of the checkout at ``root``, sorted."""
    return sorted(path.stem.replace("_", "-") for path in (root / FOLDER).glob("[!_]*.py"))


def module(name: str, root: Path) -> ModuleType:
    """The module that draws the diagram ``name``.

    Raises:
        FigureError: where it can't be imported or has no function ``draw``.
    """
    stem = name.replace("-", "_")
    previous, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # keep __pycache__ out of content
    try:
        result = importlib.import_module(f"{_package(root.resolve() / FOLDER)}.{stem}")
    except Exception as error:  # the code of a book may raise anything
        message = f"{FOLDER}/{stem}.py can't be imported: {type(error).__name__}: {error}"
        raise FigureError(message, "mend the file; other diagrams show how") from error
    finally:
        sys.dont_write_bytecode = previous
    if not callable(getattr(result, "draw", None)):
        raise FigureError(f"{FOLDER}/{stem}.py has no function `draw`", "write def draw(request: Request) -> Picture")
    return result


def draw(request: Request) -> Picture:
    """The picture that the diagram ``request.name`` draws.

    Raises:
        FigureError: where it can't be imported, and where it raises something.
    """
    code = module(request.name, request.root)
    try:
        return code.draw(request)
    except FigureError:
        raise
    except Exception as error:  # the code of a book may raise anything
        message = f"{FOLDER}/{Path(str(code.__file__)).name} can't be drawn: {type(error).__name__}: {error}"
        raise FigureError(message, "mend the file; other diagrams show how") from error


def forget() -> None:
    """Import every diagram anew when it is next drawn: files have changed."""
    for name in [name for name in sys.modules if name.startswith(PACKAGE)]:
        del sys.modules[name]
    _package.cache_clear()
    importlib.invalidate_caches()


@cache
def _package(folder: Path) -> str:
    """Make the files of ``folder`` importable as a package of their own; returns its name."""
    package = ModuleType(f"{PACKAGE}{abs(hash(folder))}")
    package.__path__ = [str(folder)]
    sys.modules[package.__name__] = package
    return package.__name__
