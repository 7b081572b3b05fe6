"""What `make lint` is set up to tell: typing errors, and widgets that break their contract; and lines of JavaScript."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from handbook import ROOT
from handbook.core import npm

TYPOS = [str(Path(sys.executable).with_name("typos")), "--color=never", ".", "tests"]
TSC = [npm.node(), str(ROOT / "node_modules" / "typescript" / "bin" / "tsc"), "--pretty", "false"]


def test_a_typing_error_is_told_in_source_and_english_pages_and_in_no_translation(tmp_path):
    (tmp_path / "tests").mkdir()
    for name in ("pyproject.toml", "tests/_typos.toml"):
        shutil.copyfile(ROOT / name, tmp_path / name)
    slip = "rec" + "ieve\n"
    names = (
        "src/a.py",
        "frontend/b.js",
        "docs/en/c.md",
        "docs/de/d.md",
        "i18n/en/ui.toml",
        "i18n/de/ui.toml",
        "tests/e.py",
    )
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(slip, encoding="utf-8")
    done = subprocess.run([*TYPOS, "--format=brief"], cwd=tmp_path, capture_output=True, text=True)
    told = {line.removeprefix("./").partition(":")[0] for line in done.stdout.splitlines()}
    assert (done.returncode, told) == (2, {name for name in names if "/de/" not in name})


BREACHES = [
    ("    corner: messages.number,\n", ""),  # of a table
    ('role: "weight",\n      bar:', 'role: "wieght",\n      bar:'),  # of a cell
    ("edit: (current, value) =>", "edti: (current, value) =>"),
    ('kind: "switch"', 'kind: "swich"'),  # of a control
    ("set: (current, subtract) => ({ ...current, subtract }),\n", ""),
    ("    notes: notes(computed, messages),\n", ""),  # of what is shown
    ("clean, view };", "clean };"),
    ("start, clean, view };", "clean, view };"),
]


def test_widgets_that_break_the_contract_are_told(tmp_path):
    """components/types.d.ts says what a widget is."""
    shutil.copytree(ROOT / "frontend", tmp_path / "frontend")
    shutil.copyfile(ROOT / "jsconfig.json", tmp_path / "jsconfig.json")
    code = (ROOT / "frontend/widgets/softmax.js").read_text(encoding="utf-8")
    for number, (right, wrong) in enumerate(BREACHES):
        assert code.count(right) == 1
        path = tmp_path / f"frontend/widgets/softmax-{number}.js"
        path.write_text(code.replace(right, wrong), encoding="utf-8")
    done = subprocess.run([*TSC, "--project", tmp_path / "jsconfig.json"], capture_output=True, text=True)
    told = set(re.findall(r"(softmax[\w.-]*)\(\d+,\d+\): error TS", done.stdout))
    assert told == {f"softmax-{number}.js" for number in range(len(BREACHES))}, done.stdout + done.stderr


def test_javascript_lines_fit():
    """Biome breaks code, but neither texts nor comments."""
    files = [path for folder in ("src", "tests", "benchmarks", "frontend") for path in (ROOT / folder).rglob("*.*js")]
    files = [path for path in files if path.suffix in (".js", ".mjs") and "node_modules" not in path.parts]
    assert len(files) > 50
    long = [
        f"{path.relative_to(ROOT)}:{number}: {len(line)}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 120
    ]
    assert long == []
