"""Code blocks that a reader can run and edit in the page: marked for the script that makes their buttons."""

from __future__ import annotations

import re
from pathlib import Path

from handbook.markdown import fences
from handbook.project.strings import Strings
from handbook.translation import stale_notices

ATTRIBUTE = "data-live"
ABOVE = "data-above"  # of a block that runs silently before those below it, as far as it can
EXCUSED = {fences.NO_LIVE, fences.NO_RUN}
_PYTHON = re.compile(r'<div(?: id="[^"]*")? class="(language-(?:python3?|py)\b[^"]*\bhighlight\b[^"]*)"')


def mark_live(html: str, language: str, root: Path) -> str:
    """Give each Python block ``data-live``, and a label to those that can't run in the page.

    Args:
        html: of a page.
        language: whose strings, a folder of ``i18n`` or an edition.
        root: the checkout.

    Raises:
        DiagnosticError: where the strings can't be read.
    """

    def mark(match: re.Match[str]) -> str:
        classes = set(match[1].split())
        if stale_notices.QUOTED_CLASS in classes:  # English in a notice, no part of the page's program
            return match[0]
        if EXCUSED & classes:
            above = "" if fences.NO_RUN in classes else f" {ABOVE}"
            return f'{match[0]} data-label="{Strings.of(language, "code", root)("not_live")}"{above}'
        return f"{match[0]} {ATTRIBUTE}"

    return _PYTHON.sub(mark, html)
