"""A page printed from the browser: complete, in its typefaces, on white, with its source at the end."""

import re

import pytest
from pypdf import PdfReader
from samples import sample
from waiting import all_widgets, visit

A4 = (595, 842)


def words(text: str) -> str:
    """Text without what a line's end or a ligature may change."""
    return re.sub(r"[\s\u200b\u00ad]+", "", text.replace("ﬁ", "fi").replace("ﬂ", "fl"))


@pytest.fixture
def open_context(browser):
    """Opens pages in one theme, with or without scripts."""
    contexts = []

    def open_one(scheme: str = "light", scripts: bool = True):
        contexts.append(
            browser.new_context(
                viewport={"width": 1280, "height": 900}, color_scheme=scheme, java_script_enabled=scripts
            )
        )
        return contexts[-1].new_page()

    yield open_one
    for context in contexts:
        context.close()


def printed(page, folder) -> tuple[PdfReader, str]:
    path = folder / "page.pdf"
    page.pdf(path=path, prefer_css_page_size=True)
    reader = PdfReader(path)
    return reader, words("".join(one.extract_text() for one in reader.pages))


@pytest.mark.parametrize("scripts", sample([True, False], [True]), ids=["scripts", "no-scripts"])
def test_a_chapter_prints_on_a4_with_everything_open(open_context, address, tmp_path, scripts):
    page = open_context(scripts=scripts)
    page.goto(f"{address}by-hand/")
    if scripts:
        all_widgets(page)
        page.wait_for_selector("[data-widget=by-hand] input")
    folded = page.locator("article details:not(.picture-table, .widget *)")
    hidden = [words(one.locator("p").last.text_content()) for one in folded.all() if one.locator("p").count()]
    reader, text = printed(page, tmp_path)
    assert {(round(float(one.mediabox.width)), round(float(one.mediabox.height))) for one in reader.pages} == {A4}
    assert len(hidden) > 4 and [one[:40] for one in hidden if one[:40] not in text] == [], "folded on paper"
    assert "Attentionbyhand" in text[:200], "the navigation stands on the paper"
    last = words(reader.pages[-1].extract_text())
    assert "https://attention-by-example.github.io/attention-by-example/by-hand/" in last
    assert "(http" not in last, "licenses are known by their names"
    number = str(len(reader.pages))
    assert last.startswith(number) or last.endswith(number), last


PAPER = 658  # pixels between the margins of A4


@pytest.mark.parametrize("name", sample(["by-hand/", "find-the-bug/", "kv-cache/", "explorer/", ""], ["by-hand/"]))
def test_nothing_is_wider_than_the_paper(open_context, address, name):
    page = open_context()
    page.set_viewport_size({"width": PAPER, "height": 1000})
    visit(page, f"{address}{name}")
    page.emulate_media(media="print")
    assert page.locator("article table").count() > 0 or not name
    assert page.evaluate("document.documentElement.scrollWidth") == PAPER


def test_a_widget_prints_as_its_tables_with_the_numbers_that_were_set(open_context, address, tmp_path):
    page = open_context()
    visit(page, f"{address}by-hand/")
    all_widgets(page)
    cell = page.locator("[data-widget=by-hand] td input").first
    cell.fill("0.7654")
    cell.press("Enter")
    _, text = printed(page, tmp_path)
    assert "0.7654" in text
    page.emulate_media(media="print")
    assert not page.locator(".widget-controls, .widget-tools, .widget-said").locator("visible=true").count()
    assert cell.evaluate("one => getComputedStyle(one).borderStyle") == "none"


@pytest.mark.parametrize("name", sample(["by-hand", "explorer"], ["by-hand"]))
def test_in_the_dark_theme_paper_is_white_and_shows_nothing_that_is_pressed(open_context, address, name):
    page = open_context("dark")
    visit(page, f"{address}{name}/")
    all_widgets(page)
    scheme = "getComputedStyle(document.documentElement).colorScheme"  # what a page's margins are painted by
    assert page.evaluate(scheme) == "dark", "on the screen"
    page.emulate_media(media="print")
    assert page.evaluate(scheme) == "light"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") in (
        "rgb(255, 255, 255)",
        "rgba(0, 0, 0, 0)",
    )
    shown = page.locator("header, footer, nav, .md-sidebar, .explorer-open, .run, .headerlink, .code-wrap")
    assert not shown.locator("visible=true").count()
    shadows = page.evaluate(
        """() => [...document.querySelectorAll("article :is(pre > code, .arithmatex, .widget-grid, .picture-wide)")]
            .filter((one) => getComputedStyle(one).backgroundImage !== "none").length"""
    )
    assert shadows == 0, "an edge casts a shadow, where nothing scrolls"


@pytest.mark.parametrize("name", sample(["by-hand/", "sr-cyrl/causal-attention/"], ["sr-cyrl/causal-attention/"]))
def test_a_chapter_is_printed_in_its_own_typefaces_as_soon_as_it_is_there(open_context, address, tmp_path, name):
    page = open_context()
    page.goto(f"{address}{name}")
    reader, _ = printed(page, tmp_path)
    fonts = {
        str(font.get_object().get("/BaseFont", "")).partition("+")[2]
        for one in reader.pages
        for font in one["/Resources"].get("/Font", {}).values()
    } - {""}
    assert any(font.startswith("SourceSans3") for font in fonts) and any("Serif4" in font for font in fonts)
    assert {re.split("[-_]", font)[0] for font in fonts} <= {"SourceSans3", "SourceSerif4", "JetBrainsMono", "KaTeX"}


@pytest.mark.parametrize(
    ("language", "hyphens"),
    sample([("", "manual"), ("de/", "auto"), ("sr/", "auto"), ("sr-cyrl/", "auto")], [("", "manual"), ("de/", "auto")]),
)
def test_words_are_divided_in_german_and_serbian_and_code_never(open_context, address, language, hyphens):
    page = open_context()
    visit(page, f"{address}{language}by-hand/")
    assert page.locator("article p").first.evaluate("one => getComputedStyle(one).hyphens") == hyphens
    assert page.locator("article pre > code").first.evaluate("one => getComputedStyle(one).hyphens") == "manual"


FURTHER_DOWN = """(block) => {
  const article = document.querySelector("article");
  const pages = Array.from({ length: 12 }, (_, number) => {
    const page = document.createElement("div"), room = document.createElement("div");
    page.style.breakBefore = "page";
    room.style.height = `${200 + 5 * number}mm`;
    page.append(room, block.cloneNode(true));
    return page;
  });
  article.replaceChildren(...pages);
}"""


@pytest.mark.nightly  # by day: tests/extensions/test_code_blocks.py
def test_the_name_of_code_stands_on_the_page_of_its_first_line(open_context, address, tmp_path):
    page = open_context()
    visit(page, f"{address}multi-head-attention/")
    block = page.locator(".highlight.long:has(.filename)").first
    name = block.locator(".filename").text_content().strip()
    block.evaluate(FURTHER_DOWN)
    reader, _ = printed(page, tmp_path)
    named = [text for one in reader.pages if name in (text := one.extract_text()).split("\n")]
    assert len(named) == 12
    assert [text for text in named if "class" not in text] == [], "a page ends between the two"
