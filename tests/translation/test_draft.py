"""A machine's draft: the text that asks for it, and an answer that is wrong in any way is told, and never trusted."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from git_checkout import commit, edit, git, handbook

from handbook.project.checkout import Project
from handbook.translation import draft, exchange, lockfile
from handbook.translation.status import page_state

ENGLISH, GERMAN, LOCK = "docs/en/scores.md", "docs/de/scores.md", "i18n/de/lock/scores.lock"


@pytest.fixture
def answer(checkout) -> str:
    """What a good translator answers for the page that is missing then."""
    messages = exchange.messages(Project(checkout), "de", "scores")
    parts = [f"{draft.mark('de', message)}\n{message.translation}\n" for message in messages]
    for path in (GERMAN, LOCK):
        (checkout / path).unlink()
    shutil.rmtree(checkout / ".git")  # which knows that the page was translated before
    git(checkout, "init", "--quiet")
    commit(checkout, "No German yet")
    return "\n".join(["Gern! Hier ist die Übersetzung:", "", *parts, draft.END, "", "Noch etwas?"])


def read(checkout: Path, text: str):
    (checkout / "answer.txt").write_text(text, encoding="utf-8")
    return handbook(checkout, "draft", "--read", str(checkout / "answer.txt"))


def drafted(checkout: Path) -> int:
    return page_state(Project(checkout), "de", "scores").counts["draft"]


def test_the_text_holds_what_a_translator_needs(checkout, answer):
    result = handbook(checkout, "draft", "de", "scores")
    assert result.exit_code == 0, result.stderr
    text = (checkout / "dist/draft/de-scores.txt").read_text(encoding="utf-8")
    assert "from English into German (Deutsch)" in text and "as German does: 1,5." in text
    assert "[[de scores scores/2]]\n(paragraph; {formula1} = $q \\cdot k$" in text
    assert "print((query * key).sum())" not in text and "tensor(0.5500)" not in text, "code and outputs are left out"
    assert "multiply, then add" in text, "but not its comments"
    asked = re.findall(r"^\[\[.*\]\]$", text, re.MULTILINE)
    assert asked == re.findall(r"^\[\[.*\]\]$", answer, re.MULTILINE)


def test_the_style_of_the_language_is_handed_on(checkout, answer):
    style = checkout / "i18n/de/STYLE.md"
    handbook(checkout, "draft", "de", "scores")
    assert "is written here" not in (checkout / "dist/draft/de-scores.txt").read_text(encoding="utf-8")
    style.write_text("# Deutsch\n\nEin Token schaut auf ein anderes.\n", encoding="utf-8")
    handbook(checkout, "draft", "de", "scores")
    text = (checkout / "dist/draft/de-scores.txt").read_text(encoding="utf-8")
    assert text.index("The words") < text.index("Ein Token schaut auf ein anderes.") < text.index("\nTo translate")
    style.write_bytes(b"\xff")
    broken = handbook(checkout, "draft", "de", "scores")
    assert broken.exit_code == 1 and "i18n/de/STYLE.md:1: not UTF-8" in broken.stderr, broken.stderr


def test_only_what_is_left_is_asked_for_with_its_neighbours(checkout):
    assert "nothing to translate" in handbook(checkout, "draft", "de", "scores").stdout
    edit(checkout, ENGLISH, ("of two vectors", "of two long vectors"))
    handbook(checkout, "draft", "de", "scores", "--to", str(checkout / "x.txt"))
    text = (checkout / "x.txt").read_text(encoding="utf-8")
    assert re.findall(r"^\[\[.*\]\]$", text, re.MULTILINE) == ["[[de scores scores/2]]", draft.END]
    assert "(its translation, made from older English: Ein Score ist" in text
    assert "heading\nScores\n→ Scores" in text, "a neighbour"


def test_a_good_answer_becomes_a_page_that_says_what_it_is(checkout, answer):
    result = read(checkout, answer)
    assert (result.exit_code, result.stderr) == (0, "") and "as a machine's draft" in result.stdout
    state = page_state(Project(checkout), "de", "scores")
    assert state.state == "draft" and not state.counts["missing"] and not state.reviewed
    assert handbook(checkout, "check", str(checkout / GERMAN)).exit_code == 0
    assert "are a machine's draft: read them" in handbook(checkout, "status", "de").stdout
    assert " draft" in (checkout / LOCK).read_text(encoding="utf-8")


def test_only_a_person_takes_the_mark_away(checkout, answer):
    read(checkout, answer)
    refused = handbook(checkout, "accept", str(checkout / GERMAN))
    assert refused.exit_code == 1 and "nobody says that a person has read the" in refused.stderr
    assert "blocks are as a machine wrote them" in refused.stdout and drafted(checkout)
    edit(checkout, GERMAN, ("## Die Summe", "## Die ganze Summe"))
    before = drafted(checkout)
    handbook(checkout, "accept", str(checkout / GERMAN))
    assert drafted(checkout) == before, "the mended heading is a person's, and the others aren't"
    assert handbook(checkout, "accept", "--yes", str(checkout / GERMAN)).exit_code == 0
    assert not drafted(checkout) and page_state(Project(checkout), "de", "scores").state == "fresh"


def test_a_draft_that_somebody_mends_waits_for_accept(checkout, answer):
    read(checkout, answer)
    edit(checkout, GERMAN, ("## Die Summe", "## Die ganze Summe"))
    counts = page_state(Project(checkout), "de", "scores").counts
    assert counts["unrecorded"] == 1 and counts["fresh"] == 5, "code and formulas"


def test_an_answer_that_is_mended_can_be_read_again(checkout, answer):
    wrong = read(checkout, replaced("sum/1", "<b>Die Summe</b>")(answer))
    assert wrong.exit_code == 1
    assert (read(checkout, answer).exit_code, read(checkout, answer).stderr) == (0, "")


def test_nobody_reviews_a_draft(checkout, answer):
    read(checkout, answer)
    result = handbook(checkout, "review", str(checkout / GERMAN), "--by", "Somebody")
    assert result.exit_code == 1 and "this is not accepted as a translation" in result.stderr


def test_a_draft_grows_stale_like_any_translation(checkout, answer):
    read(checkout, answer)
    edit(checkout, ENGLISH, ("of two vectors", "of two long vectors"))
    state = page_state(Project(checkout), "de", "scores")
    assert state.state == "stale" and state.counts["stale"] == 1


def test_the_mark_survives_in_the_lock():
    entry = lockfile.Entry("heading", "a", "0" * 12, "1" * 12, "a reason", begun=True, draft=True, reviewed=True)
    assert lockfile._parse_entry(str(entry)) == entry


def without(answer: str, place: str) -> str:
    return re.sub(rf"\[\[de scores {place}\]\]\n(?:.+\n)+\n", "", answer)


def replaced(place: str, text: str):
    def change(answer: str) -> str:
        changed, count = re.subn(
            rf"(\[\[de scores {place}\]\]\n)(?:.+\n)+", lambda match: match[1] + text + "\n", answer
        )
        assert count == 1
        return changed

    return change


def swapped(answer: str) -> str:
    first, second = (re.search(rf"\[\[de scores {place}\]\]\n(.+)\n", answer)[1] for place in ("scores/2", "sum/2"))  # type: ignore
    return answer.replace(first, "\0").replace(second, first, 1).replace("\0", second)


def reordered(answer: str) -> str:
    part = re.search(r"\[\[de scores sum/1\]\]\n.+\n\n", answer)
    assert part
    return answer.replace(part[0], "").replace("[[de scores scores/1]]", part[0] + "[[de scores scores/1]]")


GAPPED = "Ein Score ist das Skalarprodukt {formula1} zweier Vektoren. Siehe [die Summe]{link1}, {code1} und 0,55."
FRENCH = (
    "Un score est le produit scalaire {formula1} de deux vecteurs, et il dit s’ils vont dans la même direction. "
    "Voir [ici]{link1}, {code1} et 0,55. " + "Les produits de leurs composantes sont ensuite additionnés. " * 5
)
BAD = {  # change, words, whether the rest of the answer is taken
    "block missing": (lambda a: without(a, "sum/1"), "1 parts are not in the answer, first [[de scores sum/1]]", True),
    "texts swapped": (swapped, "{formula1} is missing", True),
    "order changed": (reordered, "stands in another order than it was asked", True),
    "code written out": (replaced("scores/2", GAPPED.replace("{code1}", "`torch.dot`")), "{code1} is missing", True),
    "code changed": (replaced("scores/2", GAPPED.replace("{code1}", "{code1} `x`")), "inline code `x` is not in", True),
    "gap lost": (replaced("scores/2", GAPPED.replace("{formula1} ", "")), "{formula1} is missing", True),
    "gap translated": (replaced("scores/2", GAPPED.replace("{code1}", "{Code1}")), "{Code1} is no gap", True),
    "html": (replaced("sum/1", "<b>Die Summe</b>"), "html tag", True),
    "script": (replaced("sum/1", "Die <script>alert(1)</script> Summe"), "html tag", True),
    "another language": (replaced("scores/2", FRENCH), "the whole answer seems to be in fr, not in de", False),
    "English": (replaced("scores/2", "A score is the dot product {formula1} of two vectors. See [the sum]{link1}, "
        "{code1} and 0.55."), "is the English still", True),
    "number changed": (replaced("scores/2", GAPPED.replace("0,55", "0,65")), "the number 0,65 instead of 0.55", True),
    "other decimals": (replaced("scores/2", GAPPED.replace("0,55", "0.55")), "0.55 is not how this language", True),
    "unknown place": (lambda a: a.replace("sum/1]]", "sum/77]]"), "sum/77 is no part of today's scores", True),
    "place twice": (lambda a: a.replace("[[end]]", "[[de scores sum/1]]\nNoch eine\n\n[[end]]"), "already", True),
    "empty": (replaced("sum/1", " "), "sum/1 is empty", True),
    "cut off": (lambda a: a[: a.index("[[end]]")], "the answer was cut", True),
    "two paragraphs": (replaced("scores/2", GAPPED + "\n\nUnd mehr."), "something else than a paragraph", True),
    "a list": (replaced("scores/2", "- " + GAPPED), "something else than a paragraph", True),
    "marks of a heading": (replaced("sum/1", "## Die Summe"), "something else than a heading", True),
    "remark copied": (replaced("sum/1", "(heading)\nDie Summe"), "the remark in brackets was copied", True),
    "rows lost": (replaced("sum/4", "| Query | Key |"), "", True),
    "another page": (lambda a: a.replace("[[de scores sum/1]]", "[[de training sum/1]]"), "and for de training", False),
    "another handbook": (lambda a: a.replace("[[de scores ", "[[de nothing "), "there is no page nothing", False),
    "unknown language": (lambda a: a.replace("[[de scores ", "[[xx scores "), "no language of this handbook", False),
    "no marks": (lambda a: re.sub(r"\[\[.*\]\]", "", a), "there is no answer in this file", False),
    "refusal": (lambda a: "I'm sorry, but I can't translate this.", "there is no answer in this file", False),
}  # fmt: skip


@pytest.mark.parametrize("way", BAD)
def test_a_bad_answer_is_told(way, checkout, answer):
    change, words, partly = BAD[way]
    result = read(checkout, change(answer))
    assert words in result.stderr and re.search(r"^(answer\.txt|i18n/xx):\d+: ", result.stderr), result.stderr
    good = len(re.findall(r"^\[\[.*/\d+\]\]$", answer, re.MULTILINE))
    assert (checkout / GERMAN).exists() == partly
    if partly:
        assert good - 2 <= drafted(checkout) <= good
        errors = handbook(checkout, "check", str(checkout / GERMAN)).stderr
        assert errors == "" or "seems to be en" in errors or drafted(checkout) < good
    else:
        assert result.exit_code == 1 and git(checkout, "status", "--short").split() == ["??", "answer.txt"]


def test_a_draft_replaces_nobodys_translation(checkout):
    before = (checkout / GERMAN).read_bytes()
    result = read(checkout, "[[de scores sum/1]]\nEtwas anderes\n[[end]]\n")
    assert result.exit_code == 1 and "sum/1 is translated already" in result.stderr
    assert (checkout / GERMAN).read_bytes() == before
