"""Locks, rule by rule.

Which block is fresh, stale, missing or unrecorded, what ``accept`` writes, and how a damaged file is told.
"""

from __future__ import annotations

from hashlib import sha256
from itertools import combinations, permutations

import pytest
from accepted_pages import accepting

from handbook.core.diagnostics import ERROR
from handbook.markdown.parser import parse
from handbook.translation import freshness
from handbook.translation.freshness import FRESH, MISSING, STALE, UNRECORDED
from handbook.translation.lockfile import Entry
from handbook.translation.translation_units import fingerprint


def english(text: str):
    return parse(f"# T {{ #t }}\n\n{text}\n", "docs/en/t.md", "en", "t")


def german(text: str):
    return parse(f"# T {{ #t }}\n\n{text}\n", "docs/de/t.md", "de", "t")


def accepted(ours: str, theirs: str) -> list[Entry]:
    entries, refused = accepting(english(ours), german(theirs), [])
    assert not refused
    return entries


def states(ours: str, theirs: str | None, entries: list[Entry]) -> list[tuple[str, str, str | None]]:
    """State, English and translation of each block but the title."""
    found = freshness.states(english(ours), german(theirs) if theirs is not None else None, entries)
    return [
        (state.state, state.source.text, state.translation.text if state.translation else None) for state in found[1:]
    ]


# -- what a block says

ALIKE = {
    "line breaks": ("One two\nthree.", "One\ntwo three."),
    "spaces": ("One two.", "One  two. "),
    "composed letters": ("Scho\u0308n.", "Sch\u00f6n."),
    "cells of another width": ("| a | b |\n|---|---|\n| c | d |", "| a   | b |\n|---|---|\n|c|d|"),
    "comments in code": ("```python\nx = 1  # one\n```", "```python\nx = 1  # eins\n```"),
    "the id of a title": ("## A { #a }", "## A { #b }"),
    "the number of an item": ("1. A", "2. A"),
}
OTHER = {
    "a word": ("One two.", "One three."),
    "small letters": ("One two.", "one two."),
    "a title and a text": ("## A { #a }", "A"),
    "the level of a title": ("## A { #a }", "### A { #a }"),
    "an item and a text": ("- A", "A"),
    "code": ("```python\nx = 1\n```", "```python\nx = 2\n```"),
    "a class of code": ("```{.python .raises}\nx = 1\n```", "```python\nx = 1\n```"),
    "an attribute of code": ('```{.python title="a"}\nx = 1\n```', '```{.python title="b"}\nx = 1\n```'),
    "a cell": ("| a | b |\n|---|---|", "| a | c |\n|---|---|"),
    "an output": ("```text\n1\n```", "```text\n2\n```"),
    "code that does not parse": ("```python\nx = (\n```", "```python\ny = (\n```"),
}


def print_of(text: str) -> str:
    return fingerprint(english(text).visible[1])


@pytest.mark.parametrize("case", ALIKE)
def test_layout_does_not_count(case):
    one, two = ALIKE[case]
    assert print_of(one) == print_of(two)


@pytest.mark.parametrize("case", OTHER)
def test_any_word_counts(case):
    one, two = OTHER[case]
    assert print_of(one) != print_of(two)


def test_a_hash_is_twelve_digits_of_what_the_block_says():
    """The committed locks hold these: another way to hash would make every page stale."""
    assert print_of("One\ntwo.") == sha256(b"paragraph  One two.").hexdigest()[:12]
    assert print_of("## A b { #a }") == sha256(b"heading ## A b").hexdigest()[:12]
    assert print_of("| a | b |\n|---|---|\n| c | d |") == sha256(b"table  |a|b||---|---||c|d|").hexdigest()[:12].lower()


# -- states

TWO, ZWEI = "One.\n\nTwo.", "Eins.\n\nZwei."


def test_what_was_accepted_is_fresh():
    entries = accepted(TWO, ZWEI)
    assert states(TWO, ZWEI, entries) == [(FRESH, "One.", "Eins."), (FRESH, "Two.", "Zwei.")]
    assert not any(state.moved or state.edited for state in freshness.states(english(TWO), german(ZWEI), entries))


def test_a_page_that_is_not_there_is_missing_block_by_block():
    assert states(TWO, None, []) == [(MISSING, "One.", None), (MISSING, "Two.", None)]


def test_without_a_lock_nobody_has_said_from_which_english():
    assert states(TWO, ZWEI, []) == [(UNRECORDED, "One.", "Eins."), (UNRECORDED, "Two.", "Zwei.")]


def test_a_changed_block_is_stale_and_remembers_what_it_was_made_from():
    entries = accepted(TWO, ZWEI)
    found = freshness.states(english("One.\n\nTwo more."), german(ZWEI), entries)
    assert [(state.state, state.source_hash) for state in found] == [
        (FRESH, entries[0].source),
        (FRESH, print_of("One.")),
        (STALE, print_of("Two.")),
    ]
    assert not any(state.moved or state.edited for state in found)


def test_of_several_changed_blocks_each_remembers_its_own():
    found = freshness.states(english("One more.\n\nTwo more."), german(ZWEI), accepted(TWO, ZWEI))
    assert [(state.state, state.source_hash) for state in found[1:]] == [
        (STALE, print_of("One.")),
        (STALE, print_of("Two.")),
    ]


def test_a_translation_that_alone_was_edited_is_fresh_and_called_edited():
    found = freshness.states(english(TWO), german("Eins.\n\nZwei mehr."), accepted(TWO, ZWEI))
    assert [(state.state, state.edited, state.moved) for state in found] == [
        (FRESH, False, False),
        (FRESH, False, False),
        (FRESH, True, False),
    ]


def test_where_both_sides_changed_the_only_line_without_english_tells_the_old_one():
    entries = accepted(TWO, ZWEI)
    found = freshness.states(english("One.\n\nTwo more."), german("Eins.\n\nZwei mehr."), entries)
    assert [(state.state, state.source_hash) for state in found[1:]] == [
        (FRESH, print_of("One.")),
        (STALE, print_of("Two.")),
    ]


def test_of_as_many_lines_as_blocks_the_order_tells():
    found = freshness.states(english("One more.\n\nTwo more."), german("Eins mehr.\n\nZwei mehr."), accepted(TWO, ZWEI))
    assert [(state.state, state.source_hash) for state in found[1:]] == [
        (STALE, print_of("One.")),
        (STALE, print_of("Two.")),
    ]


def test_but_of_more_blocks_than_lines_nobody_knows_which():
    ours, theirs = "One more.\n\nTwo more.\n\nThree more.", "Eins mehr.\n\nZwei mehr.\n\nDrei mehr."
    found = freshness.states(english(ours), german(theirs), accepted(TWO, ZWEI))
    assert [(state.state, state.source_hash) for state in found[1:]] == [(STALE, "")] * 3


def test_and_a_line_of_another_kind_or_section_is_not_it():
    ours, theirs = "One.\n\n- two\n\n## S { #s }\n\nThree.", "Eins.\n\n- zwei\n\n## S { #s }\n\nDrei."
    found = freshness.states(
        english(ours.replace("One", "Or one").replace("Three", "Or three").replace("two", "or two")),
        german(theirs.replace("Eins", "Oder eins").replace("Drei", "Oder drei").replace("zwei", "oder zwei")),
        accepted(ours, theirs),
    )
    assert [(state.source.kind, state.source_hash) for state in found if state.state == STALE] == [
        ("paragraph", print_of("One.")),
        ("item", print_of("- two")),
        ("paragraph", print_of("Three.")),
    ]


def test_a_new_block_is_missing_and_the_others_stay_fresh():
    entries = accepted(TWO, ZWEI)
    assert states("One.\n\n- new\n\nTwo.", ZWEI, entries) == [
        (FRESH, "One.", "Eins."),
        (MISSING, "new", None),
        (FRESH, "Two.", "Zwei."),
    ]
    # A like block in between: the hashes tell which are the old ones.
    assert states("One.\n\nNew.\n\nTwo.", ZWEI, entries) == [
        (FRESH, "One.", "Eins."),
        (MISSING, "New.", None),
        (FRESH, "Two.", "Zwei."),
    ]


def test_a_removed_block_leaves_the_rest_fresh():
    assert states("Two.", ZWEI, accepted(TWO, ZWEI)) == [(FRESH, "Two.", "Zwei.")]


def test_a_block_moved_in_both_pages_is_fresh_and_not_moved():
    found = freshness.states(english("Two.\n\nOne."), german("Zwei.\n\nEins."), accepted(TWO, ZWEI))
    assert [(state.state, state.moved) for state in found] == [(FRESH, False)] * 3


def test_a_block_moved_in_english_alone_is_fresh_and_told_as_moved():
    ours, theirs = "One.\n\nTwo.\n\nThree.\n\nFour.", "Eins.\n\nZwei.\n\nDrei.\n\nVier."
    found = freshness.states(english("Two.\n\nThree.\n\nFour.\n\nOne."), german(theirs), accepted(ours, theirs))
    assert [(state.source.text, state.translation.text, state.moved) for state in found[1:]] == [
        ("Two.", "Zwei.", False),
        ("Three.", "Drei.", False),
        ("Four.", "Vier.", False),
        ("One.", "Eins.", True),
    ]
    assert all(state.state == FRESH for state in found)


@pytest.mark.parametrize("places", list(permutations(range(5))), ids=str)
def test_as_many_blocks_as_can_stay_where_they_are(places):
    kept = freshness._longest_increasing(places)
    stay = [place for place in places if place in kept]
    assert stay == sorted(stay) and set(stay) == kept
    assert len(kept) == max(
        size for size in range(6) for some in combinations(places, size) if list(some) == sorted(some)
    )


def test_the_same_words_twice_are_two_blocks():
    ours, theirs = "Same.\n\n- a\n\nSame.", "Gleich.\n\n- x\n\nGleich."
    entries = accepted(ours, theirs)
    assert states(ours, theirs, entries) == [
        (FRESH, "Same.", "Gleich."),
        (FRESH, "a", "x"),
        (FRESH, "Same.", "Gleich."),
    ]
    found = freshness.states(english(ours), german(theirs), entries)
    assert [state.translation.line for state in found] == [1, 3, 5, 7]
    # One of both changes: the other one keeps its own partner.
    found = freshness.states(english(ours.replace("Same.", "Other.", 1)), german(theirs), entries)
    assert [(state.state, state.translation.line) for state in found] == [
        (FRESH, 1),
        (STALE, 3),
        (FRESH, 5),
        (FRESH, 7),
    ]


def test_the_same_words_with_two_translations_keep_each_its_own():
    ours, theirs = "Same.\n\n- a\n\nSame.", "Gleich.\n\n- x\n\nEbenso."
    entries = accepted(ours, theirs)
    assert states(ours, theirs.replace("x", "y"), entries) == [
        (FRESH, "Same.", "Gleich."),
        (FRESH, "a", "y"),
        (FRESH, "Same.", "Ebenso."),
    ]
    # More of them in English than were accepted: the third has nothing yet.
    assert [state for state, *_ in states(ours + "\n\n- b\n\nSame.", theirs, entries)] == [
        FRESH,
        FRESH,
        FRESH,
        MISSING,
        MISSING,
    ]


def test_a_lock_with_a_line_too_many_or_too_few_is_not_taken_for_fresh():
    entries = accepted(TWO, ZWEI)
    assert states(TWO, ZWEI, entries[:-1]) == [(FRESH, "One.", "Eins."), (UNRECORDED, "Two.", "Zwei.")]
    assert states(TWO, ZWEI + "\n\nDrei.", entries) == [(FRESH, "One.", "Eins."), (FRESH, "Two.", "Zwei.")]
    assert states(TWO + "\n\nThree.", ZWEI, entries) == [
        (FRESH, "One.", "Eins."),
        (FRESH, "Two.", "Zwei."),
        (MISSING, "Three.", None),
    ]
    third = accepted(TWO + "\n\nThree.", ZWEI + "\n\nDrei.")
    assert states(TWO, ZWEI, third) == [(FRESH, "One.", "Eins."), (FRESH, "Two.", "Zwei.")]


def test_a_block_whose_place_was_taken_is_missing():
    """The moved translation belongs to the English that it was made from, not to the one that stands there now."""
    entries = accepted(TWO, ZWEI)
    assert states("New.\n\nOne.\n\nTwo.", "Zwei.\n\nEins.", entries) == [
        (MISSING, "New.", None),
        (FRESH, "One.", "Eins."),
        (FRESH, "Two.", "Zwei."),
    ]


# -- accept


def test_accept_writes_a_line_for_each_block():
    entries = accepted("One.\n\n## S { #s }\n\n- two", "Eins.\n\n## A { #s }\n\n- zwei")
    title = fingerprint(english("x").visible[0])
    assert entries == [
        Entry("heading", "t", title, title),
        Entry("paragraph", "t", print_of("One."), print_of("Eins.")),
        Entry("heading", "s", print_of("## S { #s }"), print_of("## A { #s }")),
        Entry("item", "s", print_of("- two"), print_of("- zwei")),
    ]


def test_accept_refuses_what_is_not_translated_and_writes_the_rest():
    made, refused = accepting(english("One.\n\n- two"), german("Eins."), [])
    assert [entry.kind for entry in made] == ["heading", "paragraph"]
    (finding,) = refused
    assert (finding.path, finding.line, finding.severity) == ("docs/de/t.md", 1, ERROR)
    assert finding.message == "not translated: docs/en/t.md:5, item “two”"
    # Whatever follows is still looked at.
    made, refused = accepting(english("- two\n\nOne.\n\n$$\nx\n$$"), german("Eins.\n\n$$\nx\n$$"), [])
    assert [entry.kind for entry in made] == ["heading", "paragraph", "maths"] and len(refused) == 1


def test_accept_refuses_a_translation_that_did_not_follow():
    entries = accepted(TWO, ZWEI)
    made, refused = accepting(english("One more.\n\nTwo more."), german(ZWEI), entries)
    assert [(finding.path, finding.line) for finding in refused] == [("docs/de/t.md", 3), ("docs/de/t.md", 5)]
    assert refused[1].message == "docs/en/t.md:5 has changed, but this translation has not: “Zwei.”"
    assert "handbook accept docs/de/t.md --unchanged" in refused[1].hint
    assert made == entries, "both keep their lines, and stay stale"


def test_with_a_reason_it_is_accepted_and_the_reason_stays_with_its_block():
    entries = accepted(TWO, ZWEI)
    made, refused = accepting(english("One.\n\nTwo!"), german(ZWEI), entries, "only a mark")
    assert not refused
    assert made == [*entries[:2], Entry("paragraph", "t", print_of("Two!"), print_of("Zwei."), "only a mark")]
    assert accepting(english("One.\n\nTwo!"), german(ZWEI), made) == (made, [])
    # A new English is new, whatever was said of the old one; and so is a new translation.
    again, refused = accepting(english("One.\n\nTwo?"), german(ZWEI), made)
    assert len(refused) == 1 and again == made
    again, refused = accepting(english("One.\n\nTwo?"), german("Eins.\n\nZwei?"), made)
    assert not refused and again[2] == Entry("paragraph", "t", print_of("Two?"), print_of("Zwei?"))


def test_a_reason_is_for_blocks_that_changed_and_for_no_other():
    entries = accepted(TWO, ZWEI)
    made, _ = accepting(english("One.\n\nTwo more."), german(ZWEI), entries, "fits")
    assert [entry.reason for entry in made] == ["", "", "fits"]
    made, refused = accepting(english("One.\n\nTwo more."), german("Eins.\n\nZwei mehr."), entries, "fits")
    assert not refused and [entry.reason for entry in made] == ["", "", ""], "it was mended: nothing needs a reason"


def test_a_moved_block_takes_its_new_section():
    ours, theirs = "One.\n\n## S { #s }\n\nTwo.", "Eins.\n\n## S { #s }\n\nZwei."
    made, refused = accepting(
        english("## S { #s }\n\nTwo.\n\nOne."), german("## S { #s }\n\nZwei.\n\nEins."), accepted(ours, theirs)
    )
    assert not refused and [entry.section for entry in made] == ["t", "s", "s", "s"]


def test_of_two_equal_translations_each_keeps_its_line_and_reason():
    ours, theirs = "One.\n\n## S { #s }\n\nTwo.", "Gleich.\n\n## S { #s }\n\nGleich."
    entries = accepted(ours, theirs)
    made, refused = accepting(english(ours.replace("Two", "Other")), german(theirs), entries, "fits")
    assert not refused and [entry.reason for entry in made] == ["", "", "", "fits"]
    again, refused = accepting(english(ours.replace("Two", "Other")), german(theirs), made)
    assert not refused and again == made
    # And one that is refused keeps the line of its own section.
    again, refused = accepting(english(ours.replace("Two", "Third")), german(theirs), entries)
    assert len(refused) == 1 and again == entries
    again, refused = accepting(english(ours.replace("One", "Third")), german(theirs), entries)
    assert len(refused) == 1 and again == entries


def test_a_translation_that_was_moved_to_another_section_still_has_its_line():
    entries = accepted("One.\n\n## S { #s }\n\n- two", "Eins.\n\n## S { #s }\n\n- zwei")
    made, refused = accepting(
        english("## S { #s }\n\n- two\n\nOne more."), german("## S { #s }\n\n- zwei\n\nEins."), entries
    )
    assert len(refused) == 1 and made[3] == entries[1]


@pytest.mark.parametrize(
    "one, two, three",
    [
        ("$$\n{}\n$$", "a", "b"),
        ("```python\n{} = 1\n```", "a", "b"),
        ("```text\n{}\n```", "a", "b"),
        ("<p>{}</p>", "a", "b"),
    ],
    ids=["maths", "code", "text", "html"],
)
def test_what_is_the_same_in_every_language_needs_no_reason(one, two, three):
    """Here the translation stands as before, and parity is what tells of it."""
    entries = accepted(one.format(two), one.format(two))
    made, refused = accepting(english(one.format(three)), german(one.format(two)), entries)
    assert not refused and made[1].source == print_of(one.format(three)) and made[1].reason == ""


@pytest.mark.parametrize("kind", ["## {} {{ #a }}", "- {}", "{}", '!!! note "{}"', "| {} |\n|---|"])
def test_and_language_does(kind):
    entries = accepted(kind.format("One"), kind.format("Eins"))
    assert len(accepting(english(kind.format("Two")), german(kind.format("Eins")), entries)[1]) == 1


@pytest.mark.parametrize("words, quoted", [("b" * 50, "b" * 50), ("b" * 51, "b" * 50 + "…"), ("a\nb", "a b")])
def test_a_refusal_quotes_the_first_fifty_letters(words, quoted):
    entries = accepted("One.", words)
    (finding,) = accepting(english("Two."), german(words), entries)[1]
    assert finding.message.endswith(f"not: “{quoted}”")
