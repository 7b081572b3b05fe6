"""The words in a fence: which they are, and that others take exactly their place."""

from __future__ import annotations

import pytest
from samples import BY_DAY, PROJECT, sample

from handbook.markdown.code_words import with_words, words_of
from handbook.markdown.fences import fence_key
from handbook.markdown.parser import parse


def fence(text: str, info: str = "python"):
    return parse(f"```{info}\n{text}\n```\n").fences()[0]


def test_comments_docstrings_and_nothing_else():
    code = 'x = "no # word"  # a comment\n\n\nclass A:\n    """What it\n    is."""\n\n    # another\n#\ny = f"{x}"'
    assert [words.text for words in words_of(fence(code))] == ["a comment", "What it is.", "another"]


def test_strings_of_a_fence_of_words_and_of_a_check():
    assert [w.text for w in words_of(fence('a = "one"\nb = \'two "three"\'', "{.python .words}"))] == [
        "one",
        'two "three"',
    ]
    assert [w.text for w in words_of(fence('assert x, f"not {x!r}\\n yet"', "{.python .check}"))] == [
        "not {x!r}\\n yet"
    ]


def test_what_surrounds_them_stays():
    block = fence("x = 1  #  first\ny = [  # second ß\n    2,\n]  # third", "python")
    assert with_words(block, ["eins", "zwei", "third"]) == "x = 1  #  eins\ny = [  # zwei\n    2,\n]  # third"


@pytest.mark.parametrize("texts", [[], ["a"], ["a", "b", "c"], ["a", "b\nc"], ['"""', "b"]])
def test_what_does_not_fit_is_refused(texts):
    block = fence('def f():\n    """Say."""\n    # then\n    return 1')
    with pytest.raises(ValueError):
        with_words(block, texts)


@pytest.mark.parametrize("language", sample(PROJECT.languages, [BY_DAY]))
def test_all_words_of_all_pages_can_be_exchanged(language):
    count = 0
    for page in PROJECT.pages([language]):
        for block in page.fences():
            if not block.is_python:
                continue
            words = words_of(block)
            assert with_words(block, [word.text for word in words]) == block.text
            changed = parse(
                f"```{{{'.python .check' if block.is_check else '.python'}}}\n"
                + with_words(block, [f"X{word.text}" if word.quote else "other" for word in words])
                + "\n```\n"
            ).fences()[0]
            if not block.classes or block.is_check:
                assert fence_key(changed) == fence_key(block), (page.path, block.line)
            count += len(words)
    assert count > 300
