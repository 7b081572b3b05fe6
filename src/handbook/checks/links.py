"""Links inside the site: each leads to a page, a heading or a file that is there."""

from __future__ import annotations

from collections.abc import Iterator

from handbook import SOURCE_LANGUAGE
from handbook.core.diagnostics import Finding, nearest
from handbook.core.files import is_own_file
from handbook.export import explorer_page
from handbook.markdown.model import Page
from handbook.project import data_files
from handbook.project.checkout import Project


def link_targets(page: Page, project: Project) -> Iterator[Finding]:
    """Links inside the site that lead to no page, or to no heading on it. Missing translations fall back to English."""
    source = project.source(page)
    english = {inline.target for block in source.blocks for inline in block.inlines()} if source else None
    for block in page.blocks:
        for inline in block.inlines():
            if inline.kind in ("link", "image") and (english is None or inline.target in english):  # else: parity
                fault = _link_fault(inline.target, page, project)
                if not fault and inline.kind == "link" and not inline.text.strip():
                    fault = f"a link to {inline.target} without words", "write [words](target)"
                if fault:
                    message, hint = fault
                    yield Finding(page.path, inline.line, message, hint)


def _link_fault(target: str, page: Page, project: Project) -> tuple[str, str] | None:
    """What is wrong with a link's target, and a hint; None where nothing is."""
    if "&" in target or ":" in target.split("/")[0]:
        if target.startswith(("https://", "http://", "mailto:")) and "&#" not in target:
            return None
        return f"a link to {target}", "link to page.md#id, or to an address that begins with https://"
    path, _, anchor = target.partition("#")
    if not target or path.startswith("/") or ".." in path.split("/"):
        return (
            f"a link to {target or 'nothing'}, which is no place in this language's pages",
            "link to page.md or page.md#id: each language finds its own",
        )
    if path and not path.endswith(".md"):
        if _file_exists(path, page, project):
            return None
        return f"a link to {target}, which is not there", "link to page.md or page.md#id"
    name, language = path.removesuffix(".md"), page.language
    ids = project.ids(language, name) if path else page.ids
    if ids is None:
        language = SOURCE_LANGUAGE
        ids = project.ids(language, name)
    if ids is None:
        return f"a link to {path}, a page that is not there", _names("pages", name, project.names())
    if anchor and anchor not in ids:
        linked = project.page(language, name) if path else page
        heading_ids = [block.id for block in linked.blocks if block.kind == "heading" and block.id]
        return f"a link to #{anchor}, which {linked.path} doesn't have", _names("ids there", anchor, heading_ids)
    return None


def _names(what: str, name: str, known: list[str]) -> str:
    """A hint: which of these was meant, or all of them, where none is like it."""
    meant = nearest(name, known)
    return f"perhaps {meant} is meant" if meant else f"{what}: {', '.join(known)}"


def _file_exists(path: str, page: Page, project: Project) -> bool:
    """Whether a link from ``page`` to a file that is no page finds it on the site."""
    if path in (explorer_page.PAGE, explorer_page.WRITER):  # which only the build puts there
        return True
    if path in {f"{page.name}/{name}" for name in data_files.files(page, project.root)}:
        return True
    return any(is_own_file(project.root / "docs" / language / path) for language in (page.language, SOURCE_LANGUAGE))
