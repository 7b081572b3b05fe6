"""Links of a page: where they lead, and what is told of those that lead nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from checked_pages import FRONT, TITLE, put, told

from handbook.checks import registry
from handbook.markdown.parser import parse
from handbook.project.checkout import Project


@pytest.fixture
def linked(root) -> Path:
    """German has a page less, and one with an id less, than English."""
    put(
        root,
        "docs/en/u.md",
        FRONT + "# U { #u }\n\n## In both { #both }\n\n## English { #english }\n\n```{.python #code}\nx = 1\n```\n",
    )
    put(root, "docs/de/u.md", FRONT + "# U { #u }\n\n## In beiden { #both }\n")
    put(root, "docs/en/v.md", FRONT + "# V { #v }\n")
    put(root, "docs/en/a.png", "")
    put(root, "docs/de/b.png", "")
    put(root, "models/data.txt", "")
    return root


GOOD = [
    "https://x.example",
    "http://x.example/a?b=1&c=2",
    "mailto:a@x.example",
    "https://x.example/a:b",
    "u.md",
    "u.md#both",
    "u.md#u",
    "./u.md",
    "#t",
    "#here",
    "#",
    "t.md#here",
    "a.png",
    "v.md",
    "v.md#v",
    "assets/attention-explorer.html",
    "assets/attention-explorer.html#x",
]
BAD = {
    "javascript:alert": "a link to javascript:alert",
    "data:text/html,x": "a link to data:text/html,x",
    "ftp://x.example": "a link to ftp://x.example",
    "https:x.example": "a link to https:x.example",
    "java&#115;cript:x": "a link to java&#115;cript:x",
    "https://x.example/&#115;": "a link to https://x.example/&#115;",
    "u.md?a&b": "a link to u.md?a&b",
    "": "a link to nothing, which is no place in this language's pages",
    "/etc/hostname": "a link to /etc/hostname, which is no place in this language's pages",
    "//x.example/a": "a link to //x.example/a, which is no place in this language's pages",
    "../de/u.md": "a link to ../de/u.md, which is no place in this language's pages",
    "../../models/data.txt": "a link to ../../models/data.txt, which is no place in this language's pages",
    "w.md": "a link to w.md, a page that is not there",
    "w.md#both": "a link to w.md, a page that is not there",
    "u.md#nowhere": "a link to #nowhere, which docs/en/u.md doesn't have",
    "#nowhere": "a link to #nowhere, which docs/en/t.md doesn't have",
    "t.md#nowhere": "a link to #nowhere, which docs/en/t.md doesn't have",
    "u": "a link to u, which is not there",
    "u/#both": "a link to u/#both, which is not there",
    "c.png": "a link to c.png, which is not there",
    "assets/a:b.png": "a link to assets/a:b.png, which is not there",
    "u.md.txt": "a link to u.md.txt, which is not there",
    "t/data.txt": "a link to t/data.txt, which is not there",
}
LINKED = FRONT.replace("{", "{{") + "# T {{ #t }}\n\n## Here {{ #here }}\n\nSome words\nand [a link]({}).\n"


@pytest.mark.parametrize("target", GOOD)
def test_a_link_that_leads_somewhere(linked, target):
    assert told(linked, registry.link_targets, LINKED.format(target)) == []


@pytest.mark.parametrize("target", BAD)
def test_a_link_that_leads_nowhere_is_told_at_its_line(linked, target):
    assert told(linked, registry.link_targets, LINKED.format(target)) == [(10, BAD[target])]


def test_pictures_are_looked_for_like_links_and_other_inline_parts_are_not(linked):
    assert told(linked, registry.link_targets, LINKED.replace("[a link]", "![a picture]").format("c.png")) == [
        (10, "a link to c.png, which is not there")
    ]
    assert told(linked, registry.link_targets, LINKED.replace("[a link]", "![a picture]").format("a.png")) == []
    assert (
        told(
            linked,
            registry.link_targets,
            FRONT + TITLE + "\nThe `[code](w.md)`, <b>a tag</b>, $x$ and <https://x.example>.\n",
        )
        == []
    )


def test_a_page_that_is_not_saved_yet_has_its_own_ids(linked):
    """What is looked at is what was handed in, not what the file of this name says."""
    project = Project(linked)
    put(linked, "docs/en/t.md", FRONT + TITLE)
    page = parse(FRONT + "# New { #new }\n\n[a](#new) [b](#t)\n", "docs/en/t.md", "en", "t")
    assert [(finding.message, finding.hint) for finding in registry.link_targets(page, project)] == [
        ("a link to #t, which docs/en/t.md doesn't have", "ids there: new")
    ]


def test_each_bad_link_of_a_page_is_told(linked):
    bad = "[a](w.md) `x` [b](https://x.example) [c](javascript:x) [d](u.md)\n[e](c.png) [f](/x) [g](#x)"
    assert [line for line, _ in told(linked, registry.link_targets, f"{FRONT}{TITLE}\n{bad}\n\n- [h](w.md)\n")] == [
        7,
        7,
        8,
        8,
        8,
        10,
    ]


def test_a_translation_links_to_its_own_pages_and_to_english_where_one_is_missing(linked):
    for target in ("u.md#both", "v.md", "v.md#v", "a.png", "b.png", "#here"):
        assert told(linked, registry.link_targets, LINKED.format(target), "de") == [], target
    for target, message in {
        "u.md#english": "a link to #english, which docs/de/u.md doesn't have",
        "v.md#nowhere": "a link to #nowhere, which docs/en/v.md doesn't have",
        "w.md": "a link to w.md, a page that is not there",
        "t.md#nowhere": "a link to #nowhere, which docs/de/t.md doesn't have",
        "c.png": "a link to c.png, which is not there",
    }.items():
        assert told(linked, registry.link_targets, LINKED.format(target), "de") == [(10, message)]
    assert told(linked, registry.link_targets, LINKED.format("b.png")) == [
        (10, "a link to b.png, which is not there")
    ], "English borrows nothing"


def test_an_id_of_a_fence_can_be_linked_to_but_is_not_offered(linked):
    assert told(linked, registry.link_targets, LINKED.format("u.md#code")) == []
    put(linked, "docs/en/t.md", LINKED.format("u.md#xyz"))
    project = Project(linked)
    (finding,) = registry.link_targets(project.page("en", "t"), project)
    assert finding.hint == "ids there: u, both, english"


def test_the_hint_of_a_page_that_is_not_there_names_those_that_are(linked):
    put(linked, "docs/en/t.md", LINKED.format("w.md"))
    project = Project(linked)
    (finding,) = registry.link_targets(project.page("en", "t"), project)
    assert finding.hint == "pages: t, u, v"


def test_the_hint_names_what_was_probably_meant(linked):
    hints = []
    for target in ("u.md#bth", "#her"):
        put(linked, "docs/en/t.md", LINKED.format(target))
        project = Project(linked)
        hints += [finding.hint for finding in registry.link_targets(project.page("en", "t"), project)]
    assert hints == ["perhaps both is meant", "perhaps here is meant"]


def test_a_link_without_words_is_told(linked):
    assert told(linked, registry.link_targets, FRONT + TITLE + "\n[](u.md) [ ](#t) ![](a.png)\n") == [
        (7, "a link to #t without words"),
        (7, "a link to u.md without words"),
    ]


def test_a_mistyped_target_in_a_translation_is_told_once(linked):
    put(linked, "docs/en/t.md", LINKED.format("u.md#both"))
    put(linked, "docs/de/t.md", LINKED.format("u.md#botth"))
    project = Project(linked)
    page = project.page("de", "t")
    found = [*registry.link_targets(page, project), *registry.translation_parity(page, project)]
    assert [(one.line, one.message) for one in found] == [
        (10, "the link target `u.md#botth` instead of `u.md#both` as in docs/en/t.md:9")
    ]
    assert "write u.md#both" in found[0].hint


def test_a_file_that_the_page_needs_lies_beside_it(linked):
    needs = LINKED.replace("description", "needs: [models/data.txt]\ndescription")
    assert told(linked, registry.link_targets, needs.format("t/data.txt")) == []
    assert told(linked, registry.link_targets, needs.format("u/data.txt")) == [
        (11, "a link to u/data.txt, which is not there")
    ]
