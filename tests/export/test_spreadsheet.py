"""The spreadsheets to take away: their words, formulas and form, and whether the committed files are fresh."""

from __future__ import annotations

import re
import shutil
import sys
from functools import cache
from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner
from samples import PROJECT
from xlsx_files import copy_with_numbers, read_cells

from handbook import ROOT
from handbook.cli.commands import main
from handbook.core.diagnostics import DiagnosticError
from handbook.export.spreadsheet import downloads, layout, workbook
from handbook.export.spreadsheet.model import Area
from handbook.project import book, examples
from handbook.project.checkout import Project
from handbook.project.strings import Strings, flat

FILES = downloads.targets(PROJECT)
EACH = pytest.mark.parametrize("language", FILES)


# -- formulas and words


@EACH
def test_only_the_taught_functions_occur(language):
    formulas = [cell.formula for cell in read_cells(FILES[language]).values() if cell.formula]
    assert len(formulas) > 200
    names = {name for formula in formulas for name in re.findall(r"[A-Za-z_.]+(?=\()", formula)}
    assert names == layout.FUNCTIONS
    rest = {re.sub(r"\$?[A-Z]\$?\d+", "", re.sub(r"[A-Z]+\(", "(", formula)) for formula in formulas}
    assert all(re.fullmatch(r"=[-+*/^():,\d]*", formula) for formula in rest), rest


TOKENS = {token for example in examples.read_examples(ROOT).values() for token in example.tokens}
ENGLISH_EVERYWHERE = {*TOKENS, *"123xqkvsa", "exp", "s − max", "CC BY 4.0"}  # tokens, letters of formulas, a name


@cache
def words(path: Path) -> set[str]:
    """All that a reader may read: cells, names of sheets, prompts, messages, the title."""
    book = openpyxl.load_workbook(path)
    texts = {cell.value for cell in read_cells(path).values() if isinstance(cell.value, str)}
    texts |= {*book.sheetnames, book.properties.title}
    for sheet in book:
        for rule in sheet.data_validations.dataValidation:
            texts |= {rule.promptTitle, rule.prompt, rule.errorTitle, rule.error}
    return texts


@pytest.mark.parametrize("language", list(FILES)[1:])
def test_no_english_word_is_left(language):
    english, own = words(FILES["en"]), words(FILES[language])
    assert len(own) > 60
    assert english & own <= ENGLISH_EVERYWHERE
    strings = Strings.of(language, "sheet")
    assert set(strings.english) == set(strings.entries)


@EACH
def test_every_word_is_a_string_of_the_language(language):
    strings = {key: text for key, text in flat(language).items() if key.startswith("sheet.")}
    patterns = [re.sub(r"\\\{\w+\\\}", ".+", re.escape(text)) for text in strings.values()]
    intro = re.escape(strings["sheet.rows_columns"])
    patterns += [f"{intro} {pattern}" for pattern in patterns]
    for text in words(FILES[language]) - ENGLISH_EVERYWHERE:
        plain = re.sub(r" (= q · k / √4|/ √4)$", "", text)
        plain = re.sub(r" [xqkvsa]$| s$", "", plain)
        assert text.startswith("https://") or any(re.fullmatch(pattern, plain) for pattern in patterns), text


# -- fresh


@EACH
def test_the_files_are_what_the_command_writes_today(language):
    assert FILES[language].read_bytes() == downloads.render(language)


def test_fresh_files_have_no_findings_and_are_not_written_again():
    assert list(downloads.check(PROJECT)) == []
    assert list(downloads.write(PROJECT)) == []


@pytest.fixture
def copied(tmp_path) -> Path:
    """A checkout with the chapter and its files in two languages, to be spoiled."""
    for language in ("en", "de"):
        shutil.copytree(ROOT / "docs" / language / "downloads", tmp_path / "docs" / language / "downloads")
        shutil.copy(ROOT / "docs" / language / "spreadsheet.md", tmp_path / "docs" / language)
        shutil.copytree(ROOT / "i18n" / language, tmp_path / "i18n" / language)
    for name in (examples.FILE, book.FILE, book.MKDOCS, "theme/assets/stylesheets/tokens.css"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


GERMAN = "docs/de/downloads/attention.xlsx"


def findings(root: Path) -> list[tuple[str, str, str]]:
    return [(finding.path, finding.message, finding.severity) for finding in downloads.check(Project(root))]


def test_check_notices_a_file_that_is_stale_and_writing_mends_it(copied):
    assert findings(copied) == []
    strings = copied / "i18n" / "de" / "ui.toml"
    text = strings.read_text(encoding="utf-8")
    assert 'who_asks = "Wer fragt?"' in text
    strings.write_text(text.replace('who_asks = "Wer fragt?"', 'who_asks = "Wer ist dran?"'), encoding="utf-8")
    message = "not what `handbook sheets` writes today: xl/sharedStrings.xml"
    assert findings(copied) == [(GERMAN, message, "notice")]
    result = CliRunner().invoke(main, ["--root", str(copied), "sheets"])
    assert (result.exit_code, result.output) == (0, f"{GERMAN}\n2 spreadsheets, 1 changed\n")
    assert findings(copied) == []


def test_check_notices_a_file_that_is_changed_broken_or_missing(copied):
    path = copied / GERMAN
    copy_with_numbers(ROOT / GERMAN, path, {(2, "C2"): 7})
    assert findings(copied) == [(GERMAN, "not what `handbook sheets` writes today: xl/worksheets/sheet3.xml", "notice")]
    path.write_bytes(b"PK nothing")
    assert findings(copied) == [(GERMAN, "not what `handbook sheets` writes today: it can't be read", "notice")]
    path.unlink()
    assert findings(copied) == [(GERMAN, "missing: the English one is offered", "notice")]


def test_without_xlsxwriter_nothing_is_compared_or_written(copied, monkeypatch):
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    with pytest.raises(DiagnosticError, match=r"XlsxWriter.*not installed"):
        downloads.render("en")
    monkeypatch.setattr(downloads, "find_spec", lambda _: None)
    assert {message for _, message, _ in findings(copied)} == {"not compared: XlsxWriter isn't installed"}


# -- the numbers that the sheets begin with


@pytest.mark.parametrize(
    "old, new, message",
    [
        ('"bark", "loudly", "."', '"bark", "loudly"', "[dogs] has no fitting `tokens`"),
        ("[0.53, 0.34, 0.98]", "[0.53, 0.34]", "[hello] has no fitting `embeddings`"),
        ("[0, 8, 0, 0]", '[0, "8", 0, 0]', "[food] has no fitting `query_table`"),
        ("[0.53, 0.34, 0.98]", "[0.53, nan, 0.98]", "[hello] has no fitting `embeddings`"),
        ("selected = 3", "selected = 6", "[dogs] has no fitting `selected`"),
        ("[food]", "[drinks]", "[food] has no fitting `key_table`"),
        ("[2, 1, 2, 0]", "[2000, 1, 2, 0]", "numbers that give a score above 709"),
        ("tokens = [", "tokens = ", "not TOML"),
    ],
)
def test_numbers_that_do_not_fit_are_refused(copied, old, new, message):
    path = copied / examples.FILE
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DiagnosticError, match=re.escape(message)):
        layout.build_sheets("en", copied)


def test_a_missing_file_of_examples_is_refused(copied):
    (copied / examples.FILE).unlink()
    with pytest.raises(DiagnosticError, match=f"{examples.FILE}:1: missing"):
        layout.build_sheets("en", copied)


def test_results_of_another_shape_than_their_area_are_refused():
    with pytest.raises(ValueError, match="don't fit B2:C3"):
        list(Area(2, 2, 2, 2).with_numbers([[1, 2], [3]]))


# -- form


@EACH
def test_what_may_be_changed_is_marked_and_guarded(language):
    cells = read_cells(FILES[language])
    for index, sheet in enumerate(openpyxl.load_workbook(FILES[language]).worksheets[1:], 1):
        rules = sheet.data_validations.dataValidation
        parts = [part for rule in rules for part in rule.sqref.ranges]
        guarded = {position for part in parts for row in part.rows for position in row}
        all_cells = [cell for row in sheet.iter_rows() for cell in row]
        marked = {(cell.row, cell.column) for cell in all_cells if cell.fill.fgColor.rgb == "FFFFF6CF"}
        numbers = [cell for cell in all_cells if isinstance(cell.value, (int, float))]
        typed = {(cell.row, cell.column) for cell in numbers if not cells[index, cell.coordinate].computed}
        assert marked == guarded == typed
        assert len(typed) in (10, 69)
        for rule in rules:
            assert rule.showInputMessage and rule.showErrorMessage and rule.prompt


@EACH
def test_each_sheet_prints_on_one_a4_page_and_keeps_its_names_in_view(language):
    for index, sheet in enumerate(openpyxl.load_workbook(FILES[language]).worksheets):
        assert str(sheet.page_setup.paperSize) == "9"
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert sheet.freeze_panes == (None if index == 0 else "B1")
        assert all(sheet.column_dimensions[letter].width > 9 for letter in "AB")


def test_words_in_color_have_contrast_enough():
    colors = workbook.role_colors()
    assert len(set(colors.values())) == 6
    for color in colors.values():
        assert contrast(color, workbook.PAPER) >= 4.5
        assert contrast(color, workbook.tint(color, 0.12)) >= 4.5
    assert contrast(workbook.INK, workbook.SHADE) >= 4.5
    assert contrast(workbook.INK, workbook.INPUT) >= 4.5


def contrast(first: str, second: str) -> float:
    """The contrast ratio of two colors like ``#22252c``, from 1 to 21."""

    def luminance(color: str) -> float:
        parts = [int(color[start : start + 2], 16) / 255 for start in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@EACH
def test_the_site_offers_the_file(language, site_dir):
    folder = site_dir if language == "en" else site_dir / language
    html = (folder / "spreadsheet" / "index.html").read_text(encoding="utf-8")
    assert re.findall(r'href="(\.\./downloads/[^"]*)"', html) == ["../downloads/attention.xlsx"]
    assert [path.name for path in (folder / "downloads").iterdir()] == ["attention.xlsx"]
    assert (folder / "downloads" / "attention.xlsx").read_bytes() == FILES[language].read_bytes()
