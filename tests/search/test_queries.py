"""Search finds, in each language, what readers type: every query of ``tests/queries/`` on the built site."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from functools import partial
from pathlib import Path

import pytest

from handbook import ROOT
from handbook.core import npm
from handbook.project.checkout import Project
from handbook.site import search

LANGUAGES = Project(ROOT).languages
EDITIONS = [*LANGUAGES, "sr-cyrl"]
FIRST = 3  # among these pages the right one must be
LEAST = 60  # queries of each kind of file
QUERIES = ROOT / "tests" / "queries"


def folder(site_dir: Path, edition: str) -> Path:
    return site_dir if edition == "en" else site_dir / edition


def listed(language: str) -> list[tuple[str, list[str]]]:
    """The queries with the places, ``page`` or ``page#section``, each of which answers them."""
    wanted = tomllib.loads((QUERIES / f"{language}.toml").read_text(encoding="utf-8"))
    return [(query, [place]) for place, asked in wanted.items() for query in asked]


def by_readers(language: str) -> list[tuple[str, list[str]]]:
    """What somebody typed who had read the pages, and neither the code nor the other queries."""
    lines = (QUERIES / f"readers-{language}.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [(query, places.split("|")) for query, places, _ in rows]


def ask(site_dir: Path, edition: str, queries: list[str]) -> list[dict]:
    command = [npm.node(), ROOT / "tests" / "search" / "ask.mjs", folder(site_dir, edition), edition.partition("-")[0]]
    done = subprocess.run(command, input=json.dumps(queries), capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def is_found(place: str, answer: dict) -> bool:
    """Whether a place is shown: as the one that explains a term, or among the sections of the first pages.

    The definition of a term is what the glossary says of it.
    """
    if place == "glossary" and answer["terms"]:
        return True
    name, _, section = place.partition("#")
    url = "" if name == "index" else f"{name}/"
    shown = answer["terms"] + [address for page in answer["pages"][:FIRST] for address in page]
    if section and section != name:
        return f"{url}#{section}" in shown
    return any(address.partition("#")[0] == url for address in shown)


@pytest.mark.parametrize("read", [listed, by_readers], ids=["listed", "by readers"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_query_finds_its_place_among_the_first(site_dir, edition, read):
    asked = read(edition.partition("-")[0])
    assert len({query for query, _ in asked}) >= LEAST
    answers = ask(site_dir, edition, [query for query, _ in asked])
    missed = [
        f"{query!r} should find {' or '.join(places)}, found {answer['terms'] + answer['pages'][:FIRST]}"
        for (query, places), answer in zip(asked, answers, strict=True)
        if not any(map(partial(is_found, answer=answer), places))
    ]
    assert missed == [], f"{len(asked) - len(missed)} of {len(asked)}\n" + "\n".join(missed)


QUESTIONS = {  # to which one section is the answer
    "en": "why divide by sqrt d",
    "de": "warum durch Wurzel d teilen",
    "sr": "zašto se deli korenom iz d",
    "sr-cyrl": "зашто се дели кореном из d",
    "sw": "kwa nini kugawanya kwa kipeo cha pili d",
}


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_section_that_answers_a_question_comes_first(site_dir, edition):
    (answer,) = ask(site_dir, edition, [QUESTIONS[edition]])
    assert answer["pages"][0][0] == "queries-keys-values/#scaling"


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_term_of_the_glossary_is_explained_where_a_page_has_a_section(site_dir, edition):
    site = folder(site_dir, edition)
    read = partial(_script, site)
    terms, sections = read(search.TERMS)["terms"], {address for address, *_ in read(search.SECTIONS)}
    assert len(terms) > 100
    assert [
        term["term"] for term in terms if term["address"] not in sections and "glossary/#" not in term["address"]
    ] == []
    answers = ask(site_dir, edition, [form for term in terms for form in (term["term"], term["english"])])
    for index, term in enumerate(terms):
        for answer in answers[2 * index : 2 * index + 2]:
            assert term["address"] in answer["terms"], f"{term['term']}, {term['english']}: {answer['terms']}"


@pytest.mark.parametrize("edition", EDITIONS)
def test_cells_of_tables_and_pictures_are_not_glued_together(site_dir, edition):
    sections = _script(folder(site_dir, edition), search.SECTIONS)
    assert len(sections) > 100
    glued = [
        (address, found[0])
        for address, _, text, _ in sections
        for found in re.finditer(r"(?<![\d.,])0[.,]\d{2,}[.,]\d{2}|[^\W\d_]{46,}", text)
    ]
    assert glued == []


def _script(site: Path, name: str):
    return json.loads((site / name).read_text(encoding="utf-8").partition("= ")[2].rstrip(";\n"))
