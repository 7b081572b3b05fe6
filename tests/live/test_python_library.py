"""Our small modules of Python's library give what Python's own give."""

from __future__ import annotations

import importlib.util
import random
import sys
import types

import pytest

from handbook import ROOT

FOLDER = ROOT / "frontend" / "live" / "python"


def ours(name: str) -> types.ModuleType:
    """One of our modules, loaded beside Python's own of the same name."""
    path = FOLDER / f"{name}.py"
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


def both(name, text, **names):
    """What a text gives with our module and with Python's own."""
    modules = ours(name), importlib.import_module(name)
    answers = []
    for module in modules:
        space = {name: module, **vars(module), **names}
        space["__name__"] = "__main__"
        try:
            exec(compile(text, name, "exec", dont_inherit=True), space)
            answers.append(space.get("result"))
        except Exception as error:
            answers.append((type(error).__name__, str(error)))
    return answers


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


DATACLASSES = """
@dataclass
class Point:
    x: int
    y: float = 2.0
    names: list = field(default_factory=list)
    hidden: int = field(default=3, repr=False, compare=False)

    def length(self):
        return self.x + self.y


@dataclass(frozen=True, order=True)
class Fixed:
    a: int
    b: str = "b"


@dataclass
class More(Point):
    z: int = 0
    _: KW_ONLY = None
    key: str = "k"

    def __post_init__(self):
        self.both = self.x + self.z
"""


@pytest.mark.parametrize(
    "expression",
    [
        "repr(Point(1))",
        "repr(Point(1, 5, [Point(3)]))",
        "Point(1) == Point(1), Point(1) == Point(2), Point(1, hidden=5) == Point(1), Point(1) == 3",
        "Point(1).names is Point(1).names, Point(1).length()",
        "Point()",
        "Point(1, 2, [], 4, 5)",
        "Point(x=1, w=3)",
        "Point.__match_args__",
        "hash(Point(1))",
        "asdict(Point(1, names=[Fixed(3)])), astuple(Fixed(2))",
        "repr(replace(Point(1), y=7))",
        "repr(Fixed(1, 'c')), Fixed(1) < Fixed(2), Fixed(1, 'z') >= Fixed(1, 'a'), hash(Fixed(1)) == hash(Fixed(1))",
        "setattr(Fixed(1), 'a', 3)",
        "delattr(Fixed(1), 'a')",
        "sorted([Fixed(3), Fixed(1)])[0].a",
        "repr(More(1, key='q')), More(1, z=4).both",
        "More(1, 2, [], 3, 4, None, 'k')",
        "[one.name for one in fields(Point)], is_dataclass(Point), is_dataclass(3)",
        "asdict(Point)",
        "Point(1) < Point(2)",
        "field(default=1, default_factory=list)",
        "dataclass(type('Bad', (), {'__annotations__': {'x': list}, 'x': []}))",
        "dataclass(type('Bad', (), {'__annotations__': {'x': int, 'y': int}, 'x': 1}))",
    ],
)
def test_dataclasses(expression):
    mine, theirs = both("dataclasses", DATACLASSES + f"\nresult = {expression}")
    assert mine == theirs


ENUMS = """
class Color(Enum):
    RED = 1
    GREEN = "g"
    ALSO_RED = 1

    def shout(self):
        return self.name + "!"

    @property
    def short(self):
        return self.name[0]


class Counted(IntEnum):
    ONE = auto()
    TWO = auto()
    TEN = 10
    ELEVEN = auto()


class Word(StrEnum):
    HELLO = auto()
"""


@pytest.mark.parametrize(
    "expression",
    [
        "[repr(one) for one in Color], str(Color.RED), f'{Color.RED:>12}', Color.RED.name, Color.RED.value",
        "Color(1) is Color.RED, Color['GREEN'] is Color.GREEN, Color.ALSO_RED is Color.RED, len(Color)",
        "Color(7)",
        "Color['BLUE']",
        "Color.RED == 1, Color.RED == Color.RED, Color.RED in {Color.RED: 1}, isinstance(Color.RED, Color)",
        "Color.RED.shout(), Color.RED.short, Color.GREEN in Color",
        "[int(one) for one in Counted], Counted.ONE < Counted.TWO, Counted.TWO + 1, repr(Counted.TEN), str(Counted.TEN)",
        "Counted(2) is Counted.TWO, f'{Counted.TEN}', sorted(Counted)[0].name",
        "Word.HELLO == 'hello', str(Word.HELLO), Word.HELLO.upper()",
        "unique(Color)",
        "list(Color.__members__)",
        "{Color.RED: 3}[Color.RED], type(Color.RED).__name__",
    ],
)
def test_enum(expression):
    mine, theirs = both("enum", ENUMS + f"\nresult = {expression}")
    assert mine == theirs


@pytest.mark.parametrize(
    "expression",
    [
        "str(Path('a/b.tar.gz')), Path('a/b.tar.gz').name, Path('a/b.tar.gz').stem, Path('a/b.tar.gz').suffix",
        "str(Path('a') / 'b' / 'c'), str('x' / Path('y')), str(Path('a', '/b', 'c')), str(Path()), str(Path('./a//b/'))",
        "str(Path('a/b').parent), str(Path('/a').parent), [str(one) for one in Path('a/b/c').parents], Path('/a/b').parts",
        "str(Path('a/b.txt').with_name('c')), str(Path('a/b.txt').with_suffix('.md')), str(Path('a/b.txt').with_stem('z'))",
        "repr(Path('a/b')), Path('a') == Path('./a'), hash(Path('a')) == hash(Path('a')), sorted([Path('b'), Path('a')])[0].name",
        "Path('.hidden').suffix, Path('a.').suffix, Path('a.b').joinpath('c', 'd').as_posix(), Path('/a').is_absolute()",
        "Path('').with_name('a')",
    ],
)
def test_pathlib(expression):
    mine, theirs = both("pathlib", f"result = {expression}")
    assert mine == theirs


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
    'a = 1\n"b c".d = "x\\u00e9\\t\\"q\\""\n[t.u]\nx = [1, 2.5, -3e2,\n # three\n true]\ny = {a = 1, b.c = "z"}\n[[l]]\nn=1\n'
    "[[l]]\nn = 0x1F\n[l.m]\nk = 1_000\nj = 'a\\b'\ni = '''\nx\ny'''\nh = \"\"\"\na \\\n   b\"\"c\"\"\"\"\nu=inf",
    'x = """a"b"""\n',
    "",
    "# only this",
]


@pytest.mark.parametrize("text", TOML, ids=range(len(TOML)))
def test_toml(text):
    import tomllib

    assert ours("tomllib").loads(text) == tomllib.loads(text)


@pytest.mark.parametrize("text", ["a", "a = ", "a = 1 b = 2", "[a", "a = [1", "a = 1\na = 2", 'a = "b', "a = {b = 1", "= 1",
                                  "a = 1\n[a.b]", "a = truth"])  # fmt: skip
def test_wrong_toml(text):
    import tomllib

    with pytest.raises(tomllib.TOMLDecodeError):
        tomllib.loads(text)
    mine = ours("tomllib")
    with pytest.raises(mine.TOMLDecodeError, match="line|end of document"):
        mine.loads(text)


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


TYPING = """
class Point(NamedTuple):
    x: int
    y: float = 2.0

    def both(self):
        return self.x + self.y


T = TypeVar("T")


class Box(Generic[T]):
    pass


def function(a: Optional[int], b: Union[int, str], c: Callable[[int], Any], d: List[Dict[str, Tuple[int, ...]]]) -> Self:
    return cast(int, a)
"""


@pytest.mark.parametrize(
    "expression",
    [
        "repr(Point(1)), Point(1) == (1, 2.0), Point(1).both(), Point(x=3, y=4)._asdict()",
        "Point(1)._replace(x=5).x",
        "function(1, 2, 3, 4), isinstance(Box[int](), Box), TYPE_CHECKING",
        "str(Optional) and Any is Any",
    ],
)
def test_typing(expression):
    mine, theirs = both("typing", TYPING + f"\nresult = {expression}")
    assert mine == theirs


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
