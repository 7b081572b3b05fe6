"""Locks of real pages as files: spoiled ones, and what is refused."""

from __future__ import annotations

import pytest
from accepted_pages import accepting, change, top_paragraph, word_changed

from handbook.markdown.parser import parse
from handbook.translation import lockfile


@pytest.fixture
def lock_file(accepted, tmp_path):
    path = tmp_path / "page.lock"
    path.write_text(lockfile.render(accepted.entries, path), encoding="utf-8")
    return path


def test_a_lock_is_read_as_it_was_written(lock_file, accepted, tmp_path):
    entries, found = lockfile.read(lock_file, tmp_path)
    assert entries == accepted.entries and not found


def test_a_hash_raised_by_hand_breaks_the_seal(lock_file, tmp_path):
    text = lock_file.read_text(encoding="utf-8")
    entry = lockfile.read(lock_file, tmp_path)[0][5]
    lock_file.write_text(text.replace(entry.source, "0123456789ab", 1), encoding="utf-8")
    (finding,) = lockfile.read(lock_file, tmp_path)[1]
    assert "by hand" in finding.message


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.replace("paragraph", "paragraph x", 1),
        lambda text: "\n".join(text.split("\n")[2:]),
        lambda text: text[: len(text) // 2],
        lambda text: text.replace("seal ", "seal 0", 1),
        lambda text: "<<<<<<< ours\n" + text,
        lambda text: text + text,
        lambda text: text.split("seal")[0],
    ],
)
def test_a_damaged_lock_is_a_finding_with_its_line(lock_file, tmp_path, spoil):
    text = lock_file.read_text(encoding="utf-8")
    lock_file.write_text(spoil(text), encoding="utf-8")
    found = lockfile.read(lock_file, tmp_path)[1]
    assert found and found[0].line >= 1 and found[0].hint


@pytest.mark.parametrize(
    "one, two",
    [
        ("$$\na = 1\n$$\n", "$$\nb = 2\n$$\n"),
        ("```python\na = 1\n```\n", "```python\nb = 2\n```\n"),
        ("<figure>1</figure>\n", "<figure>2</figure>\n"),
    ],
    ids=["maths", "fence", "html"],
)
def test_what_is_no_language_is_accepted_without_a_reason_also_where_it_stands_twice(one, two):
    """It is equal in both pages: parity compares it."""
    before = parse(f"# T {{ #t }}\n\n{one}\ntext\n\n{two}", "docs/en/t.md")
    entries, _ = accepting(before, parse(before.source, "docs/de/t.md", "de"), [])
    after = parse(f"# T {{ #t }}\n\n{two}\ntext\n\n{two}", "docs/en/t.md")
    made, refused = accepting(after, parse(after.source, "docs/de/t.md", "de"), entries)
    assert not refused and made[1].source == made[3].source


def test_a_refusal_quotes_the_beginning_of_what_it_speaks_of(accepted):
    changed = parse(change(accepted.source, top_paragraph(), word_changed), accepted.source.path, "en")
    (finding,) = accepting(changed, accepted.translation, accepted.entries)[1]
    words = " ".join(
        accepted.translation.visible[accepted.source.visible.index(top_paragraph()(accepted.source))].text.split()
    )
    assert f"“{words[:50]}…”" in finding.message
