"""What templates ask of the site beside what MkDocs gives them: strings, addresses, and what a page holds."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Callable, Sequence
from urllib.parse import quote, urljoin

from mkdocs.structure.files import File

from handbook import SOURCE_LANGUAGE
from handbook.core import html_tokens
from handbook.export import pdf
from handbook.extensions import widgets
from handbook.figures import example
from handbook.markdown.model import Page
from handbook.project import transliteration
from handbook.project.checkout import Project
from handbook.project.languages import Language
from handbook.project.strings import Strings
from handbook.site import downloads, structured_data, style_sheet
from handbook.translation import source_history

BRANCH = "main"
LICENCES = {"text": ("CC BY 4.0", structured_data.LICENCE), "code": ("MIT", "blob/main/LICENSE")}


class TemplateApi:
    """One language of the site for the theme's templates, which see it as ``handbook``."""

    def __init__(
        self,
        project: Project,
        languages: Sequence[Language],
        language: Language,
        address: str,
        repository: str,
        site_name: str,
        decimal_comma: bool = False,
    ) -> None:
        """``project``: pages as they are parsed for this build. ``languages``: all of the site; ``language``: that of
        the templates. ``address``: of the English site. ``repository``: with a slash at its end."""
        self.project, self.root = project, project.root
        self.docs = self.root / "docs"
        self.languages, self.language = languages, language
        self.script = transliteration.script(language.code, self.root) if language.folder else None
        self.address, self.repository, self.site_name = address, repository, site_name
        self.decimal_comma = decimal_comma
        self.style_sheet = ""  # its path, once it is made
        self._strings: dict[str, Strings] = {}
        self._files: dict[str, set[str]] = {}  # of each language's folder
        self.forget_pages()

    def source_of(self, name: str) -> Page:
        """The page that is shown under a name: this language's, or the English one."""
        return self.project.page(self.language.pages, name) or self.project.page(SOURCE_LANGUAGE, name)

    def say(self, key: str, language: str = "") -> str:
        """A string of ui.toml: ``say("notice.translate")``."""
        section, _, name = key.rpartition(".")
        code = language or self.language.code
        if (strings := self._strings.get(f"{code}:{section}")) is None:
            strings = self._strings[f"{code}:{section}"] = Strings.of(code, section, self.root)
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
        up = posixpath.join(base_url, "" if self.language.code == SOURCE_LANGUAGE else "..")
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
        return urljoin(self.address, f"{prefix}{card_path(page)}")

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
        if self.language.code != SOURCE_LANGUAGE:
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
        source = self.project.page(SOURCE_LANGUAGE, page.file.src_uri.removesuffix(".md"))
        return bool(source and source.python())

    def take(self, page) -> downloads.Code | None:
        """Where the page's code is to be had."""
        return downloads.code_of(self.source_of(page.file.src_uri.removesuffix(".md")), self.repository)

    def has_widget(self, page) -> bool:
        """Whether the page holds a part that calculates, and so needs its script and styles."""
        return bool(page and page.content and f"{widgets.ATTRIBUTE}=" in page.content)

    def has_explorer(self, page) -> bool:
        """Whether the page holds the explorer, which brings a model along."""
        return bool(page and page.content and f'{widgets.ATTRIBUTE}="{widgets.EXPLORER}"' in page.content)

    def torch_version(self) -> str:
        """The torch that the tests insist on: no page is published that they didn't pass with."""
        pins = (self.root / "constraints.txt").read_text(encoding="utf-8")
        return next(line.removeprefix("torch==") for line in pins.split("\n") if line.startswith("torch=="))

    def page_at(self, name: str, pages: Sequence[File]):
        """A page by its file's name, if it is there yet."""
        return next((file.page for file in pages if file.src_uri == name), None)

    @property
    def motif(self) -> tuple[list[str], list[list[float]]]:
        """The words of the home page's picture, and how much each looks at each."""
        return list(example.TOKENS), [example.softmax(row) for row in example.scores()]

    def number(self, value: float) -> str:
        """Two digits behind the decimal sign of this language."""
        return f"{value:.2f}".replace(".", "," if self.decimal_comma else ".")

    def _dates(self) -> dict[str, str]:
        if self._changes is None:
            self._changes = source_history.last_changes(self.root, f"docs/{self.language.pages}")
        return self._changes


def card_path(page) -> str:
    """Where the site has a page's card."""
    return f"assets/cards/{page.file.src_uri.removesuffix('.md')}.png"


def _tidy(url: str) -> str:
    tidy = posixpath.normpath(url)
    return f"{tidy}/" if url.endswith("/") and tidy != "/" else tidy
