"""Strings of the site with gaps that don't fit: told, and no traceback anywhere."""

from __future__ import annotations

import pytest

from handbook.project import strings


@pytest.mark.parametrize("text", ["{name", "{other}", "{}", "{name.x}", "}", "{0}"])
def test_a_gap_that_does_not_fit_leaves_the_string_as_it_is(text):
    say = strings.Strings({"key": text}, {"key": "{name}"})
    assert say("key").format(name="x") == text


def test_an_element_is_english_where_all_that_it_says_is():
    said = strings.Strings({"a": "x", "b": " "}, {"a": "y", "b": "y", "c": "y"})
    english = {"lang": "en", "dir": "ltr"}
    assert [said.html_language(*keys) for keys in ("a", "b", "c", "bc", "ab")] == [{}, english, english, english, {}]
    assert said.html_language() == {} and strings.Strings({}, {"a": "y"}).html_language() == english
    assert strings.Strings({"a": "y"}, {"a": "y"}).html_language("a") == {}, "English itself"


def test_a_gap_that_fits_is_filled_also_from_english():
    assert strings.Strings({"key": "Hallo {name}"}, {})("key").format(name="x") == "Hallo x"
    assert strings.Strings({}, {"key": "Hello {name}"})("key").format(name="x") == "Hello x"


@pytest.fixture
def root(tmp_path):
    for code in ("en", "de"):
        (tmp_path / "i18n" / code).mkdir(parents=True)
    return tmp_path


def found(root, english: str, german: str) -> list[tuple[str, int, str]]:
    for code, text in (("en", english), ("de", german)):
        (root / "i18n" / code / "ui.toml").write_text(text, encoding="utf-8")
    return [(finding.path, finding.line, finding.message) for finding in strings.check(root, ["en", "de"])]


def test_a_gap_that_is_broken_in_english_is_told_there(root):
    ((path, line, message),) = found(root, '[home]\na = "x"\nb = "to {name"\n', '[home]\nb = "zu {name"\n')[:1]
    assert (path, line) == ("i18n/en/ui.toml", 3) and "{name" in message


def test_a_key_that_english_lacks_is_told_and_an_empty_or_missing_one_is_not(root):
    ((path, line, message),) = found(root, '[home]\na = "x"\nb = "y"\nc = "z"\n', '[home]\na = ""\nd = "w"\n')
    assert (path, line) == ("i18n/de/ui.toml", 3) and "home.d" in message


def test_messages_name_the_file_that_somebody_writes():
    """An edition in a second alphabet has none of its own."""
    assert strings.Strings.of("de", "site").file == "i18n/de/ui.toml"
    assert strings.Strings.of("sr-cyrl", "site").file == "i18n/sr/ui.toml"
