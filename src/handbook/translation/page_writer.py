"""Puts translated units into the Markdown of a page, or into a file of strings; everything else stays byte for byte."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

import tomlkit

from handbook.core import config_files
from handbook.markdown import code_words
from handbook.markdown.inline import INLINE
from handbook.markdown.model import Block, Page
from handbook.markdown.parser import parse
from handbook.translation import string_pages
from handbook.translation.parity import TRANSLATED_FIELDS
from handbook.translation.translation_units import CODE_WORDS, pairs_of

WIDTH = 100  # of a line of prose
_DASHES = re.compile(r"\|(?:\s*:?-+:?\s*\|)+$")
# What would begin another block, or be taken for one, at the start of a line.
_BLOCK_START = re.compile(r"(?:[-*+]|\d+\.)$|[#>|]|\$\$|===|!!!|\?\?\?|</?[A-Za-z!]|```|~~~")


def one_line(unit: Block, page: Page | None = None) -> str:
    """What a unit says, without line breaks that mean nothing.

    The rows of a table and the words in a fence of ``page`` stand on lines of their own.
    """
    if unit.kind == CODE_WORDS and page and (fence := _fence_at(page, unit.line)):
        return "\n".join(words.text for words in code_words.words_of(fence))
    if unit.kind == "table":
        rows = [" ".join(line.split()) for line in unit.text.split("\n")]
        return "\n".join(row for row in rows if not _DASHES.fullmatch(row))
    return " ".join(unit.text.split())


def with_units(source: Page, translation: Page, texts: Mapping[Block, str]) -> str:
    """A translation's text with these units in it.

    Args:
        source: the English page.
        translation: the page in another language.
        texts: by English unit, in the form of ``one_line``. Units without a place get one behind the unit that stands
            before them in English.

    Raises:
        ValueError: a text has not the form of its unit; the message says what is wrong.
    """
    if source.name in string_pages.NAMES:
        return _with_strings(translation.source, source.name, texts)
    raws = {block: block.raw for block in translation.blocks}
    partner = pairs_of(source, translation)
    inserted: dict[Block | None, str] = {}  # by the block that they follow
    for unit, text in texts.items():
        target = partner.get(unit)
        if unit.kind in TRANSLATED_FIELDS:
            front_matter = next((block for block in translation.blocks if block.kind == "front_matter"), None)
            if front_matter is None:
                raise ValueError("the page has no front matter: copy that of the English page")
            raws[front_matter] = _with_field(raws[front_matter], unit.kind, text)
        elif unit.kind == CODE_WORDS:
            fence = _fence_at(translation, target.line if target else 0)
            if fence is None:
                raise ValueError("its code isn't on the page: `handbook sync` brings it")
            raws[fence] = _with_words(_fence_at(source, unit.line) or fence, fence, raws[fence], text)
        elif target is not None:
            raws[target] = rendered(target, text)
        else:
            before = _predecessor(source, unit, partner)
            inserted[before] = inserted.get(before, "") + _blank_before(source, unit) + rendered(unit, text)
    parts = [raws[block] + inserted.get(block, "") for block in translation.blocks]
    return inserted.get(None, "") + "".join(parts)


def rendered(block: Block, text: str) -> str:
    """The Markdown of a block that says ``text``, in the place and with the markers of ``block``.

    Raises:
        ValueError: ``text`` would be read as something else.
    """
    if text.startswith("#") or (block.kind == "item" and _BLOCK_START.match(text.split(" ")[0])):
        raise ValueError(f"this would be read as something else than a {block.kind}: {text.split(' ')[0]}")
    raw = _markdown(block, text)
    page = parse("".join(line.removeprefix(block.prefix) for line in raw.splitlines(keepends=True)))
    kinds = [found.kind for found in page.blocks]
    if kinds != [block.kind] or page.findings or one_line(page.blocks[0]) != text:
        found = page.findings[0].message if page.findings else f"{', '.join(kinds) or 'nothing'}"
        raise ValueError(f"this would be read as something else than a {block.kind}: {found}")
    return raw


def _markdown(block: Block, text: str) -> str:
    first = block.raw.split("\n")[0]
    if block.kind == "heading":
        attributes = first[first.rindex("{") :].strip() if block.attributes or block.classes else ""
        return f"{block.prefix}{block.info} {text} {attributes}".rstrip() + "\n"
    if block.kind in ("admonition", "tab"):
        return first.partition('"')[0].rstrip() + f' "{text}"\n'
    if block.kind == "table":
        rows = text.split("\n")
        dashes = next(line.strip() for line in block.text.split("\n") if _DASHES.fullmatch(line.strip()))
        return "".join(f"{block.prefix}{row}\n" for row in [rows[0], dashes, *rows[1:]])
    start = block.prefix
    if block.kind == "item":
        marker = re.match(r"\s*(?:[-*+]|\d+\.) +", first[len(block.prefix) :])
        start += marker[0] if marker else f"{block.info} "
    return _wrapped(text, start, block.prefix + " " * (len(start) - len(block.prefix)))


def _wrapped(text: str, start: str, indent: str) -> str:
    """``text`` in lines that begin with ``start`` and then with ``indent``, broken where nothing else is meant."""
    words: list[str] = []
    for word in _unbroken(text).split(" "):
        if words and _BLOCK_START.match(word):
            words[-1] += " " + word
        else:
            words.append(word)
    lines = [start + words[0]]
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append(indent + word)
        else:
            lines[-1] += " " + word
    return "\n".join(lines).replace("\0", " ") + "\n"


def _unbroken(text: str) -> str:
    """``text`` with NUL for spaces in code, formulas, tags and targets of links, where no line may end."""

    def joined(match: re.Match[str]) -> str:
        label = match["label"]
        if label is None:
            return match[0].replace(" ", "\0")
        start, end = match.start("label") - match.start(), match.end("label") - match.start()
        return match[0][:start] + _unbroken(label) + match[0][end:].replace(" ", "\0")

    return INLINE.sub(joined, text)


def _with_field(front_matter: str, name: str, text: str) -> str:
    value = text
    try:
        plain = config_files.parse_yaml(f"{name}: {text}") == {name: text}
    except config_files.YamlError:
        plain = False
    if not plain:
        value = json.dumps(text, ensure_ascii=False)
    pattern = re.compile(rf"^{name}:.*\n(?:[ \t]+.*\n)*", re.MULTILINE)
    line = f"{name}: {value}\n"
    if pattern.search(front_matter):
        return pattern.sub(lambda _: line, front_matter, count=1)
    return front_matter.replace("---\n", f"---\n{line}", 1)


def _with_words(source: Block, target: Block, raw: str, text: str) -> str:
    """The fence of a translation with other words: in its own code, or in the English where that has gained some."""
    texts = text.split("\n")
    for fence in (target, source):
        try:
            code = code_words.with_words(fence, texts)
        except (ValueError, SyntaxError):
            continue
        lines = raw.rstrip("\n").split("\n")
        body = [(target.prefix + line).rstrip() for line in code.split("\n")]
        return "\n".join([lines[0], *body, lines[-1]]) + "\n"
    count = len(code_words.words_of(source))
    raise ValueError(f"{len(texts)} lines, where the code has words in {count} places")


def _with_strings(text: str, name: str, texts: Mapping[Block, str]) -> str:
    document = tomlkit.parse(text)
    for unit, value in texts.items():
        keys = unit.section.split(".") if name == string_pages.STRINGS else ["terms", unit.section, "definition"]
        table = document
        for key in keys[:-1]:
            table = table.setdefault(key, tomlkit.table())
        table[keys[-1]] = value
    return tomlkit.dumps(document)


def _fence_at(page: Page, line: int) -> Block | None:
    return next((block for block in page.visible if block.is_python and block.line == line), None)


def _predecessor(source: Page, unit: Block, partner: Mapping[Block, Block]) -> Block | None:
    """The translated block behind which a new one stands; None for the start of the page."""
    before = source.visible[: source.visible.index(unit)]
    return next((partner[block] for block in reversed(before) if block in partner), None)


def _blank_before(source: Page, unit: Block) -> str:
    before = source.blocks[source.blocks.index(unit) - 1] if source.blocks.index(unit) else None
    return before.raw if before is not None and before.kind == "blank" else ""
