"""The length of a path is computed from what stands on its pages."""

import pytest
from samples import PROJECT
from small_site import checkout

from handbook.markdown.parser import parse
from handbook.project.checkout import Project
from handbook.site import doors
from handbook.site.language_site import LanguageSite

CODE = "```python\n{}\n```\n"


@pytest.mark.parametrize(
    "text, minutes",
    [
        ("word " * 300, 2),
        ("word " * 75 + "`some code` $x + y$", 0.5),  # formulas and code within text aren't read as words
        (CODE.format("\n".join(["print(1)"] * 20)), 2),
        (CODE.format("\n".join(["print(1)", "", " "] * 10)), 1),  # lines with something on them
        ("```{.text .output}\n" + "1\n" * 50 + "```\n", 0),
        ("```{.python .check}\n" + "assert True\n" * 50 + "```\n", 0),  # readers don't see it
        ("<!-- " + "word " * 300 + "-->\n", 0),
    ],
)
def test_a_minute_is_150_words_or_10_lines_of_code(text, minutes):
    assert doors.minutes(parse(text)) == pytest.approx(minutes)


def test_a_path_takes_as_long_as_its_pages_in_steps_of_ten_minutes(tmp_path):
    root = checkout(tmp_path)
    (root / "docs/en/by-hand.md").write_text("# By hand { #by-hand }\n\n" + ("word " * 9 + "word\n") * 148, "utf-8")
    (root / "docs/en/causal-attention.md").write_text("# Masks { #m }\n\n" + CODE.format("a = 1\n" * 5), "utf-8")
    path = 'beginner = ["by-hand", "causal-attention", "decoder-block"]\n'
    (root / "content/book.toml").write_text(f"[doors]\n{path}", encoding="utf-8")
    (door,) = doors.doors(LanguageSite(Project(root), "en"))
    assert door["minutes"] == 20, "9.9 and 0.5 minutes"
    assert [page["title"] for page in door["pages"]] == ["By hand", "Masks"], "without a page that isn't there"
    assert door["pages"][1] == {"title": "Masks", "url": "causal-attention/", "english": False}
    (german,) = doors.doors(LanguageSite(Project(root), "de"))
    assert german["title"] != door["title"] and german["pages"][1]["english"]


def test_each_path_of_the_book_has_pages_and_a_length():
    for door in doors.doors(LanguageSite(PROJECT, "en")):
        assert len(door["pages"]) > 1 and door["minutes"] >= 10 and door["minutes"] % 10 == 0
