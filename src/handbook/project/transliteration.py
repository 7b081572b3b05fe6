"""A language's second alphabet: the Cyrillic edition of pages that are written in Latin letters.

cyrtranslit knows the letters; what it can't know, ``transliteration_lists`` reads. Code, maths, links and everything
that is marked as another language stay as they are. What is Cyrillic already stays too, so that a second run changes
nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import cyrtranslit

from handbook.core import html_tokens
from handbook.core.diagnostics import DiagnosticError, Finding, display_path
from handbook.project import transliteration_lists

HYPHEN = "\u00ad"  # soft
LETTERS = frozenset("abcčćdđefghijklmnoprsštuvzž")
SERBIAN_LETTERS = frozenset("aiousAIOUS")  # words of one letter; any other letter is a name in a formula
ENDINGS = (
    "a|e|i|o|u|am|ama|em|ama|ima|om|ova|ove|ovi|ovima|ovo|ovog|ovom|ovu|ov|eva|eve|evi|evima|"
    "ju|ja|je|jem|ji|jima|ski|ska|sko|ske|skog|skoj|skim|skih"
)

_INNER_CAPITAL = re.compile("[a-zčćđšž][A-ZČĆĐŠŽ]|^(?!LJ|NJ|DŽ)[A-ZČĆĐŠŽ]{2,}[a-zčćđšž]")
WORD = rf"[^\W\d_](?:[^\W\d_]|[{HYPHEN}\u0300-\u036f])*"
# What is no prose wherever it stands: gaps of strings, addresses, html's names of signs, names with dots in them and
# what they are called with, files.
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

# Html in which nothing is prose, and attributes that are read aloud or shown.
CLOSED = frozenset("code pre kbd samp var math script style textarea".split())
CLOSED_CLASSES = frozenset("arithmatex katex headerlink highlight".split())
WRITTEN = frozenset(("picture", "widget"))  # made of strings, which are in the edition's letters from the start
SHOWN = ("title", "aria-label", "alt", "abbr", "placeholder", "data-label")
# Elements in which a word that stands alone is more likely to be one of the example's than one of the sentence's.
ALONE = frozenset("em strong td th text tspan i b q cite".split())


@dataclass(frozen=True)
class ScriptVariant:
    """The second edition of a language: where it lies and what it is called."""

    language: str  # the folder of the Latin pages
    code: str
    lang: str
    name: str
    short: str
    alphabet: str  # what the links between the two say
    latin: str


def script_variants(root: Path) -> list[ScriptVariant]:
    """The Cyrillic editions of the checkout."""
    found = []
    for path in sorted((root / "i18n").glob(f"*/{transliteration_lists.FILE}")):
        tables = transliteration_lists.read(path, root, path.stat().st_mtime_ns)
        found.append(ScriptVariant(path.parent.name, **{name: str(text) for name, text in tables["edition"].items()}))
    return found


def source_of(code: str, root: Path) -> str:
    """The language whose pages and strings an edition is made from; any other language itself."""
    return next((edition.language for edition in script_variants(root) if edition.code == code), code)


@lru_cache(maxsize=4)
def _transliterator(path: Path, root: Path, changed: int) -> Transliterator:
    return Transliterator(transliteration_lists.read(path, root, changed))


def transliterator(language: str, root: Path) -> Transliterator:
    """The transliterator of a language (``sr``) or of its edition (``sr-cyrl``)."""
    path = root / "i18n" / source_of(language, root) / transliteration_lists.FILE
    if not path.is_file():
        raise DiagnosticError(
            [
                Finding(
                    display_path(path, root),
                    1,
                    "this language has no second alphabet",
                    "i18n/sr/cyrillic.toml is an example",
                )
            ]
        )
    return _transliterator(path, root, path.stat().st_mtime_ns)


@dataclass
class Use:
    """A word as the edition shows it: how often, and where first."""

    latin: str
    transliterated: str
    first: str
    count: int = 0


@dataclass
class Report:
    """Every word that was met."""

    uses: dict[tuple[str, str], Use] = field(default_factory=dict)
    where: str = ""

    def note(self, latin: str, written: str) -> None:
        key = (latin, written)
        if key not in self.uses:
            self.uses[key] = Use(latin, written, self.where)
        self.uses[key].count += 1

    def of(self, changed: bool) -> list[Use]:
        """The words that were changed, or those that were left, in alphabetical order."""
        chosen = [use for use in self.uses.values() if (use.latin != use.transliterated) == changed]
        return sorted(chosen, key=lambda use: (use.latin.lower(), use.latin))


class Transliterator:
    """Writes Serbian in Cyrillic letters."""

    def __init__(self, tables: dict):
        latin = tables["latin"]
        self.lang = tables["edition"]["lang"]
        self.seams = [_seam(pattern) for pattern in tables["digraphs"]["apart"]]
        self.inflected = sorted((word.lower() for word in latin["inflected"]), key=len, reverse=True)
        self.words = {word.lower() for word in latin["words"]} | set(self.inflected)
        self.alone = {word.lower() for word in latin["alone"]}
        self.beside = {word.lower() for word in latin["beside"]}
        self.never = {word.lower() for word in latin["never"]}
        stems = "|".join(map(re.escape, self.inflected))
        self.form = re.compile(rf"({stems})({ENDINGS})", re.IGNORECASE) if stems else re.compile("(?!)")
        self.phrases = [_phrase(one) for one in latin["phrases"]]
        self.report: Report | None = None

    @contextmanager
    def reporting(self) -> Iterator[Report]:
        """Remember every word that is met meanwhile."""
        self.report = Report()
        try:
            yield self.report
        finally:
            self.report = None

    def at(self, where: str) -> None:
        """Where the next words stand, for the report."""
        if self.report:
            self.report.where = where

    # -- words

    def word(self, word: str) -> str:
        """One word, without regard to its neighbours."""
        clean = unicodedata.normalize("NFC", word)
        bare = clean.replace(HYPHEN, "")
        lower = bare.lower()
        if (len(bare) == 1 and bare not in SERBIAN_LETTERS) or any(_is_cyrillic(letter) for letter in bare):
            return word
        if lower not in self.never:
            if lower in self.words:
                return word
            if form := self.form.fullmatch(bare):
                return f"{form[1]}-{_cyrillic(form[2], [])}"
            if (
                not set(lower) <= LETTERS
                or (1 < len(bare) <= 4 and bare.isupper() and bare.isascii())
                or _INNER_CAPITAL.search(bare)
            ):
                return word
        return _cyrillic(clean, [place for seam in self.seams for place in seam(lower)])

    def _is_group(self, words: list[str]) -> bool:
        """Whether words that stand together, and apart from others, are all foreign: one surely, the others perhaps."""
        lower = [word.lower() for word in words]
        sure = any(word in self.words or word in self.alone for word in lower)
        return sure and all(word.lower() in self.alone | self.beside or self.word(word) == word for word in words)

    # -- text

    def text(self, text: str, apart: bool = False) -> str:
        """Running text. ``apart``: it stands by itself, like the only word of a table's cell."""
        left = [match.span("left") for phrase in self.phrases for match in phrase.finditer(text)]
        if apart and self._is_group(_words(text)):
            left = [(0, len(text))]
        for match in GROUP.finditer(text):
            if self._is_group(_words(next(part for part in match.groups() if part is not None))):
                left.append(match.span())
        out, last = [], 0
        for match in TOKEN.finditer(text):
            out.append(text[last : match.start()])
            last = match.end()
            word = match[0]
            stays = match["word"] is None or any(start <= match.start() and match.end() <= end for start, end in left)
            written = word if stays else self.word(word)
            if self.report and match["fixed"] is None and not _is_cyrillic(word[0]):
                self.report.note(word, written)
            out.append(written)
        return "".join([*out, text[last:]])

    def html(self, html: str) -> str:
        """Html: its text, and the attributes that people meet."""
        parts = html_tokens.pieces(html)
        open_tags: list[tuple[str, bool]] = []  # name, whether what is inside stays Latin
        for place, piece in enumerate(parts):
            closed = bool(open_tags) and open_tags[-1][1]
            if piece.kind == html_tokens.START:
                lang = piece.attributes.get("lang", "")
                if lang:
                    closed = lang.partition("-")[0] != self.lang.partition("-")[0]
                    if not closed and lang != self.lang:
                        piece.set("lang", self.lang)
                if (
                    piece.tag in CLOSED
                    or piece.attributes.get("translate") == "no"
                    or (CLOSED_CLASSES | WRITTEN) & set(piece.attributes.get("class", "").split())
                ):
                    closed = True
                if not closed or (piece.tag == "pre" or "highlight" in piece.attributes.get("class", "")):
                    for name in SHOWN:
                        if piece.attributes.get(name):
                            piece.set(name, self.text(piece.attributes[name], apart=True))
                if not piece.closed:
                    open_tags.append((piece.tag, closed))
            elif piece.kind == html_tokens.END:
                while open_tags and open_tags.pop()[0] != piece.tag:
                    pass
            elif piece.kind == html_tokens.TEXT and not closed:
                before, after = (
                    (parts[place - 1] if place else None),
                    (parts[place + 1] if place + 1 < len(parts) else None),
                )
                apart = (
                    before is not None
                    and after is not None
                    and before.kind == html_tokens.START
                    and before.tag in ALONE
                    and after.kind == html_tokens.END
                )
                piece.raw = self.text(piece.raw, apart)
        return html_tokens.serialize(parts)

    def strings(self, tables: dict) -> dict:
        """The tables of ``ui.toml``."""

        def written(value: object) -> object:
            if isinstance(value, dict):
                return self.strings(value)
            return self.text(value, apart=True) if isinstance(value, str) else value

        return {key: written(value) for key, value in tables.items()}


def _words(text: str) -> list[str]:
    return [match[0] for match in TOKEN.finditer(text) if match["word"]]


def _phrase(words: str) -> re.Pattern[str]:
    """``skor [s]`` → a pattern whose group ``left`` is what stays: the part in brackets, or else all of it."""
    before, bracket, rest = words.partition("[")
    inside, _, after = rest.partition("]") if bracket else (before, "", "")
    before = before if bracket else ""
    around = [f"(?:{re.escape(part)}|{re.escape(cyrtranslit.to_cyrillic(part, 'sr'))})" for part in (before, after)]
    return re.compile(rf"(?<!\w){around[0]}(?P<left>{re.escape(inside)}){around[1]}(?!\w)")


def _seam(pattern: str) -> Callable[[str], list[int]]:
    """``in|jekcij`` → the places in a word where two letters meet that are no digraph."""
    anywhere = pattern.startswith("*")
    first, second = pattern.removeprefix("*").split("|")
    found = re.compile(("" if anywhere else "^(?:naj|ne)?") + re.escape(first + second))

    def places(word: str) -> list[int]:
        return [match.end() - len(second) for match in found.finditer(word)]

    return places


CAPITALS = {"LJ": "Lj", "NJ": "Nj", "DŽ": "Dž"}  # cyrtranslit knows the digraphs in this form only
_CAPITALS = re.compile("|".join(CAPITALS))


def _cyrillic(word: str, seams: list[int]) -> str:
    """The letters; ``seams`` are places in the word without its soft hyphens."""
    parts, bare = [""], 0
    for letter in word:
        if bare in seams and parts[-1] and letter != HYPHEN:
            parts.append("")
        parts[-1] += letter
        bare += letter != HYPHEN
    pieces = [piece for part in parts for piece in re.split(f"({HYPHEN})", part)]
    return "".join(
        cyrtranslit.to_cyrillic(_CAPITALS.sub(lambda match: CAPITALS[match[0]], piece), "sr") for piece in pieces
    )


def _is_cyrillic(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith("CYRILLIC")


ALPHABET = "абвгдђежзијклљмнњопрстћуфхцчџш"


def sort_key(term: str) -> tuple[list[int], str]:
    """The order of the Serbian Cyrillic alphabet, Latin letters before it."""
    return [
        ALPHABET.find(letter) + 0x110000 if letter in ALPHABET else ord(letter)
        for letter in term.lower()
        if letter.isalnum() or letter == " "
    ], term
