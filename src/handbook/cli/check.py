"""Commands that check pages, and write scripts, notebooks and spreadsheets from them."""

from __future__ import annotations

from pathlib import Path

import click

from handbook import SOURCE_LANGUAGE
from handbook.checks import registry
from handbook.checks.spelling import Spelling
from handbook.cli import output
from handbook.cli.output import exit_on_errors, out, progress, writes
from handbook.core.diagnostics import Finding, display_path
from handbook.export import credits, notebooks, scripts
from handbook.export.spreadsheet import downloads
from handbook.project import guards
from handbook.project.checkout import Project
from handbook.translation.status import page_state


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.pass_obj
def check(project: Project, paths: tuple[Path, ...]) -> None:
    """Every check that needs no torch: the whole handbook, or the pages at PATHS."""
    pages = guards.pages_at(project, paths)
    findings: list[Finding] = []
    fences = 0
    for language, name in progress(pages, "checking"):
        page = project.page(language, name)
        findings += registry.check_page(page, project)
        fences += len(page.python())
    if not paths:
        findings += registry.check_project(project)
    exit_on_errors(findings)
    languages = {language for language, _ in pages}
    for language, name in pages if paths else ():
        if language != SOURCE_LANGUAGE:
            output.stale_count(page_state(project, language, name))
    out.print(f"{len(pages)} pages in {len(languages)} languages, {fences} code blocks: no errors")


@click.command()
@click.argument("language", required=False)
@click.pass_obj
def spelling(project: Project, language: str | None) -> None:
    """The spelling of LANGUAGE (or of all), with hunspell's dictionaries."""
    if language not in (None, SOURCE_LANGUAGE):
        guards.translations(project, language)
    words = Spelling(project)
    folders = (f"docs/{language}/", f"i18n/{language}/") if language else ""
    exit_on_errors([finding for finding in words.check() if finding.path.startswith(folders)])
    for code in [language] if language else project.languages:
        known = code in words.languages
        out.print(
            f"{code}: {len(words.words[code])} words" if known else f"{code}: its language.toml has no dictionary"
        )


@click.command()
@writes
def collect(project: Project) -> None:
    """Write snippets/ from the pages, and CITATION.cff and CODEOWNERS from the people of each language."""
    guards.refuse_broken(project.pages())
    changed = scripts.collect(project) + credits.write(project)
    for path in changed:
        out.print(display_path(path, project.root))
    out.print(f"{len(scripts.targets(project))} scripts, {len(changed)} files changed")


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
    guards.refuse_misplaced(project)
    guards.refuse_broken(project.pages())
    paths = notebooks.write(project, guards.target(project, folder or project.root / "dist" / "notebooks"))
    out.print(f"{len(paths)} notebooks in {display_path(paths[0].parents[1], project.root)}")


@click.command(name="sheets")
@writes
def write_sheets(project: Project) -> None:
    """Write the spreadsheets to take away, in all languages."""
    changed = list(downloads.write(project))
    for path in changed:
        out.print(display_path(path, project.root))
    out.print(f"{len(downloads.targets(project))} spreadsheets, {len(changed)} changed")


COMMANDS = (check, spelling, collect, write_notebooks, write_sheets)
