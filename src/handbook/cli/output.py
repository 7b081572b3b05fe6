"""Prints findings, progress, and the tables, differences and tasks of `handbook status`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from difflib import ndiff
from functools import wraps
from itertools import groupby
from textwrap import indent
from typing import TypeVar

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table
from rich.text import Text

from handbook.core.diagnostics import ERROR, Finding, errors, visible
from handbook.markdown.model import Block
from handbook.project import guards
from handbook.project.checkout import Project
from handbook.translation import source_history, status
from handbook.translation.accept import AcceptResult
from handbook.translation.freshness import DRAFT, FRESH, MISSING, STALE, UNRECORDED
from handbook.translation.status import PageState, Task
from handbook.translation.translation_units import CODE_WORDS
from handbook.translation.wordings import Wording

Item = TypeVar("Item")

STYLES = {FRESH: "green", STALE: "red", MISSING: "yellow", UNRECORDED: "cyan", DRAFT: "magenta"}
MANY = 5  # units whose older English isn't known, of which one line is printed
IN_LINES = {"fence", "maths", "html", "table", CODE_WORDS}  # kinds of units whose lines mean something
CHANGED = {" ": "", "-": "red strike", "+": "green bold"}  # how what is left, gone and new is printed
MANY_LINES = 20  # of a page, that are counted and not named

out = Console(soft_wrap=True, highlight=False, markup=False, emoji=False)
err = Console(stderr=True, soft_wrap=True, highlight=False, markup=False, emoji=False)


def print_findings(findings: Iterable[Finding]) -> None:
    """Print findings to stderr, sorted by file and line, each once."""
    for finding in sorted(set(findings)):
        style = "bold red" if finding.severity == ERROR else "yellow"
        err.print(f"{finding.location}:", style=style, end=" ")
        message = visible(finding.message)
        err.print(message if finding.severity == ERROR else f"note: {message}")
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
    if wrong := errors(set(findings)):
        notes = len(set(findings)) - len(wrong)
        of_notes = f", {_counted(notes, 'note')}" if notes else ""
        err.print(f"{_counted(len(wrong), 'error')}{of_notes}", style="bold")
        sys.exit(1)


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


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


def accepted(result: AcceptResult) -> None:
    """Print what `handbook accept` has written into a lock, and of which lines of the page."""
    if result.units is None:
        return
    lines = {"recorded now": result.taken, "kept as they were": result.kept}
    parts = [f"{words} {_lines(found)}" for words, found in lines.items() if found]
    said = "; ".join([f"{result.units} blocks", *parts]) if result.changed else "as it was"
    out.print(f"{result.lock}: {said}")


def _lines(lines: Sequence[int]) -> str:
    return ", ".join(f":{line}" for line in lines) if len(lines) <= MANY_LINES else str(len(lines))


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
        out.print(f"\n{page_path}: {len(drafts)} blocks are as a machine wrote them", style="bold")
    wordings = [wording for wording in wordings if wording not in drafts]
    explanation = reason or "the English that this was made from is not in the history"
    are_new = all(one.before is None and one.state.translation and not one.is_kept for one in wordings)
    if len(wordings) > MANY and are_new and not translated:  # who is to vouch for them has to see them
        out.print(f"\n{page_path}: {len(wordings)} blocks, all translations of it; {explanation}", style="bold")
        return
    for wording in wordings:
        source, translation = wording.state.source, wording.state.translation
        place = f"{page_path}:{translation.line}" if translation else f"{page_path}, not there"
        out.print(f"\n{place}  {source.path}:{source.line}", style="bold")
        if wording.before is None:
            why = explanation if wording.state.entry or reason else "no line of the lock tells of it: it is new"
            out.print(f"  {why}; today it is:" if translation else "  to translate:", style="dim")
            out.print(_indented(wording.after, source))
        else:
            out.print(_changed(wording.before, wording.after, source))
        _translation(wording, translated)


def _indented(text: str, unit: Block) -> str:
    """A text on one line; code, formulas and tables on theirs."""
    return indent(text if unit.kind in IN_LINES else " ".join(text.split()), "  ")


def _changed(before: str, after: str, unit: Block) -> Text:
    """What has changed: the words of a sentence, the lines of code."""
    text = Text("" if unit.kind in IN_LINES else "  ")
    if unit.kind in IN_LINES:
        for line in ndiff(before.split("\n"), after.split("\n")):
            if line[0] in CHANGED:
                text.append(f"{'' if not len(text) else chr(10)}  {line}", CHANGED[line[0]])
        return text
    for sign, words in source_history.word_diff(before, after):
        marked = {" ": words, "-": f"[-{words}-]", "+": f"{{+{words}+}}"}[sign]
        text.append(marked + " ", CHANGED[sign])
    return text


def _translation(wording: Wording, is_asked: bool) -> None:
    """Print the translation that somebody is to vouch for."""
    if is_asked and wording.state.translation:
        name = "kept as it is" if wording.is_kept else "translation"
        name += ", of which only signs have changed" if wording.signs_only else ""
        unit = wording.state.translation
        text = _indented(wording.state.translation.text, unit)
        out.print(f"  {name}:\n{text}" if unit.kind in IN_LINES else f"  {name}: {text.strip()}")


def stale_count(state: PageState) -> None:
    """Say how many blocks of a page without errors are made from older English, or from nobody knows which."""
    counts = [f"{state.counts[name]} {name}" for name in (STALE, UNRECORDED, DRAFT) if state.counts[name]]
    if counts:
        command = f"`handbook status {state.language} {state.name} --diff` shows them"
        out.print(f"{state.path}: blocks that are {', '.join(counts)}: {command}")


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
