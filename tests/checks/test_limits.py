"""Input without measure: too large, too deep, too long, or without an end. It is told at once, at its place."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from handbook.checks.language_detection import FOREIGN_SPAN
from handbook.cli.commands import main
from handbook.core.diagnostics import Finding, format_findings
from handbook.markdown.parser import parse
from handbook.project.checkout import Project
from handbook.translation import catalogs, source_history


def handbook(root: Path, *arguments: str) -> Result:
    result = CliRunner().invoke(main, ["--root", str(root), *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    return result


@pytest.mark.parametrize(
    "name, text",
    [
        ("i18n/de/ui.toml", "".join(f'key{number} = "x"\n' for number in range(100_000))),
        ("i18n/de/glossary.toml", "# x\n" * 300_000),
        ("i18n/de/lock/scores.lock", "x\n" * 600_000),
    ],
)
def test_a_file_that_would_take_minutes_is_refused_by_its_size(small_handbook, name, text):
    path = small_handbook / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    result = handbook(small_handbook, "check")
    assert result.exit_code == 1
    assert f"{name}:1: {len(text)} bytes are too many" in result.output and "at most" in result.output


@pytest.mark.parametrize("text", ["[{}]\nx = 1\n", "{} = 1\n"])
def test_tables_nested_without_end_are_refused_at_their_line(small_handbook, text):
    deep = ".".join("a" * 5000)
    (small_handbook / "i18n/de/ui.toml").write_text(f"# first\n{text.format(deep)}", encoding="utf-8")
    result = handbook(small_handbook, "check")
    assert result.exit_code == 1 and "i18n/de/ui.toml:2: nested too deep" in result.output


def test_a_long_link_is_told_where_it_stands_and_hides_nothing_else(small_handbook):
    page = small_handbook / "docs/en/scores.md"
    text = page.read_text(encoding="utf-8")
    for target in (f"{'a' * 300}.md", f"{'a' * 300}.png", f"scores.md#{'a' * 300}"):
        page.write_text(f"{text}\n[x]({target})\n\n[y](nowhere.md)\n", encoding="utf-8")
        last = text.count("\n") + 4
        result = handbook(small_handbook, "check")
        assert f"docs/en/scores.md:{last - 2}: a link to" in result.output, result.output
        assert f"docs/en/scores.md:{last}: a link to nowhere.md" in result.output


def seconds(work: Callable[[str], object], text: str) -> float:
    began = time.process_time()
    work(text)
    return time.process_time() - began


@pytest.mark.parametrize(
    "work, part",
    [
        (lambda text: FOREIGN_SPAN.sub(" ", text), "„"),
        (lambda text: FOREIGN_SPAN.sub(" ", text), "“"),
        (lambda text: parse(f"# T {{ #t }}\n\n{text}", "docs/en/t.md", "en", "t"), "<a\n"),
    ],
    ids=["quotation marks below", "quotation marks above", "tags"],
)
def test_what_is_opened_100_000_times_takes_no_minutes(work, part):
    """Time that grows with the square would be 100 times as long for 10 times as much."""
    short = min(seconds(work, part * 1_000) for _ in range(3))
    assert seconds(work, part * 30_000) < max(300 * short, 0.5)


@pytest.mark.parametrize("command, name", [(["import"], "pipe"), (["draft", "--read"], "/dev/zero")])
def test_a_pipe_is_refused_and_not_waited_for(small_handbook, command, name):
    os.mkfifo(small_handbook / "pipe")
    done = subprocess.run(
        [sys.executable, "-m", "handbook.cli", *command, name],
        cwd=small_handbook,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1 and f"{name}:1: not a regular file\n    save what it gives" in done.stderr, done.stderr


def test_a_pipe_among_the_pages_is_told_and_stops_what_writes(small_handbook):
    os.mkfifo(small_handbook / "docs/de/other.md")
    for command in ("check", "collect"):
        result = handbook(small_handbook, command)
        assert result.exit_code == 1 and "docs/de/other.md:1: a pipe or a device" in result.output


def test_git_that_says_nothing_is_not_waited_for_for_ever(small_handbook, tmp_path_factory, monkeypatch):
    programs = tmp_path_factory.mktemp("bin")
    (programs / "git").write_text("#!/bin/sh\nsleep 30\n", encoding="utf-8")
    (programs / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(source_history, "LONGEST_ANSWER", 0.2)
    began = time.monotonic()
    result = handbook(small_handbook, "accept", "--yes", str(small_handbook / "docs/de/scores.md"))
    assert result.exit_code == 1 and "git:1: `git " in result.output and time.monotonic() - began < 20
    assert not (small_handbook / "i18n/de/lock/scores.lock").exists()


# -- what is printed


def test_letters_that_the_terminal_lacks_are_written_otherwise(small_handbook):
    path = small_handbook / "docs/de/scores.md"
    path.write_text(path.read_text(encoding="utf-8").replace("[die Summe]", "[ćirilica ш]"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "handbook.cli", "accept", "docs/de/scores.md"],
        cwd=small_handbook,
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
    )
    assert b"Traceback" not in done.stderr and b"[\\u0107irilica \\u0448]" in done.stdout


def test_no_finding_steers_a_terminal():
    finding = Finding("docs/en/\x1b[2Ja.md", 1, "“\x1b]0;x\x07\u202e” and\x9b", "\x1b[1A in the hint")
    text = format_findings([finding])
    assert text == "docs/en/?[2Ja.md:1: “\\x1b]0;x\\x07\\u202e” and\\x9b\n    \\x1b[1A in the hint"


def test_a_catalog_of_another_page_is_told_in_no_time(small_handbook, tmp_path_factory):
    text = catalogs.catalog(Project(small_handbook), "de", "scores")
    path = tmp_path_factory.mktemp("po") / "big.po"
    others = "".join(f'\nmsgctxt "x {n}"\nmsgid "word {n}"\nmsgstr "Wort {n}"\n' for n in range(6_000))
    path.write_text(text + others, encoding="utf-8")
    began = time.process_time()
    result = handbook(small_handbook, "import", str(path))
    assert "6000 texts are of another page" in result.output and time.process_time() - began < 15
