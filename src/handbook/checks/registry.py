"""The list of all checks that need no torch. The command, the tests and the preview call the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from handbook import SOURCE_LANGUAGE
from handbook.checks import (
    answer_checks,
    arithmetic,
    inline_marks,
    language_detection,
    navigation,
    page_html,
    row_counts,
    table_order,
    typography,
    unicode_letters,
)
from handbook.checks.links import link_targets
from handbook.core.diagnostics import DiagnosticError, Finding
from handbook.execution import plot_capture
from handbook.export import credits, scripts
from handbook.export.spreadsheet import downloads
from handbook.extensions import figures, katex, quiz, widgets
from handbook.markdown import fences
from handbook.markdown.model import Page
from handbook.project import (
    book,
    checkout,
    configuration,
    data_files,
    examples,
    languages,
    number_formats,
    search_words,
    transliteration_lists,
)
from handbook.project import strings as project_strings
from handbook.project.checkout import Project
from handbook.translation import glossary, parity, people, status, string_pages


def syntax(page: Page, project: Project) -> Iterable[Finding]:
    """What the parser could not read."""
    return page.findings


def heading_rules(page: Page, project: Project) -> Iterator[Finding]:
    """A page without exactly one title, headings without an id, an id twice, and faulty titles and descriptions."""
    yield from _ids(page)
    if not page.blocks and not page.findings:
        hint = "bring its text back, or remove the file: readers then see the English page"
        yield Finding(page.path, 1, "this page is empty", hint)
    titles = [block for block in page.blocks if block.kind == "heading" and block.info == "#"]
    if page.blocks and len(titles) != 1:
        yield Finding(page.path, 1, f"{len(titles)} titles", "a page has one line `# Title { #page-name }`")
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
    if any(re.search(r"coding[:=]", block.text) for block in titles):
        yield Finding(
            page.path,
            1,
            "a title with “coding:” in it",
            "write another word: it becomes the first line of the snippet, "
            "where Python takes it for the file's encoding",  # PEP 263
        )
    if page.blocks and not page.front_matter_is_broken and not str(page.meta.get("description") or "").strip():
        yield Finding(
            page.path, 1, "front matter has no description", "write `description: one sentence for search engines`"
        )


def _ids(page: Page) -> Iterator[Finding]:
    first_lines: dict[str, int] = {}
    for block in page.blocks:
        if block.kind == "heading" and not block.id:
            yield Finding(
                page.path,
                block.line,
                f"the heading “{block.text}” has no id",
                f"write {block.info} {block.text.partition(' {')[0]} {{ #short-id }}, the same id in every language",
            )
        elif block.id and block.id in first_lines:
            yield Finding(
                page.path,
                block.line,
                f"the id {block.id} stands at line {first_lines[block.id]} already",
                "ids are unique on a page",
            )
        first_lines.setdefault(block.id, block.line)


def missing_data_files(page: Page, project: Project) -> Iterable[Finding]:
    """Data files named in the front matter that don't exist."""
    return data_files.check(page, project.root)


def fence_rules(page: Page, project: Project) -> Iterable[Finding]:
    """Fences that aren't valid Python, and fences that are skipped without a reason."""
    return fences.check(page)


def checks_of_answers(page: Page, project: Project) -> Iterable[Finding]:
    """Checks of exercises that any answer passes, or that fail for want of a name."""
    return answer_checks.check(page)


def number_notation(page: Page, project: Project) -> Iterable[Finding]:
    """Numbers in another language's notation, and excused numbers without a reason."""
    return _where_translated(number_formats.check(page), page, project)


def translation_parity(page: Page, project: Project) -> Iterable[Finding]:
    """Where a translation differs from its English page in more than language."""
    source = project.source(page)
    if page.language != SOURCE_LANGUAGE and source is None:
        return [
            Finding(
                page.path, 1, "there is no English page of this name", "translations have the file names of docs/en"
            )
        ]
    # A page with syntax errors may have no blocks; `syntax` reports it.
    return parity.compare(source, page) if source and source.blocks and page.blocks else []


def html_rules(page: Page, project: Project) -> Iterable[Finding]:
    """Html and attributes that no page needs, and pictures from other hosts."""
    return page_html.check(page)


def suspicious_characters(page: Page, project: Project) -> Iterable[Finding]:
    """Invisible characters, and words that mix alphabets."""
    return unicode_letters.check(page)


def typographic_signs(page: Page, project: Project) -> Iterable[Finding]:
    """Quotation marks of another language or without a partner, and large numbers without separators."""
    return _where_translated(typography.check(page, project.root), page, project)


def paired_marks(page: Page, project: Project) -> Iterable[Finding]:
    """Signs of emphasis that readers would see, and tags that cross or are never closed."""
    return inline_marks.check(page)


def terminology(page: Page, project: Project) -> Iterator[Finding]:
    """Refused wording on every page; missing terms in a translation; and glossaries that can't be read."""
    source_glossary = glossary.load(project.root, SOURCE_LANGUAGE)
    target_glossary = glossary.load(project.root, page.language)
    yield from {*source_glossary.findings, *target_glossary.findings}
    yield from glossary.check_page(page, project.root)
    source = project.source(page)
    if source is None:
        return
    for source_block, target_block in parity.align(source, page)[0]:
        found = glossary.check_pair(source_block, target_block, source_glossary, target_glossary)
        yield from _where_translated(found, page, project)


def _where_translated(findings: Iterable[Finding], page: Page, project: Project) -> list[Finding]:
    """Without those in blocks that are another language still, as ``prose_language`` tells: one finding is enough."""
    found, source = list(findings), project.source(page)
    if not found or source is None:
        return found
    starts = {finding.line for finding in language_detection.check(source, page, project.languages)}
    spans = [(block.line, block.last_line) for block in page.visible if block.line in starts]
    return [one for one in found if not any(first <= one.line <= last for first, last in spans)]


def prose_language(page: Page, project: Project) -> Iterator[Finding]:
    """Blocks, descriptions and comments left in English, or in another language than the page."""
    if source := project.source(page):
        yield from language_detection.check(source, page, project.languages)
        yield from language_detection.check_comments(source, page)


def formulas(page: Page, project: Project) -> Iterable[Finding]:
    """TeX that KaTeX can't render."""
    return katex.check(page)


def calculations(page: Page, project: Project) -> Iterable[Finding]:
    """Equations between numbers, in formulas and sentences, that aren't true."""
    return arithmetic.check(page)


def numbers_in_tables(page: Page, project: Project) -> Iterable[Finding]:
    """Rows and columns of tables that an output has in another order."""
    return table_order.check(page)


def counted_rows(page: Page, project: Project) -> Iterable[Finding]:
    """Counts of rows and columns that neither code nor outputs of their section have."""
    return row_counts.check(page)


def picture_rules(page: Page, project: Project) -> Iterable[Finding]:
    """Pictures with an unknown name, or faulty numbers or labels."""
    return figures.check(page, project.root)


def stored_plots(page: Page, project: Project) -> Iterable[Finding]:
    """Plots without a stored drawing, a title or a description."""
    return plot_capture.check(page, project.root)


def widget_rules(page: Page, project: Project) -> Iterable[Finding]:
    """Widgets with an unknown name or faulty attributes, or whose strings are missing."""
    return widgets.check(page, project.root)


def quiz_rules(page: Page, project: Project) -> Iterable[Finding]:
    """Questions without exactly one right answer, or answers without an explanation."""
    return quiz.check(page)


def glossary_files(project: Project) -> Iterator[Finding]:
    """Glossaries that can't be read or lack terms, and terms explained at a place that doesn't exist."""
    yield from glossary.check_files(project.root, project.languages)
    yield from glossary.check_places(project)


def search_rules(project: Project) -> Iterable[Finding]:
    """Words for the search that belong to no section."""
    return search_words.check(project)


def misplaced_files(project: Project) -> Iterable[Finding]:
    """Files that the site would publish unchecked, and symbolic links that lead out of the checkout."""
    return checkout.check(project)


def site_strings(project: Project) -> Iterator[Finding]:
    """Strings of the site that can't be read, hold markup, are in another language, or in refused wording."""
    yield from project_strings.check(project.root, project.languages)
    yield from language_detection.check_strings(project.root, project.languages)
    yield from typography.check_strings(project.root, project.languages)
    yield from glossary.check_strings(project.root, project.languages)


def transliteration_rules(project: Project) -> Iterator[Finding]:
    """Faulty lists of exceptions for transliteration."""
    return transliteration_lists.check(project.root)


def language_settings(project: Project) -> Iterable[Finding]:
    """Faults in ``i18n/<language>/language.toml``."""
    return languages.check(project.root, project.languages)


def navigation_rules(project: Project) -> Iterator[Finding]:
    """Settings that aren't data, pages that the navigation doesn't link to, and parts of it without a title."""
    yield from configuration.check(project.root)
    yield from navigation.check(project.root, project.names())


PAGE_CHECKS: list[Callable[[Page, Project], Iterable[Finding]]] = [
    syntax,
    heading_rules,
    link_targets,
    missing_data_files,
    fence_rules,
    checks_of_answers,
    number_notation,
    html_rules,
    translation_parity,
    suspicious_characters,
    typographic_signs,
    paired_marks,
    terminology,
    prose_language,
    formulas,
    calculations,
    numbers_in_tables,
    counted_rows,
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
    people.check,
    credits.check,
    glossary_files,
    search_rules,
    site_strings,
    language_settings,
    transliteration_rules,
    navigation_rules,
    book.check,
    examples.check,
]


def check_page(page: Page, project: Project) -> list[Finding]:
    """The findings of all PAGE_CHECKS, sorted, each once. What a check can't read is a finding, too."""
    return _run(PAGE_CHECKS, page, project)


def check_translated(page: Page, project: Project) -> list[Finding]:
    """As ``check_page``; of a file of strings, those findings of ``check_project`` that are about it."""
    if page.name in string_pages.NAMES:
        return [finding for finding in check_project(project) if finding.path == page.path]
    return check_page(page, project)


def check_language(project: Project, language: str) -> list[Finding]:
    """The findings about the pages, strings and scripts of one language."""
    folders = tuple(f"{folder}/{language}/" for folder in ("docs", "i18n", "snippets"))
    of_pages = [finding for page in project.pages([language]) for finding in check_page(page, project)]
    of_files = check_project(project.only([language]))
    return of_pages + [finding for finding in of_files if finding.path.startswith(folders)]


def check_project(project: Project) -> list[Finding]:
    """The findings of all PROJECT_CHECKS, sorted, each once. What a check can't read is a finding, too."""
    return _run(PROJECT_CHECKS, project)


def _run(checks: list[Callable[..., Iterable[Finding]]], *arguments: object) -> list[Finding]:
    findings: set[Finding] = set()
    for check in checks:
        try:
            findings.update(check(*arguments))
        except DiagnosticError as error:
            findings.update(error.findings)
    return sorted(findings)
