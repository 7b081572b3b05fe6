"""The parser of pages agrees with the renderer, covers every line, and says what it can't read."""

from __future__ import annotations

import pytest
from rendered import body, parsed, rendered
from samples import PROJECT, is_of_each_run, sample

from handbook import ROOT
from handbook.markdown.model import table_rows
from handbook.markdown.parser import parse, read, write

PAGES = list(PROJECT.pages())
BY_DAY = [page for page in PAGES if is_of_each_run(page)]


@pytest.mark.parametrize("page", sample(PAGES, BY_DAY), ids=lambda page: f"{page.language}/{page.name}")
def test_every_page_is_read_as_it_is_rendered(page):
    ours, theirs = parsed(page), rendered(body(page))
    ours.quotes = theirs.quotes
    assert ours == theirs
    assert theirs.headings


@pytest.mark.parametrize("page", sample(PAGES, BY_DAY), ids=lambda page: f"{page.language}/{page.name}")
def test_the_blocks_of_every_page_cover_it_without_gap_or_overlap(page):
    assert write(page) == (ROOT / page.path).read_bytes().decode("utf-8")
    line = 1
    for block in page.blocks:
        assert block.line == line
        line = block.last_line + 1


FORMS_THAT_ARE_CODE = [
    "```python\nx = 1\n```",
    "``` python\nx = 1\n```",
    "```py\nx = 1\n```",
    '```python title="by hand.py"\nx = 1\n```',
    '```python hl_lines="1 2-3"\nx = 1\n```',
    '``` py linenums="1" title="x"\nx = 1\n```',
    "```{.python}\nx = 1\n```",
    "```{.python .raises}\nx = 1\n```",
    '```{ .python .no-run reason="needs a network" }\nx = 1\n```',
    "```{.text .output #scores}\nx = 1\n```",
    "~~~python\nx = 1\n~~~",
    "````python\nx = '''\n```\n'''\n````",
    "```python\nx = 1\n\n\n# after empty lines\n```",
    "```python\nif True:\n    x = 1\n```",
    "```python\n```",
    "a paragraph\n```python\nx = 1\n```",
    "- item\n\n    ```python\n    x = 1\n    ```",
    "- item\n    - inner\n\n        ```python\n        x = 1\n        ```",
    "1. item\n\n    ```python title='a'\n    x = 1\n    ```",
    '!!! note "Title"\n\n    ```python\n    x = 1\n    ```',
    "!!! note\n    ```python\n    x = 1\n    ```",
    '??? success "Solution"\n\n    text\n\n    ```python\n    for x in y:\n        pass\n    ```',
    '??? success "Solution"\n\n    - item\n\n        ```python\n        x = 1\n        ```\n\n    after',
    '=== "One"\n\n    ```python\n    x = 1\n    ```\n\n=== "Two"\n\n    ```python\n    x = 2\n    ```',
    "> quoted\n>\n> ```python\n> x = 1\n> ```",
    "> ```python\n> if True:\n>     x = 1\n> ```",
    '<div class="grid" markdown>\n\n```python\nx = 1\n```\n\n</div>',
]


@pytest.mark.parametrize("text", FORMS_THAT_ARE_CODE)
def test_a_fence_in_this_form_is_code_for_both(text):
    page = parse(text + "\n")
    assert not page.findings
    assert parsed(page).fences == rendered(text).fences
    assert len(page.fences()) >= 1
    assert write(page) == text + "\n"


FORMS_THAT_ARE_NOT = {
    "an option without braces": "```python raises\nx = 1\n```\n",
    "an unknown option": '```python name="x"\nx = 1\n```\n',
    "two languages": "```python py\nx = 1\n```\n",
    "a sign in the language": "```python;\nx = 1\n```\n",
    "never closed": "```python\nx = 1\n",
    "closed by a shorter marker": "````python\nx = 1\n```\n",
    "closed by another marker": "```python\nx = 1\n~~~\n",
    "closed with less indent": "- a\n\n    ```python\n    x = 1\n```\n",
    "left by its content": "- a\n\n    ```python\nx = 1\n    ```\n",
}


@pytest.mark.parametrize("text", FORMS_THAT_ARE_NOT.values(), ids=FORMS_THAT_ARE_NOT)
def test_what_only_looks_like_a_fence_is_a_finding(text):
    page = parse(text)
    assert ("python", "x = 1") not in rendered(text).fences
    assert page.findings, "the renderer shows no code here and the parser doesn't say so"
    assert all(finding.line >= 1 and finding.hint for finding in page.findings)


TRAPS = {
    "a list glued to a paragraph": ("text\n- item\n", 2),
    "a table glued to a paragraph": ("text\n| a |\n|---|\n", 2),
    "a tab": ("- a\n\n\tb\n", 3),
    "an indent of two": ("- a\n\n  b\n", 3),
    "an indented block": ("text\n\n    x = 1\n", 3),
    "an underlined heading": ("Title\n=====\n", 2),
    "a comment that is never closed": ("<!-- a\n", 1),
    "a fence in a comment": ("<!--\n```python\nx = 1\n```\n-->\n", 2),
    "a formula that is never closed": ("$$\na\n\nb\n", 1),
    "html that is never closed": ("<div>\n\ntext\n", 1),
    "a table without dashes": ("| a |\n| b |\n", 1),
    "an indented line behind text": ("text\n    x = 1\n", 2),
    "an indented fence": ("text\n\n    ```python\n    x = 1\n    ```\n", 3),
    "an indented fence in an item": ("- a\n\n        ```python\n        x = 1\n        ```\n", 3),
    "a space before a target": ("a\n[b] (c.md#d)\n", 2),
    "a row with a cell too few": ("| a | b |\n|---|---|\n| c |\n", 3),
    "a bullet of a word processor": ("a\n\n• b\n", 3),
    "brackets exchanged": ("a\n(b)[c.md#d]\n", 2),
    "a byte order mark": ("\ufeff---\na: b\n---\n", 1),
    "a row with a cell too many": ("| a |\n|---|\n| b | c |\n", 3),
    "front matter that doesn't parse": ("---\na: b: c\n---\n", 2),
    "front matter that is a list": ("---\n- a\n---\n", 2),
    "front matter that is never closed": ("---\na: b\n", 1),
    "a box without quotes": ("!!! note Title “x”\n\n    a\n", 1),
    "a link whose label has brackets": ("see [a [b]](https://x.example)\n", 1),
    "a link by reference": ("a\n\n[x]: https://x.example\n", 3),
    "a processing instruction": ("a <?php b ?>\n", 1),
    "a quote's sign further in": ("> ```\n    > ```\n", 2),
    "a tab without quotes": ("=== Title\n\n    a\n", 1),
}


@pytest.mark.parametrize(("text", "line"), TRAPS.values(), ids=TRAPS)
def test_what_renders_as_something_else_is_a_finding_at_its_line(text, line):
    found = parse(text).findings
    assert line in {finding.line for finding in found}, found
    assert write(parse(text)) == text


HINTS = {
    "text\n\n    ```python\n    x = 1\n    ```\n": ["indent by 0 spaces, as all its lines"],
    "[b] (c.md#d)\n": ["write [label](target), without a space between the brackets"],
    "[b] (siehe unten)\n": [],
    "(b)[c.md]\n": ["write [label](target): the words in square brackets, the target in round ones"],
    "(b)[1]\n": [],
    "- • b\n": [],
    "!!! quiz „B“\n\n    - [x] c\n": ['write !!! note "Title" or ??? success "Title"'],
    "| a | b |\n|---|---|\n| c |\n": ["put a bar around each cell: | a | b |"],
    "| a |\n|---|\n| b | c |\n": ["write \\| for a bar inside a cell"],
    "\ufeff---\na: b\n---\n\n# A\n\n- b\n": ["save the file as UTF-8 without byte order mark"],
    "- a\n    b\n\n    c\n    d\n": [],
}


@pytest.mark.parametrize("text", HINTS)
def test_the_hint_says_what_to_write_and_one_mistake_is_told_once(text):
    assert [finding.hint for finding in parse(text).findings] == HINTS[text]


def test_a_latin_1_file_is_a_finding_at_its_line(tmp_path):
    path = tmp_path / "page.md"
    path.write_bytes("# Titel\n\nSchlüssel\n".encode("latin-1"))
    (finding,) = read(path, "de", tmp_path).findings
    assert (finding.path, finding.line) == ("page.md", 3)
    assert "0xfc" in finding.message


def test_windows_line_ends_are_kept_and_read():
    text = "# A { #a }\r\n\r\n```python\r\nx = 1\r\n```\r\n"
    page = parse(text)
    assert write(page) == text
    assert page.python()[0].text == "x = 1"


def test_inline_parts_are_found_with_their_lines():
    (block,) = parse("one `a` and\n[a `b`](x.md#y) and $z$, <kbd>k</kbd> \\$5\n").blocks
    assert [(inline.kind, inline.text, inline.line, inline.target) for inline in block.inlines()] == [
        ("code", "a", 1, ""),
        ("link", "a `b`", 2, "x.md#y"),
        ("code", "b", 2, ""),
        ("maths", "z", 2, ""),
        ("html", "<kbd>", 2, ""),
        ("html", "</kbd>", 2, ""),
    ]
    assert "b" not in block.prose().replace("kbd", "") and "one" in block.prose()


def test_a_bar_in_code_or_behind_a_backslash_does_not_split_a_cell():
    (block,) = parse("| a | b |\n|---|---|\n| `x|y` | 1 \\| 2 |\n").blocks
    assert table_rows(block) == [["a", "b"], ["`x|y`", "1 \\| 2"]]


def test_an_output_belongs_to_the_fence_right_before_it():
    page = parse(
        "```python\nprint(1)\n```\n\n```{.text .output}\n1\n```\n\n"
        "```python\nx = 1\n```\n\ntext\n\n```{.text .output}\n1\n```\n"
    )
    first, second = page.python()
    assert page.output_of(first).text == "1"
    assert page.output_of(second) is None
