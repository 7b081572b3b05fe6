"""The spreadsheets to take away: what they calculate, in LibreOffice and against torch; their words, formulas and form."""

from __future__ import annotations

import io
import os
import re
import shutil
import zipfile
from contextlib import redirect_stdout
from pathlib import Path
from xml.dom import minidom

import openpyxl
import pytest

from handbook import ROOT, office, sheets
from handbook.blocks import table_rows
from handbook.pages import Handbook
from handbook.ui import Strings, flat

torch = pytest.importorskip("torch")

HANDBOOK = Handbook(ROOT)
LANGUAGES = list(sheets.targets(HANDBOOK))
KINDS = ("xlsx", "ods")
BOTH = pytest.mark.parametrize("kind", KINDS)
EACH = pytest.mark.parametrize("language", LANGUAGES)
HELLO, DOGS, FOOD = 1, 2, 3  # the sheets' places in the file
Cells = dict[tuple[int, str], office.OfficeCell]


@pytest.fixture(scope="session")
def libreoffice() -> None:
    if office.program() is None:
        if os.environ.get("HANDBOOK_NEEDS_OFFICE"):
            pytest.fail(f"no LibreOffice found: {office.ADVICE}")
        pytest.skip(f"no LibreOffice found: {office.ADVICE}")


def file(language: str, kind: str) -> Path:
    return ROOT / "docs" / language / "downloads" / f"attention.{kind}"


def by_place(cells: dict[tuple[str, str], office.OfficeCell]) -> Cells:
    """Names of sheets differ by language; their order doesn't."""
    names = list(dict.fromkeys(name for name, _ in cells))
    return {(names.index(name), at): cell for (name, at), cell in cells.items()}


def read(path: Path) -> Cells:
    """Formulas and stored values, in one form for both kinds of file."""
    if path.suffix == ".ods":
        return by_place(office.read_ods(path))
    found = {}
    stored = openpyxl.load_workbook(path, data_only=True)
    for sheet in openpyxl.load_workbook(path):
        for line in sheet.iter_rows():
            for cell in line:
                value = stored[sheet.title][cell.coordinate].value
                if value is None:
                    continue
                formula, array = cell.value, None
                if isinstance(formula, openpyxl.worksheet.formula.ArrayFormula):
                    area = sheets.area_of(formula.ref)
                    formula, array = formula.text, (area.height, area.width)
                formula = formula if isinstance(formula, str) and formula.startswith("=") else ""
                found[sheet.title, cell.coordinate] = office.OfficeCell(value if isinstance(value, str) else float(value), formula, array)
    return by_place(found)


def numbers(cells: Cells, sheet: int, area: str) -> torch.Tensor:
    """The numbers of an area; words there, such as an error, fail."""
    of = sheets.area_of(area)
    values = [cells[sheet, sheets.place(*at)].value for at in of.cells()]
    assert all(isinstance(value, float) for value in values), values
    return torch.tensor(values, dtype=torch.float64).reshape(of.height, of.width)


def page_tensors(name: str) -> dict:
    """What the English chapter's code leaves behind."""
    space: dict = {"__name__": "__main__"}
    with redirect_stdout(io.StringIO()):
        exec((ROOT / "snippets" / "en" / f"{name}.py").read_text(encoding="utf-8"), space)
    return space


# -- what is calculated


def assert_right(cells: Cells) -> None:
    """Each table of each sheet against torch in float64, from the numbers that are typed there."""

    def same(sheet: int, area: str, expected: torch.Tensor) -> None:
        torch.testing.assert_close(numbers(cells, sheet, area), expected.reshape(numbers(cells, sheet, area).shape), rtol=1e-10, atol=1e-10)

    x = numbers(cells, HELLO, "B2:D4")
    scores = x @ x.T
    weights = torch.softmax(scores, dim=-1)
    shifted = scores - scores.max(dim=-1, keepdim=True).values
    same(HELLO, "B8:D10", scores)
    same(HELLO, "B14:D16", shifted)
    same(HELLO, "B20:D22", shifted.exp())
    same(HELLO, "B26:D28", weights)
    same(HELLO, "E26:E28", torch.ones(3, dtype=torch.float64))
    same(HELLO, "B32:D34", weights @ x)
    row = int(cells[HELLO, "H7"].value) - 1
    same(HELLO, "H11:J11", x[row])
    same(HELLO, "H14:J16", x[row] * x)
    same(HELLO, "K14:K16", scores[row])
    same(HELLO, "N14:N16", weights[row])
    same(HELLO, "H20:J22", weights[row].unsqueeze(-1) * x)
    same(HELLO, "H26:J26", weights[row] @ x)

    for sheet in (DOGS, FOOD):
        x = numbers(cells, sheet, "B2:E6")
        queries, keys, values = (x @ numbers(cells, sheet, area) for area in ("B9:E12", "G9:J12", "L9:O12"))
        scores = queries @ keys.T / 2
        weights = torch.softmax(scores, dim=-1)
        same(sheet, "B15:E19", queries)
        same(sheet, "G15:J19", keys)
        same(sheet, "L15:O19", values)
        same(sheet, "B22:F26", scores)
        same(sheet, "B36:F40", weights)
        same(sheet, "G36:G40", torch.ones(5, dtype=torch.float64))
        same(sheet, "B43:E47", weights @ values)
        row = int(cells[sheet, "I21"].value) - 1
        same(sheet, "I25:L25", queries[row])
        same(sheet, "I29:L33", queries[row] * keys)
        same(sheet, "M29:M33", scores[row])
        same(sheet, "O29:O33", weights[row])
        same(sheet, "I36:L40", weights[row].unsqueeze(-1) * values)
        same(sheet, "I43:L43", weights[row] @ values)
        same(sheet, "B43:E47", torch.nn.functional.scaled_dot_product_attention(queries, keys, values))


@EACH
@BOTH
def test_the_stored_values_are_torchs(language, kind):
    assert_right(read(file(language, kind)))


CHANGED = {
    (HELLO, "B2"): 1.25, (HELLO, "D3"): -0.75, (HELLO, "C4"): 30.0, (HELLO, "H7"): 3,
    (DOGS, "C2"): -1.5, (DOGS, "E5"): 2.0, (DOGS, "E9"): 0.25, (DOGS, "G12"): 1.0, (DOGS, "O9"): -4.0, (DOGS, "I21"): 5,
    (FOOD, "B3"): 0.5, (FOOD, "C9"): 3.0, (FOOD, "J9"): 1.0, (FOOD, "L12"): 2.0, (FOOD, "I21"): 1,
}  # fmt: skip


@EACH
@BOTH
def test_after_a_change_everything_is_calculated_anew(language, kind, tmp_path, libreoffice):
    changed = tmp_path / f"changed.{kind}"
    change(file(language, kind), changed, CHANGED)
    before, after = read(file(language, kind)), by_place(office.read_ods(office.recalculated(changed, "ods", tmp_path / "out")))
    for (sheet, at), number in CHANGED.items():
        assert after[sheet, at].value == number
        assert before[sheet, at].value != number
    assert [at for at, cell in after.items() if isinstance(cell.value, str) and (cell.formula or office.ERROR.search(cell.value))] == []
    assert_right(after)


def test_large_scores_break_only_the_softmax_that_keeps_the_maximum(tmp_path, libreoffice):
    changed = tmp_path / "large.xlsx"
    change(file("en", "xlsx"), changed, {(HELLO, "B2"): 50, (HELLO, "B3"): 50, (DOGS, "B3"): 50, (DOGS, "C3"): 50})
    after = by_place(office.read_ods(office.recalculated(changed, "ods", tmp_path / "out")))
    assert numbers(after, HELLO, "B8:D10").max() > 709
    assert torch.isfinite(numbers(after, HELLO, "B26:D28")).all()
    assert numbers(after, DOGS, "B22:F26").max() > 709
    assert isinstance(after[DOGS, "C37"].value, str), "the note on the sheet says that an error appears"


def change(source: Path, target: Path, new: dict[tuple[int, str], float]) -> None:
    """Copy a file with other typed numbers. Stored results stay as they were, so old ones show."""
    with zipfile.ZipFile(source) as archive, zipfile.ZipFile(target, "w") as copy:
        for name in archive.namelist():
            text = archive.read(name)
            if source.suffix == ".xlsx":
                for (sheet, at), number in new.items():
                    if name == f"xl/worksheets/sheet{sheet + 1}.xml":
                        text, count = re.subn(rf'(<c r="{at}"[^>]*><v>)[^<]*'.encode(), rb"\g<1>" + str(number).encode(), text)
                        assert count == 1, at
            elif name == "content.xml":
                text = changed_ods(text, new)
            copy.writestr(name, text)


def changed_ods(text: bytes, new: dict[tuple[int, str], float]) -> bytes:
    document = minidom.parseString(text)
    tables = document.getElementsByTagName("table:table")
    for (sheet, at), number in new.items():
        of = sheets.area_of(f"{at}:{at}")
        line = unrolled(tables[sheet].getElementsByTagName("table:table-row"), "table:number-rows-repeated")[of.row - 1]
        cells = [node for node in line.childNodes if node.nodeName in ("table:table-cell", "table:covered-table-cell")]
        cell = unrolled(cells, "table:number-columns-repeated")[of.column - 1]
        assert cell.getAttribute("office:value-type") == "float", at
        cell.setAttribute("office:value", str(number))
    return document.toxml("utf-8")


def unrolled(nodes, repeated: str) -> list:
    """One node for each row or cell, up to those that stand for the empty rest."""
    found = []
    for node in list(nodes):
        count = int(node.getAttribute(repeated) or 1)
        if count > 100:
            break
        if count > 1:
            node.removeAttribute(repeated)
        copies = [node.cloneNode(True) for _ in range(count - 1)]
        for copy in copies:
            node.parentNode.insertBefore(copy, node)
        found += [*copies, node]
    return found


# -- the chapters say the same


def test_the_typed_numbers_are_the_chapters():
    cells = read(file("en", "xlsx"))
    by_hand, chapter = page_tensors("by-hand"), page_tensors("spreadsheet")
    for sheet, area, tensor in [
        (HELLO, "B2:D4", by_hand["embeddings"]),
        (DOGS, "B2:E6", chapter["embeddings"]),
        (DOGS, "B9:E12", chapter["W_query"]),
        (DOGS, "G9:J12", chapter["W_key"]),
        (DOGS, "L9:O12", chapter["W_value"]),
        (FOOD, "B2:E6", chapter["food_embeddings"]),
        (FOOD, "B9:E12", chapter["food_query_table"]),
        (FOOD, "G9:J12", chapter["food_key_table"]),
        (FOOD, "L9:O12", chapter["food_value_table"]),
    ]:
        assert torch.equal(numbers(cells, sheet, area).float(), tensor)
    torch.testing.assert_close(numbers(cells, HELLO, "B32:D34").float(), by_hand["context_vectors"])
    torch.testing.assert_close(numbers(cells, DOGS, "B43:E47").float(), chapter["context_vectors"])
    torch.testing.assert_close(numbers(cells, FOOD, "B43:E47").float(), chapter["food_context"])


@pytest.mark.parametrize("sheet", [DOGS, FOOD])
def test_cells_and_formulas_are_those_that_the_chapter_lists(sheet):
    cells = read(file("en", "xlsx"))
    table = next(block for block in HANDBOOK.page("en", "spreadsheet").blocks if block.kind == "table" and "MMULT" in block.text)
    listed = [(row[0], re.findall(r"`([^`]*)`", row[2])) for row in table_rows(table)[1:] if "MMULT" in row[2] or "=" in row[2] or "typed" in row[2]]
    assert len(listed) == 9
    for places, formulas in listed:
        for area in places.split(", "):
            first = cells[sheet, area.split(":")[0]]
            assert first.formula == (formulas[0].replace(" ", "") if formulas else "")
            of = sheets.area_of(area)
            if formulas and "MMULT" in formulas[0]:
                assert first.array == (of.height, of.width)
            elif formulas:
                assert all(cells[sheet, sheets.place(*at)].formula and cells[sheet, sheets.place(*at)].array is None for at in of.cells())


# -- formulas and words


@EACH
@BOTH
def test_only_the_taught_functions_occur(language, kind):
    formulas = [cell.formula for cell in read(file(language, kind)).values() if cell.formula]
    assert len(formulas) > 200
    assert {name for formula in formulas for name in re.findall(r"[A-Za-z_.]+(?=\()", formula)} == sheets.FUNCTIONS
    left = {re.sub(r"\$?[A-Z]\$?\d+", "", re.sub(r"[A-Z]+\(", "(", formula)) for formula in formulas}
    assert all(re.fullmatch(r"=[-+*/^():,\d]*", formula) for formula in left), left


ENGLISH_EVERYWHERE = {*sheets.HELLO, *sheets.DOGS, *sheets.FOOD, *"123xqkvsa", "exp", "s − max", "CC BY 4.0"}  # the examples, letters of formulas, a name


def words(path: Path) -> set[str]:
    """All that a reader may read: cells, names of sheets, prompts, messages, the title."""
    book = openpyxl.load_workbook(path)
    found = {cell.value for cell in read(path).values() if isinstance(cell.value, str)} | set(book.sheetnames) | {book.properties.title}
    for sheet in book:
        for rule in sheet.data_validations.dataValidation:
            found |= {rule.promptTitle, rule.prompt, rule.errorTitle, rule.error}
    return found


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_english_word_is_left(language):
    english, own = words(file("en", "xlsx")), words(file(language, "xlsx"))
    assert len(own) > 60
    assert english & own <= ENGLISH_EVERYWHERE
    assert set(Strings.of(language, "sheet").english) == set(Strings.of(language, "sheet").own)


@EACH
def test_every_word_is_a_string_of_the_language(language):
    say = {key: text for key, text in flat(language).items() if key.startswith("sheet.")}
    patterns = [re.sub(r"\\\{\w+\\\}", ".+", re.escape(text)) for text in say.values()]
    for text in words(file(language, "xlsx")) - ENGLISH_EVERYWHERE:
        plain = re.sub(r" (= q · k / √4|/ √4)$", "", text)
        plain = re.sub(r" [xqkvsa]$| s$", "", plain)
        assert text.startswith("https://") or any(re.fullmatch(pattern, plain) for pattern in patterns) or " ".join(say[f"sheet.{key}"] for key in ("rows_columns", "hello_about")) == text or text.startswith(say["sheet.rows_columns"]), text


# -- fresh, and equal in both kinds


def same_cells(left: Cells, right: Cells) -> list:
    """Places where two files differ; numbers may by a rounding error of a double."""

    def equal(a: office.OfficeCell, b: office.OfficeCell) -> bool:
        if (a.formula, a.array) != (b.formula, b.array) or type(a.value) is not type(b.value):
            return False
        return a.value == b.value if isinstance(a.value, str) else abs(a.value - b.value) <= 1e-12 * max(1, abs(a.value))

    return [at for at in left.keys() | right.keys() if at not in left or at not in right or not equal(left[at], right[at])]


@EACH
def test_both_kinds_hold_the_same(language):
    assert same_cells(read(file(language, "xlsx")), read(file(language, "ods"))) == []


@EACH
def test_the_files_are_what_the_script_writes_today(language, tmp_path, libreoffice):
    (fresh := tmp_path / "fresh.xlsx").write_bytes(sheets.xlsx(language))
    assert same_cells(read(fresh), read(file(language, "xlsx"))) == []
    assert list(sheets.check(HANDBOOK)) == []


def test_the_same_sheets_are_the_same_bytes(tmp_path):
    for name in ("a.xlsx", "b.xlsx"):
        sheets.write_xlsx(sheets.workbook("de"), tmp_path / name, "de")
    assert (tmp_path / "a.xlsx").read_bytes() == (tmp_path / "b.xlsx").read_bytes()


@pytest.fixture
def copied(tmp_path) -> Path:
    """A checkout with the chapter and its files in two languages, to be spoiled."""
    for language in ("en", "de"):
        shutil.copytree(ROOT / "docs" / language / "downloads", tmp_path / "docs" / language / "downloads")
        shutil.copy(ROOT / "docs" / language / "spreadsheet.md", tmp_path / "docs" / language)
        shutil.copytree(ROOT / "i18n" / language, tmp_path / "i18n" / language)
    return tmp_path


def test_check_tells_of_files_that_are_stale_missing_or_broken(copied):
    assert list(sheets.check(Handbook(copied))) == []
    strings = copied / "i18n" / "de" / "ui.toml"
    good = strings.read_text(encoding="utf-8")
    strings.write_text(good.replace('who_asks = "Wer fragt?"', 'who_asks = "Wer ist dran?"'), encoding="utf-8")
    (found,) = sheets.check(Handbook(copied))
    assert found.path == "docs/de/downloads/attention.ods" and "G7" in found.message and found.severity == "notice"
    strings.write_text(good, encoding="utf-8")

    ods = copied / "docs" / "de" / "downloads" / "attention.ods"
    change(ROOT / "docs" / "de" / "downloads" / "attention.ods", ods, {(DOGS, "C2"): 7})
    assert ["C2" in found.message for found in sheets.check(Handbook(copied))] == [True]
    ods.write_bytes(b"PK nothing")
    assert ["can't be read" in found.message for found in sheets.check(Handbook(copied))] == [True]
    ods.unlink()
    assert ["missing" in found.message for found in sheets.check(Handbook(copied))] == [True]


# -- form


@EACH
def test_what_may_be_changed_is_marked_and_guarded(language):
    book = openpyxl.load_workbook(file(language, "xlsx"))
    for sheet in book.worksheets[1:]:
        guarded = {cell for rule in sheet.data_validations.dataValidation for part in rule.sqref.ranges for line in part.rows for cell in line}
        typed = {(cell.row, cell.column) for line in sheet.iter_rows() for cell in line if cell.fill.fgColor.rgb == "FFFFF6CF"}
        plain = {(cell.row, cell.column) for line in sheet.iter_rows() for cell in line if isinstance(cell.value, (int, float))}
        filled = {(row, column) for line in sheet.iter_rows() for cell in line if isinstance(cell.value, openpyxl.worksheet.formula.ArrayFormula) for row, column in sheets.area_of(cell.value.ref).cells()}
        assert typed == guarded == plain - filled
        assert len(typed) in (10, 69)
        for rule in sheet.data_validations.dataValidation:
            assert rule.showInputMessage and rule.showErrorMessage and rule.prompt


@EACH
def test_each_sheet_prints_on_one_a4_page_and_keeps_its_names_in_view(language):
    for number, sheet in enumerate(openpyxl.load_workbook(file(language, "xlsx")).worksheets):
        assert str(sheet.page_setup.paperSize) == "9"
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert sheet.freeze_panes == (None if number == 0 else "B1")
        widths = [sheet.column_dimensions[letter].width for letter in "AB"]
        assert all(width > 9 for width in widths)


def test_words_in_color_have_contrast_enough():
    colors = sheets.role_colors()
    assert len(set(colors.values())) == 6
    for color in colors.values():
        assert contrast(color, sheets.PAPER) >= 4.5
        assert contrast(color, sheets.tint(color, 0.12)) >= 4.5
    assert contrast(sheets.INK, sheets.SHADE) >= 4.5
    assert contrast(sheets.INK, sheets.INPUT) >= 4.5


def contrast(one: str, other: str) -> float:
    def luminance(color: str) -> float:
        parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@EACH
def test_the_site_offers_the_files(language, site_dir):
    folder = site_dir if language == "en" else site_dir / language
    html = (folder / "spreadsheet" / "index.html").read_text(encoding="utf-8")
    for kind in KINDS:
        assert f'href="../downloads/attention.{kind}"' in html
        assert (folder / "downloads" / f"attention.{kind}").read_bytes() == file(language, kind).read_bytes()
