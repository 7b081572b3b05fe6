"""What the explorer's tests share: its pages in a browser, and its model in torch."""

from __future__ import annotations

import shutil

import pytest
from explorer_pages import LANGS, PAGE, show
from markdown import Markdown

from handbook import ROOT
from handbook.export import explorer_page
from handbook.site import bundler


@pytest.fixture(scope="module")
def reference(torch):
    """The explorer's model, computed by torch."""
    from explorer_reference import Reference

    return Reference()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A page for each language, made by the Markdown extension, with the site's styles and scripts."""
    folder = tmp_path_factory.mktemp("explorer")
    for name in explorer_page.STYLES:
        shutil.copy(ROOT / "theme" / "assets" / "stylesheets" / f"{name}.css", folder)
    for language, lang in LANGS.items():
        made = explorer_page.files(ROOT, language, bundler.bundle)
        for uri in (explorer_page.SCRIPT, explorer_page.WEIGHTS):
            (folder / uri.rpartition("/")[2]).write_text(made[uri](), encoding="utf-8")
        (folder / f"alone-{language}.html").write_text(made[explorer_page.PAGE](), encoding="utf-8")
        body = Markdown(
            extensions=["handbook.extensions.widgets"],
            extension_configs={"handbook.extensions.widgets": {"language": language}},
        ).convert('<div data-widget="explorer"></div>')
        (folder / f"{language}.html").write_text(PAGE.format(lang=lang, body=body), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def tab(browser):
    """One browser tab from files; it remembers what went wrong and what was asked for."""
    context = browser.new_context(
        viewport={"width": 1100, "height": 900},
        permissions=["clipboard-read", "clipboard-write"],
        accept_downloads=True,
    )
    page = context.new_page()
    page.faults, page.asked = [], []
    page.on("console", lambda message: message.type in ("error", "warning") and page.faults.append(message.text))
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("request", lambda request: page.asked.append(request.url))
    yield page
    context.close()
    assert page.faults == []
    assert {url.partition(":")[0] for url in page.asked} <= {"file", "about", "data", "blob"}, "something was fetched"


@pytest.fixture
def page(tab, folder):
    show(tab, folder)
    return tab
