"""Mutants of the checks' own code, by mutmut: ``python tools/mutate_code.py [NAME…]`` (``make mutate-code``).

A name is a module (``parity``) or one of its functions (``parity.align``); without names all modules are tried. Each
module has a copy of the checkout under ``build/mutmut`` and tests of its own, which take seconds: a mutant is tried
with those that reach its function. What was told once stays told until the function changes; survivors are tried again,
with today's tests. Survivors are printed with their change: each is a test that is missing, or a change that makes no
difference. Those of the second kind stand in ``mutants_alike.toml`` with the reason.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

from handbook import ROOT

COPIES = ROOT / "build" / "mutmut"
ALIKE = Path(__file__).with_name("mutants_alike.toml")
COPIED = (
    "src",
    "tests",
    "content",
    "docs",
    "i18n",
    "theme",
    "frontend",
    "mkdocs.yml",
    "conftest.py",
    "requirements",
    "pyproject.toml",
)
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.egg-info")
# Not execution: pytest itself needs it to start. Nor what draws and builds: the browser judges that.
TESTS = {
    "checks.registry": ["tests/checks/test_page_checks.py", "tests/checks/test_links.py"],
    "translation.parity": ["tests/translation/test_parity.py", "tests/translation/test_parity_sequence.py"],
    "translation.lockfile": ["tests/translation/test_lockfile.py", "tests/translation/test_lockfile_format.py"],
    "checks.unicode_letters": ["tests/checks/test_unicode_letters.py"],
    "project.languages": ["tests/project/test_languages.py"],
    "project.number_formats": ["tests/project/test_number_formats.py"],
    "checks.navigation": ["tests/checks/test_navigation.py"],
    "translation.glossary": ["tests/translation/test_glossary.py"],
    "checks.language_detection": ["tests/checks/test_language_detection.py"],
    "translation.status": ["tests/translation/test_status.py"],
    "translation.sync": ["tests/translation/test_sync.py"],
    "markdown.fences": ["tests/markdown/test_fences.py", "tests/markdown/test_comments.py"],
}
SETTINGS = """\
[mutmut]
source_paths=src/handbook
only_mutate=src/handbook/{path}.py
also_copy=
{copied}
pytest_add_cli_args_test_selection=
{tests}
pytest_add_cli_args=
    -p
    no:cacheprovider
    -k
    not of_the_handbook and not real_pages and not block_left_in and not block_pasted
timeout_multiplier=20
use_git_change_detection=false
"""
# mutmut leaves decorated functions alone, and a kept answer would hide a mutant: the copies remember nothing.
CACHE = re.compile(r"^@lru_cache\(maxsize=(?!1\))\d+\).*\n", re.MULTILINE)
REMEMBERS = {"checks.language_detection"}  # reading its model takes a second


def main(names: list[str]) -> int:
    wanted: dict[str, list[str]] = {} if names else {module: [] for module in TESTS}
    for name in names:
        module, function = (name, "") if name in TESTS else name.rpartition(".")[::2]
        wanted.setdefault(module, []).extend([f"handbook.{module}.x*{function}__mutmut_*"] if function else [])
    if unknown := wanted.keys() - TESTS.keys():
        sys.exit(f"no such module: {', '.join(sorted(unknown))}; known: {', '.join(TESTS)}")
    known = tomllib.loads(ALIKE.read_text(encoding="utf-8")) if ALIKE.is_file() else {}
    table = []
    for module, patterns in wanted.items():
        copy = _copied(module)
        mutmut = [sys.executable, "-m", "mutmut", "run", "--max-children", os.environ.get("MUTMUT_PROCESSES", "2")]
        done = subprocess.run([*mutmut, *patterns], cwd=copy, env={**os.environ, "OMP_NUM_THREADS": "1"})
        if done.returncode:
            return done.returncode
        table.append((module, _told(module, copy, known.get(module, {}))))
    columns = ("told", "timeout", "words", "alike", "survived", "not tried")
    print("\n" + "".join(f"{name:>14}" for name in ("module", "mutants", *columns)))
    for module, counts in [*table, ("all", sum((counts for _, counts in table), Counter()))]:
        print(f"{module:>14}{counts.total():>14}" + "".join(f"{counts[name]:>14}" for name in columns))
    return 0


def _path(module: str) -> str:
    """``checks.navigation`` → ``checks/navigation``."""
    return module.replace(".", "/")


def _copied(module: str) -> Path:
    """A fresh copy of the checkout, with the results of earlier runs: those that survived are tried again."""
    copy = COPIES / module
    results = copy / "mutants" / "src" / "handbook" / f"{_path(module)}.py.meta"
    earlier = json.loads(results.read_text(encoding="utf-8")) if results.is_file() else None
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir(parents=True)
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=LEFT_OUT)
        else:
            shutil.copy2(ROOT / name, copy)
    if module not in REMEMBERS:
        source = copy / "src" / "handbook" / f"{_path(module)}.py"
        source.write_text(CACHE.sub("", source.read_text(encoding="utf-8")), encoding="utf-8")
    copied, tests = ("\n".join(f"    {name}" for name in some) for some in (COPIED[2:-1], TESTS[module]))
    (copy / "setup.cfg").write_text(SETTINGS.format(path=_path(module), copied=copied, tests=tests), encoding="utf-8")
    (copy / "mutants").mkdir()
    (copy / "mutants" / "node_modules").symlink_to(ROOT / "node_modules")  # formulas are set by KaTeX
    if earlier:
        earlier["exit_code_by_key"] = {
            name: 1 if code == 1 else None for name, code in earlier["exit_code_by_key"].items()
        }
        results.parent.mkdir(parents=True)
        results.write_text(json.dumps(earlier), encoding="utf-8")
    return copy


def _told(module: str, copy: Path, known: dict[str, list[str]]) -> Counter:
    """How many mutants were told, and how not; survivors are printed."""
    states = json.loads(
        subprocess.run(
            [sys.executable, "-c", ASK, _path(module)], cwd=copy, capture_output=True, text=True, check=True
        ).stdout
    )
    alike = {" ".join(change.split()) for changes in known.values() for change in changes}
    counts: Counter[str] = Counter()
    for name, state, before, after, change in states:
        if state == "survived":
            if _without_words(before) == _without_words(after):
                state = "words"
            elif " ".join(change.split()) in alike:
                state = "alike"
            else:
                print(f"{name.removeprefix('handbook.')}\n{change}")
        counts[state] += 1
    return counts


# Run inside a copy, since mutmut reads its settings from the folder it is in.
ASK = """
import json, sys
from mutmut.mutation.diff_apply import cst, find_mutant, get_diff_for_mutant, read_functions_from_index
from mutmut.stats import status_by_exit_code
told = {"killed": "told", "timeout": "timeout", "survived": "survived", "no tests": "survived"}
path = f"src/handbook/{sys.argv[1]}.py"
states = []
for name, code in json.load(open(f"mutants/{path}.meta"))["exit_code_by_key"].items():
    state = told.get(status_by_exit_code[code], "not tried")
    before = after = change = ""
    if state == "survived":
        before, after = (cst.Module([function]).code.strip() for function in read_functions_from_index(name, path))
        lines = get_diff_for_mutant(name, path=path).split("\\n")
        changed = [line for line in lines if line[:1] in ("-", "+") and line[:3] not in ("---", "+++")]
        change = "\\n".join(f"{line[0]} {line[1:].strip()}" for line in changed)
    states.append((name, state, before, after, change))
print(json.dumps(states))
"""


def _without_words(function: str) -> str:
    """A function without the messages and hints of its findings; where they stand and how grave they are stays."""

    class Words(ast.NodeTransformer):
        def visit_Call(self, node: ast.Call) -> ast.AST:
            self.generic_visit(node)
            if isinstance(node.func, ast.Name) and node.func.id in ("Finding", "finding"):
                place = node.args[:2] if node.func.id == "Finding" else node.args[2:]
                node.args = [*place, *(value for value in node.args[4:] if node.func.id == "Finding")]
            # UTF-8 is what is read and written without a word said, on the machines that run this.
            node.keywords = [keyword for keyword in node.keywords if keyword.arg != "encoding"]
            return node

    return ast.dump(Words().visit(ast.parse(function.replace('"UTF-8"', '"utf-8"'))))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
