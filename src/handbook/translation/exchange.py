"""What other tools translate of a page: its units as texts with gaps, and how their answers come back into the page."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from handbook import SOURCE_LANGUAGE
from handbook.core import config_files
from handbook.core.diagnostics import DiagnosticError, Finding, errors
from handbook.core.files import write_atomically, write_over
from handbook.markdown.model import Block, Page
from handbook.markdown.parser import parse
from handbook.project import guards
from handbook.project.checkout import Project
from handbook.translation import freshness, kept_copies, lockfile, page_writer, string_pages
from handbook.translation.begin import begin
from handbook.translation.freshness import UnitState
from handbook.translation.gaps import Gaps
from handbook.translation.lockfile import Entry
from handbook.translation.status import source_of
from handbook.translation.translation_units import LANGUAGE, fingerprint, pairs_of

Check = Callable[[Page, Project], Iterable[Finding]]


@dataclass(frozen=True)
class Message:
    """A unit to translate."""

    context: str  # by-hand scores/3: the page, the section, the number of the unit in it
    text: str  # the English, with gaps
    gaps: Gaps
    translation: str  # with the same gaps; "" where there is none yet
    state: UnitState

    @property
    def unit(self) -> Block:
        """The English unit."""
        return self.state.source


@dataclass(frozen=True)
class Answer:
    """A translation of a message, and where it was read: ``path:line`` of a finding about it."""

    message: Message
    text: str  # with gaps
    path: str
    line: int


@dataclass(frozen=True)
class Imported:
    """What became of the answers for one page."""

    path: str  # of the page
    answers: tuple[Answer, ...]  # those that are in the page now and weren't
    findings: tuple[Finding, ...]  # why others are not


def messages(project: Project, language: str, name: str) -> list[Message]:
    """What there is to translate on a page, or in a file of strings, in page order.

    Units without a letter outside of their gaps are left out: they are equal in all languages.

    Raises:
        DiagnosticError: there is no English page of this name.
    """
    source, translation = source_of(project, name), string_pages.find(project, language, name)
    entries, _ = lockfile.read(lockfile.path_of(project.root, language, name), project.root)
    counts: Counter[str] = Counter()
    result = []
    for state in freshness.states(source, translation, entries):
        unit = state.source
        if unit.kind not in LANGUAGE:
            continue
        counts[unit.section] += 1
        gaps = Gaps(unit.kind, page_writer.one_line(unit, source))
        if not re.search(r"[^\W\d_]", re.sub(r"\{\w+\}", "", gaps.text)):
            continue
        text = ""
        if state.translation and state.state != freshness.MISSING:
            text = gaps.of_translation(page_writer.one_line(state.translation, translation))
        context = f"{name} {unit.section or '-'}/{counts[unit.section]}"
        result.append(Message(context, gaps.text, gaps, text, state))
    return result


def bring_back(
    project: Project, language: str, name: str, answers: Sequence[Answer], check: Check, *, draft: bool = False
) -> Imported:
    """Put answers into a page, as far as they are right, and write it. A page that isn't there is begun.

    Args:
        project: the checkout.
        language: of the answers.
        name: of the page, or of a file of strings.
        answers: to messages of this page.
        check: gives the findings about a page; what it finds about an answer keeps that out.
        draft: whether a machine wrote them, so that the lock says so.

    Raises:
        DiagnosticError: one of the pages, or the file of strings, has syntax errors; or a link or a folder is in the
            way.
        OSError: a file can't be read or written.
    """
    source, translation = source_of(project, name), string_pages.find(project, language, name)
    path = string_pages.path_of(project, language, name)
    guards.refuse_misplaced(project)
    guards.refuse_broken([source, translation] if translation else [source])
    if name in string_pages.NAMES and (faults := config_files.read_toml(path, project.root)[2]):
        raise DiagnosticError(faults)
    if draft and (faults := lockfile.read(lockfile.path_of(project.root, language, name), project.root)[1]):
        raise DiagnosticError(faults)
    changed = [answer for answer in answers if answer.text and answer.text != answer.message.translation]
    display = path.relative_to(project.root).as_posix()
    if not changed:
        return Imported(display, (), ())
    base = translation or _as_begun(source, language)
    placed = _Placement(project, source, base, check)
    placed.take(changed)
    if placed.texts:
        if translation is None and name not in string_pages.NAMES:
            begin(project, language, name)
        kept = _keep_replaced(project, path, placed.texts.values()) if translation else []
        write_over(path, placed.text(), base.source if path.is_file() else None, display)
        project.forget([path])
        if draft:
            _record_drafts(project, language, name, {answer.message.unit for answer in placed.texts.values()})
        placed.findings += kept
    return Imported(display, tuple(placed.texts.values()), tuple(placed.findings))


def _keep_replaced(project: Project, path: Path, answers: Iterable[Answer]) -> list[Finding]:
    """Keep a copy of a page of which answers replace something that is translated."""
    replaced = [answer.message.state.translation for answer in answers if answer.message.translation]
    lines = [unit.line for unit in replaced if unit]
    return kept_copies.keep(project.root, path, min(lines)) if lines else []


def _record_drafts(project: Project, language: str, name: str, drafted: set[Block]) -> None:
    """Write into the lock that a machine wrote the translations of these English units."""
    lock = lockfile.path_of(project.root, language, name)
    source, translation = source_of(project, name), string_pages.find(project, language, name)
    before = lockfile.read(lock, project.root)[0]
    found = freshness.states(source, translation, before)
    used = {id(state.entry) for state in found}
    left = [entry for entry in before if id(entry) not in used]  # of units that are not on the page for now
    entries = []
    for state in found:
        unit, entry = state.source, state.entry
        if unit in drafted and state.translation:
            entry = Entry(unit.kind, unit.section, fingerprint(unit), fingerprint(state.translation), draft=True)
        elif state.translation is None:
            entry = next((other for other in left if other.source == fingerprint(unit)), None)
            left = [other for other in left if other is not entry]
        entries += [entry] if entry else []
    write_atomically(lock, lockfile.render(entries + left, lock))


def _as_begun(source: Page, language: str) -> Page:
    """The English page as the beginning of a translation."""
    path = source.path.replace(f"/{SOURCE_LANGUAGE}/", f"/{language}/", 1)
    text = "" if source.name in string_pages.NAMES else source.source
    page = string_pages.parse(text, path)
    return replace(page, language=language, name=source.name)


class _Placement:
    """Answers that are put into a page, and what is wrong with others.

    ``texts`` holds the answers that are in it, by English unit.
    """

    def __init__(self, project: Project, source: Page, translation: Page, check: Check):
        self.project, self.source, self.translation, self.check = project, source, translation, check
        self.texts: dict[Block, Answer] = {}
        self.findings: list[Finding] = []
        self._contents: dict[Block, str] = {}

    def take(self, answers: Sequence[Answer]) -> None:
        """Put these answers into the page, without those that are at fault."""
        for answer in answers:
            try:
                content = answer.message.gaps.fill(answer.text)
                page_writer.with_units(self.source, self.translation, {answer.message.unit: content})
            except ValueError as error:
                self._refuse(answer, str(error), "mend it at this line, and read the file again")
                continue
            self.texts[answer.message.unit] = answer
            self._contents[answer.message.unit] = content
        before = Counter(finding.message for finding in self._errors(self.translation))
        while self.texts and self._drop(self._page(), before):
            pass

    def text(self) -> str:
        """The page with the answers."""
        return page_writer.with_units(self.source, self.translation, self._contents)

    def _page(self) -> Page:
        text = self.text()
        if self.source.name in string_pages.NAMES:
            return replace(string_pages.parse(text, self.translation.path), language=self.translation.language)
        return parse(text, self.translation.path, self.translation.language, self.translation.name)

    def _errors(self, page: Page) -> list[Finding]:
        if page.name not in string_pages.NAMES:
            return errors(self.check(page, self.project))
        # The checks of strings read files: they get copies, so that nobody's file holds what isn't checked yet.
        with TemporaryDirectory() as folder:
            copy = Project(Path(folder))
            for name in ("i18n", "content"):
                if (self.project.root / name).is_dir():
                    shutil.copytree(self.project.root / name, copy.root / name, ignore=shutil.ignore_patterns("lock"))
            write_atomically(string_pages.path_of(copy, page.language, page.name), page.source)
            return errors(self.check(page, copy))

    def _drop(self, page: Page, before: Counter[str]) -> bool:
        """Take answers out that errors are about; all of them, where nobody can tell which, and it wasn't there before.

        Returns:
            whether there were such.
        """
        at = {unit: other for unit, other in pairs_of(self.source, page).items() if unit in self.texts}
        blamed: set[Block] = set()
        elsewhere = []
        for finding in self._errors(page):
            units = [unit for unit, other in at.items() if other.line <= finding.line <= _last_line(page, other)]
            for unit in units:
                self._refuse(self.texts[unit], finding.message, finding.hint)
            blamed.update(units)
            if not units and not before[finding.message]:
                elsewhere.append(finding)
        if elsewhere and not blamed:
            self.findings += elsewhere
            blamed = set(self.texts)
        for unit in blamed:
            del self.texts[unit], self._contents[unit]
        return bool(blamed)

    def _refuse(self, answer: Answer, message: str, hint: str) -> None:
        self.findings.append(Finding(answer.path, answer.line, f"{answer.message.context}: {message}", hint))


def _last_line(page: Page, unit: Block) -> int:
    """The last line of a unit; of words, that of their fence, and of the front matter, its end."""
    if unit.raw:
        return unit.last_line
    return next((block.last_line for block in page.blocks if block.line == unit.line), unit.line)
