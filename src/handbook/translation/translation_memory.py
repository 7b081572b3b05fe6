"""The translation memory of a language, as TMX: English sentences with their translations, for tools and for research.

Format: Translation Memory eXchange 1.4b (LISA, 2005), which all tools for translators read.
"""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from handbook import SOURCE_LANGUAGE
from handbook.project import book
from handbook.project.checkout import Project
from handbook.project.languages import Language
from handbook.translation import exchange, status
from handbook.translation.freshness import FRESH

_HEAD = """\
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4">
<header creationtool="handbook" creationtoolversion="1" segtype="paragraph" o-tmf="Markdown" adminlang="en" \
srclang={source} datatype="plaintext">
<note>{note}</note>
</header>
<body>
"""


def memory(project: Project, language: str) -> str:
    """All blocks, strings and definitions whose translation follows today's English, each pair once.

    They are the texts of the PO catalogs, with the same gaps, so that tools find them there.

    Raises:
        DiagnosticError: a page or the language can't be read.
    """
    source, target = Language.read(SOURCE_LANGUAGE, project.root), Language.read(language, project.root)
    pairs: dict[tuple[str, str], str] = {}
    for name in status.names(project):
        for message in exchange.messages(project, language, name):
            if message.state.state == FRESH and message.translation and message.text != message.translation:
                pairs.setdefault((message.text, message.translation), message.context)
    of_book = book.load(project.root)
    license = of_book.licenses["text"]
    note = "Gaps like {code1} stand for code, formulas and links. "
    note += f"{of_book.name} {of_book.address}, English and {target.name}. License: {license.name} {license.address}"
    body = "".join(
        f'<tu><prop type="x-context">{escape(context)}</prop>'
        f"<tuv xml:lang={quoteattr(source.lang)}><seg>{escape(english)}</seg></tuv>"
        f"<tuv xml:lang={quoteattr(target.lang)}><seg>{escape(translated)}</seg></tuv></tu>\n"
        for (english, translated), context in pairs.items()
    )
    return _HEAD.format(source=quoteattr(source.lang), note=escape(note)) + body + "</body>\n</tmx>\n"
