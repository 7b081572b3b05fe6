"""``mkdocs.yml`` of the checkout, read as data: nothing in it makes an object, runs, or brings another file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from yaml_env_tag import add_env_tag

from handbook.core import config_files
from handbook.core.diagnostics import DiagnosticError, Finding

FILE = "mkdocs.yml"
FORM = "write `name: value`, indented by two spaces; of tags only !ENV is read"
PROGRAMS = {  # what MkDocs would read or run as it is
    "INHERIT": "write the settings of the other file here",
    "hooks": "what a build does is code of src/handbook",
}


class _Loader(config_files.Loader):
    """Knows ``!ENV``, and no other tag."""


add_env_tag(_Loader)


def load(root: Path) -> dict:
    """The settings, with what ``!ENV`` stands for; none where there is no such file.

    Args:
        root: the checkout.

    Raises:
        DiagnosticError: where it isn't data.
    """
    if findings := list(check(root)):
        raise DiagnosticError(findings)
    return config_files.parse_yaml(_text(root), _Loader)


def check(root: Path) -> Iterator[Finding]:
    """What in the file isn't data."""
    text = _text(root)
    try:
        settings = config_files.parse_yaml(text, _Loader)
    except config_files.YamlError as error:
        yield Finding(FILE, error.line + 1, f"not YAML: {error}", FORM)
        return
    for name in sorted(settings.keys() & PROGRAMS.keys()):
        line = next(number for number, line in enumerate(text.split("\n"), 1) if name in line)
        yield Finding(FILE, line, f"`{name}` is not read here", PROGRAMS[name])


def _text(root: Path) -> str:
    path = root / FILE
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
