"""What a pull request changes for each language, page by page, as Markdown, and which editions show it.

Both versions of the checkout are only read: pages are parsed, but no code of theirs is run, imported or built.
"""

from __future__ import annotations

import io
import re
import subprocess
import tarfile
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from handbook import SOURCE_LANGUAGE
from handbook.core.diagnostics import DiagnosticError, Finding
from handbook.markdown.model import PROSE, Block, Page
from handbook.markdown.python_code import read
from handbook.project import book, number_formats, transliteration
from handbook.project.checkout import Project
from handbook.translation.freshness import DRAFT, FRESH, MISSING, STALE, UNRECORDED
from handbook.translation.source_history import git_bytes
from handbook.translation.status import PageState, overview

TRANSLATION_FILE = re.compile(
    r"docs/(?P<language>[a-z-]+)/(?P<page>[a-z0-9-]+)\.md|i18n/(?P<of>[a-z-]+)/((glossary|ui|people|cyrillic)\.toml|words\.txt|lock/[a-z0-9-]+\.lock)"
)
ARCHIVED_PATHS = ("docs", "i18n", "mkdocs.yml")  # what the states of translations depend on
MAX_FILE_BYTES = 50_000_000  # larger files of a revision aren't extracted


def change_table(before: Project, after: Project) -> str:
    """A Markdown table, page × language, of the pages whose state changes; a sentence where none does."""
    old = {(state.name, state.language): state for state in overview(before)}
    new = {(state.name, state.language): state for state in overview(after)}
    languages = [*after.languages[1:], *(code for code in before.languages[1:] if code not in after.languages)]
    rows = []
    for name in dict.fromkeys([name for name, _ in new] + [name for name, _ in old]):
        cells = [describe_change(old.get((name, code)), new.get((name, code))) for code in languages]
        if any(cells):
            rows.append(f"| {name} | {' | '.join(cell or '·' for cell in cells)} |")
    if not rows:
        return "Nothing changes for the translations."
    head = [f"| page | {' | '.join(map(_escaped, languages))} |", "|---" * (len(languages) + 1) + "|"]
    foot = "Stale blocks are shown to readers with a notice. `handbook status` says what to do next."
    if not any(" more stale" in row for row in rows):
        return "\n".join([*head, *rows])
    return "\n".join([*head, *rows, "", foot])


def describe_change(old: PageState | None, new: PageState | None) -> str:
    """What changes for one page in one language, as Markdown; "" where nothing does.

    Args:
        old: the state before; None where the page or the language didn't exist.
        new: the state after; None where the page or the language doesn't exist any more.
    """
    if new is None or not new.exists:
        if old is not None and old.exists:
            return "translation removed" if new is not None else "page removed"
        return "new page, to translate" if old is None and new is not None else ""
    if old is None or not old.exists:
        return f"**newly translated** ({_list_counts(new.counts)})"
    increase = Counter(new.counts)
    increase.subtract(old.counts)
    parts = []
    if increase[STALE] > 0:
        parts.append(f"**{increase[STALE]} more stale**")
    if increase[MISSING] > 0:
        parts.append(f"{increase[MISSING]} more to translate")
    if increase[UNRECORDED] > 0:
        parts.append(f"{increase[UNRECORDED]} more to accept")
    if increase[FRESH] > 0:
        parts.append(f"{increase[FRESH]} more fresh")
    if not parts and increase[STALE] < 0:  # stale blocks were removed
        parts.append(f"{-increase[STALE]} fewer stale")
    if not parts and new.wordings != old.wordings:
        corrected = len(new.wordings - old.wordings)
        return f"{corrected} corrected" if corrected else ""
    return f"{', '.join(parts)} (now {_list_counts(new.counts)})" if parts else ""


def changed_pages(root: Path, revision: str) -> str:
    """A Markdown list of the pages that were changed since ``revision``, by their places in zips; "" for none.

    Args:
        root: the checkout.
        revision: a branch or a commit.

    Raises:
        DiagnosticError: git doesn't know the revision, or the book's settings can't be read.
    """
    name = book.load(root).file_name
    lines = []
    for file in _changed_files(root, revision):
        match = TRANSLATION_FILE.fullmatch(file)
        if match and match["page"] and (root / file).is_file():
            folder = "" if match["page"] == book.HOME else f"{match['page']}/"
            editions = _editions(root, match["language"])
            lines += [f"- `{name}-{edition}/{folder}index.html`" for edition in editions]
    return "\n".join(["Changed pages, in the folders of the preview:", "", *lines]) if lines else ""


def changed_editions(root: Path, revision: str) -> list[str]:
    """The editions whose pages or words were changed since ``revision``; for any other file, the English one.

    Args:
        root: the checkout.
        revision: a branch or a commit.

    Raises:
        DiagnosticError: git doesn't know the revision.
    """
    known = Project(root).languages
    languages = set()
    for file in _changed_files(root, revision):
        match = TRANSLATION_FILE.fullmatch(file)
        languages.add((match["language"] or match["of"]) if match else SOURCE_LANGUAGE)
    return [edition for language in known if language in languages for edition in _editions(root, language)]


def _editions(root: Path, language: str) -> list[str]:
    """A language and its editions in other alphabets."""
    variants = transliteration.script_variants(root)
    return [language, *(variant.code for variant in variants if variant.language == language)]


def _changed_files(root: Path, revision: str) -> list[str]:
    commit = _merge_base(root, _commit(root, revision))
    return git_bytes(root, "diff", "--name-only", "--no-renames", "-z", commit).decode().split("\0")[:-1]


def prose_only_editions(before: Project, root: Path, revision: str) -> list[str]:
    """The editions whose files were changed since ``revision``, if nothing but prose was; else none.

    Prose is what a page says without its code, outputs, TeX, html and numbers; and strings, terms and locks.

    Args:
        before: the checkout as it was at ``revision``, as ``project_at`` gives it.
        root: the checkout as it is.
        revision: a branch or a commit.

    Raises:
        subprocess.CalledProcessError: git doesn't know the revision.
    """
    after = Project(root)
    languages = set()
    for name in _changed_files(root, revision):
        match = TRANSLATION_FILE.fullmatch(name)
        if match is None:
            return []
        language, page = match["language"], match["page"]
        if page and not _differ_in_prose_only(before.find(language, page), after.find(language, page)):
            return []
        languages.add(language or match["of"])
    return [edition for language in sorted(languages) for edition in _editions(root, language)]


def _differ_in_prose_only(old: Page | None, new: Page | None) -> bool:
    """Whether both versions of a page have the same code, outputs and the like.

    A new translation counts as prose: the checks compare the rest of it with the English page.
    """
    if old is None or new is None:
        return new is not None and new.language != SOURCE_LANGUAGE
    return _without_prose(old) == _without_prose(new)


def _without_prose(page: Page) -> list[object]:
    """Code, outputs, TeX, html and numbers of a page, in order."""
    contents: list[object] = []
    for block in page.visible:
        if block.kind not in PROSE:
            contents.append((block.kind, block.info, _code_or_text(block)))
            continue
        inlines = [inline for inline in block.inlines() if inline.kind in ("code", "maths", "html")]
        contents += [(inline.kind, inline.text) for inline in inlines]
        numbers = number_formats.in_text(block.prose(), page.language)
        contents += [getattr(number, "value", number) for number in numbers]
    return contents


def _code_or_text(block: Block) -> object:
    try:
        return read(block.text).key if block.is_python else block.text
    except SyntaxError:
        return block.text


@contextmanager
def project_at(root: Path, revision: str) -> Iterator[Project]:
    """The checkout at the merge base of ``revision`` and HEAD, in a temporary folder while the context is open.

    Args:
        root: the checkout.
        revision: a branch or a commit.

    Raises:
        DiagnosticError: there is no such revision, or no git.
    """
    commit = _merge_base(root, _commit(root, revision))
    paths = [path for path in ARCHIVED_PATHS if git_bytes(root, "ls-tree", "--name-only", commit, "--", path)]
    with tempfile.TemporaryDirectory(prefix="handbook-") as name:
        folder = Path(name)
        (folder / "i18n").mkdir()
        if paths:
            data = git_bytes(root, "archive", "--format=tar", commit, "--", *paths)
            with tarfile.open(fileobj=io.BytesIO(data)) as archive:
                # Plain files only: a link could lead anywhere.
                members = [
                    member for member in archive if member.isdir() or (member.isfile() and member.size < MAX_FILE_BYTES)
                ]
                archive.extractall(folder, members, filter="data")
        yield Project(folder)


def _commit(root: Path, revision: str) -> str:
    """The id of a commit. Raises DiagnosticError where git doesn't know the revision, or isn't installed."""
    if revision.startswith("-"):
        message, hint = f"{revision} is not a revision", "name a branch or a commit, like main"
        raise DiagnosticError([Finding("command line", 1, message, hint)])
    try:
        return git_bytes(root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}").decode().strip()
    except FileNotFoundError:
        hint = "install git: it knows how the pages were"
        raise DiagnosticError([Finding("command line", 1, "git is not installed", hint)]) from None
    except subprocess.CalledProcessError:
        message, hint = f"git knows no revision {revision} here", "fetch it first: git fetch origin main"
        raise DiagnosticError([Finding("command line", 1, message, hint)]) from None


def _merge_base(root: Path, revision: str) -> str:
    """The last commit that ``revision`` and HEAD share; ``revision`` itself where a shallow clone doesn't have it."""
    try:
        return git_bytes(root, "merge-base", revision, "HEAD").decode().strip()
    except subprocess.CalledProcessError:
        return revision


def _list_counts(counts: Counter) -> str:
    return ", ".join(
        f"{counts[state]} {state}" for state in (FRESH, DRAFT, STALE, MISSING, UNRECORDED) if counts[state]
    )


def _escaped(name: str) -> str:
    """A folder's name as plain text: a pull request must not write Markdown into the report by naming folders."""
    return "".join(letter if letter.isalnum() or letter in "-_." else "?" for letter in name)[:80]
