"""Commands for translators: sync, status, accept, changes, new languages, and transliteration."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

import click

from handbook import SOURCE_LANGUAGE
from handbook.checks import registry
from handbook.cli import output
from handbook.cli.output import exit_on_errors, out, print_findings, progress, writes
from handbook.core.diagnostics import Finding, display_path, errors
from handbook.core.files import write_atomically
from handbook.markdown.model import Page
from handbook.project import book, guards, transliteration
from handbook.project.checkout import Project
from handbook.translation import draft, glossary, kept_copies, people, pull_request_report, scaffold, string_pages
from handbook.translation import status as page_status
from handbook.translation.accept import AcceptResult, Vouched
from handbook.translation.accept import accept as accept_pages
from handbook.translation.begin import begin as begin_page
from handbook.translation.glossary_uses import linked_uses
from handbook.translation.review import review as review_pages
from handbook.translation.sync import sync as sync_pages
from handbook.translation.wordings import Wording


@click.command()
@click.argument("language", required=False)
@writes
def sync(project: Project, language: str | None) -> None:
    """Carry code, outputs and maths from English into LANGUAGE (or into all)."""
    findings: list[Finding] = []
    for result in sync_pages(project, guards.translations(project, language)):
        findings += result.findings
        if result.changed:
            out.print(f"{result.path}: taken from {result.source_path}")
    exit_on_errors(findings)


@click.command()
@click.argument("language", required=False)
@click.argument("page", required=False)
@click.option("--diff", is_flag=True, help="Show the English of stale and new blocks, as it was and as it is.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.pass_obj
def status(project: Project, language: str | None, page: str | None, diff: bool, as_json: bool) -> None:
    """What is fresh, stale and missing in LANGUAGE (or in all) or on its PAGE (like by-hand), and what to do next."""
    languages = guards.translations(project, language)
    known = page_status.names(project)
    names = guards.names_of([page], known) if page else known
    states = list(progress(page_status.overview(project, languages, names), "reading", len(languages) * len(names)))
    findings = [finding for state in states for finding in state.findings]
    for name in (SOURCE_LANGUAGE, *languages):
        findings += glossary.load(project.root, name).findings
    print_findings(findings)
    if as_json:
        click.echo(json.dumps([state.to_json() for state in states], indent=1, ensure_ascii=False))
        sys.exit(bool(errors(findings)))
    output.status_table(states, languages)
    if diff:
        for state in states:
            output.differences(state.path, *page_status.changed_wordings(project, state))
    for name in languages:
        of_language = [state for state in states if state.language == name]
        tasks = page_status.tasks(project, name, of_language, of_pages=page is not None)
        output.task_list(name, tasks, None if language else 3)
    if errors(findings):
        sys.exit(1)
    if language:
        output.error_count(_errors_of(project, language, page))


def _errors_of(project: Project, language: str, page: str | None) -> list[Finding]:
    """What the checks find in a language, or on one page of it."""
    if page is None:
        return registry.check_language(project, language)
    found = string_pages.find(project, language, page.removesuffix(".md"))
    return registry.check_translated(found, project) if found else []


@click.command()
@click.argument("language")
@click.argument("page")
@click.option("--anew", is_flag=True, help="Also where it was translated before: accept compares with the old lock.")
@writes
def begin(project: Project, language: str, page: str, anew: bool) -> None:
    """Begin to translate PAGE (like by-hand): copy it, and remember the English that it is made from."""
    for path in begin_page(project, language, page.removesuffix(".md"), anew):
        out.print(display_path(path, project.root))
    out.print(f"now: translate it block by block; `handbook status {language}` lists what is left")


@click.command()
@click.argument("pages", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--unchanged", "reason", default="", metavar='"REASON"', help="Why translations that did not change still fit."
)
@click.option("--anew", default="", metavar='"REASON"', help="Why a lock that git knows is made anew.")
@click.option("--yes", is_flag=True, help="The translations follow the changes of the English that are shown.")
@click.option("--by", "name", default="", metavar="NAME", help="Who says so: a translator of these pages.")
@writes
def accept(project: Project, pages: tuple[Path, ...], reason: str, anew: str, yes: bool, name: str) -> None:
    """Record that the translations at PAGES match today's English."""
    name = people.name_of(name, project) if name else ""

    def ask(page: Page, changes: Sequence[Wording], why_unknown: str) -> bool:
        output.differences(page.path, changes, why_unknown, translated=True)
        if yes or not is_terminal():
            return yes
        return click.confirm(f"\nDoes {page.path} say what the English says now?")

    findings: list[Finding] = []
    for result in accept_pages(project, pages, registry.check_translated, Vouched(ask, reason, anew)):
        findings += result.findings
        output.accepted(result)
        if name and result.units:
            _record_translator(project, result, name)
    exit_on_errors(findings)


def _record_translator(project: Project, result: AcceptResult, name: str) -> None:
    """Who changed nothing or little is no translator, but may add the name to a page of which nobody was named."""
    language, page = result.key
    others = people.named(people.load(project.root, language)[0], people.TRANSLATED, page)
    if not others or len(result.taken) * people.TRANSLATORS_PART >= (result.units or 0):
        people.record(project, language, name, people.TRANSLATED, page)
    elif name not in others and result.changed:
        path = display_path(people.path_of(project.root, language), project.root)
        out.print(f"{path}: {name} isn't named for {page}, since few blocks are new; write it there, if it should be")


@click.command()
@click.argument("pages", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--by", "name", required=True, metavar="NAME", help="Who has read them: not their only translator.")
@writes
def review(project: Project, pages: tuple[Path, ...], name: str) -> None:
    """Record that a second person has read the translations at PAGES beside the English."""
    for lock in review_pages(project, pages, name):
        out.print(f"{lock}: reviewed")


def is_terminal() -> bool:
    """Whether somebody can be asked."""
    return sys.stdin.isatty()


@click.command()
@click.argument("base", default="main")
@click.option(
    "--only-prose",
    is_flag=True,
    help="Instead: the editions to look at, if nothing but prose was changed; else nothing.",
)
@click.option("--editions", is_flag=True, help="Instead: the editions to build, to look at what was changed.")
@click.pass_obj
def changes(project: Project, base: str, only_prose: bool, editions: bool) -> None:
    """What the change since BASE (a branch or a commit) does to each language, as Markdown."""
    if editions:
        click.echo(" ".join(pull_request_report.changed_editions(project.root, base)))
        return
    with pull_request_report.project_at(project.root, base) as before:
        if only_prose:
            click.echo(" ".join(pull_request_report.prose_only_editions(before, project.root, base)))
            return
        click.echo(pull_request_report.change_table(before, project))
    if pages := pull_request_report.changed_pages(project.root, base):
        click.echo(f"\n{pages}")


@click.command(name="glossary")
@click.argument("language")
@click.pass_obj
def glossary_uses(project: Project, language: str) -> None:
    """Each link to the glossary in its sentence, for a speaker of LANGUAGE to read through.

    Uses without the English word in brackets behind them bear an asterisk.
    """
    if language != SOURCE_LANGUAGE:
        guards.translations(project, language)
    uses = sorted(linked_uses(project, language), key=lambda use: use.term.key)
    for term, of_term in groupby(uses, key=lambda use: use.term):
        out.print(f"\n{term.term}: {term.definition}", style="bold", highlight=False, markup=False, emoji=False)
        for use in of_term:
            sign = "" if use.has_english else " *"
            out.print(f"{use.location}: {use.sentence}{sign}", highlight=False, markup=False, emoji=False)


FIRST_STEPS = """
The site builds now, with English text and a notice on each page of /{language}/ (start a running preview again).
What to do first:
  1. handbook begin {language} {page}: translate one page; it teaches you what the words must be able to say
  2. i18n/{language}/glossary.toml: write down each word that you decide on there
  3. i18n/{language}/ui.toml: the words of buttons and pictures; English stands in for what is empty
     {text} has them as one text: give it to a translator, and `handbook draft --read FILE` puts the answer in
  4. handbook status {language}: what comes next, at any time"""


@click.command()
@click.argument("language")
@writes
def new(project: Project, language: str) -> None:
    """Begin LANGUAGE: configuration, glossary and strings to fill in. The site builds at once."""
    for path in scaffold.new_language(project.root, language):
        out.print(display_path(path, project.root))
    language = scaffold.folder_of(language)
    project = Project(project.root)  # which knows the language
    text = guards.target(project, project.root / "dist" / "draft" / f"{language}-ui.txt")
    if string_pages.find(project, SOURCE_LANGUAGE, string_pages.STRINGS):
        if text.is_file():
            print_findings(kept_copies.keep(project.root, text, 1))  # somebody may have written the answer into it
        write_atomically(text, draft.write(project, language, string_pages.STRINGS))
    wished = book.load(project.root).pages.get("begin")
    first = wished if wished in project.names() else project.ordered()[0]
    out.print(FIRST_STEPS.format(language=language, page=first, text=display_path(text, project.root)))


@click.command()
@click.option("--latin", is_flag=True, help="The words that stay in Latin letters, instead of those that change.")
@click.pass_obj
def transliterate(project: Project, latin: bool) -> None:
    """Every word of the Cyrillic edition, for a speaker to read through: as it is written, how often, where first."""
    from handbook.site import build as site_build

    for edition in transliteration.script_variants(project.root):
        report, findings = site_build.transliterated_words(edition, project.root)
        exit_on_errors(errors(findings))
        for use in report.of(changed=not latin):
            out.print(f"{use.latin:<28} {use.latin if latin else use.transliterated:<28} {use.count:>5}  {use.first}")


COMMANDS = (sync, status, begin, accept, review, glossary_uses, changes, new, transliterate)
