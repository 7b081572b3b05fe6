"""Commands that check the pages, and write what is made from them beside the site."""

from __future__ import annotations

from pathlib import Path

import click

from handbook.checks import registry
from handbook.cli.output import out, progress, tell_and_stop
from handbook.core.diagnostics import Finding, display_path
from handbook.export import notebooks, scripts
from handbook.export.spreadsheet import downloads
from handbook.project import guards
from handbook.project.checkout import Project


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.pass_obj
def check(project: Project, paths: tuple[Path, ...]) -> None:
    """Every check that needs no torch: the whole handbook, or the pages at PATHS."""
    places = guards.pages_at(project, paths)
    found: list[Finding] = []
    fences = 0
    for language, name in progress(places, "checking"):
        page = project.page(language, name)
        found += registry.check_page(page, project)
        fences += len(page.python())
    if not paths:
        found += registry.check_project(project)
    tell_and_stop(found)
    out.print(
        f"{len(places)} pages in {len({language for language, _ in places})} languages, {fences} code blocks: no errors"
    )


@click.command()
@click.pass_obj
def collect(project: Project) -> None:
    """Write snippets/ from the pages: their code as scripts."""
    guards.refuse_misplaced(project)
    guards.refuse_broken(project.pages())
    changed = scripts.collect(project)
    for path in changed:
        out.print(display_path(path, project.root))
    out.print(f"{len(scripts.targets(project))} scripts, {len(changed)} changed")


@click.command(name="notebooks")
@click.option(
    "--to",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=None,
    help="Where to write (default: dist/notebooks/).",
)
@click.pass_obj
def write_notebooks(project: Project, folder: Path | None) -> None:
    """Write each page with code as a notebook, in all languages. The site has them beside its pages, too."""
    guards.refuse_broken(project.pages())
    written = notebooks.write(project, folder or project.root / "dist" / "notebooks")
    out.print(f"{len(written)} notebooks in {display_path(written[0].parents[1], project.root)}")


@click.command(name="sheets")
@click.pass_obj
def write_sheets(project: Project) -> None:
    """Write the spreadsheets to take away, in all languages."""
    guards.refuse_misplaced(project)
    changed = list(downloads.write(project))
    for path in changed:
        out.print(display_path(path, project.root))
    out.print(f"{len(downloads.targets(project))} spreadsheets, {len(changed)} changed")


COMMANDS = (check, collect, write_notebooks, write_sheets)
