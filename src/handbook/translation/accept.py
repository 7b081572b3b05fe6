"""Records in the locks that translations match today's English.

A lock never says so by itself: where the English has changed since, a person is shown the change and asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from handbook import SOURCE_LANGUAGE
from handbook.core.diagnostics import DiagnosticError, Finding, display_path, errors, excerpt
from handbook.core.files import write_atomically
from handbook.markdown.model import Page
from handbook.project import guards
from handbook.project.checkout import Project
from handbook.translation import lockfile, omissions, source_history, string_pages, wordings
from handbook.translation.freshness import DRAFT, FRESH, MISSING, UnitState, states
from handbook.translation.lockfile import Entry
from handbook.translation.translation_units import LANGUAGE, fingerprint
from handbook.translation.wordings import Wording

Check = Callable[[Page, Project], Iterable[Finding]]
Ask = Callable[[Page, Sequence[Wording], str], bool]  # the page, its changes, why older English is unknown
LEAST_REASON = 10  # letters: "typo" alone tells a reviewer nothing


@dataclass(frozen=True)
class Proposal:
    """What accepting a page would write for one unit."""

    state: UnitState
    entry: Entry | None  # None where there is no translation
    refusal: Finding | None = None  # why another entry can't be written
    asks: bool = False  # whether somebody has to say that the translation follows its English


@dataclass(frozen=True)
class AcceptResult:
    """What became of one translation."""

    key: tuple[str, str]  # its language, and the name of the page or file
    lock: str  # path of the lock, as findings print it
    units: int | None  # lines of the lock; None where nothing of the page was accepted
    changed: bool  # whether the lock was written
    findings: tuple[Finding, ...] = ()  # what could not be accepted, and why


@dataclass(frozen=True)
class Vouched:
    """What a person says of the pages to accept.

    Args:
        ask: is shown how the English changed that translations were mended for, and tells whether they follow it.
        unchanged: why translations that haven't changed still fit English that has; "" where they may not.
        anew: why a lock that git knows is written anew; "" where it may not.
    """

    ask: Ask
    unchanged: str = ""
    anew: str = ""


def proposals(source: Page, translation: Page, entries: Sequence[Entry], reason: str = "") -> list[Proposal]:
    """What accepting a page would write, unit by unit, in the order of the English page.

    Where the English has changed and the translation hasn't, the old entry is kept, and the unit stays stale, unless
    ``reason`` says why the translation still fits. Where both have changed, somebody has to say that one follows the
    other.

    Args:
        source: the English page.
        translation: the page in another language.
        entries: of the page's lock so far.
        reason: why translations that haven't changed still fit; "" where they may not.
    """
    found = states(source, translation, entries)
    may_lack = translation.name in string_pages.NAMES  # English stands in for a string that isn't translated
    return [_proposal(state, source, translation, reason) for state in found if state.translation or not may_lack]


def _proposal(state: UnitState, source: Page, page: Page, reason: str) -> Proposal:
    unit, old = state.source, state.entry
    if state.translation is None:
        message = f"not translated: {source.path}:{unit.line}, {unit.kind} “{excerpt(unit.text)}”"
        return Proposal(state, None, Finding(page.path, 1, message, "translate it first"))
    new = Entry(unit.kind, unit.section, fingerprint(unit), fingerprint(state.translation))
    if unit.kind not in LANGUAGE:
        return Proposal(state, new)
    if old is not None and old.translation == new.translation:
        if state.state == FRESH:
            return Proposal(state, replace(new, reason=old.reason, reviewed=old.reviewed))
        if state.state == DRAFT:
            return Proposal(state, new, asks=True)
        if reason:
            return Proposal(state, replace(new, reason=reason))
        return Proposal(state, old, _did_not_follow(state, source, page))
    return Proposal(state, new, asks=old is None or old.source != new.source)


def _did_not_follow(state: UnitState, source: Page, page: Page) -> Finding:
    assert state.translation is not None
    line, quoted = state.source.line, excerpt(state.translation.text)
    if state.state == MISSING:
        message = f"this is the English of {source.path}:{line} still: “{quoted}”"
        hint = "translate it; or, if your language says it so, too, say why"
    else:
        message = f"{source.path}:{line} has changed, but this translation has not: “{quoted}”"
        hint = "mend it and accept again; or, if it fits as it is, say why"
    return Finding(
        page.path, state.translation.line, message, f'{hint}: handbook accept {page.path} --unchanged "reason"'
    )


def accept(project: Project, paths: Iterable[Path], check: Check, vouched: Vouched) -> Iterator[AcceptResult]:
    """Record that translations match today's English, and write their locks.

    A lock is written when its result is asked for.

    Args:
        project: the checkout.
        paths: files or folders of translations, or files of strings.
        check: gives the findings about a page; one with errors is not accepted.
        vouched: what a person says of these pages.

    Returns:
        a result for each page.

    Raises:
        DiagnosticError: at once, where a reason says nothing, a link or a folder is in the way or a path is no page of
            the checkout; and on reaching a page that is English or whose English page has syntax errors.
        OSError: a file can't be read or written.
    """
    vouched = replace(vouched, unchanged=_reason(vouched.unchanged), anew=_reason(vouched.anew))
    guards.refuse_misplaced(project)
    keys = string_pages.keys_at(project, paths)
    return (_accept_page(project, language, name, check, vouched) for language, name in keys)


def _reason(text: str) -> str:
    """A reason as locks have it. Raises DiagnosticError where it says nothing."""
    reason = " ".join(text.split())
    if text and len(reason) < LEAST_REASON:
        hint = 'say in a sentence what a reviewer wants to know, like "a typing error in English was mended"'
        raise DiagnosticError([Finding("command line", 1, f"“{reason}” is no reason", hint)])
    return reason


def _accept_page(project: Project, language: str, name: str, check: Check, vouched: Vouched) -> AcceptResult:
    page = string_pages.find(project, language, name) or project.page(language, name)
    source = string_pages.find(project, SOURCE_LANGUAGE, name)
    if page.language == SOURCE_LANGUAGE:
        raise DiagnosticError(
            [Finding(page.path, 1, "this is the English page", "name a translation, like docs/de/by-hand.md")]
        )
    guards.refuse_broken([source] if source else [])
    path = lockfile.path_of(project.root, page.language, page.name)
    lock = display_path(path, project.root)
    page_errors = errors(check(page, project))
    if page_errors or source is None:
        refusal = Finding(page.path, 1, "not accepted: the page has errors", "mend them first")
        return AcceptResult((language, name), lock, None, False, (*page_errors, refusal))
    entries, lock_findings = lockfile.read(path, project.root)
    if not entries and not vouched.anew and source_history.is_known(project.root, path):
        message = f"git knows this lock, but it is not there: without it, nobody knows what {page.path} was made from"
        hint = f'`git checkout HEAD -- {lock}`; or read the page against English and accept with --anew "reason"'
        lock_findings.append(Finding(lock, 1, message, hint))
    if lock_findings:
        return AcceptResult((language, name), lock, None, False, tuple(lock_findings))
    proposed = proposals(source, page, entries, vouched.unchanged)
    doubted = _doubted(project, source, page, proposed, vouched, recorded=bool(entries))
    written, findings = outcome(source, page, proposed, doubted)
    if any(proposal.entry is None for proposal in proposed):
        return AcceptResult((language, name), lock, None, False, tuple(findings))
    if vouched.anew:
        written = [replace(e, reason=f"made anew: {vouched.anew}") if e.kind in LANGUAGE else e for e in written]
    changed = write_atomically(path, lockfile.render(written, path))
    return AcceptResult((language, name), lock, len(written), changed, (*findings, *_omissions(proposed)))


def _omissions(proposed: Sequence[Proposal]) -> Iterator[Finding]:
    """Notices about units that are recorded for the first time or anew."""
    new = {p.state.translation.line for p in proposed if p.state.translation and p.entry != p.state.entry}
    pairs = [(p.state.source, p.state.translation) for p in proposed if p.state.translation]
    return (finding for finding in omissions.check(pairs) if finding.line in new)


def _doubted(
    project: Project, source: Page, page: Page, proposed: Sequence[Proposal], vouched: Vouched, recorded: bool
) -> list[UnitState]:
    """The units of which nobody says that they follow their English."""
    asked = [proposal.state for proposal in proposed if proposal.asks]
    if vouched.anew or not asked:
        return []
    if recorded:
        changes, why_unknown = wordings.of_states(project.root, source, asked)
    else:
        changes, why_unknown = wordings.since_begun(project.root, source, page, asked)
    if not changes or vouched.ask(page, changes, why_unknown):
        return []
    return [change.state for change in changes]


def outcome(
    source: Page, translation: Page, proposed: Sequence[Proposal], doubted: Sequence[UnitState] = ()
) -> tuple[list[Entry], list[Finding]]:
    """The entries of a lock, in the order of the English page, and a finding for each unit that can't be accepted.

    Args:
        source: the English page.
        translation: the page in another language.
        proposed: what accepting would write.
        doubted: the units of which nobody says that they follow their English.
    """
    entries: list[Entry | None] = []
    findings = []
    drafts: list[int] = []
    hint = "look at the change above, mend the translation where it needs it, and say yes (or --yes in a script)"
    for proposal in proposed:
        state = proposal.state
        if state in doubted and state.translation:
            entries.append(state.entry)
            if state.state == DRAFT:
                drafts.append(state.translation.line)
                continue
            message = f"nobody says that this follows {source.path}:{state.source.line}"
            findings.append(Finding(translation.path, state.translation.line, message, hint))
            continue
        entries.append(proposal.entry)
        if proposal.refusal:
            findings.append(proposal.refusal)
    if drafts:
        message = f"nobody says that a person has read the {len(drafts)} units that a machine wrote"
        hint = "read them beside the English, mend them, and say yes (or --yes in a script)"
        findings.append(Finding(translation.path, drafts[0], message, hint))
    return [entry for entry in entries if entry], findings


def entries_of(source: Page, translation: Page) -> list[Entry]:
    """The entries of a lock that says of a whole page: it matches its English."""
    return outcome(source, translation, proposals(source, translation, []))[0]
