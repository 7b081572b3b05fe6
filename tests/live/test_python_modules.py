"""What the page has of Python's own library imports; of what it hasn't, the error names what was asked for."""

from __future__ import annotations

import json
from functools import cache

import pytest
from python_probes import in_page

IMPORTS = """\
import importlib, json, sys
told = {}
for name in sorted(sys.stdlib_module_names):
    try:
        importlib.import_module(name)
        told[name] = ""
    except ImportError as error:
        told[name] = str(error)
sys.stdout.write("told " + json.dumps(told))
"""


def test_each_module_is_there_or_named() -> None:
    printed = in_page({"imports": IMPORTS})["imports"]
    told: dict[str, str] = json.loads(printed.partition("told ")[2])
    there = [name for name, error in told.items() if not error]
    assert {"random", "math", "pydoc", "urllib", "unittest", "cProfile"} <= set(there) and len(there) > 150
    others = {name: error for name, error in told.items() if error not in ("", f"No module named '{name}'")}
    assert others == {}


PROGRAMS = {
    "import time\nstart = time.monotonic()\ntime.sleep(0.05)\nprint(time.monotonic() - start >= 0.05)": "True\n",
    "import time\ntime.sleep(-1)": "ValueError: sleep length must be non-negative (line 2)",
    "import urllib.parse\nprint(urllib.parse.quote('a b'))": "a%20b\n",
    "import subprocess": "ModuleNotFoundError: No module named 'subprocess' (line 1)",
    "import sys\ndel sys.modules['math']\nimport math": "ImportError: modules in C can't be imported anew in the page "
    "(line 3)",
    "help(len)": "Help on built-in function len in module builtins:\n\nlen(obj, /)\n",
}


@cache
def _answers() -> dict[str, str]:
    return in_page({source: source for source in PROGRAMS})


@pytest.mark.parametrize("source", PROGRAMS)
def test_what_the_walls_leave_works(source: str) -> None:
    assert _answers()[source].startswith(PROGRAMS[source])
