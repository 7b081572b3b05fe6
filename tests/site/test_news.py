"""What is new, from the changelog."""

import pytest

from handbook.site import news

CHANGELOG = """\
# Changelog

Words that are no entry.

## Unreleased

### Added

- `one` thing is *new*. It has a second sentence,
  which goes on.
- Two has a [link](docs/en/by-hand.md).

### Fixed

- Three is 1.5 times < four! And so on.

## 1.0

- Four.
"""


def test_the_first_entries_are_told_by_their_first_sentences(tmp_path):
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG, encoding="utf-8")
    told = ["<code>one</code> thing is <em>new</em>.", "Two has a link.", "Three is 1.5 times &lt; four!", "Four."]
    assert news.latest(tmp_path) == told[:3]
    assert news.latest(tmp_path, 9) == told


def test_without_a_changelog_nothing_is_new(tmp_path):
    assert news.latest(tmp_path) == []


@pytest.mark.parametrize(
    "entry, short",
    [
        ("Short: it stays whole.", "Short: it stays whole."),
        ("Long: " + "word " * 40 + ".", "Long."),
        ("No end", "No end."),
        ("Asked? Yes.", "Asked?"),
    ],
)
def test_a_long_sentence_ends_at_its_colon(entry, short):
    assert news.in_short(entry) == short


def test_a_tag_in_an_entry_is_text(tmp_path):
    (tmp_path / news.FILE).write_text(
        "# Changelog\n\n## 1.0\n\n- A <script>alert(1)</script> and *b*.\n", encoding="utf-8"
    )
    assert news.latest(tmp_path) == ["A &lt;script&gt;alert(1)&lt;/script&gt; and <em>b</em>."]
