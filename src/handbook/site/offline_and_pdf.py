"""What a reader takes along: each language as a zip that works without a network, and as a book."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from handbook import ROOT
from handbook.core.diagnostics import DiagnosticError, Finding, errors
from handbook.export import offline_zip, pdf
from handbook.project import book
from handbook.project.checkout import Project
from handbook.project.languages import languages
from handbook.site import build
from handbook.site.language_site import LanguageSite
from handbook.site.plugin import HandbookPlugin


def write_zip(language: str, folder: Path, root: Path = ROOT) -> Path:
    """The site of one language (or edition) as a zip in ``folder``."""
    with _built(language, root) as (_, built):
        name = f"{book.load(root).file_name}-{language}"
        return offline_zip.pack(built, name, folder / f"{name}.zip")


def write_book(language: str, folder: Path, root: Path = ROOT) -> tuple[Path, dict[str, int]]:
    """The chapters of one language as a PDF in ``folder``; and the page of each place that the book links to."""
    pdf.browser()  # before the work: a missing one should be told at once
    target = folder / f"{book.load(root).file_name}-{language}.pdf"
    with _built(language, root) as (plugin, built):
        order = {name: place for place, name in enumerate(Project(root).ordered())}
        chapters = sorted(plugin.chapters.values(), key=lambda chapter: order[chapter.name])
        return target, pdf.write(chapters, _cover(language, root), built, target)


def selected_languages(language: str | None, root: Path = ROOT) -> list[str]:
    """The languages and editions that are meant: one, or all. Raises DiagnosticError for one that isn't there."""
    there = [one.code for one in languages(root)]
    if language and language not in there:
        raise DiagnosticError(
            [Finding(f"i18n/{language}", 1, "no language of this handbook", f"there are {', '.join(there)}")]
        )
    return [language] if language else there


def _cover(language: str, root: Path) -> pdf.Cover:
    site = LanguageSite(Project(root), language)
    return pdf.Cover(
        site.name,
        site.t("site.description"),
        site.t("book.contents"),
        site.language.name,
        site.home,
        site.licence,
        site.language.lang,
        site.language.direction,
    )


@contextmanager
def _built(language: str, root: Path) -> Iterator[tuple[HandbookPlugin, Path]]:
    """The finished site of one language in a folder of its own, and the plugin that built it."""
    plugins: list[HandbookPlugin] = []
    with tempfile.TemporaryDirectory(prefix="handbook-") as folder:
        built = Path(folder) / "site"
        found: Sequence[Finding] = build.build_language(language, built, root=root, opened=plugins.append)
        if errors(found):
            raise DiagnosticError(errors(found))
        yield plugins[0], built
