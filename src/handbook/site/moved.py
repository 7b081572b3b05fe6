"""The old addresses of pages that have another name now: each leads on, without a script and without a server."""

from __future__ import annotations

from html import escape
from string import Template

from handbook.site.language_site import LanguageSite

PAGE = Template("""<!doctype html>
<html lang="$lang" dir="$direction">
<head>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=$address">
<meta name="robots" content="noindex">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="canonical" href="$canonical">
<title>$title</title>
</head>
<body><p><a href="$address">$title</a></p></body>
</html>
""")


def files(site: LanguageSite) -> dict[str, str]:
    """The html for each old address in ``book.toml``, by its path in the site; none to pages that don't exist.

    ``book.check`` finds those.
    """
    names = set(site.project.names())
    return {f"{old}/index.html": _html(site, name) for old, name in site.book.moved.items() if name in names}


def _html(site: LanguageSite, name: str) -> str:
    return PAGE.substitute(
        lang=site.language.lang,
        direction=site.language.direction,
        address=f"../{site.url(name)}",
        canonical=site.canonical(name),
        title=escape(site.title_of(name)),
    )
