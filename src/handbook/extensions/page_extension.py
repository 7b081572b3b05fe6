"""What our Markdown extensions share: their options, and how they put html in the place of a block."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from markdown import Markdown
from markdown.extensions import Extension
from markdown.util import Processor

from handbook.core.diagnostics import ERROR, NOTICE, Finding
from handbook.markdown import extension_base
from handbook.markdown.model import Block
from handbook.project.strings import Strings

BEFORE_FENCES = 27  # priority: before superfences (25) and raw html (20), after whitespace is normalized (30)


class PageExtension(Extension):
    """A Markdown extension with the options of ``extension_base``, and those in ``extra_options``."""

    extra_options: ClassVar[dict[str, list]] = {}  # name: [default, description], as Python-Markdown wants them

    def __init__(self, **options: object) -> None:
        self.config = {**extension_base.options(), **{name: [*pair] for name, pair in self.extra_options.items()}}
        super().__init__(**options)


class PageProcessor(Processor):
    """Mixin for a preprocessor, tree processor or postprocessor of a ``PageExtension``."""

    def __init__(self, md: Markdown, config: dict[str, Any]) -> None:
        super().__init__(md)
        self.config = config

    @property
    def options(self) -> dict[str, Any]:
        """The extension's options, overridden by what the current page says of itself (``extensions.source``)."""
        return extension_base.page_options(self.md, self.config)


def replace_block(lines: list[str], block: Block, placeholder: str) -> None:
    """Replace the lines of a block by one with its indentation. The number of lines stays, and so does their count."""
    first, last = block.line - 1, block.last_line - 1
    indent = lines[first][: len(lines[first]) - len(lines[first].lstrip())]
    lines[first : last + 1] = [indent + placeholder] + [""] * (last - first)


def missing_strings(block: Block, strings: Strings, headings: str) -> Iterator[Finding]:
    """A finding for each string that was asked for and isn't there.

    Args:
        block: where the page asks for it.
        strings: a section, after it was asked.
        headings: under which tables of ``ui.toml`` the string may be written.
    """
    for key, in_english in strings.missing.items():
        fallback = f" in {strings.file}: the English one is shown" if in_english else ""
        yield Finding(
            block.path,
            block.line,
            f"[{strings.section}] has no `{key}`{fallback}",
            f'write {key} = "…" under {headings} in {strings.file if in_english else "i18n/en/ui.toml"}',
            NOTICE if in_english else ERROR,
        )
