"""The zip of one language: small, the same each time, and whole when it is opened as files."""

import json
import re
import subprocess
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from browsers import executable
from click.testing import CliRunner
from live.real_python import check, tell
from samples import sample
from small_site import checkout
from waiting import until

from handbook import ROOT
from handbook.cli import commands
from handbook.core import html_tokens, npm
from handbook.export import offline_zip
from handbook.project.languages import languages

BY_DAY = "sr-cyrl"
EDITIONS = [one.code for one in languages(ROOT)]
EACH = pytest.mark.parametrize("code", sample(EDITIONS, [BY_DAY]))
QUERIES = {
    "en": "softmax",
    "de": "Kontextvektor",
    "sr": "vektor konteksta",
    "sr-cyrl": "вектор контекста",
    "sw": "vekta ya muktadha",
}


@pytest.fixture(scope="session")
def zips(site_dir, tmp_path_factory, nightly) -> dict[str, Path]:
    """The zips of the languages, each unpacked beside it."""
    folder = tmp_path_factory.mktemp("zips")
    found = {}
    for code in EDITIONS if nightly else (BY_DAY,):
        place = site_dir / code
        if code == "en":  # lies at the root, around the others
            place = folder / "en-site"
            place.mkdir()
            for path in site_dir.iterdir():
                if path.name not in EDITIONS:
                    (place / path.name).symlink_to(path)
            place = _copied(place, folder / "en-copy")
        found[code] = offline_zip.pack(place, f"book-{code}", folder / f"{code}.zip")
        zipfile.ZipFile(found[code]).extractall(folder)
    return found


def _copied(source: Path, target: Path) -> Path:
    import shutil

    return shutil.copytree(source, target, symlinks=False)


def unpacked(zips: dict[str, Path], code: str) -> Path:
    return zips[code].parent / f"book-{code}"


@EACH
def test_it_is_small_and_the_same_each_time(zips, site_dir, tmp_path, code):
    assert 300_000 < zips[code].stat().st_size <= offline_zip.MAX_SIZE
    if code != "en":
        again = offline_zip.pack(site_dir / code, f"book-{code}", tmp_path / "again.zip")
        assert again.read_bytes() == zips[code].read_bytes()
    names = zipfile.ZipFile(zips[code]).namelist()
    assert {name.split("/")[0] for name in names} == {f"book-{code}"} and names == sorted(names)
    assert f"book-{code}/index.html" in names and f"book-{code}/assets/javascripts/search-sections.js" in names
    assert not any(name.endswith(("404.html", "sitemap.xml", ".map", "search_index.json")) for name in names)


@EACH
def test_every_link_leads_to_a_file_that_is_there_and_nothing_is_taken_from_elsewhere(zips, code):
    folder = unpacked(zips, code)
    pages = sorted(folder.rglob("*.html"))
    assert len([path for path in pages if path.name == "index.html"]) >= 14
    links = 0
    for path in pages:
        for piece in html_tokens.pieces(path.read_text(encoding="utf-8")):
            if piece.kind != html_tokens.START:
                continue
            for name in ("href", "src"):
                url = piece.attributes.get(name, "")
                parts = urlsplit(url)
                if parts.scheme or parts.netloc:
                    assert piece.tag == "a" or parts.scheme == "data", f"{path}: {piece.raw}"
                elif parts.path:
                    target = path.parent / parts.path
                    assert target.is_file(), f"{path.relative_to(folder)}: {url}"
                    assert folder in target.resolve().parents
                    links += 1
    assert links > 500


def test_planted_faults_are_seen(zips, tmp_path):
    """What the test above would miss, it would miss in silence."""
    page = (
        '<html><head><link rel="alternate feed" href="https://x.org/">'
        "<meta property=\"og:title\" content='b'>"
        '<meta http-equiv="Content-Security-Policy" content="a">'
        '<meta http-equiv="refresh" content="0; url=../by-hand/"></head>'
        '<a href="../by-hand/#scores">a</a>'
        '<details class="languages"><ul><li><a href="../de/">Deutsch</a></li></ul></details>'
        '<a class="md-header__button alphabet" href="../sr/">Latinica</a>'
        '<a href=".">b</a><a href="#c">c</a><a href="a.py">d</a>'
    )
    made = offline_zip.offline_page(page, "by-hand/index.html")
    assert re.findall('href="([^"]*)"', made) == ["../by-hand/index.html#scores", "index.html", "#c", "a.py"]
    assert 'content="0; url=../by-hand/index.html"' in made
    assert (
        "Deutsch" not in made
        and "Latinica" not in made
        and "og:" not in made
        and 'Security-Policy" content="a"' in made
    )


@EACH
def test_opened_as_files_links_search_and_widgets_work_without_any_request(zips, browser, code):
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    seen, wrong = [], []
    page.on("request", lambda request: seen.append(request.url))
    # What is on its way when the page is left is no fault of it.
    page.on(
        "requestfailed",
        lambda request: "ERR_ABORTED" in (request.failure or "") or wrong.append(f"{request.url}: {request.failure}"),
    )
    page.on("console", lambda message: message.type == "error" and wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto((unpacked(zips, code) / "index.html").as_uri())
    assert page.locator("details.languages, a.alphabet").count() == 0
    page.click("article li a[href^='by-hand/'] >> nth=0")
    page.wait_for_url("**/by-hand/index.html*")
    page.wait_for_selector(".md-footer__link--next", state="attached")

    page.locator("[data-widget=by-hand]").scroll_into_view_if_needed()
    cell = page.locator("[data-widget=by-hand] input[data-cell='embeddings[1][0]']").first
    weight = page.locator("[data-widget=by-hand] [data-cell='weights[0][0]']").first
    before = weight.inner_text()
    cell.fill("2")
    cell.press("Tab")
    until(page, "([cell, before]) => cell.textContent !== before", arg=[weight.element_handle(), before])

    page.keyboard.press("/")
    page.locator("#search input").fill(QUERIES[code])
    first = page.locator("#search .search__section:not([href*='/by-hand/'])").first
    first.wait_for(timeout=60_000)
    first.click()
    page.wait_for_url("**/index.html?h=*")
    assert page.locator("article h1").count() == 1
    assert [url for url in seen if not url.startswith(("file:", "data:", "about:", "blob:"))] == []
    assert wrong == []
    context.close()


@EACH
def test_every_page_keeps_its_policy(zips, site_dir, code):
    folder = unpacked(zips, code)
    pages = sorted(folder.rglob("*.html"))
    tag = re.compile('<meta http-equiv="Content-Security-Policy" content="[^"]+">')
    for path in pages:
        kept = tag.findall(path.read_text(encoding="utf-8"))
        published = site_dir / ("" if code == "en" else code) / path.relative_to(folder)
        assert len(kept) == 1 and kept == tag.findall(published.read_text(encoding="utf-8")), path


STRANGE = """<script>document.title = "ran"</script><img src="{0}/image"><iframe src="{0}/frame"></iframe>
<link rel=stylesheet href="{0}/style"><script src="{0}/script"></script><form action="{0}/form">
<button id=send>s</button></form></article>"""


@pytest.mark.parametrize("browser_name", sample(["chromium", "firefox"], ["chromium"]))
def test_a_stranger_in_an_opened_page_neither_runs_nor_asks_another_host(zips, tmp_path, browser_name):
    """What all checks have overlooked, the policy stops, in both browsers."""
    asked = []

    class Host(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_error(404)

    page = unpacked(zips, BY_DAY) / "by-hand" / "strange.html"
    html = page.with_name("index.html").read_text(encoding="utf-8")
    with ThreadingHTTPServer(("127.0.0.1", 0), Host) as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{host.server_port}"
        page.write_text(html.replace("</article>", STRANGE.format(address), 1), encoding="utf-8")
        plan = {"browser": browser_name, "executable": executable(browser_name), "url": page.as_uri(), "other": address}
        command = [npm.node(), ROOT / "tests/hand/strange.mjs", json.dumps(plan)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        page.unlink()
        host.shutdown()
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["ready"] and told["title"] != "ran" and told["fetched"] is False
    assert asked == ["/end"], "which the test asks for itself"


@pytest.mark.parametrize("browser_name", sample(["chromium", "firefox"], ["chromium"]))
def test_code_runs_from_a_folder(zips, browser_name):
    check(tell(browser_name, (unpacked(zips, BY_DAY) / "by-hand" / "index.html").as_uri()))


def test_the_command_writes_it_and_refuses_what_is_not_there(takes_minutes, tmp_path):
    root = checkout(tmp_path / "checkout")
    done = CliRunner().invoke(commands.main, ["--root", str(root), "offline", "sr-cyrl", "--to", str(tmp_path)])
    assert done.exit_code == 0, done.output
    path = tmp_path / "attention-by-example-sr-cyrl.zip"
    script = zipfile.ZipFile(path).read("attention-by-example-sr-cyrl/assets/javascripts/search-sections.js")
    assert "преведено" in script.decode("utf-8")
    refused = CliRunner().invoke(commands.main, ["--root", str(root), "offline", "xx", "--to", str(tmp_path)])
    assert refused.exit_code == 1 and "no language of this handbook" in refused.stderr
