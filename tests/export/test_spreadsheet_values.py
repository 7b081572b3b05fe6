"""What the spreadsheets calculate: stored values against torch and LibreOffice, also after a reader's changes."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path

import libreoffice
import pytest
from samples import PROJECT, sample
from xlsx_files import Cells, Position, copy_with_formula, copy_with_numbers, read_cells

from handbook import ROOT
from handbook.export.spreadsheet import downloads
from handbook.export.spreadsheet.model import Area, cell_address
from handbook.markdown.model import table_rows

torch = pytest.importorskip("torch")

FILES = downloads.targets(PROJECT)
HELLO, DOGS, FOOD = 1, 2, 3  # numbers of the sheets, the first one has none to calculate

CHANGED: dict[Position, float] = {
    (HELLO, "B2"): 1.25,
    (HELLO, "D3"): -0.75,
    (HELLO, "C4"): 30.0,
    (HELLO, "H7"): 3,
    (DOGS, "C2"): -1.5,
    (DOGS, "E5"): 2.0,
    (DOGS, "E9"): 0.25,
    (DOGS, "G12"): 1.0,
    (DOGS, "O9"): -4.0,
    (DOGS, "I21"): 5,
    (FOOD, "B3"): 0.5,
    (FOOD, "C9"): 3.0,
    (FOOD, "J9"): 1.0,
    (FOOD, "L12"): 2.0,
    (FOOD, "I21"): 1,
}
LARGE: dict[Position, float] = {(HELLO, "B2"): 50, (HELLO, "B3"): 50, (DOGS, "B3"): 50, (DOGS, "C3"): 50}
WRONG_FORMULAS: dict[str, tuple[Position, str, str]] = {  # where, what stands there, what is planted
    "a row not summed to its end": ((DOGS, "C38"), "$F31", "$E31"),
    "another table": ((FOOD, "B15"), "B9:E12", "G9:J12"),
    "keys not transposed": ((HELLO, "B8"), "TRANSPOSE(B2:D4)", "(B2:D4)"),
    "a row beside the right one": ((DOGS, "I29"), "G15", "G16"),
}


@pytest.fixture(scope="module")
def recalculated(tmp_path_factory, nightly) -> dict[str, Cells]:
    """By names, what LibreOffice makes of copies of the files, opened in one go.

    ``spoiled en``: all results of formulas replaced, the rest as it is; ``changed en``: other numbers typed; both in
    all languages at night. ``large``: in English, numbers that lead to large scores; and each of ``WRONG_FORMULAS``.
    """
    if libreoffice.find_program() is None:
        without = pytest.fail if os.environ.get("HANDBOOK_NEEDS_OFFICE") else pytest.skip
        without(f"no LibreOffice: {libreoffice.ADVICE}")
    folder = tmp_path_factory.mktemp("spreadsheets")
    copies = {}

    def copy(name: str, copied: Callable[..., None], source: Path, *what) -> None:
        copies[name] = folder / f"{len(copies)}.xlsx"
        copied(source, copies[name], *what)

    for language, path in FILES.items() if nightly else [("en", FILES["en"])]:
        results = [position for position, cell in read_cells(path).items() if cell.computed]
        copy(f"spoiled {language}", copy_with_numbers, path, dict.fromkeys(results, 999))
        copy(f"changed {language}", copy_with_numbers, path, CHANGED)
    copy("large", copy_with_numbers, FILES["en"], LARGE)
    for name, fault in WRONG_FORMULAS.items():
        copy(name, copy_with_formula, FILES["en"], *fault)
    written = libreoffice.recalculate(list(copies.values()), folder / "recalculated")
    return {name: read_cells(path) for name, path in zip(copies, written, strict=True)}


def numbers(cells: Cells, sheet: int, area: str) -> torch.Tensor:
    """The numbers of an area; words there, such as an error, fail."""
    shape = Area.parse(area)
    values = [cells[sheet, cell_address(*position)].value for position in shape.positions()]
    assert all(isinstance(value, float) for value in values), values
    return torch.tensor(values, dtype=torch.float64).reshape(shape.height, shape.width)


def differing(actual: Cells, expected: Cells) -> set[Position]:
    """Where computed cells of two files hold different values."""

    def is_same(position: Position) -> bool:
        value, wanted = actual[position].value, expected[position].value
        return isinstance(value, float) and isinstance(wanted, float) and abs(value - wanted) < 1e-11

    return {position for position, cell in expected.items() if cell.computed and not is_same(position)}


def assert_like_torch(cells: Cells) -> None:
    """Each table of each sheet against torch in float64, from the numbers that are typed there."""

    def same(sheet: int, area: str, expected: torch.Tensor) -> None:
        actual = numbers(cells, sheet, area)
        torch.testing.assert_close(actual, expected.reshape(actual.shape), rtol=1e-10, atol=1e-10)

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
    same(HELLO, "H9:J9", torch.eye(3, dtype=torch.float64)[row])
    same(HELLO, "H11:J11", x[row])
    same(HELLO, "H14:J16", x[row] * x)
    same(HELLO, "K14:K16", scores[row])
    same(HELLO, "L14:L16", shifted[row])
    same(HELLO, "M14:M16", shifted[row].exp())
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
        same(sheet, "B29:F33", scores.exp())
        same(sheet, "B36:F40", weights)
        same(sheet, "G36:G40", torch.ones(5, dtype=torch.float64))
        same(sheet, "B43:E47", weights @ values)
        row = int(cells[sheet, "I21"].value) - 1
        same(sheet, "I23:M23", torch.eye(5, dtype=torch.float64)[row])
        same(sheet, "I25:L25", queries[row])
        same(sheet, "I29:L33", queries[row] * keys)
        same(sheet, "M29:M33", scores[row])
        same(sheet, "N29:N33", scores[row].exp())
        same(sheet, "O29:O33", weights[row])
        same(sheet, "I36:L40", weights[row].unsqueeze(-1) * values)
        same(sheet, "I43:L43", weights[row] @ values)
        same(sheet, "B43:E47", torch.nn.functional.scaled_dot_product_attention(queries, keys, values))


# -- stored values


@pytest.mark.parametrize("language", FILES)
def test_stored_values_are_those_of_torch(language):
    assert_like_torch(read_cells(FILES[language]))


@pytest.mark.parametrize("language", sample(FILES, ["en"]))  # formulas are the same in all
def test_libreoffice_calculates_the_stored_values(recalculated, language):
    stored = read_cells(FILES[language])
    assert sum(cell.computed for cell in stored.values()) == 87 + 228 + 228
    assert differing(recalculated[f"spoiled {language}"], stored) == set()


@pytest.mark.parametrize("fault", WRONG_FORMULAS)
def test_a_wrong_formula_is_noticed(recalculated, fault):
    (position, old, _), stored = WRONG_FORMULAS[fault], read_cells(FILES["en"])
    assert old in stored[position].formula
    assert position in differing(recalculated[fault], stored)
    with pytest.raises(AssertionError):
        assert_like_torch(recalculated[fault])


# -- after a reader's changes


@pytest.mark.parametrize("language", sample(FILES, ["en"]))  # formulas are the same in all
def test_after_a_change_everything_is_calculated_anew(recalculated, language):
    before, after = read_cells(FILES[language]), recalculated[f"changed {language}"]
    for position, number in CHANGED.items():
        assert after[position].value == number
        assert before[position].value != number
    assert_like_torch(after)


def test_large_scores_break_only_the_softmax_that_keeps_the_maximum(recalculated):
    after = recalculated["large"]
    assert numbers(after, HELLO, "B8:D10").max() > 709
    assert torch.isfinite(numbers(after, HELLO, "B26:D28")).all()
    assert numbers(after, DOGS, "B22:F26").max() > 709
    assert isinstance(after[DOGS, "C37"].value, str), "the note on the sheet says that an error appears"


# -- the chapters say the same


def chapter_tensors(name: str) -> dict:
    """What the English chapter's code leaves behind."""
    namespace: dict = {"__name__": "__main__"}
    with redirect_stdout(io.StringIO()):
        exec((ROOT / "snippets" / "en" / f"{name}.py").read_text(encoding="utf-8"), namespace)
    return namespace


def test_the_typed_numbers_are_the_chapters():
    cells = read_cells(FILES["en"])
    by_hand, chapter = chapter_tensors("by-hand"), chapter_tensors("spreadsheet")
    for sheet, area, tensor in [
        (HELLO, "B2:D4", by_hand["embeddings"]),
        (DOGS, "B2:E6", chapter["embeddings"]),
        (DOGS, "B9:E12", chapter["W_query"]),
        (DOGS, "G9:J12", chapter["W_key"]),
        (DOGS, "L9:O12", chapter["W_value"]),
        (FOOD, "B2:E6", chapter["food_embeddings"]),
        (FOOD, "B9:E12", chapter["food_W_query"]),
        (FOOD, "G9:J12", chapter["food_W_key"]),
        (FOOD, "L9:O12", chapter["food_W_value"]),
    ]:
        assert torch.equal(numbers(cells, sheet, area).float(), tensor)
    torch.testing.assert_close(numbers(cells, HELLO, "B32:D34").float(), by_hand["context_vectors"])
    torch.testing.assert_close(numbers(cells, DOGS, "B43:E47").float(), chapter["context_vectors"])
    torch.testing.assert_close(numbers(cells, FOOD, "B43:E47").float(), chapter["food_context"])


@pytest.mark.parametrize("sheet", [DOGS, FOOD])
def test_cells_and_formulas_are_those_that_the_chapter_lists(sheet):
    cells = read_cells(FILES["en"])
    blocks = PROJECT.page("en", "spreadsheet").blocks
    table = next(block for block in blocks if block.kind == "table" and "MMULT" in block.text)
    rows = [row for row in table_rows(table)[1:] if re.search("MMULT|=|typed", row[2])]
    assert len(rows) == 9
    for row in rows:
        formulas = [formula.replace(" ", "") for formula in re.findall(r"`([^`]*)`", row[2])]
        for area in map(Area.parse, row[0].split(", ")):
            first, *others = (cells[sheet, cell_address(*position)] for position in area.positions())
            assert first.formula == (formulas[0] if formulas else "")
            if formulas and "MMULT" in formulas[0]:
                assert first.area == area
            elif formulas:
                assert all(cell.formula and cell.area is None for cell in [first, *others])
