"""YAML and TOML without their traps: what is wrong with a file has a line, and nothing in it is more than data."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import yaml

from handbook.core.diagnostics import Finding, display_path

MOST_BRACKETS = 200  # of settings that nest by brackets; a thousand keep the parser busy for seconds


class YamlError(Exception):
    """What is wrong, and on which line of the text (from 0)."""

    def __init__(self, message: str, line: int):
        self.line = line
        super().__init__(message)


def parse_yaml(text: str) -> dict:
    """The mapping that ``text`` holds; an empty text is an empty one. Raises YamlError for anything else."""
    return _yaml(text, lambda loader: loader.get_single_data())


def yaml_nodes(text: str) -> yaml.Node | None:
    """The same as nodes, which know their lines."""
    return _yaml(text, lambda loader: loader.get_single_node())


def _yaml(text: str, get: Callable[[_Loader], Any]) -> Any:
    if text.count("[") + text.count("{") > MOST_BRACKETS:
        raise YamlError("nested too deep", re.split(r"[\[{]", text)[0].count("\n"))
    try:
        loader = _Loader(text)
        try:
            found = get(loader)
        finally:
            loader.dispose()
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line if mark else text.count("\n", 0, getattr(error, "position", 0) or 0)
        raise YamlError(
            getattr(error, "problem", None) or getattr(error, "reason", None) or str(error).split("\n")[0], line
        ) from None
    except ValueError as error:  # a date that no calendar has
        raise YamlError(str(error), 0) from None
    except RecursionError:
        raise YamlError("nested too deep", 0) from None
    if found is None:
        return {}
    if not isinstance(found, (dict, yaml.MappingNode)):
        raise YamlError("it isn't a list of `name: value`", 0)
    return found


class _Loader(yaml.SafeLoader):
    """An alias may stand for a bomb, and of a key that comes twice YAML keeps the last in silence."""

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
    """The tables of a file, its text, and what is wrong with it. A file that isn't there is an empty one."""
    name = display_path(path, root)
    if not path.exists() and not path.is_symlink():
        return {}, "", []
    if path.is_symlink() or not path.is_file():
        return {}, "", [Finding(name, 1, "not a file of its own", "put a file there")]
    data = path.read_bytes()
    try:
        text = data.decode("utf-8")
        return tomllib.loads(text), text, []
    except UnicodeDecodeError as error:
        return {}, "", [Finding(name, data.count(b"\n", 0, error.start) + 1, "not UTF-8", "save the file as UTF-8")]
    except ValueError as error:
        line = re.search(r"line (\d+)", str(error))
        last = max(text.rstrip("\n").count("\n") + 1, 1)
        return (
            {},
            text,
            [
                Finding(
                    name,
                    int(line[1]) if line else last,
                    f"not TOML: {error}",
                    'write key = "value"; close each quotation mark and bracket',
                )
            ],
        )
    except RecursionError:
        return {}, text, [Finding(name, 1, "not TOML: nested too deep", 'write key = "value"')]


class _Dumper(yaml.SafeDumper):
    pass


_Dumper.add_multi_representer(str, yaml.SafeDumper.represent_str)  # also kinds of str, like our strings


def to_yaml(data: dict) -> str:
    """YAML in the order of ``data``, one line a value."""
    return yaml.dump(data, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=10**6)


def flatten_tables(table: dict, name: str = "") -> Iterator[tuple[str, object]]:
    """Each value of TOML's tables under its whole name: ``picture.mask.title``."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flatten_tables(value, f"{name}{key}.")
        else:
            yield name + key, value


def modification_time(path: Path) -> int:
    """When a file was saved, in nanoseconds; 0 where it isn't there."""
    return path.stat().st_mtime_ns if path.is_file() else 0
