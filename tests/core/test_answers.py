"""Answers that are kept from one run to the next: asked once, of this question and this code, and only where whole."""

from __future__ import annotations

import pytest

from handbook.core import answers
from handbook.core.answers import Answers


@pytest.fixture
def told(tmp_path):
    """Asks a function in a new run: returns its answers to these questions, and which of them it was asked."""

    def run(questions: str, code: str = "1", answer=lambda question: [question, 0.1 + 0.2]) -> tuple[list, str]:
        asked: list[str] = []

        def give(question: str) -> list:
            asked.append(question)
            return answer(question)

        kept = Answers("letters", code, folder=tmp_path / "kept")
        found = [kept.of(question, lambda question=question: give(question)) for question in questions]
        kept.save()
        return found, "".join(asked)

    return run


def kept(tmp_path):
    (path,) = (tmp_path / "kept").glob("*.jsonl")
    return path


def test_a_question_is_asked_once_and_its_answer_kept(told):
    first = [["a", 0.1 + 0.2], ["b", 0.1 + 0.2], ["a", 0.1 + 0.2]]
    assert told("aba") == (first, "ab")
    assert told("cab") == ([["c", 0.1 + 0.2], *first[:2]], "c")
    assert told("abc")[1] == ""


def test_other_code_is_asked_anew(told):
    told("ab")
    assert told("ab", code="2", answer=lambda question: [2])[0] == [[2], [2]]
    assert told("ab")[1] == ""


@pytest.mark.parametrize("cut", range(2, 60, 7))
def test_a_line_that_was_cut_is_asked_again_and_harms_no_other(told, tmp_path, cut):
    told("ab")
    path = kept(tmp_path)
    path.write_bytes(path.read_bytes()[:-cut])
    assert told("acb")[1] == "cb"
    assert told("abc") == ([[letter, 0.1 + 0.2] for letter in "abc"], "")


def test_a_changed_digit_is_no_answer(told, tmp_path):
    told("a")
    path = kept(tmp_path)
    path.write_text(path.read_text().replace("0.30000000000000004", "0.90000000000000004"))
    assert told("a") == ([["a", 0.1 + 0.2]], "a")


def test_a_file_of_rubbish_or_none_that_can_be_written_is_passed_over(told, tmp_path):
    told("a")
    path = kept(tmp_path)
    path.write_bytes(b"\xff\x00 {} []\n\n1 2\n[]")
    assert told("a")[1] == "a"
    path.unlink()
    path.mkdir()
    assert told("a")[1] == "a"


def test_a_file_that_has_grown_too_large_is_begun_anew(told, tmp_path, monkeypatch):
    told("abcdef")
    monkeypatch.setattr(answers, "LARGEST", 100)
    told("xa")
    assert told("xa")[1] == "a"  # it was known when the file was begun anew
