"""Two commands at once in one checkout: the second waits for the first, and the work of both is there."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import time
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from catalog_files import exported
from click.testing import CliRunner
from git_checkout import edit, handbook
from small_handbook import PAGES

from handbook.checks import registry
from handbook.cli.commands import main
from handbook.core.diagnostics import DiagnosticError
from handbook.project import guards
from handbook.project.checkout import Project
from handbook.translation import lockfile, people

GERMAN, OTHER = "docs/de/scores.md", "docs/de/other.md"
HEADING, CLOSER = ("Die Summe", "Die ganze Summe"), ("Wie aus zwei", "Wie aus je zwei")
CODE = ("print((query * key).sum())", "print((key * query).sum())")
AT_NIGHT = 40  # of each kind

forks = multiprocessing.get_context("forkserver")
forks.set_forkserver_preload(["handbook.cli.commands", "pytest", "click.testing"])


def in_page(*words: str):
    def are_there(root: Path) -> bool:
        return all(text in (root / GERMAN).read_text(encoding="utf-8") for text in words)

    return are_there


def named(role: str, **pages: str):
    def are_there(root: Path) -> bool:
        listed = people.load(root, "de")[0]
        return all(name in people.named(listed, role, page) for name, page in pages.items())

    return are_there


def accepted(root: Path) -> bool:
    entries, faults = lockfile.read(lockfile.path_of(root, "de", "other"), root)
    return bool(entries) and not faults


# Two commands, and whether the work of both is there.
PAIRS = {
    "import+import": (["import", "heading.po"], ["import", "closer.po"], in_page(HEADING[1], CLOSER[1])),
    "accept+accept": (
        ["accept", "--yes", "--by", "Ann", GERMAN],
        ["accept", "--yes", "--by", "Bob", OTHER],
        named(people.TRANSLATED, Ann="scores", Bob="other"),
    ),
    "review+review": (
        ["review", "--by", "Cora", GERMAN],
        ["review", "--by", "Dan", GERMAN],
        named(people.REVIEWED, Cora="scores", Dan="scores"),
    ),
    "import+accept": (
        ["import", "heading.po"],
        ["accept", "--yes", "--by", "Bob", OTHER],
        lambda root: in_page(HEADING[1])(root) and accepted(root) and named(people.TRANSLATED, Bob="other")(root),
    ),
    "sync+import": (["sync", "de"], ["import", "closer.po"], in_page(CODE[1], CLOSER[1])),
}


@pytest.fixture(scope="module")
def templates(tmp_path_factory) -> dict[str, Path]:
    """A checkout for each kind of pair, as it is before."""
    from small_handbook import written

    folders = {}
    for kind in PAIRS:
        root = written(tmp_path_factory.mktemp("checkout"))
        for language in ("en", "de"):
            text = PAGES[f"docs/{language}/scores.md"].replace("#scores", "#other")
            (root / "docs" / language / "other.md").write_text(text, encoding="utf-8")
        for name, (old, new) in {"heading": HEADING, "closer": CLOSER}.items():
            path = exported(root)
            path.write_text(path.read_text(encoding="utf-8").replace(f'"{old}', f'"{new}'), encoding="utf-8")
            path.rename(root / f"{name}.po")
        if kind.startswith("review"):
            handbook(root, "accept", "--yes", str(root / GERMAN))
        if kind.startswith("sync"):
            edit(root, "docs/en/scores.md", CODE)
        folders[kind] = root
    return folders


def run(root: str, arguments: list[str], start, said: str) -> None:
    """What a process does: one command, once both are ready."""
    os.chdir(root)
    for slow in (registry.formulas, registry.prose_language):  # else both would wait for KaTeX
        registry.PAGE_CHECKS.remove(slow)
    with Path(said).open("w", encoding="utf-8") as file, redirect_stdout(file), redirect_stderr(file):
        start.wait()
        main.main(arguments)


@pytest.mark.parametrize("kind", PAIRS)
def test_two_commands_at_once_lose_nothing(takes_minutes, nightly, templates, tmp_path, kind):
    *commands, is_complete = PAIRS[kind]
    counts: Counter[str] = Counter()
    for turn in range(AT_NIGHT if nightly else 1):
        root = tmp_path / str(turn)
        shutil.copytree(templates[kind], root)
        start = forks.Barrier(2)
        said = [tmp_path / f"{turn}.{index}" for index in range(2)]
        pair = [
            forks.Process(target=run, args=(str(root), command, start, str(path)))
            for command, path in zip(commands, said)
        ]
        for process in pair:
            process.start()
        for process in pair:
            process.join(120)
        assert [process.exitcode for process in pair] == [0, 0], [path.read_text(encoding="utf-8") for path in said]
        counts["whole" if is_complete(root) else "lost"] += 1
    print(kind, dict(counts))
    assert not counts["lost"], counts


def test_who_waits_is_told_why_and_refused_in_the_end(small_handbook, monkeypatch):
    monkeypatch.setattr(guards, "PATIENCE", 0.05)
    monkeypatch.setattr(guards, "LONGEST_WAIT", 0.2)
    before = (small_handbook / GERMAN).read_bytes()
    with forks.Pool(1) as pool:
        hold = pool.apply_async(holding, (str(small_handbook),))
        while not (small_handbook / "held").exists():
            time.sleep(0.01)
        result = CliRunner().invoke(
            main, ["--root", str(small_handbook), "accept", "--yes", str(small_handbook / GERMAN)]
        )
        (small_handbook / "held").unlink()
        hold.get(20)
    assert result.exit_code == 1 and isinstance(result.exception, SystemExit)
    assert "waiting for another command" in result.output and ".cache/writing.lock:1: another command" in result.output
    assert (small_handbook / GERMAN).read_bytes() == before
    assert not lockfile.path_of(small_handbook, "de", "scores").exists()
    assert CliRunner().invoke(main, ["--root", str(small_handbook), "check"]).exit_code == 0  # which writes nothing


def holding(root: str) -> None:
    """Be a command that writes until the file `held` is gone."""
    held = Path(root, "held")
    with guards.writing(Project(Path(root))):
        held.touch()
        while held.exists():
            time.sleep(0.01)


def test_a_command_that_is_killed_keeps_nobody_waiting(small_handbook, monkeypatch):
    monkeypatch.setattr(guards, "LONGEST_WAIT", 5)
    process = forks.Process(target=holding, args=(str(small_handbook),))
    process.start()
    while not (small_handbook / "held").exists():
        time.sleep(0.01)
    process.kill()
    process.join()
    assert handbook(small_handbook, "accept", "--yes", str(small_handbook / GERMAN)).exit_code == 0


def test_update_outputs_waits_for_a_command_that_writes(small_handbook, monkeypatch):
    from handbook.execution.pytest_plugin import Pages

    monkeypatch.setattr(guards, "PATIENCE", 0.05)
    monkeypatch.setattr(guards, "LONGEST_WAIT", 0.2)
    pages = Pages(small_handbook, update=True)
    process = forks.Process(target=holding, args=(str(small_handbook),))
    process.start()
    while not (small_handbook / "held").exists():
        time.sleep(0.01)
    with pytest.raises(DiagnosticError, match="another command has been writing"):
        pages._write(None)
    process.kill()
