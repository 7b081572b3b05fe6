"""Labs in the site, their plots and words, and the row that hands out a chapter's code."""

from __future__ import annotations

import gzip
import re

import pytest
from samples import PROJECT
from waiting import until

from handbook import ROOT
from handbook.core.diagnostics import errors
from handbook.execution import plot_capture
from handbook.execution.page_run import PageRun
from handbook.export import notebooks, scripts
from handbook.markdown import fences
from handbook.markdown.parser import parse
from handbook.project import book
from handbook.site import downloads, stage_page
from handbook.translation.parity import compare
from handbook.translation.sync import Synced, sync_page

SITE = book.load(ROOT).address
LABS = ["lab-heads", "lab-training"]
LANGUAGES = PROJECT.languages
KILOBYTES = 60  # of html, compressed; mkdocs-jupyter's own pages have 102
PHRASES = {"en": "Copied.", "de": "Kopiert.", "sr": "Kopirano.", "sw": "Msimbo umenakiliwa."}


def folder(site_dir, language, name):
    return site_dir / ("" if language == "en" else language) / name


def html(site_dir, language, name):
    return (folder(site_dir, language, name) / "index.html").read_text(encoding="utf-8")


# -- labs


def test_there_are_two_labs_in_every_language():
    assert [name for name in PROJECT.names() if stage_page.is_lab(PROJECT.page("en", name))] == LABS
    assert all(PROJECT.find(language, name) for language in LANGUAGES for name in LABS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", LABS)
def test_a_lab_is_shown_like_any_page_and_is_light(site_dir, language, name):
    page, text = PROJECT.page(language, name), html(site_dir, language, name)
    assert len(gzip.compress(text.encode(), 9)) < KILOBYTES * 1000
    assert "jp-" not in text and "highlight-ipynb" not in text and "<style" not in text  # nothing of Jupyter's look
    shown = re.findall(r'<h[1-6] id="([^"]+)"', text)
    assert [block.id for block in page.blocks if block.kind == "heading"] == [
        id for id in shown if not id.startswith("__")
    ]
    assert len(re.findall(r'<div[^>]* class="language-python highlight["\s]', text)) >= len(page.python())
    assert len(re.findall(r'class="[^"]*\boutput\b', text)) == len(
        [fence for fence in page.python() if page.output_of(fence)]
    )
    assert text.count('<figure class="plot') == len(plot_capture.plot_names(page)) > 1
    assert text.count("<title id=") == text.count("<desc id=") >= len(plot_capture.plot_names(page))
    assert text.count('<details class="success">') == sum(block.kind == "admonition" for block in page.blocks)
    formulas = sum(block.kind == "maths" for block in page.blocks) + sum(
        inline.kind == "maths" for block in page.blocks for inline in block.inlines()
    )
    assert text.count('class="katex-html"') == formulas
    assert f"{notebooks.notebook(page).cells[1].source[1:20]}" not in text  # what a notebook says of itself
    article, source = text.partition("<article")[2].partition("</article>")[0].split('<p class="print-source"')
    assert SITE not in article  # a notebook's links lead to the site, a page's to its neighbours
    assert SITE in source  # for who reads it on paper


@pytest.mark.parametrize("name", LABS)
def test_plots_are_drawn_in_colours_of_the_scheme_and_in_the_readers_language(site_dir, name):
    words = {}
    for language in LANGUAGES:
        text = html(site_dir, language, name)
        figures = re.findall(r'<figure class="plot.*?</figure>', text, re.DOTALL)
        assert not any(color in figure for figure in figures for color in ("#ffffff", "#000000"))
        ids = re.findall(r' id="([^"]+)"', "".join(figures))
        assert len(ids) == len(set(ids))
        words[language] = {
            word for figure in figures for word in re.findall(r"<text[^>]*>([^<]+)", figure) if " " in word
        }
    assert all(words.values())
    assert not set.intersection(*words.values())


# -- plots

DRAW = """\
---
description: d
---

# Plot { #page }

```python
import matplotlib.pyplot as plt
fig, ax = plt.subplots(figsize=(2, 2))
ax.plot([0, 1], [0, VALUE])
ax.set_ylim(0, 2)
plt.show()
```

<figure data-plot="line"MEASURED></figure>
"""


def draw(root, value="1", measured="", update=False, source=DRAW):
    page = parse(source.replace("VALUE", value).replace("MEASURED", measured), "docs/en/page.md", "en", "page")
    run = PageRun(page, root, update)
    return [finding.message for fence in page.python() for finding in run.check(fence)]


def test_a_plot_is_stored_and_compared_with_what_the_code_draws(torch, tmp_path):
    assert draw(tmp_path) == ["the code of docs/en/page.md:7 draws something else"]
    assert draw(tmp_path, update=True) == []
    assert draw(tmp_path) == []
    assert draw(tmp_path, "1.001") == []  # a fifth of a point: machines differ by less, eyes see more
    assert draw(tmp_path, "1.1") == ["the code of docs/en/page.md:7 draws something else"]
    assert draw(tmp_path, "1.1", " data-measured") == []
    assert draw(tmp_path, "1], label=chr(65)); ax.legend(); ax.plot([0", " data-measured") != []  # other elements
    assert draw(tmp_path, source=DRAW.replace("<figure", "Text.\n\n<figure")) == [
        "the code draws, but no plot stands behind it"
    ]
    assert draw(tmp_path, source=DRAW.replace("plt.show()", "plt.subplots()")) == [
        "the code draws 2 figures for the plot `line`"
    ]
    svg = (tmp_path / "snippets" / "en" / "plots" / "page.line.svg").read_text(encoding="utf-8")
    assert not re.search(r"<style|<script|DejaVu|<metadata|http://www.w3.org/1999", svg)


def test_numbers_and_colours_of_drawings_are_compared_as_the_eye_does():
    one = '<svg><path d="M 1.5 20" style="fill: #d63b5e"/><text x="3">0.41</text></svg>'
    assert plot_capture.same_drawing(one, one.replace("1.5 ", "1.6 ").replace("3b5e", "3c5e"))
    for planted in (
        one.replace("20", "21"),
        one.replace("d63b5e", "c63b5e"),
        one.replace("0.41", "0.42"),
        one.replace("path", "rect"),
        "",
    ):
        assert not plot_capture.same_drawing(one, planted)
    assert plot_capture.same_structure(one, one.replace("0.41", "0.42")) and not plot_capture.same_structure(
        one, one.replace("</text>", "!</text>")
    )


@pytest.mark.parametrize("name", LABS)
def test_on_a_desktop_no_plot_is_wider_than_its_column(browser, address, name):
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{address}{name}/")
    wide = page.evaluate(
        "[...document.querySelectorAll('.plot .picture-wide')].map((box) => [box.scrollWidth, box.clientWidth])"
    )
    page.close()
    assert len(wide) > 1 and all(drawn <= room for drawn, room in wide), wide


def corners(path: str) -> list[tuple[float, float]]:
    """Where a path of M, L, h, v and z goes."""
    at, found = (0.0, 0.0), []
    for step, numbers in re.findall(r"([MLhvz])([^MLhvz]*)", path):
        values = [float(number) for number in numbers.split()]
        if step == "z":
            continue
        if step == "h":
            at = (at[0] + values[0], at[1])
        elif step == "v":
            at = (at[0], at[1] + values[0])
        else:
            at = (values[0], values[1])
        found.append(at)
    return found[:4]


@pytest.mark.parametrize(
    "path, short",
    [
        ("M 55.34 20.04 L 68.48 20.04 L 68.48 33.18 L 55.34 33.18 L 55.34 20.04", True),
        ("M 0 354.92 L 568.08 354.92 L 568.08 0 L 0 0 z", True),
        ("M 10 30 L 10 20 L 40 20 L 40 30 z", True),
        ("M 10 30 L 10 20 L 40 20 L 50 30 z", False),  # a slant
        ("M 10 30 L 40 30 L 10 30 L 40 30 z", False),  # no room within
        ("M 10 30 L 40 30 L 40 20 L 20 20 z", False),
        ("M 10 30 L 40 30 L 40 20 L 10 20 L 5 5", False),  # goes on
        ("M 10 30 L 40 20", False),
    ],
)
def test_rectangles_of_a_plot_are_written_short_and_stay_where_they_are(path, short):
    made = re.search(
        r' d="([^"]*)"', plot_capture.html(f'<svg viewBox="0 0 9 9"><path d="{path}"/></svg>', "Title", "Text", "name")
    )[1]
    assert (made != path) == short and len(made) <= len(path)
    assert corners(made) == [pytest.approx(corner, abs=0.051) for corner in corners(path)]


def test_a_plot_without_words_drawing_or_code_is_found():
    page = PROJECT.page("en", "lab-heads")
    spoiled = page.source.replace('data-plot="one-table"', 'data-plot="no-table"').replace(
        '<figure data-plot="sharp-heads">', 'Text.\n\n<figure data-plot="sharp-heads">'
    )
    found = [finding.message for finding in plot_capture.check(parse(spoiled, page.path, "en", page.name), ROOT)]
    assert found == [
        "the plot `no-table` isn't stored",
        "[plot.no-table] has no `title`",
        "[plot.no-table] has no `description`",
        "the plot `sharp-heads` stands behind no code",
        "docs/en/lab-heads.md has no such plot",
        "docs/en/lab-heads.md has no such plot",
    ]
    assert [*plot_capture.check(page, ROOT)] == []


# -- words of plots: the one place where a translation's code may differ

WORDED = (
    '---\ndescription: d\n---\n\n# Page { #page }\n\n```{.python .words}\nrows = "query"\n```\n\n'
    '```python\nprint("query")\n```\n\n```{.text .output}\nquery\n```\n'
)


def worded(text, language="de"):
    return parse(text, f"docs/{language}/page.md", language, "page")


def test_only_in_a_fence_of_words_may_strings_differ():
    source = worded(WORDED, "en")
    assert errors(compare(source, worded(WORDED.replace('rows = "query"', 'rows = "Anfrage"')))) == []
    assert [
        finding.line
        for finding in errors(compare(source, worded(WORDED.replace('print("query")', 'print("Anfrage")'))))
    ] == [12]
    assert errors(compare(source, worded(WORDED.replace('rows = "query"', 'lines = "Anfrage"'))))


@pytest.mark.parametrize(
    "smuggled", ['rows = open("x")', 'print("x")', 'rows = f"{1}"', "rows = 1", 'rows = "a"\nimport os']
)
def test_a_fence_of_words_holds_nothing_else(smuggled):
    found = [finding.message for finding in fences.check(worded(WORDED.replace('rows = "query"', smuggled)))]
    assert found == ["a fence of words holds other code"]


def test_sync_keeps_translated_words_and_says_when_it_cannot():
    own = worded(WORDED.replace('rows = "query"', 'rows = "Anfrage"'))
    assert sync_page(worded(WORDED, "en"), own) == Synced(own.source, [], [])
    more = worded(WORDED.replace('rows = "query"', 'rows = "query"\ncolumns = "key"'), "en")
    synced = sync_page(more, own)
    text, told = synced.text, synced.findings
    assert 'columns = "key"' in text
    assert any(finding.message.startswith("words were taken from") for finding in told)


# -- the row


def chapters():
    return [
        (language, name)
        for language in LANGUAGES
        for name in PROJECT.names()
        if downloads.download_links(PROJECT.find(language, name), "")
    ]


def test_downloads_beside_a_page_are_its_script_and_its_notebook(site_dir):
    assert len(chapters()) > 40
    for language, name in chapters():
        beside = folder(site_dir, language, name)
        assert (beside / f"{name}.py").read_bytes() == (ROOT / "snippets" / language / f"{name}.py").read_bytes()
        assert (beside / f"{name}.ipynb").read_text(encoding="utf-8") == notebooks.text(PROJECT.page(language, name))


def test_the_row_leads_to_files_that_exist_and_to_colab(site_dir):
    for language, name in chapters():
        row = re.search(r'<div class="downloads".*?</div>', html(site_dir, language, name), re.DOTALL)[0]
        links = re.findall(r'href="([^"]+)"', row)
        assert links[:2] == [f"{name}.py", f"{name}.ipynb"]
        assert (
            links[2]
            == f"https://colab.research.google.com/github/attention-by-example/attention-by-example/blob/notebooks/{language}/{name}.ipynb"
        ), "where deploy.yml puts what `handbook notebooks` writes"
    for name in ("", "glossary", "references"):
        assert 'class="downloads"' not in html(site_dir, "en", name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_copying_takes_the_whole_script(browser, address, language):
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}{'' if language == 'en' else language + '/'}by-hand/")
    page.locator(".downloads__copy").click()
    until(page, "document.querySelector('.downloads__said').textContent !== ''")
    assert page.locator(".downloads__said").inner_text() == PHRASES[language]
    assert page.evaluate("navigator.clipboard.readText()") == (ROOT / "snippets" / language / "by-hand.py").read_text(
        encoding="utf-8"
    )
    assert all(url.startswith(address) for url in asked)
    context.close()


def test_copying_works_from_a_disk(browser, site_dir):
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"file://{site_dir}/by-hand/index.html")
    page.evaluate(
        "document.execCommand = () => { window.took = document.activeElement.value; return true }; "
        "navigator.clipboard.writeText = async (text) => { window.took = text }"
    )
    page.locator(".downloads__copy").click()
    until(page, "document.querySelector('.downloads__said').textContent !== ''")
    assert page.evaluate("window.took") == scripts.script(PROJECT.page("en", "by-hand"))
    context.close()


def test_without_scripts_the_files_stay_and_paper_has_no_row(browser, address):
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 800})
    page = context.new_page()
    page.goto(f"{address}de/by-hand/")
    assert not page.locator(".downloads__copy").is_visible()
    assert [link.is_visible() for link in page.locator(".downloads a").all()] == [True, True, True]
    page.emulate_media(media="print")
    assert not page.locator(".downloads").is_visible()
    context.close()
