"""Files that attention_file.py writes for many kinds of models, opened in both browsers."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")
from browsers import executable

from handbook import ROOT
from handbook.core import npm

sys.path.append(str(ROOT / "tests" / "export"))
from attention_file import save_attention
from samples import sample
from small_models import IMAGE, SENTENCE, small_model, words_tokenizer

FILE_VIEWS = {"heads", "model", "neurons", "matrix", "overview", "compare"}
# Layers, heads and the tokens of the first part, as the explorer names them.
DECODERS = {"gpt2": 3, "llama": 2, "llama-grouped": 2, "qwen3": 3, "gemma3": 4, "mistral": 2, "gpt-oss": 2}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A file for each kind, and what the explorer has to say of it."""
    folder = tmp_path_factory.mktemp("files")
    said = {}

    def write(name: str, summary: str, *arguments, **more):
        save_attention(folder / f"{name}.json", small_model(name.partition("+")[0]), *arguments, **more)
        said[str(folder / f"{name}.json")] = summary

    count = len(SENTENCE.split())
    for kind, layers in DECODERS.items():
        write(kind, f"decoder; layers: {layers}, heads: 4, tokens: {count}", words_tokenizer(), SENTENCE)
    bert = words_tokenizer(template=True)
    write("bert", f"encoder; layers: 2, heads: 4, tokens: {count + 2}", bert, SENTENCE)
    write("bert+pair", "encoder; layers: 2, heads: 4, tokens: 9", bert, "the dogs bark", "the bee buzzes")
    write(
        "t5",
        "encoder and decoder; layers: 3, heads: 4, tokens: 5",
        words_tokenizer(end=True),
        "Kannst du mir helfen",
        target="Can you help",
    )
    import torch

    size = IMAGE["image_size"]
    write("vit", "encoder; layers: 2, heads: 4, tokens: 10", pixel_values=torch.randn(1, 3, size, size))
    return said


@pytest.mark.parametrize("name", sample(["chromium", "firefox"], ["chromium"]))
def test_files_of_all_kinds_of_models_are_opened_and_seen_in_every_view(folder, files, name):
    plan = {
        "browser": name,
        "executable": executable(name),
        "page": (folder / "alone-en.html").as_uri(),
        "files": list(files),
    }
    script = ROOT / "tests" / "explorer" / "open_files.mjs"
    done = subprocess.run([npm.node(), script, json.dumps(plan)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    told = json.loads(done.stdout)
    assert told["faults"] == []
    assert len(files) >= 9 and set(told["files"]) == set(files)
    for path, found in told["files"].items():
        assert found["problem"] == "" and files[path] in found["opened"], found
        assert set(found["views"]) == FILE_VIEWS
        drawn = {view for view, count in found["views"].items() if count > 20}
        assert drawn == FILE_VIEWS - {"neurons"}, "only queries and keys could fill that view"
    assert sum("attention sink" in found["opened"] for found in told["files"].values()) == 1
