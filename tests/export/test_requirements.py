"""What a page needs is said, and its data files come by themselves: from a server, or with a sentence that helps."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from samples import PROJECT

from handbook import ROOT
from handbook.export import notebooks, requirements
from handbook.export.scripts import script
from handbook.markdown.parser import parse

CONTENT = b"the numbers of a model"


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


@pytest.fixture
def server(tmp_path):
    """The address of a folder's files, and the folder."""
    folder = tmp_path / "site"
    folder.mkdir()
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(folder))) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_port}/", folder
        running.shutdown()


def page_and_root(tmp_path: Path, language: str = "en"):
    root = tmp_path / "checkout"
    (root / "models").mkdir(parents=True)
    (root / "models" / "tiny.bin").write_bytes(CONTENT)
    (root / "i18n").symlink_to(ROOT / "i18n")
    text = "---\nneeds: [models/tiny.bin]\n---\n\n# Page { #page }\n\n```python\nprint(1)\n```\n"
    return parse(text, f"docs/{language}/page.md", language, "page"), root


def run(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    folder.mkdir(exist_ok=True)
    return subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False)


def test_a_missing_file_is_fetched_once_and_never_again(server, tmp_path):
    address, published = server
    page, root = page_and_root(tmp_path)
    (published / "tiny.bin").write_bytes(CONTENT)
    code = requirements.fetch_code(page, address, root)
    assert run(code, tmp_path / "here").stderr == ""
    file = tmp_path / "here" / "tiny.bin"
    assert file.read_bytes() == CONTENT
    file.write_bytes(b"mine")
    assert run(code, tmp_path / "here").returncode == 0 and file.read_bytes() == b"mine"


def test_another_file_is_refused_and_not_kept(server, tmp_path):
    address, published = server
    page, root = page_and_root(tmp_path)
    (published / "tiny.bin").write_bytes(CONTENT + b".")
    done = run(requirements.fetch_code(page, address, root), tmp_path / "here")
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert (
        done.stderr.strip()
        == f"{address}tiny.bin isn’t the file that this code was written for. Download the code again."
    )
    assert list((tmp_path / "here").iterdir()) == []


@pytest.mark.parametrize("language", PROJECT.languages)
def test_without_network_a_sentence_says_what_to_do(language, server, tmp_path):
    address, _ = server  # serves no such file
    page, root = page_and_root(tmp_path, language)
    for where in (address, "http://127.0.0.1:9/"):
        done = run(requirements.fetch_code(page, where, root), tmp_path / "here")
        assert done.returncode == 1 and "Traceback" not in done.stderr
        assert done.stderr.startswith(f"{where}tiny.bin") and len(done.stderr.strip().split("\n")) == 1
        assert "{" not in done.stderr
    assert list((tmp_path / "here").iterdir()) == []


def test_packages_are_what_the_code_imports_torch_first():
    text = (
        "# Page { #page }\n\n```python\nimport json, zipfile\nimport safetensors.torch\nfrom torch import nn\n```\n\n"
        '```{.python .no-run reason="r"}\nimport bertviz\n```\n\n```python\nimport matplotlib.pyplot as plt\n```\n'
    )
    assert requirements.packages(parse(text, "page.md")) == ["torch", "matplotlib", "safetensors"]
    for broken in ("import (", "\0import x", "x = " + "(" * 5000):
        assert requirements.packages(parse(f"# Page {{ #page }}\n\n```python\n{broken}\n```\n", "page.md")) == []


def with_module(root: Path):
    (root / "models" / "tiny.py").write_text('WORD = open("tiny.bin").read()\n', encoding="utf-8")
    text = (
        "---\nneeds: [models/tiny.py, models/tiny.bin]\n---\n\n# Page { #page }\n\n"
        "```python\nimport safetensors\nfrom tiny import WORD\n\nprint(WORD)\n```\n"
    )
    return parse(text, "docs/en/page.md", "en", "page")


def test_a_module_among_the_data_files_is_no_package(tmp_path):
    _, root = page_and_root(tmp_path)
    assert requirements.packages(with_module(root)) == ["safetensors"]


def test_a_module_is_fetched_and_imported_also_by_a_script_in_another_folder(server, tmp_path):
    address, published = server
    _, root = page_and_root(tmp_path)
    page = with_module(root)
    for name in ("tiny.py", "tiny.bin"):
        (published / name).write_bytes((root / "models" / name).read_bytes())
    program = tmp_path / "program.py"
    program.write_text(
        requirements.fetch_code(page, address, root) + "\n\nfrom tiny import WORD\nprint(WORD)", encoding="utf-8"
    )
    (here := tmp_path / "here").mkdir()
    done = subprocess.run([sys.executable, program], cwd=here, capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == (CONTENT.decode(), "")
    assert "sys.path" not in requirements.fetch_code(page_and_root(tmp_path / "plain")[0], address, root)


def test_scripts_and_notebooks_begin_with_what_they_need():
    page = PROJECT.page("de", "training")
    text = script(page)
    assert "# Needs: pip install torch safetensors\n" in text
    (digest,) = re.findall(r'^fetch\("grammar.safetensors", "(\w+)"\)$', text, re.MULTILINE)
    assert digest == hashlib.sha256((ROOT / "models" / "grammar.safetensors").read_bytes()).hexdigest()
    cells = {cell.id: cell for cell in notebooks.notebook(page).cells}
    assert list(cells)[1:4] == ["about-this-notebook", "packages", "files"]
    assert cells["packages"].source == "%pip install --quiet safetensors"
    assert digest in cells["files"].source
    plain = {cell.id for cell in notebooks.notebook(PROJECT.page("de", "by-hand")).cells}
    assert not plain & {"packages", "files"}


def test_a_file_that_is_missing_in_the_checkout_is_left_to_its_check(tmp_path):
    page, root = page_and_root(tmp_path)
    (root / "models" / "tiny.bin").unlink()
    assert 'fetch("' not in requirements.fetch_code(page, "https://x.example/", root)
