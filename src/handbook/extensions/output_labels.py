"""Labels above outputs: that it is one, an error, or a measurement."""

from __future__ import annotations

import re
from pathlib import Path

from handbook.project.strings import Strings
from handbook.translation import stale_notices

_FENCE = re.compile(r'<div((?: id="[^"]*")?) class="(language-[^"]*\bhighlight\b[^"]*)"')


def label_outputs(html: str, language: str, root: Path) -> str:
    """Give each output a ``data-label``, which the style sheet shows: it can't translate one itself.

    Args:
        html: of a page.
        language: whose strings, a folder of ``i18n`` or an edition.
        root: the checkout.

    Raises:
        DiagnosticError: where the strings can't be read.
    """
    t = Strings.of(language, "code", root)
    raises = False

    def label(match: re.Match[str]) -> str:
        nonlocal raises
        classes = match[2].split()
        if stale_notices.QUOTED_CLASS in classes:  # English in a notice, which may stand between code and output
            return match[0]
        if "output" not in classes:
            raises = "raises" in classes
            return match[0]
        kind = "error" if raises else "measured" if "measured" in classes else "output"
        error_class = " error" if raises else ""
        raises = False
        return f'<div{match[1]} data-label="{t(kind)}" class="{match[2]}{error_class}"'

    return _FENCE.sub(label, html)
