"""A block left in English, or pasted from another of our languages, is found.

Names, code and quotations are left alone.
"""

from __future__ import annotations

import random

import pytest

from handbook import ROOT
from handbook.checks import language_detection
from handbook.markdown.parser import parse
from handbook.project.checkout import Project
from handbook.translation.parity import align

PROJECT = Project(ROOT)
LANGUAGES = PROJECT.languages[1:]
PAGES = [(language, name) for language in LANGUAGES for name in PROJECT.names(language)]
SAMPLE = 4  # blocks a page


def pasted(blocks, page):
    """The page with some blocks replaced by those of another language, and their lines."""
    foreign = {id(theirs): other.raw for other, theirs in blocks}
    spoilt = parse(
        "".join(foreign.get(id(block), block.raw) for block in page.blocks), page.path, page.language, page.name
    )
    assert len(spoilt.blocks) == len(page.blocks)
    lines = [after.line for before, after in zip(page.blocks, spoilt.blocks) if id(before) in foreign]
    return spoilt, lines


def sampled(language: str, name: str, other: str):
    """Some blocks with enough words of their own, each with its counterpart in the ``other`` language."""
    source, page, foreign = (PROJECT.page(code, name) for code in ("en", language, other))
    theirs = dict(align(source, page)[0])
    others = dict(align(source, foreign)[0]) if other != "en" else {block: block for block in source.visible}
    blocks = [
        (others[ours], theirs[ours])
        for ours in source.visible
        if ours in theirs and ours in others and ours.kind in ("paragraph", "item")
        if sum(letter.isalpha() for letter in language_detection._without_foreign_spans(others[ours].prose())) >= 60
    ]
    chance = random.Random(f"{language} {name} {other}")
    return source, page, chance.sample(blocks, min(SAMPLE, len(blocks)))


@pytest.mark.parametrize("language, name", PAGES, ids=["/".join(place) for place in PAGES])
def test_a_block_left_in_english_is_found_at_its_line(language, name):
    source, page, blocks = sampled(language, name, "en")
    spoilt, lines = pasted(blocks, page)
    found = {
        finding.line
        for finding in language_detection.check(source, spoilt, PROJECT.languages)
        if "seems to be en" in finding.message
    }
    assert found == set(lines), page.path


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("other", LANGUAGES)
def test_a_block_pasted_from_another_of_our_languages_is_found(language, other):
    if language == other:
        pytest.skip("the same language")
    missed, tried = [], 0
    for name in ("by-hand", "why-attention", "queries-keys-values"):
        source, page, blocks = sampled(language, name, other)
        spoilt, lines = pasted(blocks, page)
        tried += len(lines)
        missed += [
            f"{page.path}:{line}"
            for line in set(lines)
            - {finding.line for finding in language_detection.check(source, spoilt, PROJECT.languages)}
        ]
    assert tried and not missed, missed


def test_real_pages_raise_no_alarm():
    found = [
        finding
        for language, name in PAGES
        for finding in language_detection.check(
            PROJECT.page("en", name), PROJECT.page(language, name), PROJECT.languages
        )
    ]
    assert not found, [str(finding) for finding in found]


def alarms(english: str, translated: str, language: str = "de") -> list[str]:
    source = parse(f"# T {{ #t }}\n\n{english}\n", "docs/en/t.md", "en", "t")
    page = parse(f"# T {{ #t }}\n\n{translated}\n", f"docs/{language}/t.md", language, "t")
    return [str(finding) for finding in language_detection.check(source, page, PROJECT.languages)]


@pytest.mark.parametrize(
    "text",
    [
        "Vaswani, Shazeer, Parmar, Uszkoreit, Jones, Gomez, Kaiser und Polosukhin.",
        "Siehe „Attention Is All You Need“ "
        "und „Neural Machine Translation by Jointly Learning to Align and Translate“.",
        "Das heißt *scaled dot-product attention with multiple heads and a causal mask*, kurz SDPA.",
        "Gewichte (englisch: attention weights, the shares that a query gives to its keys).",
        "`torch.nn.functional.scaled_dot_product_attention(query, key, value, is_causal=True)`",
        "GPT-2, Llama 3, PyTorch.",
        "OK.",
    ],
)
def test_names_quotations_terms_and_short_blocks_are_left_alone(text):
    assert not alarms("Something.", text)


def test_a_language_that_the_detector_never_read_is_left_alone():
    assert not alarms(
        "Something in English.", "ʻO ka manaʻo ke ana o ka nānā ʻana i nā huaʻōlelo a pau o ka ʻōlelo.", "haw"
    )


def test_a_script_or_a_country_behind_the_code_changes_nothing():
    assert not alarms("Weights.", "Die Gewichte einer Zeile ergeben zusammen immer genau eins.", "de-at")
    assert alarms("Weights.", "The weights of a row always add up to exactly one, whatever they are.", "de-at")


# -- the strings of the site


def strings(tmp_path, language: str, text: str) -> list:
    for code, words in (("en", '[home]\nmotif = "x"\n'), (language, text)):
        (tmp_path / "i18n" / code).mkdir(parents=True)
        (tmp_path / "i18n" / code / "ui.toml").write_text(words, encoding="utf-8")
    return list(language_detection.check_strings(tmp_path, ["en", language, "sr"]))


def test_a_string_left_in_english_is_found_at_its_line(tmp_path):
    (finding,) = strings(
        tmp_path,
        "de",
        '[home]\nother = "Kurz"\nmotif = "Lines lead from the word to each of the other words of the sentence."\n',
    )
    assert (finding.path, finding.line) == ("i18n/de/ui.toml", 3) and "home.motif seems to be en" in finding.message


@pytest.mark.parametrize(
    "text",
    [
        "Von jedem Wort führen Linien zu {count} anderen Wörtern des Satzes.",
        "transpose, contiguous, view",
        "",
        "Text: {text} · Code: {code}",
    ],
)
def test_other_strings_are_left_alone(tmp_path, text):
    assert not strings(tmp_path, "de", f'[home]\nmotif = "{text}"\n')


def test_the_strings_of_the_site_raise_no_alarm():
    assert not list(language_detection.check_strings(ROOT, PROJECT.languages))


# -- the rules, with a detector that says what it is told to


@pytest.fixture
def says(monkeypatch):
    """Sets what the detector answers; gives back what it was asked."""
    asked = []

    def answer(language: str, probability: float):
        monkeypatch.setattr(
            language_detection,
            "detect",
            lambda text, languages: asked.append((text, languages)) or (language, probability),
        )
        return asked

    return answer


def blocks_told(*texts: str, language: str = "de") -> list[tuple[int, str]]:
    source = parse("# T { #t }\n\n" + "One.\n\n" * len(texts), "docs/en/t.md", "en", "t")
    page = parse("# T { #t }\n\n" + "\n\n".join(texts) + "\n", f"docs/{language}/t.md", language, "t")
    found = list(language_detection.check(source, page, ["en", "de", "sr"]))
    assert all(
        (finding.path, finding.severity) == (f"docs/{language}/t.md", "error") and finding.hint for finding in found
    )
    return [(finding.line, finding.message) for finding in found]


LETTERS_24, LETTERS_25 = "abcd efgh, ijkl 12 mnop qrst uvwx", "abcd efgh, ijkl 12 mnop qrst uvwxy"


def test_only_blocks_with_letters_enough_are_asked_for(says):
    asked = says("en", 1.0)
    assert blocks_told(LETTERS_24, LETTERS_25, "abc", "(a gloss, of more letters than enough)", LETTERS_25) == [
        (line, f"this seems to be en, not de: “{LETTERS_25}”") for line in (5, 11)
    ]
    assert asked == [(LETTERS_25, ["de", "en", "de", "sr"])] * 2


def test_what_may_be_in_another_language_is_not_asked_about(says):
    asked = says("de", 1.0)
    blocks_told(
        f"{LETTERS_25} (the gloss) *the term* „ein Zitat“ “a quotation” "
        '"one more" **bold** a*b `code` https://x.example/a end.'
    )
    assert " ".join(asked[0][0].split()) == f"{LETTERS_25} ab end." and "XX" not in asked[0][0]


def test_strings_of_a_country_are_in_its_language(says, tmp_path):
    (tmp_path / "i18n/de-at").mkdir(parents=True)
    (tmp_path / "i18n/de-at/ui.toml").write_text(f'a = "{LETTERS_25}"\n', encoding="utf-8")
    for language, count in (("en", 1), ("de", 0)):
        says(language, 1.0)
        assert len(list(language_detection.check_strings(tmp_path, ["en", "de-at"]))) == count


def test_only_another_language_that_is_nearly_certain_is_told(says):
    for language, probability, count in (("en", 0.95, 1), ("en", 0.9499, 0), ("sr", 1.0, 1), ("de", 1.0, 0)):
        says(language, probability)
        assert len(blocks_told(LETTERS_25)) == count
    says("de", 1.0)
    assert not blocks_told(LETTERS_25, language="de-at") and len(blocks_told(LETTERS_25, language="sr-cyrl")) == 1


def test_a_block_is_quoted_by_its_beginning(says):
    says("en", 1.0)
    ((_, message),) = blocks_told("word\nword " * 20)
    assert message == f"this seems to be en, not de: “{('word ' * 20)[:50]}”"


def test_strings_follow_the_same_rules(says, tmp_path):
    for language, text in (
        ("en", f'a = "{LETTERS_25}"\n'),
        ("de", f'a = "{LETTERS_24}"\n\n[home]\nb = "{LETTERS_25}"\nc = "{LETTERS_24} {{name}}"\nd = "{LETTERS_25}"\n'),
        ("haw", f'a = "{LETTERS_25}"\n'),
        ("sr", "[home\n"),
        ("sw", f'a = "{LETTERS_25}"\n'),
    ):
        (tmp_path / "i18n" / language).mkdir(parents=True)
        (tmp_path / "i18n" / language / "ui.toml").write_text(text, encoding="utf-8")
    languages = ["en", "haw", "sr", "de", "sw"]
    asked = says("en", 0.95)
    found = list(language_detection.check_strings(tmp_path, languages))
    assert [(finding.path, finding.line, finding.message) for finding in found] == [
        ("i18n/de/ui.toml", 4, f"home.b seems to be en, not de: “{LETTERS_25}”"),
        ("i18n/de/ui.toml", 6, f"home.d seems to be en, not de: “{LETTERS_25}”"),
        ("i18n/sw/ui.toml", 1, f"a seems to be en, not sw: “{LETTERS_25}”"),
    ]
    assert asked == [(LETTERS_25, ["de", *languages])] * 2 + [(LETTERS_25, ["sw", *languages])]
    for language, probability in (("en", 0.9499), ("de", 1.0)):
        says(language, probability)
        assert not list(language_detection.check_strings(tmp_path, ["en", "de"]))


def test_a_long_string_is_quoted_by_its_beginning(says, tmp_path):
    (tmp_path / "i18n/de").mkdir(parents=True)
    (tmp_path / "i18n/de/ui.toml").write_text(f'a = "{"word " * 20}"\n', encoding="utf-8")
    says("en", 1.0)
    (finding,) = language_detection.check_strings(tmp_path, ["de"])
    assert finding.message == f"a seems to be en, not de: “{('word ' * 20)[:50]}”" and finding.hint


class Identifier:
    def rank(self, text: str) -> list[tuple[str, float]]:
        return [("hr", 0.3), ("en", 0.4), ("bs", 0.2), ("sr", 0.1)]


def test_languages_that_nobody_can_tell_apart_are_one(monkeypatch):
    asked = []
    monkeypatch.setattr(language_detection, "_identifier", lambda languages: asked.append(languages) or Identifier())
    language, probability = language_detection.detect("x", ["sr-cyrl", "de"])
    assert language == "sr" and abs(probability - 0.6) < 1e-9
    assert asked == [("bs", "de", "en", "hr", "sh", "sr")]


# -- descriptions and comments


ENGLISH_CODE = """\
# the scores of each pair
x = 1  # (tokens, of, width)


def f():
    \"\"\"Return the sum.\"\"\"
    return 2  # the
"""


@pytest.mark.parametrize(
    "german, told",
    [
        (ENGLISH_CODE, [(6, "# the scores of each pair"), (11, "Return the sum.")]),
        (ENGLISH_CODE.replace("the scores of each pair", "die Scores jedes Paars"), [(11, "Return the sum.")]),
        (ENGLISH_CODE.replace("Return the sum", "Die Summe"), [(6, "# the scores of each pair")]),
        (ENGLISH_CODE.replace("the scores", "the score").replace("Return", "Gives"), []),
    ],
    ids=["both", "a docstring", "a comment", "neither is the English one"],
)
def test_english_sentences_in_code_are_told(german, told):
    ours, theirs = (
        parse(f"# T {{ #t }}\n\nA.\n\n```python\n{code}```\n", f"docs/{language}/t.md", language, "t")
        for language, code in (("en", ENGLISH_CODE), ("de", german))
    )
    found = [(finding.line, finding.message) for finding in language_detection.check_comments(ours, theirs)]
    assert found == [(line, f"this comment is English still: “{text}”") for line, text in told]


def test_an_english_description_is_told():
    form = "---\ndescription: {}\n---\n\n# T {{ #t }}\n"
    english = "Why one vector for a whole sentence is not enough, and what looking back at every word adds."
    german = "Warum ein Vektor für einen ganzen Satz nicht genügt, und was das Zurückschauen bringt."
    ours, theirs, mended = (
        parse(form.format(text), f"docs/{code}/t.md", code, "t")
        for code, text in (("en", english), ("de", english), ("de", german))
    )
    (finding,) = language_detection.check(ours, theirs, ["en", "de"])
    assert (finding.line, "description: this seems to be en, not de" in finding.message) == (1, True)
    assert list(language_detection.check(ours, mended, ["en", "de"])) == []


# -- what is kept of it


@pytest.mark.nightly
def test_what_is_kept_is_what_the_detector_says():
    for language in PROJECT.languages[1:]:
        for page in PROJECT.pages([language]):
            for block in page.visible:
                text = language_detection._without_foreign_spans(block.prose())
                if sum(map(str.isalpha, text)) >= language_detection.MIN_LETTERS:
                    assert language_detection.detect(text, PROJECT.languages) == tuple(
                        language_detection._most_probable(text, candidates())
                    )


def candidates() -> tuple[str, ...]:
    counted = {"en", *PROJECT.languages}
    same = {other for other, code in language_detection.INDISTINGUISHABLE.items() if code in counted}
    return tuple(sorted(counted | same))
