"""Each snippet is a script that runs alone, with torch and the standard library, and prints what its page shows."""

from __future__ import annotations

import ast
import io
import os
import re
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from handbook import ROOT, SITE, needs
from handbook.examples import same_output, same_words
from handbook.pages import Handbook
from handbook.snippets import address, script, targets

HANDBOOK = Handbook(ROOT)
SCRIPTS = targets(HANDBOOK)
ALLOWED = {"torch", "safetensors", *sys.stdlib_module_names}
ABOUT = {"seeing-attention": {"transformers", "bertviz"}}  # pages whose subject is a package


def script_id(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def expected_outputs(page) -> list[tuple[str, bool]]:
    return [(output.text, "measured" in output.classes) for fence in page.python() if "no-run" not in fence.classes and (output := page.output_of(fence))]


@pytest.mark.parametrize("path", SCRIPTS, ids=script_id)
def test_a_snippet_runs_alone_and_prints_what_the_page_shows(path, tmp_path):
    imports = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in ([alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module] if isinstance(node, ast.ImportFrom) else [])
    }
    assert imports <= ALLOWED | ABOUT.get(path.stem, set()) | ({"matplotlib"} if SCRIPTS[path].meta.get("lab") else set())
    needs.place(SCRIPTS[path], ROOT, tmp_path)
    given = sorted(file.name for file in tmp_path.iterdir())
    printed = run_in_fork(path, tmp_path)
    outputs = expected_outputs(SCRIPTS[path])
    together = "\n".join(text for text, _ in outputs)
    compare = same_words if any(measured for _, measured in outputs) else same_output
    assert compare(together, printed)
    assert sorted(left.name for left in tmp_path.iterdir()) == sorted([*given, "printed"]), "a snippet leaves nothing behind"


def run_in_fork(path: Path, folder: Path) -> str:
    """Run the script as `__main__` in an empty folder. A fork of this process spares a second for `import torch` each;
    the namespace is fresh all the same."""
    import torch

    torch.set_num_threads(1)
    target = folder / "printed"
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.chdir(folder)
            out = io.StringIO()
            with redirect_stdout(out):
                exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), {"__name__": "__main__"})
            target.write_text(out.getvalue(), encoding="utf-8")
            code = 0
        except BaseException as error:
            (folder / "error").write_text(f"{type(error).__name__}: {error}", encoding="utf-8")
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    error = folder / "error"
    assert status == 0, error.read_text(encoding="utf-8") if error.exists() else status
    return target.read_text(encoding="utf-8")


def test_one_snippet_in_a_process_of_its_own_prints_the_reference_numbers(tmp_path):
    script_path = ROOT / "snippets" / "sw" / "by-hand.py"
    done = subprocess.run([sys.executable, "-I", str(script_path)], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "[0.3990, 0.3854, 0.8610]" in done.stdout


@pytest.mark.parametrize("language", HANDBOOK.languages)
def test_self_attention_with_seed_789_prints_the_reference_tensor(language, tmp_path):
    printed = run_in_fork(ROOT / "snippets" / language / "queries-keys-values.py", tmp_path)
    numbers = re.sub(r"\s+", " ", printed)
    assert "[-0.0739, 0.0713], [-0.0748, 0.0703], [-0.0749, 0.0702], [-0.0760, 0.0685], [-0.0763, 0.0679], [-0.0754, 0.0693]" in numbers


def test_the_head_names_title_address_and_licence():
    page = HANDBOOK.page("de", "by-hand")
    head = script(page).split("\n")[:3]
    assert head == [f"# {page.title}", f"# {SITE}de/by-hand/", "# License: MIT"]
    assert address(HANDBOOK.page("en", "index")) == SITE


def test_a_block_that_raises_lets_the_script_go_on(small_handbook):
    page = small_handbook / "docs" / "en" / "scores.md"
    page.write_text(page.read_text(encoding="utf-8") + "\n```{.python .raises}\n1 / 0\n```\n\n```{.text .output}\nZeroDivisionError: division by zero\n```\n\n```python\nprint('on')\n```\n\n```{.text .output}\non\n```\n", encoding="utf-8")
    out = io.StringIO()
    with redirect_stdout(out):
        exec(script(Handbook(small_handbook).page("en", "scores")), {})
    assert out.getvalue().split("\n")[-3:-1] == ["ZeroDivisionError: division by zero", "on"]
