"""Reads PO catalogs back into pages: what passes all checks is written, the rest is told with its line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from babel.messages.catalog import Message as CatalogMessage
from babel.messages.pofile import PoFileError, read_po

from handbook.core.diagnostics import NOTICE, DiagnosticError, Finding, display_path, excerpt
from handbook.core.files import read_utf8
from handbook.project import guards
from handbook.project.checkout import Project
from handbook.translation import catalog_lines, exchange, status
from handbook.translation.catalog_lines import EXPORT_HINT
from handbook.translation.catalogs import EXPORTED
from handbook.translation.exchange import Answer, Check, Imported, Message
from handbook.translation.translation_units import hash_of

LARGEST = 2_000_000  # bytes of a catalog
PROJECT_FIELD = "Project-Id-Version: "


@dataclass(frozen=True)
class CatalogFile:
    """A catalog as it was read."""

    path: str
    language: str
    name: str  # of the page or the file of strings
    messages: tuple[CatalogMessage, ...]  # without the header; a fuzzy one isn't taken for translated


def read(path: Path, project: Project) -> CatalogFile:
    """A catalog.

    Raises:
        DiagnosticError: its form is wrong, or it is for no page of the checkout.
        OSError: it can't be read.
    """
    name = display_path(path, project.root)
    text = read_utf8(path, name, LARGEST)
    if findings := [Finding(name, *fault) for fault in catalog_lines.faults(text)]:
        raise DiagnosticError(findings)
    lines = text.split("\n")
    fields = _take_header(lines)
    try:
        catalog = read_po(lines, abort_invalid=True, ignore_obsolete=True)
    except (PoFileError, ValueError) as error:
        line = error.lineno + 1 if isinstance(error, PoFileError) else 1
        raise DiagnosticError([Finding(name, line, f"not a catalog: {error}", EXPORT_HINT)]) from None
    fields = [field.removeprefix(PROJECT_FIELD) for field in fields if field.startswith(PROJECT_FIELD)]
    language, _, page = (fields[0] if fields else "").partition(" ")
    if language not in project.languages[1:] or page not in status.names(project):
        message = f"this catalog is for no page of this handbook: “{' '.join(fields)}”"
        hint = f'its header needs a line like "{PROJECT_FIELD}de by-hand\\n": {EXPORT_HINT}'
        raise DiagnosticError([Finding(name, 1, message, hint)])
    return CatalogFile(name, language, page, tuple(message for message in catalog if message.id))


def _take_header(lines: list[str]) -> list[str]:
    """The fields of the header, whose lines become empty: Babel fails at dates that a tool left empty.

    The header is the translation of the first message, which has no id.
    """
    fields = []
    first = next((index for index, line in enumerate(lines) if line.startswith("msgid ")), len(lines))
    if first + 1 < len(lines) and lines[first].strip() == 'msgid ""' and lines[first + 1].startswith("msgstr "):
        for index in range(first + 1, len(lines)):
            text = lines[index].removeprefix("msgstr ").strip()
            if not text.startswith('"'):
                break
            fields += [field for field in text.strip('"').split("\\n") if field]
            lines[index] = 'msgstr ""' if index == first + 1 else ""
    return fields


def import_catalog(project: Project, path: Path, check: Check) -> Imported:
    """Put the translations of a catalog into its page.

    Args:
        project: the checkout.
        path: of the catalog.
        check: gives the findings about a page; what it finds about a text keeps that out.

    Raises:
        DiagnosticError: the catalog's form is wrong, or it is for no page of the checkout; nothing is written.
        OSError: a file can't be read or written.
    """
    file = read(path, project)
    guards.translations(project, file.language)
    messages = exchange.messages(project, file.language, file.name)
    answers: list[Answer] = []
    findings: list[Finding] = []
    fuzzy: list[CatalogMessage] = []
    for message, found in _matched(messages, file, findings):
        text, before = _text(message), _exported(message)
        if not _is_new(message, found):
            continue
        if message.fuzzy:
            fuzzy.append(message)
        elif before and found.translation and hash_of(found.translation) != before:
            note = f"{found.context}: the page has another translation than when the catalog was written"
            hint = "compare the two, and put what is right into the page"
            findings.append(Finding(file.path, message.lineno or 1, note, hint))
        else:
            answers.append(Answer(found, text, file.path, message.lineno or 1))
    if fuzzy:
        note = f"{len(fuzzy)} changed texts are not taken, since they are marked as fuzzy still (“needs work”)"
        hint = "take the mark away where they are right, and import the catalog again"
        findings.append(Finding(file.path, fuzzy[0].lineno or 1, note, hint, NOTICE))
    result = exchange.bring_back(project, file.language, file.name, answers, check)
    return replace(result, findings=(*findings, *result.findings))


def has_unread(project: Project, path: Path) -> bool:
    """Whether a catalog holds texts that neither stand in the page nor stood there when it was written."""
    try:
        file = read(path, project)
    except DiagnosticError:
        return True  # somebody's work, perhaps
    pairs = _matched(exchange.messages(project, file.language, file.name), file, [])
    return any(_is_new(message, found) for message, found in pairs)


def _is_new(message: CatalogMessage, found: Message) -> bool:
    """Whether somebody has written this text into the catalog, or a page that has lost it."""
    text = _text(message)
    was_exported = bool(found.translation) and hash_of(text) == _exported(message)
    return bool(text) and text != found.translation and not was_exported


def _text(message: CatalogMessage) -> str:
    """The translation of a message, in the form of ``exchange.Message``."""
    if not isinstance(message.string, str):
        return ""
    return "\n".join(" ".join(line.split()) for line in message.string.strip("\n").split("\n")).strip()


def _exported(message: CatalogMessage) -> str:
    """The hash of the translation that was exported; "" where there was none, or a tool has lost it."""
    comments = (comment for comment in message.auto_comments if comment.startswith(EXPORTED))
    return next(comments, "").removeprefix(EXPORTED)


def _matched(
    messages: list[Message], file: CatalogFile, findings: list[Finding]
) -> Iterator[tuple[CatalogMessage, Message]]:
    """Each message of a catalog with that of the page: of those with the same English the one with the same place."""
    waiting: dict[str, list[Message]] = defaultdict(list)
    for own in messages:
        waiting[own.text].append(own)
    others = [message for message in file.messages if (message.context or file.name).split(" ")[0] != file.name]
    if others:
        note = f"{len(others)} texts are of another page than {file.name}, and were not read"
        findings.append(Finding(file.path, others[0].lineno or 1, note, "import the catalog of each page by itself"))
    foreign = {id(message) for message in others}  # to compare messages takes long
    for message in file.messages:
        if id(message) in foreign:
            continue
        same = waiting[str(message.id)]
        found = next((other for other in same if other.context == message.context), same[0] if same else None)
        if found is not None:
            same.remove(found)
            yield message, found
        elif message.string:
            text = f"{message.context}: today's English has no “{excerpt(str(message.id))}”"
            hint = "the page has changed since: export its catalog anew; your tool's memory keeps this text"
            findings.append(Finding(file.path, message.lineno or 1, text, hint))
