"""PO catalogs for tools such as Weblate, Poedit and OmegaT: one a page, and one each for strings and glossary.

They hold nothing that changes without need: no dates, no line numbers, no places of other pages.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from handbook import SOURCE_LANGUAGE
from handbook.project.checkout import Project
from handbook.project.languages import Language
from handbook.translation import exchange, glossary, wordings
from handbook.translation.exchange import Message
from handbook.translation.freshness import STALE
from handbook.translation.gaps import Gaps
from handbook.translation.status import source_of
from handbook.translation.translation_units import hash_of

EXPORTED = "exported: "  # in a comment: a hash of the translation that was written, so that import knows what is new
WIDE = 1_000_000  # letters of a line: Babel breaks an old English into lines without quotation marks
GAPPED = "python-brace-format"  # the flag by which tools check gaps
HEADER = """\
# {name}: {title}
# Gaps such as {{code1}} stand for what is equal in all languages; they may change their places.
# Comments tell what is in them, and the words of the glossary. Braces that are text are doubled.
msgid ""
msgstr ""
"Project-Id-Version: {code} {name}\\n"
"Language: {tag}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def catalog(project: Project, language: str, name: str) -> str:
    """A page, or a file of strings, as a PO file.

    Units whose English has changed are *fuzzy*, with the English that they were made from.

    Args:
        project: the checkout.
        language: other than English.
        name: of the page, without ``.md``; or ``ui.toml`` or ``glossary.toml``.

    Raises:
        DiagnosticError: there is no English page of this name.
    """
    source = source_of(project, name)
    found = exchange.messages(project, language, name)
    stale = [message.state for message in found if message.state.state == STALE]
    before = {change.state.source: change.before for change in wordings.of_states(project.root, source, stale)[0]}
    result = Catalog(locale=None, charset="utf-8", fuzzy=False)
    for message in found:
        old = before.get(message.unit)
        entry = result.add(
            message.text,
            message.translation,
            context=message.context,
            flags=[GAPPED] * ("{" in message.text) + ["fuzzy"] * (message.state.state == STALE),
            auto_comments=list(_comments(project, language, message)),
            previous_id=[Gaps(message.unit.kind, " ".join(old.split())).text] if old else [],
        )
        entry.flags.discard("python-format")  # which Babel takes a per cent sign for
    stream = BytesIO()
    write_po(stream, result, width=WIDE, omit_header=True, include_previous=True)
    header = HEADER.format(name=name, title=source.title, code=language, tag=Language.read(language, project.root).lang)
    return header + stream.getvalue().decode()


def _comments(project: Project, language: str, message: Message) -> Iterator[str]:
    unit = message.unit
    yield "words in code, each on its line" if unit.kind == "words" else unit.kind
    for name, content in message.gaps.contents.items():
        if content != f"{{{name}}}":
            yield f"{{{name}}} = {content}"
    source, target = glossary.load(project.root, SOURCE_LANGUAGE), glossary.load(project.root, language)
    for key in glossary.first_uses(unit.prose() or unit.text, source):
        if key in target.terms and target.terms[key].term:
            yield f"glossary: {source.terms[key].term} = {target.terms[key].term}"
    if message.translation:
        yield EXPORTED + hash_of(message.translation)
