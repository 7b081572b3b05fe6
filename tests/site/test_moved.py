"""A page's old address leads to the page: in each language, from a server and from the zip, without scripts."""

import pytest
from file_server import served
from small_site import checkout

from handbook.core.diagnostics import errors
from handbook.export import offline_zip
from handbook.site import build, search


@pytest.fixture(scope="module")
def built(takes_minutes, tmp_path_factory):
    """The sites of two languages, and the zip of one as a folder: ``calculation`` was the name of ``by-hand``."""
    folder = tmp_path_factory.mktemp("moved")
    root = checkout(folder / "checkout")
    (root / "content/book.toml").write_text('[moved]\ncalculation = "by-hand"\nunknown = "nowhere"\n')
    for code in ("en", "de", "sr"):
        place = folder / "site" / ("" if code == "en" else code)
        assert not errors(build.build_language(code, place, root=root))
    for name, data in offline_zip.files(folder / "site/de").items():
        path = folder / "unpacked" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


@pytest.mark.parametrize(
    ("old", "new", "title"),
    [
        ("site/calculation/", "site/by-hand/", "Attention by hand"),
        ("site/de/calculation/", "site/de/by-hand/", "Attention von Hand"),
        ("unpacked/calculation/index.html", "unpacked/by-hand/index.html", "Attention von Hand"),
    ],
)
def test_an_old_address_leads_on_without_scripts(built, browser, old, new, title):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    with served(built) as address:
        base = f"{built.as_uri()}/" if old.startswith("unpacked") else address
        page.goto(base + old)
        page.wait_for_url(base + new)
        assert page.locator("h1").inner_text().startswith(title)
    context.close()


def test_search_engines_and_sitemaps_know_only_the_new_address(built):
    html = (built / "site/de/calculation/index.html").read_text()
    assert '<meta name="robots" content="noindex">' in html and '<html lang="de"' in html
    assert '<link rel="canonical" href="https://' in html and '/de/by-hand/">' in html
    assert "calculation" not in (built / "site/sitemap.xml").read_text()
    assert "calculation" not in (built / "site" / search.SECTIONS).read_text()
    assert not (built / "site/unknown").exists(), "to a page that doesn't exist"
