"""What a page puts off: nothing of it is lost, links into the page lead where they should, and it is about as tall as it will be."""

from __future__ import annotations

import re

import pytest

from handbook import ROOT, frames, later, markup
from handbook.pages import Handbook
from waiting import until

HANDBOOK = Handbook(ROOT)
SHORT = "<p>word</p>\n"
LONG = f"<p>{'word ' * 1600}</p>\n"  # more than the first view
CODE = '<div class="language-python highlight"><pre><span></span><code><span class="n">x</span> <span class="o">=</span> <span class="n">f</span><span class="p">(</span><span class="mi">1</span><span class="p">)</span>\n<span class="nb">print</span><span class="p">(</span><span class="n">x</span><span class="p">)</span>\n</code></pre></div>\n'


def tags(html: str, name: str) -> list[markup.Piece]:
    return [piece for piece in markup.pieces(html) if piece.kind == markup.START and piece.tag == name]


def test_words_of_code_in_its_own_color_need_no_element():
    made = later.lighter(CODE)
    assert markup.plain(made) == markup.plain(CODE)
    assert re.findall(r'<span class="(\w+)"', made) == ["o", "p", "mi", "p", "nb", "p", "p"]
    assert made.count("<span") == made.count("</span>")


def test_a_span_that_says_more_than_a_color_stays():
    marked = '<div class="highlight"><code><span class="hll"><span class="n">x</span></span><span class="n" id="here">y</span></code></div>'
    assert re.findall(r"<span[^>]*>", later.lighter(marked)) == ['<span class="hll">', '<span class="n" id="here">']


def test_code_tells_how_many_lines_it_has():
    assert tags(later.lighter(CODE), "div")[0].attributes["style"] == "--lines:2"


@pytest.mark.parametrize("lines", [later.ONE_PAGE, later.ONE_PAGE + 1])
def test_code_that_may_be_cut_at_the_end_of_a_printed_page_is_marked(lines):
    made = tags(later.lighter(f'<div class="highlight"><pre><code>{"x" + chr(10)}</code></pre></div>'.replace("x\n", "x\n" * lines)), "div")[0]
    assert (later.LONG in made.attributes["class"].split()) == (lines > later.ONE_PAGE)


@pytest.mark.parametrize("html, waits", [(SHORT + SHORT, [False, False]), (SHORT + LONG + SHORT, [False, True, True])])
def test_what_reaches_below_the_first_view_waits(html, waits):
    assert [later.LATER in piece.attributes.get("class", "") for piece in tags(later.lighter(html), "p")] == waits


def test_headings_and_closed_boxes_are_left_alone():
    inside = "<em>a</em>" * 30
    assert [*tags(later.lighter(f"{LONG}<h2>{inside}</h2><details>{inside}</details>"), "h2")[0].attributes] == []
    assert [*tags(later.lighter(f"{LONG}<h2>{inside}</h2><details>{inside}</details>"), "details")[0].attributes] == []


def test_a_table_waits_in_its_frame():
    frame = tags(later.lighter(frames.framed(f"{LONG}<table>{'<tr><td>a</td></tr>' * 30}</table>")), "div")[0]
    assert frame.attributes["class"].split() == [frames.FRAME, later.LATER]
    assert frame.attributes["style"] == f"{later.TALL}:{30 * 2.15:.0f}"


def test_what_has_classes_and_styles_keeps_them():
    made = tags(later.lighter(f'{LONG}<form class="quiz" style="--a:1" id="q">{SHORT}</form>'), "form")[0]
    assert made.attributes["class"] == f"quiz {later.LATER}" and made.attributes["id"] == "q"
    assert re.fullmatch(r"--a:1;--tall:\d+", made.attributes["style"])


# -- in a browser

SIZES = {"desktop": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
CHAPTERS = ["by-hand", "seeing-attention", "lab-heads"]
EVERYTHING = """() => { for (const part of document.querySelectorAll("article *")) part.style.setProperty("content-visibility", "visible"); return document.documentElement.scrollHeight; }"""
SKIPPED = """() => [...document.querySelectorAll("article .later, article .highlight code")].filter((part) => part.firstElementChild && !part.firstElementChild.checkVisibility({ contentVisibilityAuto: true })).length"""
TOP = """(id) => document.getElementById(id).getBoundingClientRect().top"""


@pytest.fixture(params=SIZES)
def tab(browser, request):
    context = browser.new_context(viewport=SIZES[request.param])
    page = context.new_page()
    page.wide = request.param == "desktop"
    yield page
    context.close()


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_page_is_as_tall_as_it_will_be_within_a_tenth(tab, address, name):
    tab.goto(f"{address}{name}/")
    assert tab.evaluate(SKIPPED) > 10, "something waits, else this test sees nothing"
    guessed = tab.evaluate("document.documentElement.scrollHeight")
    assert guessed == pytest.approx(tab.evaluate(EVERYTHING), rel=0.1)


@pytest.mark.parametrize("name", CHAPTERS)
@pytest.mark.parametrize("way", ["address", "click"])
def test_links_lead_to_their_headings(tab, address, name, way):
    """From the top of the page, over everything that has never been placed, and on to a place above."""
    page = HANDBOOK.page("en", name)
    headings = [block.attributes["id"] for block in page.blocks if block.kind == "heading"][2:]
    for heading in (headings[-1], headings[len(headings) // 2]):
        tab.goto("about:blank")
        tab.goto(f"{address}{name}/{f'#{heading}' if way == 'address' else ''}", wait_until="load")
        if way == "click":
            tab.evaluate("(id) => document.querySelector(`.md-nav--secondary a[href='#${id}']`).click()", heading)
        tab.wait_for_timeout(400)
        shown = tab.evaluate("innerHeight")
        at_end = tab.evaluate("document.documentElement.scrollHeight - scrollY - innerHeight < 16")  # or what stands below has grown a little since
        assert 0 <= tab.evaluate(TOP, heading) <= (shown if at_end else 130), heading


def test_it_is_found_by_searching_in_the_page(tab, address):
    tab.goto(f"{address}by-hand/")
    where = """[...document.querySelectorAll("article > p.later")].pop()"""
    assert tab.evaluate(f"!{where}.firstElementChild.checkVisibility({{ contentVisibilityAuto: true }})"), "it hasn't been placed yet"
    words = tab.evaluate(f"[...{where}.childNodes].flatMap((node) => (node.nodeType === 3 ? node.textContent.split('\\n') : [])).sort((a, b) => b.length - a.length)[0].trim()")
    assert tab.evaluate("(words) => window.find(words)", words)
    until(tab, f"{where}.getBoundingClientRect().top < innerHeight && {where}.contains(getSelection().anchorNode)")


# -- scripts of parts that calculate


def test_scripts_of_parts_far_below_are_loaded_when_these_come_near(tab, address):
    asked = []
    tab.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    tab.goto(f"{address}seeing-attention/", wait_until="networkidle")
    assert not {"explorer.js", "explorer-model.js", "widgets.js"} & set(asked)
    tab.evaluate("document.querySelector('[data-widget]').scrollIntoView({ behavior: 'instant' })")
    until(tab, "document.querySelector('[data-widget]').dataset.ready === 'true'")
    assert [name for name in asked if name in ("explorer.js", "explorer-model.js", "widgets.js")] == ["explorer-model.js", "explorer.js"], "each once, in order"


def test_a_link_with_numbers_starts_its_part_at_once(tab, address):
    tab.goto(f"{address}by-hand/#state=softmax.e30")
    until(tab, "document.querySelector('[data-widget=softmax]').dataset.ready === 'true'")
    until(tab, "scrollY > innerHeight")


STYLED = "getComputedStyle(document.querySelector('.widget .widget-title')).fontWeight > 400 && [...document.styleSheets].some(({ href }) => href?.endsWith('/widgets.css'))"


@pytest.mark.parametrize("wanted_by", ["touch", "link", "widget", "no scripts"])
def test_a_widget_has_its_styles_before_it_is_seen(browser, address, wanted_by):
    context = browser.new_context(viewport=SIZES["phone"], is_mobile=True, java_script_enabled=wanted_by != "no scripts")
    page = context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    page.goto(f"{address}by-hand/{'#widget-softmax' if wanted_by == 'link' else ''}", wait_until="domcontentloaded" if wanted_by == "link" else "networkidle")
    if wanted_by in ("touch", "widget"):
        assert "widgets.css" not in asked
        page.evaluate("dispatchEvent(new Event('scroll'))" if wanted_by == "touch" else "document.querySelector('.widget').scrollIntoView({ behavior: 'instant' })")
    until(page, STYLED, timeout=5_000)
    assert asked.count("widgets.css") == 1
    if wanted_by == "link":
        assert page.evaluate("document.querySelector('link[href$=\"/widgets.css\"]').getAttribute('blocking')") == "render", "the part that the link leads to is never shown without them"
    context.close()


@pytest.mark.parametrize("name", ["index", "by-hand", "lab-heads", "glossary"])
def test_styles_and_script_of_chapters_are_where_they_are_needed(site_dir, name):
    html = (site_dir / ("" if name == "index" else name) / "index.html").read_text(encoding="utf-8")
    needed = any(part in html for part in ('class="quiz', 'class="plot', 'class="take"'))
    assert needed == (name in ("by-hand", "lab-heads"))
    assert ("assets/stylesheets/chapter." in html) == ("assets/javascripts/chapter.js" in html) == needed
