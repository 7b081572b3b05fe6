"""A lock as a file: how it is written, and what is told of a damaged one."""

from __future__ import annotations

from hashlib import sha256

import pytest

from handbook.core.diagnostics import ERROR
from handbook.translation import lockfile
from handbook.translation.lockfile import Entry

ENTRIES = [
    Entry("heading", "scores", "3f9a1c0be2d1", "77b0e2a94c55"),
    Entry("item", "", "0" * 12, "f" * 12, "typo in English"),
]


@pytest.fixture
def path(tmp_path):
    found = lockfile.path_of(tmp_path, "de", "scores")
    found.parent.mkdir(parents=True)
    return found


def test_it_lies_with_its_language(tmp_path):
    assert lockfile.path_of(tmp_path, "de", "by-hand") == tmp_path / "i18n" / "de" / "lock" / "by-hand.lock"


def test_it_holds_one_line_a_block_and_a_seal_over_them_and_its_own_name(path):
    lines = (
        "heading    scores                       3f9a1c0be2d1 77b0e2a94c55\n"
        "item       -                            000000000000 ffffffffffff unchanged: typo in English\n"
    )
    assert (
        lockfile.render(ENTRIES, path)
        == f"{lines}seal {sha256(('de/lock/scores.lock' + lines).encode()).hexdigest()[:12]}\n"
    )


def test_it_is_read_as_it_was_written(path, tmp_path):
    assert lockfile.read(path, tmp_path) == ([], []), "one that isn't there is empty"
    path.write_text(lockfile.render(ENTRIES, path), encoding="utf-8")
    assert lockfile.read(path, tmp_path) == (ENTRIES, [])


LINE = "item       a                            000000000000 ffffffffffff\n"
DAMAGED = {
    "a conflict": (LINE + "<<<<<<< ours\n" + LINE, 2, "two versions of this lock met"),
    "the middle of a conflict": (LINE + LINE + "=======\n", 3, "two versions of this lock met"),
    "the end of a conflict": (">>>>>>> theirs\n" + LINE, 1, "two versions of this lock met"),
    "the base of a conflict": ("||||||| base\n" + LINE, 1, "two versions of this lock met"),
    "three fields": (LINE + "item a 000000000000\n", 2, "this is not a line of a lock"),
    "a hash too short": (LINE.replace("0" * 12, "0" * 11), 1, "this is not a line of a lock"),
    "a hash too long": (LINE.replace("f" * 12, "f" * 13), 1, "this is not a line of a lock"),
    "capitals in a hash": (LINE.replace("f" * 12, "F" * 12), 1, "this is not a line of a lock"),
    "other letters in a hash": (LINE.replace("0" * 12, "X" * 12), 1, "this is not a line of a lock"),
    "a word for a hash": (LINE.replace("0" * 12, "paragraph-ab"), 1, "this is not a line of a lock"),
    "words behind": (LINE.rstrip() + " and more\n", 1, "this is not a line of a lock"),
    "a reason without its mark": (LINE.rstrip() + " unchanged typo\n", 1, "this is not a line of a lock"),
    "no seal": (LINE + LINE, 2, "its seal doesn't fit"),
    "no seal and no last line end": (LINE + LINE.rstrip("\n"), 2, "its seal doesn't fit"),
    "a wrong seal": (LINE + "seal 000000000000\n", 2, "its seal doesn't fit"),
    "nothing": ("", 1, "its seal doesn't fit"),
    "an empty line": ("\n", 1, "its seal doesn't fit"),
}


@pytest.mark.parametrize("case", DAMAGED)
def test_a_damaged_one_is_told_at_its_line(path, tmp_path, case):
    text, line, words = DAMAGED[case]
    path.write_text(text, encoding="utf-8")
    (finding,) = lockfile.read(path, tmp_path)[1]
    assert (finding.path, finding.line, finding.severity) == ("i18n/de/lock/scores.lock", line, ERROR)
    assert words in finding.message and finding.hint


def test_what_was_read_before_the_damage_is_kept(path, tmp_path):
    """``status`` says of it what can be said."""
    entry = Entry("item", "a", "0" * 12, "f" * 12)
    for text, count in (
        (LINE + "<<<<<<< ours\n", 1),
        (LINE + "item a 0\n", 1),
        (LINE + LINE, 2),
        (LINE + "\n" + LINE, 2),
        ("seal 1\n" + LINE, 1),
    ):
        path.write_text(text, encoding="utf-8")
        assert lockfile.read(path, tmp_path)[0] == [entry] * count


def test_bytes_that_are_no_text_are_told_at_their_line(path, tmp_path):
    for data, line in ((b"a\nb\n\xe9\n", 3), (b"\xe9\n\xe9", 1), (b"\n\xe9", 2)):
        path.write_bytes(data)
        entries, (finding,) = lockfile.read(path, tmp_path)
        assert (entries, finding.path, finding.line, finding.message) == (
            [],
            "i18n/de/lock/scores.lock",
            line,
            "not UTF-8",
        )


def test_the_lock_of_another_page_does_not_fit(path, tmp_path):
    path.write_text(lockfile.render(ENTRIES, lockfile.path_of(tmp_path, "de", "other")), encoding="utf-8")
    assert "another page's" in lockfile.read(path, tmp_path)[1][0].message
    path.write_text(lockfile.render(ENTRIES, lockfile.path_of(tmp_path, "sr", "scores")), encoding="utf-8")
    assert "another page's" in lockfile.read(path, tmp_path)[1][0].message


def test_a_link_a_broken_link_and_a_folder_are_no_locks(path, tmp_path):
    (tmp_path / "elsewhere").write_text(lockfile.render(ENTRIES, path), encoding="utf-8")
    for make in (
        lambda: path.symlink_to(tmp_path / "elsewhere"),
        lambda: path.symlink_to(tmp_path / "nowhere"),
        path.mkdir,
    ):
        make()
        entries, (finding,) = lockfile.read(path, tmp_path)
        assert (entries, finding.path, finding.line, finding.message) == (
            [],
            "i18n/de/lock/scores.lock",
            1,
            "not a file of its own",
        )
        path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()


def test_line_ends_of_windows_are_told_as_that(path):
    path.write_bytes(lockfile.render(ENTRIES, path).replace("\n", "\r\n").encode("utf-8"))
    (finding,) = lockfile.read(path, path.parents[3])[1]
    assert (finding.line, finding.message) == (1, "this lock has the line ends of Windows")
    assert "core.autocrlf" in finding.hint
