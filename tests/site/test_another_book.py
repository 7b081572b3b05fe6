"""The engine builds the site of another book: its diagram and its addresses, and nothing of this book's content."""

import shutil

import pytest
from small_site import checkout

from handbook.site import build

DIAGRAM = """\
from handbook.figures.canvas import Canvas
from handbook.figures.figure import Panel, Picture, Request, Table


def draw(request: Request) -> Picture:
    canvas = Canvas()
    canvas.text(100, 0, "Good morning")
    return Picture([Panel(canvas)], Table(["a"], [["b"]]))
"""
WORDS = '\n[picture.hello]\ntitle = "A greeting"\ndescription = "Two words."\n'
ADDRESS = "https://greetings.example/book/"


@pytest.fixture(scope="module")
def site(takes_minutes, tmp_path_factory):
    root = checkout(tmp_path_factory.mktemp("greetings"))
    shutil.rmtree(root / "content")
    (root / "content/diagrams").mkdir(parents=True)
    (root / "content/diagrams/hello.py").write_text(DIAGRAM, encoding="utf-8")
    (root / "content/book.toml").write_text('[licenses.code]\nname = "BSD-3-Clause"\n', encoding="utf-8")
    for path, old, new in [
        ("mkdocs.yml", "https://attention-by-example.github.io/attention-by-example/", ADDRESS),
        ("i18n/en/ui.toml", "", WORDS),
        ("docs/en/by-hand.md", "", '\n<figure data-picture="hello"></figure>\n'),
    ]:
        text = (root / path).read_text(encoding="utf-8")
        assert old in text
        (root / path).write_text(text.replace(old, new) if old else text + new, encoding="utf-8")
    assert build.build_language("en", root / "site", root=root) == []
    return root / "site"


def test_its_diagram_is_drawn(site):
    page = (site / "by-hand/index.html").read_text(encoding="utf-8")
    drawing = page[page.index('data-picture="hello"') :]
    assert "Good morning" in drawing[: drawing.index("</svg>")] and "A greeting" in drawing


def test_its_address_and_license_are_named(site):
    assert f'<link rel="canonical" href="{ADDRESS}by-hand/">' in (site / "by-hand/index.html").read_text(
        encoding="utf-8"
    )
    head = (site / "by-hand/by-hand.py").read_text(encoding="utf-8").split("\n")[:3]
    assert head[1:] == [f"# {ADDRESS}by-hand/", "# License: BSD-3-Clause"]
