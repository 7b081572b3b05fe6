"""Parts of finished html are left out, and every other byte stays."""

import random

import pytest

from handbook.core import html_tokens


@pytest.mark.parametrize(
    "html, left",
    [
        ('a<p class="x">b<b>c</b></p>d', "ad"),
        ('a<div class="x">b<div>c</div>d</div>e', "ae"),
        ('<p class="x">b<br>c</p><P>d &amp; e</P>', "<P>d &amp; e</P>"),
        ('<img class="x">a<br class="x"/>b', "ab"),
        ('<ul class="x"><li>one<li>two</ul>three', "three"),
    ],
)
def test_an_element_goes_with_all_that_is_in_it(html, left):
    assert (
        html_tokens.serialize(
            html_tokens.remove_elements(html_tokens.pieces(html), lambda piece: "class" in piece.attributes)
        )
        == left
    )


def test_nothing_dropped_is_nothing_changed():
    html = "<!doctype html><p a=1 B='2'>x<br/><!-- y --></p>\n<script>1 < 2</script>"
    assert html_tokens.serialize(html_tokens.remove_elements(html_tokens.pieces(html), lambda piece: False)) == html


@pytest.mark.parametrize(
    ("tag", "written"),
    [
        ("<p>", '<p class="later">'),
        ("<br/>", '<br class="later"/>'),
        ('<img alt="a > b" />', '<img alt="a > b" class="later" />'),
        ("<p class=x id=y>", '<p class="later" id=y>'),
        ('<a href="x/">', '<a href="x/" class="later">'),
    ],
)
def test_an_attribute_is_changed_in_its_place_or_comes_last(tag, written):
    (piece,) = html_tokens.pieces(tag)
    piece.set("class", "later")
    assert piece.raw == written and piece.attributes["class"] == "later"
    assert html_tokens.pieces(written)[0].attributes == piece.attributes


TIDY = [
    *(
        "<p>",
        "</p>",
        "<br/>",
        "<br>",
        '<a HREF="x?a=1&amp;b=2">',
        "</A>",
        '<svg viewBox="0 0 1 1">',
        '<path d="M0 0" />',
        "<!-- <b> -->",
        '<m:i x-y="" z>',
        "</p >",
    ),
    *("&amp;", "&", "text ", "\n", "é", ">", '"', "="),
]
UNTIDY = [
    "<",
    "<p",
    "</",
    "<!--",
    "<p a='b'>",
    "<p a=b>",
    "</p a>",
    "<!doctype html>",
    "<?x?>",
    '<p a="1"b="2">',
    "<script>",
    "</script>",
    "1 < 2",
    "<![CDATA[<p>]]>",
]


def test_tidy_html_is_cut_as_the_standard_library_cuts_it():
    """Tidy tags in any order go the short way, all of them; of those with an untidy one, many must go the long way."""
    rng = random.Random(7)
    for parts, least in ((TIDY, 3000), (TIDY + UNTIDY, 500)):
        taken = 0
        for _ in range(3000):
            html = "".join(rng.choices(parts, k=rng.randrange(1, 9)))
            if (found := html_tokens._read_tidy(html)) is not None:
                taken += 1
                assert found == html_tokens._read_any(html), html
        assert taken >= least, "the short way is hardly taken"


def test_the_pages_are_cut_the_short_way(site_dir):
    """Else each build would take longer, and nobody would know why."""
    for path in site_dir.rglob("by-hand/index.html"):
        article = path.read_text(encoding="utf-8").partition("<article")[2].partition(">")[2].partition("</article>")[0]
        assert html_tokens._read_tidy(article) == html_tokens._read_any(article)
