"""Page → notebook: the page's text, code and outputs as Jupyter cells.

What Jupyter doesn't know becomes plain Markdown: formulas keep their colors, links lead to the site, pictures and
widgets become links to where they are. Cell ids come from heading ids, so that a change in one section doesn't change
the cells of others.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from handbook import ROOT
from handbook.core.files import write_atomically
from handbook.execution import plot_capture
from handbook.export import notebook_text, requirements, scripts
from handbook.export.notebook_formulas import color_roles
from handbook.extensions.figures import ATTRIBUTE as PICTURE
from handbook.extensions.katex import with_decimal_comma
from handbook.extensions.quiz import BOX
from handbook.extensions.quiz import KIND as QUIZ
from handbook.extensions.widgets import ATTRIBUTE as WIDGET
from handbook.markdown.html_block import figure_attributes
from handbook.markdown.inline import INLINE
from handbook.markdown.model import Block, Page
from handbook.project import book, number_formats, transliteration
from handbook.project.checkout import Project
from handbook.project.strings import Strings

if TYPE_CHECKING:
    from nbformat import NotebookNode

SUFFIX = ".ipynb"
# The ids of the cells before and after the page's own.
ABOUT_CELL, PACKAGES_CELL, FILES_CELL, END_CELL = "about-this-notebook", "packages", "files", "end-of-notebook"
OWN_CELLS = (ABOUT_CELL, PACKAGES_CELL, FILES_CELL, END_CELL)
ERROR_LINE = re.compile(r"([A-Za-z_][\w.]*): |([A-Za-z_][\w.]*(?:Error|Exception|Warning|Interrupt|StopIteration))$")
KERNEL = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def notebook(page: Page, root: Path = ROOT) -> NotebookNode:
    """The page as a notebook of format 4.5.

    Args:
        page: with its code and outputs.
        root: the checkout, for strings and stored plots.

    Raises:
        DiagnosticError: where strings or the book's settings can't be read.
    """
    from nbformat import from_dict  # only here: it brings a library along for checking schemas

    # From plain dicts: nbformat's own functions validate each cell, which takes longer than all the rest.
    return from_dict(
        {
            "cells": _CellBuilder(page, root).build(),
            "metadata": {**KERNEL, "title": page.title},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
    )


def text(page: Page, root: Path = ROOT, edition: str = "") -> str:
    """The text of the notebook's file, which is the same each time. Raises what ``notebook`` raises.

    ``edition`` is the code of the page's edition in a second alphabet, where it is for that: ``sr-cyrl``.
    """
    made = notebook(page, root)
    if edition:
        notebook_text.rewrite(made, edition, root)
    return json.dumps(notebook_text.with_lists_of_lines(made), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def write(project: Project, folder: Path) -> list[Path]:
    """Write the notebooks of all pages with code as ``folder/<language or edition>/<page>.ipynb``; returns the files.

    Raises what ``notebook`` raises, and OSError where a file can't be written.
    """
    editions = transliteration.script_variants(project.root)
    pages = [(page, "") for page in project.pages() if page.python()]
    pages += [(page, one.code) for page, _ in pages for one in editions if one.language == page.language]
    paths = [folder / (edition or page.language) / f"{page.name}{SUFFIX}" for page, edition in pages]
    for path, (page, edition) in zip(paths, pages, strict=True):
        write_atomically(path, text(page, project.root, edition))
    return paths


def _markdown_cell(id: str, source: str) -> dict:
    return {"cell_type": "markdown", "id": id, "metadata": {}, "source": source}


def _code_cell(id: str, source: str) -> dict:
    """A code cell that isn't the page's: it prints nothing."""
    cell: dict = {"cell_type": "code", "execution_count": None, "outputs": []}
    return {**cell, "id": id, "metadata": {"jupyter": {"source_hidden": True}}, "source": source}


class _CellBuilder:
    """Walks over a page's blocks, collects text in ``buffer`` and ends its cell at headings and code."""

    def __init__(self, page: Page, root: Path):
        self.page = page
        self.root = root
        self.address = scripts.address(page, root)
        self.plots = plot_capture.plot_names(page)
        self.outputs_of = {fence: page.output_of(fence) for fence in page.python()}
        self.cell_outputs = set(self.outputs_of.values())
        self.decimal_comma = number_formats.marks(page.language)[0] == ","
        self.cells: list[dict] = []
        self.buffer: list[str] = []
        self.execution_count = 0
        self.section = "top"
        self.cells_in_section: Counter[str] = Counter()
        self.used_ids: set[str] = set()

    def build(self) -> list[dict]:
        self.add_blocks([block for block in self.page.blocks if not block.is_check])
        self.add_own_cell(END_CELL, self.t("notebook", "end").format(page=f"[{self.page.title}]({self.address})"))
        return self.cells

    def add_own_cell(self, id: str, source: str) -> None:
        """A cell that isn't the page's."""
        self.end_cell()
        self.cells.append(_markdown_cell(id, source))

    def t(self, section: str, key: str) -> str:
        return Strings.of(self.page.language, section, self.root)(key)

    # -- blocks

    def add_blocks(self, blocks: Sequence[Block]) -> None:
        done: set[Block] = set()
        for block in blocks:
            if block in done:
                continue
            if block.kind == "admonition":
                children = self.children(block, blocks)
                done |= {block, *children}
                self.add_admonition(block, children)
            elif block.kind == "heading":
                self.add_heading(block)
            elif block.is_python:
                self.add_code(block)
            elif block in self.cell_outputs:
                continue  # added with its code
            else:
                self.buffer.append(self.markdown(block))

    def children(self, admonition: Block, blocks: Sequence[Block]) -> list[Block]:
        """The blocks of an admonition, with blank lines."""
        depth = len(admonition.containers)
        children = []
        for block in blocks[blocks.index(admonition) + 1 :]:
            if block.kind != "blank" and len(block.containers) <= depth:
                break
            children.append(block)
        return children

    def add_heading(self, block: Block) -> None:
        self.end_cell()
        self.section = block.id or self.section
        self.buffer.append(f"{block.info} {self.inline(block.text)}\n")
        if block.info == "#":
            origin = self.t("notebook", "about").format(page=f"[{self.inline(block.text)}]({self.address})")
            self.add_own_cell(ABOUT_CELL, f"*{origin}{self.license()}*")
            self.add_requirements()

    def add_requirements(self) -> None:
        """Cells that install packages other than torch, and fetch data files: in Colab, one click runs all."""
        if packages := [name for name in requirements.packages(self.page) if name != "torch"]:
            self.cells.append(_code_cell(PACKAGES_CELL, f"%pip install --quiet {' '.join(packages)}"))
        if fetch := requirements.fetch_code(self.page, self.address, self.root):
            self.cells.append(_code_cell(FILES_CELL, fetch))

    def license(self) -> str:
        """A sentence on the licenses, with a space before it; nothing where the book names none."""
        settings = book.load(self.root)
        text, code = settings.licenses["text"], settings.licenses["code"]
        if not text.name or not code.name:
            return ""
        link = f"[{text.name}]({urljoin(settings.repository, text.address)})"
        return " " + self.t("footer", "licence").format(text=link, code=code.name)

    def add_admonition(self, admonition: Block, children: list[Block]) -> None:
        """A quote or, where it is collapsed, ``<details>``. Code cells interrupt it, collapsed if it is."""
        if QUIZ in admonition.classes:
            self.add_quiz(admonition, children)
            return
        collapsed = admonition.info != "!!!"
        title = self.inline(admonition.text)
        outer, self.buffer = self.buffer, []
        has_title = False

        def end_part() -> None:
            nonlocal has_title
            body = "".join(self.buffer).strip("\n")
            if collapsed and (body or not has_title):
                outer.append(_details(title, body))
            elif body or not has_title:
                outer.append(_quote("" if has_title else title, body))
            has_title = True
            self.buffer = outer

        for block in children:
            if block.is_python:
                end_part()
                self.add_code(block, folded=collapsed)
                self.buffer = []
            else:
                self.add_blocks([block])
        end_part()

    def add_quiz(self, quiz: Block, children: list[Block]) -> None:
        """A question: its choices, with their reasons in ``<details>``; or collapsed code that prints the number."""
        self.buffer.append(f"\n> **{self.inline(quiz.text)}**\n\n")
        depth = len(quiz.containers) + 1
        choices = [
            (block, box)
            for block in children
            if block.kind == "item" and len(block.containers) == depth and (box := BOX.match(block.text))
        ]
        if choices:
            self.add_choices(choices)
        for block in children:
            if block.is_python:
                self.add_code(block, folded=True)
            elif not choices:
                self.add_blocks([block])

    def add_choices(self, choices: list[tuple[Block, re.Match[str]]]) -> None:
        """A numbered list of choices, each an item with its box, and one of their reasons."""
        reasons = []
        for number, (item, box) in enumerate(choices, 1):
            choice = " ".join(self.inline(BOX.sub("", item.text, count=1)).split())
            self.buffer.append(f"{number}. {choice}\n")
            verdict = self.t("quiz", "wrong_answer" if box[1] == " " else "right_answer")
            reason = " ".join(
                " ".join(self.inline(child.text).split())
                for child in self.page.children(item)
                if child.kind in ("paragraph", "item")
            )
            reasons.append(f"{number}. {verdict}. {reason}\n")
        self.buffer.append(_details(self.t("quiz", "answers"), "".join(reasons).rstrip("\n")))

    # -- cells

    def end_cell(self) -> None:
        source = re.sub(r"\n{3,}", "\n\n", "".join(self.buffer)).strip("\n")
        self.buffer.clear()
        if source.strip():
            self.cells.append(_markdown_cell(self.new_id(), source))

    def new_id(self) -> str:
        """The section's id, with a number for all but its first cell; at most 64 characters, as nbformat demands."""
        while True:
            self.cells_in_section[self.section] += 1
            number = self.cells_in_section[self.section]
            name = re.sub(r"[^\w-]|[^\x00-\x7f]", "-", self.section)[:56] + (f"--{number}" if number > 1 else "")
            if name not in self.used_ids:
                self.used_ids.add(name)
                return name

    def add_code(self, fence: Block, folded: bool = False) -> None:
        if "no-run" in fence.classes:
            reason = fence.attributes.get("reason", "")
            self.buffer.append(f"\n```python\n# {reason}\n{fence.text}\n```\n")
            return
        self.end_cell()
        self.execution_count += 1  # tools take a cell without a number for one that was never run
        metadata: dict = {}
        tags = ["raises-exception"] if "raises" in fence.classes else []
        output = self.outputs_of[fence]
        if output is not None and "measured" in output.classes:
            tags += ["measured", "nbval-ignore-output"]
        if tags:
            metadata["tags"] = tags
        if folded:
            metadata["jupyter"] = {"source_hidden": True, "outputs_hidden": True}
        self.cells.append(
            {
                "cell_type": "code",
                "id": self.new_id(),
                "metadata": metadata,
                "source": fence.text,
                "execution_count": self.execution_count,
                "outputs": self.outputs(fence),
            }
        )

    def outputs(self, fence: Block) -> list[dict]:
        outputs: list[dict] = []
        output = self.outputs_of[fence]
        printed = output.text.split("\n") if output is not None else []
        error = None
        if "raises" in fence.classes and printed:
            error = next((index for index, line in enumerate(printed) if ERROR_LINE.match(line)), len(printed) - 1)
        if stream := "\n".join(printed[:error]):
            outputs.append({"output_type": "stream", "name": "stdout", "text": stream + "\n"})
        if error is not None:
            traceback = "\n".join(printed[error:])
            name, _, value = traceback.partition(": ")
            outputs.append({"output_type": "error", "ename": name, "evalue": value, "traceback": [traceback]})
        if plot := self.plots.get(fence):
            svg = plot_capture.stored_svg(self.root, self.page, plot)
            outputs.append(
                {
                    "output_type": "display_data",
                    "data": {"image/svg+xml": svg, "text/plain": self.t(f"plot.{plot}", "description")},
                    "metadata": {"plot": plot},
                }
            )
        return outputs

    # -- Markdown

    def markdown(self, block: Block) -> str:
        """A block other than code as Jupyter's Markdown, without the indentation of admonitions and tabs around it."""
        if block.kind in ("comment", "front_matter"):
            return ""
        if block.kind == "blank":
            return "\n"
        if block.kind == "html":
            return self.html(block)
        depth = sum(not name.startswith(("item", "quote")) for name in block.containers)
        indent = "    " * depth
        lines = [line.removeprefix(indent) for line in block.raw.rstrip("\n").split("\n")]
        if block.kind == "tab":
            return f"**{self.inline(block.text)}**\n\n"
        if block.kind == "fence":
            body = [line[len(block.prefix) - len(indent) :] for line in lines[1:-1]]
            return "\n".join([f"```{block.language if not block.is_output else 'text'}", *body, "```"]) + "\n"
        if block.kind == "maths":
            item_indent = "    " * (len(block.containers) - depth)
            return "\n".join(item_indent + line for line in ["$$", *self.tex(block.text).split("\n"), "$$"]) + "\n"
        return self.inline("\n".join(lines)) + "\n"

    def html(self, block: Block) -> str:
        """A picture or a widget: its title, with a link to it on the site. Other tags are layout, and left out."""
        url = f"{self.address}#{block.section}" if block.section else self.address
        figure = figure_attributes(block)
        if picture := figure.get(PICTURE):
            strings = Strings.of(self.page.language, f"picture.{figure.get('data-name', picture)}", self.root)
            return f"> **[{strings('title')}]({url})**: {strings('description')}\n"
        if widget := re.search(rf'{WIDGET}="([\w-]+)"', block.text):
            strings = Strings.of(self.page.language, f"widget.{widget[1]}", self.root)
            return f"> **[{strings('title')}]({url})**: {strings('about')}\n"
        return ""

    def inline(self, source: str) -> str:
        """Inline Markdown with links to the site, formulas without our macros, and no attribute lists."""

        def replacement(match: re.Match[str]) -> str:
            if (tex := match["maths"]) is not None:
                return f"${self.tex(tex)}$"
            if match["label"] is not None:
                return f"{match['bang']}[{self.inline(match['label'])}]({self.link(match['target'])})"
            return "" if match["attributes"] is not None else match[0]

        return INLINE.sub(replacement, source)

    def link(self, target: str) -> str:
        """The address on the site that a link of the page leads to."""
        if ":" in target.split("/")[0]:
            return target
        path, mark, anchor = target.partition("#")
        name = path.removesuffix(".md") or self.page.name
        folder = self.address.removesuffix(f"{self.page.name}/") if self.page.name != book.HOME else self.address
        if name == book.HOME:
            url = folder
        elif path and not path.endswith(".md"):  # a file that lies beside the page
            url = folder + path
        else:
            url = f"{folder}{name}/"
        return url + mark + anchor

    def tex(self, source: str) -> str:
        """The formula with roles as colors, and with the language's decimal mark."""
        return color_roles(with_decimal_comma(source) if self.decimal_comma else source)


def _quote(title: str, body: str) -> str:
    lines = [*([f"**{title}**", ""] if title else []), *body.split("\n")]
    return "\n" + "\n".join(f"> {line}".rstrip() for line in lines) + "\n\n"


def _details(summary: str, body: str) -> str:
    return f"\n<details><summary>{summary}</summary>\n\n{body}\n\n</details>\n\n"
