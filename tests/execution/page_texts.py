"""Pages for tests, as text."""

from __future__ import annotations


def fence(code: str, output: str | None = None, kind: str = "python", classes: str = "") -> str:
    text = f"```{kind}\n{code}\n```\n\n"
    return text if output is None else text + f"```{{.text .output{classes}}}\n{output}\n```\n\n"
