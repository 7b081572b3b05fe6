"""The Content Security Policy (CSP) of a page.

It forbids everything from other hosts, and inline scripts other than the page's own.
"""

from __future__ import annotations

import base64
import hashlib
import re

_INLINE = re.compile(r"<script(?P<attributes>[^>]*)>(?P<code>.*?)</script>", re.S | re.I)
_DATA = re.compile(
    r'type="?(?:application/(?:ld\+)?json|text/plain)', re.I
)  # data, not executed: a policy doesn't apply
_CHARSET = re.compile(r'<meta charset="?utf-8"?>', re.I)


def policy(html: str) -> str:
    """The policy that allows what ``html`` holds.

    Styles in attributes are allowed: KaTeX positions its glyphs by them.
    """
    hashes = sorted(
        {f"'sha256-{_digest(match['code'])}'" for match in _INLINE.finditer(html) if _is_inline_code(match)}
    )
    rules = {
        "default-src": "'self'",
        "script-src": " ".join(["'self'", *hashes]),
        "style-src": "'self'",
        "style-src-attr": "'unsafe-inline'",
        "img-src": "'self' data: blob:",
        "font-src": "'self'",
        "connect-src": "'self'",
        "worker-src": "'self'",
        "manifest-src": "'self'",
        "object-src": "'none'",
        "form-action": "'none'",
        "base-uri": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def with_policy(html: str) -> str:
    """The page with its policy, right after the declaration of its encoding.

    A policy in a ``<meta>`` element doesn't apply to what comes before it.
    """
    tag = f'<meta http-equiv="Content-Security-Policy" content="{policy(html)}">'
    return _CHARSET.sub(lambda match: match[0] + tag, html, count=1)


def _is_inline_code(script: re.Match[str]) -> bool:
    return "src=" not in script["attributes"] and not _DATA.search(script["attributes"])


def _digest(code: str) -> str:
    return base64.b64encode(hashlib.sha256(code.encode("utf-8")).digest()).decode("ascii")
