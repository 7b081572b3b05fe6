"""Which pages and blocks are fresh, stale or missing in each language, and what a translator does next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from handbook import SOURCE_LANGUAGE
from handbook.core import config_files
from handbook.core.diagnostics import Finding, display_path
from handbook.markdown.model import Page
from handbook.project import book, languages, strings
from handbook.project.checkout import Project
from handbook.translation import (
    freshness,
    glossary,
    lockfile,
    lost_pages,
    people,
    source_history,
    string_pages,
    wordings,
)
from handbook.translation.freshness import DRAFT, FRESH, MISSING, STALE, UNRECORDED, UnitState
from handbook.translation.lock_history import LockHistory
from handbook.translation.translation_units import CODE_WORDS, LANGUAGE, fingerprint
from handbook.translation.wordings import Wording

WORDS_TASK = "comments and docstrings in code"
STATE_ORDER = (STALE, UNRECORDED, MISSING, DRAFT, FRESH)  # of counts, as reports list them


@dataclass(frozen=True, slots=True)
class UnfinishedUnit:
    """A block with something left to do: it isn't fresh, has moved, or was edited since it was recorded."""

    state: str  # FRESH, DRAFT, STALE, MISSING or UNRECORDED
    kind: str  # of block: paragraph, fence …
    section: str  # id of the heading above
    source_line: int  # on the English page
    line: int  # in the translation; where the block is missing, that of the block before it
    moved: bool
    source_hash: str  # of the English it was translated from; "" where that isn't known
    edited: bool


@dataclass(frozen=True)
class PageState:
    """The state of one page in one language, without its text: reports hold those of all pages in memory."""

    language: str
    name: str
    path: str
    source_path: str
    exists: bool
    counts: Counter
    blocks: tuple[UnfinishedUnit, ...]
    words: int  # of English prose to translate; 0 once there is a file
    wordings: frozenset[str] = frozenset()  # hashes of the translated units
    unread: int = 0  # units that no second person has read beside today's English
    findings: tuple[Finding, ...] = ()

    @property
    def reviewed(self) -> bool:
        """Whether a second person has read the whole of it."""
        return self.state == FRESH and not self.unread

    @property
    def state(self) -> str:
        """MISSING without a file, else the worst state of its blocks."""
        if not self.exists:
            return MISSING
        return next((state for state in (STALE, MISSING, UNRECORDED, DRAFT) if self.counts[state]), FRESH)

    def to_json(self) -> dict:
        """The page as `handbook status --json` prints it."""
        return {
            "language": self.language,
            "page": self.name,
            "path": self.path,
            "state": self.state,
            "reviewed": self.reviewed,
            **{state: self.counts[state] for state in STATE_ORDER},
            "blocks": [
                {
                    "state": block.state,
                    "kind": block.kind,
                    "section": block.section,
                    "source_line": block.source_line,
                    "line": block.line,
                    "moved": block.moved,
                    "edited": block.edited,
                }
                for block in self.blocks
            ],
        }


def unit_states(project: Project, language: str, name: str) -> tuple[tuple[UnitState, ...], list[Finding]]:
    """The state of each English unit of a page, in page order, and the findings about the page's lock.

    Args:
        project: the checkout.
        language: of the translation.
        name: of the page, without ``.md``; or of a file of strings.

    Raises:
        DiagnosticError: there is no English page of this name.
    """
    entries, findings = lockfile.read(lockfile.path_of(project.root, language, name), project.root)
    source, translation = source_of(project, name), string_pages.find(project, language, name)
    return freshness.states(source, translation, entries), findings


def source_of(project: Project, name: str) -> Page:
    """The English page, or file of strings, of this name. Raises DiagnosticError where there is none."""
    return string_pages.find(project, SOURCE_LANGUAGE, name) or project.page(SOURCE_LANGUAGE, name)


def page_state(project: Project, language: str, name: str) -> PageState:
    """The state of one page in one language. Raises DiagnosticError where there is no English page of this name."""
    source, translation = source_of(project, name), string_pages.find(project, language, name)
    states, findings = unit_states(project, language, name)
    unfinished = []
    line = 1
    for unit in states:
        line = unit.translation.line if unit.translation else line
        if unit.state != FRESH or unit.moved or unit.edited:
            of = unit.source
            unfinished.append(
                UnfinishedUnit(
                    unit.state, of.kind, of.section, of.line, line, unit.moved, unit.source_hash, unit.edited
                )
            )
    return PageState(
        language=language,
        name=name,
        path=source.path.replace(f"/{SOURCE_LANGUAGE}/", f"/{language}/", 1),
        source_path=source.path,
        exists=translation is not None,
        counts=Counter(block.state for block in states),
        blocks=tuple(unfinished),
        words=0 if translation else sum(len(block.prose().split()) for block in source.blocks),
        wordings=frozenset(fingerprint(state.translation) for state in states if state.translation),
        unread=sum(not _is_reviewed(state) for state in states if state.source.kind in LANGUAGE),
        findings=tuple(findings),
    )


def _is_reviewed(state: UnitState) -> bool:
    return state.entry is not None and state.entry.reviewed and not state.edited


def names(project: Project) -> list[str]:
    """The names of all pages in the order of the navigation, and then those of the files of strings."""
    files = [name for name in string_pages.NAMES if string_pages.find(project, SOURCE_LANGUAGE, name)]
    return [*project.ordered(), *files]


def overview(project: Project, languages: list[str] | None = None, of: list[str] | None = None) -> Iterator[PageState]:
    """The state of every page in each of ``languages`` (default: all but English), in the order of the navigation.

    The strings of the site and the glossary come last. ``of``: only these pages, or files of strings.
    """
    for name in of or names(project):
        for language in languages or project.languages[1:]:
            yield page_state(project, language, name)


def changed_wordings(project: Project, state: PageState) -> tuple[list[Wording], str]:
    """The English texts of the units of a page that are stale or not there, old and new.

    Returns:
        the texts; and why the old ones can't be read from git's history, or "".

    Raises:
        DiagnosticError: there is no English page of this name.
    """
    if not state.exists or not state.counts[STALE] + state.counts[MISSING]:
        return [], ""
    states = unit_states(project, state.language, state.name)[0]
    changed = [unit for unit in states if unit.state == STALE or unit.translation is None]
    return wordings.of_states(project.root, source_of(project, state.name), changed)


def check_locks(project: Project) -> list[Finding]:
    """Locks that are damaged, edited by hand, or left over from a removed page."""
    findings = []
    for language in project.languages[1:]:
        for path in sorted((project.root / "i18n" / language / "lock").glob("*.lock")):
            findings += lockfile.read(path, project.root)[1]
            if string_pages.find(project, language, path.stem) is None:
                of = string_pages.path_of(project, language, path.stem).relative_to(project.root).as_posix()
                hint = lost_pages.advice(project, language, path.stem)
                shown = path.relative_to(project.root).as_posix()
                findings.append(Finding(shown, 1, f"there is no page {of}", hint))
    return findings


@dataclass(frozen=True)
class Task:
    """Something for a translator to do."""

    location: str  # path, mostly with a line
    description: str


def tasks(project: Project, language: str, states: list[PageState], *, of_pages: bool = False) -> list[Task]:
    """What a translator does next, the most useful first.

    Terms and strings come first, since every page needs them; then what is wrong for readers today; then new pages;
    then what nobody has reviewed.

    Args:
        project: the checkout.
        language: of the translator.
        states: of the language's pages, as ``overview`` gives them.
        of_pages: whether only what is to be done on these pages counts, and not what the whole language needs.

    Raises:
        DiagnosticError: the site's strings can't be read.
    """
    words = [*_glossary_tasks(project, language), *_string_tasks(project, language), *_setting_tasks(project, language)]
    return [
        *([] if of_pages else words),
        *(task for state in states if state.exists for task in _update_tasks(state, language)),
        *(task for state in states for task in _moved_tasks(state)),
        *(task for state in states for task in _edited_tasks(state)),
        *(task for state in states for task in _unrecorded_tasks(state)),
        *(task for state in states for task in _draft_tasks(state)),
        *_new_page_tasks(project, language, states),
        *_review_tasks(project, language, states),
    ]


def _in_order_to_begin(project: Project, states: list[PageState]) -> list[PageState]:
    """The pages that aren't there, first the one that the book has languages begin with."""
    first = book.load(project.root).pages.get("begin", "")
    return sorted((state for state in states if not state.exists), key=lambda state: state.name != first)


def _glossary_tasks(project: Project, language: str) -> Iterator[Task]:
    target, source = glossary.load(project.root, language), glossary.load(project.root, SOURCE_LANGUAGE)
    undecided = [key for key in source.terms if key not in target.terms or not target.terms[key].term]
    if undecided:
        first = ", ".join(undecided[:3])
        yield Task(target.path, f"{len(undecided)} of {len(source.terms)} terms to decide on, first {first}")


def _string_tasks(project: Project, language: str) -> Iterator[Task]:
    target, source = strings.flat(language, project.root), strings.flat(SOURCE_LANGUAGE, project.root)
    empty = [key for key in source if not target.get(key, "").strip()]
    if empty:
        yield Task(f"i18n/{language}/ui.toml", f"{len(empty)} of {len(source)} strings of the site to translate")


def _setting_tasks(project: Project, language: str) -> Iterator[Task]:
    """What only a speaker can choose, and without which checks look for nothing."""
    path = project.root / "i18n" / language / languages.FILE
    table, text, findings = config_files.read_toml(path, project.root)
    if findings or not text:
        return  # project.languages.check tells it
    unchosen = [key for key, default in (("quotes", ""), ("dictionary", None)) if table.get(key, default) == ""]
    if unchosen:
        yield Task(
            display_path(path, project.root), f"to choose: {', '.join(unchosen)}; until then, nobody checks them"
        )


def _update_tasks(state: PageState, language: str) -> Iterator[Task]:
    """Units whose English has changed or is new since the page was translated."""
    is_page = state.name not in string_pages.NAMES  # strings to translate are counted by themselves
    carried = False
    for unit in state.blocks:
        source = f"{state.source_path}:{unit.source_line}"
        if unit.state == STALE:
            what = f" ({WORDS_TASK})" if unit.kind == CODE_WORDS else ""
            yield Task(f"{state.path}:{unit.line}", f"English has changed: {source}{what}")
            carried |= unit.kind not in LANGUAGE
        elif unit.state == MISSING and is_page:
            yield Task(f"{state.path}:{unit.line}", f"not translated: {source}, {unit.kind}")
    if state.counts[STALE] or (is_page and state.counts[MISSING]):
        if all(unit.state != STALE and unit.source_hash for unit in state.blocks):  # only copied, as yet
            yield Task(state.path, f"translate what is left of it, then `handbook accept {state.path}`")
            return
        sync = f"`handbook sync {language}` carries code and formulas over; " if carried else ""
        yield Task(
            state.path,
            f"`handbook status {language} {state.name} --diff` shows what changed; {sync}mend it, then "
            f"`handbook accept {state.path}`",
        )


def _moved_tasks(state: PageState) -> Iterator[Task]:
    for block in state.blocks:
        if block.moved:
            yield Task(
                f"{state.path}:{block.line}",
                f"moved: the English of this {block.kind} stands at {state.source_path}:{block.source_line} now, "
                "in another order",
            )


def _edited_tasks(state: PageState) -> Iterator[Task]:
    """Until a new wording is recorded, nobody can tell whether it is older than a change of the English."""
    edited = [block for block in state.blocks if block.edited]
    if edited:
        yield Task(
            f"{state.path}:{edited[0].line}",
            f"corrected since it was recorded: `handbook accept {state.path}`, "
            "so that the next change of the English is noticed",
        )


def _unrecorded_tasks(state: PageState) -> Iterator[Task]:
    if state.exists and state.counts[UNRECORDED]:
        read = f"finish the translation, `handbook check {state.path}`"
        if state.name in string_pages.NAMES:
            read = "read them beside the English"
        yield Task(state.path, f"not recorded: {read}, then `handbook accept {state.path}`")


def _draft_tasks(state: PageState) -> Iterator[Task]:
    drafts = [block for block in state.blocks if block.state == DRAFT]
    if drafts:
        yield Task(
            f"{state.path}:{drafts[0].line}",
            f"{len(drafts)} blocks are a machine's draft: read them beside the English, mend them, then "
            f"`handbook accept {state.path}`",
        )


def _review_tasks(project: Project, language: str, states: list[PageState]) -> Iterator[Task]:
    """Pages that changed since somebody reviewed them; and in one task, those that nobody has reviewed."""
    reviewed = {page for person in people.load(project.root, language)[0] for page in person.reviewed}
    waiting = [
        state
        for state in states
        if state.state == FRESH and not state.reviewed and not any(unit.edited for unit in state.blocks)
    ]
    for state in waiting:
        if state.name in reviewed:
            yield Task(state.path, f"{state.unread} blocks to be read again: `handbook review {state.path} --by NAME`")
    never = [state.path for state in waiting if state.name not in reviewed]
    if never:
        others = f", nor {len(never) - 1} more" if len(never) > 1 else ""
        yield Task(
            never[0],
            f"no second person has read it{others}: `handbook review {never[0]} --by NAME` after reading it "
            "beside the English",
        )


def _new_page_tasks(project: Project, language: str, states: list[PageState]) -> Iterator[Task]:
    """Pages that aren't there: to be begun, or to be brought back where their lock is known."""
    history = LockHistory(project.root)
    for state in _in_order_to_begin(project, states):
        try:
            is_known = lost_pages.is_recorded(project, language, state.name, history)
        except source_history.GitHistoryError:  # a shallow clone
            is_known = False
        if is_known:
            yield Task(state.path, f"translated before: {lost_pages.advice(project, language, state.name)}")
        else:
            start = f"start with `handbook begin {language} {state.name}`"
            yield Task(state.path, f"to translate: {state.words} words; {start}")
