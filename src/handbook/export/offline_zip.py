"""The site of one language as a zip that works from a folder: without a server, and without asking anybody anything.

Made from a finished site. Pages that are opened as files can't fetch and can't start workers: so links name files, the
search's index is a script, and its worker runs in a frame.
"""

from __future__ import annotations

import io
import json
import posixpath
import zipfile
from pathlib import Path
from urllib.parse import urlsplit

from handbook.core import html_tokens, npm
from handbook.core.files import write_atomically

MEGABYTE = 1_000_000
LARGEST = 5 * MEGABYTE
WHEN = (1980, 1, 1, 0, 0, 0)  # the same for every file: two zips of one site are equal
INDEX = "index.html"
SEARCH = "search/search_index.json"
SHIM = "assets/javascripts/iframe-worker.js"
# What only a server has use for; and the page that it shows in place of a missing one.
LEFT_OUT = ("404.html", "sitemap.xml", "sitemap.xml.gz", "robots.txt", "feed.xml", "llms.txt", SEARCH)
LEFT_OUT_SUFFIXES = (".map",)
LEFT_OUT_FOLDERS = ("assets/cards/",)
# Of the search's languages, those that its worker loads here.
LUNR, LUNR_USED = "assets/javascripts/lunr/", ("lunr.handbook.min.js", "lunr.stemmer.support.min.js")
# Other languages and alphabets aren't in the zip.
WAYS_OUT = ("languages", "alphabet")
LINKS = ("a", "link", "area")


def pack(site: Path, name: str, target: Path) -> Path:
    """Write the site of one language, which lies in ``site``, as ``target``, with one folder ``name`` in it."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, data in sorted(files(site).items()):
            entry = zipfile.ZipInfo(f"{name}/{path}", WHEN)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    write_atomically(target, made.getvalue())
    return target


def files(site: Path) -> dict[str, bytes]:
    """What the zip holds, by path."""
    found = {}
    for path in sorted(one for one in site.rglob("*") if one.is_file()):
        name = path.relative_to(site).as_posix()
        if name in LEFT_OUT or name.endswith(LEFT_OUT_SUFFIXES) or name.startswith(LEFT_OUT_FOLDERS):
            continue
        if name.startswith(LUNR) and not name.endswith(LUNR_USED):
            continue
        data = path.read_bytes()
        found[name] = page(data.decode("utf-8"), name).encode("utf-8") if name.endswith(".html") else data
    found[SEARCH.replace(".json", ".js")] = _index(site / SEARCH).encode("utf-8")
    found[SHIM] = (npm.package("iframe-worker") / "shim" / "index.js").read_bytes()
    return found


def page(html: str, name: str) -> str:
    """One page, whose path in the site is ``name``."""
    parts = list(html_tokens.remove_elements(html_tokens.pieces(html), _leads_out))
    for piece in parts:
        if piece.kind == html_tokens.START and piece.tag in LINKS and "href" in piece.attributes:
            piece.set("href", _to_file(piece.attributes["href"]))
        elif piece.kind == html_tokens.END and piece.tag == "head":
            piece.raw = f'<script src="{posixpath.relpath(SHIM, posixpath.dirname(name) or ".")}"></script>{piece.raw}'
    return html_tokens.serialize(parts)


def _leads_out(piece: html_tokens.Piece) -> bool:
    """What leads out of the files, or is for a server only.

    Links to other languages, what they are for in the head, the policy of a server, and what only a server may
    preload.
    """
    attributes = piece.attributes
    return (
        not set(WAYS_OUT).isdisjoint(attributes.get("class", "").split())
        or "data-alphabet" in attributes
        or (piece.tag == "link" and attributes.get("rel", "").strip() in ("alternate", "canonical", "preload"))
        or (
            piece.tag == "meta"
            and (
                attributes.get("http-equiv") == "Content-Security-Policy"
                or attributes.get("property", "").startswith("og:")
            )
        )
    )


def _to_file(url: str) -> str:
    """``../by-hand/#scores`` → ``../by-hand/index.html#scores``. Other addresses stay."""
    parts = urlsplit(url)
    if parts.scheme or parts.netloc or not parts.path or parts.path.startswith("/"):
        return url
    last = parts.path.rpartition("/")[2]
    if last not in ("", ".", ".."):
        return url
    return parts._replace(path=posixpath.join(parts.path, INDEX).removeprefix("./")).geturl()


def _index(path: Path) -> str:
    """The search's index as a script that the theme looks for when there is no server."""
    index = json.loads(path.read_text(encoding="utf-8"))
    for entry in index["docs"]:
        place, mark, section = entry["location"].partition("#")
        entry["location"] = f"{place}{INDEX}{mark}{section}"
    return f"var __index = {json.dumps(index, ensure_ascii=False, separators=(',', ':'))}\n"
