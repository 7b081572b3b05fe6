"""What ``i18n/<language>/mkdocs.yml`` may say.

MkDocs would load whatever it names, code included: so it names nothing new.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import yaml

from handbook import SOURCE_LANGUAGE
from handbook.core import config_files
from handbook.core.diagnostics import Finding, shown

WORD = re.compile(r"[A-Za-z]{2,4}(?:-[A-Za-z]{2,4})?")
STRING, BOOLEAN = "tag:yaml.org,2002:str", "tag:yaml.org,2002:bool"


def allowed(language: str) -> dict:
    """Every setting with its only value, or with what its value must look like."""
    return {
        "INHERIT": "../../mkdocs.yml",
        "docs_dir": f"../../docs/{language}",
        "site_dir": f"../../site/{language}",
        "theme": {"custom_dir": "../../theme", "language": WORD, "direction": re.compile("ltr|rtl")},
        "plugins": {"handbook": {"language": language}},
        "markdown_extensions": {"handbook.extensions.katex": {"decimal_comma": re.compile("true|false")}},
    }


def check(root: Path, language: str) -> list[Finding]:
    """Settings that a language has no business with, and those that it lacks."""
    path = root / "i18n" / language / "mkdocs.yml"
    name = shown(path, root)
    if language == SOURCE_LANGUAGE:
        return []
    if path.is_symlink() or not path.is_file():
        return [
            Finding(
                name,
                1,
                "this language has no configuration",
                f"run `handbook new {language}`, or remove i18n/{language}",
            )
        ]
    data = path.read_bytes()
    try:
        node = config_files.yaml_nodes(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        return [Finding(name, data[: error.start].count(b"\n") + 1, "not UTF-8", "save the file as UTF-8")]
    except config_files.YamlError as error:
        return [
            Finding(
                name,
                error.line + 1,
                f"not YAML: {error}",
                "write `name: value`, indented by two spaces; i18n/de/mkdocs.yml is an example",
            )
        ]
    if not node:
        return [Finding(name, 1, "an empty configuration", "copy i18n/de/mkdocs.yml and write your language's code")]
    found = list(_compare(node, allowed(language), name, ""))
    named = {key.value for key, _ in node.value}
    if (
        (theme := _value(node, "theme", "language"))
        and theme.tag == STRING
        and WORD.fullmatch(theme.value)
        and not _in_theme(theme.value, root)
    ):
        found.append(
            Finding(
                name,
                theme.start_mark.line + 1,
                f"the theme knows no language `{theme.value}`",
                f"write language: {SOURCE_LANGUAGE}, or add theme/partials/languages/{theme.value}.html",
            )
        )
    for key in ("INHERIT", "docs_dir", "site_dir", "plugins"):
        if key not in named:
            found.append(Finding(name, 1, f"`{key}` is missing", "i18n/de/mkdocs.yml is an example"))
    return found


def _value(node: yaml.Node, *path: str) -> yaml.Node | None:
    """The value at ``path``, where there is one."""
    for name in path:
        node = (
            next((value for key, value in node.value if key.value == name), None)
            if isinstance(node, yaml.MappingNode)
            else None
        )
    return node


def _in_theme(language: str, root: Path) -> bool:
    """Whether the theme, or our own part of it, has words in this language; without both nobody can tell."""
    found = find_spec("material")
    own = root / "theme"
    if found is None or found.origin is None or not own.is_dir():
        return True
    theirs = Path(found.origin).parent / "templates"
    return any((folder / "partials" / "languages" / f"{language}.html").is_file() for folder in (own, theirs))


def _compare(node: yaml.Node, wanted, name: str, place: str) -> Iterator[Finding]:
    line = node.start_mark.line + 1
    if isinstance(wanted, dict):
        if not isinstance(node, yaml.MappingNode):
            yield Finding(name, line, f"`{place}` isn't a list of `name: value`", f"known here: {', '.join(wanted)}")
            return
        for key, value in node.value:
            inside = f"{place}.{key.value}".removeprefix(".")
            if key.value in wanted:
                yield from _compare(value, wanted[key.value], name, inside)
            else:
                yield Finding(
                    name,
                    key.start_mark.line + 1,
                    f"`{inside}` is not for a language to set",
                    f"known here: {', '.join(wanted)}; what all languages share stands in mkdocs.yml",
                )
    else:
        # YAML takes `no`, the code of a language, for a value like `false`; and another tag makes something else of a
        # word.
        plain = isinstance(node, yaml.ScalarNode) and (
            node.tag == STRING or (node.tag == BOOLEAN and node.value in ("true", "false"))
        )
        if not plain or (wanted != node.value if isinstance(wanted, str) else not wanted.fullmatch(node.value)):
            said = node.value if isinstance(node, yaml.ScalarNode) else "…"
            value = (
                (f'"{wanted}"' if said == wanted else wanted)
                if isinstance(wanted, str)
                else "a value like in i18n/de/mkdocs.yml"
            )
            yield Finding(
                name,
                line,
                f"`{place}: {said[:60]}` is not a value for it",
                f"write {place.rpartition('.')[2]}: {value}",
            )
