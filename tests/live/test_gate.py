"""Every block of every page runs in the page, and prints there what stands on it.

Translations have the English program with comments of their own. A block that differs in more is run; all others are
parsed by the page's Python, and what stands on their page is compared with what the English blocks print.
"""

from __future__ import annotations

import re

import pytest
from by_date import only_in_its_turn

from handbook import ROOT, SOURCE_LANGUAGE
from handbook.markdown import fences
from handbook.project.checkout import Project
from handbook.site import live_pages
from handbook.site.live_pages import EXCUSED, SAME, LivePage

LACKING = re.compile("NameError|KeyError")  # as in frontend/live/block.js
BLOCK, PAGE = 3000, 6000  # seconds after which either is given up: some train for minutes, and a machine may be busy
TIMES = 3  # by which what a page says of a block's seconds may be wrong
UNSAID = 15  # seconds that a block may take without a word
PROJECT = Project(ROOT)
NAMES = [name for name in PROJECT.names() if PROJECT.page(SOURCE_LANGUAGE, name).python()]
# Pages that calculate for minutes. They are run every night and, by day, one of them; of the others, only what is kept
# of an earlier run is compared.
LONG = {
    "beyond-text",
    "circuits",
    "decoder-block",
    "first-model",
    "kv-cache",
    "lab-heads",
    "lab-training",
    "multi-head-attention",
    "positions",
    "seeing-attention",
    "training",
}
# Up to this chapter everything is live.
FIRST_CHAPTERS = PROJECT.ordered()[: PROJECT.ordered().index("decoder-block") + 1]


def _is_long(fence) -> bool:
    return fences.TAKES_LONG in fence.classes


def _takes_long(name: str) -> bool:
    return any(map(_is_long, PROJECT.page(SOURCE_LANGUAGE, name).python()))


@pytest.fixture(scope="module")
def engine(answers):
    with live_pages.Engine(ROOT, BLOCK, answers) as engine:
        yield engine


@pytest.mark.timeout(PAGE)
@pytest.mark.parametrize("name", NAMES)
def test_blocks_print_in_the_page_what_stands_on_it(engine, nightly, takes_minutes, name: str) -> None:
    source = PROJECT.page(SOURCE_LANGUAGE, name)
    only_in_its_turn(name, LONG, engine.knows(source), nightly)
    result = engine.run(source)
    assert not _wrong(result)
    for language in PROJECT.languages:
        page = PROJECT.find(language, name)
        if page is None or page is source:
            continue
        if live_pages.program(page) == live_pages.program(source):
            assert not engine.parse(page)
            assert not _wrong(live_pages.compared(page, result.answer))
        else:
            assert not _wrong(engine.run(page))


@pytest.mark.timeout(PAGE)
@pytest.mark.parametrize("name", [name for name in NAMES if _takes_long(name)])
def test_without_blocks_that_take_long_the_others_print_the_same_or_lack_a_name(
    engine, nightly, takes_minutes, name: str
) -> None:
    """The page runs those only when a reader does. Without them, no block may print something else.

    Of measured output, words are compared: where its numbers differ, the page names what was left out.
    """
    page = PROJECT.page(SOURCE_LANGUAGE, name)
    sources = {
        fence: "" if _is_long(fence) else fence.text for fence in page.python() if fences.NO_RUN not in fence.classes
    }
    asked = [{"name": "block", "source": source} for source in sources.values()]
    only_in_its_turn(name, LONG, engine.knows(page, asked), nightly)
    answer = engine.answer(page, asked)
    blocks = live_pages.compared(page, answer).blocks
    others = [block for block in blocks if not _is_long(block.fence) and not LACKING.search(block.message)]
    assert not _wrong(LivePage(page, tuple(others)))
    assert len(others) > len(blocks) / 2


@pytest.mark.timeout(PAGE)
@pytest.mark.parametrize("name", NAMES)
def test_a_block_that_takes_long_says_roughly_how_long(engine, nightly, takes_minutes, name: str) -> None:
    """Readers' machines differ by as much as is forgiven here."""
    page = PROJECT.page(SOURCE_LANGUAGE, name)
    only_in_its_turn(name, LONG, engine.knows(page), nightly)
    assert [told for block in engine.run(page).blocks if (told := _wrong_duration(block))] == []


def _wrong_duration(block: live_pages.LiveBlock) -> str:
    said, took = int(block.fence.attributes.get(fences.SECONDS, 0)), block.milliseconds / 1000
    isnt_wrong = said / TIMES <= took <= TIMES * said if said else took < UNSAID
    return "" if isnt_wrong else f'{block.fence.path}:{block.fence.line}: takes {took:.0f} s: write seconds="…"'


def _wrong(result: LivePage) -> str:
    wrong = [block for block in result.blocks if block.state not in (SAME, EXCUSED)]
    return "\n".join(
        f"{result.page.path}:{block.fence.line}: {block.state} {block.message}\n{block.expected}\n---\n{block.actual}"
        for block in wrong
    )


def test_nearly_all_blocks_are_live() -> None:
    """0.95 is what is wanted: the rest are blocks that compare the site's own code with that of transformers."""
    live = [live_pages.is_live(fence) for page in PROJECT.pages() for fence in page.python()]
    assert sum(live) >= 0.89 * len(live)


def test_only_a_missing_package_excuses_a_block() -> None:
    reasons = {
        fence.attributes["reason"]
        for page in PROJECT.pages()
        for fence in page.python()
        if fences.NO_LIVE in fence.classes
    }
    assert reasons <= {"transformers", "tokenizers", "bertviz"}


@pytest.mark.parametrize("name", [name for name in FIRST_CHAPTERS if name in NAMES])
def test_all_blocks_of_the_first_chapters_are_live(name: str) -> None:
    for language in PROJECT.languages:
        page = PROJECT.find(language, name)
        assert page is None or all(map(live_pages.is_live, page.python()))
