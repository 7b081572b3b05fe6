"""`kill -9` at random moments while commands write: each file is the old one or the new one, never lost, empty or cut.

A child process, forked from one that has imported everything, writes without pause until it is killed: half of the
times after a random while, half at a random one of its own calls to the system that touch files.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from click.testing import CliRunner

from handbook import ROOT
from handbook.checks import registry
from handbook.cli.commands import main
from handbook.core.files import write_atomically
from handbook.export import scripts
from handbook.project.checkout import Project
from handbook.translation import lockfile

KILLS = {"accept": 33, "sync": 34, "collect": 33}
ARGUMENTS = {
    "accept": ["accept", "--yes", "--unchanged", "only for this test", "{root}/docs/de/scores.md"],
    "sync": ["sync", "de"],
    "collect": ["collect"],
}
# The English page in two versions: going from one to the other gives each command something to write.
EDITS = {
    "accept": [("of two vectors.", "of any two vectors.")],
    "sync": [("(query * key).sum()", "(key * query).sum()")],
    "collect": [("# multiply, then add", "# first multiply, then add")],
}
TOUCHING = {"open", "os.rename", "os.chmod", "os.remove", "os.mkdir", "tempfile.mkstemp"}

forks = multiprocessing.get_context("forkserver")
forks.set_forkserver_preload(["handbook.cli.commands", "pytest", "click.testing"])


def versions(command: str, text: str) -> tuple[str, str]:
    other = text
    for old, new in EDITS[command]:
        assert old in other
        other = other.replace(old, new)
    return text, other


def arguments(root: Path | str, command: str) -> list[str]:
    return ["--root", str(root), *(word.format(root=root) for word in ARGUMENTS[command])]


def write_for_ever(root: str, command: str, text: str, calls: int, ready) -> None:
    """What the child does. ``calls``: at which of its calls it dies, or 0 for never by itself."""
    left = calls

    def count(event: str, about: tuple) -> None:
        nonlocal left
        if calls and event in TOUCHING and str(about[0]).startswith(root):
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)

    source = Path(root) / "docs" / "en" / "scores.md"
    for slow in (
        registry.formulas,
        registry.prose_language,
    ):  # else most kills would hit the start of KaTeX, not a write
        registry.PAGE_CHECKS.remove(slow)
    with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        sys.addaudithook(count)
        ready.set()
        while True:
            for version in reversed(versions(command, text)):
                write_atomically(source, version)
                main.main(arguments(root, command), standalone_mode=False)


def run(root: Path, command: str):
    return CliRunner().invoke(main, arguments(root, command))


def files(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and not path.name.startswith(".") and not path.is_relative_to(root / "dist")  # copies
    }


@pytest.mark.nightly
@pytest.mark.parametrize("command", KILLS)
def test_a_kill_at_any_moment_loses_and_cuts_no_file(takes_minutes, small_handbook, command):
    source = small_handbook / "docs" / "en" / "scores.md"
    text = source.read_text(encoding="utf-8")
    allowed: dict[str, set[bytes]] = {}
    for version in (*versions(command, text), text):
        write_atomically(source, version)
        assert run(small_handbook, command).exit_code == 0
        for name, data in files(small_handbook).items():
            allowed.setdefault(name, set()).add(data)
    assert any(len(several) > 1 for name, several in allowed.items() if name != "docs/en/scores.md"), (
        "the command writes nothing here"
    )
    if command == "accept":  # the lock also tells which English it has seen before, and why the last one passed
        known = allowed.pop("i18n/de/lock/scores.lock")

    chance = random.Random(f"kill {command}")
    for turn in range(KILLS[command]):
        by_call = turn % 2
        ready = forks.Event()
        child = forks.Process(
            target=write_for_ever,
            args=(str(small_handbook), command, text, chance.randint(1, 120) if by_call else 0, ready),
        )
        child.start()
        if by_call:
            child.join(20)
        else:
            assert ready.wait(30)
            time.sleep(chance.uniform(0, 0.08))
        child.kill()
        child.join()
        assert child.exitcode == -signal.SIGKILL
        there = files(small_handbook)
        if command == "accept":
            path = lockfile.path_of(small_handbook, "de", "scores")
            entries, damaged = lockfile.read(path, small_handbook)
            assert not damaged and len(entries) == max(data.count(b"\n") for data in known) - 1
            there.pop("i18n/de/lock/scores.lock")
        assert there.keys() == allowed.keys(), "a file is lost, or one more is there"
        assert all(there[name] in allowed[name] for name in there), "a file is cut"

    write_atomically(source, text)
    for again in ("sync", "collect", "accept"):
        assert run(small_handbook, again).exit_code == 0
    assert CliRunner().invoke(main, ["--root", str(small_handbook), "check"]).exit_code == 0


def test_what_an_interrupted_write_leaves_behind_is_nobodys_page(small_handbook):
    left = [".scores.md.x1y2z3.unfinished", ".scores.lock.x1y2z3.unfinished", ".scores.py.x1y2z3.unfinished"]
    for folder in ("docs/en", "docs/de", "i18n/de", "i18n/de/lock", "snippets/de", "i18n"):
        (small_handbook / folder).mkdir(exist_ok=True)
        for name in left:
            (small_handbook / folder / name).write_text("cut", encoding="utf-8")
    project = Project(small_handbook)
    assert project.languages == ["en", "de"]
    assert [page.name for page in project.pages()] == ["scores", "scores"]
    assert {path.name for path in scripts.targets(project)} == {"scores.py"}
    old, new = (small_handbook / f".site.{name}.unfinished" for name in ("x1", "x2"))  # of builds
    for folder in (old, new):
        folder.mkdir()
    os.utime(old, (0, 0))
    result = CliRunner().invoke(main, ["--root", str(small_handbook), "check"])
    assert result.exit_code == 0, result.output
    assert "docs/de/.scores.md.x1y2z3.unfinished:1: note: half-written by a command" in result.output
    assert old.name in result.output and new.name not in result.output, "it may be running"
    assert CliRunner().invoke(main, ["--root", str(small_handbook), "collect"]).exit_code == 0
    assert list(small_handbook.rglob("*.unfinished")) == [new]


def test_git_never_takes_what_an_interrupted_write_leaves_behind(tmp_path, monkeypatch):
    """By the name that a write has until it is done, and `.gitignore`."""
    unfinished = []
    monkeypatch.setattr("os.fsync", lambda handle: unfinished.extend(path.name for path in tmp_path.iterdir()))
    write_atomically(tmp_path / "scores.md", "x")
    ignored = subprocess.run(
        ["git", "check-ignore", "--no-index", f"docs/de/{unfinished[0]}"], cwd=ROOT, capture_output=True, text=True
    )
    assert unfinished[0].startswith(".scores.md.") and ignored.stdout.strip() == f"docs/de/{unfinished[0]}"


# -- writes that the system refuses, or that we do


def test_only_a_regular_file_is_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "precious")
    (tmp_path / "precious").write_text("kept", encoding="utf-8")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for name in ("pipe", "link", "loop"):
        with pytest.raises(OSError, match="not a regular file") as raised:
            write_atomically(tmp_path / name, "new")
        assert raised.value.filename == str(tmp_path / name)
    assert (tmp_path / "pipe").is_fifo() and (tmp_path / "precious").read_text(encoding="utf-8") == "kept"


@pytest.mark.parametrize("name", ["docs/en/scores.md", "i18n/de/language.toml"])
def test_a_draft_replaces_only_a_draft(small_handbook, name):
    def draft(path: Path):
        arguments = ["--root", str(small_handbook), "draft", "de", "scores", "--to", str(path)]
        result = CliRunner().invoke(main, arguments)
        assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
        return result

    before = (small_handbook / name).read_bytes()
    page = small_handbook / "docs/de/scores.md"
    page.write_text(page.read_text(encoding="utf-8").replace("- zweiter Punkt\n", ""), encoding="utf-8")
    result = draft(small_handbook / name)
    assert result.exit_code == 1 and f"{name}:1: there is no draft in it" in result.output
    assert (small_handbook / name).read_bytes() == before
    target = small_handbook / "new.txt"
    for text in ("", "[[de scores sum/1]]\nAntwort\n"):
        target.write_text(text, encoding="utf-8")
        assert draft(target).exit_code == 0
    assert draft(target).exit_code == 0


@pytest.mark.parametrize("step", ["os.fsync", "os.chmod", "os.replace"])
def test_a_write_that_fails_leaves_the_old_file_and_nothing_beside_it(tmp_path, monkeypatch, step):
    def full(*arguments, **options):
        raise OSError(28, "No space left on device")

    path = tmp_path / "page.md"
    path.write_text("old\n", encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(step, full)
        with pytest.raises(OSError, match="No space") as raised:
            write_atomically(path, "new\n")
        assert raised.value.filename == str(path), "not the temporary file"
    assert {file.name: file.read_text(encoding="utf-8") for file in tmp_path.iterdir()} == {"page.md": "old\n"}
    assert write_atomically(path, "new\n") and not write_atomically(path, "new\n")


def test_what_the_system_refuses_is_told_by_its_path(small_handbook):
    """A file where a folder should be: no traceback, and a place to look at."""
    import shutil

    shutil.rmtree(small_handbook / "snippets")
    (small_handbook / "snippets").write_text("in the way\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["--root", str(small_handbook), "collect"])
    assert isinstance(result.exception, SystemExit) and result.exit_code == 1
    assert "snippets/" in result.output and ":1:" in result.output and "who may write there" in result.output
    assert (small_handbook / "snippets").read_text(encoding="utf-8") == "in the way\n"


def test_a_full_disk_is_told_with_the_file_and_what_to_do(small_handbook, monkeypatch):
    def full(*arguments, **options):
        raise OSError(28, "No space left on device")

    (small_handbook / "snippets/de/scores.py").unlink()
    monkeypatch.setattr("os.fsync", full)
    result = CliRunner().invoke(main, ["--root", str(small_handbook), "collect"])
    assert result.exit_code == 1
    assert "snippets/de/scores.py:1: No space left on device" in result.output and "make room" in result.output
