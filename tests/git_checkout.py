"""A checkout in git, and commands in it."""

from __future__ import annotations

import subprocess
from pathlib import Path

from click.testing import CliRunner, Result

from handbook.cli.commands import main

OPTIONS = {
    "user.name": "Someone",
    "user.email": "someone@example.org",
    "commit.gpgsign": "false",
    "init.defaultBranch": "main",
}


def git(folder: Path, *arguments: str, **more) -> str:
    options = [part for name, value in OPTIONS.items() for part in ("-c", f"{name}={value}")]
    more = {"check": True, "capture_output": True, "text": True, **more}
    return subprocess.run(["git", *options, *arguments], cwd=folder, **more).stdout


def commit(folder: Path, message: str) -> str:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", message)
    return git(folder, "rev-parse", "HEAD").strip()


def handbook(checkout: Path, *arguments: str) -> Result:
    result = CliRunner().invoke(main, ["--root", str(checkout), *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def edit(checkout: Path, name: str, *changes: tuple[str, str]) -> None:
    path = checkout / name
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")
