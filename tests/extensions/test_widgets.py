"""Widgets in pages as readers without scripts see them: numbers that torch printed in the chapters, in their words."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from handbook import ROOT
from handbook.core import npm
from handbook.core.diagnostics import ERROR, NOTICE, DiagnosticError
from handbook.extensions import node_process, widgets
from handbook.markdown import parser
from handbook.project import examples

CALCULATORS = [name for name in widgets.names() if name != widgets.EXPLORER]


@pytest.fixture
def copied(tmp_path) -> Path:
    """A checkout of strings and examples."""
    shutil.copytree(ROOT / "i18n", tmp_path / "i18n")
    (tmp_path / examples.FILE).parent.mkdir()
    shutil.copy(ROOT / examples.FILE, tmp_path / examples.FILE)
    return tmp_path


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def cells(html: str) -> dict[str, str]:
    found = re.findall(r'<td[^>]* data-cell="([^"]+)">([^<]*)</td>', html)
    assert len(found) == len(dict(found)) == html.count("data-cell"), "no name twice"
    return dict(found)


def matrix(html: str, name: str) -> list[list[str]]:
    """The numbers of one table, each row in its order."""
    rows: dict[str, list[str]] = {}
    for key, text in cells(html).items():
        if place := re.fullmatch(re.escape(name) + r"\[(\d+)\]\[\d+\]", key):
            rows.setdefault(place[1], []).append(text)
    return list(rows.values())


def printed(page: str, after: str, place: int = 0) -> list[list[str]]:
    """The rows of a tensor that the chapter prints behind ``after``, as widgets write them."""
    text = (ROOT / "docs" / "en" / f"{page}.md").read_text(encoding="utf-8")
    tensor = re.findall(r"tensor\((.*?)\)", text[text.index(after) :], re.DOTALL)[place]
    rows = re.findall(r"\[([^\[\]]+)\]", tensor)
    signs = {"-": "\u2212", "inf": "∞"}
    return [[re.sub("-|inf", lambda sign: signs[sign[0]], one.strip()) for one in row.split(",")] for row in rows]


# (widget, table, chapter, what stands before the tensor, which tensor behind it): upright tables have one column
PRINTED = [
    ("by-hand", "scores", "by-hand", "print(shiny_scores)", 0),
    ("by-hand", "exponentials", "by-hand", "print(exponentials)", 1),
    ("by-hand", "weights", "by-hand", "print(shiny_weights)", 0),
    ("by-hand", "shares", "by-hand", "print(shares)", 0),
    ("by-hand", "context", "by-hand", "print(shiny_context)", 0),
    ("softmax", "scores", "by-hand", "print(shiny_scores)", 0),
    ("softmax", "weights", "by-hand", "print(shiny_weights)", 0),
    ("mask", "scores", "causal-attention", "print(masked_scores)", 1),
    ("mask", "weights", "causal-attention", "print(weights_boolean)", 2),
    ("mask", "context", "causal-attention", "print(context_vectors)", 0),
    ("heads", "queries", "multi-head-attention", "queries-of-both-heads", 0),
    ("heads", "joined", "multi-head-attention", "two-heads-joined", 0),
    ("queries-keys-values", "W_query", "queries-keys-values", "print(W_query)", 0),
    ("queries-keys-values", "queries", "queries-keys-values", "print(values)", 0),
    ("queries-keys-values", "scores", "queries-keys-values", "print(scores)", 0),
    ("queries-keys-values", "weights", "queries-keys-values", "print(attention_weights)", 0),
    ("queries-keys-values", "context", "queries-keys-values", "print(context_vectors)", 1),
    ("spreadsheet", "weights", "spreadsheet", "print(bark_weights)", 3),
    ("spreadsheet", "context", "spreadsheet", "print(bark_context)", 0),
]


@pytest.mark.parametrize(("name", "table", "page", "after", "place"), PRINTED)
def test_the_start_shows_what_the_chapter_prints(name, table, page, after, place):
    shown, expected = matrix(widgets.html(name, "en"), table), printed(page, after, place)
    if all(len(row) == 1 for row in shown):
        shown = [[row[0] for row in shown]]
    assert shown == expected


@pytest.mark.parametrize(("language", "weight"), [("en", "0.4063"), ("de", "0,4063"), ("sr-cyrl", "0,4063")])
def test_numbers_and_words_are_those_of_the_language(language, weight):
    html = widgets.html("by-hand", language)
    assert cells(html)["weights[1][0]"] == weight
    assert {"en": "Scores", "de": "Scores", "sr-cyrl": "Скорови"}[language] in html


def test_every_step_of_the_heads_has_its_title_and_its_tables():
    html = widgets.html("heads", "en")
    titles = re.findall(r'<p class="widget-stage[^>]*>(\d+)\. ', html)
    assert titles == [str(number) for number in range(1, 11)]
    names = {name.partition("[")[0] for name in cells(html)}
    assert {"embeddings", "W_query", "cut", "by_head", "keys_by_head", "swapped_back", "W_out", "output"} <= names


@pytest.mark.parametrize("name", CALCULATORS)
def test_columns_rows_and_words_head_their_tables(name):
    html = widgets.html(name, "en")
    assert html.count('<tr class="total">') == (name in ("by-hand", "softmax", "spreadsheet"))
    for table in re.findall(r"<table.*?</table>", html):
        assert re.search(r"<caption>[^<]+</caption>", table)
        head, *rows = re.findall(r"<tr.*?</tr>", table)
        assert all(row.count('<th scope="row">') == 1 for row in rows)
        assert {row.count("<td") for row in rows} == {head.count('<th scope="col"') - 1}
    embeddings = re.search(r"<caption>Embeddings.*?</table>", html)
    if embeddings and name != "spreadsheet":
        assert re.findall(r'<th scope="row">([^<]+)', embeddings[0]) == ["Hello", "shiny", "sun"]


def test_the_browser_has_the_script_of_every_widget():
    """One that is not in this list stays a still picture."""
    entry = (ROOT / "frontend/entries/widgets.js").read_text(encoding="utf-8")
    assert sorted(re.findall(r'from "../widgets/([\w-]+)\.js"', entry)) == sorted(CALCULATORS)


def test_the_numbers_are_those_of_the_examples(copied):
    replace(copied / examples.FILE, "[0.34, 0.22, 0.54]", "[1, 0, 0]")
    for name in ("by-hand", "mask", "heads", "queries-keys-values"):
        assert matrix(widgets.html(name, "en", copied), "embeddings")[0] == ["1", "0", "0"]
    assert widgets.start("softmax", copied)["scores"] == [0.53, 1.3569, 1.2487], "times 1 and nothing else"


def test_the_explorer_begins_with_its_words_alone():
    html = widgets.html(widgets.EXPLORER, "en")
    assert "<table" not in html and "data-start" not in html and 'data-widget="explorer"' in html


# -- what is wrong


def told(root: Path, name: str, language: str) -> list[tuple[str, str, str]]:
    page = parser.parse(f'<div data-widget="{name}"></div>\n', f"docs/{language}/t.md", language)
    return [(finding.severity, finding.message, finding.hint) for finding in widgets.check(page, root)]


@pytest.mark.parametrize(
    ("attributes", "unknown"),
    [
        ('explorer" data-views="heads maps', None),
        ('explorer" data-views="heads headz', "headz"),
        ('mask" data-views="heads', "heads"),
    ],
)
def test_only_views_of_the_explorer_can_be_asked_for(attributes, unknown):
    found = [message for _, message, _ in told(ROOT, attributes, "en")]
    assert found == ([] if unknown is None else [f"no view is called `{unknown}`"])


def test_the_views_that_a_page_asks_for_are_in_its_html():
    assert 'data-views="lens maps"' in widgets.html(widgets.EXPLORER, "en", views="lens maps")
    assert "data-views" not in widgets.html(widgets.EXPLORER, "en")


def test_a_word_that_only_english_has_is_told(copied):
    assert told(copied, "mask", "de") == []
    path = copied / "i18n" / "de" / "ui.toml"
    path.write_text(re.sub(r"(?m)^may_look = .*\n", "", path.read_text(encoding="utf-8")), encoding="utf-8")
    ((severity, message, hint),) = told(copied, "mask", "de")
    assert severity == NOTICE
    assert message == "[widget.mask] has no `may_look` in i18n/de/ui.toml: the English one is shown"
    assert hint == 'write may_look = "…" under [widget] or [widget.mask] in i18n/de/ui.toml'


def test_where_english_stands_in_for_all_its_words_a_widget_is_english(copied):
    path = copied / "i18n" / "de" / "ui.toml"
    text = path.read_text(encoding="utf-8")
    assert 'lang="en"' not in widgets.html("mask", "de", copied)
    path.write_text(re.sub(r"(?ms)^\[widget.mask\]$.*?^(?=\[)", '[widget.mask]\ntitle = "Maske"\n', text))
    html = widgets.html("mask", "de", copied)
    assert '<p class="widget-title">Maske</p> <p class="widget-about" lang="en" dir="ltr">' in html
    path.write_text(re.sub(r"(?ms)^\[widget(\.mask)?\]$.*?^(?=\[)", "", text))
    assert widgets.html("mask", "de", copied).startswith('<div lang="en" dir="ltr" class="widget"')


def test_a_word_that_nobody_has_written_is_told(copied):
    path = copied / "i18n" / "en" / "ui.toml"
    path.write_text(re.sub(r"(?m)^may_look = .*\n", "", path.read_text(encoding="utf-8")), encoding="utf-8")
    ((severity, message, hint),) = told(copied, "mask", "en")
    assert severity == ERROR and message == "[widget.mask] has no `may_look`"
    assert hint == 'write may_look = "…" under [widget] or [widget.mask] in i18n/en/ui.toml'


def test_an_example_that_the_widget_refuses_is_told(copied):
    replace(copied / examples.FILE, "[0.34, 0.22, 0.54]", "[5000, 0, 0]")
    with pytest.raises(DiagnosticError, match=r"frontend/widgets/mask\.js:1: its own start is no state for it"):
        widgets.html("mask", "en", copied)


def test_without_packages_the_message_says_what_to_do(monkeypatch):
    def missing(name: str) -> Path:
        raise npm.error(f"the npm package {name} is not installed", "run `npm ci` in the checkout")

    node_process._server.stop()
    widgets._calculated.cache_clear()
    monkeypatch.setattr(npm, "package", missing)
    with pytest.raises(DiagnosticError, match="npm ci"):
        widgets.html("softmax", "en")
