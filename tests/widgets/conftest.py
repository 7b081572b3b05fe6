"""What the widgets' tests share: a page for each language, in a browser."""

from __future__ import annotations

import shutil

import pytest
from markdown import Markdown
from widget_pages import LANGS, NAMES, PAGE, open_page

from handbook import ROOT
from handbook.site import bundler
from handbook.site import fonts as site_fonts


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A page for each language with all widgets, made by the Markdown extension.

    With the site's typefaces, styles and script.
    """
    folder = tmp_path_factory.mktemp("widgets")
    fonts, faces = site_fonts.files(".")
    for path, make in fonts.items():
        (folder / path).write_bytes(make())
    (folder / "typefaces.css").write_text(faces, encoding="utf-8")
    for name in ("tokens", "widgets"):
        shutil.copy(ROOT / "theme" / "assets" / "stylesheets" / f"{name}.css", folder)
    (folder / "widgets.js").write_text(bundler.bundle(ROOT / "frontend" / "entries" / "widgets.js"), encoding="utf-8")
    text = "# Widgets\n\n" + "\n\n".join(f'<div data-widget="{name}"></div>' for name in NAMES)
    for language, lang in LANGS.items():
        body = Markdown(
            extensions=["handbook.extensions.widgets"],
            extension_configs={"handbook.extensions.widgets": {"language": language}},
        ).convert(text)
        (folder / f"{language}.html").write_text(PAGE.format(lang=lang, body=body), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def tab(browser, folder):
    """One page for all tests of numbers; it remembers what went wrong."""
    context = browser.new_context(
        viewport={"width": 1100, "height": 900},
        permissions=["clipboard-read", "clipboard-write"],
        accept_downloads=True,
    )
    page = context.new_page()
    page.faults = []
    page.on("console", lambda message: message.type in ("error", "warning") and page.faults.append(message.text))
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    yield page
    context.close()
    assert page.faults == []


@pytest.fixture
def page(tab, folder):
    open_page(tab, folder)
    return tab
