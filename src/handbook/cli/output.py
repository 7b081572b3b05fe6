"""What commands print: findings, progress, and the tables and differences of `handbook status`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TypeVar

from rich.console import Console
from rich.progress import track
from rich.table import Table
from rich.text import Text

from handbook.core.diagnostics import ERROR, Finding, errors
from handbook.translation import lockfile, source_history
from handbook.translation import status as status_of
from handbook.translation.status import PageState, Task, Wording

Item = TypeVar("Item")

out = Console(soft_wrap=True, highlight=False, markup=False)
err = Console(stderr=True, soft_wrap=True, highlight=False, markup=False)


def print_findings(found: Iterable[Finding]) -> None:
    """Print findings to stderr in the order of a reader's work: by file, then by line, each once."""
    for finding in sorted(set(found)):
        style = "bold red" if finding.severity == ERROR else "yellow"
        err.print(f"{finding.path}:{finding.line}:", style=style, end=" ")
        err.print(finding.message)
        if finding.hint:
            err.print(f"    {finding.hint}", style="dim")


def print_findings_and_exit(found: Sequence[Finding]) -> None:
    """Print findings; where one is an error, the command ends here with exit code 1 (raises SystemExit)."""
    print_findings(found)
    if errors(found):
        sys.exit(1)


def progress(items: Iterable[Item], doing: str, total: int | None = None) -> Iterable[Item]:
    """``items`` as they come, with a bar named ``doing`` while a terminal shows it.

    ``total`` says how many there are, where ``items`` has no length.
    """
    return track(items, doing, total=total, console=err, transient=True, disable=not err.is_terminal)


def status_table(states: Iterable[PageState], languages: Sequence[str]) -> None:
    """Page × language; each cell says how many blocks are fresh, and what is not.

    ``states`` are those of one page together, in the order of ``languages``.
    """
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("page")
    for language in languages:
        table.add_column(language)
    for name, of_page in groupby(states, key=lambda state: state.name):
        table.add_row(name, *map(_cell, of_page))
    out.print(table)


def _cell(state: PageState) -> Text:
    styles = {lockfile.FRESH: "green", lockfile.STALE: "red", lockfile.MISSING: "yellow", lockfile.UNRECORDED: "cyan"}
    if not state.exists:
        return Text("missing", styles[lockfile.MISSING])
    parts = [(f"{state.counts[kind]} {kind}", styles[kind]) for kind in status_of.STATE_ORDER if state.counts[kind]]
    return Text(", ").join(Text(*part) for part in parts)


def differences(state: PageState, wordings: Iterable[Wording], trouble: str) -> None:
    """The English of a page's stale blocks, word by word: what went and what came.

    ``trouble`` says why the English as it was isn't known, or is "".
    """
    for wording in wordings:
        out.print(f"\n{state.path}:{wording.line}  {state.source_path}:{wording.source_line}", style="bold")
        if wording.before is None:
            out.print(
                f"  {trouble or 'the English that this was made from is not in the history'}; today it is:", style="dim"
            )
            out.print(f"  {' '.join(wording.after.split())}")
            continue
        line = Text("  ")
        for sign, words in source_history.word_diff(wording.before, wording.after):
            shown_words = {" ": words, "-": f"[-{words}-]", "+": f"{{+{words}+}}"}[sign]
            line.append(shown_words + " ", {" ": "", "-": "red strike", "+": "green bold"}[sign])
        out.print(line)


def task_list(language: str, tasks: Sequence[Task], most: int | None) -> None:
    """What to do next in a language: the first ``most`` of its tasks and how many more there are, or all for None."""
    out.print(f"\n{language}: {'nothing to do' if not tasks else 'what to do next'}", style="bold")
    for task in tasks[:most]:
        out.print(f"  {task.location}: {task.description}")
    if most and len(tasks) > most:
        out.print(f"  … {len(tasks) - most} more: handbook status {language}")
