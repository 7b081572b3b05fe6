"""The Content Security Policy (CSP) of a page.

It forbids everything from other hosts, and inline scripts other than the theme's.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

_INLINE = re.compile(r"<script(?P<attributes>[^>]*)>(?P<code>.*?)</script>", re.S | re.I)
_DATA = re.compile(
    r'type="?(?:application/(?:ld\+)?json|text/plain)', re.I
)  # data, not executed: a policy doesn't apply
_CHARSET = re.compile(r'<meta charset="?utf-8"?>', re.I)
RULES = {
    "default-src": "'self'",
    "script-src": "'self'",  # and the hashes of the theme's
    "style-src": "'self'",
    "style-src-attr": "'unsafe-inline'",  # KaTeX positions its glyphs by them
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "manifest-src": "'self'",
    "object-src": "'none'",
    "form-action": "'none'",
    "base-uri": "'none'",
}


class NoPolicyError(Exception):
    """A page that can't have its policy; says why."""


def inline_scripts(folders: Iterable[str | Path]) -> frozenset[str]:
    """The inline scripts in a theme's templates, without those that aren't the same in every page.

    Args:
        folders: of the theme.
    """
    templates = (path for folder in folders for path in Path(folder).rglob("*.html"))
    scripts = (code for path in templates for code in _inline(path.read_text(encoding="utf-8")))
    return frozenset(code for code in scripts if "{{" not in code and "{%" not in code)


def policy(html: str, known: frozenset[str]) -> str:
    """The policy that allows what the theme puts into a page.

    Args:
        html: of the page.
        known: the theme's inline scripts.

    Raises:
        NoPolicyError: where the page has another one.
    """
    scripts = set(_inline(html))
    if strange := sorted(scripts - known):
        raise NoPolicyError(f"an inline script that isn't the theme's: {' '.join(strange[0].split())[:50]}")
    hashes = sorted(f"'sha256-{_digest(code)}'" for code in scripts)
    rules = {**RULES, "script-src": " ".join([RULES["script-src"], *hashes])}
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def with_policy(html: str, known: frozenset[str]) -> str:
    """The page with its policy, right after the declaration of its encoding.

    A policy in a ``<meta>`` element doesn't apply to what comes before it.

    Args:
        html: of the page.
        known: the theme's inline scripts.

    Raises:
        NoPolicyError: where the page has another one, or no such declaration before its first script.
    """
    place = _CHARSET.search(html)
    if place is None or "<script" in html[: place.start()].lower():
        raise NoPolicyError('no <meta charset="utf-8"> above all scripts, behind which its policy would stand')
    tag = f'<meta http-equiv="Content-Security-Policy" content="{policy(html, known)}">'
    return html[: place.end()] + tag + html[place.end() :]


def _inline(html: str) -> Iterator[str]:
    for script in _INLINE.finditer(html):
        if "src=" not in script["attributes"] and not _DATA.search(script["attributes"]):
            yield script["code"]


def _digest(code: str) -> str:
    return base64.b64encode(hashlib.sha256(code.encode("utf-8")).digest()).decode("ascii")
