"""Code blocks that a reader can run and edit in the page: marked for the script that makes their buttons."""

from __future__ import annotations

import re
from html import escape, unescape
from pathlib import Path

from handbook.markdown import fences
from handbook.markdown.model import CHECK
from handbook.project.strings import Strings
from handbook.translation import stale_notices

ATTRIBUTE = "data-live"
ABOVE = "data-above"  # of a block that runs silently before those below it, as far as it can
ASSERTIONS = "data-check"  # of an exercise: what checks its answer
REASON = "data-reason"  # of a block that lacks a package: which one
SECONDS = "data-seconds"  # of a block that takes long: how many it takes in the page, roughly
MINUTES_FROM = 100  # seconds: what takes longer is said in minutes
EXCUSED = {fences.NO_LIVE, fences.NO_RUN}
_REASON = re.compile(rf"^( *```+ *\{{[^}}]*\.{fences.NO_LIVE}\b[^}}]* )reason=")
_SECONDS = re.compile(rf"^( *```+ *\{{[^}}]*\.python\b[^}}]* ){fences.SECONDS}=")
_PYTHON = re.compile(
    r'<div(?: id="[^"]*")? class="(language-(?:python3?|py)\b[^"]*\bhighlight\b[^"]*)"'
    rf'(?: {REASON}="([^"]*)")?(?: {SECONDS}="(\d+)")?'
)
_DIV = r'<div(?: id="[^"]*")? class="language-python {name} highlight"'
_EXERCISE = re.compile(_DIV.format(name=rf"(?:[\w-]+ )*{fences.EXERCISE}(?: [\w-]+)*"))
_CHECK = re.compile(_DIV.format(name=CHECK) + r".*?<code>(.*?)</code></pre></div>\n?", re.S)


def keep_attributes(lines: list[str]) -> list[str]:
    """The lines of a page, with names of attributes that ``pymdownx.superfences`` hands on: it drops all others."""
    return [_SECONDS.sub(rf"\1{SECONDS}=", _REASON.sub(rf"\1{REASON}=", line)) for line in lines]


def mark_live(html: str, language: str, root: Path) -> str:
    """Give each Python block ``data-live``, a label to those that can't run in the page, and exercises their checks.

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
            t = Strings.of(language, "code", root)
            if fences.NO_RUN in classes:
                return f'{match[0]} data-label="{t("not_live")}"'
            return f'{match[0]} data-label="{t("not_live_without").format(package=match[2])}" {ABOVE}'
        label = f' data-label="{_duration(int(match[3]), language, root)}"' if match[3] else ""
        return f"{match[0]} {ATTRIBUTE}{label}"

    return _PYTHON.sub(mark, _hand_over_checks(html))


def _duration(seconds: int, language: str, root: Path) -> str:
    """How long a block takes, in words. What the pages say is rounded so that each number is more than one."""
    t = Strings.of(language, "code", root)
    name, number = ("takes_seconds", seconds) if seconds < MINUTES_FROM else ("takes_minutes", round(seconds / 60))
    return t(name).format(number=number)


def _hand_over_checks(html: str) -> str:
    """Take the checks out of the page; each goes into an attribute of the exercise above it, unseen."""
    parts = _CHECK.split(html)  # text, check, text, check, …, text
    for index in range(1, len(parts), 2):
        above, source = parts[index - 1], unescape(re.sub(r"<[^>]*>", "", parts[index]))
        exercise = next(reversed(list(_EXERCISE.finditer(above))), None)
        if exercise:  # else handbook.markdown.fences reports it
            attribute = f' {ASSERTIONS}="{escape(source.rstrip())}"'
            parts[index - 1] = above[: exercise.end()] + attribute + above[exercise.end() :]
    return "".join(parts[::2])
