"""The content security policy of a page.

It allows nothing from another host, and no inline script but those that the page came with.
"""

from __future__ import annotations

import base64
import hashlib
import re

_INLINE = re.compile(r"<script(?P<attributes>[^>]*)>(?P<code>.*?)</script>", re.S | re.I)
_DATA = re.compile(r'type="?(?:application/(?:ld\+)?json|text/plain)', re.I)  # not executed, so no policy touches it
_CHARSET = re.compile(r'<meta charset="?utf-8"?>', re.I)


def policy(html: str) -> str:
    """The policy under which ``html`` works as it stands.

    Styles in attributes are allowed: KaTeX places its signs by them.
    """
    hashes = sorted({f"'sha256-{_digest(match['code'])}'" for match in _INLINE.finditer(html) if _runs(match)})
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
    """The page with its policy, behind the declaration of its encoding.

    What stands before a policy isn't bound by it.
    """
    tag = f'<meta http-equiv="Content-Security-Policy" content="{policy(html)}">'
    return _CHARSET.sub(lambda match: match[0] + tag, html, count=1)


def _runs(script: re.Match[str]) -> bool:
    return "src=" not in script["attributes"] and not _DATA.search(script["attributes"])


def _digest(code: str) -> str:
    return base64.b64encode(hashlib.sha256(code.encode("utf-8")).digest()).decode("ascii")
