"""What is fresh, stale and missing, by page and language: for the terminal, for programs, for the site."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from handbook import SOURCE_LANGUAGE
from handbook.core.diagnostics import Finding
from handbook.project import strings as project_strings
from handbook.project.checkout import Project
from handbook.translation import glossary, lockfile, source_history
from handbook.translation.lockfile import FRESH, MISSING, STALE, UNRECORDED, BlockState

STATE_ORDER = (STALE, UNRECORDED, MISSING, FRESH)


@dataclass(frozen=True, slots=True)
class UnfinishedBlock:
    """A block that isn't fresh, or was moved: what it is and where it stands."""

    state: str
    kind: str
    section: str
    source_line: int
    line: int | None
    moved: bool
    source_hash: str
    edited: bool


@dataclass(frozen=True)
class PageState:
    """One page in one language. It holds no text: all pages of a large handbook are looked at together."""

    language: str
    name: str
    path: str
    source_path: str
    exists: bool
    counts: Counter
    blocks: tuple[UnfinishedBlock, ...]
    words: int  # to translate, where there is no file yet
    findings: tuple[Finding, ...] = ()

    @property
    def state(self) -> str:
        """``missing`` without a file, else the worst of its blocks."""
        if not self.exists:
            return MISSING
        return next((state for state in (STALE, MISSING, UNRECORDED) if self.counts[state]), FRESH)

    def to_json(self) -> dict:
        return {
            "language": self.language,
            "page": self.name,
            "path": self.path,
            "state": self.state,
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


def block_states(project: Project, language: str, name: str) -> tuple[list[BlockState], list[Finding]]:
    """The state of each English block of a page, and what is wrong with the page's lock.

    Raises DiagnosticError where there is no English page of this name.
    """
    entries, found = lockfile.read(lockfile.path_of(project.root, language, name), project.root)
    return lockfile.states(project.page(SOURCE_LANGUAGE, name), project.find(language, name), entries), found


def page_state(project: Project, language: str, name: str) -> PageState:
    """What is to be done for a page. Raises DiagnosticError where there is no English page of this name."""
    source, exists = project.page(SOURCE_LANGUAGE, name), project.find(language, name) is not None
    states, found = block_states(project, language, name)
    unfinished = tuple(
        UnfinishedBlock(
            block.state,
            block.source.kind,
            block.source.section,
            block.source.line,
            block.translation.line if block.translation else None,
            block.moved,
            block.source_hash,
            block.edited,
        )
        for block in states
        if block.state != FRESH or block.moved or block.edited
    )
    words = 0 if exists else sum(len(block.prose().split()) for block in source.blocks)
    return PageState(
        language,
        name,
        f"docs/{language}/{name}.md",
        source.path,
        exists,
        Counter(block.state for block in states),
        unfinished,
        words,
        tuple(found),
    )


def overview(project: Project, languages: list[str] | None = None) -> Iterator[PageState]:
    """Every page in the order of the navigation, each in every language but English, one at a time."""
    for name in project.ordered():
        for language in languages or project.languages[1:]:
            yield page_state(project, language, name)


@dataclass(frozen=True)
class Wording:
    """The English of a stale block: as it was when it was translated (None where that is not known), and as it is."""

    line: int  # in the translation
    source_line: int
    before: str | None
    after: str


def stale_wordings(project: Project, state: PageState) -> tuple[list[Wording], str]:
    """The stale blocks of a page with the English they were made from, and why git can't tell that English, or ""."""
    stale = [block for block in state.blocks if block.state == STALE and state.exists]
    if not stale:
        return [], ""
    today = {block.line: block.text for block in project.page(SOURCE_LANGUAGE, state.name).visible}
    old: dict[str, str] = {}
    trouble = ""
    try:
        old = source_history.texts_by_hash(
            project.root, state.name, {block.source_hash for block in stale if block.source_hash}
        )
    except source_history.GitHistoryError as reason:
        trouble = str(reason)
    return [
        Wording(block.line, block.source_line, old.get(block.source_hash), today[block.source_line])
        for block in stale
        if block.line is not None
    ], trouble


def check_locks(project: Project) -> list[Finding]:
    """Locks that are damaged, edited by hand, or left over from a page that is gone."""
    found = []
    for language in project.languages[1:]:
        for path in sorted((project.root / "i18n" / language / "lock").glob("*.lock")):
            found += lockfile.read(path, project.root)[1]
            if not project.path(language, path.stem).is_file():
                found.append(
                    Finding(
                        path.relative_to(project.root).as_posix(),
                        1,
                        f"there is no page docs/{language}/{path.stem}.md",
                        "remove the lock, or bring the page back",
                    )
                )
    return found


@dataclass(frozen=True)
class Task:
    """Something to do next, the most useful first."""

    location: str
    description: str


def tasks(project: Project, language: str, states: list[PageState]) -> list[Task]:
    """What a translator does next.

    Words first, since every page needs them; then what is wrong for readers today; then new pages.
    """
    found = []
    known, source = glossary.load(project.root, language), glossary.load(project.root, SOURCE_LANGUAGE)
    if empty := [key for key in source.terms if key not in known.terms or not known.terms[key].term]:
        found.append(
            Task(known.path, f"{len(empty)} of {len(source.terms)} terms to decide on, first {', '.join(empty[:3])}")
        )
    strings, english = (
        project_strings.flat(language, project.root),
        project_strings.flat(SOURCE_LANGUAGE, project.root),
    )
    if empty := [key for key in english if not strings.get(key, "").strip()]:
        found.append(
            Task(f"i18n/{language}/ui.toml", f"{len(empty)} of {len(english)} strings of the site to translate")
        )
    for state in states:
        for block in state.blocks:
            if state.exists and block.state == STALE:
                found.append(
                    Task(f"{state.path}:{block.line}", f"English has changed: {state.source_path}:{block.source_line}")
                )
            elif state.exists and block.state == MISSING:
                found.append(
                    Task(f"{state.path}:1", f"not translated: {state.source_path}:{block.source_line}, {block.kind}")
                )
        if state.exists and (state.counts[STALE] or state.counts[MISSING]):
            found.append(
                Task(
                    state.path,
                    f"`handbook status {language} --diff` shows what changed; "
                    f"mend it, then `handbook accept {state.path}`",
                )
            )
    for state in states:
        found += [
            Task(
                f"{state.path}:{block.line}",
                f"moved: the English of this {block.kind} stands at {state.source_path}:{block.source_line} now, "
                "in another order",
            )
            for block in state.blocks
            if block.moved
        ]
    for state in states:
        if corrected := [block for block in state.blocks if block.edited]:
            # Until the new wording is recorded, nobody can tell whether it was written before or after a change of the
            # English.
            found.append(
                Task(
                    f"{state.path}:{corrected[0].line}",
                    f"corrected since it was recorded: `handbook accept {state.path}`, "
                    "so that the next change of the English is noticed",
                )
            )
    for state in states:
        if state.exists and state.counts[UNRECORDED]:
            found.append(
                Task(
                    state.path,
                    f"not recorded: finish the translation, `handbook check {state.path}`, "
                    f"then `handbook accept {state.path}`",
                )
            )
    for state in states:
        if not state.exists:
            folder = "" if (project.root / "docs" / language).is_dir() else f"mkdir -p docs/{language} && "
            found.append(
                Task(
                    state.path,
                    f"to translate: {state.words} words; start with `{folder}cp {state.source_path} {state.path}`",
                )
            )
    return found
