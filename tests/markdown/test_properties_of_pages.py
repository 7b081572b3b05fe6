"""What must hold for any page with its translation, and for any quiz."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from searched import LONG, NAMES, PROJECT

from handbook.core.diagnostics import DiagnosticError, errors
from handbook.extensions import quiz
from handbook.markdown.parser import parse
from handbook.translation import parity
from handbook.translation.sync import sync_page

# -- pages and their translations

PAIRS = [
    (PROJECT.page("en", name), PROJECT.page(language, name))
    for name in NAMES
    for language in ("de", "sr", "sw")
    if PROJECT.find(language, name)
]


@given(st.sampled_from(PAIRS), st.data())
@settings(max_examples=300 if LONG else 25)
def test_a_lost_block_is_the_only_one_without_partner(pair, data):
    source, translation = pair
    signatures = parity._signatures(source, "en")
    certain = [number for number, one in enumerate(signatures) if signatures.count(one) == 1]
    gone = data.draw(st.sampled_from(certain))
    pairs, missing, extra = parity.align(source, _without(translation, translation.visible[gone]))
    assert missing == [source.visible[gone]] and extra == []
    assert [ours for ours, _ in pairs] == [block for block in source.visible if block is not missing[0]]
    assert [theirs.text for _, theirs in pairs] == [
        block.text for number, block in enumerate(translation.visible) if number != gone
    ]


def _without(page, gone):
    text = "".join("" if block is gone else block.raw for block in page.blocks)
    changed = parse(text, page.path, page.language, page.name)
    assume(
        not changed.findings
        and len(changed.visible) == len(page.visible) - 1
        and [block.containers for block in changed.visible]
        == [block.containers for block in page.visible if block is not gone]
    )
    return changed


@given(st.sampled_from(PAIRS))
def test_a_page_is_aligned_with_itself_block_by_block(pair):
    source, translation = pair
    assert parity.align(translation, translation) == ([(block, block) for block in translation.visible], [], [])
    pairs, missing, extra = parity.align(source, translation)
    assert not missing and not extra and [theirs for _, theirs in pairs] == list(translation.visible)


@given(st.sampled_from(PAIRS), st.data())
@settings(max_examples=300 if LONG else 25)
def test_sync_mends_what_is_no_language_and_a_second_time_nothing_more(pair, data):
    source, translation = pair
    spoiled = translation
    for _ in range(data.draw(st.integers(1, 3))):
        block = data.draw(st.sampled_from([block for block in spoiled.blocks if block.kind in ("fence", "maths")]))
        lines = block.raw.split("\n")
        row = data.draw(st.integers(1, max(len(lines) - 3, 1)))
        raw = (
            "\n".join([*lines[:row], *lines[row + 1 :]])
            if data.draw(st.booleans())
            else block.raw.replace("0", "7").replace("=", "==", 1)
        )
        text = "".join(raw if other is block else other.raw for other in spoiled.blocks)
        changed = parse(text, translation.path, translation.language, translation.name)
        if not changed.findings:
            spoiled = changed
    try:
        once = sync_page(source, spoiled).text
    except DiagnosticError:
        return
    again = parse(once, translation.path, translation.language, translation.name)
    assert not again.findings
    assert sync_page(source, again).text == once
    left = [
        finding
        for finding in errors(parity.compare(source, again))
        if re.search("code differs|output differs|formula differs", finding.message)
    ]
    assert not left


# -- quizzes


@given(st.lists(st.booleans(), min_size=1, max_size=6), st.sampled_from(["", "    "]))
def test_a_quiz_is_sound_when_exactly_one_of_its_choices_is_right(choices, indent):
    box = "" if not indent else '!!! note "Around"\n\n'
    lines = [f'{indent}!!! quiz "Which?"', ""]
    for number, right in enumerate(choices):
        lines += [
            f"{indent}    - [{'x' if right else ' '}] choice {number}",
            "",
            f"{indent}        Because of {number}.",
            "",
        ]
    page = parse(box + "\n".join(lines))
    assert not page.findings
    (found,) = quiz.quizzes(page)
    assert [choice.right for choice in found.choices] == choices and all(choice.has_reason for choice in found.choices)
    assert bool(found.findings) == (sum(choices) != 1 or len(choices) < 2)


@given(
    st.decimals(min_value=-(10**6), max_value=10**6, places=3, allow_nan=False),
    st.sampled_from(["{}", "tensor({})", "the sum is {} now", "{:,}"]),
)
def test_a_quiz_asks_for_the_number_that_its_code_prints(value, frame):
    printed = frame.format(value)
    page = parse(
        '!!! quiz "How much?"\n\n    ```python\n    print(x)\n    ```\n\n'
        f"    ```{{.text .output}}\n    {printed}\n    ```\n"
    )
    (found,) = quiz.quizzes(page)
    assert not found.findings and Decimal(found.answer) == value


@pytest.mark.parametrize("printed", ["", "none", "1 and 2", "[0.5, 0.6]"])
def test_a_quiz_whose_code_prints_no_number_or_several_is_a_fault(printed):
    page = parse(
        '!!! quiz "How much?"\n\n    ```python\n    print(x)\n    ```\n\n'
        f"    ```{{.text .output}}\n    {printed}\n    ```\n"
    )
    assert quiz.check(page)
