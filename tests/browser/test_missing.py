"""A page that isn't there, on a host that knows one page for that: the one at the root, as GitHub Pages does."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from samples import sample

from handbook import ROOT
from handbook.project import configuration
from handbook.project.strings import Strings

HOME = urlsplit(configuration.load(ROOT)["site_url"]).path
HOST = "http://host.example"


@pytest.fixture
def host(open_page, site_dir):
    """A function that opens an address of the published site, with or without scripts."""

    def answer(route):
        file = site_dir / urlsplit(route.request.url).path.removeprefix(HOME)
        file = file / "index.html" if file.is_dir() else file
        if file.is_file():
            route.fulfill(path=file)
        else:
            route.fulfill(status=404, path=site_dir / "404.html")

    def opened(path: str, **options):
        page = open_page(**options)
        page.route(f"{HOST}/**", answer)
        page.goto(f"{HOST}{HOME}{path}", wait_until="load")
        return page

    return opened


@pytest.mark.parametrize("code", sample(["de", "sr", "sr-cyrl", "sw"], ["sr-cyrl"]))
def test_the_address_says_in_which_language_a_page_is_missing(host, code):
    page = host(f"{code}/nope/?a=1")
    words = Strings.of(code, "missing", ROOT)
    title = page.locator("h1", has_text=words("title"))
    title.wait_for()
    assert page.url == f"{HOST}{HOME}{code}/nope/?a=1", "the address can still be mended"
    assert page.title().startswith(words("title")) and page.locator(".missing").count() == 0
    assert page.locator("html").get_attribute("lang") == {"sr": "sr-Latn", "sr-cyrl": "sr-Cyrl"}.get(code, code)
    assert page.locator(".md-logo").first.evaluate("one => one.href").endswith(f"/{code}/")
    page.locator("label[for=__drawer]").first.evaluate("one => one.click()")
    assert page.locator(".md-nav--primary a.md-nav__link").nth(1).get_attribute("href").startswith(f"{HOME}{code}/")


def test_other_addresses_and_readers_without_scripts_see_all_languages(host):
    for page in (host("nope/"), host("denope/"), host("de/nope/", java_script_enabled=False)):
        assert page.locator("h1").inner_text() == Strings.of("en", "missing", ROOT)("title")
        assert page.locator(".missing").count() == 4
    assert host("de/404.html").locator("h1").inner_text() == Strings.of("de", "missing", ROOT)("title")


@pytest.mark.parametrize("address", ["//elsewhere.example/", "/\\elsewhere.example/"])
def test_an_address_behind_the_sign_leads_nowhere_else(host, address):
    page = host(f"de/404.html#{address}")
    page.wait_for_timeout(300)
    assert urlsplit(page.url).netloc == urlsplit(HOST).netloc
