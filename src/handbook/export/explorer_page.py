"""The attention explorer's files: its script, the model's weights as a script, and what other models' attention needs.

Weights come as a classic script: the explorer also works from a folder, where scripts can't fetch anything. The page
for any model's attention (``attention-explorer.html``) holds its scripts and styles; the book's ``attention_file.py``
writes the files that it opens.
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
PAGE = "assets/attention-explorer.html"
WRITER = "assets/attention_file.py"
WRITER_SOURCE = "content/downloads/attention_file.py"
STYLES = ("tokens", "widgets", "explorer")
COMMON = "common"


def has_model(root: Path) -> bool:
    """Whether the checkout has the model that the explorer shows."""
    return (root / MODEL).is_file() and (root / GRAMMAR).is_file()


def files(root: Path, language: str, bundle: Callable[[Path], str]) -> dict[str, Callable[[], str]]:
    """The explorer's files on the site of one language.

    Args:
        root: the checkout.
        language: a folder of ``i18n``, or an edition.
        bundle: makes a classic script of a file of ``frontend/entries``.

    Returns:
        By its path on the site, the function that makes each file; empty where the checkout has no explorer.
    """
    if not (root / "frontend" / "explorer").is_dir():
        return {}
    makers = {
        SCRIPT: lambda: bundle(root / "frontend" / "entries" / "explorer.js"),
        PAGE: lambda: page(root, language, bundle),
    }
    if (root / WRITER_SOURCE).is_file():
        makers[WRITER] = lambda: (root / WRITER_SOURCE).read_text(encoding="utf-8")
    return {**makers, WEIGHTS: lambda: weights_script(root)} if has_model(root) else makers


# -- the model


def weights_script(root: Path) -> str:
    """A script that sets one variable: the model's file in base64, each language's tokens, and example sentences.

    Raises:
        DiagnosticError: where the model or the sentences can't be read.
    """
    data = (root / MODEL).read_bytes()
    model = {
        "weights": base64.b64encode(data).decode("ascii"),
        "words": language_tokens(root),
        "examples": example_sentences(root),
    }
    return f"globalThis.attentionModel = {json.dumps(model, ensure_ascii=False)};\n"


def example_sentences(root: Path) -> dict[str, list[str]]:
    """Example sentences in each language that the model knows. Raises DiagnosticError for an unreadable file."""
    return examples.load(root).get(examples.EXPLORER, {})


def vocabulary(root: Path) -> list[str]:
    """The model's tokens by their ids. Raises DiagnosticError if the file is no safetensors file with a vocabulary."""
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


def language_tokens(root: Path) -> dict[str, list[str]]:
    """The tokens that each language's part of the grammar can produce, in the vocabulary's order.

    Raises:
        DiagnosticError: where the model or the sentences can't be read.
    """
    grammar = tomllib.loads((root / GRAMMAR).read_text(encoding="utf-8"))
    all_tokens = vocabulary(root)
    tokens = {}
    for language in example_sentences(root):
        words: set[str] = set()
        for tables in (grammar[COMMON], grammar[language]):
            for text in _texts(tables):
                words.update(text.split())
        words |= {word[0].upper() + word[1:] for word in words}
        tokens[language] = [token for token in all_tokens if token in words]
    return tokens


def _texts(tables: dict) -> Iterator[str]:
    """All texts in a grammar's tables. The first line of a table names its columns, and is left out."""
    for value in tables.values():
        if isinstance(value, dict):
            yield from _texts(value)
        elif isinstance(value, str):
            yield from (line.replace("|", " ") for line in value.strip().split("\n")[1:])
        else:
            yield from value


# -- the page for other models


def page(root: Path, language: str, bundle: Callable[[Path], str]) -> str:
    """The explorer as one self-contained html file.

    Readers choose a file in it, or put their attention in the place of ``null`` in ``#attention``.

    Args:
        root: the checkout.
        language: a folder of ``i18n``, or an edition.
        bundle: makes a classic script of a file of ``frontend/entries``.

    Raises:
        DiagnosticError: where strings can't be read.
    """
    t = Strings.of(language, "widget.explorer", root)
    style_sheets = [
        (root / "theme" / "assets" / "stylesheets" / f"{name}.css").read_text(encoding="utf-8") for name in STYLES
    ]
    styles = "".join([*style_sheets, _PAGE_STYLE])
    script = bundle(root / "frontend" / "entries" / "explorer-page.js").replace("</", "<\\/")
    lang = widgets.LANGS.get(language, language)
    # The policy forbids all requests: readers see in the first lines that their data stays on their machine.
    policy = (
        f"default-src 'none'; script-src {_digest(script)}; style-src {_digest(styles)}; "
        "style-src-attr 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'"
    )
    return _PAGE.format(
        lang=lang,
        policy=policy,
        title=escape(t("title")),
        styles=styles,
        body=widgets.html(widgets.EXPLORER, language, root),
        script=script,
    )


def _digest(code: str) -> str:
    """The source expression of a content security policy for an inline script or style."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(code.encode('utf-8')).digest()).decode('ascii')}'"


_PAGE_STYLE = """
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
