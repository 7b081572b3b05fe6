"""The MkDocs plugin: what a staged language needs beyond configuration, Markdown and templates."""

from __future__ import annotations

import json
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from handbook.export import epub, notebooks
from handbook.export.chapters import Chapter, Cover
from handbook.site import books, labs, search


class HandbookPlugin(BasePlugin):
    """Renders labs from their notebooks, collects the chapters of books, writes the EPUB and what the search finds."""

    def __init__(self) -> None:
        super().__init__()
        self.chapters: dict[str, Chapter] = {}  # by address, as they were built
        self.order: dict[str, int] = {}  # of addresses in the navigation

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Learn the order of the chapters."""
        self.order = {page.url: index for index, page in enumerate(nav.pages)}
        return nav

    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Take the front matter of a lab from its notebook."""
        if not page.file.src_uri.endswith(notebooks.SUFFIX):
            return markdown
        page.meta.update(json.loads(markdown)["metadata"]["page"])
        return ""

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Render a lab."""
        return labs.render(html, page, config) if page.file.src_uri.endswith(notebooks.SUFFIX) else html

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Keep the page as a chapter of the books."""
        language = "en" if page.meta.get("untranslated") else config.extra["language"]["lang"]
        section = page.parent.title if page.parent else ""
        # Not page.title: the home page has another one in the navigation.
        title = next((item.title for item in page.toc), page.title or "")
        self.chapters[page.url] = Chapter(page.url, title, section, page.content or "", language)
        return output

    def ordered_chapters(self) -> list[Chapter]:
        """The chapters in their order, those that the navigation doesn't name last."""
        return sorted(self.chapters.values(), key=lambda chapter: self.order.get(chapter.url, len(self.order)))

    @event_priority(-100)  # after Material's search plugin, which collects the sections
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write what the search finds, and the EPUB that the footer offers.

        Raises:
            DiagnosticError: where a chapter can't be XHTML.
        """
        search.write_sections(config)
        if settings := config.extra.get("book"):
            site = Path(config.site_dir)
            epub.write(
                self.ordered_chapters(),
                Cover(**settings["cover"]),
                settings["solutions"],
                (site / books.COVER_IMAGE).read_bytes(),
                settings["modified"],
                site,
                site / settings["file"],
            )
