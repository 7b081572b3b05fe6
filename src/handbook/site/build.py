"""The MkDocs side: a thin plugin, the build of all languages, and the preview server.

Each language is a MkDocs site of its own (``mkdocs.yml`` and its heirs ``i18n/<language>/mkdocs.yml``). What they share
stands here: navigation by file name, English pages where a translation is missing, links between the languages, one
sitemap, fonts and KaTeX's styles from ``node_modules``.
"""

from __future__ import annotations

import importlib
import json
import logging
import math
import posixpath
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from urllib.parse import quote, urljoin

from jinja2 import FileSystemBytecodeCache
from mkdocs import exceptions
from mkdocs.commands import build as mkdocs_build
from mkdocs.config import config_options, load_config
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import File
from mkdocs.utils import get_relative_url
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from handbook import ROOT
from handbook.core import html_tokens, npm
from handbook.core.diagnostics import ERROR, NOTICE, DiagnosticError, Finding, errors, report, shown
from handbook.core.parallel import side_by_side
from handbook.export import explorer_page, pdf
from handbook.extensions import widgets
from handbook.markdown.parser import Page
from handbook.project import strings as project_strings
from handbook.project import transliteration
from handbook.project.project import Handbook
from handbook.site import (
    code_blocks,
    content_security_policy,
    downloads,
    labs,
    panels,
    scroll_tables,
    social_cards,
    structured_data,
    style_sheet,
)
from handbook.translation import glossary, source_history, stale_notices

SOURCE = project_strings.SOURCE_LANGUAGE
BRANCH = "main"
GLOSSARY_URL = "glossary/"
# In search, what explains a term comes before what only uses it or lists it.
BOOSTS = {
    **dict.fromkeys(("seeing-attention.md", "training.md"), 0.75),
    **dict.fromkeys(
        ("errata.md", "glossary.md", "lab-heads.md", "lab-training.md", "references.md", "translating.md"), 0.5
    ),
}
LICENCES = {"text": ("CC BY 4.0", structured_data.LICENCE), "code": ("MIT", "blob/main/LICENSE")}


# -- languages and addresses


@dataclass(frozen=True)
class Language:
    """One language of the site."""

    code: str  # the folder's name in the site: en, de …
    name: str  # what its speakers call it
    short: str
    lang: str  # for html
    locale: str
    folder: str = ""  # of its pages, where that is another: an edition in a second alphabet has none of its own
    alphabet: str = ""  # what its letters are called, where it is written in two alphabets

    @property
    def pages(self) -> str:
        """The folder of its pages and strings: de, sr …"""
        return self.folder or self.code

    @property
    def prefix(self) -> str:
        """Where its pages lie below the English ones."""
        return "" if self.code == SOURCE else f"{self.code}/"

    @classmethod
    def read(cls, code: str, root: Path) -> Language:
        site = project_strings.Strings.of(code, "site", root)
        own = {key: site(key) if site.has(key) else code for key in ("name", "code", "lang", "locale")}
        return cls(code, own["name"], own["code"], own["lang"], own["locale"])

    def edition(self, edition: transliteration.Edition) -> Language:
        """The same language in its second alphabet."""
        return Language(
            edition.code, edition.name, edition.short, edition.lang, self.locale, self.code, edition.alphabet
        )


def languages(root: Path = ROOT) -> list[Language]:
    """All languages of the checkout: those with a ``mkdocs.yml``, English first; each with its editions behind it."""
    others = sorted(path.parent.name for path in (root / "i18n").glob("*/mkdocs.yml"))
    editions = transliteration.editions(root)
    found = []
    for language in [Language.read(code, root) for code in [SOURCE, *others]]:
        own = [one for one in editions if one.language == language.code]
        found.append(replace(language, alphabet=own[0].latin) if own else language)
        found += map(language.edition, own)
    return found


def config_file(language: str, root: Path = ROOT) -> Path:
    language = transliteration.source_of(language, root)
    return root / "mkdocs.yml" if language == SOURCE else root / "i18n" / language / "mkdocs.yml"


# -- the plugin


class Options(Config):
    language = config_options.Type(str, default=SOURCE)


class HandbookPlugin(BasePlugin[Options]):
    """What MkDocs asks while it builds one language. Templates see it as ``handbook``."""

    def __init__(self) -> None:
        super().__init__()
        self.findings: list[Finding] = []
        self.edition = ""  # the code of an edition in a second alphabet
        self.parsed: Handbook | None = None  # what other languages of the same build have parsed
        self.chapters: list[pdf.Chapter] = []  # the pages as they were built
        self.for_publication = (
            False  # then with cards and a content security policy, which would stop the preview's own script
        )
        self.on_demand = False  # in the preview: files are made when they are asked for, by what ``makers`` holds
        self.makers: dict[str, Callable[[], str | bytes]] = {}  # by their addresses

    # events, in MkDocs' order

    @event_priority(100)  # before the search reads its options
    def on_config(self, config):
        self.root = _root_of(config)
        self.docs = self.root / "docs"
        self.handbook = self.parsed or Handbook(self.root)  # a new one for each build: pages change in between
        self.languages = languages(self.root)
        self.language = next(one for one in self.languages if one.code == (self.edition or self.config.language))
        self.script = transliteration.script(self.edition, self.root) if self.edition else None
        if self.script:
            config.theme["language"] = self.language.lang
        self.address = config.site_url  # of the English site
        self.repository = (config.repo_url or "").rstrip("/") + "/"
        self._strings: dict[str, project_strings.Strings] = {}
        self._files: dict[str, set[str]] = {}  # of each language's folder
        self.forget_pages()

        config.site_url = urljoin(self.address, self.language.prefix)
        self.site_name = config.site_name
        config.site_description = self.say("site.description")
        config.edit_uri = f"edit/{BRANCH}/docs/{self.language.pages}/"
        config.nav = self._nav(config.nav or [])
        contents = {"title": self.say("site.contents"), "permalink_title": self.say("site.permalink")}
        config.mdx_configs["toc"] = {**config.mdx_configs.get("toc", {}), **contents}
        for palette in config.theme["palette"]:
            palette["toggle"]["name"] = self.say(f"site.{palette['toggle']['name']}")
        self.sheets, config.extra_css = (
            [self.root / "theme" / path for path in config.extra_css],
            [],
        )  # they become one sheet
        _prepare_search(config)
        self.own_options = {name: dict(config.mdx_configs.get(name) or {}) for name in _own_extensions(config)}
        return config

    def on_files(self, files, *, config):
        for path in sorted((self.docs / SOURCE).rglob("*")):
            uri = path.relative_to(self.docs / SOURCE).as_posix()
            if path.is_file() and not path.name.startswith(".") and files.get_file_from_path(uri) is None:
                files.append(File(uri, str(self.docs / SOURCE), config.site_dir, config.use_directory_urls))
        own = {
            **_scripts(self.root),
            **_search(self.root, self.language.pages),
            **explorer_page.files(self.root, self.language.code, _bundle),
        }
        self._add(own, config, files)
        self.style_sheet, sheets = style_sheet.build(config.theme.dirs, self.sheets, _minified)
        self._add(sheets, config, files)
        for name in self.handbook.names():
            self._add(downloads.files(self.source_of(name), self.handbook), config, files)
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
        labs.place(files, map(self.source_of, self.handbook.names()), Path(self.notebooks.name))

    def source_of(self, name: str) -> Page:
        """The page that is shown under a name: this language's, or the English one."""
        return self.handbook.page(self.language.pages, name) or self.handbook.page(SOURCE, name)

    def on_pre_page(self, page, *, config, files):
        labs.write(self.source_of(page.file.src_uri.removesuffix(".md")), Path(page.file.abs_src_path), self.root)
        return page

    def on_page_markdown(self, markdown, *, page, config, files):
        language = self.language.code
        if (boost := BOOSTS.get(page.file.src_uri)) is not None:
            page.meta["search"] = {"boost": boost}
        if self.is_fallback(page):
            language = SOURCE
            page.canonical_url = urljoin(self.address, page.url)
            page.edit_url = self.edit_url(SOURCE, page.file.src_uri.removesuffix(".md"))
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
            if name == "handbook.extensions.glossary_links" and language != SOURCE:
                accepted["language"] = self.language.pages  # looks for terms in the text as it is written
            config.mdx_configs[name] = {**options, **accepted}
        if labs.is_lab(source := self.source_of(page.file.src_uri.removesuffix(".md"))):
            page.meta.update(source.meta)
            return ""
        if language == SOURCE:
            return markdown
        return stale_notices.with_notices(
            markdown, self.handbook, self.language.pages, page.file.src_uri.removesuffix(".md")
        )

    def on_page_content(self, html, *, page, config, files):
        if labs.is_lab(source := self.source_of(page.file.src_uri.removesuffix(".md"))):
            html = labs.render(html, page, source, self.handbook, config)
        html = stale_notices.in_english(self._with_panels(html), self.language.lang)
        html = _EMPTY_HEADER.sub(r"<td\1></td>", html)
        html = _label_outputs(html, SOURCE if self.is_fallback(page) else self.language.code, self.root)
        html = html_tokens.joined(code_blocks.lighter(scroll_tables.framed(html_tokens.pieces(html))))
        return self._in_own_script(html, page) if self.script and not self.is_fallback(page) else html

    def _glossary_from(self, page) -> str:
        """The glossary's address as seen from the page; none on the glossary itself."""
        glossary = GLOSSARY_URL if (self.docs / SOURCE / "glossary.md").is_file() else ""
        return "" if page.url == glossary or not glossary else get_relative_url(glossary, page.url)

    def on_env(self, env, *, config, files):
        env.globals["handbook"] = self
        env.filters["own_script"] = self.script.text if self.script else str
        templates = self.root / ".cache" / "templates"
        templates.mkdir(parents=True, exist_ok=True)
        env.bytecode_cache = FileSystemBytecodeCache(str(templates))
        return env

    def on_post_page(self, output, *, page, config):
        language = SOURCE if self.is_fallback(page) else self.language.lang
        section = page.parent.title if page.parent else ""
        title = next((item.title for item in page.toc), page.title)  # a home page is called otherwise in the navigation
        self.chapters.append(pdf.Chapter(page.url, title, section, page.content, language))
        if self.for_publication and not self.is_fallback(page):
            self._draw_card(page, Path(config.site_dir))
        return self._finished(output, config)

    def on_post_template(self, output_content, *, template_name, config):
        return self._finished(output_content, config) if template_name.endswith(".html") else output_content

    def on_post_build(self, *, config):
        if found := errors(self.findings):
            raise exceptions.PluginError("\n" + report(found))

    # for templates

    def say(self, key: str, language: str = "") -> str:
        """A string of ui.toml: ``say("notice.translate")``."""
        section, _, name = key.rpartition(".")
        code = language or self.language.code
        if (strings := self._strings.get(f"{code}:{section}")) is None:
            strings = self._strings[f"{code}:{section}"] = project_strings.Strings.of(code, section, self.root)
        return strings(name)

    def is_fallback(self, page) -> bool:
        """Whether the page is the English one in another language's place."""
        return bool(page) and not self._is_in(page, self.language)

    def _is_in(self, page, language: Language) -> bool:
        if (files := self._files.get(language.pages)) is None:  # asked for by each page of each page's navigation
            folder = self.docs / language.pages
            files = self._files[language.pages] = {
                path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
            }
        return page.file.src_uri in files

    def links(self, page, base_url: str) -> list[tuple[Language, str]]:
        """The same page in each language, as relative links; from a page that is none (404), their home pages."""
        up = posixpath.join(base_url, "" if self.language.code == SOURCE else "..")
        url = page.url if page else ""
        return [(one, _tidy(posixpath.join(up, one.prefix, url))) for one in self.languages]

    def drawn_once(
        self, page, base_url: str, path: str, draw: Callable[[object, str, int], str], item, level: int
    ) -> str:
        """A part of the navigation in which the page isn't, drawn once for all pages in the same folder."""
        key = (base_url, posixpath.dirname(page.url.rstrip("/")) if page else "", path)
        if key not in self._drawn:
            self._drawn[key] = draw(item, path, level)
        return self._drawn[key]

    def alphabets(self, page, base_url: str) -> list[tuple[Language, str]]:
        """The same page in the other alphabets of its language, as relative links."""
        return [
            link
            for link in self.links(page, base_url)
            if link[0].pages == self.language.pages and link[0] != self.language
        ]

    def alternates(self, page) -> list[tuple[str, str]]:
        """The addresses of the page in the languages that have it, for search engines."""
        if not page or self.is_fallback(page):
            return []
        there = [one for one in self.languages if self._is_in(page, one)]
        found = [(one.lang, urljoin(self.address, one.prefix + page.url)) for one in there]
        return [*found, ("x-default", urljoin(self.address, page.url))]

    def picture_of(self, page) -> str:
        """The address of the page's card; it is the English one where the page is."""
        prefix = "" if self.is_fallback(page) else self.language.prefix
        return urljoin(self.address, f"{prefix}{_card(page)}")

    def structured(self, page, nav) -> str:
        """What search engines read of the page, as JSON that may stand in html."""
        title, home = html_tokens.plain(page.title), urljoin(self.address, self.language.prefix)
        name, lang = self.site_name, self.language.lang
        if page.is_homepage:
            parts = [(html_tokens.plain(one.title), urljoin(home, one.url)) for one in nav.pages if not one.is_homepage]
            data = structured_data.course(name, self.say("site.description"), home, lang, parts)
        else:
            code = (
                urljoin(self.repository, f"blob/{BRANCH}/docs/{self.language.pages}/{page.file.src_uri}")
                if self.has_code(page)
                else ""
            )
            data = structured_data.chapter(
                title, str(page.meta.get("description", "")), urljoin(home, page.url), lang, (name, home), code
            )
        return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")

    @property
    def first_fonts(self) -> list[str]:
        """The typefaces that every page in this language's letters begins with."""
        return style_sheet.first_fonts("cyrillic" if self.script else "latin")

    @property
    def homes(self) -> list[tuple[Language, str]]:
        """Each language with the address of its home page."""
        return [(one, urljoin(self.address, one.prefix)) for one in self.languages]

    @property
    def has_feed(self) -> bool:
        return bool(self._dates())

    def changes(self, pages: Sequence[File]) -> list[tuple[str, File]]:
        """(date, page) of all pages in this language, the newest change first; none where git doesn't know."""
        dates = self._dates()
        there = [
            (dates.get(f"docs/{self.language.pages}/{file.src_uri}", ""), file)
            for file in pages
            if not self.is_fallback(file.page)
        ]
        return sorted((one for one in there if one[0]), key=lambda one: (one[0], one[1].src_uri), reverse=True)

    def sitemap(self, pages: Sequence[File]) -> list[tuple[str, list[tuple[str, str]]]]:
        """Each page in each language with its alternates. Only the English site, at the root, carries it."""
        if self.language.code != SOURCE:
            return []
        groups = [self.alternates(file.page) for file in pages]
        return [(url, group) for group in groups for lang, url in group if lang != "x-default"]

    def translate_url(self, page) -> str:
        """Where the missing translation is begun."""
        return self.edit_url(self.language.pages, page.file.src_uri.removesuffix(".md"), exists=False)

    def forget_pages(self) -> None:
        """Called when the text of pages has changed."""
        self._changes: dict[str, str] | None = None
        self._drawn: dict[tuple[str, str, str], str] = {}  # parts of the navigation

    def edit_url(self, language: str, name: str, exists: bool = True) -> str:
        """Where a page's file is edited on the web, or begun."""
        place = (
            f"edit/{BRANCH}/docs/{language}/{quote(name)}.md"
            if exists
            else f"new/{BRANCH}/docs/{language}?filename={quote(name)}.md"
        )
        return urljoin(self.repository, place)

    def cover(self) -> pdf.Cover:
        """The title page of the book."""
        home = urljoin(self.address, self.language.prefix)
        return pdf.Cover(
            self.site_name,
            self.say("site.description"),
            self.say("book.contents"),
            self.language.name,
            home,
            self.licence(),
            self.language.lang,
        )

    def licence(self) -> str:
        links = {
            part: f'<a href="{urljoin(self.repository, address)}" rel="license">{name}</a>'
            for part, (name, address) in LICENCES.items()
        }
        return self.say("footer.licence").format(**links)

    def has_code(self, page) -> bool:
        """Whether the page holds code that the tests run."""
        source = self.handbook.page(SOURCE, page.file.src_uri.removesuffix(".md"))
        return bool(source and source.python())

    def take(self, page) -> downloads.Code | None:
        """Where the page's code is to be had."""
        return downloads.code_of(self.source_of(page.file.src_uri.removesuffix(".md")), self.repository)

    def has_widget(self, page) -> bool:
        """Whether the page holds a part that calculates, and so needs its script and styles."""
        return bool(page and page.content and f"{widgets.ATTRIBUTE}=" in page.content)

    def has_explorer(self, page) -> bool:
        """Whether the page holds the explorer, which brings a model along."""
        return bool(page and page.content and f'{widgets.ATTRIBUTE}="{widgets.explorer.NAME}"' in page.content)

    def torch_version(self) -> str:
        """The torch that the tests insist on: no page is published that they didn't pass with."""
        return torch_version(self.root)

    def page_at(self, name: str, pages: Sequence[File]):
        """A page by its file's name, if it is there yet."""
        return next((file.page for file in pages if file.src_uri == name), None)

    @property
    def motif(self) -> tuple[list[str], list[list[float]]]:
        """The words of the home page's picture, and how much each looks at each."""
        return list(EMBEDDINGS), _attention(list(EMBEDDINGS.values()))

    def number(self, value: float) -> str:
        """Two digits behind the decimal sign of this language."""
        comma = self.own_options.get("handbook.extensions.katex", {}).get("decimal_comma")
        return f"{value:.2f}".replace(".", "," if comma else ".")

    # parts

    def _dates(self) -> dict[str, str]:
        if self._changes is None:
            self._changes = source_history.last_changes(self.root, f"docs/{self.language.pages}")
        return self._changes

    def _draw_card(self, page, site: Path) -> None:
        title = self.site_name if page.is_homepage else html_tokens.plain(page.title)
        description = str(page.meta.get("description") or self.say("site.description"))
        try:
            data = social_cards.card(
                title, description, self.site_name, self.motif[1], self.language.lang.split("-")[0]
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
        target = site / _card(page)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)

    def _finished(self, html: str, config) -> str:
        html = html_tokens.tight(self._in_own_language(html, config))
        return content_security_policy.with_policy(html) if self.for_publication else html

    def _in_own_language(self, html: str, config) -> str:
        """The theme names its own language, English where it lacks ours, and gives the direction to the body only."""
        direction = ' dir="rtl"' if config.theme.get("direction") == "rtl" else ""
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
            html = html.replace(panels.GLOSSARY, panels.glossary_panel(self.handbook, self.language.pages, self.script))
        if panels.STATUS in html:
            table = panels.status_panel(self.handbook, self.language.pages, self.edit_url)
            html = html.replace(panels.STATUS, f'<div class="status-scroll">{table}</div>')
        return html

    def _nav(self, items: list) -> list:
        """The navigation in this language: keys to titles, and only pages whose English file exists."""
        kept: list = []
        for item in items:
            for key, value in (item if isinstance(item, dict) else {"": item}).items():
                if isinstance(value, list):
                    if inside := self._nav(value):
                        kept.append({self.say(f"nav.{key}"): inside})
                elif (self.docs / SOURCE / value).is_file():
                    kept.append({self.say(f"nav.{key}"): value} if key else value)
        return kept


def torch_version(root: Path) -> str:
    pins = (root / "constraints.txt").read_text(encoding="utf-8")
    return next(line.removeprefix("torch==") for line in pins.split("\n") if line.startswith("torch=="))


def _root_of(config) -> Path:
    """The checkout: the folder of the English ``mkdocs.yml``."""
    folder = Path(config.config_file_path).resolve().parent
    return folder.parents[1] if folder.parent.name == "i18n" else folder


def _own_extensions(config) -> list[str]:
    return [name for name in config.markdown_extensions if name.startswith("handbook.")]


def _options_of(extension: str) -> dict:
    return importlib.import_module(extension).makeExtension().config


def _card(page) -> str:
    return f"assets/cards/{page.file.src_uri.removesuffix('.md')}.png"


def _tidy(url: str) -> str:
    tidy = posixpath.normpath(url)
    return f"{tidy}/" if url.endswith("/") and tidy != "/" else tidy


EMBEDDINGS = {"Hello": (0.34, 0.22, 0.54), "shiny": (0.53, 0.34, 0.98), "sun": (0.29, 0.54, 0.93)}


def _attention(embeddings: Sequence[Sequence[float]]) -> list[list[float]]:
    """Softmax over dot products: the chapter "Attention by hand" in three lines."""
    scores = [[sum(a * b for a, b in zip(query, key)) for key in embeddings] for query in embeddings]
    powers = [[math.exp(score) for score in row] for row in scores]
    return [[power / sum(row) for power in row] for row in powers]


_ROOT = re.compile(r'<html lang="[^"]*"')
_EMPTY_HEADER = re.compile(r"<th( [^>]*)?></th>")  # heads nothing, and screen readers stumble over it
_FENCE = re.compile(r'<div((?: id="[^"]*")?) class="(language-[^"]*\bhighlight\b[^"]*)"')


def _label_outputs(html: str, language: str, root: Path) -> str:
    """Says above each output what it is: a class alone is for the eye only, and a style sheet speaks no language."""
    say = project_strings.Strings.of(language, "code", root)
    raises = False

    def label(match: re.Match[str]) -> str:
        nonlocal raises
        classes = match[2].split()
        if stale_notices.QUOTED in classes:  # stands between an error's code and its output, and is neither
            return match[0]
        if "output" not in classes:
            raises = "raises" in classes
            return match[0]
        kind = "error" if raises else "measured" if "measured" in classes else "output"
        more = " error" if raises else ""
        raises = False
        return f'<div{match[1]} data-label="{say(kind)}" class="{match[2]}{more}"'

    return _FENCE.sub(label, html)


# -- what comes from node_modules

SCRIPTS = {
    "handbook": "site",
    "alphabet": "alphabet",
    "widgets": "widgets",
}  # all but the first only where a page needs them


def _scripts(root: Path) -> dict[str, Callable[[], str]]:
    """What makes the scripts of ``frontend/``: classic scripts, which also run from a file."""
    return {
        f"assets/javascripts/{name}.js": partial(_bundle, root / "frontend" / "entries" / f"{entry}.js")
        for name, entry in SCRIPTS.items()
    }


def _prepare_search(config) -> None:
    """Let the search's worker load our plugin, which it takes for a language: see ``frontend/search/plugin.js``.

    Set here, for the search drops languages it doesn't know from its options, and has read them by the next event.
    """
    for name, plugin in config.plugins.items():
        if name.rpartition("/")[2] == "search":
            plugin.config.update({"lang": [SEARCH], "pipeline": [], "separator": SEPARATOR})


SEARCH = "handbook"
# Between words: spaces, signs, html's names of signs; a comma unless it stands in a number, a dot
# unless it stands in a name, as in nn.Linear.
SEPARATOR = r"""&[a-z]+;|[\s\-–—…;:!?=()\[\]{}"„“”«»‘`/\\+*<>·⋅×^~@%&#→]+|,(?!\d)|\.(?!\w)"""


def _search(root: Path, language: str) -> dict[str, Callable[[], str]]:
    """What makes the search's knowledge of the language, with the words that compounds are made of."""
    folder = root / "frontend" / "search"
    own = folder / f"{language}.js"
    forms = [form for term in glossary.load(root, language).terms.values() for form in (term.term, *term.forms)]
    parts = {part.lower() for form in forms for part in re.findall(r"[^\W\d_]{4,}", form)}
    script = partial(
        _bundle,
        folder / "plugin.js",
        f"--alias:language={own if own.is_file() else folder / 'default.js'}",
        f"--define:COMPOUND_PARTS={json.dumps(sorted(parts), ensure_ascii=False)}",
    )
    return {f"assets/javascripts/lunr/min/lunr.{SEARCH}.min.js": script}


def _esbuild() -> Path:
    return [*sorted(npm.package("@esbuild").glob("*/bin/esbuild")), npm.package("esbuild") / "bin" / "esbuild"][0]


def _minified(css: str) -> str:
    options = ["--loader=css", "--minify", "--log-level=warning", "--color=false"]
    done = subprocess.run([_esbuild(), *options], input=css, capture_output=True, text=True, encoding="utf-8")
    if done.returncode or done.stderr:
        raise DiagnosticError([Finding("theme/assets/stylesheets", 1, " ".join(done.stderr.split()))])
    return done.stdout


def _bundle(entry: Path, *more: str) -> str:
    options = [
        "--bundle",
        "--format=iife",
        "--minify",
        "--log-level=warning",
        "--color=false",
        "--target=es2022",
        *more,
    ]
    done = subprocess.run([_esbuild(), entry, *options], capture_output=True, text=True, encoding="utf-8")
    if done.returncode or done.stderr:
        place = re.search(r"(\S+\.js):(\d+):", done.stderr)
        path, line = (place[1], int(place[2])) if place else (f"frontend/{entry.parent.name}/{entry.name}", 1)
        raise DiagnosticError([Finding(path, line, " ".join(done.stderr.split()))])
    return done.stdout


# -- building


def build(
    only: Sequence[str] | None = None,
    site_dir: str | Path = "site",
    strict: bool = True,
    *,
    root: Path = ROOT,
    quiet: bool = False,
    for_publication: bool = True,
) -> list[Finding]:
    """Build the site, or only some languages of it, into ``site_dir``; ``for_publication``: with cards and policy.

    The new site takes the old one's place at the end, and only if there is no error (and, if ``strict``, no warning
    of MkDocs); else the old one stays, and DiagnosticError says why. Returns the notices.
    """
    everything = [language.code for language in languages(root)]
    wanted = _wanted(only, everything, root)
    target = (root / site_dir).resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    stage = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    try:
        parsed = Handbook(root.resolve())
        parsed.pages()  # once for all languages
        each = side_by_side(
            [
                partial(
                    build_language,
                    code,
                    stage / code,
                    root=root,
                    strict=strict,
                    for_publication=for_publication,
                    parsed=parsed,
                )
                for code in wanted
            ]
        )
        with _progress(len(wanted), quiet) as advance:
            findings = list(dict.fromkeys(finding for found in advance(each) for finding in found))
        if errors(findings):
            raise DiagnosticError(findings)
        if SOURCE in wanted:
            _move_up(stage / SOURCE, stage)
        _carry_over(target, stage, [code for code in everything if code not in wanted], everything)
        _swap(stage, target)
        return findings
    finally:
        shutil.rmtree(stage, ignore_errors=True)


def build_language(
    language: str,
    site_dir: Path,
    *,
    root: Path = ROOT,
    strict: bool = True,
    site_url: str | None = None,
    for_publication: bool = False,
    opened: Callable[[HandbookPlugin], None] = lambda plugin: None,
    parsed: Handbook | None = None,
) -> list[Finding]:
    """Build one language into a folder of its own. What goes wrong is a finding, whatever it is.

    ``opened`` is given the plugin, which afterwards knows what was built; ``parsed`` holds the pages as other languages
    of the same build have parsed them.
    """
    findings: list[Finding] = []
    with listening() as records, tempfile.TemporaryDirectory(prefix="handbook-") as empty:
        try:
            config = configured(language, site_dir, Path(empty), root, site_url)
            plugin = config.plugins["handbook"]
            opened(plugin)
            plugin.for_publication = for_publication
            plugin.parsed = parsed
            config.plugins.on_startup(command="build", dirty=False)
            try:
                mkdocs_build.build(config)
            finally:
                config.plugins.on_shutdown()
                findings += [
                    replace(found, hint=found.hint.replace(f"i18n/{language}/", f"i18n/{plugin.language.pages}/"))
                    for found in plugin.findings
                ]
        except DiagnosticError as error:
            findings += error.findings
        except (Exception, SystemExit) as error:  # MkDocs aborts by SystemExit, also where our plugin stops it
            if not errors(findings):
                findings += findings_of(records, language, root, strict=True) or [
                    Finding(shown(config_file(language, root), root), 1, f"{type(error).__name__}: {error}")
                ]
    if not errors(findings):
        findings += findings_of(records, language, root, strict)
    return findings


def configured(
    language: str, site_dir: Path, empty: Path, root: Path = ROOT, site_url: str | None = None
) -> MkDocsConfig:
    """What MkDocs needs to know of one language.

    ``empty``: a folder that stands for the pages of one that has none yet.
    """
    more = {"site_url": site_url} if site_url else {}
    if not (root / "docs" / transliteration.source_of(language, root)).is_dir():  # every page falls back to English
        more["docs_dir"] = str(empty)
    config = load_config(str(config_file(language, root)), site_dir=str(site_dir), **more)
    config.plugins["handbook"].edition = language if transliteration.source_of(language, root) != language else ""
    return config


def words_of_edition(
    edition: transliteration.Edition, root: Path = ROOT
) -> tuple[transliteration.Report, list[Finding]]:
    """Every word of an edition's pages and strings as its transliterator writes it; and what the build complains of."""
    script = transliteration.script(edition.code, root)
    strings = project_strings.tables(edition.language, root)
    project_strings.tables(edition.code, root)  # kept from now on: each string counts once
    with tempfile.TemporaryDirectory(prefix="handbook-") as folder, script.reporting() as report:
        script.at("ui.toml")
        script.strings(strings)
        found = build_language(edition.code, Path(folder) / "site", root=root, strict=False)
    return report, found


def _wanted(only: Sequence[str] | None, everything: list[str], root: Path) -> list[str]:
    unknown = [code for code in only or () if code not in everything]
    if unknown:
        there = ", ".join(everything)
        raise DiagnosticError(
            [Finding(shown(root / "i18n", root), 1, f"no language {code}", f"there are {there}") for code in unknown]
        )
    return [code for code in everything if not only or code in only or transliteration.source_of(code, root) in only]


def place(site: Path, language: str) -> Path:
    return site if language == SOURCE else site / language


def _move_up(folder: Path, target: Path) -> None:
    """English lies at the root, among the folders of the others."""
    for path in folder.iterdir():
        path.rename(target / path.name)
    folder.rmdir()


def _carry_over(old: Path, new: Path, untouched: list[str], everything: list[str]) -> None:
    """Bring the languages that weren't built now from the old site into the new one."""
    for code in untouched:
        if place(old, code).is_dir():
            skip = shutil.ignore_patterns(*everything) if code == SOURCE else None
            shutil.copytree(place(old, code), place(new, code), ignore=skip, dirs_exist_ok=True)


def _swap(new: Path, old: Path) -> None:
    new.chmod(0o755)
    if old.exists():
        away = Path(tempfile.mkdtemp(prefix=f".{old.name}.old.", dir=old.parent))
        old.rename(away / "site")
        new.rename(old)
        shutil.rmtree(away, ignore_errors=True)
    else:
        new.rename(old)


@contextmanager
def _progress(total: int, quiet: bool) -> Iterator[Callable[[Iterable], Iterable]]:
    """A line that fills up language by language, on a terminal; elsewhere silence."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed} of {task.total} languages"),
        TimeElapsedColumn(),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as progress:
        yield partial(progress.track, total=total, description="Building")


class _Listener(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@contextmanager
def listening() -> Iterator[list[logging.LogRecord]]:
    """Collect what MkDocs and its plugins complain of, instead of printing it."""
    logger = logging.getLogger("mkdocs")
    listener = _Listener()
    propagate, logger.propagate = logger.propagate, False
    logger.addHandler(listener)
    try:
        yield listener.records
    finally:
        logger.removeHandler(listener)
        logger.propagate = propagate


def findings_of(records: list[logging.LogRecord], language: str, root: Path, strict: bool) -> list[Finding]:
    """MkDocs' warnings as findings: it names the file and the link, the line is looked up."""
    findings = []
    for record in records:
        message = re.sub(r"\s+", " ", record.getMessage()).strip()
        if message.startswith("Encoding error"):  # MkDocs says it twice, the second time with the place
            continue
        severity = ERROR if strict or record.levelno >= logging.ERROR else NOTICE
        path, line = config_file(language, root), 1
        if named := re.search(r"'([^']+\.md)'", message):
            files = [root / "docs" / code / named[1] for code in (language, SOURCE)]
            path = next((file for file in files if file.is_file()), path)
            link = re.search(r"contains (?:a|an absolute|an unrecognized relative) link '([^']+)'", message)
            if link and path.is_file():
                text = path.read_text(encoding="utf-8", errors="replace")
                line = text.count("\n", 0, max(text.find(f"]({link[1]}"), 0)) + 1
        findings.append(Finding(shown(path, root), line, message, severity=severity))
    return findings
