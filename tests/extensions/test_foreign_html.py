"""A finished page with something that a browser would run or fetch is told, however the renderer came to it."""

import markdown
import pytest

HELD = {  # read otherwise by the renderer than it looks: what of it is in the page
    "\\<script>alert(1)</script>": "<script>",
    "``` `<script>alert(1)</script>": "<script>",
    "<!-- --!><script>alert(1)</script> -->": "<script>",
    '*a*{: title="{" onclick="alert(1)" }': "onclick=“alert(1)”",
    "[a](<java&#115;cript:alert(1)>)": "href=“javascript:alert(1)”",
    "[a][b]\n\n[b]: \tjava\\script:x": "",  # no scheme
    "[a][b]\n\n[b]: data:text/html,x": "href=“data:text/html,x”",
    "![a][b]\n\n[b]: //x.example/a.png": "src=“//x.example/a.png”",
    "<svg><animate attributeName=href values=x></svg>": "<animate>",
    "[a](https://x.example/), <https://x.example> and `<script>`": "",
    '```html\n<script onclick="x">\n```': "",
}


@pytest.mark.parametrize("text", HELD)
def test_what_the_renderer_made_of_it_is_told(text):
    findings = []
    options = {"handbook.extensions.page_html": {"path": "docs/en/t.md", "errors": findings}}
    extensions = ["attr_list", "md_in_html", "pymdownx.superfences", "handbook.extensions.page_html"]
    markdown.markdown(text, extensions=extensions, extension_configs=options)
    told = [f"{finding.location}: {finding.message}" for finding in findings]
    assert told == [f"docs/en/t.md:1: the finished page holds {HELD[text]}"] * bool(HELD[text])
