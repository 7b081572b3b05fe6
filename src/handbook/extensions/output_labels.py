"""What stands above each output in a page: that it is one, an error, or a measurement."""

from __future__ import annotations

import re
from pathlib import Path

from handbook.project.strings import Strings
from handbook.translation import stale_notices

_FENCE = re.compile(r'<div((?: id="[^"]*")?) class="(language-[^"]*\bhighlight\b[^"]*)"')


def label_outputs(html: str, language: str, root: Path) -> str:
    """Says above each output what it is: a class alone is for the eye only, and a style sheet speaks no language."""
    say = Strings.of(language, "code", root)
    raises = False

    def label(match: re.Match[str]) -> str:
        nonlocal raises
        classes = match[2].split()
        if stale_notices.QUOTED_CLASS in classes:  # stands between an error's code and its output, and is neither
            return match[0]
        if "output" not in classes:
            raises = "raises" in classes
            return match[0]
        kind = "error" if raises else "measured" if "measured" in classes else "output"
        more = " error" if raises else ""
        raises = False
        return f'<div{match[1]} data-label="{say(kind)}" class="{match[2]}{more}"'

    return _FENCE.sub(label, html)
