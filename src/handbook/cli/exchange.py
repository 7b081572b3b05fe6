"""Commands that give texts to other tools for translators, and read them back."""

from __future__ import annotations

from pathlib import Path

import click

from handbook.checks import language_detection, registry
from handbook.cli.output import exit_on_errors, out, print_findings, progress, writes
from handbook.core.diagnostics import DiagnosticError, Finding, display_path
from handbook.core.files import write_atomically
from handbook.project import guards
from handbook.project.checkout import Project
from handbook.translation import catalog_import, catalogs, draft_answer, kept_copies, status, translation_memory
from handbook.translation import draft as draft_text


@click.command()
@click.argument("language")
@click.argument("pages", nargs=-1)
@click.option("--po", "kind", flag_value="po", default=True, help="A PO catalog of each page, and of the strings.")
@click.option("--tmx", "kind", flag_value="tmx", help="Instead: a translation memory of the language, in one file.")
@click.option(
    "--to",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=None,
    help="Where to write (default: dist/po/ or dist/tmx/).",
)
@click.pass_obj
def export(project: Project, language: str, pages: tuple[str, ...], kind: str, folder: Path | None) -> None:
    """Write catalogs of PAGES (like by-hand, or ui.toml; default: all) for tools that translators know."""
    guards.translations(project, language)
    if kind == "tmx" and pages:
        raise click.UsageError("a translation memory is of a whole language: leave the pages out")
    if kind == "tmx":
        path = guards.target(project, (folder or project.root / "dist" / "tmx") / f"{language}.tmx")
        write_atomically(path, translation_memory.memory(project, language))
        out.print(display_path(path, project.root))
        return
    known = status.names(project)
    names = guards.names_of(pages, known) or known
    folder = guards.target(project, folder or project.root / "dist" / "po" / language)
    unread = []
    for name in progress(names, "writing"):
        path = folder / f"{name}.po"
        if path.exists() and catalog_import.has_unread(project, path):
            hint = "import it first, or remove it"
            unread.append(Finding(display_path(path, project.root), 1, "there is work in it that no page has", hint))
        else:
            write_atomically(path, catalogs.catalog(project, language, name))
    out.print(f"{display_path(folder, project.root)}: {len(names) - len(unread)} of {len(names)} catalogs")
    exit_on_errors(unread)


@click.command(name="import")
@click.argument("catalogs", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@writes
def import_catalogs(project: Project, catalogs: tuple[Path, ...]) -> None:
    """Put the translations of CATALOGS (files or folders) into their pages.

    What a check refuses is told with its line, and the rest is written. Fuzzy texts are not taken.
    """
    findings: list[Finding] = []
    paths = [file for path in catalogs for file in (sorted(path.glob("*.po")) if path.is_dir() else [path])]
    for path in progress(paths, "reading"):
        try:
            result = catalog_import.import_catalog(project, path, registry.check_translated)
        except DiagnosticError as error:
            findings += error.findings
            continue
        findings += result.findings
        taken = f"{len(result.answers)} new texts"
        if result.answers:
            taken += f"; when all is right, `handbook accept {result.path}` records them"
        out.print(f"{result.path}: {taken}")
    exit_on_errors(findings)


@click.command()
@click.argument("language", required=False)
@click.argument("page", required=False)
@click.option("--to", "target", type=click.Path(path_type=Path, dir_okay=False), help="Where to write.")
@click.option(
    "--read",
    "answer",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Instead: put the answer in this file into its page, as a machine's draft.",
)
@click.pass_obj
def draft(project: Project, language: str | None, page: str | None, target: Path | None, answer: Path | None) -> None:
    """Write a text that has anybody translate what PAGE (like by-hand) lacks in LANGUAGE; then read the answer."""
    if answer:
        _read_answer(answer)
        return
    if not language or not page:
        raise click.UsageError("name a language and a page, or an answer with --read")
    guards.translations(project, language)
    name = page.removesuffix(".md")
    text = draft_text.write(project, language, name)
    if not text:
        out.print(f"nothing to translate: {name} is complete in {language}")
        return
    target = target or project.root / "dist" / "draft" / f"{language}-{name.removesuffix('.toml')}.txt"
    guards.target(project, target)
    if target.is_file() and (old := target.read_text(encoding="utf-8", errors="replace")) != text:
        if old and not draft_text.is_draft(old):
            hint = "name a new file, or remove this one yourself"
            raise DiagnosticError([Finding(display_path(target, project.root), 1, "there is no draft in it", hint)])
        print_findings(kept_copies.keep(project.root, target, 1))  # somebody may have written the answer into it
    write_atomically(target, text)
    count = text.count("\n[[") - 1  # without the end
    out.print(f"{display_path(target, project.root)}: {count} parts to translate")
    out.print("now: give it to a translator, save the answer, and `handbook draft --read FILE`")


@writes
def _read_answer(project: Project, answer: Path) -> None:
    result = draft_answer.read(project, answer, registry.check_translated, language_detection.foreign)
    if result.answers:
        out.print(f"{result.path}: {len(result.answers)} parts, as a machine's draft")
        out.print(f"now: read them beside the English and mend them; `handbook accept {result.path}` says it is done")
    exit_on_errors(result.findings)


COMMANDS = (export, import_catalogs, draft)
