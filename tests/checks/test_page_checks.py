"""The list of checks: each is on it, and finds its fault on a page of a few lines."""

from __future__ import annotations

import shutil

import pytest
from checked_pages import FRONT, TITLE, put, told

from handbook import ROOT
from handbook.checks import registry
from handbook.project import examples
from handbook.project.checkout import Project

# -- a translation


def test_a_translation_without_an_english_page_is_told(root):
    assert told(root, registry.translation_parity, FRONT + TITLE, "de") == [
        (1, "there is no English page of this name")
    ]
    assert told(root, registry.translation_parity, FRONT + TITLE) == []


def test_pages_that_cannot_be_read_are_not_compared(root):
    text = FRONT + TITLE + "\nText.\n"
    put(root, "docs/en/t.md", text)
    (root / "docs/de/t.md").write_bytes(b"\xe9")
    project = Project(root)
    assert list(registry.translation_parity(project.page("de", "t"), project)) == []
    (root / "docs/en/t.md").write_bytes(b"\xe9")
    assert told(root, registry.translation_parity, text, "de") == []


GLOSSARY = '[terms.key]\nterm = "{0}"\nforms = ["{0}"]\n\n[refused]\n"bad words" = "good words"\n'


def test_wording_is_that_of_both_glossaries(root):
    put(root, "i18n/en/glossary.toml", GLOSSARY.format("key"))
    put(root, "i18n/de/glossary.toml", GLOSSARY.format("Schlüssel"))
    assert told(root, registry.terminology, FRONT + TITLE + "\nText\nwith bad words.\n") == [
        (8, "“bad words” is refused by i18n/en/glossary.toml")
    ]
    assert told(root, registry.terminology, FRONT + TITLE + "\nA key.\n") == []
    assert told(root, registry.terminology, FRONT + TITLE + "\nEin Knopf.\n", "de") == [
        (7, "“key” (docs/en/t.md:7) has no approved form here")
    ]
    assert told(root, registry.terminology, FRONT + TITLE + "\nEin Schlüssel.\n", "de") == []
    assert told(root, registry.terminology, FRONT + TITLE + "\nBad words, ein Schlüssel.\n", "de") == [
        (7, "“Bad words” is refused by i18n/de/glossary.toml")
    ]


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_glossary_that_cannot_be_read_is_told_with_each_page(root, language):
    put(root, f"i18n/{language}/glossary.toml", "[terms.\n")
    for name in ("docs/en/t.md", "docs/de/t.md"):
        put(root, name, FRONT + TITLE)
    project = Project(root)
    assert [finding.path for finding in registry.terminology(project.page("de", "t"), project)] == [
        f"i18n/{language}/glossary.toml"
    ]


def test_wording_of_a_page_without_english_is_still_looked_at(root):
    put(root, "i18n/de/glossary.toml", GLOSSARY.format("Schlüssel"))
    assert [line for line, _ in told(root, registry.terminology, FRONT + TITLE + "\nBad words.\n", "de")] == [7]


def test_a_block_left_in_english_is_told_in_a_translation_only(root):
    english = FRONT + TITLE + "\nEach query looks at every key of the sentence and takes a little from each value.\n"
    assert told(root, registry.prose_language, english) == []
    ((line, message),) = told(root, registry.prose_language, english, "de")
    assert line == 7 and message.startswith("this seems to be en, not de")
    assert (
        told(
            root,
            registry.prose_language,
            FRONT + TITLE + "\nJede Abfrage sieht jeden Schlüssel des Satzes an und nimmt ein wenig von jedem Wert.\n",
            "de",
        )
        == []
    )


def test_front_matter_that_cannot_be_read_is_told_once(root):
    put(root, "docs/en/t.md", FRONT + TITLE)
    put(root, "docs/de/t.md", "---\ndescription: Eins: zwei\n---\n\n" + TITLE)
    project = Project(root)
    (finding,) = registry.check_page(project.page("de", "t"), project)
    assert (finding.line, finding.message[:26]) == (2, "front matter doesn't parse")


def test_in_a_block_left_in_english_nothing_else_is_told(root):
    put(root, "i18n/en/glossary.toml", GLOSSARY.format("key"))
    put(root, "i18n/de/glossary.toml", GLOSSARY.format("Schlüssel"))
    shutil.copy(ROOT / "i18n/de/language.toml", root / "i18n/de/language.toml")
    english = FRONT + TITLE + "\nEach query says “yes” to every key of the sentence, and takes 0.25 of each of them.\n"
    put(root, "docs/en/t.md", english)
    put(root, "docs/de/t.md", english + "\n0.5 „x”\n")
    project = Project(root)
    found = [one for one in registry.check_page(project.page("de", "t"), project) if one.line == 7]
    assert [one.message.split(":")[0] for one in found] == ["this seems to be en, not de"]
    assert {one.line for one in registry.number_notation(project.page("de", "t"), project)} == {9}
    assert {one.line for one in registry.typographic_signs(project.page("de", "t"), project)} == {9}


# -- the lists

ON_EACH_PAGE = {
    "syntax": ("```python\nx = 1\n", 7, "never closed"),
    "heading_rules": ("## A\n", 7, "has no id"),
    "link_targets": ("[a](w.md)\n", 7, "a page that is not there"),
    "missing_data_files": ("", 3, "`needs` names models/none.txt, which is no file in models/"),
    "fence_rules": ("```{.python .no-run}\nx = 1\n```\n", 7, "nobody says why"),
    "checks_of_answers": (
        "```{.python .exercise}\na = ...\n```\n\n```{.python .check}\nassert a == b\n```\n",
        12,
        "no code above has a name b",
    ),
    "number_notation": ("It is 1,5.\n", 7, "1,5 is not how this language writes a number"),
    "html_rules": ("<script>alert(1)</script>\n", 7, "<script> in a page"),
    "suspicious_characters": ("a\u200bb\n", 7, "a zero width space"),
    "typographic_signs": ("He says „yes”, 1024 times.\n", 7, "a quotation mark of another language"),
    "terminology": ("bad words\n", 7, "is refused by"),
    "paired_marks": ("A **word*.\n", 7, "`**` has no other end"),
    "formulas": ("$\\frac{1$\n", 7, "TeX"),
    "calculations": ("$1 + 1 = 3$\n", 7, "1 + 1 is 2.00, not 3"),
    "numbers_in_tables": (
        "```python\nprint(x)\n```\n\n```{.text .output}\n0.62 0.38\n```\n\n| a | b |\n|---|---|\n| 0.38 | 0.62 |\n",
        17,
        "the output of line 11 has these numbers in another order",
    ),
    "counted_rows": ("It has 4 rows.\n\n```python\nx = 3\n```\n", 7, "4 rows: nothing in this section has 4"),
    "picture_rules": ('<figure data-picture="nothing-of-this-name"></figure>\n', 7, "nothing-of-this-name"),
    "stored_plots": ('<figure data-plot="a-plot"></figure>\n', 7, "the plot `a-plot` stands behind no code"),
    "widget_rules": ('<div data-widget="nothing-of-this-name"></div>\n', 7, "nothing-of-this-name"),
    "quiz_rules": ('!!! quiz "Which?"\n\n    - [ ] a: b\n    - [ ] c: d\n', 7, ""),
}
OF_A_TRANSLATION = {
    "translation_parity": (
        "```python\nx = 1\n```\n",
        "```python\nx = 2\n```\n",
        8,
        "the code differs from docs/en/t.md:8",
    ),
    "prose_language": (
        "Text.\n",
        "Each query looks at every key of the sentence and takes a little from each value.\n",
        7,
        "this seems to be en, not de",
    ),
}


def test_every_check_is_tried_here():
    assert {check.__name__ for check in registry.PAGE_CHECKS} == {*ON_EACH_PAGE, *OF_A_TRANSLATION}


@pytest.mark.parametrize("name", ON_EACH_PAGE)
def test_a_page_is_looked_at_by(root, name):
    text, line, words = ON_EACH_PAGE[name]
    shutil.copytree(ROOT / "i18n/en", root / "i18n/en", dirs_exist_ok=True)
    put(root, "i18n/en/glossary.toml", GLOSSARY.format("key"))
    front = FRONT.replace("A page.\n", "A page.\nneeds: [models/none.txt]\n") if name == "missing_data_files" else FRONT
    put(root, "docs/en/t.md", front + TITLE + "\n" + text)
    project = Project(root)
    page = project.page("en", "t")
    found = registry.check_page(page, project)
    assert [
        finding
        for finding in found
        if (finding.path, finding.line) == ("docs/en/t.md", line) and words in finding.message
    ], found
    (check,) = [check for check in registry.PAGE_CHECKS if check.__name__ == name]
    assert set(check(page, project)) and set(check(page, project)) <= set(found)


@pytest.mark.parametrize("name", OF_A_TRANSLATION)
def test_a_translation_is_looked_at_by(root, name):
    english, german, line, words = OF_A_TRANSLATION[name]
    put(root, "docs/en/t.md", FRONT + TITLE + "\n" + english)
    put(root, "docs/de/t.md", FRONT + TITLE + "\n" + german)
    project = Project(root)
    found = registry.check_page(project.page("de", "t"), project)
    assert [
        finding
        for finding in found
        if (finding.path, finding.line) == ("docs/de/t.md", line) and words in finding.message
    ], found


def test_a_sound_page_has_no_findings(root):
    put(root, "docs/en/t.md", FRONT + TITLE + "\nA sentence with [a link](#t).\n")
    project = Project(root)
    assert registry.check_page(project.page("en", "t"), project) == []


# What is planted in a small handbook, and what `check_project` must say of it.
OF_THE_HANDBOOK = {
    "misplaced": ("docs/xx/t.md", FRONT + TITLE, "docs/xx", 1, "a folder of pages in no language"),
    "snippets": ("snippets/de/scores.py", "print(1)\n", "snippets/de/scores.py", 1, ""),
    "check_locks": ("i18n/de/lock/gone.lock", "x\n", "i18n/de/lock/gone.lock", 1, "there is no page docs/de/gone.md"),
    "glossaries": ("i18n/de/glossary.toml", "[terms.key]\nterm = 3\n", "i18n/de/glossary.toml", 1, "wrong shape"),
    "places of terms": (
        "i18n/en/glossary.toml",
        '[terms.key]\nterm = "key"\nforms = ["key"]\nplace = "scores#sum"\n'
        '[terms.query]\nterm = "query"\nforms = ["query"]\nplace = "scores#gone"\n',
        "i18n/en/glossary.toml",
        8,
        "query is explained at scores#gone, which is no place",
    ),
    "other words for the search": (
        "i18n/de/search.toml",
        'scores = ["a"]\n"scores#sum" = ["b"]\n"scores#gone" = ["c"]\n',
        "i18n/de/search.toml",
        3,
        "scores#gone is no place of the English pages",
    ),
    "lists of other words": (
        "i18n/en/search.toml",
        'scores = ["a", 3]\n',
        "i18n/en/search.toml",
        1,
        "no list of words",
    ),
    "files of other words": ("i18n/en/search.toml", "scores = [\n", "i18n/en/search.toml", 1, "not TOML"),
    "strings": ("i18n/de/ui.toml", '[home]\nmotif = "<b>"\n', "i18n/de/ui.toml", 2, "in a string"),
    "strings in another language": (
        "i18n/de/ui.toml",
        '[home]\nmotif = "Lines lead from the word to each of the other words of the sentence."\n',
        "i18n/de/ui.toml",
        2,
        "home.motif seems to be en",
    ),
    "described": ("i18n/de/language.toml", "hooks = 3\n", "i18n/de/language.toml", 1, "`hooks` is not for a language"),
    "alphabets": ("i18n/sr/cyrillic.toml", "code = 3\n", "i18n/sr/cyrillic.toml", 1, ""),
    "navigable": (
        "mkdocs.yml",
        "nav:\n  - nowhere.md\n",
        "docs/en/scores.md",
        1,
        "the navigation doesn't lead to this page",
    ),
    "sheets": (
        "content/book.toml",
        '[pages]\nspreadsheet = "scores"\n',
        "docs/en/downloads/attention.xlsx",
        1,
        "missing",
    ),
    "book": ("content/book.toml", '[pages]\nglossary = "gone"\n', "content/book.toml", 2, "there is no page `gone`"),
}


@pytest.mark.parametrize("case", OF_THE_HANDBOOK)
def test_the_handbook_is_looked_at_for(small_handbook, case):
    name, text, path, line, words = OF_THE_HANDBOOK[case]
    put(small_handbook, "i18n/en/ui.toml", '[home]\nmotif = "x"\n')
    assert registry.check_project(Project(small_handbook)) == []
    put(small_handbook, name, text)
    found = registry.check_project(Project(small_handbook))
    assert [
        finding for finding in found if (finding.path, finding.line) == (path, line) and words in finding.message
    ], found


def test_findings_are_sorted_and_each_is_told_once(root):
    put(root, "docs/en/t.md", FRONT + TITLE + "\n[b](w.md) [b](w.md)\n\n## A\n")
    project = Project(root)
    found = registry.check_page(project.page("en", "t"), project)
    assert [(finding.line, finding.message) for finding in found] == [
        (7, "a link to w.md, a page that is not there"),
        (9, "the heading “A” has no id"),
    ]


def test_what_a_check_needs_and_cannot_read_is_told_and_the_others_go_on(root):
    """The words of a picture can't be read: the link is told all the same."""
    put(root, "i18n/en/ui.toml", "[home\n")
    put(
        root,
        "docs/en/t.md",
        FRONT
        + TITLE
        + '\n[b](w.md)\n\n<figure data-picture="heat-map" data-output="x"></figure>\n'
        + '\n!!! quiz "Which?"\n\n    - [ ] a: b\n    - [ ] c: d\n',
    )
    project = Project(root)
    places = {(finding.path, finding.line) for finding in registry.check_page(project.page("en", "t"), project)}
    assert {("i18n/en/ui.toml", 1), ("docs/en/t.md", 7), ("docs/en/t.md", 11)} <= places


def test_the_words_of_a_widget_are_those_of_the_checkout_that_is_looked_at(root):
    put(root, examples.FILE, (ROOT / examples.FILE).read_text(encoding="utf-8"))
    assert told(root, registry.widget_rules, FRONT + TITLE + '\n<div data-widget="mask"></div>\n'), (
        "this checkout has no words at all"
    )
