"""Each benchmark at its smallest, run as a person runs it.

The figures are there, and tell nothing about whose machine it is.
"""

from __future__ import annotations

import gzip
import importlib.util
import json
import platform
import subprocess
import sys
from collections import Counter
from urllib.request import Request, urlopen

import pytest
from samples import sample

from handbook import ROOT
from handbook.extensions import widgets
from handbook.markdown import parser

CALCULATORS = [name for name in widgets.names() if name != widgets.EXPLORER]
STATIC = ["mkdocs-static-i18n"] if importlib.util.find_spec("mkdocs_static_i18n") else []  # `make bench` sets it up
SMALLEST = {
    "examples": (
        ["--page", "by-hand"],
        [
            'python -c "import torch"',
            "all pages, one process",
            "pytest docs -q --fresh",
            "pytest docs -q, runs remembered",
        ],
    ),
    "status": (
        ["--pages", "2", "--languages", "3"],
        [
            "markdown-it-py parses the pages",
            "the parser of pages reads them",
            "handbook status",
            "handbook check, the pages",
        ],
    ),
    "widgets": (
        ["--changes", "5"],
        [
            "an input that shows only itself",
            *(row for name in CALCULATORS for row in ([name] if name == "spreadsheet" else [name, f"{name}, full"])),
            "explorer",
            "explorer, full",
        ],
    ),
    "attention": (
        ["--tokens", "64"],
        [
            "MultiHeadAttention of the tutorial",
            "the tutorial's wrapper of single heads",
            "torch.nn.MultiheadAttention",
            "the same layers with torch's scaled_dot_product_attention",
        ],
    ),
    "explorer": ([], ["torch, 32 bits", "the page's JavaScript, 64 bits"]),
    "building": (
        ["--page", "references", "--site-pages", "4", "--site-languages", "3"],
        [
            *STATIC,
            "Material, a build a language",
            "MkDocs without Material, a build a language",
            "handbook build",
            "handbook build, four languages",
        ],
    ),
    "peers": (
        ["--page", "why-attention", "--faults", "8"],
        ["handbook", "sybil", "pytest-examples", "mktestdocs", "nbval"],
    ),
}


@pytest.mark.parametrize("name", sample(SMALLEST, ["status"]))
def test_a_benchmark_tells_medians_and_ratios(name, takes_minutes, tmp_path, request):
    if name == "widgets":
        request.getfixturevalue("browser")  # which says what to do where there is none
    if name == "peers":
        pytest.importorskip("nbval", reason="the peers aren't installed: only `make bench` sets them up")
    options, compared = SMALLEST[name]
    file = tmp_path / "figures.json"

    done = subprocess.run(
        [sys.executable, "benchmarks/run.py", name, "--runs", "1", "--json", str(file), *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )

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
    monkeypatch.setitem(
        run.BENCHMARKS,
        "quick",
        lambda options: measure.Report("Quick", [measure.Table("one", [measure.Row("a row", [1.0])])]),
    )

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
            assert (
                answer.headers["Content-Encoding"] == "gzip"
                and answer.headers["Content-Type"] == "text/html; charset=utf-8"
            )
        with urlopen(f"{address}font.woff2") as answer:
            assert answer.read() == b"wOF2" and answer.headers["Content-Encoding"] is None
    assert gzip.decompress(sent).decode("utf-8") == text and len(sent) < len(text) / 10


@pytest.fixture
def peers(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    import peers

    return peers


def test_peers_are_asked_for_where_they_are_missing(peers, monkeypatch):
    monkeypatch.setattr(peers, "find_spec", lambda name: None if name == "nbval" else name)
    with pytest.raises(SystemExit, match=r"nbval can't be imported: `make bench` sets"):
        peers.run(peers.Options())


def test_faults_are_the_same_in_each_run_and_of_every_kind(peers):
    planted = peers.faults.plant()
    assert Counter(fault.kind for fault in planted) == {kind: count for kind, (count, _) in peers.faults.KINDS.items()}
    assert len(planted) == 50 and len({fault.text for fault in planted}) == 50
    assert peers.faults.plant(9) == planted[:9]
    assert {fault.kind for fault in planted[:8]} == set(peers.faults.KINDS)
    for fault in planted:
        sound = (ROOT / "docs" / fault.language / f"{fault.name}.md").read_text(encoding="utf-8")
        assert fault.text != sound and fault.diff


def test_what_is_noticed_is_a_failure_that_the_sound_page_has_not(torch, peers, monkeypatch, tmp_path):
    monkeypatch.setattr(peers, "TOOLS", {name: peers.TOOLS[name] for name in (peers.OURS, peers.SYBIL)})
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    page = parser.parse(SMALL + '\n```python\nassert False, "known"\n```\n', "docs/en/small.md", "en")
    changes = {"print(x)": "print(y)", "1\n[0.5": "2\n[0.5", "# a": "# b"}
    planted = [
        peers.faults.Fault("a kind", "a family", "en", "small", page.source.replace(*change), "")
        for change in changes.items()
    ]
    monkeypatch.setattr(
        peers,
        "_sheet",
        lambda checkout, page: peers.Sheet(
            page,
            peers._written(checkout / "docs" / "en" / "small.md", page.source),
            tmp_path / "none",
            tmp_path / "none",
        ),
    )

    noticed, failing = peers._noticed(
        planted,
        {("en", "small"): peers._sheet(tmp_path / "sound", page)},
        [
            peers._sheet(tmp_path / f"fault-{n}", parser.parse(fault.text, page.path, "en"))
            for n, fault in enumerate(planted)
        ],
        tmp_path,
    )

    assert noticed == {peers.OURS: [True, True, False], peers.SYBIL: [True, False, False]}
    assert failing == {peers.OURS: 1, peers.SYBIL: 1}


SMALL = """---
description: A page
---
# Small { #small }

```python
x = 1  # a
print(x)
print([0.5, -2])
```

```{.text .output}
1
[0.5, -2]
```
"""


@pytest.mark.parametrize(
    "old, new, expected",
    [
        ("", "", ["#> 1", "#> [0.5, -2]"]),
        ("[0.5, -2]\n```", "[0.5, 2]\n```", ["#> 1", "#> [0.5, 2]"]),
        ("1\n[0.5, -2]\n```", "7\n[0.6, -2]\n```", ["#> 7", "#> [0.6, -2]"]),
        ("1\n[0.5", "[0.5", []),
        ("\n```{.text .output}\n1\n[0.5, -2]\n```\n", "", []),
        ("print(x)\n", "print(1 - x)\n", ["#> 1", "#> [0.5, -2]"]),
        ("print(x)\n", "", ["#> [0.5, -2]"]),
        ("```python\n", "```pythox\n", ["#> 1", "#> [0.5, -2]"]),
    ],
)
def test_a_fault_is_carried_into_comments(peers, old, new, expected):
    page = parser.parse(SMALL, "docs/en/small.md", "en")
    written = SMALL.replace("print(x)\n", "print(x)\n#> 1\n").replace(
        "print([0.5, -2])\n", "print([0.5, -2])\n#> [0.5, -2]\n"
    )
    spoiled = SMALL.replace(old, new, 1) if old else SMALL

    made = peers.carried.commented(page, written, spoiled).split("\n")

    assert [line for line in made if line.startswith("#>")] == expected
    assert "\n".join(line for line in made if not line.startswith("#>")) == spoiled
    for place, line in enumerate(made):
        if line.startswith("#>"):
            assert made[place - 1].startswith("print(")


@pytest.fixture
def building(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    import building

    return building


@pytest.mark.nightly
def test_a_larger_handbook_can_be_built(takes_minutes, building, tmp_path):
    """All of its pages in all of its languages come out: else larger sites would be measured by what is missing."""
    import measure

    root = building.larger(tmp_path / "larger", 30, 2, measure.Options())
    contender = building.ours(root, tmp_path / "site")
    assert contender() > 0 and contender.costs[0].cpu > 0.5 and contender.costs[0].peak > 50
    for language, folder in {"en": "", "de": "de/", "sr": "sr/"}.items():
        missing = {f"page-{number:04}" for number in range(27)} - {
            path.parent.name for path in (tmp_path / "site").glob(f"{folder}page-*/index.html")
        }
        assert not missing, language
        page = (tmp_path / "site" / f"{folder}page-0020/index.html").read_text(encoding="utf-8")
        assert 'aria-labelledby="__nav_3_label"' in page, "the second section isn't in the navigation"
    assert len(building.stock(tmp_path / "stock", root)) == 3


@pytest.mark.nightly
def test_what_is_switched_off_is_off(takes_minutes, building, tmp_path):
    root = building.checkout(tmp_path / "less", "by-hand", maths=False, editions=False)
    building.ours(root, tmp_path / "site")()
    page = (tmp_path / "site" / "by-hand" / "index.html").read_text(encoding="utf-8")
    assert "arithmatex" in page and "katex" not in page.partition("<article")[2]
    assert (tmp_path / "site" / "sr" / "by-hand").is_dir() and not (tmp_path / "site" / "sr-cyrl").exists()


def test_time_and_memory_are_those_of_all_processes(building, tmp_path):
    work = (
        "import time; held = bytearray(150_000_000); end = time.process_time() + 0.6\n"
        "while time.process_time() < end: pass"
    )
    both = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {work!r}])"
    cost = building.watched([sys.executable, "-c", both], tmp_path)
    assert cost.cpu >= 0.6 and 143 < cost.peak < 220
    with pytest.raises(SystemExit, match="no such"):
        building.watched([sys.executable, "-c", "raise SystemExit('no such')"], tmp_path)
