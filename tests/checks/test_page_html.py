"""What a page may not hold: html, attributes and addresses by which a browser would run, send or fetch something."""

import pytest
from checked_pages import FRONT, TITLE, told

from handbook.checks import page_html
from handbook.checks.registry import html_rules
from handbook.project.checkout import Project

TOLD = {  # what stands on line 7: what is told of it, and where else than on line 7
    "<script>alert(1)</script>": "<script> in a page",
    "Text <SCRIPT\nsrc=x.js> here": "<script> in a page",
    "> <style>p { color: red }</style>": "<style> in a page",
    "<meta http-equiv=refresh content=0>": "<meta> in a page",
    '<base href="https://x.example/">': "<base> in a page",
    '<form action="https://x.example"></form>': "<form> in a page",
    "<iframe src=x></iframe>": "<iframe> in a page",
    "<svg onload=alert(1)></svg>": "<svg> in a page",
    "Text <img/src=x/onerror=alert(1)> here": "<img> in a page",
    "| a |\n| --- |\n| <a href=javascript:alert(1)>b</a> |": "<a> in a page @9",
    '!!! note "<img src=x onerror=alert(1)>"': "<img> in a page",
    "</main>": "<main> in a page",
    "<div data-widget=x onclick=alert(1)></div>": "the attribute onclick of <div>",
    '<div style="position: fixed"></div>': "the attribute style of <div>",
    "<figure data-picture=x data-md-component=y></figure>": "the attribute data-md-component of <figure>",
    "<div>\n<script>1</script>\n</div>": "<script> in a page @8",
    '*a*{: onclick="alert(1)" }': "the attribute onclick in braces",
    "Text.\n{: style=x }": "the attribute style in braces @8",
    "## H { #h onclick=x }": "the attribute onclick in braces",
    "```{.python onclick=x}\n```": "the attribute onclick in braces",
    "![a](https://x.example/a.png)": "a picture from https://x.example/a.png",
    "[![a](https://x.example/a.png)](t.md)": "a picture from https://x.example/a.png",
}


@pytest.mark.parametrize("text", TOLD)
def test_what_a_browser_would_run_or_fetch_is_told_at_its_line(tmp_path, text):
    found = told(tmp_path, html_rules, f"{FRONT}{TITLE}\n{text}\n")
    message, _, line = TOLD[text].partition(" @")
    assert found[0] == (int(line or 7), message), found


@pytest.mark.parametrize("address", ["javascript:alert(1)", "JaVaScRiPt:x", "java&#115;cript:x", "data:text/html,x"])
@pytest.mark.parametrize("form", ["[a]({})", "![a]({})", "<{}>"])
def test_an_address_that_runs_is_told(tmp_path, form, address):
    from handbook.checks import registry

    (tmp_path / "docs/en").mkdir(parents=True)
    (tmp_path / "i18n/en").mkdir(parents=True)
    page = tmp_path / "docs/en/t.md"
    page.write_text(f"{FRONT}{TITLE}\n{form.format(address)}\n", encoding="utf-8")
    found = registry.check_page(Project(tmp_path).page("en", "t"), Project(tmp_path))
    assert {finding.line for finding in found} == {7}, found


def test_what_pages_use_is_no_fault(tmp_path):
    text = (
        '<figure data-picture="bars" data-output="a" data-name="b"></figure>\n\n<div data-widget="mask"></div>\n\n'
        "Press <kbd>/</kbd>, H<sub>2</sub>O, 1<sup>st</sup>.<br>\nA `<script>` and $a < b$.\n\n## B { #b .c }\n\n"
        '```{.python title="x.py" #id hl_lines="1"}\n# <script>\n```\n'
    )
    assert told(tmp_path, html_rules, FRONT + TITLE + "\n" + text) == []
    assert page_html.ELEMENTS.keys() == {"figure", "div", "br", "kbd", "sub", "sup"}
