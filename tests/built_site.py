"""The site of the working tree, built once: by one of pytest's processes for all.

It is kept until what it is made of changes.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from importlib.metadata import distributions
from pathlib import Path

from filelock import FileLock

from handbook import ROOT

KEPT = ROOT / ".cache" / "site"
NOT_OF_THE_SITE = {
    ".cache",
    ".ci",
    ".git",
    ".github",
    ".hypothesis",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    ".venv",
    "benchmarks",
    "build",
    "dist",
    "site",
    "tests",
    "tools",
}
# Without what only examples need: the site is built where torch isn't installed.
BUILD = (
    "import sys; sys.modules.update(torch=None, matplotlib=None, safetensors=None); "
    "from handbook.cli.commands import main; main(['build', '--site-dir', sys.argv[1]])"
)


def key() -> str:
    """Names all files that a site is made of, the last commit to them, whose dates it shows, and the packages."""
    told = hashlib.sha256()
    others = [f":!{name}" for name in sorted(NOT_OF_THE_SITE)]
    last = ["git", "log", "-1", "--format=%H", "--", ".", *others]
    commit = subprocess.run(last, cwd=ROOT, capture_output=True, text=True).stdout
    told.update(repr((sys.version, commit, sorted((one.name, one.version) for one in distributions()))).encode())
    for top in sorted(ROOT.iterdir()):
        if top.name in NOT_OF_THE_SITE or top.name == "node_modules":  # package-lock.json stands for those
            continue
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if path.is_file() and "__pycache__" not in path.parts:
                told.update(f"{path.relative_to(ROOT)}\0{path.stat().st_size}\0".encode() + path.read_bytes())
    return told.hexdigest()[:16]


def built(folder: Path) -> Path:
    """The site in ``folder``, built there strictly and in all languages if it isn't yet.

    Raises:
        AssertionError: if it can't be built; with what the command says.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(folder.with_suffix(".lock")):
        if not folder.exists():
            done = subprocess.run([sys.executable, "-c", BUILD, str(folder)], cwd=ROOT, capture_output=True, text=True)
            assert done.returncode == 0, done.stdout + done.stderr
    return folder


def kept() -> Path:
    """Where the site of the working tree as it is now is kept.

    Of others only the last stays: a run may still be showing it.
    """
    if KEPT.is_dir():
        for old in sorted((one for one in KEPT.iterdir() if one.is_dir()), key=lambda one: one.stat().st_mtime)[:-2]:
            shutil.rmtree(old, ignore_errors=True)
            old.with_suffix(".lock").unlink(missing_ok=True)
    return KEPT / key()
