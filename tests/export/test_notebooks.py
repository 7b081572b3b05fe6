"""Each notebook is its page.

It is valid, executable cell by cell with the outputs that it stores, and readable in Jupyter.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import nbformat
import pytest
from samples import PROJECT, is_of_each_run, sample

from handbook import ROOT
from handbook.execution import plot_capture
from handbook.execution.output_compare import same_output, same_words
from handbook.export import notebook_formulas, notebook_text, notebooks
from handbook.extensions import katex
from handbook.markdown.parser import parse
from handbook.project import book, data_files, transliteration

SITE = book.load(ROOT).address
PAGES = [page for page in PROJECT.pages() if page.python()]
BY_DAY = [page for page in PAGES if is_of_each_run(page)]
BY_KERNEL = ["de/multi-head-attention", "sr/lab-heads"]  # one with errors, one with plots


def named(page) -> str:
    return f"{page.language}/{page.name}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("notebooks")
    notebooks.write(PROJECT, folder)
    return folder


def read(folder: Path, name: str) -> nbformat.NotebookNode:
    return nbformat.read(folder / f"{name}.ipynb", as_version=4)


def code_cells(book) -> list:
    """The page's own."""
    return [cell for cell in book.cells if cell.cell_type == "code" and cell.id not in notebooks.OWN_CELLS]


def text_of(cell, kind: str) -> str:
    """What a cell stores (or gave): its printed text, the last line of its error, or its plots' names."""
    outputs = [output for output in cell.outputs if output.output_type == kind]
    if kind == "error":
        return "".join(f"{output.ename}: {output.evalue}" for output in outputs)
    return "".join(output.text for output in outputs)


# -- in a second alphabet

NOT_PROSE = re.compile(
    r"^[ >]*```.*?^[ >]*```|\$\$.*?\$\$|`[^`]*`|\$[^$\n]*\$|\]\([^)]*\)|<[^>]*>", re.MULTILINE | re.DOTALL
)


def test_a_notebook_of_the_cyrillic_edition_is_in_cyrillic_leads_to_it_and_has_the_same_code(folder):
    for name in (page.name for page in PAGES if page.language == "sr"):
        latin, cyrillic = read(folder, f"sr/{name}"), read(folder, f"sr-cyrl/{name}")
        nbformat.validate(cyrillic)
        assert [cell.id for cell in latin.cells] == [cell.id for cell in cyrillic.cells]
        assert [cell for cell in latin.cells if cell.cell_type == "code"] == [
            cell for cell in cyrillic.cells if cell.cell_type == "code"
        ]
        text = "\n".join(cell.source for cell in cyrillic.cells if cell.cell_type == "markdown")
        prose = NOT_PROSE.sub("", text)
        assert re.findall(r"\w*[čćđšž]\w*", prose, re.IGNORECASE) == [], name
        assert len(re.findall("[а-ш]", prose)) > 3 * len(re.findall("[a-z]", prose)), name
        assert f"{SITE}sr/" not in text and f"{SITE}sr-cyrl/" in text


def test_in_cyrillic_code_formulas_and_addresses_stay():
    kept = "\n\n```python\n# red\n```\n> $$\n> deo\n> $$\n"
    text = f"Čemu `služi` $x_{{ulaz}}$ [veza sa `kodom`](https://e.org/veza) <b>deo</b>{kept}kraj"
    cyrillic = f"Чему `služi` $x_{{ulaz}}$ [веза са `kodom`](https://e.org/veza) <b>део</b>{kept}крај"
    assert notebook_text.markdown(text, transliteration.transliterator("sr", ROOT)) == cyrillic


# -- what they are


def test_every_page_with_code_has_a_notebook_in_every_language(folder):
    assert {f"{path.parent.name}/{path.stem}" for path in folder.rglob("*.ipynb")} == {
        *map(named, PAGES),
        *(f"sr-cyrl/{page.name}" for page in PAGES if page.language == "sr"),
    }


@pytest.mark.parametrize("page", sample(PAGES, BY_DAY), ids=named)
def test_a_notebook_is_valid_and_holds_the_code_and_outputs_of_its_page(page, folder):
    book = read(folder, named(page))
    nbformat.validate(book)
    fences = [fence for fence in page.python() if "no-run" not in fence.classes]
    assert [cell.source for cell in code_cells(book)] == [fence.text for fence in fences]
    for fence, cell in zip(fences, code_cells(book), strict=True):
        output = page.output_of(fence)
        stored = text_of(cell, "stream") + text_of(cell, "error")
        assert stored.split() == (output.text.split() if output else [])
        assert (bool(text_of(cell, "error")), cell.metadata.get("tags", [])[:1]) == (
            ("raises" in fence.classes),
            ["raises-exception"],
        ) or "raises" not in fence.classes
        drawn = [output.metadata["plot"] for output in cell.outputs if output.output_type == "display_data"]
        assert drawn == [name for other, name in plot_capture.plot_names(page).items() if other is fence]
        assert [output.data["image/svg+xml"] for output in cell.outputs if output.output_type == "display_data"] == [
            plot_capture.stored_svg(ROOT, page, name) for name in drawn
        ]


@pytest.mark.parametrize("page", sample(PAGES, BY_DAY), ids=named)
def test_the_text_reads_well_where_only_markdown_is_known(page, folder):
    """Nothing of the site's own language is left, no link leads nowhere, and every formula is plain TeX."""
    book = read(folder, named(page))
    texts = [cell.source for cell in book.cells if cell.cell_type == "markdown"]
    together = "\n\n".join(texts)
    seen = parse(
        "\n".join(re.sub(r"</?(?:details|summary)>|\n> ?|^> ?", "\n", text) for text in texts),
        "notebook.md",
        page.language,
    )
    for block in seen.blocks:
        assert not block.attributes and block.kind not in ("admonition", "tab", "comment", "front_matter"), block.raw
        for inline in block.inlines():
            assert inline.kind != "attributes", inline
            if inline.kind in ("link", "image"):
                assert inline.target.startswith(("https://", "http://", "mailto:")), inline
        formulas = (
            [block.text]
            if block.kind == "maths"
            else [inline.text for inline in block.inlines() if inline.kind == "maths"]
        )
        for tex in formulas:
            assert not re.search(rf"\\({'|'.join(notebook_formulas.ROLES)}|htmlClass)\b", tex), tex
            katex.typeset(tex)
    assert "data-" not in together and ".md)" not in together
    assert together.startswith(f"# {page.title}") or "`" in page.title or "$" in page.title
    assert together.count(SITE) > 1


def test_ids_of_cells_are_the_same_in_every_language_and_come_from_the_headings(folder):
    for name in PROJECT.names():
        ids = {tuple(cell.id for cell in read(folder, named(page)).cells) for page in PAGES if page.name == name}
        assert len(ids) <= 1, name
    book = notebooks.notebook(PROJECT.page("en", "by-hand"))
    headings = [block.id for block in PROJECT.page("en", "by-hand").blocks if block.kind == "heading"]
    assert [cell.id for cell in book.cells if cell.source.startswith("#") and cell.cell_type == "markdown"] == headings


def test_code_in_one_section_leaves_the_cells_of_the_others_alone():
    page = PROJECT.page("en", "by-hand")
    longer = page.source.replace("```python\n", "```python\nextra = 1\n```\n\n```python\n", 1)
    before = {cell.id: cell.source for cell in notebooks.notebook(page).cells}
    after = {cell.id: cell.source for cell in notebooks.notebook(parse(longer, page.path, "en", "by-hand")).cells}
    section = next(cell.id for cell in notebooks.notebook(page).cells if cell.cell_type == "code").split("--")[0]
    same = [id for id in before if id.split("--")[0] != section]
    assert len(same) > 20
    assert [before[id] for id in same] == [after[id] for id in same]


def test_what_jupyter_does_not_know_is_said_in_its_markdown():
    text = (
        "---\ndescription: d\n---\n\n# Title { #page }\n\n"
        "A formula $\\query{q}_i \\cdot \\key k = 0.5$ and "
        "[there](by-hand.md#scores), [home](index.md), [here](#page).\n\n"
        '!!! note "Mind"\n\n    Boxed $\\weight{a_{12}}$.\n\n'
        '!!! quiz "Which?"\n\n    - [ ] this\n\n        No.\n\n    - [x] that\n\n        Yes.\n\n'
        '!!! quiz "How much?"\n\n    ```python\n    print(2)\n    ```\n\n    ```{.text .output}\n    2\n    ```\n\n'
        '??? success "Solution"\n\n    First.\n\n    ```{.python .raises}\n    print(1)\n    1 / 0\n    ```\n\n'
        "    ```{.text .output}\n    1\n    ZeroDivisionError: division by zero\n    ```\n\n    Then.\n\n"
        '=== "Tab"\n\n    Inside.\n\n<div data-widget="softmax"></div>\n'
    )
    book = notebooks.notebook(parse(text, "docs/de/page.md", "de", "page"))
    nbformat.validate(book)
    source = {cell.id: cell.source for cell in book.cells}
    query, key, weight = (notebook_formulas.ROLES[role] for role in ("query", "key", "weight"))
    assert source["page"].startswith("# Title")
    top = source["page--2"]
    assert f"${{\\color{{{query}}}{{q}}}}_i \\cdot {{\\color{{{key}}}{{k}}}} = 0{{,}}5$" in top
    assert f"[there]({SITE}de/by-hand/#scores), [home]({SITE}de/), [here]({SITE}de/page/#page)" in top
    assert f"> **Mind**\n>\n> Boxed ${{\\color{{{weight}}}{{a_{{12}}}}}}$." in top
    assert (
        "> **Which?**\n\n1. this\n2. that\n\n<details><summary>Antworten</summary>\n\n"
        "1. Falsche Antwort. No.\n2. Richtige Antwort. Yes.\n\n</details>"
    ) in top
    asked, wrong = code_cells(book)
    assert asked.metadata["jupyter"] == {"source_hidden": True, "outputs_hidden": True}
    assert [output.output_type for output in wrong.outputs] == ["stream", "error"]
    assert (wrong.outputs[0].text, wrong.outputs[1].ename, wrong.outputs[1].evalue) == (
        "1\n",
        "ZeroDivisionError",
        "division by zero",
    )
    assert wrong.metadata["tags"] == ["raises-exception"]
    assert any("<details><summary>Solution</summary>\n\nFirst.\n\n</details>" in text for text in source.values())
    assert any("**Tab**" in text and f"]({SITE}de/page/#page)**" in text for text in source.values())
    assert source[notebooks.END_CELL].count(f"{SITE}de/page/") == 1


def test_roles_are_those_of_the_site_and_can_be_read_on_white_and_on_black():
    server = (ROOT / "src" / "handbook" / "extensions" / "node_server.mjs").read_text(encoding="utf-8")
    table = re.search(r"const roles = \{(.*?)\}", server, re.DOTALL)[1]
    assert set(re.findall(r"(\w+):", table)) == set(notebook_formulas.ROLES)
    for color in notebook_formulas.ROLES.values():
        light = luminance(color)
        assert (1 + 0.05) / (light + 0.05) >= 4.2 and (light + 0.05) / (luminance("#111111") + 0.05) >= 3.9, color


def luminance(color: str) -> float:
    parts = [part / 255 for part in bytes.fromhex(color[1:])]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear))


# -- that they run: their cells are the page's fences (above), whose program pytest runs; Jupyter itself runs two


@pytest.mark.nightly
@pytest.mark.parametrize("name", BY_KERNEL)
def test_a_real_kernel_says_the_same(torch, name, folder, tmp_path):
    nbclient = pytest.importorskip("nbclient")
    data_files.copy_files(PROJECT.page(*name.split("/")), ROOT, tmp_path)
    ran = read(folder, name)
    client = nbclient.NotebookClient(
        ran, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    )
    client.execute(env={**os.environ, "OMP_NUM_THREADS": "1", "JUPYTER_PLATFORM_DIRS": "1"})
    for stored, now in zip(code_cells(read(folder, name)), code_cells(ran), strict=True):
        compare = same_words if "measured" in stored.metadata.get("tags", []) else same_output
        assert compare(text_of(stored, "stream").rstrip(), text_of(now, "stream").rstrip())
        assert same_output(text_of(stored, "error"), text_of(now, "error"))
        pictures = [sum(output.output_type == "display_data" for output in cell.outputs) for cell in (stored, now)]
        assert pictures[0] == pictures[1]
