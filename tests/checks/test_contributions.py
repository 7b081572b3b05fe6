"""Safe contributions: what a translation brings in beside language is found by `check` before anything is run or built.

Each payload is put into a paragraph, a list item, a table, a title and a heading of a real page, the languages taking
turns.
"""

from __future__ import annotations

from functools import cache
from itertools import cycle

import pytest
from samples import PROJECT

from handbook.checks import registry, unicode_letters
from handbook.core.diagnostics import Finding, errors
from handbook.markdown.model import Page
from handbook.markdown.parser import parse

LANGUAGES = PROJECT.languages[1:]
TURN = cycle(LANGUAGES)  # each payload in one language: what is found doesn't depend on it
# The checks that need no renderer and know no language: they alone must do.
GUARDS = [
    registry.syntax,
    registry.heading_rules,
    registry.link_targets,
    registry.fence_rules,
    registry.translation_parity,
    registry.suspicious_characters,
]

IN_A_SENTENCE = {
    "a script": "<script>alert(1)</script>",
    "a script in capitals": "<SCRIPT SRC=//x.example/a.js></SCRIPT>",
    "a script that is not closed": "<script src=//x.example/a.js",
    "a tag over two lines": "<img src=x\nonerror=alert(1)>",
    "an image with an event handler": "<img src=x onerror=alert(1)>",
    "a harmless tag": "<b>fett</b>",
    "a closing tag": "</div>",
    "a frame": '<iframe src="https://x.example"></iframe>',
    "a style": "<style>*{display:none}</style>",
    "md in html": '<span markdown="1">*x*</span>',
    "an svg with a handler": "<svg/onload=alert(1)>",
    "a tag behind an escape": "\\<img src=x onerror=alert(1)>",
    "an html comment": "<!-- x -->",
    "a conditional comment": "<!--[if IE]><script>alert(1)</script><![endif]-->",
    "a processing instruction": "<?php x ?>",
    "a declaration": "<!ENTITY x>",
    "a character data section": "<![CDATA[ <script>alert(1)</script> ]]>",
    "a link to elsewhere": "[hier](https://x.example/)",
    "a link to elsewhere with a title": '[hier](https://x.example/ "Titel")',
    "a link to another page": "[hier](misconceptions.md#misconceptions)",
    "a script as a link": "[hier](javascript:alert(1))",
    "a script as a link in capitals": "[hier](JaVaScRiPt:alert%281%29)",
    "a script as a link, in entities": "[hier](&#106;avascript:alert%281%29)",
    "a script as a link, in named entities": "[hier](javascript&colon;alert%281%29)",
    "data as a link": "[hier](data:text/html;base64,PHNjcmlwdD4=)",
    "a link without protocol": "[hier](//x.example/)",
    "a link in angle brackets": "[hier](<javascript:alert(1)>)",
    "a link with a space": "[hier]( javascript:alert(1) )",
    "a link over two lines": "[hier\nund da](https://x.example/)",
    "a link in a link": "[a [b](https://x.example/) c](https://y.example/)",
    "brackets in a label": "[a [b] c](javascript:alert(1))",
    "an image": "![Bild](https://x.example/a.png)",
    "an image in a link": "[![Bild](https://x.example/a.png)](https://x.example/)",
    "a tag in the label of a link": "[<img src=x onerror=alert(1)>](https://x.example/)",
    "an autolink": "<https://x.example/>",
    "a script as an autolink": "<javascript:alert(1)>",
    "an address": "<a@x.example>",
    "a reference link": "[hier][da]",
    "a reference link without a name": "[hier][]",
    "an image by reference": "![hier][da]",
    "an attribute list": "{: onclick=alert(1) }",
    "an attribute list without colon": "{ onclick=alert(1) }",
    "an attribute list with braces inside": '{: onclick="f({})" }',
    "an attribute list behind emphasis": "*x*{: style=color:red }",
    "an attribute list behind code": "`x`{: onclick=alert(1) }",
    "attributes on a link": "[hier](https://x.example/){: onclick=alert(1) }",
    "attributes on an image": "![hier](https://x.example/a.png){: onerror=alert(1) }",
    "a class": "{ .hidden }",
    "a snippet": '--8<-- "pyproject.toml"',
    "a snippet in a line of its own": '\n--8<-- "pyproject.toml"',
    "an include": "{!pyproject.toml!}",
    "a template's statement": '{% include "pyproject.toml" %}',
    "a template's expression": "{{ config.plugins }}",
    "inline code": "`rm -rf`",
    "a formula": "$\\href{javascript:alert(1)}{x}$",
}

OWN_BLOCKS = {
    "a script": "<script>alert(1)</script>",
    "a script behind three spaces": "   <script>alert(1)</script>",
    "a figure": '<figure data-picture="mask"></figure>',
    "a box with markdown": '<div class="a" markdown>\n\nText\n\n</div>',
    "a box that is never closed": '<div class="a">\nText',
    "a comment that browsers close at once": "<!--><script>alert(1)</script>-->",
    "a comment that browsers close at a dash": "<!---><script>alert(1)</script>-->",
    "a comment closed in another way": "<!-- x --!><script>alert(1)</script> -->",
    "a conditional comment": "<!--[if IE]> x <![endif]-->",
    "a comment with a script": "<!-- <script>alert(1)</script> -->",
    "a comment with markup behind it": "<!-- x --> <img src=x onerror=alert(1)>",
    "a declaration": "<!DOCTYPE html>",
    "a processing instruction": "<?xml version='1.0'?>",
    "a definition of a link": "[da]: javascript:alert(1)",
    "a definition of a link behind spaces": "  [da]: javascript:alert(1)",
    "a footnote": "[^1]: Text",
    "a snippet": '--8<-- "pyproject.toml"',
    "snippets between lines": "--8<--\npyproject.toml\n--8<--",
    "a table of contents": "[TOC]",
    "an attribute list": "{: onclick=alert(1) }",
    "a code block": "```python\nimport os\n```",
    "a code block in tildes": "~~~python\nimport os\n~~~",
    "a fence of another kind": "```mermaid\ngraph TD\n```",
    "a fence with a handler": '```{.text onclick="alert(1)"}\nx\n```',
    "indented code": "    import os",
    "a box": '!!! note "Titel"\n\n    Text',
    "a tab": '=== "Titel"\n\n    Text',
    "a quotation with html": "> <img src=x onerror=alert(1)>",
    "a list with html": "- <img src=x onerror=alert(1)>",
    "a table with html": "| <img src=x onerror=alert(1)> |\n|---|\n| x |",
    "a heading": "## Mehr { #more }",
    "a formula": "$$\nx\n$$",
    "a rule": "---",
}

LETTERS = {
    "a zero width space": "Wo\u200brt",
    "a zero width joiner": "Wo\u200drt",
    "a word joiner": "Wo\u2060rt",
    "a soft hyphen": "Wo\u00adrt",
    "a byte order mark": "Wo\ufeffrt",
    "an override of the direction": "\u202etxet\u202c",
    "an isolate": "\u2066text\u2069",
    "a mark of the direction": "Wo\u200frt",
    "a line separator": "Wo\u2028rt",
    "an invisible times sign": "Wo\u2062rt",
    "a tag letter": "Wo\U000e0041rt",
    "a variation selector": "Wo\ufe0frt",
    "a joiner of graphemes": "Wo\u034frt",
    "an empty braille cell": "Wo\u2800rt",
    "a private letter": "Wo\ue000rt",
    "a Cyrillic letter in a Latin word": "W\u043ert",
    "a Latin letter in a Cyrillic word": "\u0440\u0435\u0447o",
    "a Greek letter in a Latin word": "W\u03bfrt",
    "a control character": "Wo\x1brt",
    "a carriage return": "Wo\rrt",
}


def found(page: Page, text: str) -> list[Finding]:
    spoilt = parse(text, page.path, page.language, page.name)
    return errors([finding for guard in GUARDS for finding in guard(spoilt, PROJECT)])


@cache
def known(page: Page) -> set[str]:
    """What is wrong with the page as it is: nothing, unless its English is being worked on right now."""
    return {finding.message for finding in found(page, page.source)}


@cache
def pick(language: str, kind: str) -> tuple[Page, int]:
    """A block of this kind in the middle of the shortest page that has one."""
    for page in sorted(PROJECT.pages([language]), key=lambda page: len(page.source)):
        if places := [
            place
            for place, block in enumerate(page.blocks)
            if block.kind == kind and not block.containers and block.info != "#"
        ]:
            return page, places[len(places) // 2]
    raise LookupError(kind)


def planted(page: Page, place: int, edit) -> str:
    return "".join(edit(block.raw) if number == place else block.raw for number, block in enumerate(page.blocks))


PLACES = {  # where in a block a payload is put
    "paragraph": lambda raw, payload: raw.rstrip("\n") + f" {payload}\n",
    "item": lambda raw, payload: raw.rstrip("\n") + f" {payload}\n",
    "heading": lambda raw, payload: raw.replace(" {", f" {payload} {{", 1),
    "table": lambda raw, payload: raw.rstrip("\n").rpartition("|")[0] + f" {payload} |\n",
    "admonition": lambda raw, payload: raw.rstrip("\n").removesuffix('"') + f' {payload}"\n',
}


@pytest.mark.parametrize("kind", PLACES)
@pytest.mark.parametrize("payload", IN_A_SENTENCE)
def test_what_a_sentence_brings_in_is_found_at_its_line(kind, payload):
    text = IN_A_SENTENCE[payload]
    if kind in ("heading", "table", "admonition") and ("\n" in text or (kind == "admonition" and '"' in text)):
        pytest.skip("stands on one line, between quotation marks")
    page, place = pick(next(TURN), kind)
    block = page.blocks[place]
    said = [
        finding
        for finding in found(page, planted(page, place, lambda raw: PLACES[kind](raw, text)))
        if finding.message not in known(page)
    ]
    assert any(block.line <= finding.line <= block.last_line + 2 for finding in said), [
        str(finding) for finding in said
    ]


@pytest.mark.parametrize("payload", OWN_BLOCKS)
def test_a_block_that_english_does_not_have_is_found_at_its_line(payload):
    page, place = pick(next(TURN), "paragraph")
    first = page.blocks[place].last_line + 2
    said = [
        finding
        for finding in found(page, planted(page, place, lambda raw: raw + f"\n{OWN_BLOCKS[payload]}\n"))
        if finding.message not in known(page)
    ]
    assert any(first <= finding.line <= first + 4 for finding in said), [str(finding) for finding in said]


@pytest.mark.parametrize("where", ["paragraph", "fence"])
@pytest.mark.parametrize("payload", LETTERS)
def test_a_letter_that_cannot_be_seen_or_looks_like_another_is_found(payload, where):
    page, place = pick(next(TURN), where)
    text = LETTERS[payload]
    edit = (
        (lambda raw: f"{text} {raw}")
        if where == "paragraph"
        else (lambda raw: raw.replace("\n", f"  # {text}\n", 2).replace(f"  # {text}\n", "\n", 1))
    )
    said = [finding for finding in found(page, planted(page, place, edit)) if finding.message not in known(page)]
    line = page.blocks[place].line + (where == "fence")
    assert line in {finding.line for finding in said}, [str(finding) for finding in said]


CHANGED = {
    "a link's target": ("](", "](https://x.example/"),
    "an id": ("{ #", "{ #x-"),
    "an id and an event handler": (" }\n", ' onclick="alert(1)" }\n'),
    "code": ("torch.tensor(", "__import__('os').system("),
    "a fence's attributes": ("```python\n", '```{.python onclick="alert(1)"}\n'),
    "html": ("<figure ", "<figure onmouseover=alert(1) "),
    "a description with html": ("description: ", 'description: "><script>alert(1)</script> '),
    "a title that sets an encoding": ("\n# ", "\n# coding: utf-7 "),
    "a template": ("---\ndescription", "---\ntemplate: x.html\ndescription"),
    "a setting for search": ("---\ndescription", "---\nsearch: {exclude: true}\ndescription"),
}


@pytest.mark.parametrize("change", CHANGED)
def test_what_is_changed_beside_language_is_found(change):
    old, new = CHANGED[change]
    for language in LANGUAGES:
        page = PROJECT.page(language, "by-hand")
        assert old in page.source
        assert [
            finding for finding in found(page, page.source.replace(old, new, 1)) if finding.message not in known(page)
        ], language


def test_joiners_belong_to_the_spelling_of_some_languages():
    for language, text in (("fa", "می\u200cرود"), ("ar", "نص\u200f (a)"), ("hi", "क्\u200dष")):
        assert not list(unicode_letters.check(parse(text + "\n", "page.md", language)))
