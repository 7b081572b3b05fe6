"""Calculations on pages: which are read, and which are told."""

from __future__ import annotations

import pytest
from checked_pages import FRONT, TITLE, told

from handbook.checks.arithmetic import check
from handbook.checks.registry import calculations
from handbook.markdown.parser import parse

TRUE = [
    r"$0.5 \cdot 2 + 0.25 \cdot (-1) = 0.75$",
    r"$\frac{1}{3} = 0.333$",
    r"$\tfrac{1}{1 + e^{-1}} = 0.7311$",
    r"$\exp(2) \approx 7.4$",
    r"$\exp{2} = 7.389$",
    r"$\sqrt{64} = 8$",
    r"$\frac{\ln 8 + \ln 2 + \ln 4}{6} = \frac{\ln 64}{6} = \ln 2$",
    r"$\left( 1 + 2 \right) \times 3 = 9$",
    r"$2^{10} = 1{,}024$",
    r"$2 \sqrt{4} = 4$",
    r"$-2^2 = -4$",
    r"$(-2)^2 = 4$",
    r"$6 / 3 / 2 = 1$",
    r"$1 + 1 > 1$",
    r"$1 - 1 \le 0$",
    "$$\n\\begin{aligned}\n1 + 1 &= 2 \\\\\n2 \\cdot 3 &= 6.\n\\end{aligned}\n$$",
    "Multiply: 4 · 16 = 64, and 768 = 2⁸ · 3.",
    "A half is 1 / 2 = 0.5 of it.",
    "It is 10 − 12 = −2.",
    "It is 2 × (3 + 4) = 14.",
    "It is 2 · 1,024 = 2,048.",
    "It is 1 / 3 ≈ 0.33.",
    "2 = 3 in the case of 0 = 0.",  # nothing is calculated
]
NO_ARITHMETIC = [
    r"$4d^2 + 8d^2 = 13d^2$",
    r"$e = 3$",
    r"$x_1 = 2$",
    r"$\binom{4}{2} = 8$",
    r"$[1, 2] = 3$",
    r"$\sum_{i=1}^{3} i = 7$",
    r"$2^12 = 5$",  # TeX takes the first digit alone
    r"$1 / 0 = 3$",
    r"$\sqrt{0 - 1} = 3$",
    r"$2 \% = 3$",
    r"$[0, 1) = 2$",
    "The version 2.1.0 = 3, and a/b = 4.",
]


@pytest.mark.parametrize("text", [*TRUE, *NO_ARITHMETIC])
def test_nothing_is_told(root, text):
    assert told(root, calculations, FRONT + TITLE + f"\n{text}\n") == []


UNTRUE = {
    r"$0.5 \cdot 2 + 0.25 \cdot (-1) = 0.76$": [(7, "0.5 \\cdot 2 + 0.25 \\cdot (-1) is 0.7500, not 0.76")],
    r"$0.5 \cdot 2 - 0.25 \cdot (-1) = 0.75$": [(7, "0.5 \\cdot 2 - 0.25 \\cdot (-1) is 1.2500, not 0.75")],
    r"$\frac{1}{3} = 0.334$": [(7, "\\frac{1}{3} is 0.33333, not 0.334")],
    r"$\tfrac{1}{1 + e^{1}} = 0.7311$": [(7, "\\tfrac{1}{1 + e^{1}} is 0.268941, not 0.7311")],
    r"$\exp(2) \approx 7.6$": [(7, "\\exp(2) is 7.389, not about 7.6")],
    r"$2^3 = 9$": [(7, "2^3 is 8.00, not 9")],
    r"$e^0 = 0$": [(7, "e^0 is 1.00, not 0")],
    r"$\frac{\ln 8}{6} = \ln 2$": [(7, "\\frac{\\ln 8}{6} is 0.35, not \\ln 2")],
    r"$1 + 1 < 1$": [(7, "1 + 1 is 2.00, not below 1")],
    r"$1 + 1 \le 1$": [(7, "1 + 1 is 2.00, not \\le 1")],
    r"$1 \ge 1 + 1$": [(7, "1 is 1.00, not \\ge 1 + 1")],
    "$$\n\\begin{aligned}\n1 + 1 &= 2 \\\\ \n2 \\cdot 3 &= 7\n\\end{aligned}\n$$": [(10, "2 \\cdot 3 is 6.00, not 7")],
    "$$ 1 + 1 = 3 $$": [(7, "1 + 1 is 2.00, not 3")],
    "Multiply\n4 · 16 = 65, and 768 = 2⁷ · 3.": [
        (8, "4 \\cdot 16 is 64.00, not 65"),
        (8, "768 is 768.00, not 2^{7} \\cdot 3"),
    ],
}


@pytest.mark.parametrize("text", UNTRUE)
def test_what_is_not_true_is_told_at_its_line(root, text):
    assert [
        (line, " ".join(words.split())) for line, words in told(root, calculations, FRONT + TITLE + f"\n{text}\n")
    ] == (UNTRUE[text])


def test_a_sentence_is_read_in_its_language(root):
    assert told(root, calculations, FRONT + TITLE + "\nEs ist 2 · 1.024 = 2.048 und 0,5 · 3 = 1,5.\n", "de") == []
    assert told(root, calculations, FRONT + TITLE + "\nEs ist 2 · 1,024 = 2.048.\n", "de") == [
        (7, "2 \\cdot 1.024 is 2.05, not 2048")
    ]


def test_a_result_can_be_excused():
    excused = "<!-- uncomputed: 0.34 | with the digits that nobody sees -->\nIt is 1 / 3 = 0.34.\n"
    assert not list(check(parse(excused)))
    assert list(check(parse(excused.replace("uncomputed: 0.34", "uncomputed: 0.35"))))
