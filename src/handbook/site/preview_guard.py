"""What the preview answers to whom: only to addresses of this machine, only to reading, and pages with their policy.

A page on the web can have a browser ask for any host of its own name, which then leads to this machine (DNS rebinding):
the name in ``Host`` tells it.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit
from wsgiref.types import StartResponse, WSGIEnvironment

from handbook.site import content_security_policy

METHODS = ("GET", "HEAD")
HTML = "text/html"
_RELOAD = re.compile(r"<script>(\s*var livereload = .*?)</script>", re.S)  # which MkDocs puts last into each page
_OWN_POLICY = '<meta http-equiv="Content-Security-Policy"'  # of pages that bring a stricter one

Answer = tuple[str, list[tuple[str, str]], bytes]  # status, headers, body


def refusal(environ: WSGIEnvironment, host: str) -> Answer | None:
    """The answer to a request that isn't served; None for any other.

    Args:
        environ: of the request.
        host: on which the preview listens.
    """
    plain = ("Content-Type", "text/plain; charset=utf-8")
    if environ["REQUEST_METHOD"] not in METHODS:
        return "405 Method Not Allowed", [plain, ("Allow", ", ".join(METHODS))], b"Pages can only be read.\n"
    if not _is_known(environ.get("HTTP_HOST", ""), host):
        text = "This preview is for this machine. For another name: handbook serve --host NAME\n"
        return "403 Forbidden", [plain], text.encode()
    return None


def _is_known(named: str, host: str) -> bool:
    """Whether a request's ``Host`` is the preview's: a number can't be made to lead here by a stranger, a name can."""
    try:
        name = urlsplit(f"//{named}").hostname
    except ValueError:
        return False
    if name in (None, "localhost", host):
        return True
    try:
        return bool(ipaddress.ip_address(name))
    except ValueError:
        return False


def send(answer: Answer, scripts: frozenset[str], environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
    """Send an answer: html with its policy, and only the headers where only these are asked for.

    Args:
        answer: what is sent.
        scripts: the theme's inline scripts.
        environ: of the request.
        start: takes status and headers.

    Raises:
        NoPolicyError: where a page can't have its policy.
    """
    status, headers, body = answer
    if any(name == "Content-Type" and value.startswith(HTML) for name, value in headers):
        html = body.decode("utf-8", "replace")
        if _OWN_POLICY not in html:
            known = scripts.union(_RELOAD.findall(html)[-1:])
            headers = [*headers, ("Content-Security-Policy", content_security_policy.policy(html, known))]
    start(status, headers)
    return [] if environ["REQUEST_METHOD"] == "HEAD" else [body]


def collected(serve: Callable[[StartResponse], Iterable[bytes]]) -> Answer:
    """What an application answers."""
    heads: list[tuple[str, list[tuple[str, str]]]] = []
    body = serve(lambda status, headers, *_: heads.append((status, headers)))  # type: ignore[arg-type]
    try:
        return (*heads[-1], b"".join(body))
    finally:
        getattr(body, "close", lambda: None)()
