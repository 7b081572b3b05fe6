"""The book of a language: what its contents promise stands on those pages, and nothing is lost on the way to paper."""

import re
import shutil
from collections import Counter
from html import unescape
from itertools import product

import pytest
from click.testing import CliRunner
from pypdf import PdfReader
from samples import sample
from small_site import checkout

from handbook import ROOT
from handbook.cli import commands
from handbook.core import html_tokens
from handbook.core.diagnostics import DiagnosticError
from handbook.export import pdf
from handbook.export.chapters import Chapter, Cover
from handbook.project.languages import languages
from handbook.site import offline_formats

# A book takes minutes to print and read: each run prints a small one, the night all books and the beginnings of them.
SOME, ALL = 5, 99
EACH = pytest.mark.parametrize(
    "code, most", sample(product([one.code for one in languages(ROOT)], [SOME, ALL]), always=())
)
FEWEST = {SOME: 40, ALL: 150}  # pages
LETTERS = {"en": "“”", "de": "äöüß", "sr": "čćšžđ", "sr-cyrl": "ђјљњћџчшж", "sw": "ng'"}
SIGNS = "∑√·×−"
A4 = (595, 842)


@pytest.fixture(scope="module")
def books(browser, takes_minutes, tmp_path_factory):
    """The book of a language: the file, its chapters, the places it links to, the text of each page.

    Printed when asked for.
    """
    folder, made = tmp_path_factory.mktemp("books"), {}

    def get(code: str, most: int):
        if (code, most) not in made:
            kept = {}
            write = pdf.write
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(
                    pdf,
                    "write",
                    lambda chapters, *more: (
                        kept.setdefault("chapters", chapters[:most]) and write(chapters[:most], *more)
                    ),
                )
                path, places = offline_formats.write_book(code, folder)
            reader = PdfReader(path)
            made[code, most] = reader, kept["chapters"], places, [words(page.extract_text()) for page in reader.pages]
        return made[code, most]

    return get


def words(text: str) -> str:
    """Text without what a line break or a ligature may change."""
    for one, other in {"ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "ﬃ": "ffi", "\u00ad": "", "’": "'", "‘": "'"}.items():
        text = text.replace(one, other)
    return re.sub(r"[\s\u200b]+", "", text)


def code_of(lines: int) -> str:
    return (
        "<pre><span></span><code>"
        + "".join(f'<span class="n">line</span> {number}\n' for number in range(lines))
        + "</code></pre>"
    )


@pytest.mark.parametrize(
    ("lines", "together"), [(3, []), (23, []), (24, [12, 12]), (40, [12, 12, 16]), (48, [12, 12, 12, 12])]
)
def test_only_long_code_is_cut_and_nothing_of_it_is_lost(lines, together):
    cut = html_tokens.serialize(pdf._split_long_code(html_tokens.pieces(code_of(lines))))
    assert [part.count("\n") for part in cut.split('<span class="book-lines">')[1:]] == together
    assert cut.replace('<span class="book-lines">', "").replace("\n</span>", "\n") == code_of(lines).replace(
        "\n</span>", "\n"
    )


def test_code_is_not_cut_within_a_text_of_several_lines():
    text = "<pre><code>" + "x\n" * 11 + '<span class="sd">one\ntwo\nthree</span>\n' + "y\n" * 12 + "</code></pre>"
    first = html_tokens.serialize(pdf._split_long_code(html_tokens.pieces(text))).split('<span class="book-lines">')[1]
    assert first.endswith("three</span>\n</span>")


def test_a_small_book_has_its_chapters_on_the_pages_that_its_contents_say(browser, takes_minutes, tmp_path):
    path, places = offline_formats.write_book("de", tmp_path, checkout(tmp_path / "checkout"))
    reader = PdfReader(path)
    pages = [words(page.extract_text()) for page in reader.pages]
    contents = "".join(pages[1 : places["index"] - 1])
    for place, title in {
        "by-hand": "Attention von Hand",
        "by-hand--scores": "Scores",
        "causal-attention": "Masks",
    }.items():
        assert words(title) in pages[places[place] - 1] and f"{words(title)}{places[place]}" in contents
    assert places["index"] < places["by-hand"] < places["causal-attention"] == len(pages)
    assert 'raiseValueError("no")' in "".join(pages), "code"
    assert "x" in _spoken(reader), "a formula"
    assert {(round(float(page.mediabox.width)), round(float(page.mediabox.height))) for page in reader.pages} == {A4}
    assert reader.trailer["/Root"]["/Lang"] == "de"
    inside = ["/Dest" in note.get_object() for note in reader.pages[places["causal-attention"] - 1].get("/Annots", [])]
    assert any(inside), "a link to a section of another chapter"


@EACH
def test_the_contents_say_on_which_page_each_chapter_and_section_stands(books, code, most):
    _, chapters, places, pages = books(code, most)
    assert len(pages) >= FEWEST[most]
    assert len(chapters) == len({chapter.name for chapter in chapters}) >= min(most, 14)
    first = places["index"]
    contents = "".join(pages[1 : first - 1])
    for chapter in chapters:
        title, number = words(html_tokens.text_content(chapter.title)), places[chapter.name]
        assert title in pages[number - 1], chapter.name
        assert f"{title}{number}" in contents, f"{chapter.name} on page {number}"
        for anchor, heading in pdf.sections(chapter.html):
            heading, number = words(html_tokens.text_content(heading)), places[f"{chapter.name}--{anchor}"]
            assert heading in pages[number - 1], f"{chapter.name}#{anchor} on page {number}"
            assert f"{heading}{number}" in contents, f"{chapter.name}#{anchor} on page {number}"
    numbers = [places[chapter.name] for chapter in chapters]
    assert numbers == sorted(numbers)
    for chapter, start, end in zip(chapters, numbers, [*numbers[1:], len(pages) + 1]):
        for place in range(
            start, end
        ):  # the number at the foot is the page's own, as the title at its head is the chapter's
            assert f"{words(html_tokens.text_content(chapter.title))}{place}" in pages[place - 1], place


@EACH
def test_text_code_and_formulas_are_all_there_and_can_be_copied(books, code, most):
    _, chapters, _, pages = books(code, most)
    text = "".join(pages)
    assert all(letter in text for letter in LETTERS[code] if letter.strip())
    assert all(sign in text for sign in SIGNS)
    for chapter in chapters:
        codes = re.findall(r"<pre>.*?<code>(.*?)</code></pre>", chapter.html, re.S)
        lines = [
            line
            for one in codes
            for line in unescape(re.sub(r"<[^>]+>", "", one)).split("\n")
            if len(line.strip()) > 12
        ]
        lost = [line for line in lines if words(line) not in text]
        # A line that is cut by the foot of a page is no loss.
        assert len(lost) <= len(lines) / 50, (chapter.name, lost[:5])


@pytest.mark.parametrize("code, most", sample([("sr-cyrl", SOME), ("en", ALL)], always=()))
def test_every_formula_is_said_to_screen_readers(books, code, most):
    """A formula lost is a box, or nothing.

    One language: the structure of three hundred pages takes long to read, and formulas are the same in all.
    """
    reader, chapters, _, _ = books(code, most)
    tex = [
        unescape(one).strip()
        for chapter in chapters
        for one in re.findall(r'<annotation encoding="application/x-tex">(.*?)</annotation>', chapter.html, re.S)
    ]
    spoken = Counter(words(one) for one in _spoken(reader))
    assert len(tex) > (150 if most == ALL else 50) and not Counter(map(words, tex)) - spoken


def _spoken(reader: PdfReader) -> list[str]:
    """What screen readers say of pictures and formulas: the texts in the document's structure."""
    found, waiting = [], [reader.trailer["/Root"]["/StructTreeRoot"]]
    while waiting:
        item = waiting.pop().get_object()
        if isinstance(item, list):
            waiting += item
        elif isinstance(item, dict):
            if item.get("/Alt"):
                found.append(str(item["/Alt"]))
            if "/K" in item:
                waiting.append(item["/K"])
    return found


@EACH
def test_pages_are_a4_links_stay_inside_and_the_document_is_tagged_with_its_language(books, code, most):
    reader, chapters, _, _ = books(code, most)
    assert {(round(float(page.mediabox.width)), round(float(page.mediabox.height))) for page in reader.pages} == {A4}
    root = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"] and root["/Lang"] == next(
        one.lang for one in languages(ROOT) if one.code == code
    )
    assert len(reader.outline) > min(most, 11) - 1
    inside, outside = 0, []
    for page in reader.pages:
        for annotation in page.get("/Annots", []):
            link = annotation.get_object()
            if "/Dest" in link:
                inside += 1
            elif "/A" in link:
                outside.append(str(link["/A"].get_object().get("/URI", "")))
    assert inside > (400 if most == ALL else 60)
    home = next(iter(outside))
    assert all(url.startswith("http") for url in outside), [url for url in outside if not url.startswith("http")][:3]
    names = {chapter.name for chapter in chapters}
    lost = [
        url
        for url in outside
        if (match := re.search(r"attention-by-example/(?:[a-z-]{2,7}/)?([a-z-]+)/(?:#.*)?$", url)) and match[1] in names
    ]
    assert home and lost == []


@EACH
def test_no_page_is_blank_and_every_letter_has_a_typeface(books, code, most):
    reader, _, _, pages = books(code, most)
    assert "(http" not in pages[0], "the title page says its addresses twice"
    fonts = set()
    for number, page in enumerate(reader.pages, 1):
        assert len(pages[number - 1]) > 20 and "\ufffd" not in pages[number - 1], f"page {number}"
        for font in page["/Resources"].get("/Font", {}).values():
            fonts.add(str(font.get_object().get("/BaseFont", "")).partition("+")[2])
    families = {re.split("[-_]", font)[0] for font in fonts if font}
    assert any("SourceSans" in family for family in families), families
    # Of sums and of brackets around them; they stand far behind the first page.
    assert {"KaTeX_Main-Regular", "KaTeX_Math-Italic", "KaTeX_Size1-Regular", "KaTeX_Size2-Regular"} <= fonts


def test_a_chapter_without_its_place_is_seen(tmp_path):
    """The contents' numbers come from the printed pages: a wrong one would not settle."""
    chapter = Chapter(
        "a/",
        "A",
        "",
        (
            '<h1 id="a">A</h1><h2 id="b">B <a class="headerlink" href="#b">#</a></h2>'
            '<p id="c"><a href="../x/">x</a> <a href="../a/#b">b</a></p>'
        ),
        "en",
    )
    cover = Cover("T", "S", "Contents", "English", "https://x.org/", "", "en")
    html = pdf.html([chapter], cover, [], {"a": 3, "a--b": 4})
    assert '<span class="book-number">3</span>' in html and '<span class="book-number">4</span>' in html
    assert 'href="https://x.org/x/"' in html and 'href="#a--b"' in html and 'id="a--c"' in html
    assert "headerlink" not in html and pdf.UNKNOWN_PAGE in pdf.html([chapter], cover, [], {})


def test_without_a_browser_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(DiagnosticError, match="no Chromium found"):
        pdf.browser()
    done = CliRunner().invoke(commands.main, ["pdf", "en"])
    assert done.exit_code == 1 and "apt-get install chromium" in done.stderr
