"""The command `handbook`."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from rich.console import Console
from rich.progress import track

from . import ROOT, SOURCE_LANGUAGE, checks, snippets
from .files import write_atomically
from .findings import ERROR, Finding, Refused, errors, report, shown
from .pages import Handbook
from .sync import carry

out = Console(soft_wrap=True, highlight=False, markup=False)
err = Console(stderr=True, soft_wrap=True, highlight=False, markup=False)


class Commands(click.Group):
    """Turns refusals into findings and exit code 1: people get `path:line`, never a traceback."""

    def invoke(self, context: click.Context):
        try:
            return super().invoke(context)
        except Refused as refusal:
            _tell(refusal.findings)
        except OSError as error:
            err.print(f"{error.filename or 'handbook'}:1: {error.strerror or error}")
        context.exit(1)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--root", type=click.Path(path_type=Path, exists=True, file_okay=False), default=ROOT, hidden=True, help="Another checkout.")
@click.pass_context
def main(context: click.Context, root: Path) -> None:
    """Check, collect, translate, build and serve Attention by Example."""
    context.obj = Handbook(root.resolve())


@main.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.pass_obj
def check(handbook: Handbook, paths: tuple[Path, ...]) -> None:
    """Every check that needs no torch: the whole handbook, or the pages at PATHS."""
    pages = _pages(handbook, paths)
    found: list[Finding] = []
    for page in track(pages, "checking", console=err, transient=True, disable=not err.is_terminal):
        found += checks.check_page(page, handbook)
    if not paths:
        found += checks.check_handbook(handbook)
    _tell(found)
    if errors(found):
        sys.exit(1)
    fences = sum(len(page.python()) for page in pages)
    out.print(f"{len(pages)} pages in {len({page.language for page in pages})} languages, {fences} code blocks: no errors")


@main.command()
@click.pass_obj
def collect(handbook: Handbook) -> None:
    """Write snippets/ from the pages."""
    _refuse_broken(handbook, handbook.pages())
    changed = snippets.collect(handbook)
    for path in changed:
        out.print(shown(path, handbook.root))
    out.print(f"{len(snippets.targets(handbook))} snippets, {len(changed)} changed")


@main.command()
@click.argument("language", required=False)
@click.pass_obj
def sync(handbook: Handbook, language: str | None) -> None:
    """Carry code, outputs and maths from English into LANGUAGE (or into all)."""
    languages = [name for name in handbook.languages if name != SOURCE_LANGUAGE]
    if language and language not in languages:
        raise click.BadParameter(f"{language} is not among {', '.join(languages)}", param_hint="LANGUAGE")
    _refuse_broken(handbook, handbook.pages([SOURCE_LANGUAGE]))
    told: list[Finding] = []
    for page in handbook.pages([language] if language else languages):
        source = handbook.source(page)
        if source is None:
            told.append(Finding(page.path, 1, "there is no English page of this name", "translations have the file names of docs/en"))
            continue
        try:
            text, more = carry(source, page)
        except Refused as refusal:
            told += refusal.findings
            continue
        told += more
        if write_atomically(handbook.path(page.language, page.name), text):
            out.print(f"{page.path}: taken from {source.path}")
    _tell(told)
    if errors(told):
        sys.exit(1)


@main.command()
@click.option("--site-dir", type=click.Path(path_type=Path), default=None, help="Where to write (default: site/).")
@click.pass_obj
def build(handbook: Handbook, site_dir: Path | None) -> None:
    """Build the site in all languages, strict."""
    from . import site  # MkDocs takes a second to import

    site.build(handbook.languages, site_dir or handbook.root / "site", strict=True)


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8000, show_default=True)
@click.pass_obj
def serve(handbook: Handbook, host: str, port: int) -> None:
    """Serve all languages with live reload."""
    from . import site

    site.serve(host, port)


def _pages(handbook: Handbook, paths: tuple[Path, ...]):
    if not paths:
        return handbook.pages()
    pages = []
    for path in paths:
        inside = path.resolve()
        folder = handbook.root / "docs"
        if inside.is_dir() and inside.is_relative_to(folder):
            files = sorted(inside.rglob("*.md"))
        elif inside.is_file() and inside.suffix == ".md" and inside.parent.parent == folder:
            files = [inside]
        else:
            raise Refused([Finding(str(path), 1, "not a page of this handbook", "name a file like docs/de/by-hand.md, or a folder of docs")])
        pages += [handbook.page(file.parent.name, file.stem) for file in files]
    return pages


def _refuse_broken(handbook: Handbook, pages) -> None:
    broken = [finding for page in pages for finding in errors([*page.findings, *checks.runnable(page, handbook)])]
    if broken:
        raise Refused(broken)


def _tell(found: list[Finding]) -> None:
    for finding in sorted(set(found)):
        style = "bold red" if finding.severity == ERROR else "yellow"
        err.print(f"{finding.path}:{finding.line}:", style=style, end=" ")
        err.print(finding.message)
        if finding.hint:
            err.print(f"    {finding.hint}", style="dim")


if __name__ == "__main__":
    main()
