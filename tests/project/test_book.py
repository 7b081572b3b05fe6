"""What is one book's own: its addresses, names, licenses, the order of search, pages with a purpose, diagrams."""

from __future__ import annotations

import pytest
from drawn import svgs, texts
from markdown import Markdown

from handbook import ROOT
from handbook.core.diagnostics import DiagnosticError
from handbook.export import notebooks, scripts
from handbook.extensions import figures
from handbook.figures import diagrams
from handbook.project import book
from handbook.project.book import Book, License
from handbook.project.checkout import Project

BOOK = """\
file_name = "hello"

[licenses.text]
name = "CC0"
address = "TERMS"

[licenses.code]
name = "BSD-3-Clause"

[search_boosts]
page = 0.5

[pages]
glossary = "page"

[moved]
sheet = "page"
"""
DIAGRAM = """\
from handbook.figures.canvas import Canvas
from handbook.figures.figure import Panel, Picture, Request, Table

from ._words import GREETING


def draw(request: Request) -> Picture:
    canvas = Canvas()
    canvas.text(100, 0, GREETING)
    return Picture([Panel(canvas)], Table(["a"], [["b"]]))
"""
PAGE = """\
---
description: A greeting.
---

# A page { #page }

```python
print(1)
```

```{.text .output}
1
```

<figure data-picture="hello"></figure>
"""
WORDS = """\
[picture]
as_table = "As a table"
take = "Take {title}"
link = "Link"
svg = "SVG"
png = "PNG"

[picture.hello]
title = "Hello"
description = "A word."

[notebook]
about = "From {page}."
end = "Back to {page}."

[new]
ours = "Something."

[door.yours]
title = "You"
about = "All of it."

[footer]
licence = "Text: {text}, code: {code}."
"""


@pytest.fixture
def another(tmp_path):
    """Another book: one page, one diagram with words in a file of their own, and addresses of its own."""
    files = {
        "docs/en/page.md": PAGE,
        "i18n/en/ui.toml": WORDS,
        "content/book.toml": BOOK,
        "content/diagrams/hello.py": DIAGRAM,
        "content/diagrams/_words.py": 'GREETING = "Good morning"\n',
        "mkdocs.yml": (
            "site_name: Greetings\n"
            'site_url: !ENV [SITE_URL, "https://greetings.example/book"]\n'
            "repo_url: https://sources.example/greetings/\nnav: [page.md]\n"
        ),
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


# -- another book


def test_another_book_draws_its_own_diagrams_and_none_of_ours(another):
    assert diagrams.names(another) == ["hello"]
    page = Project(another).page("en", "page")
    assert figures.check(page, another) == []
    html = Markdown(
        extensions=["handbook.extensions.figures"],
        extension_configs={"handbook.extensions.figures": {"root": str(another)}},
    ).convert(PAGE)
    (svg,) = svgs(html)
    assert ["".join(text.itertext()) for text in texts(svg)] == ["Good morning"]
    (another / "docs/en/page.md").write_text(PAGE.replace('"hello"', '"kv-cache"'), encoding="utf-8")
    (finding,) = figures.check(Project(another).page("en", "page"), another)
    assert (finding.line, finding.message) == (15, "no picture is called `kv-cache`")
    assert "hello" in finding.hint and "mask" not in finding.hint


def test_another_book_names_its_own_addresses_and_licenses(another, monkeypatch):
    monkeypatch.setenv("SITE_URL", "http://localhost/")  # what is committed doesn't depend on where it is made
    assert book.load(another) == Book(
        "Greetings",
        "https://greetings.example/book/",
        "https://sources.example/greetings/",
        file_name="hello",
        licenses={"text": License("CC0", "TERMS"), "code": License("BSD-3-Clause")},
        boosts={"page": 0.5},
        pages={"glossary": "page"},
        moved={"sheet": "page"},
    )
    page = Project(another).page("en", "page")
    head = scripts.script(page, another).split("\n")[:3]
    assert head == ["# A page", "# https://greetings.example/book/page/", "# License: BSD-3-Clause"]
    notebook = notebooks.text(page, another)
    assert "Text: [CC0](https://sources.example/greetings/TERMS), code: BSD-3-Clause." in notebook
    assert "attention" not in notebook.lower()
    assert list(book.check(Project(another))) == []


def test_a_saved_file_is_read_again(another):
    assert book.load(another).name == "Greetings"
    (another / "mkdocs.yml").write_text("site_name: Farewells\n", encoding="utf-8")
    assert book.load(another).name == "Farewells"


def test_nothing_is_written_beside_diagrams(another):
    diagrams.module("hello", another)
    assert sorted(path.name for path in (another / diagrams.FOLDER).iterdir()) == ["_words.py", "hello.py"]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("def draw(:", "content/diagrams/hello.py can't be imported: SyntaxError: invalid syntax"),
        (
            "def draw(request):\n    return request.nothing",
            "content/diagrams/hello.py can't be drawn: AttributeError: 'Request' object has no attribute 'nothing'",
        ),
        ("import nowhere_at_all", "content/diagrams/hello.py can't be imported: ModuleNotFoundError: No module named"),
        ("DRAW = 1", "content/diagrams/hello.py has no function `draw`"),
    ],
)
def test_a_diagram_that_is_none_is_found_where_it_is_asked_for(another, code, message):
    (another / "content/diagrams/hello.py").write_text(code + "\n", encoding="utf-8")
    (finding,) = figures.check(Project(another).page("en", "page"), another)
    assert finding.line == 15 and finding.message.startswith(message) and finding.hint


def test_a_book_may_have_no_content_at_all(tmp_path):
    (tmp_path / "docs" / "en").mkdir(parents=True)
    assert book.load(tmp_path) == Book() and diagrams.names(tmp_path) == []
    (tmp_path / "docs/en/page.md").write_text(PAGE, encoding="utf-8")
    page = Project(tmp_path).page("en", "page")
    assert scripts.script(page, tmp_path).startswith("# A page\n# page/\n\nprint(1)")


# -- the files of a book


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ('file_name = "hello"', 'file_name = "../hello"', (1, "`file_name` has no fitting value")),
        ('file_name = "hello"', 'asked = ["leaf"]', (1, "asked: there is no page `leaf`")),
        ('file_name = "hello"', 'motif = "hello"', (1, "motif: there is no example `hello`")),
        ('name = "CC0"', "name = 0", (4, "`licenses.text.name` has no fitting value")),
        ('name = "CC0"', 'name = "<b>"', (4, "`licenses.text.name` has no fitting value")),
        ('address = "TERMS"', 'address = "javascript:x"', (5, "`licenses.text.address` has no fitting value")),
        ('address = "TERMS"', 'address = "//x.example"', (5, "`licenses.text.address` has no fitting value")),
        ("page = 0.5", "page = true", (11, "`search_boosts.page` has no fitting value")),
        ("page = 0.5", "page = -1", (11, "`search_boosts.page` has no fitting value")),
        ("page = 0.5", "pages = 0.5", (11, "search_boosts.pages: there is no page `pages`")),
        ('glossary = "page"', 'glossary = "words"', (14, "pages.glossary: there is no page `words`")),
        ('glossary = "page"', 'glosary = "page"', (14, "`pages.glosary` is nothing that a book can say")),
        ('sheet = "page"', 'sheet = "leaf"', (17, "moved.sheet: there is no page `leaf`")),
        ('sheet = "page"', 'page = "page"', (17, "moved.page: this page exists")),
        ('sheet = "page"', 'sheet = "page"\n[doors]\nmine = ["page"]', (19, "doors.mine: this door has no words")),
        ('sheet = "page"', 'sheet = "page"\n[doors]\nyours = ["leaf"]', (19, "doors.yours: there is no page `leaf`")),
        ('sheet = "page"', 'sheet = "page"\n[doors]\nyours = "page"', (19, "`doors.yours` has no fitting value")),
        ('sheet = "page"', 'sheet = "page"\n[doors]\nyours = []', (19, "`doors.yours` has no fitting value")),
        (
            'sheet = "page"',
            'sheet = "page"\n[doors]\nyours = ["page#no"]',
            (19, "doors.yours: `page` has no section `no`"),
        ),
        ('sheet = "page"', 'sheet = "page"\n[news]\nmine = "page"', (19, "news.mine: these news have no words")),
        ('sheet = "page"', 'sheet = "page"\n[news]\nours = "leaf"', (19, "news.ours: there is no page `leaf`")),
        ('sheet = "page"', 'sheet = "page"\n[news]\nours = ["page"]', (19, "`news.ours` has no fitting value")),
        ('sheet = "page"', "sheet = 1", (17, "`moved.sheet` has no fitting value")),
        ("[pages]", "[page]", (14, "`page.glossary` is nothing that a book can say")),
        ("[pages]", "[pages", (13, "not TOML: Expected ']' at the end of a table declaration (at line 13, column 7)")),
    ],
)
def test_what_a_book_cannot_say_is_found_at_its_line(another, old, new, found):
    assert old in BOOK
    (another / book.FILE).write_text(BOOK.replace(old, new, 1), encoding="utf-8")
    findings = list(book.check(Project(another)))
    assert [(finding.line, finding.message) for finding in findings] == [found]
    assert all(finding.path == book.FILE and finding.hint for finding in findings)


def test_a_book_with_unreadable_files_is_refused(another):
    (another / book.FILE).write_text("file_name = 1\n", encoding="utf-8")
    with pytest.raises(DiagnosticError, match=r"content/book\.toml:1: `file_name` has no fitting value"):
        book.load(another)
    (another / book.FILE).unlink()
    (another / "mkdocs.yml").write_text("site_name: [\n", encoding="utf-8")
    with pytest.raises(DiagnosticError, match=r"mkdocs\.yml:\d: not YAML"):
        book.load(another)


def test_this_book_is_where_it_is():
    own = book.load(ROOT)
    assert own.address == "https://attention-by-example.github.io/attention-by-example/"
    assert own.repository == "https://github.com/attention-by-example/attention-by-example/"
    assert list(book.check(Project(ROOT))) == []
