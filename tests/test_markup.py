"""Parts of finished html are left out, and every other byte stays."""

import pytest

from handbook import markup


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
    assert markup.joined(markup.without(markup.pieces(html), lambda piece: "class" in piece.attributes)) == left


def test_nothing_dropped_is_nothing_changed():
    html = "<!doctype html><p a=1 B='2'>x<br/><!-- y --></p>\n<script>1 < 2</script>"
    assert markup.joined(markup.without(markup.pieces(html), lambda piece: False)) == html
