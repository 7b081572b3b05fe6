"""The picture of social cards shows an example of the book."""

from handbook import ROOT
from handbook.site import social_cards
from handbook.site.motif import motif


def test_its_weights_are_those_that_the_chapter_prints():
    words, weights = motif(ROOT)
    assert words == ["Hello", "shiny", "sun"]
    shown = ", ".join(f"{weight:.4f}" for weight in weights[1])
    assert shown == "0.2291, 0.4063, 0.3646"  # by hand: e to 0.7842, 1.3569, 1.2487, as shares; not divided by √3
    assert f"tensor([{shown}])" in (ROOT / "docs/en/by-hand.md").read_text(encoding="utf-8")
    assert [round(sum(row), 12) for row in weights] == [1, 1, 1]


def test_a_book_without_examples_has_none_and_cards_without(tmp_path):
    words, weights = motif(tmp_path)
    assert (words, weights) == ([], [])
    assert social_cards.card("A title", "A sentence.", "A site", weights, "en").startswith(b"\x89PNG")
