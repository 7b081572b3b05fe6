"""What a change does to each language: the states of two versions of the handbook, page by page, as a Markdown table.

Both versions are read as data. Nothing of them is run, imported or built: their pages are parsed, and their locks read.
"""

from __future__ import annotations

import io
import re
import subprocess
import tarfile
import tempfile
import tokenize
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from handbook import SOURCE_LANGUAGE
from handbook.core.diagnostics import DiagnosticError, Finding
from handbook.markdown.fences import code_key
from handbook.markdown.model import PROSE, Block, Page
from handbook.project import number_formats
from handbook.project.checkout import Project
from handbook.translation.lockfile import FRESH, MISSING, STALE, UNRECORDED
from handbook.translation.status import PageState, overview

TRANSLATION_FILE = re.compile(
    r"docs/(?P<language>[a-z-]+)/(?P<page>[a-z0-9-]+)\.md|i18n/(?P<of>[a-z-]+)/((glossary|ui|cyrillic)\.toml|lock/[a-z0-9-]+\.lock)"
)
ARCHIVED_PATHS = ("docs", "i18n", "mkdocs.yml")
MAX_FILE_BYTES = 50_000_000


def change_table(before: Project, after: Project) -> str:
    """Page × language, only the pages for which something changes; a sentence where nothing does."""
    old = {(state.name, state.language): state for state in overview(before)}
    new = {(state.name, state.language): state for state in overview(after)}
    languages = [*after.languages[1:], *(code for code in before.languages[1:] if code not in after.languages)]
    rows = []
    for name in dict.fromkeys([name for name, _ in new] + [name for name, _ in old]):
        cells = [describe_change(old.get((name, code)), new.get((name, code))) for code in languages]
        if any(cells):
            rows.append(f"| {_plain(name)} | {' | '.join(cell or '·' for cell in cells)} |")
    if not rows:
        return "Nothing changes for the translations."
    head = [f"| page | {' | '.join(map(_plain, languages))} |", "|---" * (len(languages) + 1) + "|"]
    return "\n".join([*head, *rows])


def describe_change(old: PageState | None, new: PageState | None) -> str:
    """What became of one page in one language; empty where all is as it was."""
    if new is None or not new.exists:
        if old is not None and old.exists:
            return "translation removed" if new is not None else "page removed"
        return "new page, to translate" if old is None and new is not None else ""
    if old is None or not old.exists:
        return f"**newly translated** ({_counted(new.counts)})"
    more = Counter(new.counts)
    more.subtract(old.counts)
    parts = []
    if more[STALE] > 0:
        parts.append(f"**{more[STALE]} more stale**")
    if more[MISSING] > 0:
        parts.append(f"{more[MISSING]} more to translate")
    if more[UNRECORDED] > 0:
        parts.append(f"{more[UNRECORDED]} more to accept")
    if more[FRESH] > 0:
        parts.append(f"{more[FRESH]} more fresh")
    if not parts and more[STALE] < 0:  # blocks that were stale are gone
        parts.append(f"{-more[STALE]} fewer stale")
    return f"{', '.join(parts)} (now {_counted(new.counts)})" if parts else ""


def prose_only_languages(before: Project, root: Path, revision: str) -> list[str]:
    """The languages whose prose was changed since ``revision``, of which ``before`` holds the pages.

    Empty, if anything else was. Prose is what a page says without its code, outputs, TeX, html and numbers; and
    strings, terms and records of translation.
    """
    commit = _merge_base(root, revision)
    names = _git(root, "diff", "--name-only", "--no-renames", "-z", commit).decode().split("\0")[:-1]
    now = Project(root)
    languages = set()
    for name in names:
        match = TRANSLATION_FILE.fullmatch(name)
        if match is None or (
            match["page"]
            and not _same_but_prose(
                before.find(match["language"], match["page"]), now.find(match["language"], match["page"])
            )
        ):
            return []
        languages.add(match["language"] or match["of"])
    return sorted(languages)


def _same_but_prose(old: Page | None, new: Page | None) -> bool:
    """Whether both hold the same code, outputs and the like.

    A new translation's are compared with the English page's by the checks.
    """
    if old is None or new is None:
        return new is not None and new.language != SOURCE_LANGUAGE
    return _other_than_prose(old) == _other_than_prose(new)


def _other_than_prose(page: Page) -> list[object]:
    """Of each block what a run of the page is compared with, or what isn't language.

    That is code, outputs, TeX, html and numbers.
    """
    found: list[object] = []
    for block in page.visible:
        if block.kind not in PROSE:
            found.append((block.kind, block.info, _key(block)))
            continue
        found += [(inline.kind, inline.text) for inline in block.inlines() if inline.kind in ("code", "maths", "html")]
        found += [getattr(number, "value", number) for number in number_formats.in_text(block.prose(), page.language)]
    return found


def _key(block: Block) -> object:
    try:
        return code_key(block.text) if block.is_python else block.text
    except (SyntaxError, tokenize.TokenError):
        return block.text


@contextmanager
def project_at(root: Path, revision: str) -> Iterator[Project]:
    """The handbook as it was where the history of ``revision`` parted from today's, in a folder of its own."""
    if revision.startswith("-"):
        raise DiagnosticError(
            [Finding("command line", 1, f"{revision} is not a revision", "name a branch or a commit, like main")]
        )
    try:
        commit = _git(root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}").decode().strip()
    except FileNotFoundError:
        raise DiagnosticError(
            [Finding("command line", 1, "git is not installed", "install git: it knows how the pages were")]
        ) from None
    except subprocess.CalledProcessError:
        raise DiagnosticError(
            [
                Finding(
                    "command line", 1, f"git knows no revision {revision} here", "fetch it first: git fetch origin main"
                )
            ]
        ) from None
    commit = _merge_base(root, commit)
    kept = [name for name in ARCHIVED_PATHS if _git(root, "ls-tree", "--name-only", commit, "--", name)]
    with tempfile.TemporaryDirectory(prefix="handbook-") as folder:
        place = Path(folder)
        (place / "i18n").mkdir()
        if kept:
            with tarfile.open(
                fileobj=io.BytesIO(_git(root, "archive", "--format=tar", commit, "--", *kept))
            ) as archive:
                # Plain files only: a link could lead anywhere.
                archive.extractall(
                    place,
                    [
                        member
                        for member in archive
                        if member.isdir() or (member.isfile() and member.size < MAX_FILE_BYTES)
                    ],
                    filter="data",
                )
        yield Project(place)


def _merge_base(root: Path, revision: str) -> str:
    """Where its history parted from today's; the revision itself, where a shallow history doesn't show that."""
    try:
        return _git(root, "merge-base", revision, "HEAD").decode().strip()
    except subprocess.CalledProcessError:
        return revision


def _counted(counts: Counter) -> str:
    return ", ".join(f"{counts[state]} {state}" for state in (FRESH, STALE, MISSING, UNRECORDED) if counts[state])


def _plain(name: str) -> str:
    """A file's name as text of a table: whoever names files must not write Markdown into our comment."""
    return "".join(letter if letter.isalnum() or letter in "-_." else "?" for letter in name)[:80]


def _git(root: Path, *arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=root, capture_output=True, check=True).stdout
