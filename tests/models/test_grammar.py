"""The grammar writes nothing ungrammatical.

Agreement is checked from the finished words, by rules that don't know its tables.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import pytest

pytest.importorskip("torch")  # the chapter's code, whose grammar this is, begins with it
from detectors import LANGUAGES, Chapter

COUNT = 1_500
MARKS = set(".,:()[]")
OPENING = {")": "(", "]": "["}


@pytest.fixture(scope="module")
def chapter():
    return Chapter()


@pytest.fixture(scope="module")
def written(chapter):
    return {language: chapter.texts(language, count=COUNT, seed=300_000) for language in LANGUAGES}


def sentences(texts, *kinds):
    """Each sentence as a list of words without marks, the first word in small letters."""
    for text in texts:
        if kinds and text.kind not in kinds:
            continue
        for sentence in " ".join(text.words[1:-1]).split(" ."):
            words = [word for word in sentence.split() if word not in MARKS]
            if words:
                yield [words[0][0].lower() + words[0][1:], *words[1:]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_written_as_texts_are(written, language):
    for text in written[language]:
        line = " ".join(text.words)
        assert text.words[0] == f"<{language}>" and text.words[-2:] == [".", "<end>"] and len(text.words) <= 30
        assert not re.search(r"[A-Z]{2}|[a-z]\.[a-z]|/|\d", line.replace("<end>", "")), line
        for place, word in enumerate(text.words[1:-1], 1):
            if place == 1 or text.words[place - 1] == ".":
                assert word[0].isupper(), line
        stack = []
        for word in text.words:
            if word in "([":
                stack.append(word)
            elif word in OPENING:
                assert stack.pop() == OPENING[word], line
        assert not stack, line


@pytest.mark.parametrize("language", LANGUAGES)
def test_lists_name_nothing_twice_and_echoes_repeat_an_end(written, language):
    seen = Counter()
    for text in written[language]:
        words = text.words
        seen[text.kind] += 1
        if text.kind == "list":
            things = [word for word in words[1:-2] if word not in MARKS]
            assert len(set(things)) == len(things)
        if text.kind in ("echo", "again"):
            parts = " ".join(words).split(" : ")[1:]
            spoken = [part.split(" . ")[0].split() for part in parts]
            assert len(set(spoken[0])) == len(spoken[0]) >= 5
            for repeated in spoken[1:]:
                assert len(repeated) >= 2 and spoken[0][-len(repeated) :] == repeated
            names = [
                re.split(r"<..> | \. ", " ".join(words[:place]))[-1].split()[0]
                for place, word in enumerate(words)
                if word == ":"
            ]
            assert len(set(names)) == len(names)
    assert min(seen.values()) > COUNT / 20


def test_the_surprise_of_a_text_is_the_logarithm_of_its_share(chapter):
    """Counted: among many short texts each comes as often as its surprise says."""
    texts = chapter.texts("en", "use", 30_000, seed=1)
    counts = Counter(" ".join(text.words) for text in texts)
    surprise = {" ".join(text.words): text.surprise for text in texts}
    expected = {line: 30_000 * 2.718281828**-nats for line, nats in surprise.items()}
    frequent = [line for line, count in counts.items() if expected[line] > 20]
    assert len(frequent) == 3 * (6 * 5 + 3 * 5 * 4)  # pronouns; pairs of six foods, of five drinks, texts, clothes
    for line in frequent:
        assert abs(counts[line] - expected[line]) < 5 * expected[line] ** 0.5, line


# -- English

EN_PLURAL = {"men", "women", "girls", "boys", "they"}


def en_is_plural(noun: str) -> bool:
    return noun in EN_PLURAL or noun.endswith("s")


def test_english_verbs_agree(written):
    checked = 0
    verbs = (
        "barks bark meows meow sings sing croaks croak roars roar buzzes buzz quacks quack neighs neigh sleeps sleep "
        "runs run waits wait rests rest is are eats eat drinks drink reads read wears wear sees see finds find "
        "draws draw misses miss likes like needs need watches watch wants want helps help washes wash teaches teach"
    ).split()
    for words in sentences(written["en"], "act", "use", "it", "self", "bracket", "job"):
        verb = next((word for word in words[1:] if word in verbs), None)
        if verb is None:
            continue
        head = words[1] if words[0] == "the" else words[0]
        singular_verb = verb == "is" or (verb.endswith("s") and verb != "miss")
        assert singular_verb != en_is_plural(head), words
        checked += 1
    assert checked > COUNT / 2


def test_english_pronouns_agree(written):
    women, men = {"anna", "mary", "girl", "woman", "she"}, {"tom", "paul", "boy", "man", "he"}
    for text in written["en"]:
        if text.kind == "it":
            first, second = sentences([text])
            who = first[1] if first[0] == "the" else first[0]
            assert second[0] == ("she" if who in women else "he" if who in men else "they"), text.words
            found = behind_the_verb(first)[1]
            expected = "her" if found in women else "him" if found in men else "them" if en_is_plural(found) else "it"
            assert second[2] == expected, text.words
        elif text.kind == "self":
            (words,) = sentences([text])
            who = words[1] if words[0] == "the" else words[0]
            own = {"herself", "her"} if who in women else {"himself", "his"} if who in men else {"themselves"}
            assert own & set(words), words


def behind_the_verb(words: list[str]) -> list[str]:
    """What is sought stands right behind the verb: the article, then the noun."""
    verbs = {"sees", "see", "finds", "find", "draws", "draw", "misses", "miss"}
    return words[next(place for place, word in enumerate(words) if word in verbs) + 1 :]


# -- German

DE = {
    "m": "Hund Vogel Frosch Löwe Mann Junge Baum Turm Schlüssel Ball Teller".split(),
    "f": "Katze Biene Kuh Frau Tante Schule Brücke Mauer Lampe Uhr".split(),
    "n": "Pferd Haus Bild Hemd Messer".split(),
}
DE_PLURAL = (
    "Hunde Katzen Vögel Frösche Löwen Bienen Kühe Pferde Frauen Männer Jungen Tanten "
    "Häuser Bäume Schulen Brücken Mauern Türme Schlüssel Bälle Lampen Uhren Bilder Hemden"
).split()
DE_DATIVE_PLURAL = "Häusern Bäumen Schulen Brücken Mauern Türmen".split()
DE_ARTICLES = {
    "nom": {"m": "der", "f": "die", "n": "das"},
    "acc": {"m": "den", "f": "die", "n": "das"},
    "dat": {"m": "dem", "f": "der", "n": "dem"},
}
DE_GENDER = {noun: gender for gender, nouns in DE.items() for noun in nouns}


def test_german_articles_fit_gender_case_and_number(written):
    checked = Counter()
    for words in sentences(written["de"]):
        for place, (article, noun) in enumerate(pairwise(words)):
            if article not in ("der", "die", "das", "den", "dem") or noun == "ganzen":
                continue
            case = (
                "dat"
                if place and words[place - 1] in ("neben", "hinter", "vor", "unter")
                else "nom"
                if place == 0
                else "acc"
            )
            plural = noun in (DE_DATIVE_PLURAL if case == "dat" else DE_PLURAL) and article == (
                "den" if case == "dat" else "die"
            )
            assert plural or article == DE_ARTICLES[case][DE_GENDER[noun]], (words, article, noun, case)
            checked[case] += 1
    assert min(checked.values()) > 100 and len(checked) == 3


def test_german_verbs_and_pronouns_agree(written):
    singular = set(
        (
            "bellt miaut singt quakt brüllt summt muht wiehert schläft läuft wartet ruht ist "
            "isst trinkt liest trägt sucht sieht malt kauft mag braucht nimmt zeigt liebt füttert ruft"
        ).split()
    )
    plural = set(
        (
            "bellen miauen singen quaken brüllen summen muhen wiehern schlafen laufen warten ruhen sind "
            "essen trinken lesen tragen suchen sehen malen kaufen mögen brauchen nehmen zeigen"
        ).split()
    )
    women = {"frau", "tante", "lena", "emma"}
    for text in written["de"]:
        if text.kind in ("echo", "again"):
            continue
        found = list(sentences([text]))
        head = found[0][1] if found[0][0] in ("der", "die", "das") else found[0][0]
        many = found[0][0] == "die" and head in DE_PLURAL and head not in DE_GENDER
        verb = next(word for word in found[0] if word in singular | plural)
        if found[0][0] != "sie":
            assert (verb in plural) == many, text.words
        if text.kind == "it":
            first, second = found
            assert second[0] == ("sie" if many or head.lower() in women else "er"), text.words
            place = first.index(verb) + 1
            thing = first[place + 1]
            expected = "sie" if first[place] == "die" else "ihn" if first[place] == "den" else "es"
            assert second[2] == expected and (
                expected == "sie" or DE_GENDER[thing] == {"ihn": "m", "es": "n"}[expected]
            )
            assert (second[1] in plural) == many
        if text.kind == "self":
            own, animal = found[0][-2:]
            stem = "ihr" if head.lower() in women else "sein"
            gender = DE_GENDER["Löwe" if animal == "Löwen" else animal]
            assert own == stem + {"m": "en", "f": "e", "n": ""}[gender], text.words


# -- Serbian

SR_PLURAL = set("psi mačke ptice žabe lavovi pčele konji krave devojčice dečaci žene ljudi oni one".split())
SR_MASCULINE = set("pas lav konj psi lavovi konji dečak dečaci čovek ljudi".split())
SR_PAIRS = (
    "laje laju, mjauče mjauču, peva pevaju, krekeće krekeću, riče riču, zuji zuje, rže ržu, muče muču, spava spavaju, "
    "trči trče, čeka čekaju, stoji stoje, jede jedu, pije piju, čita čitaju, nosi nose"
)
SR_VERBS = {
    form: many for pair in SR_PAIRS.split(", ") for form, many in zip(pair.split(), (False, True))
}  # -a -aju, -e -u, -i -e


def test_serbian_verbs_and_adjectives_agree(written):
    checked = Counter()
    for text in written["sr"]:
        if text.kind not in ("act", "use", "bracket", "list"):
            continue
        (words,) = sentences([text])
        head, many = words[0], words[0] in SR_PLURAL
        if "je" in words or "su" in words:
            copula, adjective = words[-2:]
            assert copula == ("su" if many else "je")
            ending = {(True, True): "i", (False, True): "e", (False, False): "a"}.get((head in SR_MASCULINE, many))
            assert adjective.endswith(ending) if ending else not adjective.endswith(("a", "e")), words
            checked["adjective"] += 1
        else:
            verb = next(word for word in words[1:] if word in SR_VERBS)
            assert SR_VERBS[verb] == many, words
            checked["verb"] += 1
    assert min(checked.values()) > 30


def test_serbian_cases_and_pronouns(written):
    genitive = set("kuće kuća drveta stabala škole škola mosta mostova zida zidova kule kula".split())
    objects = {
        "ga": "ključ nož pismo odelo",
        "je": "lampu loptu torbu",
        "ih": "ključeve noževe lampe lopte torbe pisma odela",
    }
    objects = {word: pronoun for pronoun, words in objects.items() for word in words.split()}
    own = {
        "svog": "psa lava konja",
        "svoju": "mačku pticu žabu pčelu kravu",
        "svoje": "pse lavove konje mačke ptice žabe pčele krave",
    }
    subjects = {
        "ana": "ona",
        "jelena": "ona",
        "marko": "on",
        "petar": "on",
        "devojčica": "ona",
        "žena": "ona",
        "dečak": "on",
        "čovek": "on",
        "devojčice": "one",
        "žene": "one",
        "dečaci": "oni",
        "ljudi": "oni",
    }
    for text in written["sr"]:
        found = list(sentences([text]))
        for words in found:
            for before, word in pairwise(words):
                if before in ("pored", "iza", "ispred", "ispod"):
                    assert word in genitive, words
                if before in own:
                    assert word in own[before].split(), words
        if text.kind == "it":
            first, second = found
            thing = next(word for word in first[1:] if word in objects)
            assert second[0] == subjects[first[0]] and second[1] == objects[thing], text.words


# -- Swahili

SW_CLASS = {
    "ki": "kiti kikombe",
    "vi": "viti vikombe",
    "u": "mpira mkoba ufunguo",
    "i": "mipira mikoba",
    "li": "sanduku shati",
    "ya": "masanduku mashati",
    "zi": "funguo",
}
SW_CLASS = {word: concord for concord, words in SW_CLASS.items() for word in words.split()}
SW_RELATIVE = {
    "ki": "kilicho",
    "vi": "vilivyo",
    "u": "ulio",
    "i": "iliyo",
    "li": "lililo",
    "ya": "yaliyo",
    "zi": "zilizo",
}
SW_ADJECTIVE = {
    "ki": ("kizuri", "kikubwa", "kipya"),
    "vi": ("vizuri", "vikubwa", "vipya"),
    "u": ("mzuri", "mkubwa", "mpya"),
    "i": ("mizuri", "mikubwa", "mipya"),
    "li": ("zuri", "kubwa", "jipya"),
    "ya": ("mazuri", "makubwa", "mapya"),
    "zi": ("nzuri", "kubwa", "mpya"),
}


def sw_concord(noun: str, after: str) -> str:
    return {"hii": "i", "hizi": "zi"}[after] if noun == "taa" else SW_CLASS[noun]


def test_swahili_concords(written):
    checked = Counter()
    for text in written["sw"]:
        if text.kind in ("echo", "again"):
            continue
        found = list(sentences([text]))
        words = found[0]
        if words[0] in SW_CLASS or words[0] == "taa":
            concord = sw_concord(*words[:2])
            adjectives = SW_ADJECTIVE[concord] if words[0] != "taa" else SW_ADJECTIVE["zi"]
            assert SW_RELATIVE[concord] in words and words[-1] in adjectives, words
            checked["thing"] += 1
            continue
        many = words[1] == "hawa" or (words[1] != "huyu" and words[0].startswith("wa"))
        prefix = "wa" if many else "a"
        verbs = [word for word in words[1:] if re.match(r"w?ana\w", word)]
        assert all(verb.startswith(prefix + "na") for verb in verbs) and (verbs or "ni" in words), words
        assert not {"aliye", "walio"} - {"walio" if many else "aliye"} & set(words), words
        if "ni" in words:
            assert words[-1].startswith("wa" if many else "m"), words
        checked["person" if not many else "people"] += 1
        if text.kind == "it":
            thing = words[words.index(verbs[0]) + 1]
            after = [*words, ""][words.index(verbs[0]) + 2]
            assert found[1][-1].startswith(f"{prefix}na{sw_concord(thing, after)}"), text.words
            checked["object"] += 1
    assert min(checked.values()) > 20
