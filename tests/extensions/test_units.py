"""A number and its unit stand on one line."""

from __future__ import annotations

import pytest

from handbook.core import html_tokens
from handbook.extensions.units import join_units

MADE = {
    "<p>8 GiB and 3 ms.</p>": "<p>8\u00a0GiB and 3\u00a0ms.</p>",
    "<p>8\nGiB</p>": "<p>8\u00a0GiB</p>",
    "<p>MiB 5, MB 12</p>": "<p>MiB\u00a05, MB\u00a012</p>",
    "<p>40 %</p>": "<p>40\u00a0%</p>",
    "<p>3 sentences, 8 Gibbons, 5 px-like MB and 4</p>": "<p>3 sentences, 8 Gibbons, 5\u00a0px-like MB and 4</p>",
    "<p><code>8 GiB</code> 8 MB</p>": "<p><code>8 GiB</code> 8\u00a0MB</p>",
    "<pre><span>8 GiB</span></pre><p>1 s</p>": "<pre><span>8 GiB</span></pre><p>1\u00a0s</p>",
    "<p>8<br>GiB</p>": "<p>8<br>GiB</p>",
}


@pytest.mark.parametrize("html", MADE)
def test_a_unit_stays_with_its_number_outside_code(html):
    assert html_tokens.serialize(join_units(html_tokens.pieces(html))) == MADE[html]


def test_every_page_is_made_so():
    from markdown import Markdown

    from handbook import ROOT
    from handbook.extensions.page_html import PageHtmlExtension

    extension = PageHtmlExtension(root=str(ROOT), path="docs/en/x.md", language="en")
    assert "8\u00a0GiB" in Markdown(extensions=[extension]).convert("It has 8 GiB.")
