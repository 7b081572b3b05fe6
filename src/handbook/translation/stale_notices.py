"""Notices above stale blocks: a folded box in the readers' language that holds today's English."""

from __future__ import annotations

import re
from functools import partial

from handbook.markdown.model import Block, Page
from handbook.markdown.parser import parse
from handbook.project import strings
from handbook.project.checkout import Project
from handbook.translation.freshness import STALE, UnitState
from handbook.translation.status import unit_states
from handbook.translation.translation_units import CODE_WORDS

NOTICE_CLASS = "stale"  # the class of the folded box
QUOTED_CLASS = "quoted"  # of English code and outputs inside it
_MEND = ".mend"


def with_notices(markdown: str, project: Project, language: str, name: str, edit_url: str = "") -> str:
    """A page's Markdown with a folded box at each stale block, which holds today's English.

    Args:
        markdown: of the page, without its front matter.
        project: the checkout.
        language: of the page.
        name: of the page, without ``.md``.
        edit_url: where the page's file is edited on the web, for a link in each box; none where it is empty.

    Raises:
        DiagnosticError: there is no page of this name in the language or in English.
    """
    stale = [state for state in unit_states(project, language, name)[0] if state.state == STALE and state.translation]
    if not stale:
        return markdown
    translation = project.page(language, name)
    page = parse(markdown, translation.path, language)
    # The same blocks, but without front matter. Words of code have the line of their fence.
    block_at = {block.line: other for block, other in zip(translation.visible, page.visible)}
    t = strings.Strings.of(language, "notice", project.root)
    before: dict[Block, str] = {}
    after: dict[Block, str] = {}
    for state in stale:
        block = block_at.get(state.translation.line if state.translation else 0)
        if block is None or block.is_check:  # what readers don't see
            continue
        link = (
            f"[{t('mend')}]({edit_url}#L{state.translation.line}){{ {_MEND} }}"
            if edit_url and state.translation
            else ""
        )
        box = partial(_box, t("stale"), state, link)
        if quiz := _enclosing_quiz(page, block):
            before[quiz] = before.get(quiz, "") + box(quiz.prefix)
        elif block.kind in ("item", "admonition", "tab", "heading"):
            prefix = block.prefix if block.kind == "heading" else block.prefix + "    "
            after[block] = "\n" + box(prefix)
        else:
            before[block] = box(block.prefix)
    return "".join(before.get(block, "") + block.raw + after.get(block, "") for block in page.blocks)


def mark_as_english(html: str, language: str) -> str:
    """Mark the contents of the boxes in ``html`` as English, and their titles as ``language`` (a BCP 47 tag)."""
    return html.replace(
        f'<details class="{NOTICE_CLASS}">\n<summary>',
        f'<details class="{NOTICE_CLASS}" lang="en" dir="ltr">\n<summary lang="{language}" dir="auto">',
    ).replace(' class="mend"', f' class="mend" lang="{language}" dir="auto"')


def _box(title: str, state: UnitState, link: str, prefix: str) -> str:
    source = state.source
    text = source.text
    if source.kind == "maths":
        text = f"$$\n{text}\n$$"
    elif source.kind in ("fence", CODE_WORDS):
        text = _quoted(text)
    lines = ["", f'??? {NOTICE_CLASS} "{title}"', "", *("    " + line for line in text.split("\n")), ""]
    lines += ["    " + link, "", ""] if link else [""]
    return "\n".join((prefix + line).rstrip() for line in lines) + "\n"


def _quoted(text: str) -> str:
    """Code or an output as a fence: elsewhere, `<en>` would be read as a tag that is never closed."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{{.text .{QUOTED_CLASS}}}\n{text}\n{fence}"


def _enclosing_quiz(page: Page, block: Block) -> Block | None:
    """The quiz that ``block`` belongs to: a box inside it would be read as one of its parts."""
    if "admonition:quiz" in block.containers:
        depth = block.containers.index("admonition:quiz")
    elif "quiz" in block.classes:
        depth = len(block.containers)
    else:
        return None
    return next(
        other
        for other in reversed(page.blocks[: page.blocks.index(block) + 1])
        if other.kind == "admonition" and "quiz" in other.classes and len(other.containers) == depth
    )
