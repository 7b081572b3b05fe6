"""Labs in the site: pages with ``lab: true`` in their front matter are shown from their notebook, by mkdocs-jupyter.

mkdocs-jupyter reads the notebook (it executes nothing: outputs and plots are stored and verified by the tests). Its own
template brings 574 kB of styles to each page; ours hands the cells on, and they are set by the Markdown of all other
pages: the same code blocks, formulas, links to the glossary, in both schemes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from html import escape, unescape
from pathlib import Path

import mkdocs_jupyter.config
from markdown import Markdown
from mkdocs.structure.files import Files
from mkdocs.structure.toc import get_toc

from handbook.execution import plot_capture
from handbook.export import notebooks, scripts
from handbook.markdown.model import Page
from handbook.project.checkout import Project
from handbook.project.strings import Strings

TEMPLATES = Path(__file__).with_name("notebook_templates")
DETAILS = re.compile(r"<details><summary>(.*?)</summary>\n\n(.*?)\n*</details>", re.DOTALL)

mkdocs_jupyter.config.settings.templates_dir = str(TEMPLATES)


def is_lab(page: Page | None) -> bool:
    return page is not None and page.meta.get("lab") is True


def place(files: Files, pages: Iterable[Page], folder: Path) -> None:
    """Let MkDocs read a lab's notebook, which ``write`` puts into ``folder``, in the place of its Markdown.

    Addresses and links stay.
    """
    for page in pages:
        if is_lab(page) and (file := files.get_file_from_path(f"{page.name}.md")):
            file.abs_src_path = str(folder / f"{page.language}-{page.name}{notebooks.SUFFIX}")


def write(page: Page, notebook: Path, root: Path) -> None:
    """Make the notebook of a page that is a lab."""
    if is_lab(page):
        notebook.write_text(notebooks.text(page, root), encoding="utf-8")


def render(converted: str, page, source: Page, project: Project, config) -> str:
    """The html of a lab from what mkdocs-jupyter made of its notebook; sets the page's title and contents, too."""
    cells = json.JSONDecoder().raw_decode(unescape(converted).strip())[0]["cells"]
    maths = {
        **config.mdx_configs.get("handbook.extensions.katex", {}),
        "decimal_comma": False,
    }  # the notebook has it already
    markdown = Markdown(
        extensions=config.markdown_extensions,
        extension_configs={**config.mdx_configs, "handbook.extensions.katex": maths},
    )
    html = markdown.convert("\n\n".join(_sections(cells)))
    for name, drawing in _drawings(cells):
        say = Strings.of(source.language, f"plot.{name}", project.root)
        html = html.replace(
            f'<div data-plot="{name}"></div>', plot_capture.html(drawing, say("title"), say("description"), name)
        )
    page.toc = get_toc(markdown.toc_tokens)
    page.title = source.title
    up = re.sub(r"[^/]+/", "../", page.url)
    here = scripts.home(source.language, project.root)
    return html.replace(f'href="{here}', f'href="{up}').replace(f'href="{up}{page.url}#', 'href="#')


def _sections(cells: list[dict]) -> Iterator[str]:
    """Each cell as Markdown of the site; what says where the notebook comes from is left out."""
    folded = ""
    for cell in cells:
        source = _text(cell["source"])
        if cell["cell_type"] == "code":
            code = _code(cell, source)
            yield _indented(code) if folded and cell["metadata"].get("jupyter", {}).get("source_hidden") else code
            continue
        if folded and (match := DETAILS.match(source)) and match[1] == folded:  # the box goes on behind its code
            yield _indented(match[2])
            source = source[match.end() :].strip("\n")
            if not source:
                continue
        folded = ""
        if cell["id"] in (notebooks.ABOUT, notebooks.END):
            continue
        if source.startswith("#"):
            heading, _, rest = source.partition("\n")
            source = f"{heading} {{ #{cell['id']} }}\n{rest}"
        if match := DETAILS.search(source):
            folded = match[1]
        yield DETAILS.sub(lambda match: f'??? success "{match[1]}"\n\n{_indented(match[2])}', source)


def _drawings(cells: list[dict]) -> Iterator[tuple[str, str]]:
    for cell in cells:
        for output in cell.get("outputs", ()):
            if name := output.get("metadata", {}).get("plot"):
                yield name, _text(output["data"]["image/svg+xml"])


def _code(cell: dict, source: str) -> str:
    tags = cell["metadata"].get("tags", [])
    raises = " .raises" if "raises-exception" in tags else ""
    parts = [_fence(f"{{.python{raises}}}", source)]
    printed = "".join(
        _text(output["text"]) if output["output_type"] == "stream" else "\n".join(output["traceback"])
        for output in cell["outputs"]
        if output["output_type"] in ("stream", "error")
    )
    if printed:
        parts.append(_fence(f"{{.text .output{' .measured' if 'measured' in tags else ''}}}", printed.rstrip("\n")))
    for output in cell["outputs"]:
        if name := output.get("metadata", {}).get("plot"):
            parts.append(f'<div data-plot="{escape(name)}"></div>')
    return "\n\n".join(parts)


def _text(lines: str | list[str]) -> str:
    return lines if isinstance(lines, str) else "".join(lines)


def _fence(info: str, body: str) -> str:
    marker = "`" * max([3, *(len(run) + 1 for run in re.findall(r"`{3,}", body))])
    return f"{marker}{info}\n{body}\n{marker}"


def _indented(text: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in text.split("\n"))
