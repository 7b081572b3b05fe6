"""Commands that check the pages, and write what is made from them beside the site."""

from __future__ import annotations

from pathlib import Path

import click

from handbook.checks import registry
from handbook.cli.output import out, progress, tell_and_stop
from handbook.core.diagnostics import Finding, shown
from handbook.export import notebooks, scripts
from handbook.export.spreadsheet import downloads
from handbook.project import guards
from handbook.project.project import Handbook


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.pass_obj
def check(handbook: Handbook, paths: tuple[Path, ...]) -> None:
    """Every check that needs no torch: the whole handbook, or the pages at PATHS."""
    places = guards.pages_at(handbook, paths)
    found: list[Finding] = []
    fences = 0
    for language, name in progress(places, "checking"):
        page = handbook.page(language, name)
        found += registry.check_page(page, handbook)
        fences += len(page.python())
    if not paths:
        found += registry.check_handbook(handbook)
    tell_and_stop(found)
    out.print(
        f"{len(places)} pages in {len({language for language, _ in places})} languages, {fences} code blocks: no errors"
    )


@click.command()
@click.pass_obj
def collect(handbook: Handbook) -> None:
    """Write snippets/ from the pages: their code as scripts."""
    guards.refuse_misplaced(handbook)
    guards.refuse_broken(handbook.pages())
    changed = scripts.collect(handbook)
    for path in changed:
        out.print(shown(path, handbook.root))
    out.print(f"{len(scripts.targets(handbook))} scripts, {len(changed)} changed")


@click.command(name="notebooks")
@click.option(
    "--to",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=None,
    help="Where to write (default: dist/notebooks/).",
)
@click.pass_obj
def write_notebooks(handbook: Handbook, folder: Path | None) -> None:
    """Write each page with code as a notebook, in all languages. The site has them beside its pages, too."""
    guards.refuse_broken(handbook.pages())
    written = notebooks.write(handbook, folder or handbook.root / "dist" / "notebooks")
    out.print(f"{len(written)} notebooks in {shown(written[0].parents[1], handbook.root)}")


@click.command(name="sheets")
@click.pass_obj
def write_sheets(handbook: Handbook) -> None:
    """Write the spreadsheets to take away, in all languages."""
    guards.refuse_misplaced(handbook)
    changed = list(downloads.write(handbook))
    for path in changed:
        out.print(shown(path, handbook.root))
    out.print(f"{len(downloads.targets(handbook))} spreadsheets, {len(changed)} changed")


COMMANDS = (check, collect, write_notebooks, write_sheets)
