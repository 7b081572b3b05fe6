"""Prints findings, progress, and the tables, differences and tasks of `handbook status`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from itertools import groupby
from typing import TypeVar

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table
from rich.text import Text

from handbook.core.diagnostics import ERROR, Finding, errors, visible
from handbook.project import guards
from handbook.project.checkout import Project
from handbook.translation import source_history, status
from handbook.translation.freshness import DRAFT, FRESH, MISSING, STALE, UNRECORDED
from handbook.translation.status import PageState, Task
from handbook.translation.wordings import Wording

Item = TypeVar("Item")

STYLES = {FRESH: "green", STALE: "red", MISSING: "yellow", UNRECORDED: "cyan", DRAFT: "magenta"}
MANY = 5  # units whose older English isn't known, of which one line is printed

out = Console(soft_wrap=True, highlight=False, markup=False, emoji=False)
err = Console(stderr=True, soft_wrap=True, highlight=False, markup=False, emoji=False)


def print_findings(findings: Iterable[Finding]) -> None:
    """Print findings to stderr, sorted by file and line, each once."""
    for finding in sorted(set(findings)):
        style = "bold red" if finding.severity == ERROR else "yellow"
        err.print(f"{finding.location}:", style=style, end=" ")
        err.print(visible(finding.message))
        if finding.hint:
            err.print(f"    {visible(finding.hint)}", style="dim")


def writes(command: Callable) -> Callable:
    """As ``click.pass_obj``, of a command that writes pages, locks, strings or snippets: no two run at once."""

    @wraps(command)
    def locked(project: Project, *arguments: object, **options: object) -> object:
        with guards.writing(project, lambda text: err.print(f"{text} …", style="dim")):
            return command(project, *arguments, **options)

    return click.pass_obj(locked)


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
    if not state.exists:
        return Text("missing", STYLES[MISSING])
    parts = [(f"{state.counts[name]} {name}", STYLES[name]) for name in status.STATE_ORDER if state.counts[name]]
    return Text(", ").join(Text(*part) for part in parts + [("reviewed", STYLES[FRESH])] * state.reviewed)


def differences(page_path: str, wordings: Sequence[Wording], reason: str, translated: bool = False) -> None:
    """Print the English of some units with the words that were removed and added since they were translated.

    Args:
        page_path: of the translation.
        wordings: the texts.
        reason: why older texts can't be read, or "".
        translated: whether the translations are printed, too.
    """
    drafts = [wording for wording in wordings if wording.state.state == DRAFT]
    if drafts:
        out.print(f"\n{page_path}: {len(drafts)} units are as a machine wrote them", style="bold")
    wordings = [wording for wording in wordings if wording not in drafts]
    explanation = reason or "the English that this was made from is not in the history"
    are_new = all(one.before is None and one.state.translation and not one.is_kept for one in wordings)
    if len(wordings) > MANY and are_new and not translated:  # who is to vouch for them has to see them
        out.print(f"\n{page_path}: {len(wordings)} units, all translations of it; {explanation}", style="bold")
        return
    for wording in wordings:
        source, translation = wording.state.source, wording.state.translation
        place = f"{page_path}:{translation.line}" if translation else f"{page_path}, not there"
        out.print(f"\n{place}  {source.path}:{source.line}", style="bold")
        if wording.before is None:
            out.print(f"  {explanation}; today it is:" if translation else "  to translate:", style="dim")
            out.print(f"  {' '.join(wording.after.split())}")
            _translation(wording, translated)
            continue
        text = Text("  ")
        for sign, words in source_history.word_diff(wording.before, wording.after):
            marked = {" ": words, "-": f"[-{words}-]", "+": f"{{+{words}+}}"}[sign]
            text.append(marked + " ", {" ": "", "-": "red strike", "+": "green bold"}[sign])
        out.print(text)
        _translation(wording, translated)


def _translation(wording: Wording, is_asked: bool) -> None:
    """Print the translation that somebody is to vouch for."""
    if is_asked and wording.state.translation:
        name = "kept as it is" if wording.is_kept else "translation"
        out.print(f"  {name}: {' '.join(wording.state.translation.text.split())}")


def error_count(findings: Sequence[Finding]) -> None:
    """Say that a language is not right yet, though its blocks may all be fresh."""
    if wrong := errors(findings):
        first = f"{wrong[0].location}: {wrong[0].message}"
        out.print(f"\n`handbook check` finds {len(wrong)} errors here, first {first}", style="bold")


def task_list(language: str, tasks: Sequence[Task], limit: int | None) -> None:
    """Print what to do next in a language: the first ``limit`` tasks and the number of others, or all for None."""
    out.print(f"\n{language}: {'nothing to do' if not tasks else 'what to do next'}", style="bold")
    for task in tasks[:limit]:
        out.print(f"  {task.location}: {task.description}")
    if limit and len(tasks) > limit:
        out.print(f"  … {len(tasks) - limit} more: handbook status {language}")
