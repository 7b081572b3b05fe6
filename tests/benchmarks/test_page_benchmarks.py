"""What the benchmarks of pages tell of a visit."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from handbook import ROOT


@pytest.fixture
def pages(monkeypatch):
    """The benchmark on a fast line."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    import pages

    monkeypatch.setattr(
        pages, "SLOW", {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    )
    monkeypatch.setattr(pages, "QUIET", 0.8)
    return pages


def test_a_visit_tells_bytes_by_kind_other_hosts_and_when_a_page_answers(pages, browser, tmp_path):
    """On a page that asks another host twice and is busy after it was painted."""
    html = (
        '<!doctype html><title>A page</title><link rel="stylesheet" href="style.css"><h1>Painted</h1>'
        '<img src="picture.svg" alt="" width="9" height="9">'
        '<script src="https://elsewhere.invalid/one.js" async></script>'
        '<script src="https://elsewhere.invalid/two.js" async></script>'
        '<script src="busy.js" defer></script>'
    )
    files = {
        "index.html": html,
        "style.css": "/*" + "ab" * 50_000 + "*/",
        "picture.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
    }
    files["busy.js"] = (
        "requestAnimationFrame(() => setTimeout(() => { "
        "const end = performance.now() + 300; while (performance.now() < end); "
        "}, 200))"
    )
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pages.served(tmp_path) as address:
        found = pages.visit(browser, address)
    assert found.hosts == {"elsewhere.invalid": 2}
    assert found.requests >= 6 and {"html", "css", "js", "pictures"} <= {
        kind for kind, size in found.kilobytes.items() if size > 0
    }
    assert found.kilobytes["css"] < 5, "compressed"
    assert 0 < found.times["painted"] <= found.times["interactive"] - 0.3
    assert found.times["blocked"] >= 250


@pytest.mark.nightly
def test_kinds_of_pages_are_compared_with_stock_pages(browser, site_dir, tmp_path):
    file = tmp_path / "figures.json"
    command = [
        sys.executable,
        "benchmarks/run.py",
        "pages",
        "--runs",
        "1",
        "--page",
        "a lab",
        "--site",
        str(site_dir),
        "--json",
        str(file),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    tables = json.loads(file.read_text(encoding="utf-8"))["benchmarks"]["pages"]["tables"]
    painted = tables[0]["rows"]
    assert (
        [row["name"] for row in painted] == ["a lab, stock", "a lab, this site"]
        and painted[0]["ratio"] == 1.0
        and painted[1]["ratio"] > 0
    )
    sent = {row["name"]: row["median"] for row in tables[-1]["rows"]}
    assert sent["other hosts, this site"] == 0 and sent["other hosts, stock"] >= 2
    assert 0 < sent["html, this site"] < sent["html, stock"]


def test_an_unknown_kind_of_page_is_answered_with_the_known_ones(pages):
    import measure

    with pytest.raises(SystemExit, match="home, a chapter"):
        pages.run(measure.Options(page="a page"))
