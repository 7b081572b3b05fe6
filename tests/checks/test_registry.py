"""`handbook check` on the real pages with one fault planted: exit code 1, `path:line`, a hint, nothing written."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from handbook import ROOT
from handbook.cli.commands import main
from handbook.markdown.parser import parse, write
from handbook.project import data_files


@pytest.fixture(scope="module")
def original(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("handbook")
    for name in ("content", "docs", "i18n", "snippets", "models", "theme"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "mkdocs.yml", folder)
    (folder / data_files.FIGURES).parent.mkdir()
    shutil.copy(ROOT / data_files.FIGURES, folder / data_files.FIGURES)
    return folder


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def untouched(original) -> dict[Path, bytes]:
    return contents(original)


@pytest.fixture
def checkout(original, untouched) -> Iterator[Path]:
    """The real pages, which a test may spoil: afterwards they are what they were."""
    yield original
    for path in (original / "docs").glob("*/*.md"):
        if path.read_bytes() != untouched[path]:
            path.write_bytes(untouched[path])


def run(checkout: Path, *arguments: str):
    return CliRunner().invoke(main, ["--root", str(checkout), *arguments])


def replace(old: str, new: str, exact: bool = True):
    """Replaces the first ``old``; the finding must name the line of the first letter that differs, or just the page."""

    def plant(path: Path) -> int | None:
        text = path.read_text(encoding="utf-8")
        assert old in text, f"the page no longer holds {old!r}: plant another fault"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        same = next((n for n, (a, b) in enumerate(zip(old, new)) if a != b), min(len(old), len(new)))
        return text[: text.index(old) + same].count("\n") + 1 if exact else None

    return plant


def block(kind: str, language: str = "", number: int = 0):
    def choose(page):
        return [b for b in page.blocks if b.kind == kind and (not language or b.language == language)][number]

    return choose


def drop(choose):
    def plant(path: Path) -> int | None:
        page = parse(path.read_text(encoding="utf-8"))
        gone = choose(page)
        path.write_text("".join(b.raw for b in page.blocks if b is not gone), encoding="utf-8")
        return None  # somewhere near; the message names the English line

    return plant


def swap(one, two):
    def plant(path: Path) -> int | None:
        page = parse(path.read_text(encoding="utf-8"))
        a, b = one(page), two(page)
        other = {a: b.raw, b: a.raw}
        path.write_text("".join(other.get(x, x.raw) for x in page.blocks), encoding="utf-8")
        return None

    return plant


def latin_1(path: Path) -> int:
    text = path.read_text(encoding="utf-8")
    data = text.encode("latin-1", errors="replace")
    path.write_bytes(data)
    return next(number for number, line in enumerate(data.split(b"\n"), 1) if any(byte > 127 for byte in line))


def unclose(path: Path) -> int:
    page = parse(path.read_text(encoding="utf-8"))
    last = page.fences()[-1]
    text = "".join(b.raw if b is not last else b.raw.rstrip("\n").rpartition("\n")[0] + "\n" for b in page.blocks)
    path.write_text(text, encoding="utf-8")
    return last.line


def edit_output(path: Path) -> int:
    page = parse(path.read_text(encoding="utf-8"))
    output = next(b for b in page.fences() if b.is_output and "0.4063" in b.text)
    path.write_text(write(page).replace(output.raw, output.raw.replace("0.4063", "0.4064", 1), 1), encoding="utf-8")
    return output.body_line + next(n for n, line in enumerate(output.text.split("\n")) if "0.4063" in line)


FAULTS = {
    "a changed operator in a translation": ("de", replace("embeddings @", "embeddings *"), "the code differs"),
    "a curly quote in code": ("sr", replace('f"', "f“"), "typographic"),
    "a dropped paragraph": ("sw", drop(block("paragraph", number=3)), "missing"),
    "a dropped code block": ("sw", drop(block("fence", "python", 2)), "missing"),
    "a swapped pair of blocks": ("de", swap(block("fence", "python", 1), block("fence", "python", 2)), "differs"),
    "a paragraph swapped with a table": ("de", swap(block("paragraph", number=6), block("table")), "elsewhere"),
    "a heading id renamed": ("sr", replace("{ #exercises }", "{ #vezbe }"), "attributes differ"),
    "a link to a page that is not there": (
        "en",
        replace("](queries-keys-values.md", "](queries-and-keys.md"),
        "not there",
    ),
    "a link to a heading that is not there": (
        "en",
        replace("](queries-keys-values.md#", "](queries-keys-values.md#x-"),
        "doesn't have",
    ),
    "an output edited": ("de", edit_output, "the output differs"),
    "0.4063 changed to 0.4068 in Swahili prose": ("sw", replace(" 0.4063", " 0.4068"), "0.4068"),
    "an unclosed fence": ("de", unclose, "never closed"),
    "an attribute without braces": ("sw", replace("```python\n", "```python raises\n"), "not a code block"),
    "a Latin-1 file": ("de", latin_1, "not UTF-8"),
    "tabs for indentation": ("sr", replace("\n    ", "\n\t"), "a tab"),
    "front matter that doesn't parse": ("sw", replace("description: ", "description: : "), "front matter"),
    "a script in a translation": ("de", replace("\n\n## ", "\n\n<script>alert(1)</script>\n\n## "), "<script>"),
    "an inline script in a translation": (
        "de",
        replace(". ", ". <script src='//x.example/a.js'></script> "),
        "html tag",
    ),
    "a dropped inline name": ("de", replace("`", "'"), ""),
    "a decimal point in German": ("de", replace("0,4063", "0.4063"), "0.4063"),
    "an excused number more": (
        "sr",
        replace("\n\n## ", "\n\n<!-- uncomputed: 9.99 | no -->\n\n## ", exact=False),
        "excused numbers",
    ),
    "a right answer moved": ("sw", replace("- [x]", "- [ ]"), "[ ] instead of [x]"),
    "a formula changed": ("sr", replace("\\embedding{", "\\key{"), "formula"),
    "a description left out": ("sw", replace("description:", "describtion:", exact=False), "description"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found_at_its_place(checkout, untouched, fault):
    language, plant, words = FAULTS[fault]
    path = checkout / "docs" / language / "by-hand.md"
    line = plant(path)
    planted = untouched | {path: path.read_bytes()}

    result = run(checkout, "check", str(path))

    assert result.exit_code == 1, result.output
    assert not result.exception or isinstance(result.exception, SystemExit)
    assert f"docs/{language}/by-hand.md:" in result.output
    assert words in result.output
    if line is not None:
        assert f"docs/{language}/by-hand.md:{line}:" in result.output, (line, result.output)
    assert contents(checkout) == planted


def test_a_stale_snippet_is_found_and_collect_mends_it(small_handbook):
    path = small_handbook / "snippets" / "de" / "scores.py"
    path.write_text(path.read_text(encoding="utf-8") + "print('edited by hand')\n", encoding="utf-8")
    result = run(small_handbook, "check")
    assert result.exit_code == 1
    assert "snippets/de/scores.py:" in result.output and "handbook collect" in result.output
    assert run(small_handbook, "collect").exit_code == 0
    assert run(small_handbook, "check").exit_code == 0


def test_a_corrected_sentence_heading_or_comment_needs_nothing_made_anew(small_handbook):
    """As in an editor on the web: the page alone is changed, and its translation recorded or not."""
    page = small_handbook / "docs" / "de" / "scores.md"
    text = page.read_text(encoding="utf-8")
    corrected = text
    for old, new in (
        ("zweier Vektoren", "von zwei Vektoren"),
        ("## Die Summe", "## Die ganze Summe"),
        ("# erst malnehmen", "# zuerst malnehmen"),
    ):
        assert old in corrected
        corrected = corrected.replace(old, new)
    page.write_text(corrected, encoding="utf-8")
    result = run(small_handbook, "check")
    assert result.exit_code == 0, result.output
    assert (
        "snippets/de/scores.py:" in result.output
        and "its titles or comments are not those of docs/de/scores.md today" in result.output
    )
    page.write_text(text.replace("torch.tensor", "torch.Tensor"), encoding="utf-8")
    assert run(small_handbook, "check").exit_code == 1


def test_a_missing_and_a_left_over_snippet_are_found(small_handbook):
    (small_handbook / "snippets" / "de" / "scores.py").rename(small_handbook / "snippets" / "de" / "goals.py")
    output = run(small_handbook, "check").output
    assert "snippets/de/scores.py:1: missing" in output
    assert "snippets/de/goals.py:1: no page" in output


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "docs/en/no-such-page.md"],
        ["check", "README.md"],
        ["sync", "xx"],
        ["collect", "now"],
        ["no-such-command"],
    ],
)
def test_a_wrong_call_is_answered_without_a_traceback(checkout, arguments):
    result = run(checkout, *arguments)
    assert result.exit_code in (1, 2)
    assert isinstance(result.exception, SystemExit)


def test_the_command_works_on_the_checkout_in_which_it_is_called(checkout, monkeypatch, tmp_path):
    path = checkout / "docs" / "de" / "by-hand.md"
    path.write_text(path.read_text(encoding="utf-8") + "\n```python\n1 +\n```\n", encoding="utf-8")
    monkeypatch.chdir(checkout / "docs" / "de")
    result = CliRunner().invoke(main, ["check", "by-hand.md"])
    assert result.exit_code == 1 and "docs/de/by-hand.md:" in result.output
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    result = CliRunner().invoke(main, ["check"])
    assert result.exit_code == 1 and "no handbook here" in result.output
