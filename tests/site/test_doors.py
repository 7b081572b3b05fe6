"""The length of a path is computed from what stands on its pages."""

import pytest
from samples import PROJECT
from small_site import checkout

from handbook.markdown.parser import parse
from handbook.project.checkout import Project
from handbook.site import doors, overview, reading
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
    assert reading.minutes(parse(text).blocks) == pytest.approx(minutes)


def test_a_path_takes_as_long_as_its_pages_in_steps_of_ten_minutes(tmp_path):
    root = checkout(tmp_path)
    (root / "docs/en/by-hand.md").write_text(
        "# By hand { #by-hand }\n\n" + ("word " * 9 + "word\n") * 133 + "\n## Short { #short }\n\n" + "word " * 148,
        "utf-8",
    )
    (root / "docs/en/causal-attention.md").write_text("# Masks { #m }\n\n" + CODE.format("a = 1\n" * 5), "utf-8")
    path = 'beginner = ["by-hand", "causal-attention", "decoder-block"]\nlook = ["by-hand#short"]\n'
    (root / "content/book.toml").write_text(f"[doors]\n{path}", encoding="utf-8")
    door, look = doors.doors(LanguageSite(Project(root), "en"))
    assert door["minutes"] == 20, "9.9 and 0.5 minutes"
    assert [page["title"] for page in door["pages"]] == ["By hand", "Masks"], "without a page that isn't there"
    assert door["pages"][1] == {"title": "Masks", "url": "causal-attention/", "english": False}
    assert look["minutes"] == 10, "of a section alone, which takes one minute; the page takes 11"
    assert look["pages"] == [{"title": "By hand: Short", "url": "by-hand/#short", "english": False}]
    german, _ = doors.doors(LanguageSite(Project(root), "de"))
    assert german["title"] != door["title"] and german["pages"][1]["english"]


def test_each_path_of_the_book_has_pages_and_a_length():
    for door in doors.doors(LanguageSite(PROJECT, "en")):
        assert len(door["pages"]) > 1 and door["minutes"] >= 10 and door["minutes"] % 10 == 0


def test_news_lead_to_pages_that_are_there_in_the_words_of_the_language(tmp_path):
    root = checkout(tmp_path)
    news = '[news]\npython = "by-hand#scores"\nlaboratory = "explorer"\n'
    (root / "content/book.toml").write_text(news, encoding="utf-8")
    (english,), (german,) = (doors.news(LanguageSite(Project(root), code)) for code in ("en", "de"))
    assert english["url"] == german["url"] == "by-hand/#scores" and english["text"] != german["text"]


def test_an_item_that_begins_with_a_link_to_a_page_ends_with_its_length(tmp_path):
    root = checkout(tmp_path)
    quiz = '!!! quiz "Which?"\n\n    - [x] This.\n\n        So.\n\n    - [ ] That.\n\n        No.\n\n'
    checked = CODE.format("x = 1  # yours") + "\n```{.python .check}\nassert x == 2\n```\n\n"
    (root / "docs/en/by-hand.md").write_text("# By hand { #by-hand }\n\n" + quiz + checked + "word " * 150, "utf-8")
    site = LanguageSite(Project(root), "en")
    text = (
        "- [By hand](by-hand.md#by-hand) With\n  a pencil.\n- [None](none.md#none)\n- See [this](by-hand.md#by-hand)\n"
    )
    length = ' <small class="length" data-tasks="2" data-search-exclude>5 min</small>'
    assert overview.with_lengths(site, text) == text.replace("a pencil.", f"a pencil.{length}")
    assert reading.length(site.source_of("causal-attention")) == 0, "a page without code is no chapter"
