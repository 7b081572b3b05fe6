"""The model on the home page, as it is written into the page."""

import json
import re
import shutil
from html import unescape

import pytest

from handbook import ROOT
from handbook.core.diagnostics import DiagnosticError
from handbook.project import examples
from handbook.site import live_model

SENTENCES = examples.load(ROOT)["explorer"]


@pytest.mark.parametrize(
    ("language", "known", "first"),
    [
        *((code, code, SENTENCES[code][0]) for code in SENTENCES),
        ("sr-cyrl", "sr", "Пси поред куће"),
        ("fr", "en", SENTENCES["en"][0]),  # one that the model doesn't know
    ],
)
def test_it_begins_with_a_sentence_of_the_page(language, known, first):
    html = live_model.partial(ROOT, language)
    words = re.findall(r'class="live-word(?: live-query)?"[^>]*><span>([^<]*)<', html)
    assert " ".join(words) == first
    assert f'data-language="{known}"' in html
    shares = [float(share) for share in re.findall(r"live-word[^>]*--share:([\d.]+)", html)]
    assert len(shares) == len(words) + 1 and sum(shares) == pytest.approx(1, abs=0.002)


def test_its_strings_are_those_of_the_language():
    html = live_model.partial(ROOT, "de")
    words = json.loads(unescape(re.search(r'data-words="([^"]*)"', html)[1]))
    assert words["show"] == "Zeigen" and "„{word}“" in words["looks"]
    assert "100\u00a0%" in html


def test_a_book_without_a_model_has_none(tmp_path):
    assert live_model.partial(tmp_path, "en") == ""


def test_a_sentence_that_the_model_cannot_read_is_told(tmp_path):
    for name in ("models", "i18n", "content"):
        shutil.copytree(ROOT / name, tmp_path / name)
    path = tmp_path / examples.FILE
    path.write_text(path.read_text(encoding="utf-8").replace("The dogs near", "The dragons near"), encoding="utf-8")
    with pytest.raises(DiagnosticError, match="the model doesn't know dragons"):
        live_model.partial(tmp_path, "en")
