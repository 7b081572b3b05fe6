"""YAML without its traps: no aliases, no tags, no key twice; what is wrong has a line."""

from __future__ import annotations

import yaml


class YamlError(Exception):
    """What is wrong, and on which line of the text (from 0)."""

    def __init__(self, message: str, line: int):
        self.line = line
        super().__init__(message)


def load(text: str) -> dict:
    """The mapping that ``text`` holds; an empty text is an empty one. Raises YamlError for anything else."""
    try:
        found = yaml.load(text, _Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise YamlError(getattr(error, "problem", None) or str(error).split("\n")[0], mark.line if mark else 0) from None
    except ValueError as error:  # a date that no calendar has
        raise YamlError(str(error), 0) from None
    except RecursionError:
        raise YamlError("nested too deep", 0) from None
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise YamlError("it isn't a list of `name: value`", 0)
    return found


class _Loader(yaml.SafeLoader):
    """An alias may stand for a bomb, and of a key that comes twice YAML keeps the last in silence."""

    def compose_node(self, parent, index):
        if self.check_event(yaml.AliasEvent):
            event = self.peek_event()
            raise yaml.composer.ComposerError(None, None, f"the alias *{event.anchor}", event.start_mark)
        return super().compose_node(parent, index)

    def construct_mapping(self, node, deep=False):
        seen = set()
        for key, _ in node.value:
            if key.value.__hash__ and key.value in seen:
                raise yaml.constructor.ConstructorError(None, None, f"`{key.value}` twice", key.start_mark)
            if key.value.__hash__:
                seen.add(key.value)
        return super().construct_mapping(node, deep)
