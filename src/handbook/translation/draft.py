"""One text with all that somebody else, a person or a machine, needs to translate what a page lacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from babel import Locale

from handbook import SOURCE_LANGUAGE
from handbook.core.diagnostics import display_path
from handbook.core.files import read_utf8
from handbook.project.checkout import Project
from handbook.project.languages import Language
from handbook.translation import exchange, glossary, status, string_pages
from handbook.translation.exchange import Message
from handbook.translation.freshness import MISSING, STALE
from handbook.translation.gaps import LINE_BREAKS

END = "[[end]]"
STYLE = "STYLE.md"  # of each language: what only a reader can tell
LARGEST = 50_000  # bytes of it
EXAMPLES = 4  # translated neighbours of a page of which nothing is translated
_RULES = """\
Translate parts of a tutorial about attention in language models from English into {language} ({name}).

How to answer
- Answer with the parts under "To translate" only. Begin each with its line in double square brackets, as it stands
  there, in the same order. Write {end} behind the last one. A long answer may come in portions, each with its {end}.
- Gaps in braces, like {{code1}}, stand for code, formulas and targets of links. Each one must stand in your text as
  often as in the English; its place in the sentence is free. Don't write what is in it.
- Words in [square brackets] before a {{link1}} are the link's words: translate them and keep the brackets.
- *Asterisks* stand around what is emphasized. Braces that are doubled, {{{{ and }}}}, are text.
- Write each part on one line. The rows of a table, and the words in code, stand on lines of their own: keep these.
- Add nothing and leave nothing out. Change no number; write decimals as {language} does: 1{decimal}5.
{quotes}- Write as one would teach in {language}: the order of words and sentences inside a part is yours.
- The words below are decided: use them, and no others for the same thing. At the first use of one on the page, the
  English word stands behind it in brackets.
"""


def write(project: Project, language: str, name: str) -> str:
    """The text for a page: rules, its words, the language's style, neighbours that are translated, and what is to do.

    Args:
        project: the checkout.
        language: other than English.
        name: of the page, or of a file of strings.

    Returns:
        the text; "" where nothing is to be done.

    Raises:
        DiagnosticError: there is no English page of this name, or the language can't be read.
    """
    messages = exchange.messages(project, language, name)
    open_messages = [message for message in messages if is_open(message)]
    if not open_messages:
        return ""
    parts = [_rules(project, language), "The words", *_words(project, language, open_messages)]
    style = project.root / "i18n" / language / STYLE
    if style.is_file():
        text = read_utf8(style, display_path(style, project.root), LARGEST)
        parts += ["\nHow the language is written here", "", text.strip()]
    if neighbours := _neighbours(project, language, name, messages):
        parts += ["\nHow it was translated before"]
        parts += [f"\n{message.unit.kind}\n{message.text}\n→ {message.translation}" for message in neighbours]
    parts += ["\nTo translate"]
    parts += [_part(language, message) for message in open_messages]
    return "\n".join([*parts, "", END, ""])


def is_draft(text: str) -> bool:
    """Whether ``text`` was written by ``write``, or is somebody's answer to it."""
    return text.lstrip("\ufeff \r\n").startswith((_RULES.partition("{")[0], "[["))


def mark(language: str, message: Message) -> str:
    """The line that a part of the text, and of the answer, begins with."""
    return f"[[{language} {message.context}]]"


def is_open(message: Message) -> bool:
    """Whether a unit is to be translated, or its translation to be brought up to date."""
    return message.state.state in (MISSING, STALE)


def _rules(project: Project, code: str) -> str:
    language = Language.read(code, project.root)
    quotes = ""
    if language.quotes:
        quotes = f"- Quotation marks are {' '.join(language.quotes[:2])}"
        quotes += f", and {' '.join(language.quotes[2:])} inside a quotation" * (len(language.quotes) > 2) + ".\n"
    english = Locale.parse(language.lang, sep="-").get_display_name(SOURCE_LANGUAGE) or language.name
    decimal = "," if language.decimal_comma else "."
    return _RULES.format(language=english, name=language.name, end=END, decimal=decimal, quotes=quotes)


def _words(project: Project, language: str, messages: Sequence[Message]) -> Iterator[str]:
    source, target = glossary.load(project.root, SOURCE_LANGUAGE), glossary.load(project.root, language)
    text = "\n".join(message.text for message in messages)
    for key in glossary.first_uses(text, source):
        if (term := target.terms.get(key)) and term.term:
            yield f"- {source.terms[key].term}: {term.term}"
    for refused, instead in target.refused.items():
        yield f"- not “{refused}”: {instead}"


def _neighbours(project: Project, language: str, name: str, messages: Sequence[Message]) -> list[Message]:
    """The translated messages beside those to do; or some of another page, where this one has none."""
    near = []
    for index, message in enumerate(messages):
        beside = messages[max(index - 1, 0) : index + 2]
        if not is_open(message) and message.translation and any(map(is_open, beside)):
            near.append(message)
    if near or name in string_pages.NAMES:
        return near
    for other in status.names(project):
        if other != name and project.find(language, other):
            done = [m for m in exchange.messages(project, language, other) if m.translation and not is_open(m)]
            return [message for message in done if message.unit.kind == "paragraph"][:EXAMPLES]
    return []


def _part(language: str, message: Message) -> str:
    unit = message.unit
    lines = ["", mark(language, message), message.text]
    if message.state.state == STALE and message.translation:
        lines.insert(2, f"(its translation, made from older English: {message.translation})")
    contents = [f"{{{gap}}} = {content}" for gap, content in message.gaps.contents.items() if content != f"{{{gap}}}"]
    what = f"the {message.text.count(chr(10)) + 1} lines of " if unit.kind in LINE_BREAKS else ""
    lines.insert(2, f"({'; '.join([what + unit.kind, *contents])})")
    return "\n".join(lines)
