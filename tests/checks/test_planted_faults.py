"""Faults in what a page says, one at a time: which of them are told, by which check, and at which line.

Those that nothing tells are here, too (``UNTOLD``): when one of them is told some day, its line in CONTRIBUTING.md
under *What no machine notices* is out of date.
"""

from __future__ import annotations

import pytest
from faulty_page import ENGLISH, GERMAN, PAGES, told, written

CHECK, PYTEST = "check", "pytest"
EN, DE = "docs/en/weights.md", "docs/de/weights.md"
ROWS = "| the first | 2.0 | 0.6225 |\n| the second | 1.5 | 0.3775 |"
QUIZ = "    - [x] That of the larger score.\n\n        The exponential grows.\n\n    - [ ] That of the smaller score."

# name: (gate, page, what stands there, what is planted, the line that is told by its words, what is said)
TOLD = {
    # outputs, which are compared letter by letter
    "a wrong digit": (PYTEST, EN, "[0.6225, 0.3775] -0.5", "[0.6225, 0.3776] -0.5", "0.3776", "the output differs"),
    "another wrong digit": (PYTEST, EN, "\n    0.245\n", "\n    0.345\n", "    0.345", "the output differs"),
    "another word": (PYTEST, EN, "weights 0.6\n", "weight 0.6\n", "weight 0.6", "the output differs"),
    "a sign lost": (PYTEST, EN, "([[6.0, -4.4],", "([[6.0, 4.4],", "([[6.0, 4.4]", "the output differs"),
    "rows of an output exchanged": (
        PYTEST,
        EN,
        "([[6.0, -4.4],\n        [0.25, 1.25]])",
        "([[0.25, 1.25],\n        [6.0, -4.4]])",
        "weights 0.6\n",
        "the output differs",
    ),
    "digits that nobody printed": (PYTEST, EN, "([[6.0, -4.4],", "([[5.6, -4.4],", "[5.6", "the output differs"),
    "fewer digits": (PYTEST, EN, "\n[0.6225, 0.3775] ", "\n[0.6, 0.4] ", "[0.6, 0.4]", "the output differs"),
    "a rounded number": (PYTEST, EN, "weights 0.6\n", "weights 1.\n", "weights 1.", "the output differs"),
    "a line break lost": (PYTEST, EN, "-4.4],\n        [0.25", "-4.4], [0.25", "-4.4], [0.25", "the output differs"),
    "code of a solution": (PYTEST, EN, "weights[0] - weights[1]", "weights[1] - weights[0]", "    0.245", "differs"),
    "an output of the translation": (CHECK, DE, "weights 0.6\n", "weights 0.5\n", "weights 0.5", "the output differs"),
    # numbers in sentences, formulas and tables
    "a wrong decimal": (PYTEST, EN, "first gets 0.6225", "first gets 0.6325", "gets 0.6325", "computes 0.6325"),
    "a wrong decimal of the translation": (CHECK, DE, "ist 0,6225", "ist 0,6325", "0,6325", "0,6325 is not in"),
    "another number of the page as a share": (PYTEST, EN, "62.25 %", "60.25 %", "60.25", "computes 60.25 %"),
    "a sign in a sentence": (PYTEST, EN, "by −0.5 only", "by 0.5 only", "by 0.5", "computes 0.5"),
    "a sign too many": (PYTEST, EN, "gets 0.3775", "gets −0.3775", "−0.3775", "computes −0.3775"),
    "a sign too many, by a hyphen": (PYTEST, EN, "gets 0.3775", "gets -0.3775", "-0.3775", "computes -0.3775"),
    "a sign in the translation": (CHECK, DE, "um −0,5", "um 0,5", "um 0,5", "the number 0,5 instead of −0.5"),
    "another count in the translation": (CHECK, DE, "3 Schritte", "5 Schritte", "5 Schritte", "whose 3 is missing"),
    "a formula with another result": (CHECK, EN, "= 0.6225\n", "= 0.3775\n", "= 0.3775", "is 0.622459, not 0.3775"),
    "a formula with another exponent": (CHECK, EN, "e^{-0.5}", "e^{0.5}", "e^{0.5}", "is 0.377541, not 0.6225"),
    "a formula with − for +": (CHECK, EN, "1 + e^{-0.5}", "1 - e^{-0.5}", "1 - e", "is 2.541494, not 0.6225"),
    "a formula of the translation": (CHECK, DE, "1 + e^", "2 + e^", "$$", "this formula differs"),
    "a cell": (PYTEST, EN, "| 2.0 | 0.6225 |", "| 2.0 | 0.6235 |", "0.6235", "computes 0.6235"),
    "rows of numbers exchanged": (
        CHECK,
        EN,
        ROWS,
        "| the first | 1.5 | 0.3775 |\n| the second | 2.0 | 0.6225 |",
        "| the first |",
        "has these numbers in another order",
    ),
    "rows of numbers exchanged in the translation": (
        CHECK,
        DE,
        "| das erste | 2,0 | 0,6225 |\n| das zweite | 1,5 | 0,3775 |",
        "| das erste | 1,5 | 0,3775 |\n| das zweite | 2,0 | 0,6225 |",
        "| das zweite |",
        "the number 2,0 instead of 1.5",
    ),
    "another count of rows": (CHECK, EN, "There are 3 steps", "There are 7 rows", "7 rows", "has 7"),
    # exercises, quizzes, pictures, links, language
    "a check with a name that isn't there": (CHECK, EN, "sum(weights)) <", "sum(weight)) <", "sum(weight)) ", "weight"),
    "a check that asks nothing": (
        CHECK,
        EN,
        "assert abs(total - sum(weights)) < 1e-3",
        "assert True",
        "{.python .check}",
        "any answer passes",
    ),
    "answers exchanged in the translation": (
        CHECK,
        DE,
        "[x] Das des größeren",
        "[ ] Das des größeren",
        "Das des größeren Scores",
        "[ ] instead of [x]",
    ),
    "a picture of another output": (CHECK, EN, " #rows}", " #row}", 'data-output="rows"', "rows"),
    "a label too many": (CHECK, EN, 'data-tokens="a b"', 'data-tokens="a b c"', '"a b c"', "3"),
    "another picture in the translation": (CHECK, DE, 'tokens="a b"', 'tokens="b a"', '"b a"', "this html differs"),
    "a sentence left in English": (
        CHECK,
        DE,
        GERMAN.split("\n\n")[2],
        "Two scores become weights. The first gets 0,6225, which is 62,25 %, and the second gets 0,3775.\n"
        "The scores differ by −0,5 only. There are 3 steps, as [the sum](scores.md#sum) shows.",
        "Two scores",
        "seems to be en",
    ),
    "an anchor that isn't there": (CHECK, EN, "scores.md#sum", "scores.md#sun", "#sun", "a link to #sun"),
    "another link in the translation": (CHECK, DE, "md#sum", "md", "(scores.md)", "instead of `scores.md#sum`"),
}  # fmt: skip
UNTOLD = {
    "decimals exchanged in a sentence": {
        EN: [("first gets 0.6225", "first gets 0.3775"), ("second gets 0.3775", "second gets 0.6225")],
        DE: [("erste ist 0,6225", "erste ist 0,3775"), ("zweite ist 0,3775", "zweite ist 0,6225")],
    },
    "a number with fewer digits": {EN: [("gets 0.6225", "gets 0.62")], DE: [("ist 0,6225", "ist 0,62")]},
    "another count": {EN: [("3 steps", "4 steps")], DE: [("3 Schritte", "4 Schritte")]},
    "another number in words": {EN: [("Two scores", "Three scores")]},
    "a sentence that says the contrary": {EN: [("become", "never become")], DE: [("werden", "werden nie")]},
    "answers exchanged in all languages": {
        EN: [(QUIZ, QUIZ.replace("[x]", "[?]").replace("[ ]", "[x]").replace("[?]", "[ ]"))],
        DE: [("[x] Das des", "[?] Das des"), ("[ ] Das des", "[x] Das des"), ("[?] Das des", "[ ] Das des")],
    },
    "a wrong solution": {
        EN: [("weights[0] - weights[1]", "weights[0] - 0.3775")],
        DE: [("weights[0] - weights[1]", "weights[0] - 0.3775")],
    },
    "labels of a picture exchanged": {
        EN: [('data-tokens="a b"', 'data-tokens="b a"')],
        DE: [('data-tokens="a b"', 'data-tokens="b a"')],
    },
    "a picture with the name of another": {
        EN: [('name="hello-weights"', 'name="causal-weights"')],
        DE: [('name="hello-weights"', 'name="causal-weights"')],
    },
    "another place that is there": {EN: [("scores.md#sum", "scores.md")], DE: [("scores.md#sum", "scores.md")]},
    "an output called measured": {
        EN: [(".output #rows}\nweights 0.6", ".output .measured #rows}\nweights 0.7")],
        DE: [(".output #rows}\nweights 0.6", ".output .measured #rows}\nweights 0.7")],
    },
}


@pytest.fixture
def checkout(small_handbook):
    written(small_handbook)
    return small_handbook


@pytest.mark.parametrize("case", [case for case in TOLD if TOLD[case][0] == CHECK])
def test_told_without_running_anything(checkout, case):
    demand(checkout, case)


@pytest.mark.parametrize("case", [case for case in TOLD if TOLD[case][0] == PYTEST])
def test_told_by_running_the_page(checkout, torch, case):
    demand(checkout, case)


def demand(checkout, case: str) -> None:
    gate, path, old, new, words, message = TOLD[case]
    assert PAGES[path].count(old) == 1, "planted at one place"
    text = PAGES[path].replace(old, new)
    lines = [number for number, line in enumerate(text.split("\n"), 1) if words.strip("\n") in line]
    found = told(checkout, path, text, gate)
    # An output is told where its fence begins, some lines above.
    offsets = range(4) if "differs" in message and gate == PYTEST else range(1)
    places = {f"{path}:{line - offset}" for line in lines for offset in offsets}
    assert [said for place, said in found if place in places and message in said], found


@pytest.mark.parametrize("gate", [CHECK, PYTEST])
def test_without_a_fault_nothing_is_told(checkout, torch, gate):
    assert [told(checkout, path, text, gate) for path, text in PAGES.items()] == [[], []]


@pytest.mark.parametrize("case", UNTOLD)
def test_what_only_a_reader_notices(checkout, torch, case):
    pages = {}
    for path, text in PAGES.items():
        for old, new in UNTOLD[case].get(path, []):
            assert old in text
            text = text.replace(old, new)
        pages[path] = text
        (checkout / path).write_text(text, encoding="utf-8")
    assert pages != {EN: ENGLISH, DE: GERMAN}
    said = [told(checkout, path, text, gate) for path, text in pages.items() for gate in (CHECK, PYTEST)]
    assert said == [[]] * 4
