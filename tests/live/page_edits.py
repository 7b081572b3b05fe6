"""Changes that a learner makes to blocks of the pages, as CPython with torch and as the page run them.

As a command it lists where they differ: ``page_edits.py [WORD …]`` runs those with a word in their page or name.

In ``edits.txt`` each change begins with ``### page number: name``; the number is that of a block. Lines with ``-``
hold a text that occurs once in the block, lines with ``+`` what takes its place; without the first kind it stands below
the block. A line with ``!`` says what differs: the word of a difference in ``differences.toml``, ``endless``, or
``message: `` with a part of what the page says where CPython isn't asked.
"""

from __future__ import annotations

import io
import re
import sys
import traceback
import warnings
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from handbook import ROOT
from handbook.core.answer_store import AnswerStore, key_of
from handbook.execution.program import environment, reset_torch
from handbook.markdown.fences import NO_RUN, TAKES_LONG
from handbook.project import data_files
from handbook.project.checkout import Project
from handbook.site import live_pages

EDITS = Path(__file__).with_name("edits.txt")
PROJECT = Project(ROOT)
SECONDS = 4
NAME = "block 1"  # of all that is run, in tracebacks
COPIED = (list, dict, set)  # what a change gets copies of
ENDLESS, MESSAGE = "endless", "message: "
ERROR = re.compile(r"[\w.]+(: .*)? \(line \S+\)")  # the last line of what an error printed
HEAD = re.compile(r"### (?P<page>[\w-]+) (?P<block>\d+): (?P<name>.+)")

SEED = "__import__('torch').manual_seed(1)\n"  # before each change


@dataclass
class Edit:
    """A changed block."""

    page: str
    block: int
    name: str
    old: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    known: str = ""

    @property
    def title(self) -> str:
        return f"{self.page} {self.block}: {self.name}"

    @property
    def is_asked(self) -> bool:
        """Whether CPython is asked too."""
        return self.known != ENDLESS and not self.known.startswith(MESSAGE)

    def source(self) -> str:
        """The block as it is after the change."""
        text = blocks(self.page)[self.block - 1]
        old, new = "\n".join(self.old), "\n".join(self.new)
        if not self.old:
            return text.rstrip("\n") + "\n" + new + "\n"
        assert text.count(old) == 1, f"{self.title}: {text.count(old)} times in the block"
        return text.replace(old, new)


def edits() -> list[Edit]:
    """All changes, those to the same block of a page beside each other."""
    result: list[Edit] = []
    for line in EDITS.read_text(encoding="utf-8").splitlines():
        head = HEAD.fullmatch(line)
        if head:
            result.append(Edit(head["page"], int(head["block"]), head["name"]))
        elif line.startswith("- ") or line == "-":
            result[-1].old.append(line[2:])
        elif line.startswith("+ ") or line == "+":
            result[-1].new.append(line[2:])
        elif line.startswith("! "):
            result[-1].known = line[2:]
        else:
            assert not line or line.startswith("# "), line
    titles = [edit.title for edit in result]
    assert len(set(titles)) == len(titles), [title for title in titles if titles.count(title) > 1]
    return sorted(result, key=lambda edit: (edit.page, edit.block))


@cache
def blocks(page: str, *left_out: str) -> list[str]:
    """The blocks of a page; nothing in the place of those that aren't run, or have one of these classes."""
    but = {NO_RUN, *left_out}
    return ["" if but.intersection(fence.classes) else fence.text for fence in PROJECT.page("en", page).python()]


def programs(chosen: list[Edit]) -> list[tuple[str, str, bool]]:
    """What is run for changes to one page: by its title, and whether it is a change.

    After a change, all names have their old values again.
    """
    result, done = [], 0
    for edit in chosen:
        result += [("above", source, False) for source in blocks(edit.page, TAKES_LONG)[done : edit.block - 1]]
        result += [("seed", SEED, False), (edit.title, edit.source(), True)]
        done = edit.block - 1
    return result


def by_page(chosen: list[Edit]) -> list[list[Edit]]:
    return [list(group) for _, group in groupby(chosen, key=lambda edit: edit.page)]


def in_torch(chosen: list[Edit], store: AnswerStore) -> dict[str, str]:
    """What CPython prints for changes to one page; at the end the last line of a traceback, and where it was raised."""
    return store.answer(_key(chosen), lambda: _in_torch(chosen))


def is_kept(chosen: list[Edit], store: AnswerStore) -> bool:
    """Whether it is known what CPython prints."""
    return store.holds(_key(chosen))


def _key(chosen: list[Edit]) -> str:
    files = data_files.files(PROJECT.page("en", chosen[0].page), ROOT)
    data = {name: sha256(path.read_bytes()).hexdigest() for name, path in files.items()}
    return key_of(programs(chosen), data, environment(), Path(__file__).read_text(encoding="utf-8"))


def _in_torch(chosen: list[Edit]) -> dict[str, str]:
    import torch

    page, result = PROJECT.page("en", chosen[0].page), {}
    names = {"__name__": "__main__"}
    with TemporaryDirectory() as folder, chdir(folder), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        data_files.copy_files(page, ROOT, Path(folder))
        try:
            with data_files.importable(Path(folder)):
                for title, source, is_apart in programs(chosen):
                    before, state = dict(names), torch.get_rng_state()
                    if is_apart:
                        names |= {key: value.copy() for key, value in before.items() if type(value) in COPIED}
                    result[title] = _printed(source, names)
                    if is_apart:
                        names.clear()
                        names.update(before)
                        torch.set_rng_state(state)
        finally:
            reset_torch()
            if "matplotlib.pyplot" in sys.modules:
                sys.modules["matplotlib.pyplot"].close("all")
    return result


def _printed(source: str, names: dict) -> str:
    with redirect_stdout(io.StringIO()) as printed, redirect_stderr(io.StringIO()):
        try:
            exec(compile(source, NAME, "exec", dont_inherit=True), names)
        except Exception as error:
            return printed.getvalue() + _described(error)
    return printed.getvalue()


def _described(error: Exception) -> str:
    text = "".join(traceback.format_exception_only(error)).strip()
    if isinstance(error, SyntaxError):
        return f"{text.splitlines()[-1]} (line {error.lineno})"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == NAME]
    return f"{text.splitlines()[0]} (line {lines[-1] if lines else None})"


def in_page(engine: live_pages.Engine, chosen: list[Edit]) -> dict[str, str]:
    """What the page prints, in the same form."""
    run = programs(chosen)
    answer = engine.answer(PROJECT.page("en", chosen[0].page), [_request(source, apart) for _, source, apart in run])
    results = [_answer(result) for result in answer["results"]] + [answer["stopped"]]
    return dict(zip((title for title, _, _ in run), results, strict=False))


def _request(source: str, is_apart: bool) -> dict[str, str]:
    """What asks for a run; an exercise's check is one in a namespace of its own."""
    apart = {"task": "check", "source": "", "assertions": source}
    return {"name": NAME, **(apart if is_apart else {"source": source})}


def _answer(result: dict) -> str:
    error = result["error"]
    if not error:
        return result["output"]
    return f"{result['output']}{error['text'].splitlines()[0]} (line {error['line']})"


def compared(chosen: list[Edit], store: AnswerStore, seconds: float = SECONDS) -> dict[str, tuple[str, str]]:
    """By title, what CPython and the page print; CPython's is empty where it isn't asked."""
    result = {}
    with live_pages.Engine(ROOT, seconds, store) as engine:
        for group in by_page([edit for edit in chosen if edit.known != ENDLESS]):
            here = in_page(engine, group)
            there = in_torch([edit for edit in group if edit.is_asked], store)
            for edit in group:
                result[edit.title] = (there.get(edit.title, ""), here.get(edit.title, "didn't run"))
        for edit in chosen:
            if edit.known == ENDLESS:
                result[edit.title] = ("", in_page(engine, [edit]).get(edit.title, "didn't run"))
    return result


def main(words: list[str]) -> None:
    chosen = [edit for edit in edits() if not words or any(word in edit.title for word in words)]
    differing = 0
    for title, (expected, here) in compared(chosen, AnswerStore(None)).items():
        edit = next(edit for edit in chosen if edit.title == title)
        if "-v" in words or (edit.is_asked and expected != here):
            differing += 1
            print(f"--- {title}{edit.known and f' ({edit.known})'}\n  CPython: {expected.rstrip()}\n  here:    {here}")
    print(f"{differing} of {len(chosen)} differ")


if __name__ == "__main__":
    main(sys.argv[1:])
