"""Titles, ids of headings and front matter, rule by rule, on pages of a few lines."""

from __future__ import annotations

import pytest
from checked_pages import FRONT, TITLE, put, told

from handbook.checks import registry
from handbook.project.checkout import Project

HEADINGS = {
    # name: (page, [(line, message)])
    "a sound page": (FRONT + TITLE + "\n## A { #a }\n\n## B { #b }\n", []),
    "a heading without id": (FRONT + TITLE + "\nText.\n\n## A\n", [(9, "the heading “A” has no id")]),
    "two headings without id": (
        FRONT + TITLE + "\n## A\n\n## B\n",
        [(7, "the heading “A” has no id"), (9, "the heading “B” has no id")],
    ),
    "an id twice": (FRONT + TITLE + "\n## A { #a }\n\n## B { #a }\n", [(9, "the id a stands at line 7 already")]),
    "an id three times": (
        FRONT + TITLE + "\n## A { #a }\n\n## B { #a }\n\n### C { #a }\n",
        [(9, "the id a stands at line 7 already"), (11, "the id a stands at line 7 already")],
    ),
    "the id of a heading at an output": (
        FRONT + TITLE + "\n## A { #a }\n\n```python\nprint(1)\n```\n\n```{.text .output #a}\n1\n```\n",
        [(13, "the id a stands at line 7 already")],
    ),
    "the id of the title again": (FRONT + TITLE + "\n## A { #t }\n", [(7, "the id t stands at line 5 already")]),
    "no title": (FRONT + "## A { #a }\n", [(1, "0 titles")]),
    "two titles": (FRONT + TITLE + "\n# U { #u }\n", [(1, "2 titles")]),
    "no description": (TITLE, [(1, "front matter has no description")]),
    "front matter without description": ("---\ntitle: T\n---\n\n" + TITLE, [(1, "front matter has no description")]),
    "an empty description": (
        "---\ndescription:\n---\n\n" + TITLE,
        [(1, "front matter has no description"), (2, "front matter: `description` is more than words")],
    ),
    "a blank description": ('---\ndescription: " "\n---\n\n' + TITLE, [(1, "front matter has no description")]),
    "a list for a description": (
        "---\ndescription: [a]\n---\n\n" + TITLE,
        [(2, "front matter: `description` is more than words")],
    ),
    "a number for a title": (
        "---\ndescription: A page.\ntitle: 3\n---\n\n" + TITLE,
        [(3, "front matter: `title` is more than words")],
    ),
    "html in a title": (
        "---\ntitle: A <b>\ndescription: A page.\n---\n\n" + TITLE,
        [(2, "front matter: `title` is more than words")],
    ),
    "a sign of html in a description": (
        "---\norder: 2\ndescription: a > b\n---\n\n" + TITLE,
        [(3, "front matter: `description` is more than words")],
    ),
    "a letter written as html": (
        "---\ndescription: A&nbsp;page.\n---\n\n" + TITLE,
        [(2, "front matter: `description` is more than words")],
    ),
    "a number written as html": (
        "---\ndescription: A&#8203;page.\n---\n\n" + TITLE,
        [(2, "front matter: `description` is more than words")],
    ),
    "html in a setting with a name in quotes": (
        '---\n"description": a > b\n---\n\n' + TITLE,
        [(1, "front matter: `description` is more than words")],
    ),
    "an ampersand": ("---\ndescription: Keys & values; both.\n---\n\n" + TITLE, []),
    "other settings may be anything": ("---\ndescription: A page.\norder: <3>\n---\n\n" + TITLE, []),
    "a description and a title that are both wrong": (
        "---\ndescription: <\ntitle: <\n---\n\n" + TITLE,
        [(2, "front matter: `description` is more than words"), (3, "front matter: `title` is more than words")],
    ),
    "an encoding in the title": (FRONT + "# On coding: utf-7 { #t }\n", [(1, "a title with “coding:” in it")]),
    "an encoding with a sign": (FRONT + "# Coding=x { #t }\n", []),  # Python looks for small letters
    "an encoding in small letters": (FRONT + "# A coding=x { #t }\n", [(1, "a title with “coding:” in it")]),
    "the word alone": (FRONT + "# On coding { #t }\n", []),
    "an encoding in another heading": (FRONT + TITLE + "\n## coding: x { #a }\n", []),
}


@pytest.mark.parametrize("case", HEADINGS)
def test_titles_ids_and_descriptions(root, case):
    text, expected = HEADINGS[case]
    assert told(root, registry.heading_rules, text) == expected


@pytest.mark.parametrize("title", ["On coding: utf-7", "A coding=x", "On coding", "Coding=x", "decoding : x"])
def test_a_title_that_python_takes_for_an_encoding_is_what_python_takes_for_one(root, title):
    """The snippet of the page begins with its title, and Python would not read the file."""
    import tokenize

    try:
        lines = iter([f"# {title}\n".encode()])
        encoding = tokenize.detect_encoding(lambda: next(lines, b""))[0]
    except SyntaxError:
        encoding = "unknown"
    assert bool(told(root, registry.heading_rules, FRONT + f"# {title} {{ #t }}\n")) == (encoding != "utf-8")


def test_a_page_that_cannot_be_read_has_only_its_own_findings(root):
    (root / "docs/en/t.md").write_bytes(b"\xe9")
    project = Project(root)
    assert list(registry.heading_rules(project.page("en", "t"), project)) == []
    assert [finding.message for finding in registry.syntax(project.page("en", "t"), project)] == [
        "not UTF-8: byte 0xe9"
    ]


def test_the_hint_of_a_heading_shows_how_to_write_it(root):
    put(root, "docs/en/t.md", FRONT + TITLE + "\n### A b\n")
    project = Project(root)
    (finding,) = registry.heading_rules(project.page("en", "t"), project)
    assert "write ### A b { #short-id }" in finding.hint
