"""Labs in the site: pages with ``lab: true`` in their front matter are shown from their notebook, by mkdocs-jupyter.

mkdocs-jupyter reads the notebook (it executes nothing: outputs and plots are stored and verified by the tests). Its own
template brings 574 kB of styles to each page; ours hands the cells on, and they are set by the Markdown of all other
pages: the same code blocks, formulas, links to the glossary, in both schemes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape, unescape
from pathlib import Path

import mkdocs_jupyter.config
from markdown import Markdown
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc

from handbook.execution import plot_capture
from handbook.export import notebooks
from handbook.extensions import source

TEMPLATES = Path(__file__).with_name("notebook_templates")
DETAILS = re.compile(r"<details><summary>(.*?)</summary>\n\n(.*?)\n*</details>", re.DOTALL)

mkdocs_jupyter.config.settings.templates_dir = str(TEMPLATES)


def render(converted: str, page: Page, config: MkDocsConfig) -> str:
    """The html of a lab from what mkdocs-jupyter made of its notebook; sets the page's title and contents, too."""
    notebook = json.JSONDecoder().raw_decode(unescape(converted).strip())[0]
    cells, stated = notebook["cells"], notebook["metadata"]
    markdown = Markdown(extensions=config.markdown_extensions, extension_configs=config.mdx_configs)
    plots = {
        name: plot_capture.html(svg, title, description, name) for name, svg, title, description in _drawings(cells)
    }
    html = markdown.convert(source.comment(stated["source"]) + "\n\n".join(_sections(cells)))
    for name, drawing in plots.items():
        html = html.replace(f'<div data-plot="{name}"></div>', drawing)
    page.toc = get_toc(markdown.toc_tokens)
    page.title = page.meta.get("title") or next(item.title for item in page.toc)
    up = re.sub(r"[^/]+/", "../", page.url)
    return html.replace(f'href="{stated["home"]}', f'href="{up}').replace(f'href="{up}{page.url}#', 'href="#')


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
        if cell["id"] in (notebooks.ABOUT_CELL, notebooks.END_CELL):
            continue
        if source.startswith("#"):
            heading, _, rest = source.partition("\n")
            source = f"{heading} {{ #{cell['id']} }}\n{rest}"
        if match := DETAILS.search(source):
            folded = match[1]
        yield DETAILS.sub(lambda match: f'??? success "{match[1]}"\n\n{_indented(match[2])}', source)


def _drawings(cells: list[dict]) -> Iterator[tuple[str, str, str, str]]:
    """(name, svg, title, description) of each plot."""
    for cell in cells:
        for output in cell.get("outputs", ()):
            about = output.get("metadata", {})
            if name := about.get("plot"):
                yield name, _text(output["data"]["image/svg+xml"]), about["title"], about["description"]


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
