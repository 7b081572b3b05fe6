"""What the project says about a mutant: the checks, comparisons and runs of `handbook check`, `status` and pytest."""

from __future__ import annotations

import difflib
import os
import pickle
import select
import shutil
import signal
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from handbook import ROOT, SOURCE_LANGUAGE
from handbook.checks import registry
from handbook.core.diagnostics import NOTICE, DiagnosticError, Finding, errors
from handbook.execution.page_run import ComputedNumbers, PageRun
from handbook.export import scripts
from handbook.markdown import fences
from handbook.markdown.model import Page
from handbook.markdown.parser import parse
from handbook.project.checkout import Project
from handbook.translation import accept, freshness, lockfile, parity, status
from handbook.translation.freshness import FRESH

FOLDERS = ("content", "docs", "i18n", "snippets", "theme/partials")
# Who reads a file of i18n: a check of the handbook, and those of pages, which draw with the strings and are compared by
# the terms.
OF_FILES = {
    ".lock": (status.check_locks, []),
    "glossary.toml": (registry.glossary_files, [registry.terminology]),
    "ui.toml": (registry.site_strings, [registry.picture_rules, registry.widget_rules]),
    "language.toml": (registry.language_settings, []),
}
LONGEST_RUN = 300  # seconds, several times what a sound page takes; a mutant of code may never end: an answer, too


@dataclass(frozen=True)
class Mutant:
    """A file with other contents. ``None`` stands for a file that is gone."""

    family: str
    path: str  # from the checkout, like docs/de/by-hand.md
    data: bytes | None

    @classmethod
    def of(cls, path: str, text: str | bytes | None) -> Mutant:
        return cls("", path, text.encode("utf-8") if isinstance(text, str) else text)

    def diff(self, original: bytes) -> str:
        old = original.decode("utf-8", errors="replace").splitlines()
        new = (self.data or b"").decode("utf-8", errors="replace").splitlines()
        lines = list(difflib.unified_diff(old, new, self.path, self.path, n=1, lineterm=""))
        return "\n".join(line[:200] for line in lines[:20]) or "(the same lines: other bytes)"


@dataclass
class Verdict:
    """Who says what about a mutant: ``(gate, words)``. Notices are kept apart: they don't stop a build."""

    errors: list[tuple[str, str]] = field(default_factory=list)
    notices: list[tuple[str, str]] = field(default_factory=list)

    def add(self, gate: str, findings) -> None:
        for finding in findings:
            (self.notices if finding.severity == NOTICE else self.errors).append((gate, str(finding)))

    @property
    def gates(self) -> list[str]:
        return sorted({gate for gate, _ in self.errors})


class Checkout:
    """A copy of the checkout in ``folder``, of which one file at a time is spoiled and mended again.

    With ``runs`` the code of a page is run where nothing else says a word.
    """

    def __init__(self, folder: Path, root: Path = ROOT, runs: bool = True):
        for name in FOLDERS:
            shutil.copytree(root / name, folder / name)
        shutil.copyfile(root / "mkdocs.yml", folder / "mkdocs.yml")
        self.root = folder
        self.runs = runs
        self.base = Project(folder)
        self._usual: dict[str, set[tuple[str, str]]] = {}
        self._runs: dict[str, tuple[list[float], list[Finding]]] = {}
        self._entries: dict[tuple[str, str], list[lockfile.Entry]] = {}

    # -- what mutants are made of

    def read(self, path: str) -> str:
        return (self.root / path).read_text(encoding="utf-8")

    @cached_property
    def sound(self) -> list[tuple[str, str]]:
        """``(language, name)`` of the pages without a fault of their own: only they can show that one was planted."""
        places = self.base.page_keys()
        return [
            place
            for place in places
            if not registry.check_page(self.base.page(*place), self.base) and self.base.find("en", place[1])
        ]

    def entries(self, language: str, name: str) -> list[lockfile.Entry]:
        """A lock that says: this translation matches. It doesn't depend on what was recorded today."""
        key = language, name
        if key not in self._entries:
            self._entries[key] = accept.entries_of(self.base.page(SOURCE_LANGUAGE, name), self.base.page(*key))
        return self._entries[key]

    # -- judging

    def judge(self, mutant: Mutant) -> Verdict:
        """What is said of ``mutant`` and not of the checkout as it is."""
        path = self.root / mutant.path
        original = path.read_bytes() if path.is_file() else None
        _put(path, mutant.data)
        try:
            verdict = self._judge(Path(mutant.path))
        finally:
            _put(path, original)
        usual = self._said_of_the_sound(mutant)
        verdict.errors = [said for said in verdict.errors if said not in usual]
        verdict.notices = [said for said in verdict.notices if said not in usual]
        return verdict

    def is_in_order(self, mutant: Mutant) -> bool:
        """Whether nobody complains of the file that the mutant is made of: else nobody could complain more."""
        return not any(words.startswith(f"{mutant.path}:") for _, words in self._said_of_the_sound(mutant))

    def _said_of_the_sound(self, mutant: Mutant) -> set[tuple[str, str]]:
        """What the checks of the whole handbook say without any mutant: while somebody works, not all is in order."""
        path = Path(mutant.path)
        if path.parts[0] == "docs" and mutant.data is not None:
            return set()  # a page: only sound ones are taken
        kind = (
            "docs"
            if path.parts[0] == "docs"
            else f"{'/'.join(path.parts[:2])} {path.name if path.suffix == '.toml' else path.suffix}"
        )
        if kind not in self._usual:
            verdict = Verdict()
            if kind == "docs":
                self._whole(verdict, self.base)
            else:
                verdict = self._judge(path)
            self._usual[kind] = {*verdict.errors, *verdict.notices}
        return self._usual[kind]

    def judge_by_run(self, mutant: Mutant) -> Verdict | None:
        """What a page's own examples and audit of numbers say: all that is left when translations have the fault too.

        None for a page that isn't run alone: its form is broken, or it trains a model, which takes its time.
        """
        page = parse(mutant.data.decode("utf-8"), mutant.path, Path(mutant.path).parent.name)
        if errors([*page.findings, *fences.check(page)]) or trains(page):
            return None
        verdict = Verdict()
        verdict.add("run", self._run(page))
        return verdict

    def _judge(self, path: Path) -> Verdict:
        verdict = Verdict()
        project = Changed(self.base, self.root / path)
        folder, *rest = path.parts
        if folder == "docs":
            page = project.find(rest[0], path.stem)
            if page is None:
                self._whole(verdict, project)
                return verdict
            self._page(verdict, page, project)
        elif folder == "snippets":
            verdict.add("snippets", scripts.check(project))
        elif folder == "i18n":
            language = rest[0]
            of_files, of_pages = OF_FILES[path.name if path.suffix != ".lock" else ".lock"]
            verdict.add(of_files.__name__, of_files(project))
            for place in self.sound if of_pages else []:
                if place[0] == language or language == SOURCE_LANGUAGE:
                    page = project.page(*place)
                    for check in of_pages:
                        verdict.add("words", _said(check, page, project))
        else:
            self._whole(verdict, project)
        return verdict

    def _whole(self, verdict: Verdict, project: Project) -> None:
        """The checks of the whole handbook that ask which pages there are."""
        for check in (registry.misplaced_files, registry.navigation_rules, status.check_locks, scripts.check):
            verdict.add(check.__name__, check(project))

    def _page(self, verdict: Verdict, page: Page, project: Project) -> None:
        verdict.add("check", registry.check_page(page, project))
        others = [language for language in self.base.languages[1:] if (language, page.name) in self.sound]
        if page.language == SOURCE_LANGUAGE:
            for language in others:
                verdict.add("parity", parity.compare(page, self.base.page(language, page.name)))
        if page.language == SOURCE_LANGUAGE or not verdict.errors:
            for language in others if page.language == SOURCE_LANGUAGE else [page.language]:
                verdict.errors += self._freshness(project, language, page.name)
        if self.base.ids(page.language, page.name) != frozenset(page.ids):
            for place in self.sound:
                if place != (page.language, page.name):
                    verdict.add("links", registry.link_targets(self.base.page(*place), project))
        if self.runs and not verdict.errors:
            verdict.add("run", self._run(page))

    def _freshness(self, project: Project, language: str, name: str) -> Iterator[tuple[str, str]]:
        for state in freshness.states(
            project.page(SOURCE_LANGUAGE, name), project.find(language, name), self.entries(language, name)
        ):
            if state.state != FRESH or state.moved:
                yield "freshness", f"{language}/{name}:{state.source.line}: {'moved' if state.moved else state.state}"

    def _run(self, page: Page) -> list[Finding]:
        """The page's own examples. Where only prose differs from the sound page, what that one computed is taken."""
        sound = self.base.find(page.language, page.name)
        if sound is None:  # a page of a new name
            return in_a_fork(page)[1]
        if sound.path not in self._runs:
            self._runs[sound.path] = in_a_fork(sound)
        computed, usual = self._runs[sound.path]
        if [(fence.info, fence.text) for fence in page.fences()] != [
            (fence.info, fence.text) for fence in sound.fences()
        ]:
            found = in_a_fork(page)[1]
        else:
            found = PageRun(page, computed=computed).audit_numbers()
        return [finding for finding in found if finding.message not in {other.message for other in usual}]


class Changed(Project):
    """``base`` with one file changed: only that one is parsed anew."""

    def __init__(self, base: Project, changed: Path):
        super().__init__(base.root)
        self.base = base
        self.changed = changed

    def find(self, language: str, name: str) -> Page | None:
        return (super() if self.path(language, name) == self.changed else self.base).find(language, name)


def trains(page: Page) -> bool:
    """Whether the page's code takes its time."""
    return any("backward()" in fence.text for fence in page.python())


def in_a_fork(page: Page) -> tuple[ComputedNumbers, list[Finding]]:
    """Run a page's fences in a child of this process: the numbers that they computed, and what is wrong.

    The child's namespace and random state are its own, and what never ends is ended.
    """
    import torch

    torch.set_num_threads(1)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.close(reading)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            run = PageRun(page)
            found = [finding for fence in page.python() for finding in run.check(fence)]
            found += run.audit_numbers()
            with os.fdopen(writing, "wb") as stream:
                pickle.dump((run.computed, found), stream)
            code = 0
        finally:
            os._exit(code)
    os.close(writing)
    data = _all(reading, child)
    _, code = os.waitpid(child, 0)
    return (
        pickle.loads(data)
        if code == 0
        else (ComputedNumbers(), [Finding(page.path, 1, "the code of this page ended the interpreter, or never ended")])
    )


def _all(reading: int, child: int) -> bytes:
    data = b""
    with os.fdopen(reading, "rb", buffering=0) as stream:
        while True:
            if not select.select([stream], [], [], LONGEST_RUN)[0]:
                os.kill(child, signal.SIGKILL)
                return data
            if not (part := stream.read(1 << 20)):
                return data
            data += part


def _said(check, *subjects) -> list[Finding]:
    try:
        return list(check(*subjects))
    except DiagnosticError as refused:  # what the check needs can't be read
        return refused.findings


def _put(path: Path, data: bytes | None) -> None:
    if data is None:
        path.unlink(missing_ok=True)
    else:
        path.write_bytes(data)
