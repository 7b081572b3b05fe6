"""Files that a page's code reads: declared in its front matter, beside the script wherever it runs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from handbook.checks import registry
from handbook.execution.page_run import PageRun
from handbook.export import explorer_page
from handbook.export.scripts import script
from handbook.markdown.parser import parse
from handbook.project import data_files
from handbook.project.checkout import Project
from handbook.site import downloads

PAGE = """---
description: A page that reads a file.
needs: {needs}
---

# Words {{ #words }}

See [the words](words/words.txt).

```python
print(open("words.txt").read())
```

```{{.text .output}}
one two
```
"""


@pytest.fixture
def with_words(small_handbook):
    """A handbook with a page that needs models/words.txt; returns how to write the page."""
    (small_handbook / "models").mkdir()
    (small_handbook / "models" / "words.txt").write_text("one two\n", encoding="utf-8")

    def page(listed: str):
        (small_handbook / "docs" / "en" / "words.md").write_text(PAGE.format(needs=listed), encoding="utf-8")
        return small_handbook, Project(small_handbook).page("en", "words")

    return page


def test_a_needed_file_lies_beside_code_and_page(with_words, tmp_path):
    root, page = with_words("[models/words.txt]")
    project = Project(root)
    assert not list(data_files.check(page, root)) and not list(registry.link_targets(page, project))
    data_files.copy_files(page, root, tmp_path)
    assert (tmp_path / "words.txt").read_text(encoding="utf-8") == "one two\n"
    assert downloads.files(page, project)["words/words.txt"] == root / "models" / "words.txt"
    assert '\nfetch("words.txt", "' in script(page, root)


def test_the_figures_of_the_benchmarks_may_be_needed(with_words):
    root, page = with_words("[benchmarks/figures.json]")
    assert [finding.message for finding in data_files.check(page, root)] == [
        "front matter: `needs` names benchmarks/figures.json, which is no file in models/ or content/downloads/"
    ]
    (root / "benchmarks").mkdir()
    (root / "benchmarks" / "figures.json").write_text("{}", encoding="utf-8")
    assert not list(data_files.check(page, root))
    assert list(data_files.files(page, root)) == ["figures.json"]


def test_a_file_that_a_browser_would_run_may_not_be_needed(with_words):
    root, page = with_words("[models/page.SVG]")
    (root / "models" / "page.SVG").write_text("<svg/>", encoding="utf-8")
    assert [(finding.line, finding.message) for finding in data_files.check(page, root)] == [
        (3, "front matter: `needs` names models/page.SVG, which a browser would run")
    ]


def test_what_readers_download_may_be_needed(with_words):
    root, page = with_words("[content/downloads/ours.py]")
    assert [finding.message for finding in data_files.check(page, root)] == [
        "front matter: `needs` names content/downloads/ours.py, which is no file in models/ or content/downloads/"
    ]
    (root / "content" / "downloads").mkdir(parents=True)
    (root / "content" / "downloads" / "ours.py").write_text("COUNT = 3\n", encoding="utf-8")
    assert not list(data_files.check(page, root))
    assert data_files.modules(page) == {"ours"}


def test_the_code_of_a_page_runs_beside_its_files(torch, with_words, monkeypatch, tmp_path):
    root, page = with_words("[models/words.txt]")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    run = PageRun(page, root)
    assert run.check(page.python()[0]) == []
    assert Path.cwd() == elsewhere and not list(elsewhere.iterdir())


def test_the_code_of_a_page_imports_its_modules_and_leaves_nothing_behind(torch, with_words, monkeypatch):
    root, page = with_words("[models/words.txt, models/our_words.py]")
    head = page.source[: page.source.index("```python")]
    path, writes_bytecode = list(sys.path), sys.dont_write_bytecode
    monkeypatch.setitem(sys.modules, "our_words", sys)  # another module of that name
    for count in (3, 4):  # the second run reads the file as it is then
        (root / "models" / "our_words.py").write_text(f"COUNT = {count}\n", encoding="utf-8")
        code = f"```python\nimport our_words\n\nassert our_words.COUNT == {count}\n```\n"
        run = PageRun(parse(head + code, page.path, page.language, page.name), root)
        assert run.check(run.page.python()[0]) == [] and run.finish() == []
        assert (sys.path, sys.modules["our_words"], sys.dont_write_bytecode) == (path, sys, writes_bytecode)


@pytest.mark.parametrize(
    ("listed", "why"),
    [
        ("models/words.txt", "not a list"),
        ("[3]", "not a list"),
        ("[models/none.txt]", "no file in models/"),
        ("[docs/en/words.md]", "no file in models/"),
        ("[benchmarks/run.py]", "no file in models/"),
        ("[benchmarks/../benchmarks/figures.json]", "no file in models/"),
        ("[models/../docs/en/words.md]", "no file in models/"),
        ("[models]", "no file in models/"),
        ("[content/book.toml]", "no file in models/ or content/downloads/"),
        ("[models/words.txt, models/words.txt]", "two files words.txt"),
    ],
)
def test_what_cannot_be_needed_is_told_with_its_line(with_words, listed, why):
    root, page = with_words(listed)
    found = list(data_files.check(page, root))
    assert why in found[0].message and found[0].line == 3 and found[0].hint


def test_a_link_to_a_file_that_is_not_needed_is_an_error(with_words):
    root, page = with_words("[]")
    assert "not there" in next(iter(registry.link_targets(page, Project(root)))).message


def test_a_translation_needs_the_same_files(with_words):
    root, _ = with_words("[models/words.txt]")
    (root / "docs" / "de" / "words.md").write_text(PAGE.format(needs="[]"), encoding="utf-8")
    project = Project(root)
    found = registry.translation_parity(project.page("de", "words"), project)
    assert any("`needs`" in finding.message for finding in found)


@pytest.mark.parametrize(
    ("target", "is_there"), [(explorer_page.PAGE, True), (explorer_page.WRITER, True), ("assets/another.html", False)]
)
def test_what_only_the_build_puts_into_assets_may_be_linked(with_words, target, is_there):
    root, page = with_words("[models/words.txt]")
    page = parse(page.source.replace("words/words.txt", target), page.path, page.language, page.name)
    assert (not list(registry.link_targets(page, Project(root)))) == is_there
