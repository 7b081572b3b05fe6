"""Labs in the site: pages with ``lab: true`` in their front matter are shown from their notebook, by mkdocs-jupyter.

mkdocs-jupyter reads the notebook and executes nothing: outputs and plots are stored, and verified by the tests. Its
own template adds 574 kB of styles to each page. Ours emits the cells as JSON, which are converted by the same Markdown
as all other pages, with its code blocks, formulas, links to the glossary and color schemes.
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
    """The html of a lab; sets the page's title and table of contents, too.

    Args:
        converted: what mkdocs-jupyter returns: the notebook as escaped JSON, by our template.
        page: the lab.
        config: for Markdown's extensions.
    """
    notebook = json.JSONDecoder().raw_decode(unescape(converted).strip())[0]
    cells, metadata = notebook["cells"], notebook["metadata"]
    markdown = Markdown(extensions=config.markdown_extensions, extension_configs=config.mdx_configs)
    plots = {name: plot_capture.html(svg, title, description, name) for name, svg, title, description in _plots(cells)}
    html = markdown.convert(source.comment(metadata["source"]) + "\n\n".join(_sections(cells)))
    for name, figure in plots.items():
        html = html.replace(f'<div data-plot="{name}"></div>', figure)
    page.toc = get_toc(markdown.toc_tokens)
    page.title = page.meta.get("title") or next(item.title for item in page.toc)
    # Links in notebooks are absolute, and relative on the site.
    home = re.sub(r"[^/]+/", "../", page.url)
    return html.replace(f'href="{metadata["home"]}', f'href="{home}').replace(f'href="{home}{page.url}#', 'href="#')


def _sections(cells: list[dict]) -> Iterator[str]:
    """Each cell as Markdown of the site, without the cells about the notebook."""
    collapsed = ""  # the title of the collapsed admonition that goes on in the next cells
    for cell in cells:
        source = _text(cell["source"])
        if cell["cell_type"] == "code":
            if cell["id"] in notebooks.OWN_CELLS:
                continue
            code = _code(cell, source)
            yield _indented(code) if collapsed and cell["metadata"].get("jupyter", {}).get("source_hidden") else code
            continue
        if collapsed and (match := DETAILS.match(source)) and match[1] == collapsed:  # goes on after its code
            yield _indented(match[2])
            source = source[match.end() :].strip("\n")
            if not source:
                continue
        collapsed = ""
        if cell["id"] in notebooks.OWN_CELLS:
            continue
        if source.startswith("#"):
            heading, _, rest = source.partition("\n")
            source = f"{heading} {{ #{cell['id']} }}\n{rest}"
        if match := DETAILS.search(source):
            collapsed = match[1]
        yield DETAILS.sub(lambda match: f'??? success "{match[1]}"\n\n{_indented(match[2])}', source)


def _plots(cells: list[dict]) -> Iterator[tuple[str, str, str, str]]:
    """(name, svg, title, description) of each plot."""
    for cell in cells:
        for output in cell.get("outputs", ()):
            metadata = output.get("metadata", {})
            if name := metadata.get("plot"):
                yield name, _text(output["data"]["image/svg+xml"]), metadata["title"], metadata["description"]


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
