"""The committed files, ``docs/<language>/downloads/attention.xlsx``: writing them, and checking that they are fresh."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from handbook import ROOT
from handbook.core.diagnostics import NOTICE, Finding, display_path
from handbook.core.files import write_atomically
from handbook.export.spreadsheet.layout import build_sheets
from handbook.export.spreadsheet.workbook import render_workbook, role_colors
from handbook.project import book
from handbook.project.checkout import Project
from handbook.project.strings import Strings

NAME = "downloads/attention.xlsx"
COMMAND = "run `handbook sheets`"


def render(language: str, root: Path = ROOT) -> bytes:
    """The bytes of one language's file. ``root``: the checkout with strings, examples and styles.

    Raises DiagnosticError where strings or examples can't be read, and without XlsxWriter; OSError without the styles.
    """
    strings = Strings.of(language, "sheet", root)
    return render_workbook(build_sheets(language, root), strings, role_colors(root), book.load(root))


def targets(project: Project) -> dict[str, Path]:
    """The path of the file of each language that has the chapter. The others fall back to the English one."""
    folder, chapter = project.root / "docs", book.load(project.root).pages.get("spreadsheet", "")
    return {language: folder / language / NAME for language in project.languages if project.find(language, chapter)}


def write(project: Project) -> Iterator[Path]:
    """Write the files of all languages; yields those that changed. Raises what ``render`` raises."""
    for language, path in targets(project).items():
        if write_atomically(path, render(language, project.root)):
            yield path


def check(project: Project) -> Iterator[Finding]:
    """Notices of files that are missing, or not what strings, examples and styles give today.

    Raises what ``render`` raises; where XlsxWriter isn't installed, a notice says that nothing was compared.
    """
    for language, path in targets(project).items():
        name = display_path(path, project.root)
        if not path.is_file():
            yield Finding(name, 1, "missing: the English one is offered", COMMAND, NOTICE)
        elif find_spec("xlsxwriter") is None:
            yield Finding(name, 1, "not compared: XlsxWriter isn't installed", "pip install XlsxWriter", NOTICE)
        elif part := _differing_part(path, render(language, project.root)):
            yield Finding(name, 1, f"not what `handbook sheets` writes today: {part}", COMMAND, NOTICE)


def _differing_part(path: Path, expected: bytes) -> str:
    """The first part of an xlsx file that isn't as expected, or nothing. How parts are packed doesn't matter."""
    try:
        actual_parts, expected_parts = _parts(path.read_bytes()), _parts(expected)
    except zipfile.BadZipFile:
        return "it can't be read"
    names = sorted(actual_parts | expected_parts)
    return next((name for name in names if actual_parts.get(name) != expected_parts.get(name)), "")


def _parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
