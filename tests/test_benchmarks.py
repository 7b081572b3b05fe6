"""Each benchmark at its smallest, run as a person runs it: the figures are there, and tell nothing about whose machine it is."""

from __future__ import annotations

import gzip
import json
import platform
import subprocess
import sys
from urllib.request import Request, urlopen

import pytest

from handbook import ROOT, widgets

CALCULATORS = [name for name in widgets.WIDGETS if name != widgets.explorer.NAME]

SMALLEST = {
    "examples": (["--page", "by-hand"], ['python -c "import torch"', "all pages, one process", "pytest docs -q"]),
    "status": (["--pages", "2", "--languages", "3"], ["markdown-it-py parses the pages", "handbook.blocks parses the pages", "handbook status", "handbook check, the pages"]),
    "widgets": (["--changes", "5"], ["an input that shows only itself", *(row for name in CALCULATORS for row in ([name] if name == "spreadsheet" else [name, f"{name}, full"]))]),
    "attention": (["--tokens", "64"], ["MultiHeadAttention of the tutorial", "the tutorial's wrapper of single heads", "torch.nn.MultiheadAttention", "the same layers with torch's scaled_dot_product_attention"]),
    "explorer": ([], ["torch, 32 bits", "the page's JavaScript, 64 bits"]),
}


@pytest.mark.parametrize("name", SMALLEST)
def test_a_benchmark_tells_medians_and_ratios(name, tmp_path, request):
    if name == "widgets":
        request.getfixturevalue("browser")  # which says what to do where there is none
    options, compared = SMALLEST[name]
    file = tmp_path / "figures.json"

    done = subprocess.run([sys.executable, "benchmarks/run.py", name, "--runs", "1", "--json", str(file), *options], cwd=ROOT, capture_output=True, text=True)

    assert done.returncode == 0, done.stdout + done.stderr
    text = file.read_text(encoding="utf-8")
    figures = json.loads(text)
    assert set(figures) == {"versions", "machine", "benchmarks"}
    assert figures["versions"]["torch"] and figures["machine"]["cores"]
    for private in (str(ROOT), str(tmp_path), platform.node()):
        assert private not in text

    report = figures["benchmarks"][name]
    assert report["title"] in done.stdout
    for table in report["tables"]:
        assert table["title"] and table["rows"]
        for row in table["rows"]:
            assert 0 <= row["least"] <= row["median"] <= row["most"], row
            assert row["runs"] == 1
    rows = report["tables"][0]["rows"]
    assert [row["name"] for row in rows] == compared
    assert rows[0]["ratio"] == 1.0
    assert all(row["ratio"] > 0 for row in rows)


def test_an_unknown_benchmark_is_answered_with_the_known_ones():
    done = subprocess.run([sys.executable, "benchmarks/run.py", "speed"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2
    assert "examples" in done.stderr and "Traceback" not in done.stderr


def test_figures_are_kept_only_with_those_of_the_same_versions_and_machine(monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    import measure
    import run

    file = tmp_path / "figures.json"
    earlier = {**measure.surroundings(), "benchmarks": {"status": {"title": "as it was"}}}
    monkeypatch.setitem(run.BENCHMARKS, "quick", lambda options: measure.Report("Quick", [measure.Table("one", [measure.Row("a row", [1.0])])]))

    file.write_text(json.dumps(earlier), encoding="utf-8")
    assert set(run.main(["quick", "--json", str(file)])["benchmarks"]) == {"status", "quick"}
    assert json.loads(file.read_text(encoding="utf-8"))["benchmarks"]["status"] == {"title": "as it was"}

    earlier["versions"]["torch"] = "1.0"
    file.write_text(json.dumps(earlier), encoding="utf-8")
    assert set(run.main(["quick", "--json", str(file)])["benchmarks"]) == {"quick"}


def test_lighthouse_is_asked_for_where_it_is_missing(monkeypatch):
    """It is 185 MB of packages, which only `make bench` sets up; its server is tested below."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    import lighthouse
    import measure

    monkeypatch.setattr(lighthouse.shutil, "which", lambda name: "/usr/bin/chromium")
    monkeypatch.setattr(lighthouse, "PROGRAM", ROOT / "benchmarks" / "nowhere.js")
    with pytest.raises(SystemExit, match="npm ci --prefix benchmarks"):
        lighthouse.run(measure.Options())


def test_lighthouse_is_shown_pages_as_hosts_send_them(monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    import lighthouse

    text = "<!doctype html><title>A page</title>" + "<p>much the same</p>" * 500
    (tmp_path / "index.html").write_text(text, encoding="utf-8")
    (tmp_path / "font.woff2").write_bytes(b"wOF2")
    with lighthouse.served(tmp_path) as address:
        with urlopen(Request(address, headers={"Accept-Encoding": "gzip"})) as answer:
            sent = answer.read()
            assert answer.headers["Content-Encoding"] == "gzip" and answer.headers["Content-Type"] == "text/html; charset=utf-8"
        with urlopen(f"{address}font.woff2") as answer:
            assert answer.read() == b"wOF2" and answer.headers["Content-Encoding"] is None
    assert gzip.decompress(sent).decode("utf-8") == text and len(sent) < len(text) / 10
