"""The model on the home page: a partial of the theme with its first state, which ``frontend/home`` computes in node.

Readers without scripts see that state. In a browser the same code makes it live, as soon as somebody touches it.
"""

from __future__ import annotations

import json
from html import escape
from pathlib import Path

from handbook.core.diagnostics import DiagnosticError, Finding
from handbook.export import explorer_page
from handbook.extensions import node_process, widgets
from handbook.project.strings import Strings
from handbook.site import bundler

PARTIAL = "partials/live-model.html"
SECTION = "live"
# What the explorer says in the same words.
SHARED = ("empty_sentence", "end_of_text", "show", "too_long", "unknown", "unknown_near")


def partial(root: Path, language: str) -> str:
    """The element with the model, as a template; empty where the checkout has no model or no sentence for it.

    Args:
        root: the checkout.
        language: a folder of ``i18n``, or an edition.

    Raises:
        DiagnosticError: where model, sentences or strings can't be read, or node can't compute the first state.
    """
    sentences = explorer_page.example_sentences(root) if explorer_page.has_model(root) else {}
    if not sentences:
        return ""
    locale = widgets.LANGS.get(language, language)
    spoken = locale.partition("-")[0]
    known = spoken if spoken in sentences else next(iter(sentences))
    words = _words(root, language)
    answer = node_process.ask(
        "live",
        weights=str(root / explorer_page.MODEL),
        vocabulary=explorer_page.language_tokens(root)[known],
        language=known,
        locale=locale,
        words=words,
        sentences=sentences[known],
    )
    if "error" in answer:
        hint = "it begins with the language's first sentence in [explorer]; see frontend/home"
        raise DiagnosticError([Finding("content/examples.toml", 1, answer["error"], hint)])
    attributes = {
        **Strings.of(language, SECTION, root).html_language(),
        "class": "live",
        "role": "group",
        "aria-label": words["title"],
        "data-model": "",
        "data-language": known,
        "data-locale": locale,
        "data-words": json.dumps(words, ensure_ascii=False),
    }
    tag = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
    return f"{{% raw %}}<div{tag}>{answer['html']}{{% endraw %}}{_NOTE}</div>\n{_SCRIPTS}"


def _words(root: Path, language: str) -> dict[str, str]:
    shared = Strings.of(language, "widget.explorer", root)
    return {**Strings.of(language, SECTION, root).all(), **{key: shared(key) for key in SHARED}}


# Loaded when somebody touches the element (frontend/page/load-when-touched.js).
_SCRIPTS = "".join(
    f'<script type="text/plain" data-touched src="{{{{ \'{script}\' | url }}}}"></script>\n'
    for script in (explorer_page.WEIGHTS, bundler.LIVE)
)
_NOTE = """\
<p class="live-note">{{ config.extra.strings.live.note }}
{% if config.extra.named.explorer %}\
<a href="{{ config.extra.named.explorer | url }}">{{ config.extra.strings.live.all_heads }}</a>
{% endif %}</p>"""
