"""A language in a second script: Serbian pages, written in Latin letters, transliterated to Cyrillic.

cyrtranslit maps the letters; ``transliteration_lists`` reads the exceptions. Code, formulas, links and everything that
is marked as another language stay as they are. So does Cyrillic text: transliterating twice changes nothing more.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import cyrtranslit

from handbook.core import html_tokens
from handbook.core.diagnostics import DiagnosticError, Finding, display_path
from handbook.project import transliteration_lists

SOFT_HYPHEN = "\u00ad"
LETTERS = frozenset("abcčćdđefghijklmnoprsštuvzž")
ONE_LETTER_WORDS = frozenset("aiousAIOUS")  # any other single letter is a variable; so is a capital behind a word
# Endings of Serbian declension and word formation that a foreign stem may have.
ENDINGS = (
    "a|e|i|o|u|am|ama|em|ama|ima|om|ova|ove|ovi|ovima|ovo|ovog|ovom|ovu|ov|eva|eve|evi|evima|"
    "ju|ja|je|jem|ji|jima|ski|ska|sko|ske|skog|skoj|skim|skih"
)

_INNER_CAPITAL = re.compile("[a-zčćđšž][A-ZČĆĐŠŽ]|^(?!LJ|NJ|DŽ)[A-ZČĆĐŠŽ]{2,}[a-zčćđšž]")
_AFTER_A_WORD = re.compile(r"\w,?\s\Z")
WORD = rf"[^\W\d_](?:[^\W\d_]|[{SOFT_HYPHEN}\u0300-\u036f])*"
# Never prose: placeholders of strings, URLs, mail addresses, html entities, dotted names with their arguments, and
# file names.
FIXED = "|".join(
    [
        r"\{[^{}]*\}",
        r"https?://[^\s<>]+",
        r"[\w.+-]+@[\w-]+\.[\w.]+",
        r"&\#?\w+;",
        r"(?<!\w)[^\W\d][\w-]*(?:\.[^\W\d][\w-]*)+(?:/[\w.-]*\w|\([^()]*\))*",
    ]
)
MIXED = r"(?<!\w)\w*[\d_]\w*(?!\w)"
TOKEN = re.compile(rf"(?P<fixed>{FIXED})|(?P<mixed>{MIXED})|(?P<word>{WORD})")
GROUP = re.compile(r"\(([^()]*)\)|„([^„”“]*)[”“]|“([^“”]*)”|\*([^*\s][^*]*)\*")

# Elements and classes whose content is no prose.
LATIN_ELEMENTS = frozenset("code pre kbd samp var math script style textarea".split())
LATIN_CLASSES = frozenset("arithmatex katex headerlink highlight".split())
TRANSLITERATED_CLASSES = frozenset(("picture", "widget"))  # made from strings that are transliterated already
VISIBLE_ATTRIBUTES = ("title", "aria-label", "alt", "abbr", "placeholder", "data-label")
# In these elements a word on its own is more likely to be a word of an English example than a Serbian one.
EXAMPLE_ELEMENTS = frozenset("em strong td th text tspan i b q cite".split())


@dataclass(frozen=True)
class ScriptVariant:
    """A language in a second script, as ``[edition]`` of its ``cyrillic.toml`` describes it.

    Args:
        language: the folder of the pages in Latin letters: ``sr``.
        code: its folder in the site: ``sr-cyrl``.
        lang: its BCP 47 tag: ``sr-Cyrl``.
        name: what its speakers call it.
        short: an abbreviation of the name.
        alphabet: the name of its script, for links to it.
        latin: the name of the Latin script, for links back.
    """

    language: str
    code: str
    lang: str
    name: str
    short: str
    alphabet: str
    latin: str


def script_variants(root: Path) -> list[ScriptVariant]:
    """The languages of the checkout that have a second script, in it.

    Raises:
        DiagnosticError: where a ``cyrillic.toml`` is faulty.
    """
    variants = []
    for path in sorted((root / "i18n").glob(f"*/{transliteration_lists.FILE}")):
        tables = transliteration_lists.read(path, root, path.stat().st_mtime_ns)
        variants.append(
            ScriptVariant(path.parent.name, **{name: str(text) for name, text in tables["edition"].items()})
        )
    return variants


def source_of(code: str, root: Path) -> str:
    """The language that a script variant is made from: ``sr`` of ``sr-cyrl``; for any other language its own code."""
    return next((variant.language for variant in script_variants(root) if variant.code == code), code)


@lru_cache(maxsize=4)
def _transliterator(path: Path, root: Path, modified: int) -> Transliterator:
    """``modified`` is a key of the cache: a saved file is read again while the site is served."""
    return Transliterator(transliteration_lists.read(path, root, modified))


def transliterator(language: str, root: Path) -> Transliterator:
    """The transliterator of a language (``sr``) or of its script variant (``sr-cyrl``).

    Raises:
        DiagnosticError: where the language has no ``cyrillic.toml``, or a faulty one.
    """
    path = root / "i18n" / source_of(language, root) / transliteration_lists.FILE
    if not path.is_file():
        hint = "i18n/sr/cyrillic.toml is an example"
        raise DiagnosticError([Finding(display_path(path, root), 1, "this language has no second alphabet", hint)])
    return _transliterator(path, root, path.stat().st_mtime_ns)


@dataclass
class Use:
    """A word in both scripts, how often it occurs, and on which page first."""

    latin: str
    transliterated: str
    first: str
    count: int = 0


@dataclass
class Report:
    """All words that a transliterator has met."""

    uses: dict[tuple[str, str], Use] = field(default_factory=dict)
    location: str = ""  # the page of the next words

    def add(self, latin: str, transliterated: str) -> None:
        """Count a word."""
        key = (latin, transliterated)
        if key not in self.uses:
            self.uses[key] = Use(latin, transliterated, self.location)
        self.uses[key].count += 1

    def of(self, changed: bool) -> list[Use]:
        """The words that were changed (or those that were not), in alphabetical order."""
        selected = [use for use in self.uses.values() if (use.latin != use.transliterated) == changed]
        return sorted(selected, key=lambda use: (use.latin.lower(), use.latin))


class Transliterator:
    """Writes Serbian in Cyrillic letters.

    Args:
        tables: a sound ``cyrillic.toml``.
    """

    def __init__(self, tables: dict):
        latin = tables["latin"]
        self.lang = tables["edition"]["lang"]
        self.seams = [_seam_finder(pattern) for pattern in tables["digraphs"]["apart"]]
        self.inflected = sorted((word.lower() for word in latin["inflected"]), key=len, reverse=True)
        self.words = {word.lower() for word in latin["words"]} | set(self.inflected)
        self.alone = {word.lower() for word in latin["alone"]}
        self.beside = {word.lower() for word in latin["beside"]}
        self.never = {word.lower() for word in latin["never"]}
        stems = "|".join(map(re.escape, self.inflected))
        self.form = re.compile(rf"({stems})({ENDINGS})", re.IGNORECASE) if stems else re.compile("(?!)")
        self.phrases = [_phrase_pattern(phrase) for phrase in latin["phrases"]]
        self.report: Report | None = None
        self._written: dict[str, str] = {}  # words as they were transliterated

    @contextmanager
    def reporting(self) -> Iterator[Report]:
        """Record all words while the context is open."""
        self.report = Report()
        try:
            yield self.report
        finally:
            self.report = None

    def at(self, location: str) -> None:
        """Set the page of the next words, for the report."""
        if self.report:
            self.report.location = location

    # -- words

    def word(self, word: str) -> str:
        """Transliterate one word, without regard to its neighbours."""
        if word not in self._written:
            self._written[word] = self._word(word)
        return self._written[word]

    def _word(self, word: str) -> str:
        composed = unicodedata.normalize("NFC", word)
        letters = composed.replace(SOFT_HYPHEN, "")
        lower = letters.lower()
        is_variable = len(letters) == 1 and letters not in ONE_LETTER_WORDS
        if is_variable or any(_is_cyrillic(letter) for letter in letters):
            return word
        if lower not in self.never:
            if lower in self.words:
                return word
            if form := self.form.fullmatch(letters):
                return f"{form[1]}-{_cyrillic(form[2], [])}"
            if (
                not set(lower) <= LETTERS
                or (1 < len(letters) <= 4 and letters.isupper() and letters.isascii())
                or _INNER_CAPITAL.search(letters)
            ):
                return word
        seams = [position for find_seams in self.seams for position in find_seams(lower)]
        return _cyrillic(composed, seams)

    def _is_foreign_group(self, words: list[str]) -> bool:
        """Whether words of one group are all foreign: at least one for certain, and each of the others possibly."""
        lower = [word.lower() for word in words]
        if not any(word in self.words or word in self.alone for word in lower):
            return False
        return all(word.lower() in self.alone | self.beside or self.word(word) == word for word in words)

    # -- text

    def text(self, text: str, isolated: bool = False, names: Container[str] = ()) -> str:
        """Transliterate text.

        Args:
            text: plain.
            isolated: whether it stands by itself, such as the only word of a table cell.
            names: what stays Latin in it, such as names of variables.
        """
        phrases = (pattern for left, pattern in self.phrases if left in text)
        latin_spans = [match.span("left") for phrase in phrases for match in phrase.finditer(text)]
        if isolated and self._is_foreign_group(_words(text)):
            latin_spans = [(0, len(text))]
        for match in GROUP.finditer(text):
            if self._is_foreign_group(_words(next(part for part in match.groups() if part is not None))):
                latin_spans.append(match.span())
        result, end_of_last = [], 0
        for match in TOKEN.finditer(text):
            result.append(text[end_of_last : match.start()])
            end_of_last = match.end()
            word = match[0]
            in_span = any(start <= match.start() and match.end() <= end for start, end in latin_spans)
            is_label = len(word) == 1 and word.isupper() and _AFTER_A_WORD.search(text, 0, match.start())
            stays_latin = match["word"] is None or in_span or is_label
            is_name = word in names and word.lower() not in self.never
            transliterated = word if stays_latin or is_name else self.word(word)
            if self.report and match["fixed"] is None and not _is_cyrillic(word[0]):
                self.report.add(word, transliterated)
            result.append(transliterated)
        return "".join([*result, text[end_of_last:]])

    def html(self, html: str) -> str:
        """Transliterate html: its text, and the attributes that readers see or hear."""
        parts = html_tokens.pieces(html)
        open_tags: list[tuple[str, bool]] = []  # name, whether its content stays Latin
        for index, piece in enumerate(parts):
            stays_latin = bool(open_tags) and open_tags[-1][1]
            if piece.kind == html_tokens.START:
                stays_latin = self._start_tag(piece, stays_latin)
                if not piece.closed:
                    open_tags.append((piece.tag, stays_latin))
            elif piece.kind == html_tokens.END:
                while open_tags and open_tags.pop()[0] != piece.tag:
                    pass
            elif piece.kind == html_tokens.TEXT and not stays_latin:
                piece.raw = self.text(piece.raw, _is_isolated(parts, index))
        return html_tokens.serialize(parts)

    def _start_tag(self, piece: html_tokens.Piece, stays_latin: bool) -> bool:
        """Transliterate the attributes of a start tag; returns whether the element's content stays Latin.

        ``stays_latin``: whether the content of the element around it does.
        """
        lang = piece.attributes.get("lang", "")
        if lang:
            stays_latin = lang.partition("-")[0] != self.lang.partition("-")[0]
            if not stays_latin and lang != self.lang:
                piece.set("lang", self.lang)
        class_names = piece.attributes.get("class", "")
        if (
            piece.tag in LATIN_ELEMENTS
            or piece.attributes.get("translate") == "no"
            or (LATIN_CLASSES | TRANSLITERATED_CLASSES) & set(class_names.split())
        ):
            stays_latin = True
        if not stays_latin or piece.tag == "pre" or "highlight" in class_names:  # labels of code blocks
            for name in VISIBLE_ATTRIBUTES:
                if piece.attributes.get(name):
                    piece.set(name, self.text(piece.attributes[name], isolated=True))
        return stays_latin

    def strings(self, tables: dict) -> dict:
        """Transliterate the values of ``ui.toml``."""

        def transliterated(value: object) -> object:
            if isinstance(value, dict):
                return self.strings(value)
            return self.text(value, isolated=True) if isinstance(value, str) else value

        return {key: transliterated(value) for key, value in tables.items()}


def _is_isolated(parts: list[html_tokens.Piece], index: int) -> bool:
    """Whether the text at ``index`` is all that an element such as a table cell holds."""
    if index in (0, len(parts) - 1):
        return False
    before, after = parts[index - 1], parts[index + 1]
    return before.kind == html_tokens.START and before.tag in EXAMPLE_ELEMENTS and after.kind == html_tokens.END


def _words(text: str) -> list[str]:
    return [match[0] for match in TOKEN.finditer(text) if match["word"]]


def _phrase_pattern(phrase: str) -> tuple[str, re.Pattern[str]]:
    """``skor [s]`` → what stays Latin, the part in brackets or the whole phrase; and a pattern whose group it is."""
    before, bracket, rest = phrase.partition("[")
    inside, _, after = rest.partition("]") if bracket else (before, "", "")
    before = before if bracket else ""
    context = [f"(?:{re.escape(part)}|{re.escape(cyrtranslit.to_cyrillic(part, 'sr'))})" for part in (before, after)]
    return inside, re.compile(rf"(?<!\w){context[0]}(?P<left>{re.escape(inside)}){context[1]}(?!\w)")


def _seam_finder(pattern: str) -> Callable[[str], list[int]]:
    """``in|jekcij`` → a function that finds the positions in a word between two letters that are no digraph.

    A pattern matches at the start of a word, or after the prefixes naj- and ne-; with ``*`` before it, anywhere.
    """
    anywhere = pattern.startswith("*")
    first, second = pattern.removeprefix("*").split("|")
    regex = re.compile(("" if anywhere else "^(?:naj|ne)?") + re.escape(first + second))

    def positions(word: str) -> list[int]:
        return [match.end() - len(second) for match in regex.finditer(word)]

    return positions


CAPITALS = {"LJ": "Lj", "NJ": "Nj", "DŽ": "Dž"}  # cyrtranslit maps capital digraphs in title case only
_CAPITALS = re.compile("|".join(CAPITALS))


def _cyrillic(word: str, seams: list[int]) -> str:
    """``word`` in Cyrillic letters.

    Args:
        word: Latin letters and soft hyphens, in NFC.
        seams: positions, counted without soft hyphens, between two letters that are no digraph.
    """
    parts, position = [""], 0
    for letter in word:
        if position in seams and parts[-1] and letter != SOFT_HYPHEN:
            parts.append("")
        parts[-1] += letter
        position += letter != SOFT_HYPHEN
    pieces = [piece for part in parts for piece in re.split(f"({SOFT_HYPHEN})", part)]
    return "".join(
        cyrtranslit.to_cyrillic(_CAPITALS.sub(lambda match: CAPITALS[match[0]], piece), "sr") for piece in pieces
    )


def _is_cyrillic(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith("CYRILLIC")


ALPHABET = "абвгдђежзијклљмнњопрстћуфхцчџш"


def sort_key(term: str) -> tuple[list[int], str]:
    """Sorts terms by the Serbian Cyrillic alphabet; terms in Latin letters come first."""
    return [
        ALPHABET.find(letter) + 0x110000 if letter in ALPHABET else ord(letter)
        for letter in term.lower()
        if letter.isalnum() or letter == " "
    ], term
