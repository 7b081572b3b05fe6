"""`handbook status` and `handbook check` on a large handbook, against parsing the same text with markdown-it-py.

The handbook is made in a temporary folder: sections of the real pages with words, numbers of variables and comments
varied from page to page and from language to language, locks as `handbook accept` writes them, and then some English
paragraphs changed and some translations taken away. `python benchmarks/status.py TASK FOLDER` is the child process
that does one task and tells as JSON how long it took and how much memory it needed.
"""

from __future__ import annotations

import json
import random
import re
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from measure import ROOT, Options, Report, Row, Table, compared, in_turns, peak_megabytes, progress, told_by

from handbook.checks import registry
from handbook.markdown import parser as markdown_parser
from handbook.markdown import python_code
from handbook.markdown.inline import INLINE
from handbook.markdown.leaf_blocks import FENCE_LIKE
from handbook.markdown.model import INVISIBLE, Block, Page
from handbook.project.checkout import Project
from handbook.translation import accept, glossary, lockfile
from handbook.translation.status import overview

# A made-up translation has its sentences from a real one that writes numbers in the same way.
WRITTEN_AS = {
    "de": "de",
    "sr": "sr",
    "sw": "sw",
    "nl": "de",
    "hr": "sr",
    "th": "sw",
    "da": "de",
    "sl": "sr",
    "ko": "sw",
    "es": "de",
    "bs": "sr",
    "ja": "sw",
    "it": "de",
    "mk": "sr",
    "he": "sw",
    "id": "de",
    "ro": "sr",
    "zh": "sw",
    "tr": "de",
    "el": "sr",
}
CHAPTERS = (
    "by-hand",
    "causal-attention",
    "decoder-block",
    "kv-cache",
    "multi-head-attention",
    "queries-keys-values",
    "spreadsheet",
    "why-attention",
)
CHANGED, MISSING = (
    10,
    20,
)  # one English page in so many is changed after it was translated; one translation in so many is missing
WORD = re.compile(r"(?<![\w-])[^\W\d_A-Z]{4,}(?![\w-])")

PARSED = "markdown-it-py parses the pages"
OURS = "handbook.blocks parses the pages"
STATUS = "handbook status"
CHECK = "handbook check, the pages"


def run(options: Options) -> Report:
    if not 1 <= options.languages <= len(WRITTEN_AS):
        raise SystemExit(f"--languages: from 1 to {len(WRITTEN_AS)}")
    tables, medians = [], []
    facts = {}
    for pages in sorted({max(options.pages // 10, 1), options.pages}):
        with tempfile.TemporaryDirectory(prefix="handbook-") as folder:
            facts = make(Path(folder), pages, options)
            runs = options.runs if pages * options.languages < 5000 else min(options.runs, 3)
            told: dict[str, list[dict]] = {}
            values = in_turns({name: _task(name, task, Path(folder), told) for name, task in TASKS.items()}, runs)
        rows = compared(values)
        title = f"{pages:,} pages × {options.languages} languages"
        size = (
            f"{facts['files']:,} files with the English ones, {facts['megabytes']:.1f} MB, {facts['blocks']:,} blocks; "
            f"of the {facts['translations']:,} translations {facts['missing']:,} are missing"
        )
        found = (
            f"status: {told[STATUS][0]['count']:,} states; check: {told[CHECK][0]['count']:,} findings "
            "(a detector of languages notices that a made-up translation is made up)"
        )
        tables.append(
            Table(
                title,
                rows,
                [size, found, "Seconds of the work itself, reading files included, the start of Python not."],
            )
        )
        cpu = compared({name: [one["cpu"] for one in told[name]] for name in values})
        tables.append(Table(f"processor time, {title}", cpu, ["What a busy machine changes least."]))
        tables.append(
            Table(f"peak memory, {title}", [Row(name, [one["peak"] for one in told[name]], "MB") for name in values])
        )
        medians.append({row.name: statistics.median(row.values) for row in cpu})
    if len(medians) == 2:
        facts["growth"] = {name: round(medians[1][name] / medians[0][name], 1) for name in medians[0]}
        tables[-2].notes.append(
            f"{pages / max(options.pages // 10, 1):.0f} times the pages take "
            + ", ".join(f"{times} × ({name})" for name, times in facts["growth"].items())
            + "."
        )
    return Report("Many pages, many languages", tables, facts)


def _task(name: str, task: str, folder: Path, told: dict[str, list[dict]]) -> Callable[[], float]:
    def once() -> float:
        one = told_by(Path(__file__), task, str(folder))
        told.setdefault(name, []).append(one)
        return one["seconds"]

    return once


# -- the handbook


def make(folder: Path, pages: int, options: Options) -> dict:
    """Write a handbook of ``pages`` English pages and their translations; returns its size."""
    languages = list(WRITTEN_AS)[: options.languages]
    shutil.copytree(ROOT / "content", folder / "content")
    for language in ("en", *languages):
        (folder / "docs" / language).mkdir(parents=True)
        (folder / "i18n" / language / "lock").mkdir(parents=True)
        for name in ("language.toml", "glossary.toml", "ui.toml"):
            shutil.copy(ROOT / "i18n" / WRITTEN_AS.get(language, "en") / name, folder / "i18n" / language)
    donors = [part for name in CHAPTERS for part in _parts(name, options.blocks)]
    names = [f"page-{number:04}" for number in range(pages)]
    count = {"files": 0, "megabytes": 0.0, "blocks": 0, "translations": pages * len(languages), "missing": 0}
    for number, name in enumerate(names):
        progress(f"making page {number + 1} of {pages} in {len(languages) + 1} languages")
        donor = donors[number % len(donors)]
        neighbour = names[(number + 1) % pages]
        texts = {
            language: _text(donor[WRITTEN_AS.get(language, "en")], language, number, neighbour)
            for language in ("en", *languages)
        }
        source = markdown_parser.parse(texts["en"], f"docs/en/{name}.md", "en", name)
        for language in languages:
            path = lockfile.path_of(folder, language, name)
            if random.Random(f"{language} {number}").randrange(MISSING) == 0:
                del texts[language]
                count["missing"] += 1
                continue
            translation = markdown_parser.parse(texts[language], f"docs/{language}/{name}.md", language, name)
            path.write_text(lockfile.render(accept.entries_of(source, translation), path), encoding="utf-8")
        if number % CHANGED == 0:
            texts["en"] = _changed(source)
        for language, text in texts.items():
            (folder / "docs" / language / f"{name}.md").write_text(text, encoding="utf-8")
            count["files"] += 1
            count["megabytes"] += len(text.encode("utf-8")) / 1e6
        count["blocks"] += len(source.visible) * len(texts)
    return {**count, "megabytes": round(count["megabytes"], 1)}


@cache
def _real(language: str, name: str) -> Page:
    return markdown_parser.read(ROOT / "docs" / language / f"{name}.md", language, ROOT)


def _parts(name: str, fewest: int) -> list[dict[str, list[Block]]]:
    """A chapter cut at its headings into parts of at least so many visible blocks: ``{language: blocks}``, each with
    the front matter and the title. Chapters that aren't the same in all languages today are left out."""
    cut: dict[str, list[list[Block]]] = {}
    for language in ("en", *sorted(set(WRITTEN_AS.values()))):
        page = _real(language, name)
        head, rest = [], list(page.blocks)
        while rest and not (rest[0].kind == "heading" and rest[0].info == "##"):
            head.append(rest.pop(0))
        keep = [block for block in head if block.kind == "front_matter" or block.info == "#"]
        parts: list[list[Block]] = [[]]
        for place, block in enumerate(rest):
            if (
                block.kind == "heading"
                and block.info == "##"
                and _visible(parts[-1]) >= fewest
                and _visible(rest[place:]) >= fewest
            ):
                parts.append([])
            parts[-1].append(block)
        cut[language] = [[*keep, *part] for part in parts]
    if len({tuple(map(_visible, parts)) for parts in cut.values()}) != 1:
        return []
    return [dict(zip(cut, together)) for together in zip(*cut.values())]


def _visible(part: list[Block]) -> int:
    return sum(block.kind not in INVISIBLE for block in part)


def _text(part: list[Block], language: str, number: int, neighbour: str) -> str:
    """The part with other words and other code, links that lead to the neighbour, and no pictures of outputs."""
    chance = random.Random(f"{language} {number}")
    pool = _pool(WRITTEN_AS.get(language, "en"))
    ids = {block.id for block in part if block.id}
    lines = []
    first = True
    for block in part:
        raw = block.raw
        if block.kind in ("paragraph", "item", "table"):
            raw = _linked(_varied(raw, chance, pool), neighbour)
        elif block.is_python and "raises" not in block.classes:
            raw = _recoded(block, language, number, first)
            first = False
        elif block.kind == "html" and (wanted := re.search(r'data-output="([^"]*)"', raw)) and wanted[1] not in ids:
            continue
        lines.append(raw if raw.endswith("\n") else raw + "\n")
        if block.kind in ("front_matter", "heading"):
            lines.append("\n")
    return "".join(lines)


@cache
def _pool(language: str) -> tuple[list[str], set[str]]:
    """Words of the real pages that no glossary knows: they may stand for each other."""
    known = glossary.load(ROOT, language)
    words = sorted(
        {word for name in CHAPTERS for block in _real(language, name).blocks for word in WORD.findall(block.prose())}
    )
    free = [
        word
        for word in words
        if not glossary.first_uses(word, known) and not any(word in wrong for wrong in known.refused)
    ]
    return free, set(free)


def _varied(raw: str, chance: random.Random, pool: tuple[list[str], set[str]]) -> str:
    """One free word in three becomes another; code, formulas, links and tags stay."""
    words, free = pool

    def other(match: re.Match[str]) -> str:
        return chance.choice(words) if match[0] in free and chance.random() < 0.34 else match[0]

    parts, end = [], 0
    for match in INLINE.finditer(raw):
        parts += [WORD.sub(other, raw[end : match.start()]), match[0]]
        end = match.end()
    return "".join([*parts, WORD.sub(other, raw[end:])])


def _linked(raw: str, neighbour: str) -> str:
    def lead(match: re.Match[str]) -> str:
        target = match["target"]
        if target is None or ":" in target:
            return match[0]
        return match[0].replace(f"({target}", f"({neighbour}.md", 1)

    return INLINE.sub(lead, raw)


def _recoded(fence: Block, language: str, number: int, first: bool) -> str:
    """The fence with comments of this language, and code of this page."""
    body = fence.text.split("\n")
    for comment in python_code.read(fence.text).comments:
        body[comment.line - 1] += f" {language}"
    if first or number % 2:
        body.insert(0, f"page = {number}")
    lines = [
        fence.raw.split("\n")[0],
        *((fence.prefix + line).rstrip() for line in body),
        fence.prefix + FENCE_LIKE.match(fence.info)[0],
    ]
    return "\n".join(lines) + "\n"


def _changed(page: Page) -> str:
    """The page with one paragraph changed."""
    place = next((block for block in page.blocks if block.kind == "paragraph" and not block.containers), None)
    return "".join(
        block.raw if block is not place else block.raw.rstrip("\n") + " And more.\n" for block in page.blocks
    )


# -- the tasks, each in a process of its own


def _files(folder: Path) -> list[Path]:
    return sorted((folder / "docs").glob("*/*.md"))


def _markdown_it(folder: Path) -> int:
    parser = MarkdownIt("commonmark").enable("table")
    return sum(len(parser.parse(path.read_text(encoding="utf-8"))) for path in _files(folder))


def _ours(folder: Path) -> int:
    return sum(len(markdown_parser.read(path, path.parent.name, folder).blocks) for path in _files(folder))


def _status(folder: Path) -> int:
    return sum(state.counts.total() for state in list(overview(Project(folder))))  # a list, as the command makes it


def _check(folder: Path) -> int:
    project = Project(folder)
    found = []
    for place in project.page_keys():
        found += registry.check_page(project.page(*place), project)
    return len(found)


TASKS = {PARSED: "markdown_it", OURS: "ours", STATUS: "status", CHECK: "check"}


def child(task: str, folder: Path) -> None:
    work = {"markdown_it": _markdown_it, "ours": _ours, "status": _status, "check": _check}[task]
    start, cpu = time.perf_counter(), time.process_time()
    count = work(folder)
    print(
        json.dumps(
            {
                "seconds": time.perf_counter() - start,
                "cpu": time.process_time() - cpu,
                "count": count,
                "peak": peak_megabytes(),
            }
        )
    )


if __name__ == "__main__":
    child(sys.argv[1], Path(sys.argv[2]))
