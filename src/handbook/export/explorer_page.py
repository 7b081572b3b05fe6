"""The attention explorer's files: its script, the model's weights as a script, and the page that carries any attention.

Weights come as a classic script, so that the explorer works from a file too, where nothing can be fetched. The page
(``attention-explorer.html``) has scripts and styles in it; readers put their own model's attention in with Python.
"""

from __future__ import annotations

import base64
import hashlib
import json
import struct
import tomllib
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path

from handbook.core.diagnostics import DiagnosticError, Finding, display_path
from handbook.extensions import widgets
from handbook.project import examples
from handbook.project.strings import Strings

MODEL = "models/grammar.safetensors"
GRAMMAR = "models/grammar.toml"
SCRIPT = "assets/javascripts/explorer.js"
WEIGHTS = "assets/javascripts/explorer-model.js"
STYLE = "assets/stylesheets/explorer.css"
PAGE = "assets/attention-explorer.html"
STYLES = ("tokens", "widgets", "explorer")
COMMON = "common"


def is_there(root: Path) -> bool:
    """Whether the checkout has the model that the explorer shows."""
    return (root / MODEL).is_file() and (root / GRAMMAR).is_file()


def files(root: Path, language: str, bundle: Callable[[Path], str]) -> dict[str, Callable[[], str]]:
    """What makes each file that the site of one language gets. ``bundle`` makes a classic script of an entry file."""
    if not (root / "frontend" / "explorer").is_dir():
        return {}
    found = {
        SCRIPT: lambda: bundle(root / "frontend" / "entries" / "explorer.js"),
        PAGE: lambda: page(root, language, bundle),
    }
    return {**found, WEIGHTS: lambda: weights_script(root)} if is_there(root) else found


# -- the model


def weights_script(root: Path) -> str:
    """The weights, the words of each language, and sentences to begin with, as a script that only sets a variable."""
    data = (root / MODEL).read_bytes()
    model = {
        "weights": base64.b64encode(data).decode("ascii"),
        "words": words(root),
        "examples": sentences(root),
    }
    return f"globalThis.attentionModel = {json.dumps(model, ensure_ascii=False)};\n"


def sentences(root: Path) -> dict[str, list[str]]:
    """Sentences to begin with in each language that the model knows. Raises DiagnosticError for an unreadable file."""
    return examples.load(root).get("explorer", {})


def vocabulary(root: Path) -> list[str]:
    """The model's tokens in their order. Raises DiagnosticError if the file is none of its kind."""
    path = root / MODEL
    try:
        data = path.read_bytes()
        (length,) = struct.unpack("<Q", data[:8])
        return json.loads(json.loads(data[8 : 8 + length])["__metadata__"]["vocabulary"])
    except (OSError, ValueError, KeyError, TypeError, struct.error) as error:
        raise DiagnosticError(
            [
                Finding(
                    display_path(path, root),
                    1,
                    f"no model with a vocabulary: {error}",
                    "train it anew, as its card says",
                )
            ]
        ) from None


def words(root: Path) -> dict[str, list[str]]:
    """The tokens that each language's part of the grammar can write, in the vocabulary's order."""
    grammar = tomllib.loads((root / GRAMMAR).read_text(encoding="utf-8"))
    tokens = vocabulary(root)
    found = {}
    for language in sentences(root):
        pieces = {
            piece
            for tables in (grammar[COMMON], grammar[language])
            for text in _texts(tables)
            for piece in text.split()
        }
        pieces |= {piece[0].upper() + piece[1:] for piece in pieces}
        found[language] = [token for token in tokens if token in pieces]
    return found


def _texts(tables: dict) -> Iterator[str]:
    """All that a grammar's tables may write; a table's first line only names its columns."""
    for value in tables.values():
        if isinstance(value, dict):
            yield from _texts(value)
        elif isinstance(value, str):
            yield from (line.replace("|", " ") for line in value.strip().split("\n")[1:])
        else:
            yield from value


# -- the page for readers' own models


def page(root: Path, language: str, bundle: Callable[[Path], str]) -> str:
    """One file that needs no other: open it and choose a file, or put the attention in the place of ``null``."""
    say = Strings.of(language, "widget.explorer", root)
    sheets = [
        (root / "theme" / "assets" / "stylesheets" / f"{name}.css").read_text(encoding="utf-8") for name in STYLES
    ]
    styles = "".join([*sheets, _OWN_STYLE])
    script = bundle(root / "frontend" / "entries" / "explorer-page.js").replace("</", "<\\/")
    lang = widgets.LANGS.get(language, language)
    # Nothing may be loaded at all: readers can see in the first lines that their data stays where it is.
    policy = (
        f"default-src 'none'; script-src {_digest(script)}; style-src {_digest(styles)}; "
        "style-src-attr 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'"
    )
    return _PAGE.format(
        lang=lang,
        policy=policy,
        title=escape(say("title")),
        styles=styles,
        body=widgets.html(widgets.EXPLORER, language, root),
        script=script,
    )


def _digest(code: str) -> str:
    """What a content security policy calls an inline script or style."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(code.encode('utf-8')).digest()).decode('ascii')}'"


_OWN_STYLE = """
html { font-size: 125%; }
body { margin: 0; background: var(--paper); color: var(--ink); font-family: var(--font-text); line-height: 1.5; }
main { max-width: 50rem; margin: 0 auto; padding: 0.8rem; }
main .widget.widget { margin: 0; }
"""

_PAGE = """\
<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{styles}</style>
</head>
<body data-md-color-scheme="default">
<main class="md-typeset">
<h1 hidden>{title}</h1>
{body}
</main>
<script type="application/json" id="attention">null</script>
<script>{script}</script>
</body>
</html>
"""
