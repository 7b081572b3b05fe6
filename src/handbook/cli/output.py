"""Prints findings, progress, and the tables, differences and tasks of `handbook status`."""

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
from handbook.translation import lockfile, source_history, status
from handbook.translation.status import PageState, Task, Wording

Item = TypeVar("Item")

out = Console(soft_wrap=True, highlight=False, markup=False)
err = Console(stderr=True, soft_wrap=True, highlight=False, markup=False)


def print_findings(findings: Iterable[Finding]) -> None:
    """Print findings to stderr, sorted by file and line, each once."""
    for finding in sorted(set(findings)):
        style = "bold red" if finding.severity == ERROR else "yellow"
        err.print(f"{finding.path}:{finding.line}:", style=style, end=" ")
        err.print(finding.message)
        if finding.hint:
            err.print(f"    {finding.hint}", style="dim")


def exit_on_errors(findings: Sequence[Finding]) -> None:
    """Print findings. Raises SystemExit with code 1 where one of them is an error."""
    print_findings(findings)
    if errors(findings):
        sys.exit(1)


def progress(items: Iterable[Item], description: str, total: int | None = None) -> Iterable[Item]:
    """``items`` as they come, with a progress bar on stderr where that is a terminal.

    Args:
        items: what is iterated over.
        description: printed beside the bar.
        total: the number of items, where ``items`` has no length.
    """
    return track(items, description, total=total, console=err, transient=True, disable=not err.is_terminal)


def status_table(states: Iterable[PageState], languages: Sequence[str]) -> None:
    """Print a table, page × language; each cell counts the blocks in each state.

    Args:
        states: grouped by page, within a page in the order of ``languages``.
        languages: the columns.
    """
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("page")
    for language in languages:
        table.add_column(language)
    for name, page_states in groupby(states, key=lambda state: state.name):
        table.add_row(name, *map(_cell, page_states))
    out.print(table)


def _cell(state: PageState) -> Text:
    styles = {lockfile.FRESH: "green", lockfile.STALE: "red", lockfile.MISSING: "yellow", lockfile.UNRECORDED: "cyan"}
    if not state.exists:
        return Text("missing", styles[lockfile.MISSING])
    parts = [(f"{state.counts[name]} {name}", styles[name]) for name in status.STATE_ORDER if state.counts[name]]
    return Text(", ").join(Text(*part) for part in parts)


def differences(state: PageState, wordings: Iterable[Wording], reason: str) -> None:
    """Print the English of a page's stale blocks with the words that were removed and added.

    Args:
        state: of the page.
        wordings: the texts of its stale blocks.
        reason: why older texts can't be read, or "".
    """
    for wording in wordings:
        out.print(f"\n{state.path}:{wording.line}  {state.source_path}:{wording.source_line}", style="bold")
        if wording.before is None:
            explanation = reason or "the English that this was made from is not in the history"
            out.print(f"  {explanation}; today it is:", style="dim")
            out.print(f"  {' '.join(wording.after.split())}")
            continue
        line = Text("  ")
        for sign, words in source_history.word_diff(wording.before, wording.after):
            marked = {" ": words, "-": f"[-{words}-]", "+": f"{{+{words}+}}"}[sign]
            line.append(marked + " ", {" ": "", "-": "red strike", "+": "green bold"}[sign])
        out.print(line)


def task_list(language: str, tasks: Sequence[Task], limit: int | None) -> None:
    """Print what to do next in a language: the first ``limit`` tasks and the number of others, or all for None."""
    out.print(f"\n{language}: {'nothing to do' if not tasks else 'what to do next'}", style="bold")
    for task in tasks[:limit]:
        out.print(f"  {task.location}: {task.description}")
    if limit and len(tasks) > limit:
        out.print(f"  … {len(tasks) - limit} more: handbook status {language}")
