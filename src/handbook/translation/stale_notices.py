"""Tell readers, in their language and at the very block, that its English has changed since it was translated."""

from __future__ import annotations

import re

from handbook.markdown.model import Block, Page
from handbook.markdown.parser import parse
from handbook.project import strings
from handbook.project.checkout import Project
from handbook.translation.lockfile import STALE, BlockState
from handbook.translation.status import block_states

NOTICE_CLASS = "stale"  # the class of the folded box
QUOTED_CLASS = "quoted"  # of English code and outputs inside it


def with_notices(markdown: str, project: Project, language: str, name: str) -> str:
    """The page's Markdown (without front matter) with a folded box at each stale block.

    The box holds the current English.
    """
    stale = [
        (block, block.translation)
        for block in block_states(project, language, name)[0]
        if block.state == STALE and block.translation is not None
    ]
    if not stale:
        return markdown
    translation = project.page(language, name)
    shown = parse(markdown, translation.path, language)
    # The same blocks as in the file, without its front matter.
    places = dict(zip(translation.visible, shown.visible))
    title = strings.Strings.of(language, "notice", project.root)("stale")
    before: dict[Block, str] = {}
    after: dict[Block, str] = {}
    for block, translated in stale:
        place = places[translated]
        if quiz := _quiz_around(shown, place):
            before[quiz] = before.get(quiz, "") + _box(title, block, quiz.prefix)
        elif place.kind in ("item", "admonition", "tab", "heading"):
            inside = place.prefix if place.kind == "heading" else place.prefix + "    "
            after[place] = "\n" + _box(title, block, inside)
        else:
            before[place] = _box(title, block, place.prefix)
    return "".join(before.get(block, "") + block.raw + after.get(block, "") for block in shown.blocks)


def mark_as_english(html: str, language: str) -> str:
    """Marks the boxes' contents as English, and their titles as what they are."""
    return html.replace(
        f'<details class="{NOTICE_CLASS}">\n<summary>',
        f'<details class="{NOTICE_CLASS}" lang="en" dir="ltr">\n<summary lang="{language}" dir="auto">',
    )


def _box(title: str, state: BlockState, prefix: str) -> str:
    source = state.source
    text = (
        f"$$\n{source.text}\n$$"
        if source.kind == "maths"
        else _quoted(source.text)
        if source.kind == "fence"
        else source.text
    )
    lines = ["", f'??? {NOTICE_CLASS} "{title}"', "", *("    " + line for line in text.split("\n")), "", ""]
    return "\n".join((prefix + line).rstrip() for line in lines) + "\n"


def _quoted(text: str) -> str:
    """Code or an output as it stands: outside a fence, `<en>` would be a tag that swallows the rest of the page."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{{.text .{QUOTED_CLASS}}}\n{text}\n{fence}"


def _quiz_around(page: Page, block: Block) -> Block | None:
    """A quiz is read by its parts: a box inside would become one of them."""
    if "admonition:quiz" not in block.containers and "quiz" not in block.classes:
        return None
    depth = (
        block.containers.index("admonition:quiz") if "admonition:quiz" in block.containers else len(block.containers)
    )
    earlier = page.blocks[: page.blocks.index(block) + 1]
    return next(
        other
        for other in reversed(earlier)
        if other.kind == "admonition" and "quiz" in other.classes and len(other.containers) == depth
    )
