"""The configuration of a staged language: ``mkdocs.yml`` of the checkout, with the language's strings and addresses.

What templates need to know of the site is in ``extra``, as usual in MkDocs.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from jinja2 import Environment, FileSystemLoader
from mkdocs.theme import Theme

from handbook import SOURCE_LANGUAGE
from handbook.export import notebooks
from handbook.markdown import extension_base
from handbook.project.strings import Strings
from handbook.site import books, doors, reading, stage_page, style_sheet
from handbook.site.language_site import LanguageSite

OWN_EXTENSIONS = "handbook.extensions."
KATEX, PAGE_HTML, SOURCE = (OWN_EXTENSIONS + name for name in ("katex", "page_html", "source"))
# The sections of ui.toml that templates use.
SECTIONS = tuple("site notice code run home live footer bar take missing search kept doors news reading report".split())
THEME_STRINGS = "partials/languages/{}.html"
_KEY = re.compile(r'"([\w.]+)":')


def configuration(site: LanguageSite, style_sheet_path: str, for_publication: bool = False) -> dict[str, Any]:
    """The contents of the language's ``mkdocs.yml``.

    Args:
        site: the language.
        style_sheet_path: of the one style sheet, below ``docs``.
        for_publication: with an EPUB.

    Raises:
        DiagnosticError: where strings or settings can't be read.
    """
    base, language = site.base, site.language
    theme = {**base["theme"], "custom_dir": "theme", "language": language.lang}
    for palette in theme.get("palette", ()):
        palette["toggle"]["name"] = site.t(f"site.{palette['toggle']['name']}")
    labs = stage_page.labs(site)
    book = books.epub_settings(site) if for_publication else None
    return {
        **base,
        "site_url": site.home,
        "site_description": site.t("site.description"),
        "docs_dir": "docs",
        "site_dir": "site",
        "edit_uri": "",  # pages have ``edit_url`` in their front matter
        "nav": _navigation(site, base.get("nav") or []),
        "theme": theme,
        "extra_css": [],  # part of the one style sheet
        "extra": {**base.get("extra", {}), **_extra(site, style_sheet_path), "book": book},
        "plugins": {
            **base["plugins"],
            "mkdocs-jupyter": {
                **base["plugins"]["mkdocs-jupyter"],
                # Not the notebooks beside pages, which are downloads.
                "include": [f"docs/{name}{notebooks.SUFFIX}" for name in labs],
            },
        },
        "markdown_extensions": _extensions(site),
    }


def _navigation(site: LanguageSite, items: list) -> list:
    """The navigation with titles in place of their keys, and without pages that have no English file."""
    result: list = []
    for item in items:
        for key, value in (item if isinstance(item, dict) else {"": item}).items():
            if isinstance(value, list):
                if children := _navigation(site, value):
                    result.append({site.t(f"nav.{key}"): children})
            elif (site.root / "docs" / SOURCE_LANGUAGE / value).is_file():
                file = stage_page.file_name(site, value.removesuffix(".md"))
                result.append({site.t(f"nav.{key}"): file} if key else file)
    return result


def _extensions(site: LanguageSite) -> dict[str, dict]:
    """Markdown's extensions with their options. Ours report errors to the builder's log."""
    common = {"language": site.language.code, "root": str(site.root), "errors": extension_base.LOG}
    extensions = {name: dict(options or {}) for name, options in site.base["markdown_extensions"].items()}
    special: dict[str, dict[str, Any]] = {
        KATEX: {"decimal_comma": site.language.decimal_comma},
        PAGE_HTML: {"lang": site.language.lang},
    }
    for name, options in extensions.items():
        if name.startswith(OWN_EXTENSIONS) and name != SOURCE:
            options.update(common, **special.get(name, {}))
    toc = {"title": site.t("site.contents"), "permalink_title": site.t("site.permalink")}
    extensions["toc"] = {**extensions.get("toc", {}), **toc}
    return extensions


def _extra(site: LanguageSite, style_sheet_path: str) -> dict[str, Any]:
    names = set(site.project.names())
    return {
        "language": _language(site, site.language.code),
        "languages": [_language(site, language.code) for language in site.languages],
        "address": site.address,
        "strings": {name: site.section(name).all() for name in SECTIONS},
        "said_in": {name: _lang_of(site, name) for name in SECTIONS},
        "licence": site.licence,
        "share": _share(site),
        "verified": site.t("footer.verified").format(version=torch_version(site.root)),
        "style_sheet": style_sheet_path,
        "preload_fonts": style_sheet.preload_fonts("cyrillic" if site.script else "latin"),
        "italic_font": style_sheet.italic_font("cyrillic" if site.script else "latin"),
        "named": {key: site.url(name) for key, name in site.book.pages.items() if name in names},
        "changes": [[date, stage_page.file_name(site, name)] for date, name in site.changes],
        "doors": doors.doors(site),
        "reading_rule": site.t("doors.rule").format(words=reading.WORDS, lines=reading.LINES),
        "news": doors.news(site),
        "sitemap": _sitemap(site),
    }


def _lang_of(site: LanguageSite, section: str) -> str:
    """The language of a section's strings, for html: English where it stands in for one of them."""
    words = Strings.of(site.language.pages, section, site.root)
    words.all()
    return SOURCE_LANGUAGE if any(words.missing.values()) else site.language.lang


def _share(site: LanguageSite) -> dict[str, Any]:
    """What is said where a link is copied or a picture saved, and what stands in the picture's file."""
    words, license = site.section("share"), site.book.licenses["text"]
    return {
        **words.all(),
        "source": words("source").format(site=site.name, address="{address}"),
        "licence": license.name and words("licence").format(name=license.name),
        "license": [license.name, license.address and urljoin(site.repository, license.address)],
    }


def _language(site: LanguageSite, code: str) -> dict[str, Any]:
    language = next(language for language in site.languages if language.code == code)
    missing = Strings.of(code, "missing", site.root)
    return {**asdict(language), "pages": language.pages, "prefix": language.prefix, "missing": missing.all()}


def _sitemap(site: LanguageSite) -> list[dict[str, Any]]:
    """Each page in each language with its alternates. Only the English site, at the root, has a sitemap."""
    if site.language.code != SOURCE_LANGUAGE:
        return []
    groups = [site.alternates(name) for name in site.project.ordered()]
    return [
        {"address": address, "alternates": [list(alternate) for alternate in group]}
        for group in groups
        for lang, address in group
        if lang != "x-default"
    ]


def torch_version(root: Path) -> str:
    """The version of torch in ``requirements/torch.txt``, with which the tests run.

    Empty where it pins none. Raises OSError where there is no such file.
    """
    pin = re.search(
        r"^torch==([\w.]+)", (root / "requirements" / "torch.txt").read_text(encoding="utf-8"), re.MULTILINE
    )
    return pin.group(1) if pin else ""


def theme_folders(site: LanguageSite) -> list[str]:
    """The folders in which the theme's files are looked for, the checkout's own first."""
    return [str(site.root / "theme"), *Theme(name=site.base["theme"]["name"]).dirs]


def palette_colors(site: LanguageSite) -> set[str]:
    """The names of the theme's colors that the site uses, ``custom`` where it brings its own."""
    palettes = site.base["theme"].get("palette") or {}
    return {
        str(palette.get(use, "indigo")).replace(" ", "-")  # as the theme says where a setting is missing
        for palette in (palettes if isinstance(palettes, list) else [palettes])
        for use in ("primary", "accent")
    }


def theme_strings(site: LanguageSite) -> str:
    """The theme's strings in this language, as the template that Material expects: one macro, ``t(key)``.

    Material has strings in some sixty languages, and the checkout in others; missing ones are English. The language's
    code and its direction are the site's own.

    Raises:
        StopIteration: where the theme has no English strings.
        jinja2.TemplateNotFound: where neither has strings in this language.
    """
    folders = theme_folders(site)
    environment = Environment(loader=FileSystemLoader(folders))
    file = THEME_STRINGS.format(SOURCE_LANGUAGE)
    path = next(path for folder in folders if (path := Path(folder) / file).is_file())
    translated, english = (
        environment.from_string(f'{{% import "{THEME_STRINGS.format(name)}" as words %}}{{{{ words.t(key) }}}}')
        for name in (site.language.theme, SOURCE_LANGUAGE)
    )
    strings = {}
    for key in _KEY.findall(path.read_text(encoding="utf-8")):
        text = translated.render(key=key) or english.render(key=key)
        strings[key] = site.script.text(text) if site.script and not key.startswith("search.config") else text
    strings |= {"language": site.language.lang, "direction": site.language.direction}
    return f"{{% macro t(key) %}}{{{{ {json.dumps(strings, ensure_ascii=False, indent=2)}[key] }}}}{{% endmacro %}}\n"
