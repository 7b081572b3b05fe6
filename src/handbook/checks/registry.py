"""Every check that needs no torch, as one list: the command, the tests and the site call the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from handbook import SOURCE_LANGUAGE
from handbook.checks import language_detection, navigation, unicode_letters
from handbook.core.diagnostics import DiagnosticError, Finding
from handbook.execution import plot_capture
from handbook.export import explorer_page, scripts
from handbook.export.spreadsheet import downloads
from handbook.extensions import figures, katex, quiz, widgets
from handbook.markdown import fences
from handbook.markdown.model import Page
from handbook.project import book, checkout, data_files, languages, number_formats, transliteration_lists
from handbook.project import strings as project_strings
from handbook.project.checkout import Project
from handbook.translation import glossary, parity, status


def syntax(page: Page, project: Project) -> Iterable[Finding]:
    """What the parser could not read."""
    return page.findings


def heading_rules(page: Page, project: Project) -> Iterator[Finding]:
    """One title; an id on each heading, each once."""
    seen: dict[str, int] = {}
    titles = 0
    for block in page.blocks:
        if block.kind != "heading":
            continue
        titles += block.info == "#"
        if not block.id:
            yield Finding(
                page.path,
                block.line,
                f"the heading “{block.text}” has no id",
                f"write {block.info} {block.text} {{ #short-id }}, the same id in every language",
            )
        elif block.id in seen:
            yield Finding(
                page.path,
                block.line,
                f"the id {block.id} stands at line {seen[block.id]} already",
                "ids are unique on a page",
            )
        seen.setdefault(block.id, block.line)
    if page.blocks and titles != 1:
        yield Finding(page.path, 1, f"{titles} titles", "a page has one line `# Title { #page-name }`")
    for name in sorted({"description", "title"} & set(page.meta)):
        text = page.meta[name]
        if not isinstance(text, str) or re.search(r"[<>]|&#?\w+;", text):
            line = next((n for n, line in enumerate(page.source.split("\n"), 1) if line.startswith(name)), 1)
            yield Finding(
                page.path,
                line,
                f"front matter: `{name}` is more than words",
                "write a sentence without `<`, `>` and `&…;`: it stands in html as it is",
            )
    if any(
        block.info == "#" and re.search(r"coding[:=]", block.text) for block in page.blocks if block.kind == "heading"
    ):
        yield Finding(
            page.path,
            1,
            "a title with “coding:” in it",
            "write another word: it becomes the first line of the snippet, "
            "where Python takes it for the file's encoding",
        )
    if page.blocks and not str(page.meta.get("description") or "").strip():
        yield Finding(
            page.path, 1, "front matter has no description", "write `description: one sentence for search engines`"
        )


def link_targets(page: Page, project: Project) -> Iterator[Finding]:
    """Links inside the handbook lead to a page, and to a heading on it. Missing translations fall back to English."""
    for block in page.blocks:
        for inline in block.inlines():
            if inline.kind not in ("link", "image"):
                continue
            if "&" in inline.target or ":" in inline.target.split("/")[0]:
                if not inline.target.startswith(("https://", "http://", "mailto:")) or "&#" in inline.target:
                    yield Finding(
                        page.path,
                        inline.line,
                        f"a link to {inline.target}",
                        "link to page.md#id, or to an address that begins with https://",
                    )
                continue
            path, _, anchor = inline.target.partition("#")
            if not inline.target or path.startswith("/") or ".." in path.split("/"):
                yield Finding(
                    page.path,
                    inline.line,
                    f"a link to {inline.target or 'nothing'}, which is no place in this language's pages",
                    "link to page.md or page.md#id: each language finds its own",
                )
                continue
            name = path.removesuffix(".md")
            ids = page.ids if not path else project.ids(page.language, name)
            language = page.language if ids is not None else SOURCE_LANGUAGE
            if ids is None:
                ids = project.ids(SOURCE_LANGUAGE, name)
            if not path.endswith(".md") and path:
                beside = {
                    explorer_page.PAGE,
                    *(f"{page.name}/{name}" for name in data_files.files(page, project.root)),
                }
                if path not in beside and not any(
                    (project.root / "docs" / language / path).is_file() for language in (page.language, SOURCE_LANGUAGE)
                ):
                    yield Finding(
                        page.path,
                        inline.line,
                        f"a link to {inline.target}, which is not there",
                        "link to page.md or page.md#id",
                    )
            elif ids is None:
                yield Finding(
                    page.path,
                    inline.line,
                    f"a link to {path}, a page that is not there",
                    f"pages: {', '.join(project.names())}",
                )
            elif anchor and anchor not in ids:
                target = project.page(language, name) if path else page
                there = [other.id for other in target.blocks if other.kind == "heading" and other.id]
                yield Finding(
                    page.path,
                    inline.line,
                    f"a link to #{anchor}, which {target.path} doesn't have",
                    f"ids there: {', '.join(there)}",
                )


def missing_data_files(page: Page, project: Project) -> Iterable[Finding]:
    """Files that the page's code reads and that are not there."""
    return data_files.check(page, project.root)


def fence_rules(page: Page, project: Project) -> Iterable[Finding]:
    """Fences that are neither run nor excused."""
    return fences.check(page)


def number_notation(page: Page, project: Project) -> Iterable[Finding]:
    """Numbers in another language's habits, and excuses without reason."""
    return number_formats.check(page)


def translation_parity(page: Page, project: Project) -> Iterable[Finding]:
    """A translation equals its English page in all that isn't language."""
    source = project.source(page)
    if page.language != SOURCE_LANGUAGE and source is None:
        return [
            Finding(
                page.path, 1, "there is no English page of this name", "translations have the file names of docs/en"
            )
        ]
    # A page that can't be read has no blocks to compare: its own findings say so.
    return parity.compare(source, page) if source and source.blocks and page.blocks else []


def suspicious_characters(page: Page, project: Project) -> Iterable[Finding]:
    """Invisible letters, mixed alphabets."""
    return unicode_letters.check(page)


def terminology(page: Page, project: Project) -> Iterator[Finding]:
    """DiagnosticError wording on every page; approved terms in a translation."""
    yield from {
        *glossary.load(project.root, SOURCE_LANGUAGE).findings,
        *glossary.load(project.root, page.language).findings,
    }
    yield from glossary.check_page(page, project.root)
    source = project.source(page)
    if source is None:
        return
    english, own = glossary.load(project.root, SOURCE_LANGUAGE), glossary.load(project.root, page.language)
    for ours, theirs in parity.align(source, page)[0]:
        yield from glossary.check_pair(ours, theirs, english, own)


def prose_language(page: Page, project: Project) -> Iterable[Finding]:
    """Blocks left in English, or in another language than the page."""
    source = project.source(page)
    return language_detection.check(source, page, project.languages) if source else []


def formulas(page: Page, project: Project) -> Iterable[Finding]:
    """TeX that KaTeX can't set."""
    return katex.check(page)


def picture_rules(page: Page, project: Project) -> Iterable[Finding]:
    """Pictures without a name, numbers or labels."""
    return figures.check(page, project.root)


def stored_plots(page: Page, project: Project) -> Iterable[Finding]:
    """Plots of labs without drawing or words."""
    return plot_capture.check(page, project.root)


def widget_rules(page: Page, project: Project) -> Iterable[Finding]:
    """Widgets that nobody has built, or whose words aren't written."""
    return widgets.check(page, project.root)


def quiz_rules(page: Page, project: Project) -> Iterable[Finding]:
    """Questions without one right answer, or without reasons."""
    return quiz.check(page)


def glossary_files(project: Project) -> Iterable[Finding]:
    """Each language's glossary can be read and has all terms."""
    return glossary.check_files(project.root, project.languages)


def misplaced_files(project: Project) -> Iterable[Finding]:
    """Files that nothing checks, and links out of the handbook."""
    return checkout.check(project)


def site_strings(project: Project) -> Iterator[Finding]:
    """The strings of the site can be read, are no more than words, and are in their language.

    Nor does the language refuse their wording.
    """
    yield from project_strings.check(project.root, project.languages)
    yield from language_detection.check_strings(project.root, project.languages)
    yield from glossary.check_strings(project.root, project.languages)


def transliteration_rules(project: Project) -> Iterator[Finding]:
    return transliteration_lists.check(project.root)


def language_settings(project: Project) -> Iterable[Finding]:
    """Each language says what it is called, and in which alphabet and direction it is written."""
    return languages.check(project.root, project.languages)


def navigation_rules(project: Project) -> Iterable[Finding]:
    """The navigation leads to each page, and its parts have titles."""
    return navigation.check(project.root, project.names())


PAGE_CHECKS: list[Callable[[Page, Project], Iterable[Finding]]] = [
    syntax,
    heading_rules,
    link_targets,
    missing_data_files,
    fence_rules,
    number_notation,
    translation_parity,
    suspicious_characters,
    terminology,
    prose_language,
    formulas,
    picture_rules,
    stored_plots,
    widget_rules,
    quiz_rules,
]
PROJECT_CHECKS: list[Callable[[Project], Iterable[Finding]]] = [
    misplaced_files,
    scripts.check,
    downloads.check,
    status.check_locks,
    glossary_files,
    site_strings,
    language_settings,
    transliteration_rules,
    navigation_rules,
    book.check,
]


def check_page(page: Page, project: Project) -> list[Finding]:
    return _found(PAGE_CHECKS, page, project)


def check_project(project: Project) -> list[Finding]:
    return _found(PROJECT_CHECKS, project)


def _found(checks: list[Callable[..., Iterable[Finding]]], *subjects: object) -> list[Finding]:
    found: set[Finding] = set()
    for check in checks:
        try:
            found.update(check(*subjects))
        except DiagnosticError as error:  # what a check needs can't be read
            found.update(error.findings)
    return sorted(found)
