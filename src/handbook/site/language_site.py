"""One language of the site: its strings, its addresses, and which of its pages are translated."""

from __future__ import annotations

from functools import cached_property
from urllib.parse import quote, urlencode, urljoin

from handbook import SOURCE_LANGUAGE
from handbook.markdown.model import Page
from handbook.project import book, configuration, transliteration
from handbook.project.book import HOME
from handbook.project.checkout import Project
from handbook.project.languages import Language, languages
from handbook.project.strings import Strings
from handbook.translation import source_history

BRANCH = "main"
MEMORY = "{language}.tmx"  # at the home of a language
REPORT_FORM = "mistake.yml"  # in .github/ISSUE_TEMPLATE, with fields `page` and `sentence`
Alternate = tuple[str, str]  # a value of hreflang, and the address


class LanguageSite:
    """What the pages, the configuration and the social cards of one language are made from.

    Args:
        project: the checkout's pages, as parsed for this build.
        code: a folder of ``i18n``, or an edition in a second alphabet.
        site_url: the address of the English site, in place of that in ``mkdocs.yml``.

    Raises:
        StopIteration: where there is no such language.
        DiagnosticError: where settings of the site, of the book or of a language can't be read.
    """

    def __init__(self, project: Project, code: str, site_url: str | None = None) -> None:
        self.project, self.root = project, project.root
        self.base, self.book = configuration.load(self.root), book.load(self.root)
        self.languages = languages(self.root)
        self.language: Language = next(language for language in self.languages if language.code == code)
        self.script = transliteration.transliterator(code, self.root) if self.language.folder else None
        self.name: str = self.base["site_name"]
        self.address: str = (site_url or self.base["site_url"]).rstrip("/") + "/"
        self.repository: str = (self.base.get("repo_url") or "").rstrip("/") + "/"
        self.home = urljoin(self.address, self.language.prefix)
        self._strings: dict[str, Strings] = {}

    def t(self, key: str) -> str:
        """A string of ui.toml in this language: ``t("notice.translate")``."""
        section, _, name = key.rpartition(".")
        return self.section(section)(name)

    def section(self, name: str) -> Strings:
        """A section of ui.toml, which falls back to English."""
        if name not in self._strings:
            self._strings[name] = Strings.of(self.language.code, name, self.root)
        return self._strings[name]

    # pages

    def source_of(self, name: str) -> Page:
        """The page of this name in this language, or else the English one."""
        return self.project.find(self.language.pages, name) or self.project.page(SOURCE_LANGUAGE, name)

    def is_fallback(self, name: str) -> bool:
        """Whether the page isn't translated, and the English one is shown."""
        return not self._has_page(self.language, name)

    def title_of(self, name: str) -> str:
        """The page's title or first heading as text, transliterated for editions."""
        page = self.source_of(name)
        title = str(page.meta.get("title") or page.title.replace("`", ""))
        return self.script.text(title) if self.script and not self.is_fallback(name) else title

    def title_at(self, place: str) -> str:
        """The title of a page or, at ``page#section``, of both: "By hand: Temperature"."""
        page, _, section = place.partition("#")
        heading = self.source_of(page).ids.get(section)
        if heading is None:
            return self.title_of(page)
        title = heading.text.replace("`", "")
        own = self.script.text(title) if self.script and not self.is_fallback(page) else title
        return f"{self.title_of(page)}: {own}"

    def description_of(self, name: str) -> str:
        """The description in the page's front matter, transliterated for editions; empty where there is none."""
        text = str(self.source_of(name).meta.get("description") or "")
        return self.script.text(text) if self.script and not self.is_fallback(name) else text

    def _has_page(self, language: Language, name: str) -> bool:
        return self.project.find(language.pages, name) is not None

    def edition_of(self, name: str) -> str:
        """The code of this edition where the page is shown in its second alphabet; empty anywhere else."""
        return self.language.code if self.script and not self.is_fallback(name) else ""

    # addresses

    @staticmethod
    def url(name: str) -> str:
        """The page's address relative to the language's home."""
        return "" if name == HOME else f"{name}/"

    def url_at(self, place: str) -> str:
        """The address of a page or, at ``page#section``, of its section, relative to the language's home."""
        page, mark, section = place.partition("#")
        return self.url(page) + mark + section

    def canonical(self, name: str) -> str:
        """The page's canonical address: that of the English page where it isn't translated."""
        return urljoin(self.address if self.is_fallback(name) else self.home, self.url(name))

    def alternates(self, name: str) -> list[Alternate]:
        """The page in the languages that have it, for the sitemap; none where this language hasn't."""
        if self.is_fallback(name):
            return []
        translations = [
            (language.lang, urljoin(self.address, language.prefix + self.url(name)))
            for language in self.languages
            if self._has_page(language, name)
        ]
        return [*translations, ("x-default", urljoin(self.address, self.url(name)))]

    def edit_url(self, language: str, name: str, exists: bool = True) -> str:
        """The address at which a page's file is edited on the web, or created where it doesn't exist."""
        path = (
            f"edit/{BRANCH}/docs/{language}/{quote(name)}.md"
            if exists
            else f"new/{BRANCH}/docs/{language}?filename={quote(name)}.md"
        )
        return urljoin(self.repository, path)

    def report_url(self, name: str) -> str:
        """The address of the form for mistakes, with the page's address in it."""
        query = urlencode({"template": REPORT_FORM, "page": self.canonical(name)})
        return urljoin(self.repository, f"issues/new?{query}")

    def memory_url(self, language: str) -> str:
        """The address of a language's translation memory."""
        return urljoin(self.address, f"{language}/{MEMORY.format(language=language)}")

    @property
    def licence(self) -> str:
        """The sentence on the licenses of text and code, as html; empty where the book names none."""
        links = {
            part: f'<a href="{urljoin(self.repository, license.address)}" rel="license">{license.name}</a>'
            for part, license in self.book.licenses.items()
            if license.name
        }
        return self.t("footer.licence").format(**links) if len(links) == len(self.book.licenses) else ""

    # what git knows

    @cached_property
    def changes(self) -> list[tuple[str, str]]:
        """(date, name) of the pages in this language, the last changed first; empty where git knows no dates."""
        dates = source_history.last_changes(self.root, f"docs/{self.language.pages}")
        changes = [
            (dates.get(f"docs/{self.language.pages}/{name}.md", ""), name)
            for name in self.project.names()
            if not self.is_fallback(name)
        ]
        return sorted((change for change in changes if change[0]), reverse=True)
