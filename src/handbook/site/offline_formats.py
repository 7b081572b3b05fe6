"""Each language as a zip that works without a network, as a PDF and as an EPUB."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from handbook import ROOT
from handbook.core.diagnostics import DiagnosticError, Finding, errors
from handbook.core.files import write_atomically
from handbook.export import offline_zip, pdf
from handbook.project import book
from handbook.project.checkout import Project
from handbook.project.languages import languages
from handbook.site import books, build
from handbook.site.language_site import LanguageSite
from handbook.site.plugin import HandbookPlugin


def write_zip(language: str, folder: Path, root: Path = ROOT) -> Path:
    """Build one language, or edition, and write it as a zip into ``folder``; returns its path.

    Raises:
        DiagnosticError: where the site has errors.
    """
    with _built_site(language, root) as (_, site_dir):
        name = f"{book.load(root).file_name}-{language}"
        return offline_zip.pack(site_dir, name, folder / f"{name}.zip")


def write_book(language: str, folder: Path, root: Path = ROOT) -> tuple[Path, dict[str, int]]:
    """Build one language, or edition, and write its chapters as a PDF into ``folder``.

    Returns:
        The PDF's path, and the number of the page of each place that it links to.

    Raises:
        DiagnosticError: where there is no browser, the site has errors, or printing fails.
    """
    pdf.browser()  # raises before the build where there is none
    target = folder / f"{book.load(root).file_name}-{language}.pdf"
    with _built_site(language, root) as (plugin, site_dir):
        cover = books.cover(LanguageSite(Project(root), language))
        return target, pdf.write(plugin.ordered_chapters(), cover, site_dir, target)


def write_epub(language: str, folder: Path, root: Path = ROOT) -> Path:
    """Build one language, or edition, as it is published, and write its EPUB into ``folder``; returns its path.

    Raises:
        DiagnosticError: where the site has errors, or a chapter can't be XHTML.
    """
    name = books.epub_settings(LanguageSite(Project(root), language))["file"]
    with _built_site(language, root, for_publication=True) as (_, site_dir):
        write_atomically(folder / name, (site_dir / name).read_bytes())
    return folder / name


def selected_languages(language: str | None, root: Path = ROOT) -> list[str]:
    """The code of one language or edition, or all codes. Raises DiagnosticError for one that doesn't exist."""
    codes = [known.code for known in languages(root)]
    if language and language not in codes:
        raise DiagnosticError(
            [Finding(f"i18n/{language}", 1, "no language of this handbook", f"there are {', '.join(codes)}")]
        )
    return [language] if language else codes


@contextmanager
def _built_site(language: str, root: Path, for_publication: bool = False) -> Iterator[tuple[HandbookPlugin, Path]]:
    """The plugin that built the site of one language, and the temporary folder with the site."""
    plugins: list[HandbookPlugin] = []
    with tempfile.TemporaryDirectory(prefix="handbook-") as folder:
        site_dir = Path(folder) / "site"
        findings = build.build_language(
            language, site_dir, root=root, opened=plugins.append, for_publication=for_publication
        )
        if failures := errors(findings):
            raise DiagnosticError(failures)
        yield plugins[0], site_dir
