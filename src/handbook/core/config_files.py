"""Safe reading of YAML and TOML: every error has a line, and a file can hold nothing but data."""

from __future__ import annotations

import re
import stat
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import yaml

from handbook.core.diagnostics import Finding, display_path
from handbook.core.files import too_large

LARGEST = 1_000_000  # bytes of a file
MAX_DEPTH = 20  # tables within tables, and parts of a dotted key
MAX_BRACKETS = 200  # `[` and `{` in a YAML text; PyYAML takes seconds to parse a thousand nested ones


class YamlError(Exception):
    """A text that isn't a YAML mapping. ``line`` is the line of the error in the text, from 0."""

    def __init__(self, message: str, line: int):
        self.line = line
        super().__init__(message)


def parse_yaml(text: str, loader: type[Loader] | None = None) -> dict:
    """Parse ``text``, a mapping; an empty text is an empty mapping.

    Args:
        text: of a file.
        loader: one that knows more tags.

    Raises:
        YamlError: where ``text`` isn't YAML or holds something else than a mapping.
    """
    return _yaml(text, lambda loader: loader.get_single_data(), loader or Loader)


def yaml_nodes(text: str) -> yaml.Node | None:
    """Parse ``text`` into nodes, which know their lines; the result is false for an empty text.

    Raises:
        YamlError: as ``parse_yaml``.
    """
    return _yaml(text, lambda loader: loader.get_single_node(), Loader)


def _yaml(text: str, get: Callable[[Loader], Any], make: type[Loader]) -> Any:
    if text.count("[") + text.count("{") > MAX_BRACKETS:
        raise YamlError("nested too deep", re.split(r"[\[{]", text)[0].count("\n"))
    try:
        loader = make(text)
        try:
            result = get(loader)
        finally:
            loader.dispose()
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line if mark else text.count("\n", 0, getattr(error, "position", 0) or 0)
        message = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error).split("\n")[0]
        raise YamlError(message, line) from None
    except ValueError as error:  # an impossible date such as 2026-02-30
        raise YamlError(str(error), 0) from None
    except RecursionError:
        raise YamlError("nested too deep", 0) from None
    if result is None:
        return {}
    if not isinstance(result, (dict, yaml.MappingNode)):
        raise YamlError("it isn't a list of `name: value`", 0)
    return result


class Loader(yaml.SafeLoader):
    """Rejects aliases, which can expand without limit ("billion laughs"), and duplicate keys, which PyYAML allows."""

    def compose_node(self, parent: yaml.Node | None, index: object) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            event = self.peek_event()
            raise yaml.composer.ComposerError(None, None, f"the alias *{event.anchor}", event.start_mark)
        node = super().compose_node(parent, index)
        if isinstance(node, yaml.MappingNode):
            seen = set()
            for key, _ in node.value:
                if not isinstance(key, yaml.ScalarNode):
                    raise yaml.composer.ComposerError(None, None, "a key that is not a word", key.start_mark)
                if key.value in seen:
                    raise yaml.composer.ComposerError(None, None, f"`{key.value}` twice", key.start_mark)
                seen.add(key.value)
        return node


def read_toml(path: Path, root: Path) -> tuple[dict, str, list[Finding]]:
    """Read a TOML file; a missing file counts as empty.

    Returns:
        its tables (empty where there are findings), its text, and what is wrong with it.
    """
    name = display_path(path, root)
    text, findings = read_text(path, name)
    if findings:
        return {}, text, findings
    try:
        tables = tomllib.loads(text)
    except ValueError as error:
        if conflict := re.search(r"^(<{7}|={7}|>{7}|\|{7})( .*)?$", text, re.MULTILINE):
            line_number = text.count("\n", 0, conflict.start()) + 1
            hint = "keep what both sides wrote, and remove the lines of `<<<<<<<`, `=======` and `>>>>>>>`"
            return {}, text, [Finding(name, line_number, "two versions of this file met in a merge", hint)]
        line = re.search(r"line (\d+)", str(error))
        last = max(text.rstrip("\n").count("\n") + 1, 1)
        hint = 'write key = "value"; close each quotation mark and bracket'
        return {}, text, [Finding(name, int(line[1]) if line else last, f"not TOML: {error}", hint)]
    except RecursionError:
        return {}, text, [Finding(name, 1, "not TOML: nested too deep", 'write key = "value"')]
    level = [tables]
    for _ in range(MAX_DEPTH):
        level = [value for table in level for value in table.values() if isinstance(value, dict)]
    if level:
        deep = (number for number, line in enumerate(text.split("\n"), 1) if line.count(".") >= MAX_DEPTH)
        hint = f"a key has at most {MAX_DEPTH} parts"
        return {}, text, [Finding(name, next(deep, 1), "nested too deep", hint)]
    return tables, text, []


def read_text(path: Path, name: str) -> tuple[str, list[Finding]]:
    """The text of a file, called ``name`` in findings, and what is wrong with it; a missing file counts as empty."""
    if not path.exists() and not path.is_symlink():
        return "", []
    if path.is_symlink() or not path.is_file():
        return "", [Finding(name, 1, "not a file of its own", "put a file there")]
    if (size := path.stat().st_size) > LARGEST:
        return "", [too_large(name, size, LARGEST)]
    data = path.read_bytes()
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError as error:
        return "", [Finding(name, data.count(b"\n", 0, error.start) + 1, "not UTF-8", "save the file as UTF-8")]


class _Dumper(yaml.SafeDumper):
    pass


_Dumper.add_multi_representer(str, yaml.SafeDumper.represent_str)  # subclasses of str too


def to_yaml(data: dict) -> str:
    """``data`` as YAML: keys in their order, each value on one line."""
    return yaml.dump(data, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=10**6)


def flatten_tables(table: dict, prefix: str = "") -> Iterator[tuple[str, object]]:
    """The values of nested tables with their dotted keys, such as ``picture.mask.title``.

    ``prefix`` is put before each key.
    """
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flatten_tables(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def modification_time(path: Path) -> int:
    """When the file was last saved, in nanoseconds since the epoch; 0 for a missing file."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return 0
    return status.st_mtime_ns if stat.S_ISREG(status.st_mode) else 0
