"""Copies what isn't language from the English page into a translation, and keeps the translator's comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from handbook import SOURCE_LANGUAGE
from handbook.core.diagnostics import NOTICE, DiagnosticError, Finding, errors, excerpt
from handbook.core.files import write_over
from handbook.markdown.code_words import translated_words
from handbook.markdown.fences import WORDS, fence_key, port_comments
from handbook.markdown.model import Block, Page
from handbook.markdown.python_code import read
from handbook.project import guards
from handbook.project.checkout import Project
from handbook.translation import kept_copies, lockfile
from handbook.translation.lockfile import Entry
from handbook.translation.parity import align
from handbook.translation.swallowed_text import amount
from handbook.translation.translation_units import fingerprint

COPIED_KINDS = {"fence", "maths", "html"}  # of blocks that are inserted where a translation lacks them
WORDS_OF_TEX = re.compile(r"\\(?:text\w*|mathrm|operatorname)\{[^}]*\}|\\[A-Za-z]+")
SEVERAL_WORDS = re.compile(r"[^\W\d_]{2,}\s+[^\W\d_]{2,}")


@dataclass(frozen=True)
class SyncResult:
    """What became of one translation."""

    path: str
    source_path: str  # "" where there is no English page of this name
    changed: bool  # whether the file was written
    findings: tuple[Finding, ...] = ()  # what a person must still do


def sync(project: Project, languages: Sequence[str]) -> Iterator[SyncResult]:
    """Copy code, outputs and maths from English into the pages of ``languages``, and write those that change.

    A page is written when its result is asked for. One that can't be synced stays as it is, and its findings say why.

    Args:
        project: the checkout.
        languages: other than English.

    Returns:
        a result for each page.

    Raises:
        DiagnosticError: at once, before anything is written, where a link or a folder is in the way or an English page
            is broken.
        OSError: a file can't be read or written.
    """
    guards.refuse_misplaced(project)
    guards.refuse_broken(project.pages([SOURCE_LANGUAGE]))
    return (_sync_file(project, page) for page in project.pages(list(languages)))


def _sync_file(project: Project, page: Page) -> SyncResult:
    source = project.source(page)
    if source is None:
        no_source = Finding(
            page.path, 1, "there is no English page of this name", "translations have the file names of docs/en"
        )
        return SyncResult(page.path, "", False, (no_source,))
    path = project.path(page.language, page.name)
    entries, _ = lockfile.read(lockfile.path_of(project.root, page.language, page.name), project.root)
    try:
        synced = sync_page(source, page, entries)
        findings = list(synced.findings)
        if synced.replaced:
            findings += kept_copies.keep(project.root, path, synced.replaced[0].line)
        changed = write_over(path, synced.text, page.source, page.path)
    except DiagnosticError as error:
        return SyncResult(page.path, source.path, False, tuple(error.findings))
    if changed:
        project.forget([path])
    return SyncResult(page.path, source.path, changed, tuple(findings))


@dataclass(frozen=True)
class Synced:
    """A translation with what it takes from the English page."""

    text: str
    findings: list[Finding]  # what a person must still do
    replaced: list[Block]  # of the translation, in its order: those that lose something that a person may have written


def sync_page(source: Page, translation: Page, entries: Sequence[Entry] = ()) -> Synced:
    """A translation's text with the code, outputs, formulas, html, heading ids and excuses of the English page.

    Prose isn't touched, and nothing is removed.

    Args:
        source: the English page.
        translation: the page in another language.
        entries: of the page's lock: code, outputs and formulas that are as it says were nobody's work.

    Raises:
        DiagnosticError: the translation has syntax errors, so that its blocks can't be aligned; or text is inside a
            block that would be replaced.
    """
    broken = errors(translation.findings)
    if broken:
        raise DiagnosticError(broken)
    findings: list[Finding] = []
    replaced: list[Block] = []
    recorded = {entry.translation for entry in entries}
    raws = {block: block.raw for block in translation.blocks}
    inserted: dict[Block | None, list[str]] = {}  # by the block that they follow
    pairs, missing, extra = align(source, translation)
    partner = dict(pairs)
    for source_block, target_block in pairs:
        told = len(findings)
        raws[target_block] = _sync_block(source_block, target_block, findings)
        if raws[target_block] != target_block.raw:
            is_recorded = fingerprint(target_block) in recorded
            is_copied = target_block.kind in COPIED_KINDS
            if is_copied and not is_recorded and (swallowed := _swallowed(source_block, target_block)):
                raise DiagnosticError([swallowed])
            if not is_recorded or len(findings) > told or _loses_words(target_block, raws[target_block]):
                replaced.append(target_block)
        comment = _suppression_comment(source, source_block)
        if comment and not _suppression_comment(translation, target_block):
            raws[target_block] = f"{target_block.prefix}{comment.raw.strip()}\n{raws[target_block]}"
    for block in missing:
        if block.kind in COPIED_KINDS:
            inserted.setdefault(_predecessor(source, block, partner), []).append("\n" + block.raw)
        findings += _missing(block, translation)
    for block in extra:
        findings.append(
            Finding(
                block.path,
                block.line,
                f"{block.kind} “{excerpt(block.text)}” has no place on the English page",
                "remove it or move it; sync removes nothing",
            )
        )
    text = "".join(inserted.get(None, []))
    for block in translation.blocks:
        text += raws[block]
        for raw in inserted.get(block, []):
            text += ("" if text.endswith("\n") else "\n") + raw
    return Synced(text, findings, sorted(replaced, key=lambda block: block.line))


def _loses_words(target: Block, raw: str) -> bool:
    """Whether comments, docstrings or what is in a heading's braces are not in what replaces a block."""
    if target.kind == "heading":
        return not set(re.findall(r"\w+", target.raw)) <= set(re.findall(r"\w+", raw))
    if not target.is_python:
        return False
    try:
        words = translated_words(target)
    except SyntaxError:
        return True
    # Docstrings once more, one by one: of two of one name, the words have the last.
    strings = (literal.text for literal in read(target.text).strings)
    texts = [*words.split("\n"), *(text for text in strings if text.startswith(('"""', "'''")))]
    there = " ".join(raw.split())
    return any(" ".join(text.split()) not in there for text in texts)


def _swallowed(source: Block, target: Block) -> Finding | None:
    """Why a block can't be replaced: it holds more headings, paragraphs or sentences than the English one."""
    if target.is_python:
        try:
            read(target.text)
            return None  # no text is Python
        except SyntaxError:
            pass
    if not amount(source.text).is_less_than(amount(target.text)):
        return None
    ours = {" ".join(line.split()) for line in source.text.split("\n")}
    lines = enumerate(target.text.split("\n"), target.body_line if target.kind == "fence" else target.line)
    line, text = next(
        ((number, line) for number, line in lines if line.strip() and " ".join(line.split()) not in ours),
        (target.line, target.text),
    )
    return Finding(
        target.path,
        line,
        f"this {target.kind} of line {target.line} holds more than {source.path}:{source.line}: “{excerpt(text)}”",
        "nothing was taken from English, since this would be lost: close the block before your text; or, if it is "
        f"none, remove it, or write the {target.kind} as it is in English",
    )


def _missing(block: Block, translation: Page) -> Iterator[Finding]:
    """What is left to do for an English block that the translation lacks."""
    location = f"{block.path}:{block.line}"
    if block.kind not in COPIED_KINDS:
        yield Finding(
            translation.path,
            1,
            f"not translated yet: {location}, {block.kind} “{excerpt(block.text)}”",
            "write it in this language at the same place",
        )
    elif block.is_python and "#" in block.text:
        message = f"{location} was inserted with its English comments"
        yield Finding(translation.path, 1, message, "translate the comments", NOTICE)


def _sync_block(source: Block, target: Block, findings: list[Finding]) -> str:
    if source.kind == "heading":
        if source.attributes == target.attributes:
            return target.raw
        attributes = source.raw[source.raw.rindex("{") :].strip() if source.attributes else ""
        return f"{target.info} {target.text} {attributes}".rstrip() + "\n"
    if source.kind in ("maths", "html"):
        if " ".join(source.text.split()) == " ".join(target.text.split()):
            return target.raw
        return _indented(_dedented(source), target.prefix)
    if source.kind == "fence":
        return _sync_fence(source, target, findings)
    return _sync_inline_maths(source, target, findings)


def _sync_fence(source: Block, target: Block, findings: list[Finding]) -> str:
    same_info = (source.language, source.classes, source.attributes) == (
        target.language,
        target.classes,
        target.attributes,
    )
    if not source.is_python:
        if same_info and source.text == target.text:
            return target.raw
        return _indented(_dedented(source), target.prefix)
    try:
        if same_info and fence_key(source) == fence_key(target):
            return target.raw
    except SyntaxError:
        message = f"the code, which doesn't parse, was taken from {source.path}:{source.line}"
        findings.append(Finding(target.path, target.line, message, "translate its comments", NOTICE))
    if any(WORDS in block.classes or block.is_check for block in (source, target)):
        message = f"words were taken from {source.path}:{source.line}"
        findings.append(Finding(target.path, target.line, message, "translate them", NOTICE))
    code, lost_comments = port_comments(source.text, target.text)
    for comment in lost_comments:
        findings.append(
            Finding(
                target.path,
                target.body_line + comment.line - 1,
                f"no place for the comment `{comment.text}`",
                "the code around it has changed: translate the English comment instead",
                NOTICE,
            )
        )
    lines = _dedented(source).split("\n")
    return _indented("\n".join([lines[0], code, lines[-1]]), target.prefix)


def _sync_inline_maths(source: Block, target: Block, findings: list[Finding]) -> str:
    """Replace a formula in a sentence where exactly one differs; else report that a person must look."""
    expected = [inline.text for inline in source.inlines() if inline.kind == "maths"]
    actual = [inline.text for inline in target.inlines() if inline.kind == "maths"]
    added, removed = list(expected), list(actual)
    for text in expected:
        if text in removed:
            removed.remove(text)
            added.remove(text)
    if len(added) == len(removed) == 1 and not _holds_words(removed[0]):
        return target.raw.replace(f"${removed[0]}$", f"${added[0]}$", 1)
    if added or removed:
        findings.append(
            Finding(
                target.path,
                target.line,
                f"formulas differ from {source.path}:{source.line}: {_formulas(added)} instead of {_formulas(removed)}",
                "put them at their place in the sentence",
            )
        )
    return target.raw


def _holds_words(tex: str) -> bool:
    """Whether a formula is a sentence rather, since one of its dollar signs is missing."""
    return SEVERAL_WORDS.search(WORDS_OF_TEX.sub(" ", tex)) is not None


def _formulas(texts: Sequence[str]) -> str:
    return ", ".join(f"${text}$" for text in texts) or "none"


def _dedented(block: Block) -> str:
    """The block's source without the indentation of its containers."""
    lines = block.raw.rstrip().split("\n")
    return "\n".join(
        line.removeprefix(block.prefix if line.startswith(block.prefix) else block.prefix.rstrip()) for line in lines
    )


def _indented(text: str, prefix: str) -> str:
    return "\n".join((prefix + line).rstrip() for line in text.split("\n")) + "\n"


def _suppression_comment(page: Page, block: Block) -> Block | None:
    """The comment right before ``block`` that lists its numbers which no code computes."""
    before = [other for other in page.blocks[: page.blocks.index(block)] if other.kind != "blank"]
    return before[-1] if before and before[-1].kind == "comment" and before[-1].text.startswith("uncomputed:") else None


def _predecessor(source: Page, block: Block, partner: dict[Block, Block]) -> Block | None:
    """The translated block that ``block`` is inserted after; None for the start of the page."""
    for other in reversed(source.visible[: source.visible.index(block)]):
        if other in partner:
            return partner[other]
    return None
