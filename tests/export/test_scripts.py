"""Each snippet is its page's program as a script that runs alone, with torch and the standard library."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from samples import PROJECT, is_of_each_run, sample

from handbook import ROOT
from handbook.export import requirements
from handbook.export.scripts import address, script, targets
from handbook.markdown.python_code import read
from handbook.project import book, data_files
from handbook.project.checkout import Project

SITE = book.load(ROOT).address
SCRIPTS = targets(PROJECT)
BY_DAY = {path for path, page in SCRIPTS.items() if is_of_each_run(page)}
ALLOWED = {"torch", "safetensors", *sys.stdlib_module_names}
# Pages that compare with a package, or whose subject it is.
ABOUT = {
    "attention-file": {"tokenizers", "transformers"},
    "beyond-text": {"transformers"},
    "counting": {"transformers"},
    "kv-cache": {"transformers"},
    "long-context": {"transformers"},
    "modern-block": {"transformers"},
    "positions": {"transformers"},
    "real-models": {"tokenizers", "transformers"},
    "seeing-attention": {"transformers", "bertviz"},
}


FRAME = read(
    'try:\n    pass\nexcept Exception as error:\n    print(f"{type(error).__name__}: {error}")'
).key  # around a block that raises
TRY, EXCEPT = FRAME[:4], FRAME[6:]


def script_id(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", sample(SCRIPTS, BY_DAY), ids=script_id)
def test_a_snippet_is_the_program_of_its_page(path):
    """Token by token what sybil runs, so that it need not be run a second time."""
    page = SCRIPTS[path]
    expected = list(read(requirements.fetch_code(page, address(page))).key)
    for fence in page.python():
        if "no-run" not in fence.classes:
            body = read(fence.text).key
            expected += [*TRY, *body, *EXCEPT] if "raises" in fence.classes else body
    assert list(read(path.read_text(encoding="utf-8")).key) == expected


@pytest.mark.parametrize("path", sample(SCRIPTS, BY_DAY), ids=script_id)
def test_a_snippet_imports_torch_and_the_standard_library(path):
    names = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    page = SCRIPTS[path]
    plots = {"matplotlib"} if page.meta.get("lab") else set()
    assert names <= ALLOWED | ABOUT.get(path.stem, set()) | data_files.modules(page) | plots


def test_one_snippet_in_a_process_of_its_own_prints_the_reference_numbers(torch, tmp_path):
    script_path = ROOT / "snippets" / "sw" / "by-hand.py"
    done = subprocess.run(
        [sys.executable, "-I", str(script_path)], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "[0.3990, 0.3854, 0.8610]" in done.stdout


@pytest.mark.parametrize("language", PROJECT.languages)
def test_self_attention_with_seed_789_shows_the_reference_tensor(language):
    page = PROJECT.page(language, "queries-keys-values")
    shown = [re.sub(r"\s+", " ", block.text) for block in page.fences() if block.is_output]
    reference = (
        "[-0.0739, 0.0713], [-0.0748, 0.0703], [-0.0749, 0.0702], "
        "[-0.0760, 0.0685], [-0.0763, 0.0679], [-0.0754, 0.0693]"
    )
    assert any(reference in text for text in shown)


def test_the_head_names_title_address_and_licence():
    page = PROJECT.page("de", "by-hand")
    head = script(page).split("\n")[:3]
    assert head == [f"# {page.title}", f"# {SITE}de/by-hand/", "# License: MIT"]
    assert address(PROJECT.page("en", "index")) == SITE


def test_a_block_that_raises_lets_the_script_go_on(torch, small_handbook):
    page = small_handbook / "docs" / "en" / "scores.md"
    page.write_text(
        page.read_text(encoding="utf-8")
        + "\n```{.python .raises}\n1 / 0\n```\n\n```{.text .output}\nZeroDivisionError: division by zero\n```\n\n"
        "```python\nprint('on')\n```\n\n```{.text .output}\non\n```\n",
        encoding="utf-8",
    )
    out = io.StringIO()
    with redirect_stdout(out):
        exec(script(Project(small_handbook).page("en", "scores")), {})
    assert out.getvalue().split("\n")[-3:-1] == ["ZeroDivisionError: division by zero", "on"]
