"""Page → notebook: the page's text, code and outputs as Jupyter cells.

What Jupyter doesn't know is put in plain Markdown: formulas keep their colours, links lead to the site, pictures and
widgets become a link to where they are. Cell ids come from heading ids, so that a change in one section leaves the
cells of all others alone.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urljoin

from nbformat import NotebookNode, from_dict

from handbook import ROOT
from handbook.core.files import write_atomically
from handbook.execution import plot_capture
from handbook.export import scripts
from handbook.export.notebook_formulas import colored
from handbook.extensions.figures import ATTRIBUTE as PICTURE
from handbook.extensions.katex import with_decimal_comma
from handbook.extensions.quiz import BOX
from handbook.extensions.quiz import KIND as QUIZ
from handbook.extensions.widgets import ATTRIBUTE as WIDGET
from handbook.markdown.html_block import figure_attributes
from handbook.markdown.inline import INLINE
from handbook.markdown.model import Block, Page
from handbook.project import book, data_files, number_formats
from handbook.project.checkout import Project
from handbook.project.strings import Strings

SUFFIX = ".ipynb"
ABOUT, END = "about-this-notebook", "end-of-notebook"  # the cells that aren't the page's
ERROR_LINE = re.compile(r"([A-Za-z_][\w.]*): |([A-Za-z_][\w.]*(?:Error|Exception|Warning|Interrupt|StopIteration))$")
KERNEL = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def notebook(page: Page, root: Path = ROOT) -> NotebookNode:
    """The page as a notebook of format 4.5. ``root`` holds the strings and the stored plots.

    It is put together from plain dicts: nbformat's own functions validate each part anew, which takes longer than all
    else.
    """
    return from_dict(
        {
            "cells": _Cells(page, root).made(),
            "metadata": {**KERNEL, "title": page.title},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
    )


def text(page: Page, root: Path = ROOT) -> str:
    """The notebook's file: small, the same each time."""
    return json.dumps(_in_lines(notebook(page, root)), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def write(project: Project, folder: Path) -> list[Path]:
    """Write the notebooks of all pages with code as ``folder/<language>/<page>.ipynb``; returns the files."""
    pages = {folder / page.language / f"{page.name}{SUFFIX}": page for page in project.pages() if page.python()}
    for path, page in pages.items():
        write_atomically(path, text(page, project.root))
    return [*pages]


def _in_lines(book: NotebookNode) -> NotebookNode:
    """Long texts as lists of lines, as Jupyter stores them: a change of one line is one line."""
    for cell in book.cells:
        cell.source = cell.source.splitlines(keepends=True)
        for output in cell.get("outputs", ()):
            if "text" in output:
                output.text = output.text.splitlines(keepends=True)
            for kind, data in output.get("data", {}).items():
                output.data[kind] = data.splitlines(keepends=True)
    return book


def _markdown(id: str, source: str) -> dict:
    return {"cell_type": "markdown", "id": id, "metadata": {}, "source": source}


class _Cells:
    """Walks over a page's blocks, gathers text and cuts it into cells at headings and code."""

    def __init__(self, page: Page, root: Path):
        self.page = page
        self.root = root
        self.address = scripts.address(page, root)
        self.plots = plot_capture.plot_names(page)
        self.outputs_of = {fence: page.output_of(fence) for fence in page.python()}
        self.placed = set(self.outputs_of.values())
        self.comma = number_formats.marks(page.language)[0] == ","
        self.cells: list[dict] = []
        self.buffer: list[str] = []
        self.run = 0
        self.section = "top"
        self.counts: Counter[str] = Counter()
        self.used: set[str] = set()

    def made(self) -> list[dict]:
        self.walk(self.page.blocks)
        self.flush()
        self.extra(END, self.say("notebook", "end").format(page=f"[{self.page.title}]({self.address})"))
        return self.cells

    def extra(self, id: str, source: str) -> None:
        self.flush()
        self.cells.append(_markdown(id, source))

    def say(self, section: str, key: str) -> str:
        return Strings.of(self.page.language, section, self.root)(key)

    # -- blocks

    def walk(self, blocks: Sequence[Block]) -> None:
        done: set[Block] = set()
        for block in blocks:
            if block in done:
                continue
            if block.kind == "admonition":
                inside = self.inside(block, blocks)
                done |= {block, *inside}
                self.box(block, inside)
            elif block.kind == "heading":
                self.heading(block)
            elif block.is_python:
                self.code(block)
            elif block in self.placed:
                continue  # stands with its code
            else:
                self.buffer.append(self.markdown(block))

    def inside(self, box: Block, blocks: Sequence[Block]) -> list[Block]:
        """What lies in a box, blank lines and all."""
        depth = len(box.containers)
        found = []
        for block in blocks[blocks.index(box) + 1 :]:
            if block.kind != "blank" and len(block.containers) <= depth:
                break
            found.append(block)
        return found

    def heading(self, block: Block) -> None:
        self.flush()
        self.section = block.id or self.section
        self.buffer.append(f"{block.info} {self.inline(block.text)}\n")
        if block.info == "#":
            say = self.say("notebook", "about").format(page=f"[{self.inline(block.text)}]({self.address})")
            beside = ", ".join(f"[{name}]({self.address}{name})" for name in data_files.files(self.page, self.root))
            reads = f"\n\n{self.say('notebook', 'needs').format(files=beside)}" if beside else ""
            self.extra(ABOUT, f"*{say}{self.license()}*{reads}")

    def license(self) -> str:
        """A sentence on the licenses, with a space before it; nothing where the book names none."""
        own = book.load(self.root)
        text, code = own.licenses["text"], own.licenses["code"]
        if not text.name or not code.name:
            return ""
        link = f"[{text.name}]({urljoin(own.repository, text.address)})"
        return " " + self.say("footer", "licence").format(text=link, code=code.name)

    def box(self, box: Block, inside: list[Block]) -> None:
        if QUIZ in box.classes:
            self.quiz(box, inside)
        elif box.info == "!!!":
            self.boxed(inside, f"**{self.inline(box.text)}**" if box.text else "", quoted=True)
        else:
            self.boxed(inside, self.inline(box.text), quoted=False)

    def boxed(self, inside: list[Block], title: str, quoted: bool) -> None:
        """A box as a quote, or, folded, as details; code cells interrupt it and are folded with it."""
        outer, self.buffer = self.buffer, []
        named = False

        def close() -> None:
            nonlocal named
            body = "".join(self.buffer).strip("\n")
            if body or not named:
                outer.append(
                    _boxed(title, body, named)
                    if quoted
                    else f"\n<details><summary>{title}</summary>\n\n{body}\n\n</details>\n\n"
                )
            named = True
            self.buffer = outer

        for block in inside:
            if block.is_python:
                close()
                self.code(block, folded=not quoted)
                self.buffer = []
            else:
                self.walk([block])
        close()

    def quiz(self, quiz: Block, inside: list[Block]) -> None:
        """A question: its choices with their reasons folded, or code, folded, that prints the number."""
        self.buffer.append(f"\n> **{self.inline(quiz.text)}**\n")
        depth = len(quiz.containers) + 1
        items = [
            (block, box)
            for block in inside
            if block.kind == "item" and len(block.containers) == depth and (box := BOX.match(block.text))
        ]
        if not items:
            self.buffer.append("\n")
            for block in inside:
                if block.is_python:
                    self.code(block, folded=True)
                else:
                    self.walk([block])
            return
        self.buffer.append("\n")
        reasons = []
        for number, (item, box) in enumerate(items, 1):
            right = box[1] != " "
            choice = " ".join(self.inline(BOX.sub("", item.text, count=1)).split())
            self.buffer.append(f"{number}. {choice}\n")
            said = self.say("quiz", "right_answer" if right else "wrong_answer")
            why = " ".join(
                " ".join(self.inline(child.text).split())
                for child in self.page.children(item)
                if child.kind in ("paragraph", "item")
            )
            reasons.append(f"{number}. {said}. {why}\n")
        self.buffer.append(
            f"\n<details><summary>{self.say('quiz', 'answers')}</summary>\n\n{''.join(reasons)}\n</details>\n\n"
        )
        for block in inside:
            if block.is_python:
                self.code(block, folded=True)

    # -- cells

    def flush(self) -> None:
        source = re.sub(r"\n{3,}", "\n\n", "".join(self.buffer)).strip("\n")
        self.buffer.clear()
        if source.strip():
            self.cells.append(_markdown(self.id(), source))

    def id(self) -> str:
        """The section's id, and for its later cells a number behind it."""
        while True:
            self.counts[self.section] += 1
            number = self.counts[self.section]
            name = re.sub(r"[^\w-]|[^\x00-\x7f]", "-", self.section)[:56] + (f"--{number}" if number > 1 else "")
            if name not in self.used:
                self.used.add(name)
                return name

    def code(self, fence: Block, folded: bool = False) -> None:
        if "no-run" in fence.classes:
            reason = fence.attributes.get("reason", "")
            self.buffer.append(f"\n```python\n# {reason}\n{fence.text}\n```\n")
            return
        self.flush()
        self.run += 1  # without a number, tools take a cell for one that was never run
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
                "id": self.id(),
                "metadata": metadata,
                "source": fence.text,
                "execution_count": self.run,
                "outputs": self.outputs(fence),
            }
        )

    def outputs(self, fence: Block) -> list[dict]:
        found: list[dict] = []
        output = self.outputs_of[fence]
        printed = output.text.split("\n") if output is not None else []
        error = None
        if "raises" in fence.classes and printed:
            error = next((place for place, line in enumerate(printed) if ERROR_LINE.match(line)), len(printed) - 1)
        if stream := "\n".join(printed[:error]):
            found.append({"output_type": "stream", "name": "stdout", "text": stream + "\n"})
        if error is not None:
            name, _, value = "\n".join(printed[error:]).partition(": ")
            found.append(
                {"output_type": "error", "ename": name, "evalue": value, "traceback": ["\n".join(printed[error:])]}
            )
        if plot := self.plots.get(fence):
            svg = plot_capture.stored_svg(self.root, self.page, plot)
            found.append(
                {
                    "output_type": "display_data",
                    "data": {"image/svg+xml": svg, "text/plain": self.say(f"plot.{plot}", "description")},
                    "metadata": {"plot": plot},
                }
            )
        return found

    # -- Markdown

    def markdown(self, block: Block) -> str:
        """A block that is no code, as Jupyter reads it, without the indentation of the boxes around it."""
        if block.kind in ("comment", "front_matter"):
            return ""
        if block.kind == "blank":
            return "\n"
        if block.kind == "html":
            return self.html(block)
        boxes = sum(not name.startswith(("item", "quote")) for name in block.containers)
        indent = "    " * boxes
        lines = [line.removeprefix(indent) for line in block.raw.rstrip("\n").split("\n")]
        if block.kind == "tab":
            return f"**{self.inline(block.text)}**\n\n"
        if block.kind == "fence":
            body = [line[len(block.prefix) - len(indent) :] for line in lines[1:-1]]
            return "\n".join([f"```{block.language if not block.is_output else 'text'}", *body, "```"]) + "\n"
        if block.kind == "maths":
            own = "    " * (len(block.containers) - boxes)
            return "\n".join(own + line for line in ["$$", *self.tex(block.text).split("\n"), "$$"]) + "\n"
        return self.inline("\n".join(lines)) + "\n"

    def html(self, block: Block) -> str:
        """A picture, a widget: its name, and where it is to be seen. Other tags are layout."""
        here = f"{self.address}#{block.section}" if block.section else self.address
        figure = figure_attributes(block)
        if picture := figure.get(PICTURE):
            strings = Strings.of(self.page.language, f"picture.{figure.get('data-name', picture)}", self.root)
            return f"> **[{strings('title')}]({here})**: {strings('description')}\n"
        if widget := re.search(rf'{WIDGET}="([\w-]+)"', block.text):
            strings = Strings.of(self.page.language, f"widget.{widget[1]}", self.root)
            return f"> **[{strings('title')}]({here})**: {strings('about')}\n"
        return ""

    def inline(self, source: str) -> str:
        """Links as addresses of the site, formulas in TeX that everybody knows, lists of attributes left out."""

        def replaced(match: re.Match[str]) -> str:
            if (tex := match["maths"]) is not None:
                return f"${self.tex(tex)}$"
            if match["label"] is not None:
                return f"{match['bang']}[{self.inline(match['label'])}]({self.link(match['target'])})"
            return "" if match["attributes"] is not None else match[0]

        return INLINE.sub(replaced, source)

    def link(self, target: str) -> str:
        if ":" in target.split("/")[0]:
            return target
        path, mark, anchor = target.partition("#")
        name = path.removesuffix(".md") or self.page.name
        folder = self.address.removesuffix(f"{self.page.name}/") if self.page.name != book.HOME else self.address
        return (
            folder
            + ("" if name == book.HOME else f"{name}/" if path.endswith(".md") or not path else path)
            + mark
            + anchor
        )

    def tex(self, source: str) -> str:
        """The formula with its roles as colours, and with the language's decimal mark."""
        return colored(with_decimal_comma(source) if self.comma else source)


def _boxed(title: str, body: str, named: bool) -> str:
    lines = [*([title, ""] if title and not named else []), *body.split("\n")]
    return "\n" + "\n".join(f"> {line}".rstrip() for line in lines) + "\n\n"
