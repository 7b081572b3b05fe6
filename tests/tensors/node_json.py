"""Calls into frontend/tensors from Python: JSON in, JSON out, one node process."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest

from handbook import ROOT
from handbook.core import npm

READ = 'import { readFileSync } from "node:fs";\nconst input = JSON.parse(readFileSync(0, "utf8"));\n'


def run(program: str, data: Any) -> Any:
    """What a JavaScript ``program``, whose paths begin at the checkout, makes of ``input`` and calls ``output``."""
    program = READ + program.replace('from "./', f'from "{ROOT.as_uri()}/') + "\nconsole.log(JSON.stringify(output));"
    command = [npm.node(), "--input-type=module", "--eval", program]
    done = subprocess.run(command, input=json.dumps(data), capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def torch_of_the_pages() -> Any:
    """torch, if it is the release whose digits the pages print, with the vector units that PCs of today have."""
    torch = pytest.importorskip("torch", minversion="2.13")
    if torch.backends.cpu.get_cpu_capability() not in ("AVX2", "AVX512"):
        pytest.skip("torch's random numbers have other last bits on this processor", allow_module_level=True)
    return torch
