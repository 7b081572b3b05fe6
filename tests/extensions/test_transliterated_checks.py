"""What checks say in a second script, and that they stay the same program."""

from __future__ import annotations

import ast
from html import escape, unescape

from samples import PROJECT

from handbook import ROOT
from handbook.extensions.transliterated_checks import transliterate_checks
from handbook.project.transliteration import transliterator


def test_checks_speak_in_a_second_script_and_stay_the_same_program():
    check = """\
side = 'više' if x > 1 else 'manje'
for case in ['prva mera', 'red']:
    assert table['mera'] > 1, f"attend daje {side} {x:.2f}, a {' i '.join(names)} {table['mera']} {show('red')} model"
assert attend(x, 'red'), 'premalo'"""
    html = transliterate_checks(f'<div data-check="{escape(check)}">', transliterator("sr", ROOT))
    transliterated = """\
side = 'више' if x > 1 else 'мање'
for case in ['прва мера', 'red']:
    assert table['mera'] > 1, f"attend даје {side} {x:.2f}, а {' и '.join(names)} {table['mera']} {show('red')} модел"
assert attend(x, 'red'), 'премало'"""
    assert unescape(html.removeprefix('<div data-check="').removesuffix('">')) == transliterated


def test_no_check_compares_what_is_shown():
    """In a second script, ``case == "a sentence"`` would no longer be true where ``case`` is shown, too."""
    compared = [
        f"{page.path}:{fence.line + node.lineno}"
        for page in PROJECT.pages()
        for fence in page.fences()
        if fence.is_check
        for compare in ast.walk(ast.parse(fence.text))
        if isinstance(compare, ast.Compare)
        for node in (compare.left, *compare.comparators)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value
    ]
    assert compared == []
