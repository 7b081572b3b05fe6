"""Takes the answer to a draft's text apart, and tells what is wrong with it. A machine's answer is never trusted."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from handbook.core.diagnostics import NOTICE, DiagnosticError, Finding, display_path, excerpt
from handbook.core.files import read_utf8
from handbook.project import guards
from handbook.project.checkout import Project
from handbook.translation import exchange, status
from handbook.translation.draft import END, is_open, mark
from handbook.translation.exchange import Answer, Check, Imported, Message
from handbook.translation.gaps import LINE_BREAKS
from handbook.translation.translation_units import CODE_WORDS

LARGEST = 1_000_000  # bytes of an answer
_MARK = re.compile(r"\s*\[\[(?P<language>[\w-]+) (?P<page>[\w.-]+) (?P<place>[^\s\]]+/\d+)\]\]\s*")
_ASK_AGAIN = "`handbook draft {language} {page}` writes what is still to be done: ask for that"


@dataclass(frozen=True)
class _Part:
    """A part of an answer."""

    line: int  # of its mark
    language: str
    page: str
    place: str
    text: str  # without empty lines around it


def read(project: Project, path: Path, check: Check, foreign: Callable[[str, str], str | None]) -> Imported:
    """Put the parts of an answer into their page as a machine's draft, as far as they are right.

    Args:
        project: the checkout.
        path: of the answer.
        check: gives the findings about a page; what it finds about a part keeps that out.
        foreign: tells the language of a long text where it isn't that of the second argument.

    Raises:
        DiagnosticError: the file holds no answer, or one for several pages, or for none of the checkout.
        OSError: a file can't be read or written.
    """
    name = display_path(path, project.root)
    parts, is_whole = _parts(read_utf8(path, name, LARGEST), name)
    language, page = _page_of(project, parts, name)
    if other := foreign(re.sub(r"\{\w*\}|`[^`]*`", " ", "\n".join(part.text for part in parts)), language):
        message = f"the whole answer seems to be in {other}, not in {language}"
        raise DiagnosticError([Finding(name, parts[0].line, message, "ask again, and name the language")])
    messages = exchange.messages(project, language, page)
    open_messages = {mark(language, message): message for message in messages if is_open(message)}
    findings: list[Finding] = []
    ask_again = _ASK_AGAIN.format(language=language, page=page)
    if not is_whole:
        last = parts.pop()
        message = f"the answer was cut: {END} is missing, so “{excerpt(last.text)}” may not be whole"
        hint = f"if it is whole, write {END} behind it; else {ask_again}"
        findings.append(Finding(name, last.line, message, hint))
    answers: dict[str, Answer] = {}
    by_key = {mark(language, message): message for message in messages}
    for part in parts:
        key = f"[[{language} {page} {part.place}]]"
        if key in by_key and key not in open_messages and _lines(part, by_key[key]) == by_key[key].translation:
            continue  # it was put in when this answer was read before
        if problem := _problem(part, key, open_messages, set(by_key), answers):
            findings.append(Finding(name, part.line, *problem))
            continue
        answers[key] = Answer(open_messages[key], _lines(part, open_messages[key]), name, part.line)
    findings += _order(answers, list(open_messages), name)
    if missing := [key for key in open_messages if key not in answers]:
        message = f"{len(missing)} parts are not in the answer, first {missing[0]}"
        findings.append(Finding(name, 1, message, ask_again, NOTICE))
    result = exchange.bring_back(project, language, page, list(answers.values()), check, draft=True)
    return replace(result, findings=(*findings, *result.findings))


def _parts(text: str, name: str) -> tuple[list[_Part], bool]:
    """The parts of an answer, and whether it has an end. What stands before the parts and behind the end isn't read.

    Raises:
        DiagnosticError: there is none.
    """
    found: list[tuple[int, re.Match[str], list[str]]] = []
    is_whole = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip().strip("`*") == END:
            is_whole = True
            break
        if match := _MARK.fullmatch(line):
            found.append((number, match, []))
        elif found:
            found[-1][2].append(line.rstrip())
    if not found:
        hint = "each part begins with its line, like [[de by-hand scores/2]], as in the text that was asked"
        raise DiagnosticError([Finding(name, 1, "there is no answer in this file", hint)])
    parts = [
        _Part(number, match["language"], match["page"], match["place"], "\n".join(lines).strip())
        for number, match, lines in found
    ]
    return parts, is_whole


def _page_of(project: Project, parts: Sequence[_Part], name: str) -> tuple[str, str]:
    pages = list(dict.fromkeys((part.language, part.page) for part in parts))
    language, page = pages[0]
    guards.translations(project, language)
    if page not in status.names(project):
        hint = f"pages: {', '.join(status.names(project))}"
        raise DiagnosticError([Finding(name, parts[0].line, f"there is no page {page}", hint)])
    if len(pages) > 1:
        part = next(part for part in parts if (part.language, part.page) != pages[0])
        message = f"parts for {language} {page} and for {part.language} {part.page}"
        raise DiagnosticError([Finding(name, part.line, message, "read the answer for one page at a time")])
    return pages[0]


def _problem(
    part: _Part, key: str, open_messages: dict[str, Message], known: set[str], answers: dict[str, Answer]
) -> tuple[str, str] | None:
    """What keeps a part out before any check reads it, and a hint."""
    if key in answers:
        return f"{part.place} stands at line {answers[key].line} already", "keep one of the two"
    if key not in known:
        return f"{part.place} is no part of today's {part.page}", "leave it out; the English may have changed"
    if key not in open_messages:
        return f"{part.place} is translated already", "leave it out: a draft replaces nobody's translation"
    message = open_messages[key]
    if not part.text:
        return f"{part.place} is empty", "translate it, or leave it out"
    if part.text.startswith("("):
        first = part.text.split("\n")[0]
        if not message.text.startswith("(") and first.endswith(")") and "\n" in part.text:
            return f"{part.place}: the remark in brackets was copied", "write the translation only"
    # Words in code may be equal in all languages: names of the example, shapes.
    if _lines(part, message) == message.text and len(message.text.split()) > 1 and message.unit.kind != CODE_WORDS:
        hint = "translate it; if your language says it so too, write it into the page and accept it"
        return f"{part.place} is the English still", hint
    return None


def _lines(part: _Part, message: Message) -> str:
    """The text of a part: on one line, or on those of a table or of code's words. Empty lines stay, to be refused."""
    if message.unit.kind in LINE_BREAKS or "\n\n" in part.text:
        return part.text
    return " ".join(part.text.split())


def _order(answers: dict[str, Answer], asked: Sequence[str], name: str) -> list[Finding]:
    """A notice where parts have changed places: then their texts may have, too."""
    order = [asked.index(key) for key in answers]
    wrong = next((index for index in range(1, len(order)) if order[index] < order[index - 1]), None)
    if wrong is None:
        return []
    answer = list(answers.values())[wrong]
    message = f"{answer.message.context} stands in another order than it was asked"
    return [Finding(name, answer.line, message, "see whether each text stands under its own line", NOTICE)]
