"""A language as a plain MkDocs project, ``mkdocs.yml``, ``docs`` and ``theme``, for any builder of such projects.

The project is complete: English pages where translations are missing, notices above stale blocks, the glossary, the
table of translations, navigation, links between languages, scripts, the one style sheet, social cards, the files
beside pages, and the old addresses of pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

from handbook import SOURCE_LANGUAGE
from handbook.core import npm
from handbook.core.config_files import to_yaml
from handbook.core.diagnostics import DiagnosticError, Finding, display_path
from handbook.core.files import lies_in
from handbook.export import explorer_page
from handbook.project import guards
from handbook.project.book import HOME
from handbook.project.checkout import BESIDE_PAGES, FILE_NAME
from handbook.site import (
    books,
    bundler,
    code_script,
    downloads,
    licenses,
    live_model,
    moved,
    search,
    social_cards,
    stage_config,
    stage_page,
    style_sheet,
)
from handbook.site.language_site import MEMORY, LanguageSite
from handbook.site.motif import motif
from handbook.translation import translation_memory

CONFIGURATION, DOCS, THEME = "mkdocs.yml", "docs", "theme"
Maker = Callable[[], str | bytes]


class Stage:
    """The files of one staged language: ``files`` holds, by its path, each file to copy or the function that makes it.

    Args:
        site: the language.
        folder: where the files are written.
        for_publication: with an EPUB, and a social card for each page.

    Raises:
        DiagnosticError: where the language can't be staged at all, such as where a link may lead out of the checkout.
    """

    def __init__(self, site: LanguageSite, folder: Path, for_publication: bool = False) -> None:
        guards.refuse_misplaced(site.project)
        self.site, self.folder = site, folder
        sources = [site.root / THEME / path for path in site.base.get("extra_css") or ()]
        for source in sources:
            self._refuse_foreign(source)
        sheet, sheets = style_sheet.build(
            stage_config.theme_folders(site), sources, bundler.minify, stage_config.palette_colors(site)
        )
        self.files: dict[str, Path | Maker] = {
            CONFIGURATION: lambda: to_yaml(stage_config.configuration(site, sheet, for_publication))
        }
        self.files |= {f"{THEME}/{name}": path for name, path in self._theme(sources)}
        self.files |= {f"{THEME}/{self._theme_strings}": lambda: stage_config.theme_strings(site)}
        live = partial(live_model.partial, site.root, site.language.code)
        self.files |= {f"{THEME}/{live_model.PARTIAL}": live}
        self.files |= {f"{DOCS}/{name}": content for name, content in self._assets(sheets).items()}
        for name in site.project.names():
            self.files |= {f"{DOCS}/{path}": content for path, content in self._page(name, for_publication).items()}
        if for_publication and site.language.code in site.project.languages[1:]:
            name = MEMORY.format(language=site.language.code)
            self.files[f"{DOCS}/{name}"] = lambda: translation_memory.memory(site.project, site.language.code)
        if for_publication:
            self.files[f"{DOCS}/{books.COVER_IMAGE}"] = lambda: self._card(HOME, social_cards.book_cover)

    def write_all(self) -> None:
        """Write every file. Raises DiagnosticError with the findings of all files that can't be made."""
        findings: list[Finding] = []
        for name in self.files:
            try:
                self.write(name)
            except DiagnosticError as error:
                findings += error.findings
        if findings:
            raise DiagnosticError(findings)

    def write(self, name: str) -> None:
        """Write one file.

        Args:
            name: a key of ``files``.

        Raises:
            DiagnosticError: where it can't be made.
            KeyError: where there is no such file.
        """
        content = self.files[name]
        if isinstance(content, Path):
            self._refuse_foreign(content)
        data = content.read_bytes() if isinstance(content, Path) else content()
        target = self.folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data.encode("utf-8") if isinstance(data, str) else data)

    def _refuse_foreign(self, path: Path) -> None:
        """Raises DiagnosticError where a file would be published that is no part of the checkout."""
        if not any(lies_in(path, folder) for folder in (self.site.root, npm.package("katex").parent)):
            hint = "name a file of the handbook, or put it there"
            name = display_path(path, self.site.root)
            raise DiagnosticError([Finding(name, 1, "this would publish a file from outside of the handbook", hint)])

    @property
    def _theme_strings(self) -> str:
        return stage_config.THEME_STRINGS.format(self.site.language.lang)

    def _theme(self, sheets: list[Path]) -> Iterator[tuple[str, Path]]:
        """The files of our theme, without other languages' strings and the parts of the one style sheet."""
        folder, strings_prefix = self.site.root / THEME, stage_config.THEME_STRINGS.partition("{")[0]
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder).as_posix()
            if path.is_file() and path not in sheets and not name.startswith(strings_prefix):
                yield name, path

    def _assets(self, sheets: Mapping[str, str | Path | Callable[[], bytes]]) -> dict[str, Path | Maker]:
        """Scripts, styles, and what lies beside pages: the language's own, or else the English files."""
        site = self.site
        copied: dict[str, Path | Maker] = {}
        for language in dict.fromkeys((SOURCE_LANGUAGE, site.language.pages)):
            folder = site.root / DOCS / language
            for path in sorted(folder.rglob("*")):
                name = path.relative_to(folder)
                hidden = any(part.startswith(".") for part in name.parts)
                is_published = path.suffix.lower() in BESIDE_PAGES and FILE_NAME.fullmatch(path.name)
                if path.is_file() and is_published and not hidden:
                    copied[name.as_posix()] = path
        made = {
            **sheets,
            licenses.FILE: lambda: licenses.text(site.root),
            **moved.files(site),
            **bundler.scripts(site.root),
            **search.files(site),
            **code_script.files(site.root, site.language.code),
            **explorer_page.files(site.root, site.language.code, bundler.bundle),
        }
        return copied | {name: _maker(content) for name, content in made.items()}

    def _page(self, name: str, with_card: bool) -> dict[str, Path | Maker]:
        """A page, the files beside it, and its social card."""
        site = self.site
        files: dict[str, Path | Maker] = {stage_page.file_name(site, name): lambda: stage_page.text(site, name)}
        attachments = downloads.files(site.source_of(name), site.project, site.edition_of(name))
        files |= {path: _maker(content) for path, content in attachments.items()}
        if site.is_fallback(name):
            files[f"{site.url(name)}{downloads.english_file(name)}"] = site.project.path(SOURCE_LANGUAGE, name)
        if with_card and not site.is_fallback(name):
            files[stage_page.card_path(name)] = lambda: self._card(name)
        return files

    def _card(self, name: str, draw: Callable[..., bytes] = social_cards.card) -> bytes:
        site = self.site
        title = site.name if name == HOME else site.title_of(name)
        description = site.description_of(name) or site.t("site.description")
        lang = site.language.lang.split("-")[0]
        if not social_cards.has_letters(site.language.name):  # of an alphabet that the cards' typefaces lack
            english = site.project.page(SOURCE_LANGUAGE, name)
            title = site.name if name == HOME else str(english.meta.get("title") or english.title.replace("`", ""))
            description, lang = str(english.meta.get("description") or ""), SOURCE_LANGUAGE
        try:
            return draw(title, description, site.name, motif(site.root)[1], lang)
        except ValueError as error:
            hint = "write the title and the description in letters of the site's languages"
            raise DiagnosticError([Finding(site.source_of(name).path, 1, str(error), hint)]) from None


def _maker(content: str | Path | Maker) -> Path | Maker:
    return (lambda: content) if isinstance(content, str) else content
