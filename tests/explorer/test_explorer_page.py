"""The explorer as a page: alone, in a notebook, saved as a picture, for everyone."""

from __future__ import annotations

import base64
import gzip
import json
import random
import re
from itertools import product

import pytest
from damaged_files import attention
from explorer_pages import LANGS, choose, paste, show
from samples import sample

from handbook import ROOT
from handbook.export import explorer_page
from handbook.extensions import widgets

SCHEMES = ("default", "slate")
STATES = ("start", "changed", "pinned", "wrong", "file")
FILE_VIEWS = ("heads", "model", "neurons", "matrix", "overview", "compare")
WITH_WORDS = ("heads", "neurons", "matrix", "compare", "lens", "maps")  # of the sentence
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
KILOBYTE = 1000


# -- the page for readers' own models


def attention_page(template: str, attention: dict) -> str:
    """As the chapter has it."""
    data = json.dumps(attention).replace("<", "\\u003c")
    return template.replace('id="attention">null<', f'id="attention">{data}<')


@pytest.mark.parametrize("language", sample(LANGS, ["sr"]))
def test_the_page_alone_shows_the_attention_put_into_it(tab, folder, tmp_path, language):
    template = (folder / f"alone-{language}.html").read_text(encoding="utf-8")
    assert not re.search(r"""(?:src|href)=["'](?!#|data:)""", template.partition("<script>")[0])
    assert "default-src 'none'; script-src 'sha256-" in template and "connect-src" not in template, (
        "its own policy lets nothing be loaded"
    )
    tokens = ["</script>", "<b>", "&", "\u2028"]
    page = attention_page(
        template,
        {
            "version": 1,
            "kind": "encoder",
            "tokens": tokens,
            "attention": attention(random.Random(4), 2, 3, 4, 4, False),
        },
    )
    (tmp_path / "mine.html").write_text(page, encoding="utf-8")
    show(tab, tmp_path, "mine")
    assert (
        tab.locator(".explorer-token.query").count() == 4
        and tab.locator(".explorer-stage").inner_text().count("</script>") == 2
    )
    for view in FILE_VIEWS:
        choose(tab, view)
    assert tab.evaluate("document.documentElement.lang") == LANGS[language]
    show(tab, folder, f"alone-{language}")
    assert tab.locator(".explorer-stage svg").count() == 0 and tab.locator("textarea").is_visible()
    paste(tab, "nonsense")
    assert tab.locator(".explorer-open + .explorer-problem").inner_text()


def test_the_page_alone_works_in_a_frame_of_a_notebook(tab, folder, tmp_path):
    from html import escape

    page = attention_page(
        (folder / "alone-en.html").read_text(encoding="utf-8"),
        {"version": 1, "kind": "decoder", "tokens": ["a", "b"], "attention": [[[[1, 0], [0.5, 0.5]]]]},
    )
    (tmp_path / "notebook.html").write_text(
        '<!doctype html><html lang="en"><title>n</title>'
        f'<iframe width="800" height="700" srcdoc="{escape(page)}"></iframe>',
        encoding="utf-8",
    )
    tab.goto((tmp_path / "notebook.html").as_uri())
    frame = tab.frame_locator("iframe")
    frame.locator(".explorer-token").nth(1).click()
    assert frame.locator(".explorer-token[aria-pressed=true]").count() == 1


# -- taking away


def test_pictures_are_saved_and_stand_alone(page):
    for view in widgets.VIEWS:
        choose(page, view)
        with page.expect_download() as download:
            page.locator("[data-act=picture_svg]").click()
        text = download.value.path().read_text(encoding="utf-8")
        assert download.value.suggested_filename == f"attention-{view}.svg"
        assert text.startswith("<svg") and "var(" not in text and "http://www.w3.org/2000/svg" in text
        assert ("dogs" in text) == (view in WITH_WORDS) and "<title>" in text
        with page.expect_download() as download:
            page.locator("[data-act=picture_png]").click()
        data = download.value.path().read_bytes()
        assert download.value.suggested_filename == f"attention-{view}.png" and data[:8] == b"\x89PNG\r\n\x1a\n"
        width, height = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
        assert width > 800 and height > 200
        colours = page.evaluate(
            """async base => {
          const image = new Image(); image.src = `data:image/png;base64,${base}`; await image.decode();
          const sheet = document.createElement("canvas"); [sheet.width, sheet.height] = [image.width, image.height];
          const brush = sheet.getContext("2d"); brush.drawImage(image, 0, 0);
          return new Set(new Uint32Array(brush.getImageData(0, 0, sheet.width, sheet.height).data.buffer)).size;
        }""",
            base64.b64encode(data).decode(),
        )
        assert colours > 20, "an empty picture"


# -- for everyone


@pytest.mark.parametrize("language", sample(LANGS, ["en"]))
def test_axe_finds_nothing_in_any_view_and_a_phone_is_wide_enough(tab, folder, language, nightly):
    """At night in each state all views in both schemes; by day a fifth of them: every view in some state."""
    show(tab, folder, language)
    tab.add_script_tag(path=str(AXE))
    pair = {
        "version": 1,
        "kind": "encoder",
        "tokens": ["[CLS]", "a", "[SEP]", "b"],
        "sentence_b_start": 3,
        "attention": attention(random.Random(5), 12, 12, 4, 4, False),
    }
    try:
        for place, state in enumerate(STATES):
            if state == "changed":
                for kind in ("remove", "scale", "row", "patch"):
                    tab.locator("[id$=what-kind]").select_option(kind)
                    tab.locator(".explorer-add").click()
            if state == "pinned":
                choose(tab, "heads")
                tab.locator(".explorer-token.query").nth(2).click()
                tab.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
            if state == "wrong":
                tab.locator("[id$=sentence]").fill("xxxx dgo")
                tab.keyboard.press("Enter")
                paste(tab, "{}")
            if state == "file":
                paste(tab, json.dumps(pair))
            views = list(product(FILE_VIEWS if state == "file" else widgets.VIEWS, SCHEMES))
            for view, scheme in views if nightly else views[place :: len(STATES)]:
                choose(tab, view)
                tab.evaluate("scheme => (document.body.dataset.mdColorScheme = scheme)", scheme)
                only = {} if scheme == "default" else {"runOnly": ["color-contrast"]}
                found = tab.evaluate(
                    "only => axe.run(document, { resultTypes: ['violations'], preload: false, ...only })", only
                )["violations"]
                assert [
                    (one["id"], one["nodes"][0]["html"][:300], one["nodes"][0]["failureSummary"]) for one in found
                ] == [], f"{state}, {view}, {scheme}"
                tab.set_viewport_size({"width": 360, "height": 740})
                tab.wait_for_timeout(50)
                assert tab.evaluate("document.documentElement.scrollWidth") <= 360, f"{state}, {view}"
                tab.set_viewport_size({"width": 1100, "height": 900})
    finally:
        tab.set_viewport_size({"width": 1100, "height": 900})


def test_first_use_is_light(folder):
    sent = ["explorer.js", "explorer-model.js", "explorer.css", "widgets.css"]
    sizes = {name: len(gzip.compress((folder / name).read_bytes())) for name in sent}
    assert sum(sizes.values()) <= 600 * KILOBYTE, sizes
    assert sizes["explorer.js"] <= 45 * KILOBYTE, sizes  # ten views, changes of the model, and files


def test_only_pages_with_the_explorer_load_it(site_dir):
    for path in site_dir.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        if path.name != explorer_page.PAGE.rpartition("/")[2]:
            shown = 'data-widget="explorer"' in text
            assert ("assets/javascripts/explorer.js" in text) == shown, path
            assert ("explorer-model.js" in text) == (shown or " data-model" in text), path
    for language in LANGS:
        assert (site_dir / ("" if language == "en" else language) / explorer_page.PAGE).is_file()
