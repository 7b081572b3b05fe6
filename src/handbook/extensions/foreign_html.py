"""What may stand in no finished page: elements, attributes and addresses that run, send or fetch something.

``checks.page_html`` tells most of it at its line. This looks at what the renderer made of a page, however it read it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from handbook.core import html_tokens

ELEMENTS = frozenset(
    (
        "script style meta base link iframe frame frameset object embed applet portal template noscript "
        "audio video source track image feimage foreignobject animate animatemotion animatetransform set"
    ).split()
)
ATTRIBUTES = frozenset("action formaction srcdoc ping srcset background poster data http-equiv".split())
ADDRESSES = {"href": ("http", "https", "mailto"), "xlink:href": (), "src": ()}  # each with the schemes it may have
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):|[/\\]{2}", re.I)


def told(pieces: Iterable[html_tokens.Piece]) -> Iterator[str]:
    """What of it a page's html holds, in words for a message."""
    for piece in pieces:
        if piece.kind != html_tokens.START:
            continue
        if piece.tag in ELEMENTS:
            yield f"<{piece.tag}>"
        for name, value in piece.attributes.items():
            if name.startswith("on") or name in ATTRIBUTES or (name in ADDRESSES and _is_foreign(name, value)):
                yield f"{name}=“{value}”"


def _is_foreign(name: str, value: str) -> bool:
    """Whether an address has a scheme that it may not have: browsers pass over spaces and control characters in it."""
    scheme = _SCHEME.match(re.sub(r"[\x00-\x20]", "", value))
    return scheme is not None and (scheme[1] or "").lower() not in ADDRESSES[name]
