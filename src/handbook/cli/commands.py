"""The command `handbook`."""

from __future__ import annotations

import json
import os
import sys
from itertools import groupby
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table
from rich.text import Text

from handbook import SOURCE_LANGUAGE
from handbook.checks import registry
from handbook.core.diagnostics import ERROR, DiagnosticError, Finding, errors, shown
from handbook.core.files import write_atomically
from handbook.export import notebooks, scripts
from handbook.export.spreadsheet import downloads
from handbook.project import project as pages_of
from handbook.project import transliteration
from handbook.project.project import Handbook
from handbook.translation import glossary, lockfile, pull_request_report, scaffold, source_history
from handbook.translation import status as status_of
from handbook.translation.sync import carry

out = Console(soft_wrap=True, highlight=False, markup=False)
err = Console(stderr=True, soft_wrap=True, highlight=False, markup=False)


class Commands(click.Group):
    """Turns refusals into findings and exit code 1: people get `path:line`, never a traceback."""

    def invoke(self, context: click.Context):
        try:
            return super().invoke(context)
        except DiagnosticError as refusal:
            _tell(refusal.findings)
        except click.UsageError as error:
            where = error.ctx.command_path if error.ctx else "handbook"
            _tell([Finding("command line", 1, error.format_message(), f"{where} --help says what it takes")])
        except OSError as error:
            path = (
                shown(Path(os.fsdecode(error.filename)), context.obj.root)
                if error.filename and context.obj
                else "handbook"
            )
            _tell(
                [Finding(path, 1, error.strerror or str(error), "look at the file, its folder and who may write there")]
            )
        context.exit(1)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--root",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    default=None,
    hidden=True,
    help="Another checkout.",
)
@click.pass_context
def main(context: click.Context, root: Path | None) -> None:
    """Check, collect, translate, build and serve Attention by Example: the checkout in which it is called."""
    context.obj = Handbook(root.resolve() if root else pages_of.checkout(Path.cwd()))


@main.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.pass_obj
def check(handbook: Handbook, paths: tuple[Path, ...]) -> None:
    """Every check that needs no torch: the whole handbook, or the pages at PATHS."""
    places = _places(handbook, paths)
    found: list[Finding] = []
    fences = 0
    for language, name in track(places, "checking", console=err, transient=True, disable=not err.is_terminal):
        page = handbook.page(language, name)
        found += registry.check_page(page, handbook)
        fences += len(page.python())
    if not paths:
        found += registry.check_handbook(handbook)
    _tell(found)
    if errors(found):
        sys.exit(1)
    out.print(
        f"{len(places)} pages in {len({language for language, _ in places})} languages, {fences} code blocks: no errors"
    )


@main.command()
@click.pass_obj
def collect(handbook: Handbook) -> None:
    """Write snippets/ from the pages: their code as scripts."""
    _refuse_misplaced(handbook)
    _refuse_broken(handbook, handbook.pages())
    changed = scripts.collect(handbook)
    for path in changed:
        out.print(shown(path, handbook.root))
    out.print(f"{len(scripts.targets(handbook))} scripts, {len(changed)} changed")


@main.command(name="notebooks")
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
    _refuse_broken(handbook, handbook.pages())
    written = notebooks.write(handbook, folder or handbook.root / "dist" / "notebooks")
    out.print(f"{len(written)} notebooks in {shown(written[0].parents[1], handbook.root)}")


@main.command(name="sheets")
@click.pass_obj
def write_sheets(handbook: Handbook) -> None:
    """Write the spreadsheets to take away, in all languages."""
    _refuse_misplaced(handbook)
    changed = list(downloads.write(handbook))
    for path in changed:
        out.print(shown(path, handbook.root))
    out.print(f"{len(downloads.targets(handbook))} spreadsheets, {len(changed)} changed")


@main.command()
@click.argument("language", required=False)
@click.pass_obj
def sync(handbook: Handbook, language: str | None) -> None:
    """Carry code, outputs and maths from English into LANGUAGE (or into all)."""
    languages = [_language(handbook, language)] if language else handbook.languages[1:]
    _refuse_misplaced(handbook)
    _refuse_broken(handbook, handbook.pages([SOURCE_LANGUAGE]))
    told: list[Finding] = []
    for page in handbook.pages(languages):
        source = handbook.source(page)
        if source is None:
            told.append(
                Finding(
                    page.path, 1, "there is no English page of this name", "translations have the file names of docs/en"
                )
            )
            continue
        try:
            text, more = carry(source, page)
        except DiagnosticError as refusal:
            told += refusal.findings
            continue
        told += more
        if write_atomically(handbook.path(page.language, page.name), text):
            out.print(f"{page.path}: taken from {source.path}")
    _tell(told)
    if errors(told):
        sys.exit(1)


@main.command()
@click.argument("language", required=False)
@click.option("--diff", is_flag=True, help="Show the English of stale blocks as it was and as it is.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.pass_obj
def status(handbook: Handbook, language: str | None, diff: bool, as_json: bool) -> None:
    """What is fresh, stale and missing in LANGUAGE (or in all), and what to do next."""
    languages = [_language(handbook, language)] if language else handbook.languages[1:]
    states = list(
        track(
            status_of.overview(handbook, languages),
            "reading",
            total=len(languages) * len(handbook.names()),
            console=err,
            transient=True,
            disable=not err.is_terminal,
        )
    )
    told = [finding for state in states for finding in state.findings]
    told += [
        finding for name in (SOURCE_LANGUAGE, *languages) for finding in glossary.load(handbook.root, name).findings
    ]
    _tell(told)
    if as_json:
        click.echo(json.dumps([state.to_json() for state in states], indent=1, ensure_ascii=False))
        sys.exit(bool(errors(told)))
    _status_table(states, languages)
    if diff:
        for state in states:
            _show_diff(handbook, state)
    for name in languages:
        todo = status_of.tasks(handbook, name, [state for state in states if state.language == name])
        most = None if language else 3
        out.print(f"\n{name}: {'nothing to do' if not todo else 'what to do next'}", style="bold")
        for task in todo[:most]:
            out.print(f"  {task.where}: {task.what}")
        if most and len(todo) > most:
            out.print(f"  … {len(todo) - most} more: handbook status {name}")
    if errors(told):
        sys.exit(1)


@main.command()
@click.argument("pages", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--unchanged", "reason", default="", metavar='"REASON"', help="Why translations that did not change still fit."
)
@click.pass_obj
def accept(handbook: Handbook, pages: tuple[Path, ...], reason: str) -> None:
    """Record that the translations at PAGES match today's English."""
    told: list[Finding] = []
    _refuse_misplaced(handbook)
    for language, name in _places(handbook, pages):
        page = handbook.page(language, name)
        source = handbook.source(page)
        if page.language == SOURCE_LANGUAGE:
            raise DiagnosticError(
                [Finding(page.path, 1, "this is the English page", "name a translation, like docs/de/by-hand.md")]
            )
        _refuse_broken(handbook, [source] if source else [])
        if broken := errors(registry.check_page(page, handbook)):
            told += [*broken, Finding(page.path, 1, "not accepted: the page has errors", "mend them first")]
            continue
        path = lockfile.path_of(handbook.root, page.language, page.name)
        entries, damaged = lockfile.read(path, handbook.root)
        if damaged:
            told += damaged
            continue
        made, refused = lockfile.accept(source, page, entries, reason)
        told += refused
        if write_atomically(path, lockfile.render(made, path)):
            out.print(f"{shown(path, handbook.root)}: {len(made)} blocks")
        else:
            out.print(f"{shown(path, handbook.root)}: as it was")
    _tell(told)
    if errors(told):
        sys.exit(1)


@main.command(name="changes")
@click.argument("base", default="main")
@click.option(
    "--only-prose",
    is_flag=True,
    help="Instead: the editions to look at, if nothing but prose was changed; else nothing.",
)
@click.pass_obj
def changes_command(handbook: Handbook, base: str, only_prose: bool) -> None:
    """What the change since BASE (a branch or a commit) does to each language, as a Markdown table."""
    with pull_request_report.at(handbook.root, base) as before:
        if not only_prose:
            click.echo(pull_request_report.table(before, handbook))
            return
        languages = pull_request_report.only_prose(before, handbook.root, base)
        click.echo(
            " ".join(
                [
                    *languages,
                    *(
                        edition.code
                        for edition in transliteration.editions(handbook.root)
                        if edition.language in languages
                    ),
                ]
            )
        )


@main.command()
@click.argument("language")
@click.pass_obj
def new(handbook: Handbook, language: str) -> None:
    """Begin LANGUAGE: configuration, glossary and strings to fill in. The site builds at once."""
    for path in scaffold.new_language(handbook.root, language):
        out.print(shown(path, handbook.root))
    out.print(f"now: handbook status {language}; a running preview must be started again to show /{language}/")


@main.command()
@click.option("--site-dir", type=click.Path(path_type=Path), default=None, help="Where to write (default: site/).")
@click.pass_obj
def build(handbook: Handbook, site_dir: Path | None) -> None:
    """Build the site in all languages, strict."""
    from handbook.site import build as site_build  # MkDocs takes a second to import

    site_build.build(handbook.languages, site_dir or handbook.root / "site", strict=True, root=handbook.root)


def _copies_options(command):
    command = click.argument("language", required=False)(command)
    return click.option(
        "--to",
        "folder",
        type=click.Path(path_type=Path, file_okay=False),
        default=None,
        help="Where to write (default: dist/).",
    )(command)


@main.command()
@_copies_options
@click.pass_obj
def offline(handbook: Handbook, language: str | None, folder: Path | None) -> None:
    """Each language (or LANGUAGE) as a zip that works without a server and without a network."""

    from handbook.site import offline_and_pdf

    for code in offline_and_pdf.wanted(language, handbook.root):
        path = offline_and_pdf.write_zip(code, folder or handbook.root / "dist", handbook.root)
        out.print(f"{shown(path, handbook.root)}: {path.stat().st_size / 1e6:.1f} MB")


@main.command()
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


@main.command()
@click.option("--latin", is_flag=True, help="The words that stay in Latin letters, instead of those that change.")
@click.pass_obj
def transliterate(handbook: Handbook, latin: bool) -> None:
    """Every word of the Cyrillic edition, for a speaker to read through: as it is written, how often, where first."""
    from handbook.site import build as site_build

    for edition in transliteration.editions(handbook.root):
        words, told = site_build.words_of_edition(edition, handbook.root)
        _tell(errors(told))
        if errors(told):
            sys.exit(1)
        for use in words.of(changed=not latin):
            out.print(f"{use.latin:<28} {use.latin if latin else use.shown:<28} {use.count:>5}  {use.first}")


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8000, show_default=True)
@click.pass_obj
def serve(handbook: Handbook, host: str, port: int) -> None:
    """Serve all languages with live reload."""
    from handbook.site import preview

    preview.serve(host, port, root=handbook.root)


def _language(handbook: Handbook, language: str) -> str:
    if language not in handbook.languages[1:]:
        raise DiagnosticError(
            [
                Finding(
                    f"i18n/{language}",
                    1,
                    "no language of this handbook",
                    f"there are {', '.join(handbook.languages[1:])}; `handbook new {language}` begins it",
                )
            ]
        )
    return language


def _status_table(states, languages: list[str]) -> None:
    """Page × language; each cell says how many blocks are fresh, and what is not."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("page")
    for language in languages:
        table.add_column(language)
    for name, of_page in groupby(states, key=lambda state: state.name):
        table.add_row(name, *map(_cell, of_page))
    out.print(table)


def _cell(state) -> Text:
    styles = {lockfile.FRESH: "green", lockfile.STALE: "red", lockfile.MISSING: "yellow", lockfile.UNRECORDED: "cyan"}
    if not state.exists:
        return Text("missing", styles[lockfile.MISSING])
    parts = [(f"{state.counts[kind]} {kind}", styles[kind]) for kind in status_of.ORDER if state.counts[kind]]
    return Text(", ").join(Text(*part) for part in parts)


def _show_diff(handbook: Handbook, state) -> None:
    stale = [block for block in state.blocks if block.state == lockfile.STALE and state.exists]
    if not stale:
        return
    today = {block.line: block.text for block in handbook.page(SOURCE_LANGUAGE, state.name).visible}
    try:
        old, trouble = (
            source_history.old_text(handbook.root, state.name, {block.made_from for block in stale if block.made_from}),
            "",
        )
    except source_history.GitHistoryError as reason:
        old, trouble = {}, str(reason)
    for block in stale:
        out.print(f"\n{state.path}:{block.line}  {state.source_path}:{block.source_line}", style="bold")
        before, now = old.get(block.made_from), today[block.source_line]
        if before is None:
            out.print(
                f"  {trouble or 'the English that this was made from is not in the history'}; today it is:", style="dim"
            )
            out.print(f"  {' '.join(now.split())}")
            continue
        line = Text("  ")
        for sign, words in source_history.word_diff(before, now):
            shown_words = {" ": words, "-": f"[-{words}-]", "+": f"{{+{words}+}}"}[sign]
            line.append(shown_words + " ", {" ": "", "-": "red strike", "+": "green bold"}[sign])
        out.print(line)


def _places(handbook: Handbook, paths: tuple[Path, ...]) -> list[tuple[str, str]]:
    if not paths:
        return handbook.places()
    places = []
    for path in paths:
        inside = path.resolve()
        folder = handbook.root / "docs"
        if inside.is_dir() and folder in (inside, inside.parent):
            files = [
                file
                for file in sorted(inside.glob("*/*.md" if inside == folder else "*.md"))
                if handbook.page(file.parent.name, file.stem)
            ]
        elif inside.is_file() and inside.suffix == ".md" and inside.parent.parent == folder:
            files = [inside]
        else:
            files = []
        if not files:
            raise DiagnosticError(
                [
                    Finding(
                        str(path),
                        1,
                        "not a page of this handbook",
                        "name a file like docs/de/by-hand.md, or a folder of docs",
                    )
                ]
            )
        places += [(file.parent.name, file.stem) for file in files]
    return places


def _refuse_misplaced(handbook: Handbook) -> None:
    """Nothing is written through a link that leads out of the handbook, or over a folder."""
    if misplaced := [finding for finding in pages_of.check(handbook) if finding.message in pages_of.IN_THE_WAY]:
        raise DiagnosticError(misplaced)


def _refuse_broken(handbook: Handbook, pages) -> None:
    broken = [finding for page in pages for finding in errors([*page.findings, *registry.runnable(page, handbook)])]
    if broken:
        raise DiagnosticError(broken)


def _tell(found: list[Finding]) -> None:
    for finding in sorted(set(found)):
        style = "bold red" if finding.severity == ERROR else "yellow"
        err.print(f"{finding.path}:{finding.line}:", style=style, end=" ")
        err.print(finding.message)
        if finding.hint:
            err.print(f"    {finding.hint}", style="dim")
