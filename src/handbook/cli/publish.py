"""Commands that make what readers get: the site, its copies to take away, and the preview."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from handbook.cli.output import out
from handbook.core.diagnostics import shown
from handbook.project.project import Handbook


@click.command()
@click.option("--site-dir", type=click.Path(path_type=Path), default=None, help="Where to write (default: site/).")
@click.pass_obj
def build(handbook: Handbook, site_dir: Path | None) -> None:
    """Build the site in all languages, strict."""
    from handbook.site import build as site_build  # MkDocs takes a second to import

    site_build.build(handbook.languages, site_dir or handbook.root / "site", strict=True, root=handbook.root)


def _copies_options(command: Callable) -> Callable:
    """``command`` with what both kinds of copies are told: which language, and where to write."""
    command = click.argument("language", required=False)(command)
    return click.option(
        "--to",
        "folder",
        type=click.Path(path_type=Path, file_okay=False),
        default=None,
        help="Where to write (default: dist/).",
    )(command)


@click.command()
@_copies_options
@click.pass_obj
def offline(handbook: Handbook, language: str | None, folder: Path | None) -> None:
    """Each language (or LANGUAGE) as a zip that works without a server and without a network."""
    from handbook.site import offline_and_pdf

    for code in offline_and_pdf.wanted(language, handbook.root):
        path = offline_and_pdf.write_zip(code, folder or handbook.root / "dist", handbook.root)
        out.print(f"{shown(path, handbook.root)}: {path.stat().st_size / 1e6:.1f} MB")


@click.command()
@_copies_options
@click.pass_obj
def pdf(handbook: Handbook, language: str | None, folder: Path | None) -> None:
    """Each language (or LANGUAGE) as a book, printed by the browser of this machine."""
    from handbook.site import offline_and_pdf

    for code in offline_and_pdf.wanted(language, handbook.root):
        path, places = offline_and_pdf.write_book(code, folder or handbook.root / "dist", handbook.root)
        out.print(
            f"{shown(path, handbook.root)}: {path.stat().st_size / 1e6:.1f} MB, {max(places.values())} pages or more"
        )


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8000, show_default=True)
@click.pass_obj
def serve(handbook: Handbook, host: str, port: int) -> None:
    """Serve all languages with live reload."""
    from handbook.site import preview

    preview.serve(host, port, root=handbook.root)


COMMANDS = (build, offline, pdf, serve)
