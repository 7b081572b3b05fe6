"""Which code blocks of a page are marked as live."""

from __future__ import annotations

import re

import markdown
import pytest

from handbook import ROOT
from handbook.extensions.live_blocks import keep_attributes, mark_live


def block(classes: str) -> str:
    return f'<div class="{classes}"><pre><span></span><code>x\n</code></pre></div>'


@pytest.mark.parametrize("classes", ["language-python highlight", "language-py raises highlight"])
def test_python_is_live(classes):
    assert mark_live(block(classes), "en", ROOT).startswith(f'<div class="{classes}" data-live><pre>')


@pytest.mark.parametrize(
    "classes", ["language-text output highlight", "language-pycon highlight", "language-toml highlight"]
)
def test_what_is_no_program_is_not(classes):
    assert mark_live(block(classes), "en", ROOT) == block(classes)


def test_english_in_a_notice_is_not():
    quoted = block("language-python quoted highlight")
    assert mark_live(quoted, "de", ROOT) == quoted


def test_a_block_that_cannot_run_says_so_in_the_language_of_the_page():
    marked = mark_live(block("language-python no-run highlight"), "de", ROOT)
    assert re.findall(r"data-[^>]*", marked) == ['data-label="Läuft nicht im Browser"']


@pytest.mark.parametrize(
    "fence", ['```{.python .no-live reason="bertviz"}', '    ```{ .python .no-live reason="bertviz" }']
)
def test_a_block_that_lacks_a_package_says_which_one(fence):
    """It runs before those below it, as far as it can."""
    extensions = ["attr_list", "pymdownx.highlight", "pymdownx.superfences"]
    configs = {"pymdownx.highlight": {"pygments_lang_class": True}}  # as in mkdocs.yml
    indent = fence[: len(fence) - len(fence.lstrip())]
    lines = ["- a list", "", *(indent + line for line in (fence.strip(), "x = 1", "```"))]
    html = markdown.markdown("\n".join(keep_attributes(lines)), extensions=extensions, extension_configs=configs)
    label = 'data-label="Läuft nicht im Browser (braucht bertviz)" data-above>'
    assert label in mark_live(html, "de", ROOT)


@pytest.mark.parametrize(
    ("fence", "said"),
    [
        ('```{.python .takes-long seconds="45"}', "Dauert hier etwa 45 Sekunden, auf dem Handy länger"),
        ('```{.python seconds="100"}', "Dauert hier etwa 2 Minuten, auf dem Handy länger"),
    ],
)
def test_a_block_that_takes_long_says_how_long(fence, said):
    configs = {"pymdownx.highlight": {"pygments_lang_class": True}}  # as in mkdocs.yml
    html = markdown.markdown(
        "\n".join(keep_attributes([fence, "x = 1", "```"])),
        extensions=["attr_list", "pymdownx.highlight", "pymdownx.superfences"],
        extension_configs=configs,
    )
    marked = mark_live(html, "de", ROOT)
    assert f'data-live data-label="{said}"' in marked and "data-seconds=" in marked


def test_a_check_leaves_the_page_for_an_attribute_of_the_exercise_above_it():
    exercise, other = block("language-python exercise highlight"), block("language-python highlight")
    check = block("language-python check highlight").replace("x\n", "<span>assert</span> x &lt; 1, &quot;no&quot;\n")
    marked = mark_live(exercise + check + other, "en", ROOT)
    assert re.findall(r'data-check="([^"]*)"', marked) == ["assert x &lt; 1, &quot;no&quot;"]
    assert marked.index("data-check") < marked.index("x\n") and "check highlight" not in marked
    assert marked.count("data-live") == 2
