"""Our small modules of Python's library give what Python's own give."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import random
import re
import sys
import types
from functools import cache
from pathlib import Path

import pytest
import python_probes

from handbook import ROOT

FOLDER = ROOT / "frontend" / "live" / "python"


def programs() -> list[tuple[str, str]]:
    """The module and the text of each program in ``library.txt``."""
    result = []
    for part in Path(__file__).with_name("library.txt").read_text("utf-8").split("\n## ")[1:]:
        name, _, rest = part.partition("\n")
        before, *texts = [text.strip("\n") for text in ("\n" + rest).split("\n---\n")]
        result += [(name, f"{before}\n{text}".strip("\n")) for text in texts]
    return result


PROGRAMS = programs()


def with_result(text: str) -> str:
    """The program with the value of its last statement, an expression, as ``result``."""
    last = ast.parse(text).body[-1]
    assert isinstance(last, ast.Expr)
    lines = text.split("\n")
    return "\n".join([*lines[: last.lineno - 1], "result = (", *lines[last.lineno - 1 :], ")"])


def answer(module: types.ModuleType, name: str, text: str) -> str:
    """The repr of a program's result, or its error."""
    space = {name: module, **vars(module), "__name__": "__main__"}
    try:
        exec(compile(with_result(text), name, "exec", dont_inherit=True), space)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return repr(space["result"])


@pytest.mark.parametrize(("name", "text"), PROGRAMS)
def test_our_module_does_what_pythons_does(name, text):
    assert answer(ours(name), name, text) == answer(importlib.import_module(name), name, text)


@cache
def in_page() -> list[str]:
    """What the page prints for each program."""
    frame = "import {name}\nfrom {name} import *\ntry:\n{body}\n    print(repr(result))\nexcept Exception as error:\n"
    frame += '    print(f"{{type(error).__name__}}: {{error}}")\n'
    sources = {
        str(number): frame.format(name=name, body=indented(with_result(text)))
        for number, (name, text) in enumerate(PROGRAMS)
    }
    return [printed.rstrip("\n") for printed in python_probes.in_page(sources).values()]


def indented(text: str) -> str:
    """A program inside of ``try``, its texts of several lines left alone."""
    inside = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            inside.update(range(node.lineno + 1, node.end_lineno + 1))
    return "\n".join(line if number in inside else "    " + line for number, line in enumerate(text.split("\n"), 1))


# Brython doesn't say whose __init__ or __new__ it is that was made by exec().
UNNAMED = re.compile(r"TypeError: (\w+\.)?(__init__|__new__)\(\)")


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_the_page_does_what_python_does(number):
    name, text = PROGRAMS[number]
    theirs = answer(importlib.import_module(name), name, text)
    mine = in_page()[number]
    assert UNNAMED.sub(r"TypeError: \2()", mine) == UNNAMED.sub(r"TypeError: \2()", theirs)


def ours(name: str) -> types.ModuleType:
    """One of our modules, loaded beside Python's own of the same name."""
    path = FOLDER / name / "__init__.py" if (FOLDER / name).is_dir() else FOLDER / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"page_{name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def outcome(function, *arguments, **options):
    """What a call gives, or the kind and text of its error."""
    try:
        return function(*arguments, **options)
    except Exception as error:
        return type(error).__name__, str(error)


SAMPLES = [[1, 2, 3], [1, 2, 3, 4], [2.5], [3, 1, 2.5, 7], [0.1] * 3, [], [5], [1.5, 1.5, 2, 9, 9], list(range(11))]


@pytest.mark.parametrize("name", ["mean", "fmean", "median", "median_low", "median_high", "mode", "multimode", "stdev",
                                  "pstdev", "variance", "pvariance", "quantiles", "harmonic_mean"])  # fmt: skip
def test_statistics(name):
    import statistics

    mine = ours("statistics")
    generator = random.Random(1)
    for sample in [*SAMPLES, *[[generator.gauss(0, 1) for _ in range(size)] for size in range(2, 20)]]:
        if name == "harmonic_mean" and sample and min(sample) <= 0:
            continue
        answers = [outcome(getattr(module, name), sample) for module in (mine, statistics)]
        if isinstance(answers[1], float):
            assert answers[0] == pytest.approx(answers[1], rel=1e-14), sample
        else:
            assert answers[0] == answers[1], sample
        assert type(answers[0]) is type(answers[1]), sample
    assert mine.quantiles(range(9), n=3, method="inclusive") == statistics.quantiles(range(9), n=3, method="inclusive")
    pairs = [1, 2, 3.5], [2, 1, 7]
    assert mine.correlation(*pairs) == pytest.approx(statistics.correlation(*pairs))


def test_pathlib_with_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.txt").write_text("čaša", encoding="utf-8")
    path = ours("pathlib").Path("one.txt")
    assert path.read_text("utf-8") == "čaša" and path.exists() and not path.with_name("two.txt").exists()
    assert path.read_bytes() == "čaša".encode()
    path.with_name("two.txt").write_text("2", encoding="utf-8")
    assert [one.name for one in ours("pathlib").Path(".").iterdir()] == ["one.txt", "two.txt"]
    assert [str(one) for one in ours("pathlib").Path(".").glob("t*.txt")] == ["two.txt"]


TOML = [
    (ROOT / "models" / "grammar.toml").read_text("utf-8"),
    (ROOT / "pyproject.toml").read_text("utf-8"),
    *[path.read_text("utf-8") for path in sorted((ROOT / "i18n").glob("*/*.toml"))],
    r"""
a = 1
"b c".d = "x\u00e9\t\"q\""
[t.u]
x = [1, 2.5, -3e2,
 # three
 true]
y = {a = 1, b.c = "z"}
[[l]]
n=1
[[l]]
n = 0x1F
[l.m]
k = 1_000
j = 'a\b'
u = inf""",
    "i = '''\nx\ny'''\n",
    'h = """\na \\\n   b""c""""\n',
    'x = """a"b"""\n',
    "",
    "# only this",
]


@pytest.mark.parametrize("text", TOML, ids=range(len(TOML)))
def test_toml(text):
    import tomllib

    assert ours("tomllib").loads(text) == tomllib.loads(text)


WRONG_TOML = ["a", "a = ", "a = 1 b = 2", "[a", "a = [1", "a = 1\na = 2", "a = 'b", "a = {b = 1", "= 1", "a = 1\n[a.b]"]


@pytest.mark.parametrize("text", WRONG_TOML)
def test_wrong_toml(text):
    import tomllib

    with pytest.raises(tomllib.TOMLDecodeError):
        tomllib.loads(text)
    mine = ours("tomllib")
    with pytest.raises(mine.TOMLDecodeError, match=r"line|end of document"):
        mine.loads(text)


def test_random_texts_are_wrapped_as_in_python():
    import textwrap

    mine, draw = ours("textwrap"), random.Random(2)
    words = "a the self-attention key value, query. longlonglonglonglonglong x-y well-known e-mail end. (see".split()
    for _ in range(300):
        text = " ".join(draw.choice(words) + draw.choice(["", "", " "]) for _ in range(draw.randrange(1, 30)))
        width = draw.randrange(6, 40)
        assert mine.wrap(text, width) == textwrap.wrap(text, width), (text, width)


def test_random_choices_of_places():
    import itertools

    mine, draw = ours("itertools"), random.Random(3)
    for _ in range(60):
        pool, r = [draw.randrange(5) for _ in range(draw.randrange(6))], draw.randrange(5)
        for name in ("permutations", "combinations", "combinations_with_replacement"):
            assert list(getattr(mine, name)(pool, r)) == list(getattr(itertools, name)(pool, r))


def test_small_modules():
    import html
    import string

    text = "<a href=\"x\">Tom & 'Jerry'</a>"
    assert ours("html").escape(text) == html.escape(text)
    assert ours("html").escape(text, quote=False) == html.escape(text, quote=False)
    assert ours("html").unescape(html.escape(text)) == text
    mine = ours("string")
    for name in ("ascii_letters", "ascii_lowercase", "digits", "hexdigits", "punctuation", "whitespace", "printable"):
        assert getattr(mine, name) == getattr(string, name)
    assert mine.capwords("hello shiny sun") == "Hello Shiny Sun"
    assert ours("resource").getrusage(0).ru_minflt == 0


@pytest.fixture
def importable(monkeypatch):
    """Our matplotlib and safetensors in place of the real ones."""
    names = ("matplotlib", "safetensors")
    for name in [one for one in sys.modules if one.split(".")[0] in names]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "path", [str(FOLDER / "none"), *sys.path])
    for name in names:
        package = FOLDER / name
        spec = importlib.util.spec_from_file_location(
            name, package / "__init__.py", submodule_search_locations=[str(package)]
        )
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
    yield
    for name in [one for one in sys.modules if one.split(".")[0] in names]:
        del sys.modules[name]


def test_drawing_is_silent(importable):
    import matplotlib.pyplot as plt
    from matplotlib.colors import LinearSegmentedColormap

    red = LinearSegmentedColormap.from_list("weights", [(0.8, 0.2, 0.3, 0.0), (0.8, 0.2, 0.3, 0.8)])
    figure, ax = plt.subplots(figsize=(3, 3))
    ax.pcolormesh([[1]], cmap=red, vmin=0)
    ax.spines["top"].set_visible(False)
    for rows, columns, shape in [(1, 3, (3,)), (3, 1, (3,)), (2, 4, (2, 4))]:
        figure, axes = plt.subplots(rows, columns, sharey=True)
        assert axes.shape == shape and len(list(axes.flat)) == rows * columns and len(axes) == shape[0]
        axes[0].set_title("x") if len(shape) == 1 else axes[1, 2].set_title("x")
    assert [len(row) for row in axes] == [4, 4] and len(axes.ravel()) == 8
    figure.tight_layout()
    plt.plot([1, 2], label="x")
    plt.title("text")
    plt.show()


def test_safetensors(importable, tmp_path):
    torch = pytest.importorskip("torch")
    from safetensors import safe_open

    path = ROOT / "models" / "grammar.safetensors"
    with safe_open(path, "pt") as file:
        assert file.metadata()["vocabulary"].startswith("[")
        tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
        with pytest.raises(Exception, match="File does not contain tensor nothing"):
            file.get_tensor("nothing")
    for name in [one for one in sys.modules if one.split(".")[0] == "safetensors"]:
        del sys.modules[name]
    real = importlib.import_module("safetensors.torch").load_file(path)
    assert list(tensors) == sorted(real)
    for name, tensor in real.items():
        assert tensors[name].dtype == tensor.dtype and torch.equal(tensors[name], tensor)
