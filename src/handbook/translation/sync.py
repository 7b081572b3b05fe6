"""Carry what isn't language from the English page into a translation, and keep the translator's comments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from handbook import SOURCE_LANGUAGE
from handbook.core.diagnostics import NOTICE, DiagnosticError, Finding, errors, excerpt
from handbook.core.files import write_atomically
from handbook.markdown.fences import WORDS, fence_key, port_comments
from handbook.markdown.model import Block, Page
from handbook.project import guards
from handbook.project.checkout import Project
from handbook.translation.parity import align

CARRIED = {"fence", "maths", "html"}


@dataclass(frozen=True)
class Synced:
    """What became of one translation: whether its file changed, and what a person must still do."""

    path: str
    source_path: str  # "" where there is no English page of this name
    changed: bool
    findings: tuple[Finding, ...] = ()


def sync(project: Project, languages: Sequence[str]) -> Iterator[Synced]:
    """Carry code, outputs and maths from English into the pages of ``languages``, and write those that change.

    Returns one result a page; a page is written when its result is asked for. One that can't be carried into stays as
    it is, and its findings say why. Raises DiagnosticError at once, before anything is written, where a link or a
    folder is in the way or an English page is broken; OSError where a file can't be read or written.
    """
    guards.refuse_misplaced(project)
    guards.refuse_broken(project.pages([SOURCE_LANGUAGE]))
    return (_synced(project, page) for page in project.pages(list(languages)))


def _synced(project: Project, page: Page) -> Synced:
    source = project.source(page)
    if source is None:
        missing = Finding(
            page.path, 1, "there is no English page of this name", "translations have the file names of docs/en"
        )
        return Synced(page.path, "", False, (missing,))
    try:
        text, told = carry(source, page)
    except DiagnosticError as refusal:
        return Synced(page.path, source.path, False, tuple(refusal.findings))
    path = project.path(page.language, page.name)
    changed = write_atomically(path, text)
    if changed:
        project.forget([path])
    return Synced(page.path, source.path, changed, tuple(told))


def carry(source: Page, translation: Page) -> tuple[str, list[Finding]]:
    """The translation's new text, and what a person must still do.

    Code, outputs, formulas, html, heading ids and excuses become those of the English page; prose isn't touched,
    nothing is removed. Raises DiagnosticError where the translation's form is broken, since nobody can tell then what
    belongs where.
    """
    broken = errors(translation.findings)
    if broken:
        raise DiagnosticError(broken)
    told: list[Finding] = []
    raws = {block: block.raw for block in translation.blocks}
    behind: dict[Block | None, list[str]] = {}
    pairs, missing, extra = align(source, translation)
    partner = dict(pairs)
    for ours, theirs in pairs:
        raws[theirs] = _carried(ours, theirs, told)
        if (excuse := _excuse(source, ours)) and not _excuse(translation, theirs):
            raws[theirs] = f"{theirs.prefix}{excuse.raw.strip()}\n{raws[theirs]}"
    for ours in missing:
        if ours.kind not in CARRIED:
            told.append(
                Finding(
                    translation.path,
                    1,
                    f"not translated yet: {source.path}:{ours.line}, {ours.kind} “{excerpt(ours.text)}”",
                    "write it in this language at the same place",
                )
            )
            continue
        behind.setdefault(_anchor(source, ours, partner), []).append("\n" + ours.raw)
        if ours.is_python and "#" in ours.text:
            told.append(
                Finding(
                    translation.path,
                    1,
                    f"{source.path}:{ours.line} was inserted with its English comments",
                    "translate the comments",
                    NOTICE,
                )
            )
    for theirs in extra:
        told.append(
            Finding(
                theirs.path,
                theirs.line,
                f"{theirs.kind} “{excerpt(theirs.text)}” has no place on the English page",
                "remove it or move it; sync removes nothing",
            )
        )
    text = "".join(behind.get(None, []))
    for block in translation.blocks:
        text += raws[block]
        for added in behind.get(block, []):
            text += ("" if text.endswith("\n") else "\n") + added
    return text, told


def _carried(ours: Block, theirs: Block, told: list[Finding]) -> str:
    if ours.kind == "heading":
        if ours.attributes == theirs.attributes:
            return theirs.raw
        listed = ours.raw[ours.raw.rindex("{") :].strip() if ours.attributes else ""
        return f"{theirs.info} {theirs.text} {listed}".rstrip() + "\n"
    if ours.kind in ("maths", "html"):
        if " ".join(ours.text.split()) == " ".join(theirs.text.split()):
            return theirs.raw
        return _prefixed(_bare(ours), theirs.prefix)
    if ours.kind == "fence":
        return _fence(ours, theirs, told)
    return _inline_maths(ours, theirs, told)


def _fence(ours: Block, theirs: Block, told: list[Finding]) -> str:
    same_head = (ours.language, ours.classes, ours.attributes) == (theirs.language, theirs.classes, theirs.attributes)
    if not ours.is_python:
        return theirs.raw if same_head and ours.text == theirs.text else _prefixed(_bare(ours), theirs.prefix)
    try:
        if same_head and fence_key(ours) == fence_key(theirs):
            return theirs.raw
    except SyntaxError:
        pass  # the English code replaces it
    if WORDS in ours.classes:
        told.append(
            Finding(
                theirs.path, theirs.line, f"words were taken from {ours.path}:{ours.line}", "translate them", NOTICE
            )
        )
    body, lost = port_comments(ours.text, theirs.text)
    for comment in lost:
        told.append(
            Finding(
                theirs.path,
                theirs.body_line + comment.line - 1,
                f"no place for the comment `{comment.text}`",
                "the code around it has changed: translate the English comment instead",
                NOTICE,
            )
        )
    lines = _bare(ours).split("\n")
    return _prefixed("\n".join([lines[0], body, lines[-1]]), theirs.prefix)


def _inline_maths(ours: Block, theirs: Block, told: list[Finding]) -> str:
    """A formula in a sentence is replaced where exactly one differs; else a person must look."""
    left = [inline.text for inline in ours.inlines() if inline.kind == "maths"]
    right = [inline.text for inline in theirs.inlines() if inline.kind == "maths"]
    gone, new = list(right), list(left)
    for text in left:
        if text in gone:
            gone.remove(text)
            new.remove(text)
    if len(gone) == len(new) == 1:
        return theirs.raw.replace(f"${gone[0]}$", f"${new[0]}$", 1)
    if gone or new:
        wanted, found = (", ".join(f"${text}$" for text in texts) or "none" for texts in (new, gone))
        told.append(
            Finding(
                theirs.path,
                theirs.line,
                f"formulas differ from {ours.path}:{ours.line}: {wanted} instead of {found}",
                "put them at their place in the sentence",
            )
        )
    return theirs.raw


def _bare(block: Block) -> str:
    """The block's source without the indentation of its containers."""
    lines = block.raw.rstrip().split("\n")
    return "\n".join(
        line.removeprefix(block.prefix if line.startswith(block.prefix) else block.prefix.rstrip()) for line in lines
    )


def _prefixed(text: str, prefix: str) -> str:
    return "\n".join((prefix + line).rstrip() for line in text.split("\n")) + "\n"


def _excuse(page: Page, block: Block) -> Block | None:
    before = [other for other in page.blocks[: page.blocks.index(block)] if other.kind != "blank"]
    return before[-1] if before and before[-1].kind == "comment" and before[-1].text.startswith("uncomputed:") else None


def _anchor(source: Page, block: Block, partner: dict[Block, Block]) -> Block | None:
    """The translation's block behind which ``block`` belongs: the partner of the nearest one before it."""
    for other in reversed(source.visible[: source.visible.index(block)]):
        if other in partner:
            return partner[other]
    return None
