"""The MkDocs plugin: what a staged language needs beyond configuration, Markdown and templates."""

from __future__ import annotations

import json

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from handbook.export import notebooks
from handbook.export.chapters import Chapter
from handbook.site import labs, search


class HandbookPlugin(BasePlugin):
    """Renders labs from their notebooks, configures the search, and collects the chapters of books."""

    def __init__(self) -> None:
        super().__init__()
        self.chapters: dict[str, Chapter] = {}  # by address, as they were built

    @event_priority(100)  # priority: before the search plugin reads its options
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Configure the search."""
        search.configure(config)
        return config

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
