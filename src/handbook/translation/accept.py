"""Records in the locks that translations match today's English.

A lock never says so by itself: where the English has changed since, a person is shown the change and asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from handbook import SOURCE_LANGUAGE
from handbook.core.diagnostics import DiagnosticError, Finding, display_path, errors, excerpt
from handbook.core.files import write_over
from handbook.markdown.model import Page
from handbook.project import guards
from handbook.project.checkout import Project
from handbook.translation import (
    lock_conflicts,
    lock_history,
    lockfile,
    lost_pages,
    omissions,
    signs_only,
    string_pages,
    wordings,
)
from handbook.translation.freshness import DRAFT, FRESH, MISSING, STALE, UnitState, states
from handbook.translation.lock_history import LockHistory
from handbook.translation.lockfile import Entry
from handbook.translation.source_history import GitHistoryError
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
    kept: tuple[int, ...] = ()  # lines of translations that fit changed English as they are
    taken: tuple[int, ...] = ()  # lines of the other translations that are recorded for the first time or anew


@dataclass(frozen=True)
class Vouched:
    """What a person says of the pages to accept.

    Args:
        ask: is shown how the English changed, and the translations that were mended for it or are kept as they are, and
            tells whether they follow it.
        unchanged: why translations that haven't changed still fit English that has; "" where they may not.
        anew: why a lock that git knows is written anew; "" where it may not.
    """

    ask: Ask
    unchanged: str = ""
    anew: str = ""


def proposals(source: Page, translation: Page, entries: Sequence[Entry], reason: str = "") -> list[Proposal]:
    """What accepting a page would write, unit by unit, in the order of the English page.

    Where the English has changed and the translation hasn't, the old entry is kept, and the unit stays stale, unless
    ``reason`` says why the translation still fits. Then, and where both have changed, somebody has to say that one
    follows the other.

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
            return Proposal(state, replace(new, reason=reason), asks=True)
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
    history = LockHistory(project.root)
    return (_accept_page(project, language, name, check, vouched, history) for language, name in keys)


def _reason(text: str) -> str:
    """A reason as locks have it. Raises DiagnosticError where it says nothing."""
    reason = " ".join(text.split())
    if text and len(reason) < LEAST_REASON:
        hint = 'say in a sentence what a reviewer wants to know, like "a typing error in English was mended"'
        raise DiagnosticError([Finding("command line", 1, f"“{reason}” is no reason", hint)])
    return reason


def _accept_page(
    project: Project, language: str, name: str, check: Check, vouched: Vouched, history: LockHistory
) -> AcceptResult:
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
    before = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else None
    entries, lock_findings = lockfile.read(path, project.root)
    if lockfile.is_in_conflict(path) and (of_both := lock_conflicts.entries_of_both(project.root, path)):
        entries, lock_findings = of_both, []
    if not entries and not vouched.anew and name in history.names(language):
        message = f"git knows this lock, but it is not there: without it, nobody knows what {page.path} was made from"
        restoring = lock_history.restoring(project.root, path)
        hint = f'`{restoring}`; or read the page against English and accept with --anew "reason"'
        lock_findings.append(Finding(lock, 1, message, hint))
    if lock_findings:
        return AcceptResult((language, name), lock, None, False, tuple(lock_findings))
    page_history = _PageHistory(project, source, page, entries, history)
    proposed = [page_history.compared(one) for one in page_history.proposals(vouched.unchanged or vouched.anew)]
    doubted = page_history.doubted(proposed, vouched.ask)
    written, findings = outcome(source, page, proposed, doubted)
    if any(proposal.entry is None for proposal in proposed):
        return AcceptResult((language, name), lock, None, False, tuple(findings))
    if vouched.anew:
        made = f"made anew: {vouched.anew}"
        doubtful = {state.entry for state in doubted}
        written = [
            replace(entry, reason=made) if entry.kind in LANGUAGE and entry not in doubtful else entry
            for entry in written
        ]
    kept = [p.state.translation.line for p in proposed if _is_kept(p) and p.state.translation]
    kept = [] if doubted else kept
    changed = write_over(path, lockfile.render(written, path), before, lock)
    findings += _omissions(proposed)
    recorded = set(entries) | {p.entry for p in proposed if _is_kept(p)}
    accepted = [p.state.translation for p in proposed if p.state not in doubted and p.entry not in recorded]
    taken = tuple(unit.line for unit in accepted if unit)
    return AcceptResult((language, name), lock, len(written), changed, tuple(findings), tuple(kept), taken)


def _is_kept(proposal: Proposal) -> bool:
    """Whether a translation is to be accepted of changed English as it was."""
    old, new = proposal.state.entry, proposal.entry
    return bool(old and new and old.translation == new.translation and old.source != new.source)


def _omissions(proposed: Sequence[Proposal]) -> Iterator[Finding]:
    """Notices about units that are recorded for the first time or anew."""
    new = {p.state.translation.line for p in proposed if p.state.translation and p.entry != p.state.entry}
    pairs = [(p.state.source, p.state.translation) for p in proposed if p.state.translation]
    return (finding for finding in omissions.check(pairs) if finding.line in new)


class _PageHistory:
    """A page to accept, with what git knows of its locks.

    A page that was begun anew is compared with the lock from before, and one whose lock is made anew, too: else old
    texts that are pasted back would seem to be made from today's English.
    """

    def __init__(self, project: Project, source: Page, page: Page, entries: Sequence[Entry], history: LockHistory):
        self.root, self.source, self.page, self.history = project.root, source, page, history
        self.entries = list(entries)
        self.before: list[Entry] = []  # of the lock from before a new beginning
        self.why_unknown = ""  # why git can't tell whether there was one
        if not entries or any(entry.begun for entry in entries):
            try:
                self.before = history.accepted(lockfile.path_of(project.root, page.language, page.name))
            except GitHistoryError as error:
                self.why_unknown = str(error) if entries else ""
        if not entries and not self.before:
            self.before = lost_pages.lock_from_before(project, page, history)
        self.recorded = bool(entries or self.before)

    def proposals(self, reason: str) -> list[Proposal]:
        """What accepting would write, after a new beginning with the states that the lock from before gives."""
        found = proposals(self.source, self.page, self.entries or self.before, reason)
        if not self.entries or not self.before:
            return found
        older = {one.state.source: one for one in proposals(self.source, self.page, self.before, reason)}
        return [_rather(one, older[one.state.source]) for one in found]

    def compared(self, proposal: Proposal) -> Proposal:
        """A proposal that asks where its translation is an older one, which git knows with other English."""
        state, entry = proposal.state, proposal.entry
        if self.why_unknown and _is_begun(state):
            return replace(proposal, asks=True)
        if proposal.refusal or entry is None or entry.kind not in LANGUAGE or entry in self.entries:
            return proposal
        older = self.history.older(self.page.language, entry, state.translation.text if state.translation else "")
        if older is None or _is_kept(proposal):
            return proposal
        return replace(proposal, state=replace(state, entry=older), asks=True)

    def doubted(self, proposed: Sequence[Proposal], ask: Ask) -> list[UnitState]:
        """The units of which nobody says that they follow their English."""
        asked = [proposal.state for proposal in proposed if proposal.asks]
        unknown = [state for state in asked if self.why_unknown and _is_begun(state)]
        known = [state for state in asked if state not in unknown and (self.recorded or state.entry)]
        changes, why_unknown = wordings.of_states(self.root, self.source, known)
        changes += [Wording(state, None) for state in unknown]
        if first := [state for state in asked if state not in unknown and state not in known]:
            since, why_first = wordings.since_begun(self.root, self.source, self.page, first)
            changes += since
            why_unknown = why_unknown or why_first
        changes = signs_only.marked(self.root, self.page, changes)
        changes.sort(key=lambda change: change.state.source.line)
        if not changes or ask(self.page, changes, self.why_unknown or why_unknown):
            return []
        return [change.state for change in changes]


def _rather(begun: Proposal, before: Proposal) -> Proposal:
    """Of what a lock that was begun anew would gain, and the one from before: that which knows more."""
    entry, state = begun.state.entry, before.state
    if entry is None or not entry.begun:
        return begun
    is_recorded = state.state == FRESH and not state.edited  # this very text was accepted of today's English
    return before if is_recorded or (state.state == STALE and _is_begun(begun.state)) else begun


def _is_begun(state: UnitState) -> bool:
    """Whether somebody has worked on a unit since its page was begun, and nothing more is known of it."""
    return state.entry is not None and state.entry.begun and state.state != MISSING


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
        message = f"nobody says that a person has read the {len(drafts)} blocks that a machine wrote"
        hint = "read them beside the English, mend them, and say yes (or --yes in a script)"
        findings.append(Finding(translation.path, drafts[0], message, hint))
    return [entry for entry in entries if entry], findings


def entries_of(source: Page, translation: Page) -> list[Entry]:
    """The entries of a lock that says of a whole page: it matches its English."""
    return outcome(source, translation, proposals(source, translation, []))[0]
