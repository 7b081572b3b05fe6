"""Parity, rule by rule: what a translation may change, what not, and at which line a difference is told."""

from __future__ import annotations

import pytest
from parity_pages import FENCE, differences, front, pages

from handbook.project import number_formats
from handbook.translation.parity import align, compare

OUTPUT = "```{{.text .output}}\n{}\n```"
FREE = {
    "prose": ("A sentence.", "Ein Satz, und noch einer."),
    "a title": ("## Scores { #s }", "## Punkte { #s }"),
    "comments": (FENCE.format("x = 1  # one\n# two\ny = 2"), FENCE.format("x = 1  # eins\n\ny = 2")),
    "docstrings": (
        FENCE.format('def f():\n    """One."""\n    return 1'),
        FENCE.format('def f():\n    """Eins.\n\n    Und mehr."""\n    return 1'),
    ),
    "the title of a box": ('!!! note "Look"\n\n    Text.', '!!! note "Sieh hin"\n\n    Wort.'),
    "the label of a tab": ('=== "Code"\n\n    Text.', '=== "Quelltext"\n\n    Wort.'),
    "the text of a link": ("See [here](#t).", "Siehe [dort](#t)."),
    "the text behind a picture": ("![A row](a.png)", "![Eine Zeile](a.png)"),
    "the order of names in a sentence": ("`a`, then `b` and $x$.", "Nach $x$ und `b` kommt `a`."),
    "line breaks in a formula of a sentence": ("So $a = b$ it is.", "So\nist $a\n= b$ es."),
    "line breaks in a formula": ("$$\na + b\n$$", "$$\na\n+ b\n$$"),
    "line breaks in html": ('<div data-widget="mask" id="a"></div>', '<div data-widget="mask"\nid="a"></div>'),
    "the number of an item": ("1. one\n2. two", "1. eins\n1. zwei"),
    "the decimal mark": ("It is 0.5 and 1,234.5.", "Es sind 0,5 und 1.234,5."),
    "a number given as another of the same value": ("It is 0.50.", "Es ist 0,5."),
    "a number said twice": ("It is 0.5.", "0,5, ja 0,5."),
    "small numbers as words": ("It has 2 heads and 99 words.", "Es hat zwei Köpfe und viele Wörter."),
    "small numbers in digits": (
        "It has two heads, the third row and $7$ words.",
        "Es hat 2 Köpfe, die 3. Zeile und $7$ Wörter.",
    ),
    "small numbers that English has other words for": ("Both rows are ones, three in all.", "2 Zeilen aus 1, je drei."),
    "a small number explained": ("A matrix of 3 rows.", "Eine Matrix aus 3 Zeilen, hier 5 breit."),
    "small numbers as words in a sentence of a table": (
        "| a |\n|---|\n| values of 1 |\n| the 2nd, 0.5 |",
        "| a |\n|---|\n| Values aus Einsen |\n| die 2., 0,5 |",
    ),
    "the right answer": ('!!! quiz "Q"\n\n    - [x] a\n    - [ ] b', '!!! quiz "F"\n\n    - [x] eins\n    - [ ] zwei'),
    "the words of a fence of words": (
        '```{.python .words}\nname = "word"\n```',
        '```{.python .words}\nname = "Wort"\n```',
    ),
    "columns of another width": ("| a | b |\n|---|---|\n| 1 | 2 |", "| Spalte | b |\n|--------|---|\n| 1 | 2 |"),
}


@pytest.mark.parametrize("case", FREE)
def test_a_translation_is_free_in(case):
    assert differences(*FREE[case]) == []


@pytest.mark.parametrize("case", FREE)
def test_and_what_is_free_stands_at_its_place(case):
    """Told nowhere else than where it belongs, with a neighbor on either side."""
    ours, theirs = pages(*(f"First.\n\n{text}\n\n$$\nz\n$$" for text in FREE[case]))
    pairs, missing, extra = align(ours, theirs)
    assert pairs == list(zip(ours.visible, theirs.visible)) and not missing and not extra


TOLD = {
    # name: (English, translation, [(line, words)])
    "another operator": (
        FENCE.format("x = 1\ny = x + 1"),
        FENCE.format("x = 1\n# plus\ny = x - 1"),
        [(6, "docs/en/t.md:5: `-` instead of `+`")],
    ),
    "another name in code": (
        FENCE.format("scores = 1"),
        FENCE.format("punkte = 1"),
        [(4, "docs/en/t.md:4: `punkte` instead of `scores`")],
    ),
    "a string in code": (
        FENCE.format('print("one")'),
        FENCE.format('print("eins")'),
        [(4, '`"eins"` instead of `"one"`')],
    ),
    "a string where a name stood": (FENCE.format("f(a)"), FENCE.format('f("a")'), [(4, '`"a"` instead of `a`')]),
    "a statement less": (FENCE.format("x = 1\ny = 2"), FENCE.format("x = 1"), [(3, "shorter")]),
    "a statement more": (FENCE.format("x = 1"), FENCE.format("x = 1\ny = 2"), [(3, "longer")]),
    "only the first difference of a fence": (
        FENCE.format("x = 1\ny = 2"),
        FENCE.format("x = 3\ny = 4"),
        [(4, "`3` instead of `1`")],
    ),
    "other code where words are fenced": (
        '```{.python .words}\nname = "word"\n```',
        '```{.python .words}\nnoun = "Wort"\n```',
        [(4, "`noun` instead of `name`")],
    ),
    "an output": (
        FENCE.format("f()") + "\n" + OUTPUT.format("1\n2\n3"),
        FENCE.format("f()") + "\n" + OUTPUT.format("1\n7\n3"),
        [(9, "the output differs from docs/en/t.md:7")],
    ),
    "an output with a line less": (
        FENCE.format("f()") + "\n" + OUTPUT.format("1\n2\n3"),
        FENCE.format("f()") + "\n" + OUTPUT.format("1\n2"),
        [(9, "the output differs")],
    ),
    "an output with a line more": (
        FENCE.format("f()") + "\n" + OUTPUT.format("1"),
        FENCE.format("f()") + "\n" + OUTPUT.format("1\n2"),
        [(8, "the output differs")],
    ),
    "an output of several words": (
        FENCE.format("f()") + "\n" + OUTPUT.format("1 2 3\n4 5"),
        FENCE.format("f()") + "\n" + OUTPUT.format("1 2 3\n4 6"),
        [(9, "the output differs")],
    ),
    "another text in a fence": (
        "```text\na\nb\n```",
        "```text\na\nc\n```",
        [(5, "this fence differs from docs/en/t.md:3")],
    ),
    "another formula": ("$$\na + b\n$$", "$$\na - b\n$$", [(3, "this formula differs from docs/en/t.md:3")]),
    "another element": (
        '<div data-widget="mask"></div>',
        '<div data-widget="softmax"></div>',
        [(3, "this html differs")],
    ),
    "another id of a title": (
        "## S { #s }",
        "## S { #p }",
        [(3, 'attributes differ from docs/en/t.md:3: {id="p"} instead of {id="s"}')],
    ),
    "a title without its id": ("## S { #s }", "## S", [(3, "attributes differ")]),
    "another class of a fence": (
        "```{.python .raises}\n1 / 0\n```",
        "```{.python .no-run}\n1 / 0\n```",
        [(3, "{.no-run} instead of {.raises}")],
    ),
    "a class and an attribute more": (
        "```python\nx = 1\n```",
        '```{.python .no-run title="x"}\nx = 1\n```',
        [(3, '{.no-run title="x"} instead of {}')],
    ),
    "another name in a sentence": (
        "See\nthe `query` here.",
        "Siehe\ndie `anfrage` hier.",
        [(4, "inline code `anfrage` instead of `query` as in docs/en/t.md:3")],
    ),
    "a name more": ("See it.", "Siehe\n`query`.", [(4, "inline code `query` is not in")]),
    "a name less": ("See `query`.", "Siehe.", [(3, "inline code `query` of docs/en/t.md:3 is missing")]),
    "a name said once instead of twice": ("`a` and `a`.", "`a`.", [(3, "inline code `a` of")]),
    "two names more": (
        "See `a`.",
        "`a`, `b` und\n`c`.",
        [(3, "inline code `b` is not in"), (4, "inline code `c` is not in")],
    ),
    "another formula in a sentence": ("So $a$.", "So\n$b$.", [(4, "formula `b` instead of `a`")]),
    "another target": (
        "See [it](a.md#b).",
        "Siehe\n[es](a.md#c).",
        [(4, "link target `a.md#c` instead of `a.md#b`")],
    ),
    "another picture": (
        "See ![it](a.png).",
        "Siehe\n![es](b.png).",
        [(4, "image `b.png` instead of `a.png`")],
    ),
    "another tag": (
        "Press <kbd>a</kbd>.",
        "Drücke\n<b>a</b>.",
        [(4, "html tag `</b>` instead of `</kbd>`"), (4, "html tag `<b>` instead of `<kbd>`")],
    ),
    "another list of attributes": (
        "![a](a.png){ .wide }",
        "![a](a.png){ .small }",
        [(3, "attribute list `{ .small }` instead of `{ .wide }`")],
    ),
    "a line break inside a name": ("Call `f(a, b)`.", "Rufe `f(a,\nb)` auf.", []),
    "another name over two lines": (
        "Call `f(a, b)`.",
        "Rufe nun\n`f(a,\nc)` auf.",
        [(4, "inline code `f(a, c)` instead of `f(a, b)`")],
    ),
    "a target that another link has for its words": (
        "See.",
        "[b.md](a.md)\n[x](b.md)",
        [(3, "link target `a.md` is not in"), (4, "link target `b.md` is not in")],
    ),
    "another number": (
        "It is 0.5.",
        "Es ist\n0,6.",
        [(4, "the number 0,6 instead of 0.5 as in docs/en/t.md:3")],
    ),
    "two of three other names": (
        "`query`, `keys` and $x$.",
        "`abfrage`, `key` und $x$,\n`query2`.",
        [
            (3, "inline code `abfrage` is not in"),
            (3, "inline code `key` instead of `keys`"),
            (4, "inline code `query2` instead of `query`"),
        ],
    ),
    "the decimal mark of English": ("It is 0.5.", "Es ist\n0.5.", []),  # number_formats.check tells it
    "another number with the mark of English": ("It is 0.5.", "Es ist 0.6.", [(3, "the number 0.5 of")]),
    "a hundred left out": ("All 100 of them.", "Alle davon.", [(3, "the number 100 of")]),
    "a negative hundred left out": ("Down to -100 at most.", "Nach unten.", [(3, "the number -100 of")]),
    "a fraction below one more": ("Some.", "Etwa 0,1.", [(3, "the number 0,1 is not in")]),
    "a number in a table": (
        "| a |\n|---|\n| 0.5 |",
        "| a |\n|---|\n| 0,7 |",
        [(5, "the number 0,7 instead of 0.5")],
    ),
    "rows with each other's numbers": (
        "| a | 2.0 | 0.62 |\n|---|---|---|\n| b | 1.0 | 0.38 |",
        "| a | 1,0 | 0,38 |\n|---|---|---|\n| b | 2,0 | 0,62 |",
        [
            (3, "the number 0,38 instead of 0.62 as in docs/en/t.md:3"),
            (3, "the number 1,0 instead of 2.0"),
            (5, "the number 0,62 instead of 0.38 as in docs/en/t.md:5"),
            (5, "the number 2,0 instead of 1.0"),
        ],
    ),
    "counts in a table": (
        "| heads | 12 |\n|---|---|\n| layers | 24 |",
        "| Köpfe | 24 |\n|---|---|\n| Schichten | 24 |",
        [(3, "the number 24 instead of 12")],
    ),
    "names in each other's rows": (
        "| a | `x` |\n|---|---|\n| b | $y$ |",
        "| a | $y$ |\n|---|---|\n| b | `x` |",
        [
            (3, "formula `y` is not in"),
            (3, "inline code `x` of docs/en/t.md:3 is missing"),
            (5, "formula `y` of docs/en/t.md:5 is missing"),
            (5, "inline code `x` is not in"),
        ],
    ),
    "another count": (
        "It has 3 rows\nof 4.",
        "Es hat 5 Zeilen\nzu 4.",
        [(3, "the number 5 is not in docs/en/t.md:3, whose 3 is missing")],
    ),
    "another count for a word": ("It has three rows.", "Es\nhat 5 Zeilen.", [(4, "whose 3 is missing")]),
    "a row less": (
        "| a |\n|---|\n| b |\n| c |",
        "| a |\n|---|\n| b |",
        [(3, "other rows or columns than docs/en/t.md:3")],
    ),
    "a column more": ("| a |\n|---|\n| b |", "| a | c |\n|---|---|\n| b | d |", [(3, "other rows or columns")]),
    "the other answer": (
        "- [ ] no\n- [x] yes",
        "- [x] nein\n- [x] ja",
        [(3, "[x] instead of [ ] as in docs/en/t.md:3")],
    ),
    "an answer without its box": ("- [x] yes\n- no", "- ja\n- nein", [(3, "ja instead of [x]")]),
    "the answers the other way round": (
        "- [x] a\n- [ ] b",
        "- [ ] a\n- [x] b",
        [(3, "[ ] instead of [x]"), (4, "[x] instead of [ ]")],
    ),
    "numbers that nobody excuses in English": (
        "Some.",
        "<!-- uncomputed: 0.3 | so -->\n\nEtwa.",
        [(1, "the excused numbers differ from docs/en/t.md")],
    ),
    "an excuse lost": (
        "<!-- uncomputed: 3.11 | a version -->\n\nPython 3.11 it is.",
        "Es ist Python 3.11.",
        [(1, "the excused numbers differ")],
    ),
}


@pytest.mark.parametrize("case", TOLD)
def test_a_difference_is_told_at_its_line(case):
    english, translated, expected = TOLD[case]
    found = differences(english, translated)
    assert len(found) == len(expected), found
    for (line, message), (wanted, words) in zip(found, expected):
        assert line == wanted and words in message, found


@pytest.mark.parametrize("case", [case for case in TOLD if TOLD[case][2]])
def test_and_behind_other_blocks_at_the_line_it_has_there(case):
    english, translated, expected = TOLD[case]
    found = differences(f"One.\n\n{english}", f"Eins.\n\n{translated}")
    assert [line for line, _ in found] == [line + 2 * (line > 1) for line, _ in expected]


def test_an_excused_number_is_written_alike_in_every_language():
    """A version is no decimal: with the comma of the language it would be another one."""
    excuse = "<!-- uncomputed: 3.11 | a version -->\n\n"
    assert differences(f"{excuse}Python 3.11 it is.", f"{excuse}Es ist Python 3.11.") == []
    ((line, message),) = differences(f"{excuse}Python 3.11 it is.", f"{excuse}Es ist Python.")
    assert (line, "the number 3.11" in message) == (5, True)
    # Only of the block behind it, and only what it names.
    both = f"{excuse}Python 3.11 it is.\n\nAnd 3.11 again."
    again = f"{excuse}Es ist Python 3.11.\n\nUnd 3.11 noch einmal."
    assert differences(both, again) == []
    assert [finding.line for finding in number_formats.check(pages(both, again)[1])] == [7]
    more = f"{excuse}Python 3.11 and 0.5, 0.6."
    assert [message.split(" of ")[0] for _, message in differences(more, f"{excuse}Python 3.11 und 0,6.")] == [
        "the number 0.5"
    ]


def test_two_numbers_that_fail_are_both_told():
    assert len(differences("From 0.1 to 0.2.", "Von hier nach dort.")) == 2
    excuse = "<!-- uncomputed: 0.1 | so -->\n\n"
    assert [
        message.split(" of ")[0]
        for _, message in differences(f"{excuse}From 0.1 to 0.2 and 0.3.", f"{excuse}Von 0.1 nach dort.")
    ] == ["the number 0.2", "the number 0.3"]


def test_code_that_does_not_parse_is_left_to_the_check_of_code():
    broken = FENCE.format("x = (")
    assert differences(FENCE.format("x = 1"), broken) == []
    assert differences(broken, broken) == []


# -- settings in the front matter

SETTINGS = {
    "equal": (["description: One.", "order: 3"], ["description: Eins.", "order: 3"], []),
    "a title of its own": (["description: One.", "title: One"], ["description: Eins.", "title: Eins"], []),
    "another value": (["order: 3"], ["order: 4"], ["front matter: `order` is not as in docs/en/t.md"]),
    "a setting less": (["order: 3"], ["description: Eins."], ["front matter: `order` is not as in docs/en/t.md"]),
    "a setting more": (
        ["description: One."],
        ["description: Eins.", "hooks: x.py"],
        ["front matter: `hooks` is not as in docs/en/t.md"],
    ),
    "two of them": (
        ["a: 1", "b: 2"],
        ["a: 2", "c: 2"],
        ["front matter: `a` is", "front matter: `b` is", "front matter: `c` is"],
    ),
    "names that are numbers": (
        ["3: x", "a: 1"],
        ["description: Eins."],
        ["front matter: `3` is", "front matter: `a` is"],
    ),
    "no description": (["description: One.", "order: 3"], ["order: 3"], ["front matter: `description` is missing"]),
    "an empty description": (["description: One."], ["description: "], ["front matter: `description` is missing"]),
    "a blank description": (["description: One."], ['description: "  "'], ["front matter: `description` is missing"]),
    "no title": (["title: One"], ["description: Eins."], ["front matter: `title` is missing"]),
    "a description that English lacks": (["order: 3"], ["order: 3", "description: Eins."], []),
}


@pytest.mark.parametrize("case", SETTINGS)
def test_settings_are_those_of_the_english_page(case):
    english, translated, expected = SETTINGS[case]
    found = differences("One.", "Eins.", front=(front(*english), front(*translated)))
    assert len(found) == len(expected), found
    assert all(line == 1 and message.startswith(words) for (line, message), words in zip(found, expected)), found


def test_the_hint_says_what_to_write_or_to_remove():
    hints = [
        finding.hint
        for finding in compare(*pages("One.", "Eins.", front=(front("a: 1", "description: One."), front("b: 2"))))
    ]
    assert sorted(hints) == ["remove `b`", "translate: One.", "write a: 1"]


def test_the_hint_of_code_names_the_command_with_the_language():
    (finding,) = compare(*pages(FENCE.format("x = 1"), FENCE.format("x = 2")))
    assert "handbook sync de" in finding.hint
