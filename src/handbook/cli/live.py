"""`handbook live`: which blocks run in the page as they are printed there."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterator
from pathlib import Path

import click
from rich.table import Table

from handbook import SOURCE_LANGUAGE
from handbook.cli.output import out
from handbook.markdown import fences
from handbook.project import guards
from handbook.project.checkout import Project
from handbook.site import live_pages
from handbook.site.live_pages import DIFFERS, ERROR, EXCUSED, SAME, LiveBlock, LivePage

SECONDS = 120
LONG = 10_000  # milliseconds from which it is said how long a block takes


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--seconds", default=SECONDS, help="After which a block is given up.", show_default=True)
@click.option("--quiet", is_flag=True, help="The table only.")
@click.pass_obj
def live(project: Project, paths: tuple[Path, ...], seconds: float, quiet: bool) -> None:
    """Run the code of the pages at PATHS, or of all in English, as the page does, and compare what it prints."""
    report(project, paths, seconds, quiet)


def report(project: Project, paths: tuple[Path, ...], seconds: float = SECONDS, quiet: bool = False) -> None:
    """Print each block that does otherwise, and a table. Raises SystemExit with code 1 where one does."""
    keys = guards.pages_at(project, paths) if paths else [(SOURCE_LANGUAGE, name) for name in project.names()]
    results = []
    with live_pages.Engine(project.root, seconds) as engine:
        for page in (project.page(*key) for key in keys):
            if not page.python():
                continue
            results.append(engine.run(page))
            for block in results[-1].blocks if not quiet else ():
                if block.state in (DIFFERS, ERROR):
                    out.print("\n".join(_shown(results[-1], block)))
                if block.milliseconds > LONG or fences.SECONDS in block.fence.attributes:
                    where = f"{results[-1].page.path}:{block.fence.line} ({block.name})"
                    out.print(f"{where}: takes {block.milliseconds / 1000:.0f} seconds")
    out.print(_table(results))
    if any(result.count(DIFFERS, ERROR) for result in results):
        sys.exit(1)


def _shown(result: LivePage, block: LiveBlock) -> Iterator[str]:
    yield f"--- {result.page.path}:{block.fence.line} ({block.name}): {block.state} {block.message}"
    expected, actual = block.expected.splitlines(), block.actual.splitlines()
    for line in difflib.unified_diff(expected, actual, "expected", "actual", lineterm="", n=2):
        yield "    " + line
    for line in block.inside.splitlines():
        yield "    | " + line[:200]


def _table(results: list[LivePage]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", min_width=100)
    table.add_column("page", no_wrap=True)
    for name in ("blocks", "live", "same", "differ", "errors", "start ms", "run ms"):
        table.add_column(name, justify="right")
    rows = [_row(result) for result in results]
    for result, row in zip(results, rows):
        table.add_row(result.page.path, *map(str, row))
    table.add_row("all", *(str(sum(column)) for column in zip(*rows)))
    return table


def _row(result: LivePage) -> tuple[int, ...]:
    count = result.count
    counts = (len(result.blocks), len(result.blocks) - count(EXCUSED), count(SAME), count(DIFFERS), count(ERROR))
    return (*counts, round(result.start), round(sum(block.milliseconds for block in result.blocks)))
