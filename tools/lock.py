"""Writes requirements/: versions and hashes of all that ``make`` installs, for each Python and system.

    make lock               # what pyproject.toml asks for anew; what is there keeps its version
    make lock UPGRADE=1     # the newest of all but torch

uv finds one set of versions for everything; each file then holds what its extra needs beyond the files that are
installed before it. torch keeps to the version in torch-cpu.txt, which is written by hand.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "requirements"
# Files, which are named as the extras are, and those that are installed before them.
FILES = {
    "site": (),
    "node": ("site",),
    "links": ("site",),
    "test": ("site",),
    "examples": ("site", "test"),
    "mutation": ("site", "test", "examples"),
    "bench": ("site", "test", "examples"),
}
# PyPI's torch, and what it needs on Linux.
TORCH = re.compile(r"(nvidia|cuda)-|(torch|triton)$")
UV = "uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --no-build --no-header --no-annotate"


def compiled(output: Path, *arguments: str) -> dict[str, str]:
    """Each package that uv names, with its lines: two versions of it where Pythons need them.

    Raises:
        SystemExit: if uv finds no versions that fit together; it has said why.
    """
    if code := subprocess.run([*UV.split(), "-o", output, *arguments], cwd=ROOT).returncode:
        raise SystemExit(code)
    packages: dict[str, str] = {}
    for lines in re.findall(r"^\S.*\n(?: .*\n)*", output.read_text(encoding="utf-8"), re.MULTILINE):
        name = re.split(r"\W*==", lines)[0]
        packages[name] = packages.get(name, "") + lines
    return packages


def main(arguments: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        # The project is installed without isolation, by what builds it.
        build = Path(folder, "build.in")
        settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
        build.write_text("\n".join(settings["build-system"]["requires"]), encoding="utf-8")
        everything = Path(folder, "all.txt")
        written = [FOLDER / f"{name}.txt" for name in ("torch", *FILES)]
        texts = [path.read_text(encoding="utf-8") for path in written if path.is_file()]
        everything.write_text("".join(texts), encoding="utf-8")  # what stands there is kept
        torch = Path(folder, "torch.txt")
        torch.write_text(re.search(r"^torch==[\d.]+", (FOLDER / "torch-cpu.txt").read_text(), re.MULTILINE).group())
        known = ("--all-extras", "--generate-hashes", "-c", str(torch))
        packages = compiled(everything, str(build), *known, *arguments)
        named = {"torch": [name for name in packages if TORCH.match(name)]}
        for file, before in FILES.items():
            there = {name for other in (*before, "torch") for name in named[other]}
            needed = compiled(Path(folder, file), str(build), "--extra", file, "-c", str(everything))
            named[file] = [name for name in packages if name in needed and name not in there]
    for file, names in named.items():
        path = FOLDER / f"{file}.txt"
        path.write_text("# Written by `make lock`.\n" + "".join(packages[name] for name in names), encoding="utf-8")
        print(f"{path.relative_to(ROOT)}: {len(names)} packages")


if __name__ == "__main__":
    main(sys.argv[1:])
