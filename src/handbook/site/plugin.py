"""The MkDocs plugin: what the site of one language holds beside its pages, and what becomes of their html."""

from __future__ import annotations

import importlib
import re
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import urljoin

from jinja2 import FileSystemBytecodeCache
from mkdocs import exceptions
from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import File
from mkdocs.utils import get_relative_url

from handbook import SOURCE_LANGUAGE
from handbook.core import html_tokens
from handbook.core.diagnostics import Finding, errors, report, shown
from handbook.export import explorer_page, pdf
from handbook.project.checkout import Project
from handbook.project.languages import languages
from handbook.site import (
    bundler,
    code_blocks,
    content_security_policy,
    downloads,
    labs,
    panels,
    scroll_tables,
    search,
    social_cards,
    style_sheet,
)
from handbook.site.output_labels import label_outputs
from handbook.site.template_api import BRANCH, TemplateApi, card_path
from handbook.translation import stale_notices

GLOSSARY_URL = "glossary/"
# In search, what explains a term comes before what only uses it or lists it.
USES, LISTS = (
    ("seeing-attention", "training"),
    ("errata", "glossary", "lab-heads", "lab-training", "references", "translating"),
)
BOOSTS = {**dict.fromkeys(USES, 0.75), **dict.fromkeys(LISTS, 0.5)}
GLOSSARY_LINKS = "handbook.extensions.glossary_links"
_ROOT = re.compile(r'<html lang="[^"]*"')
_EMPTY_HEADER = re.compile(r"<th( [^>]*)?></th>")  # heads nothing, and screen readers stumble over it


class Options(Config):
    language = config_options.Type(str, default=SOURCE_LANGUAGE)


class HandbookPlugin(BasePlugin[Options]):
    """What MkDocs asks while it builds one language."""

    def __init__(self) -> None:
        super().__init__()
        self.findings: list[Finding] = []
        self.parsed: Project | None = None  # what other languages of the same build have parsed
        self.chapters: list[pdf.Chapter] = []  # the pages as they were built
        # Then with cards and a content security policy, which would stop the preview's own script.
        self.for_publication = False
        self.on_demand = False  # in the preview: files are made when they are asked for, by what ``makers`` holds
        self.makers: dict[str, Callable[[], str | bytes]] = {}  # by their addresses

    # events, in MkDocs' order

    @event_priority(100)  # before the search reads its options
    def on_config(self, config):
        self.root = Path(config.config_file_path).resolve().parent
        self.docs = self.root / "docs"
        self.project = self.parsed or Project(self.root)  # a new one for each build: pages change in between
        known = languages(self.root)
        self.language = next(one for one in known if one.code == self.config.language)
        repository = (config.repo_url or "").rstrip("/") + "/"
        self.api = TemplateApi(
            self.project,
            known,
            self.language,
            config.site_url,
            repository,
            config.site_name,
        )
        self.script = self.api.script
        config.site_url = urljoin(config.site_url, self.language.prefix)
        config.site_description = self.api.say("site.description")
        config.edit_uri = f"edit/{BRANCH}/docs/{self.language.pages}/"
        config.nav = self._nav(config.nav or [])
        contents = {"title": self.api.say("site.contents"), "permalink_title": self.api.say("site.permalink")}
        config.mdx_configs["toc"] = {**config.mdx_configs.get("toc", {}), **contents}
        for palette in config.theme["palette"]:
            palette["toggle"]["name"] = self.api.say(f"site.{palette['toggle']['name']}")
        self.sheets = [self.root / "theme" / path for path in config.extra_css]
        config.extra_css = []  # they become one sheet
        search.configure(config)
        self.own_options = {name: dict(config.mdx_configs.get(name) or {}) for name in _own_extensions(config)}
        return config

    def on_files(self, files, *, config):
        for path in sorted((self.docs / SOURCE_LANGUAGE).rglob("*")):
            uri = path.relative_to(self.docs / SOURCE_LANGUAGE).as_posix()
            if path.is_file() and not path.name.startswith(".") and files.get_file_from_path(uri) is None:
                files.append(File(uri, str(self.docs / SOURCE_LANGUAGE), config.site_dir, config.use_directory_urls))
        own = {
            **bundler.scripts(self.root),
            **search.scripts(self.root, self.language.pages),
            **explorer_page.files(self.root, self.language.code, bundler.bundle),
        }
        self._add(own, config, files)
        self.api.style_sheet, sheets = style_sheet.build(config.theme.dirs, self.sheets, bundler.minify)
        self._add(sheets, config, files)
        for name in self.project.names():
            self._add(downloads.files(self.api.source_of(name), self.project), config, files)
        return files

    def _add(self, made: Mapping[str, str | Path | Callable[[], str | bytes]], config, files) -> None:
        """Files of the site that aren't in its folder of pages."""
        for uri, content in made.items():
            if isinstance(content, Path):
                files.append(File.generated(config, uri, abs_src_path=str(content)))
            elif isinstance(content, str):
                files.append(File.generated(config, uri, content=content))
            elif self.on_demand:
                self.makers[uri] = content
                files.append(File.generated(config, uri, content=""))
            else:
                files.append(File.generated(config, uri, content=content()))

    def on_nav(self, nav, *, config, files):  # mkdocs-jupyter has made files of its own of what it knows
        self.notebooks = tempfile.TemporaryDirectory(prefix="handbook-")
        labs.place(files, map(self.api.source_of, self.project.names()), Path(self.notebooks.name))

    def on_pre_page(self, page, *, config, files):
        labs.write(self.api.source_of(page.file.src_uri.removesuffix(".md")), Path(page.file.abs_src_path), self.root)
        return page

    def on_page_markdown(self, markdown, *, page, config, files):
        language = self.language.code
        if (boost := BOOSTS.get(page.file.src_uri.removesuffix(".md"))) is not None:
            page.meta["search"] = {"boost": boost}
        if self.api.is_fallback(page):
            language = SOURCE_LANGUAGE
            page.canonical_url = urljoin(self.api.address, page.url)
            page.edit_url = self.api.edit_url(SOURCE_LANGUAGE, page.file.src_uri.removesuffix(".md"))
        path = shown(Path(page.file.abs_src_path), self.root)
        known = {
            "language": language,
            "path": path,
            "root": str(self.root),
            "errors": self.findings,
            "address": self._glossary_from(page),
        }
        for name, options in self.own_options.items():
            if language != self.language.code:
                options = {key: value for key, value in options.items() if key != "decimal_comma"}
            accepted = {key: value for key, value in known.items() if key in _options_of(name)}
            if name == GLOSSARY_LINKS and language != SOURCE_LANGUAGE:
                accepted["language"] = self.language.pages  # looks for terms in the text as it is written
            config.mdx_configs[name] = {**options, **accepted}
        if labs.is_lab(source := self.api.source_of(page.file.src_uri.removesuffix(".md"))):
            page.meta.update(source.meta)
            return ""
        if language == SOURCE_LANGUAGE:
            return markdown
        return stale_notices.with_notices(
            markdown, self.project, self.language.pages, page.file.src_uri.removesuffix(".md")
        )

    def on_page_content(self, html, *, page, config, files):
        if labs.is_lab(source := self.api.source_of(page.file.src_uri.removesuffix(".md"))):
            html = labs.render(html, page, source, self.project, config)
        html = stale_notices.in_english(self._with_panels(html), self.language.lang)
        html = _EMPTY_HEADER.sub(r"<td\1></td>", html)
        html = label_outputs(html, SOURCE_LANGUAGE if self.api.is_fallback(page) else self.language.code, self.root)
        html = html_tokens.joined(code_blocks.lighter(scroll_tables.framed(html_tokens.pieces(html))))
        return self._in_own_script(html, page) if self.script and not self.api.is_fallback(page) else html

    def _glossary_from(self, page) -> str:
        """The glossary's address as seen from the page; none on the glossary itself."""
        glossary = GLOSSARY_URL if (self.docs / SOURCE_LANGUAGE / "glossary.md").is_file() else ""
        return "" if page.url == glossary or not glossary else get_relative_url(glossary, page.url)

    def on_env(self, env, *, config, files):
        env.globals["handbook"] = self.api
        env.filters["own_script"] = self.script.text if self.script else str
        templates = self.root / ".cache" / "templates"
        templates.mkdir(parents=True, exist_ok=True)
        env.bytecode_cache = FileSystemBytecodeCache(str(templates))
        return env

    def on_post_page(self, output, *, page, config):
        language = SOURCE_LANGUAGE if self.api.is_fallback(page) else self.language.lang
        section = page.parent.title if page.parent else ""
        title = next((item.title for item in page.toc), page.title)  # a home page is called otherwise in the navigation
        self.chapters.append(pdf.Chapter(page.url, title, section, page.content, language))
        if self.for_publication and not self.api.is_fallback(page):
            self._draw_card(page, Path(config.site_dir))
        return self._finished(output, config)

    def on_post_template(self, output_content, *, template_name, config):
        return self._finished(output_content, config) if template_name.endswith(".html") else output_content

    def on_post_build(self, *, config):
        if found := errors(self.findings):
            raise exceptions.PluginError("\n" + report(found))

    # parts

    def _draw_card(self, page, site: Path) -> None:
        title = self.api.site_name if page.is_homepage else html_tokens.plain(page.title)
        description = str(page.meta.get("description") or self.api.say("site.description"))
        try:
            data = social_cards.card(
                title, description, self.api.site_name, self.api.motif[1], self.language.lang.split("-")[0]
            )
        except ValueError as error:
            self.findings.append(
                Finding(
                    shown(Path(page.file.abs_src_path), self.root),
                    1,
                    str(error),
                    "write the title and the description in letters of the site's languages",
                )
            )
            return
        target = site / card_path(page)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)

    def _finished(self, html: str, config) -> str:
        html = html_tokens.tight(self._in_own_language(html))
        return content_security_policy.with_policy(html) if self.for_publication else html

    def _in_own_language(self, html: str) -> str:
        """The theme names its own language, English where it lacks ours, and gives the direction to the body only."""
        direction = ' dir="rtl"' if self.language.direction == "rtl" else ""
        return _ROOT.sub(f'<html lang="{self.language.lang}"{direction}', html, count=1)

    def _in_own_script(self, html: str, page) -> str:
        """The page's contents, title, description and table of contents in the edition's letters."""
        self.script.at(page.file.src_uri)
        page.title = self.script.html(page.title)
        page.meta["description"] = self.script.text(str(page.meta.get("description", "")))
        items = list(page.toc)
        while items:
            item = items.pop()
            item.title = self.script.html(item.title)
            items += item.children
        return self.script.html(html)

    def _with_panels(self, html: str) -> str:
        """Fill in what pages only name: the glossary, and the state of the translations."""
        if panels.GLOSSARY in html:
            html = html.replace(panels.GLOSSARY, panels.glossary_panel(self.project, self.language.pages, self.script))
        if panels.STATUS in html:
            table = panels.status_panel(self.project, self.language.pages, self.api.edit_url)
            html = html.replace(panels.STATUS, f'<div class="status-scroll">{table}</div>')
        return html

    def _nav(self, items: list) -> list:
        """The navigation in this language: keys to titles, and only pages whose English file exists."""
        kept: list = []
        for item in items:
            for key, value in (item if isinstance(item, dict) else {"": item}).items():
                if isinstance(value, list):
                    if inside := self._nav(value):
                        kept.append({self.api.say(f"nav.{key}"): inside})
                elif (self.docs / SOURCE_LANGUAGE / value).is_file():
                    kept.append({self.api.say(f"nav.{key}"): value} if key else value)
        return kept


def _own_extensions(config) -> list[str]:
    return [name for name in config.markdown_extensions if name.startswith("handbook.")]


def _options_of(extension: str) -> dict:
    return importlib.import_module(extension).makeExtension().config
