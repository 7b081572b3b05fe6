"""Draws texts from the grammar in ``grammar.toml``, which lies beside this file. License: MIT

    from grammar import Text
    print(" ".join(Text("en", random.Random(1)).words))

The grammar has *patterns*, which say how a text is made, and *tables* of words. A pattern is a row of items such as
``the ANIMAL.N WHERE ANIMAL.sound.N HOW .``, and a name in capitals stands for a line drawn from the table of that name.
What is drawn stays for the whole text: two items ``ANIMAL`` are the same animal, and two items ``N`` the same number,
so that the verb agrees with its subject. Digits make a draw of its own: ``FOOD1 and FOOD2`` are different foods.
"""

import math
import random
import tomllib
from pathlib import Path

GRAMMAR = tomllib.loads(Path(__file__).with_name("grammar.toml").read_text("utf-8"))


def read_tables(language):
    """A language's tables by their names; a table is a list of lines, and a line is a dict: column -> cell."""
    tables = {}
    for name, entries in {**GRAMMAR["common"], **GRAMMAR[language]}.items():
        if isinstance(entries, str):  # a text whose first line names the columns
            head, *lines = [[cell.strip() for cell in line.split("|")] for line in entries.strip().split("\n")]
            tables[name] = [dict(zip(head, line)) for line in lines]
        elif isinstance(entries, list):  # a single column without a name
            tables[name] = [{"": entry} for entry in entries]
    return tables


TABLES = {language: read_tables(language) for language in GRAMMAR if language != "common"}


class Text:
    """One text, drawn from the grammar of a language.

    words     its words, from the tag of the language, such as <en>, to <end>
    roles     for each word the item of the pattern that it comes from, such as ANIMAL.N or WHERE; "" for the two tags
    kind      the kind of text, such as act or list: drawn, too, unless it is given
    surprise  the sum of -ln(p) over all draws, where p is the probability of what was drawn
    drawn     the line that was drawn for each name
    """

    def __init__(self, language, generator, kind=None):
        self.tables, self.generator = TABLES[language], generator
        self.drawn, self.surprise = {}, 0.0
        patterns = GRAMMAR[language]["texts"]
        self.kind = kind or self.pick(list(patterns))
        self.words, self.roles = [f"<{language}>"], [""]
        for word, role in self.expand(self.pick(patterns[self.kind])):
            if len(self.words) == 1 or self.words[-1] == ".":
                word = word[0].upper() + word[1:]  # a sentence begins
            self.words.append(word)
            self.roles.append(role)
        self.words.append("<end>")
        self.roles.append("")

    def expand(self, pattern, role=None):
        """The words of a pattern with their roles; a cell that is drawn may be a pattern in its turn."""
        found = []
        for item in pattern.split():
            name, *parts = item.split(".")
            if name.rstrip("0123456789") in self.tables:
                column = ".".join([self.column(part) for part in parts])
                found += self.expand(self.draw(name)[column], role or item)
            else:
                found.append((item, role or item))
        return found

    def column(self, part):
        """The name of a column, which may be drawn (N) or written in a cell of another table (PRONOUN/n)."""
        if "/" in part:
            name, column = part.split("/")
            return self.draw(name)[column]
        return self.draw(part)[""] if part in self.tables else part

    def draw(self, name):
        """The line for a name: drawn once, and different from those of its table with other digits."""
        if name not in self.drawn:
            table = name.rstrip("0123456789")
            taken = [line for other, line in self.drawn.items() if other.rstrip("0123456789") == table]
            self.drawn[name] = self.pick([line for line in self.tables[table] if line not in taken])
        return self.drawn[name]

    def pick(self, choices):
        """Draw one of the choices, and add up how surprising it is; one that is listed twice is twice as probable."""
        choice = self.generator.choice(choices)
        self.surprise -= math.log(choices.count(choice) / len(choices))
        return choice


def vocabulary_of(languages, kinds=None, count=3_000, seed=0):
    """All words of ``count`` drawn texts in each language, sorted: of any kind, or of the given ones."""
    generator = random.Random(seed)
    words = set()
    for language in languages:
        for _ in range(count):
            kind = generator.choice(kinds) if kinds else None
            words.update(Text(language, generator, kind).words)
    return sorted(words)
