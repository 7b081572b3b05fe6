"""Formulas for Jupyter, which doesn't know the macros of the site: roles become colors."""

from __future__ import annotations

import re

# The role macros of node_server.mjs: Jupyter doesn't know them. Each colour can be read on white and on black.
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
    r"""``\query{q}`` as ``{\color{#…}{q}}``: the one form that MathJax 2, 3 and KaTeX all read as meant."""
    match = ROLE.search(tex)
    if match is None:
        return tex
    end = _argument(tex, match.end())
    argument = tex[match.end() : end]
    inner = argument[1:-1] if argument.startswith("{") else argument
    return f"{tex[: match.start()]}{{\\color{{{ROLES[match[1]]}}}{{{color_roles(inner)}}}}}{color_roles(tex[end:])}"


def _argument(tex: str, start: int) -> int:
    """Where the argument that begins at ``start`` ends: a group, a command or one sign."""
    if command := re.compile(r"\\(?:[A-Za-z]+|.)").match(tex, start):
        return command.end()
    depth = 0
    for place in range(start, len(tex)):
        escaped = place > 0 and tex[place - 1] == "\\"
        depth += (tex[place] == "{") - (tex[place] == "}") if not escaped else 0
        if depth <= 0:
            return place + 1
    return len(tex)
