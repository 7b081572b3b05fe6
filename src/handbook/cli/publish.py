"""Commands that build the site, zips, books and staged projects, and serve the preview."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from handbook.cli.output import out
from handbook.core.diagnostics import display_path
from handbook.project import guards
from handbook.project.checkout import Project


@click.command()
@click.option("--site-dir", type=click.Path(path_type=Path), default=None, help="Where to write (default: site/).")
@click.pass_obj
def build(project: Project, site_dir: Path | None) -> None:
    """Build the site in all languages, strict."""
    from handbook.site import build as site_build  # MkDocs takes a second to import

    site_build.build(site_dir=site_dir or project.root / "site", strict=True, root=project.root)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.argument("language", required=False)
@click.pass_obj
def stage(project: Project, folder: Path, language: str | None) -> None:
    """Each language (or LANGUAGE) as a plain MkDocs project in FOLDER, for any builder: `mkdocs build`."""
    from handbook.site import build as site_build
    from handbook.site import offline_formats

    for code in offline_formats.selected_languages(language, project.root):
        site_build.stage(code, guards.target(project, folder / code), root=project.root)
        out.print(f"{folder / code}/mkdocs.yml")


def _download_options(command: Callable) -> Callable:
    """Add the parameters of `offline`, `pdf` and `epub`: which language, and where to write."""
    command = click.argument("language", required=False)(command)
    return click.option(
        "--to",
        "folder",
        type=click.Path(path_type=Path, file_okay=False),
        default=None,
        help="Where to write (default: dist/).",
    )(command)


@click.command()
@_download_options
@click.pass_obj
def offline(project: Project, language: str | None, folder: Path | None) -> None:
    """Each language (or LANGUAGE) as a zip that works without a server and without a network."""
    from handbook.site import offline_formats

    for code in offline_formats.selected_languages(language, project.root):
        path = offline_formats.write_zip(code, guards.target(project, folder or project.root / "dist"), project.root)
        out.print(f"{display_path(path, project.root)}: {path.stat().st_size / 1e6:.1f} MB")


@click.command()
@_download_options
@click.pass_obj
def pdf(project: Project, language: str | None, folder: Path | None) -> None:
    """Each language (or LANGUAGE) as a book, printed by the browser of this machine."""
    from handbook.site import offline_formats

    for code in offline_formats.selected_languages(language, project.root):
        path, page_numbers = offline_formats.write_book(
            code, guards.target(project, folder or project.root / "dist"), project.root
        )
        size, pages = path.stat().st_size / 1e6, max(page_numbers.values())
        out.print(f"{display_path(path, project.root)}: {size:.1f} MB, {pages} pages or more")


@click.command()
@_download_options
@click.pass_obj
def epub(project: Project, language: str | None, folder: Path | None) -> None:
    """Each language (or LANGUAGE) as an EPUB, for readers of books: the file that the site offers."""
    from handbook.site import offline_formats

    for code in offline_formats.selected_languages(language, project.root):
        path = offline_formats.write_epub(code, guards.target(project, folder or project.root / "dist"), project.root)
        out.print(f"{display_path(path, project.root)}: {path.stat().st_size / 1e6:.1f} MB")


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True)
@click.pass_obj
def serve(project: Project, host: str, port: int) -> None:
    """Serve all languages with live reload."""
    from handbook.site import preview

    preview.serve(host, port, root=project.root)


COMMANDS = (build, stage, offline, pdf, epub, serve)
