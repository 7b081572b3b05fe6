"""Formulas for Jupyter: the macros of the site's roles, which it doesn't know, become colors."""

from __future__ import annotations

import re

# The role macros of node_server.mjs. Each color is readable on white and on black.
ROLES = {
    "embedding": "#6f7a88",
    "query": "#bd5b12",
    "key": "#3277d3",
    "val": "#29844c",
    "score": "#d63a5e",
    "weight": "#d63a5e",
}
ROLE = re.compile(rf"\\({'|'.join(ROLES)})(?![A-Za-z])\s*")


def color_roles(tex: str) -> str:
    r"""Replace ``\query{q}`` by ``{\color{#…}{q}}``, a form that MathJax 2, MathJax 3 and KaTeX read alike."""
    match = ROLE.search(tex)
    if match is None:
        return tex
    end = _argument(tex, match.end())
    argument = tex[match.end() : end]
    inner = argument[1:-1] if argument.startswith("{") else argument
    return f"{tex[: match.start()]}{{\\color{{{ROLES[match[1]]}}}{{{color_roles(inner)}}}}}{color_roles(tex[end:])}"


def _argument(tex: str, start: int) -> int:
    """The end of the argument that begins at ``start``: a group, a command or one character."""
    if command := re.compile(r"\\(?:[A-Za-z]+|.)").match(tex, start):
        return command.end()
    depth = 0
    for index in range(start, len(tex)):
        escaped = index > 0 and tex[index - 1] == "\\"
        if not escaped:
            depth += (tex[index] == "{") - (tex[index] == "}")
        if depth <= 0:
            return index + 1
    return len(tex)
