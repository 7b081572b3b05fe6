"""Comments and docstrings in code: anchored to the code around them, carried from a translation into English code."""

from __future__ import annotations

import pytest

from handbook.markdown.fences import port_comments
from handbook.markdown.python_code import Comment, read


def test_comments_are_anchored_to_the_code_around_them():
    assert [
        *read("# top\nx = 1  # one\n\nif x:  # two\n    # three\n    y = [1,  # four\n         2]\n# end").comments
    ] == [
        Comment("# top", 1, 0, 0, True, ""),
        Comment("# one", 2, 7, 3, False, "x = 1"),
        Comment("# two", 4, 7, 6, False, "if x:"),
        Comment("# three", 5, 4, 6, True, ""),
        Comment("# four", 6, 13, 11, False, "y = [1,"),
        Comment("# end", 8, 0, 13, True, ""),
    ]


CARRIED = {
    # name: (English code, translated code, result, comments without place)
    "the same code": ("x = 1  # one\n# two\ny = 2", "x = 1  # eins\n# zwei\ny = 2", "x = 1  # eins\n# zwei\ny = 2", []),
    "the same code, spaced otherwise": ("x  =  1    # one", "x = 1  # eins", "x  =  1    # eins", []),
    "a comment more in English": (
        "x = 1  # one\ny = 2  # two",
        "x = 1\ny = 2  # zwei",
        "x = 1  # one\ny = 2  # zwei",
        [],
    ),
    "a comment more in the translation": (
        "x = 1\ny = 2  # two",
        "x = 1  # eins\ny = 2  # zwei",
        "x = 1\ny = 2  # zwei",
        ["# eins"],
    ),
    "two comments above one line": ("# one\n# two\nx = 1", "# eins\n# zwei\nx = 1", "# eins\n# zwei\nx = 1", []),
    "one of two": ("# one\nx = 1", "# eins\n# zwei\nx = 1", "# eins\nx = 1", ["# zwei"]),
    "words that are the same in English": ("x = 2  # shiny", "x = 1  # shiny", "x = 2  # shiny", []),
    "behind or above": ("# one\nx = 1", "x = 1  # eins", "# one\nx = 1", ["# eins"]),
    "a line changed elsewhere": (
        "x = 1  # one\ny = 3  # two",
        "x = 1  # eins\ny = 2  # zwei",
        "x = 1  # eins\ny = 3  # two",
        ["# zwei"],
    ),
    "the line above which it stands": ("# one\nx = 1\ny = 3", "# eins\nx = 1\ny = 2", "# eins\nx = 1\ny = 3", []),
    "lines that moved": (
        "y = 2  # two\nx = 1  # one\nz = 0",
        "x = 1  # eins\ny = 2  # zwei",
        "y = 2  # zwei\nx = 1  # eins\nz = 0",
        [],
    ),
    "lines that stand twice": (
        "f()  # one\nf()  # two\nz = 0",
        "f()  # eins\nf()  # zwei",
        "f()  # eins\nf()  # zwei\nz = 0",
        [],
    ),
    "a comment at the end": ("x = 1\n# end", "y = 1\n# Ende", "x = 1\n# Ende", []),
    "a comment over an empty line": (
        "# one\n\nx = 1  # two\nz = 0",
        "# eins\nx = 1  # zwei",
        "# eins\n\nx = 1  # zwei\nz = 0",
        [],
    ),
    "a translation that does not parse": ("x = 1  # one", "x = (  # eins", "x = 1  # one", []),
    "equal lines in the same code": (
        "f()  # one\nf()  # two",
        "f()  # eins\nf()  # zwei",
        "f()  # eins\nf()  # zwei",
        [],
    ),
    "the first of equal lines without its comment": (
        "f()  # one\nf()  # two",
        "f()\nf()  # zwei",
        "f()  # one\nf()  # zwei",
        [],
    ),
    "three comments above one line": (
        "# one\n# two\n# three\nx = 1",
        "# eins\n# zwei\n# drei\nx = 1",
        "# eins\n# zwei\n# drei\nx = 1",
        [],
    ),
    "a comment less above, and a line changed below": (
        "# one\nx = 1\n# two\ny = 2\nz = 3",
        "x = 1\n# zwei\ny = 2\nz = 4",
        "# one\nx = 1\n# zwei\ny = 2\nz = 3",
        [],
    ),
    "two comments less above": (
        "# one\n# two\nx = 1\n# three\n# four\ny = 2\nz = 3",
        "x = 1\n# drei\n# vier\ny = 2\nz = 4",
        "# one\n# two\nx = 1\n# drei\n# vier\ny = 2\nz = 3",
        [],
    ),
    "lines that begin alike": (
        "# one\nx = 1\n# two\nx = 2\nz = 3",
        "# zwei\nx = 2\nz = 4",
        "# one\nx = 1\n# zwei\nx = 2\nz = 3",
        [],
    ),
    "no comments": ("x = 1", "x = 1", "x = 1", []),
}
ONE = 'def f():\n    """One."""\n    return {}\n'
CARRIED |= {
    "a docstring": (ONE.format(1), ONE.format(1).replace("One", "Eins"), ONE.format(1).replace("One", "Eins"), []),
    "a docstring over changed code": (
        ONE.format(2),
        ONE.format(1).replace("One", "Eins"),
        ONE.format(2).replace("One", "Eins"),
        [],
    ),
    "a docstring in other quotes": (
        ONE.format(2),
        ONE.format(1).replace('"""One."""', "'Eins.'"),
        ONE.format(2).replace('"""One."""', "'Eins.'"),
        [],
    ),
    "a longer docstring": (
        ONE.format(2) + "x = 1  # end",
        ONE.format(1).replace("One.", "Eins,\n    zwei.") + "x = 1  # Ende",
        ONE.format(2).replace("One.", "Eins,\n    zwei.") + "x = 1  # Ende",
        [],
    ),
    "a shorter docstring": (
        ONE.format(2).replace("One.", "One,\n    two.") + "x = 1",
        ONE.format(1).replace("One", "Eins"),
        ONE.format(2).replace("One", "Eins") + "x = 1",
        [],
    ),
    "a docstring with a comment behind": (
        ONE.format(2).replace('"""\n', '"""  # a\n'),
        ONE.format(1).replace("One", "Eins"),
        ONE.format(2).replace('"""\n', '"""  # a\n').replace("One", "Eins"),
        [],
    ),
    "a docstring behind its function's head": (
        'def f(): "One."\nx = 2',
        'def f(): "Eins, zwei."\nx = 1',
        'def f(): "Eins, zwei."\nx = 2',
        [],
    ),
    "docstrings of a class and its methods": (
        'class A:\n    """A."""\n    def f(self):\n        """F."""\n    def g(self):\n        """G."""\nx = 2',
        (
            'class A:\n    """Ah,\n    ja."""\n    def g(self):\n        """Ge."""\n'
            '    def f(self):\n        """Ef,\n        ja."""\nx = 1'
        ),
        (
            'class A:\n    """Ah,\n    ja."""\n    def f(self):\n        """Ef,\n        ja."""\n'
            '    def g(self):\n        """Ge."""\nx = 2'
        ),
        [],
    ),
    "docstrings behind one of several lines": (
        (
            'class A:\n    """One,\n    two,\n    three."""\n    def f(self):\n        """F,\n        f."""\n'
            '    def g(self):\n        """G,\n        g."""\nx = 2'
        ),
        'class A:\n    """Eins."""\n    def f(self):\n        """Ef."""\n    def g(self):\n        """Ge."""\nx = 1',
        'class A:\n    """Eins."""\n    def f(self):\n        """Ef."""\n    def g(self):\n        """Ge."""\nx = 2',
        [],
    ),
    "docstrings of two classes with a method of one name": (
        'class A:\n    def f(self):\n        "A."\nclass B:\n    def f(self):\n        "B."\nx = 2',
        'class A:\n    def f(self):\n        "Ah."\nclass B:\n    def f(self):\n        "Be."\nx = 1',
        'class A:\n    def f(self):\n        "Ah."\nclass B:\n    def f(self):\n        "Be."\nx = 2',
        [],
    ),
    "a docstring of a function inside a block": (
        'if x:\n    def f():\n        "One."\n    y = 2',
        'if x:\n    def f():\n        "Eins."\n    y = 1',
        'if x:\n    def f():\n        "Eins."\n    y = 2',
        [],
    ),
    "a docstring inside a function without one": (
        'def f():\n    def g():\n        "One."\n    return 2',
        'def f():\n    def g():\n        "Eins."\n    return 1',
        'def f():\n    def g():\n        "Eins."\n    return 2',
        [],
    ),
    "a docstring that the translation lacks": (ONE.format(2), "def f():\n    return 1\n", ONE.format(2), []),
    "a docstring of a function that English lacks": (
        ONE.format(1),
        ONE.format(1).replace("f()", "g()").replace("One.", "Eins\n    und."),
        ONE.format(1),
        ['"""Eins'],
    ),
    "a string that is shown is no docstring": (
        '"one"\ndef f():\n    x = "two"\n    "three"\n    return 2',
        '"eins"\ndef f():\n    x = "zwei"\n    "drei"\n    return 1',
        '"one"\ndef f():\n    x = "two"\n    "three"\n    return 2',
        [],
    ),
}


def test_a_docstring_without_a_place_is_named_with_its_line():
    assert port_comments("x = 1", "x = 1\ndef g():\n    'Eins und.'\nclass B:\n    'Be.'")[1] == [
        Comment("'Eins und.'", 3, 4, 0, True, ""),
        Comment("'Be.'", 5, 4, 0, True, ""),
    ]


@pytest.mark.parametrize("case", CARRIED)
def test_english_code_takes_the_translated_comments(case):
    source, translation, result, lost = CARRIED[case]
    carried, left = port_comments(source, translation)
    assert (carried, [comment.text for comment in left]) == (result, lost)
