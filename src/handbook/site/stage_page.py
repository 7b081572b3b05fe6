"""Staged pages: plain Markdown, with what templates need to know in the front matter."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import urljoin

from handbook import SOURCE_LANGUAGE
from handbook.core.config_files import to_yaml
from handbook.core.diagnostics import DiagnosticError, errors
from handbook.export import notebooks, requirements, scripts
from handbook.extensions import source as page_source
from handbook.markdown.model import Page
from handbook.markdown.parser import parse
from handbook.project import data_files
from handbook.project.book import HOME
from handbook.project.strings import Strings
from handbook.site import bylines, downloads, overview, panels, reading, structured_data
from handbook.site.language_site import BRANCH, LanguageSite
from handbook.translation import stale_notices
from handbook.translation.freshness import DRAFT
from handbook.translation.status import page_state

SVG = "image/svg+xml"
RESERVED = {  # what the stage says in front matter, and no page
    *(
        "canonical",
        "card",
        "structured_data",
        "edit_url",
        "code",
        "untranslated",
        "translate_url",
        "downloads",
        "byline",
        "draft",
        "english_url",
        "report_url",
        "english_file",
        "minutes",
        "tasks",
    )
}


def is_lab(page: Page) -> bool:
    """Whether the page is shown from its notebook."""
    return page.meta.get("lab") is True


def labs(site: LanguageSite) -> list[str]:
    """The names of all labs."""
    return [name for name in site.project.names() if is_lab(site.source_of(name))]


def file_name(site: LanguageSite, name: str) -> str:
    """The name of the staged page's file."""
    return f"{name}{notebooks.SUFFIX}" if is_lab(site.source_of(name)) else f"{name}.md"


def card_path(name: str) -> str:
    """The path of a page's social card on the site."""
    return f"assets/cards/{name}.png"


def text(site: LanguageSite, name: str) -> str:
    """The staged page: Markdown, or the notebook of a lab.

    Args:
        site: the language.
        name: of the page.

    Raises:
        DiagnosticError: where the page has errors in its form, or strings, glossaries, lockfiles or settings can't be
            read.
    """
    page = site.source_of(name)
    if page_errors := errors(page.findings):
        raise DiagnosticError(page_errors)
    if is_lab(page):
        return _notebook(site, name, page)
    front = to_yaml(meta(site, name))
    return f"---\n{front}---\n{page_source.comment(_source(site, name, page))}{_body(site, name, page)}"


def meta(site: LanguageSite, name: str) -> dict[str, Any]:
    """The front matter: the page's own, and what templates need to know of it."""
    page, language = site.source_of(name), site.language
    fallback = site.is_fallback(name)
    front_matter = {key: value for key, value in page.meta.items() if key not in RESERVED}
    if name in site.book.boosts:
        search = front_matter.get("search")
        front_matter["search"] = {"boost": site.book.boosts[name], **(search if isinstance(search, dict) else {})}
    if site.script and not fallback:
        front_matter |= {"title": site.title_of(name), "description": site.description_of(name)}
    front_matter |= {
        "canonical": site.canonical(name),
        "card": urljoin(site.address if fallback else site.home, card_path(name)),
        "structured_data": _structured_data(site, name, page),
        "code": bool(page.python()),
    }
    if name != HOME and (minutes := reading.length(page)):
        front_matter |= {"minutes": minutes, "tasks": reading.tasks(page)}
    if byline := bylines.of_page(site, name):
        front_matter["byline"] = byline
    if fallback:
        front_matter |= {"untranslated": True, "translate_url": site.edit_url(language.pages, name, exists=False)}
        front_matter["english_file"] = downloads.english_file(name)
    else:
        front_matter["edit_url"] = site.edit_url(page.language, name)
    if page.language != SOURCE_LANGUAGE and page_state(site.project, page.language, name).counts[DRAFT]:
        front_matter |= {"draft": True, "english_url": urljoin(site.address, site.url(name))}
    if name != HOME and site.repository.strip("/"):
        front_matter["report_url"] = site.report_url(name)
    if links := downloads.download_links(page, site.repository, site.edition_of(name)):
        front_matter["downloads"] = {
            "script": links.script,
            "notebook": links.notebook,
            "colab": links.colab,
            "packages": requirements.packages(page),
            "files": list(data_files.files(page, site.root)),
        }
    return front_matter


def _source(site: LanguageSite, name: str, page: Page) -> dict[str, str | bool]:
    """Options for our Markdown extensions on this page (``extensions.source``)."""
    glossary = _glossary(site)
    options: dict[str, str | bool] = {
        "path": page.path,
        "language": SOURCE_LANGUAGE if site.is_fallback(name) else site.language.code,
        "terms": page.language,
        "glossary": f"{glossary}.md" if glossary and name != glossary else "",
    }
    if site.is_fallback(name):
        options |= {"decimal_comma": False}
    return options


def _glossary(site: LanguageSite) -> str:
    """The name of the glossary's page; empty where there is none."""
    name = site.book.pages.get("glossary", "")
    return name if name in site.project.names() else ""


def _body(site: LanguageSite, name: str, page: Page) -> str:
    markdown = "".join(block.raw for block in page.blocks if block.kind != "front_matter")
    if page.language != SOURCE_LANGUAGE:
        markdown = stale_notices.with_notices(
            markdown, site.project, page.language, name, site.edit_url(page.language, name)
        )
    if name == HOME:
        markdown = overview.with_lengths(site, markdown)
    return _with_panels(site, _with_links_to_notebooks(markdown, labs(site)))


def _with_links_to_notebooks(markdown: str, names: Sequence[str]) -> str:
    """Point links to labs at their notebooks, which are staged in place of their Markdown. Code is left alone."""
    if not any(f"]({name}.md" in markdown for name in names):
        return markdown
    pieces = []
    for block in parse(markdown).blocks:
        text = block.raw
        if block.kind != "fence":
            for name in names:
                text = text.replace(f"]({name}.md", f"]({name}{notebooks.SUFFIX}")
        pieces.append(text)
    return "".join(pieces)


def _with_panels(site: LanguageSite, markdown: str) -> str:
    """Fill the placeholders for the glossary and the status of the translations."""
    if panels.GLOSSARY in markdown:
        panel = panels.glossary_panel(site.project, site.language.pages, site.script)
        markdown = markdown.replace(panels.GLOSSARY, panel)
    if panels.STATUS in markdown:
        table = panels.status_panel(site.project, site.language.pages, site.edit_url, site.memory_url)
        markdown = markdown.replace(panels.STATUS, f'<div class="status-scroll">{table}</div>')
    return markdown


def _notebook(site: LanguageSite, name: str, page: Page) -> str:
    """The notebook of a lab, with the front matter and the plots' strings in its metadata."""
    notebook = json.loads(notebooks.text(page, site.root))
    notebook["metadata"]["page"] = meta(site, name)
    notebook["metadata"]["source"] = {
        **_source(site, name, page),
        "glossary": f"../{glossary}/" if (glossary := _glossary(site)) else "",
        "decimal_comma": False,  # the notebook's formulas have it already
    }
    notebook["metadata"]["home"] = scripts.home(page.language, site.root)
    for cell in notebook["cells"]:
        for output in cell.get("outputs", ()):
            if plot := output.get("metadata", {}).get("plot"):
                language = page.language if site.is_fallback(name) else site.language.code
                t = Strings.of(language, f"plot.{plot}", site.root)
                output["metadata"] |= {"title": t("title"), "description": t("description")}
                if site.script and not site.is_fallback(name):
                    output["data"][SVG] = site.script.html("".join(output["data"][SVG]))
    return json.dumps(notebook, ensure_ascii=False, default=str)  # YAML knows dates


def _structured_data(site: LanguageSite, name: str, page: Page) -> str:
    """The page's structured data, as JSON that is safe within ``<script>``."""
    lang, license = site.language.lang, urljoin(site.repository, site.book.licenses["text"].address)
    if name == HOME:
        parts = [
            (site.title_of(other), urljoin(site.home, site.url(other)))
            for other in site.project.ordered()
            if other != HOME
        ]
        data = structured_data.course(site.name, site.t("site.description"), site.home, lang, license, parts)
    else:
        if site.is_fallback(name):
            lang = SOURCE_LANGUAGE
        file = f"blob/{BRANCH}/docs/{page.language}/{name}.md"
        data = structured_data.chapter(
            site.title_of(name),
            site.description_of(name),
            site.canonical(name),
            lang,
            license,
            (site.name, site.home),
            urljoin(site.repository, file) if page.python() else "",
            bylines.translators(site, name),
        )
    return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
