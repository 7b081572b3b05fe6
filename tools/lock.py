"""Writes requirements/: versions and hashes of all that ``make`` installs, for each Python and system.

    make lock               # what pyproject.toml asks for anew; what is there keeps its version
    make lock UPGRADE=1     # the newest of all but torch

uv finds one set of versions for everything; each file then holds what its extra needs beyond the files that are
installed before it. torch stands in a file that is written by hand: another one prints other digits.
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
# What torch needs on Linux, but for its build for CPUs.
CUDA = re.compile(r"(nvidia|cuda)-|triton$")
UV = "uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --no-build --no-header --no-annotate"


def compiled(output: Path, *arguments: str) -> dict[str, str]:
    """Each package that uv names, with its lines: two versions of it where Pythons need them.

    Raises:
        CalledProcessError: if uv finds no versions that fit together; it has said why.
    """
    subprocess.run([*UV.split(), "-c", "requirements/torch.txt", "-o", output, *arguments], cwd=ROOT, check=True)
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
        everything.write_text(
            "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.txt")), encoding="utf-8"
        )
        packages = compiled(everything, str(build), "--all-extras", "--generate-hashes", *arguments)
        del packages["torch"]
        named: dict[str, list[str]] = {"cuda": [name for name in packages if CUDA.match(name)]}
        for file, before in FILES.items():
            known = {name for other in (*before, "cuda") for name in named[other]}
            needed = compiled(Path(folder, file), str(build), "--extra", file, "-c", str(everything))
            named[file] = [name for name in packages if name in needed and name not in known]
    for file, names in named.items():
        path = FOLDER / f"{file}.txt"
        path.write_text("# Written by `make lock`.\n" + "".join(packages[name] for name in names), encoding="utf-8")
        print(f"{path.relative_to(ROOT)}: {len(names)} packages")


if __name__ == "__main__":
    main(sys.argv[1:])
