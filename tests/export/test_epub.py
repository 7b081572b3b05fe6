"""The EPUB of each edition: it is what the format asks for, and holds all that the site's pages hold."""

import os
import re
from collections import Counter
from html import unescape
from pathlib import Path
from xml.etree.ElementTree import Element

import epub_files
import pytest
from click.testing import CliRunner
from epub_files import MATH, OPS_TYPE, SVG, XHTML, Epub, classes, faults
from samples import sample
from small_site import checkout

from handbook import ROOT
from handbook.cli import commands
from handbook.core.diagnostics import DiagnosticError
from handbook.export import epub, offline_zip
from handbook.export.chapters import Chapter, Cover
from handbook.project.checkout import Project
from handbook.project.languages import languages

EDITIONS = {one.code: one for one in languages(ROOT)}
GIVEN_AWAY = {"tip", "success", "quiz-more"}  # classes of what the site folds and the book puts at a chapter's end
ARTICLE = re.compile(r'<article class="md-content__inner.*</article>', re.DOTALL)
PICTURE_TABLE = re.compile(r'<details class="picture-table">.*?</details>', re.DOTALL)
NEWS = re.compile(r'<section class="news".*?</section>', re.DOTALL)  # of the site, which a book leaves out
P = f"{XHTML}p"
TITLES = tuple(f"{XHTML}h{level}" for level in range(1, 4))


def path_of(site_dir: Path, code: str) -> Path:
    return (site_dir if code == "en" else site_dir / code) / f"attention-by-example-{code}.epub"


@pytest.fixture(scope="module", params=sample(EDITIONS, ["sr-cyrl"]))
def code(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def book(site_dir, code) -> Epub:
    return Epub(path_of(site_dir, code))


@pytest.fixture(scope="module")
def articles(site_dir, code) -> dict[str, str]:
    """The site's pages by their names: their articles' html, without the tables that stand for pictures, and news."""
    folder = site_dir if code == "en" else site_dir / code
    paths = {path.parent.name: path for path in folder.glob("*/index.html") if path.parent.name not in EDITIONS}
    found = {
        name: ARTICLE.search(path.read_text("utf-8"))
        for name, path in {**paths, "index": folder / "index.html"}.items()
    }
    return {name: NEWS.sub("", PICTURE_TABLE.sub("", match[0])) for name, match in found.items() if match}


def words(text: str) -> str:
    return re.sub(r"\s+", "", text)


def count(root: Element, tag: str, *wanted: str) -> int:
    """How many elements of a tag there are, with one of these classes if any; titles that stand twice count once."""
    again = {id(part) for one in root.iter() if "again" in classes(one) for part in one.iter()}
    return sum(id(one) not in again and (not wanted or bool(classes(one) & set(wanted))) for one in root.iter(tag))


def test_it_is_what_the_format_asks_for(book):
    assert list(faults(book)) == []


def test_it_says_its_title_language_license_and_date(book, code):
    assert book.metadata("title") == "Attention by Example" and book.metadata("language") == EDITIONS[code].lang
    assert len(book.metadata("description")) > 40 and "CC BY 4.0" in book.metadata("rights")
    assert book.metadata("source").endswith("/attention-by-example/" + EDITIONS[code].prefix)
    modified = re.search(rb'"dcterms:modified">([^<]+)<', book.files[book.package])
    assert modified and re.fullmatch(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", modified[1])
    assert all(page.get("lang") == EDITIONS[code].lang for page in book.pages.values())


def test_the_footer_of_each_page_offers_it_and_the_offline_copy_leaves_both_out(site_dir, code):
    book, link = path_of(site_dir, code), re.compile(r'<a href="([^"]+)" type="application/epub\+zip" download>')
    for page in (book.with_name("index.html"), book.parent / "by-hand" / "index.html"):
        html = page.read_text("utf-8")
        (url,) = link.findall(html)
        assert (page.parent / url).resolve() == book.resolve()
        assert not link.search(offline_zip.offline_page(html, page.relative_to(book.parent).as_posix()))
    assert book.suffix in offline_zip.EXCLUDED_SUFFIXES


def test_books_have_identifiers_of_their_own(site_dir):
    assert len({Epub(path_of(site_dir, one)).metadata("identifier") for one in EDITIONS}) == len(EDITIONS)


def test_the_contents_name_all_chapters_and_their_sections_in_order(book, articles):
    names = [Path(name).stem for name in book.spine]
    chapters = [name for name in Project(ROOT).ordered() if name in articles]
    assert names == ["cover", "nav", *chapters] and set(chapters) == articles.keys()
    (nav,) = (one for one in book.pages["nav"].iter(f"{XHTML}nav") if one.get(OPS_TYPE) == "toc")
    links = [(one.attrib["href"], words("".join(one.itertext()))) for one in nav.iter(f"{XHTML}a")]
    assert [url for url, _ in links if "#" not in url] == [f"{name}.xhtml" for name in chapters]
    for name in chapters:
        sections = re.findall(r'<h2 id="([^"]+)"', articles[name])
        listed = [url.partition("#")[2] for url, _ in links if url.startswith(f"{name}.xhtml#")]
        assert [one for one in listed if one != "book-solutions"] == sections, name
    titles = {one.attrib["id"]: words("".join(one.itertext())) for one in book.pages["by-hand"].iter(f"{XHTML}h2")}
    for url, title in links:
        if url.startswith("by-hand.xhtml#"):
            assert titles[url.partition("#")[2]] == title


def test_nothing_of_the_sites_pages_is_lost(book, articles):
    for name, html in articles.items():
        page = book.pages[name]
        folded = re.findall(r'<details class="([^"]+)"', html)
        held = {
            "formulas": (html.count('<span class="katex">'), count(page, MATH)),
            "figures": (html.count("<figure"), count(page, f"{XHTML}figure")),
            "drawings": (html.count('role="img"'), sum(one.get("role") == "img" for one in page.iter(f"{SVG}svg"))),
            "tables": (html.count("<table"), count(page, f"{XHTML}table")),
            "code": (html.count("<pre>"), count(page, f"{XHTML}pre")),
            "questions": (html.count('<form class="quiz"'), count(page, f"{XHTML}div", "quiz")),
            "widgets": (html.count('class="widget"'), count(page, f"{XHTML}div", "widget")),
            "hints and solutions": (
                sum(bool(GIVEN_AWAY & set(one.split())) for one in folded),
                count(page, f"{XHTML}div", *GIVEN_AWAY),
            ),
        }
        assert {what: pair for what, pair in held.items() if pair[0] != pair[1]} == {}, name
        codes = [words(unescape(re.sub("<[^>]+>", "", one))) for one in re.findall("<pre>(.*?)</pre>", html, re.DOTALL)]
        assert Counter(codes) == Counter(words("".join(one.itertext())) for one in page.iter(f"{XHTML}pre")), name
        prose = [one for one in re.findall("<p>(.*?)</p>", html, re.DOTALL) if "katex" not in one]
        assert not Counter(words(unescape(re.sub("<[^>]+>|<!--.*?-->", "", one))) for one in prose) - Counter(
            words("".join(one.itertext())) for one in page.iter(f"{XHTML}p")
        ), name


def test_the_book_as_a_whole_is_not_empty(book):
    total = Counter(one.tag for page in book.pages.values() for one in page.iter())
    assert (
        total[MATH] > 350 and total[f"{SVG}svg"] > 100 and total[f"{XHTML}table"] > 60 and total[f"{XHTML}pre"] > 1000
    )


def test_hints_and_solutions_stand_at_the_end_and_are_linked_both_ways(book):
    seen = 0
    for name, page in book.pages.items():
        body = page.find(f"{XHTML}body/{XHTML}section")
        ends = [one for one in page.iter(f"{XHTML}section") if "solutions" in classes(one)]
        boxes = [one for one in page.iter(f"{XHTML}div") if "solution" in classes(one)]
        assert len(ends) == bool(boxes) and (not ends or list(body)[-1] is ends[0]), name
        inside = {id(one) for end in ends for one in end.iter()}
        given_away = [one for one in page.iter(f"{XHTML}div") if classes(one) & GIVEN_AWAY]
        assert all(id(one) in inside for one in given_away), name
        below, title = {}, ""  # the title above each link and each box
        for one in page.iter():
            if one.tag in TITLES:
                title = words("".join(one.itertext()))
            below[one.get("id")] = title
        links = {one.get("id"): one.get("href") for one in page.iter(f"{XHTML}a") if one.get("id")}
        for box in boxes:
            back = next(one.attrib["href"] for one in box.iter(f"{XHTML}a"))
            assert links[back[1:]] == f"#{box.attrib['id']}", name
            assert below[back[1:]] == below[box.attrib["id"]], name
            seen += 1
    assert seen > 300


def test_older_readers_get_no_variables_and_every_part_of_a_picture_its_style(book):
    styles = book.files["EPUB/book.css"].decode()
    assert "var(" not in styles
    parts = [part for page in book.pages.values() for svg in page.iter(f"{SVG}svg") for part in svg.iter()]
    drawn = {one for part in parts for one in classes(part)}
    known = re.findall(r"\.(p-[\w-]+)", (ROOT / "theme/assets/stylesheets/pictures.css").read_text("utf-8"))
    used = drawn & set(known)
    assert len(used) > 15 and used - set(re.findall(r"\.(p-[\w-]+)", styles)) == set()
    assert not [name for name, page in book.files.items() if name.endswith("xhtml") and b"var(--" in page]


def test_pictures_have_the_colors_that_the_site_gives_them_on_light_paper():
    styles, tokens = (
        (ROOT / path).read_text("utf-8")
        for path in ("src/handbook/export/epub.css", "theme/assets/stylesheets/tokens.css")
    )
    colors = dict(re.findall(r"svg \.role-(\w+) { color: (#\w+)", styles))
    light = dict(re.findall(r"--(?:role-)?(\w+): (#\w+);", tokens.partition("@media")[0]))
    assert len(colors) == 7 and colors == {role: light["score" if role == "weight" else role] for role in colors}


@pytest.mark.nightly
@pytest.mark.parametrize("edition", EDITIONS)
def test_epubcheck_finds_nothing_wrong(site_dir, edition):
    without_checker()
    assert epub_files.checked(path_of(site_dir, edition)) == []


def without_checker() -> None:
    if epub_files.find_checker() is None:
        without = pytest.fail if os.environ.get("HANDBOOK_NEEDS_OFFICE") else pytest.skip
        without(f"no epubcheck: {epub_files.ADVICE}")


# -- made-up chapters

COVER = Cover("T & T", "S", "Contents", "English", "https://x.org/", "<a href='https://l.org'>L</a>", "en")
HTML = (
    '<h1 id="a">A &amp; B<a class="headerlink" href="#a">#</a></h1>'
    '<p><a href="../b/#c">in</a> <a href="../x/">out</a> <a href="a.py">file</a><br>'
    '<img src="../p.png" alt="&quot;"></p>'
    '<form class="quiz" id="q"><fieldset><legend>Why?</legend><input name="q"></fieldset>'
    '<details class="quiz-more"><summary>Answers</summary><p>So.</p></details></form>'
    '<div class="widget" id="w"><p class="widget-title">W</p></div>'
    '<h2 id="e">E</h2><details class="tip"><summary>Hint</summary><p>H</p></details>\n'
    '<details class="success"><summary>Solution</summary><p>S</p></details>'
    '<details class="note"><summary>More</summary><p>N</p></details>'
)


def made(tmp_path: Path, html: str = HTML, name: str = "one.epub") -> Path:
    (tmp_path / "p.png").write_bytes(b"png")
    pages = [Chapter("a/", "A", "Part", html, "en"), Chapter("b/", "B", "", '<h1 id="b">B</h1><p id="c">c</p>', "de")]
    return epub.write(pages, COVER, "Solutions", b"png", "2026-01-01T00:00:00Z", tmp_path, tmp_path / name)


def test_links_lead_into_the_book_or_to_the_web_and_pictures_come_along(tmp_path):
    book = Epub(made(tmp_path))
    assert list(faults(book)) == [] and book.files["EPUB/p.png"] == b"png"
    links = [one.get("href") for one in book.pages["a"].iter(f"{XHTML}a")]
    assert links[:3] == ["b.xhtml#c", "https://x.org/x/", "https://x.org/a/a.py"]
    assert "https://x.org/a/#w" in links  # a widget can be moved on the web only
    assert next(book.pages["b"].iter(f"{XHTML}section")).get("lang") == "de"
    lines = [" ".join("".join(one.itertext()).split()) for one in book.pages["a"].iter() if one.tag in (*TITLES, P)]
    before, after = (
        ["Part", "A & B", "in out file", "Why?", "Answers", "W ↗", "E", "Hint · Solution", "More", "N"],
        ["Solutions"],
    )
    after += ["A & B", "Why?", "Answers ↩", "So.", "E", "Hint ↩", "H", "Solution ↩", "S"]
    assert lines == before + after


def test_equal_chapters_give_equal_bytes(tmp_path):
    assert made(tmp_path).read_bytes() == made(tmp_path, name="two.epub").read_bytes()


def test_html_that_leaves_an_element_open_is_told(tmp_path):
    with pytest.raises(DiagnosticError, match=r"a:1: its html is no XML: mismatched tag"):
        made(tmp_path, "<h1>A</h1><p><em>open</p>")


def test_the_command_writes_what_the_site_offers(takes_minutes, tmp_path):
    root = checkout(tmp_path / "checkout")
    for folder in ("one", "two"):
        done = CliRunner().invoke(commands.main, ["--root", str(root), "epub", "de", "--to", str(tmp_path / folder)])
        assert done.exit_code == 0, done.output
    one, two = (tmp_path / folder / "attention-by-example-de.epub" for folder in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()
    book = Epub(one)
    assert list(faults(book)) == [] and len(book.pages) == 5
    assert sum(True for _ in book.pages["by-hand"].iter(MATH)) >= 2


# -- faults, each of which is told

PAGE = "EPUB/by-hand.xhtml"
PLANTED = {
    "is no XML": (PAGE, b"</body>", b""),
    "stands twice": (PAGE, b'id="solution-2"', b'id="solution-1"'),
    "no place": (PAGE, b'href="#solution-2"', b'href="#solution-two"'),
    "a block in a line": (PAGE, b"<p>", b"<p><div>x</div>"),
    "no file": (PAGE, b'href="why-attention.xhtml', b'href="gone.xhtml'),
    "script": (PAGE, b"<h1", b"<script/><h1"),
    "a handler": (PAGE, b"<h1", b'<h1 onclick="x()"'),
    "loads https": (PAGE, b"<h1", b'<img src="https://x.org/p.png"/><h1'),
    "wrong about mathml": ("EPUB/package.opf", b'properties="mathml svg"', b'properties="svg"'),
    "is listed and isn't there": ("EPUB/package.opf", b'href="book.css"', b'href="other.css"'),
    "the spine": ("EPUB/package.opf", b'<itemref idref="item-by-hand.xhtml"/>', b""),
    "mimetype says": ("mimetype", b"epub", b"mobi"),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_told(site_dir, fault):
    book = Epub(path_of(site_dir, "sr-cyrl"))
    name, old, new = PLANTED[fault]
    assert old in book.files[name]
    book.files[name] = book.files[name].replace(old, new, 1)
    assert any(fault in one for one in faults(book))


@pytest.mark.nightly
def test_epubcheck_tells_a_planted_fault(tmp_path):
    without_checker()
    book = Epub(made(tmp_path))
    book.files["EPUB/a.xhtml"] = book.files["EPUB/a.xhtml"].replace(b"<h1", b"<li>x</li><h1")
    assert any("li" in one for one in epub_files.checked(epub_files.written(book.files, tmp_path / "wrong.epub")))
