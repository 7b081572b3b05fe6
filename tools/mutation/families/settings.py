"""Faults in locks, glossaries, strings, configuration and snippets."""

from __future__ import annotations

import re
from random import Random

from ..gate import Checkout, Mutant
from ..planting import (
    family,
    in_file,
    other_digit,
    own_file,
    pick,
    replaced,
)

# -- locks


def some_lock(rng: Random, checkout: Checkout) -> str | None:
    """A lock that can be read: one that was damaged before shows nothing."""
    path = pick(rng, sorted((checkout.root / "i18n").glob("*/lock/*.lock")))
    return path and path.relative_to(checkout.root).as_posix()


@family("a hash in a lock is edited by hand")
def _(rng, checkout):
    path = some_lock(rng, checkout)
    text = path and replaced(rng, checkout.read(path), r"\b[0-9a-f]{12}\b", lambda match: match[0][1:] + match[0][0])
    return text and Mutant.of(path, text)


@family("a lock lost lines, or has some twice")
def _(rng, checkout):
    path = some_lock(rng, checkout)
    lines = checkout.read(path).splitlines(keepends=True)
    place = rng.randrange(len(lines))
    changed = rng.choice(
        [lines[:place] + lines[place + 1 :], [*lines[:place], lines[place], *lines[place:]], lines[:place]]
    )
    return Mutant.of(path, "".join(changed)) if changed else None


@family("lines of a lock are swapped")
def _(rng, checkout):
    path = some_lock(rng, checkout)
    lines = checkout.read(path).splitlines(keepends=True)
    pairs = [n for n in range(len(lines) - 2) if lines[n] != lines[n + 1]]
    place = pick(rng, pairs)
    if place is None:
        return None
    lines[place], lines[place + 1] = lines[place + 1], lines[place]
    return Mutant.of(path, "".join(lines))


@family("a lock is another page's")
def _(rng, checkout):
    path, other = some_lock(rng, checkout), some_lock(rng, checkout)
    return Mutant.of(path, checkout.read(other)) if path != other else None


@family("two versions of a lock met in a merge")
def _(rng, checkout):
    path = some_lock(rng, checkout)
    text = checkout.read(path)
    place = rng.choice([n for n, letter in enumerate(text) if letter == "\n"]) + 1
    return Mutant.of(path, text[:place] + "<<<<<<< HEAD\n" + text[place:])


@family("a lock of a page that is gone")
def _(rng, checkout):
    path = some_lock(rng, checkout)
    return Mutant.of(path.replace(".lock", "-old.lock"), checkout.read(path))


# -- glossaries, strings, configuration, snippets


@family("a term of the glossary is lost or renamed")
def _(rng, checkout):
    return in_file(rng, checkout, "glossary.toml", r"\[terms\.[\w-]+\]", lambda match: match[0][:-1] + "x]")


@family("a field of the glossary is misspelled")
def _(rng, checkout):
    return in_file(
        rng,
        checkout,
        "glossary.toml",
        r"(?m)^(term|forms|definition|reason) =",
        lambda match: match[0].replace(" =", "s ="),
    )


@family("the forms of a term are lost")
def _(rng, checkout):
    return in_file(
        rng,
        checkout,
        "glossary.toml",
        r"(?m)^forms = \[.+\]$",
        lambda match: rng.choice(["forms = []", 'forms = ["*"]', "forms = 3", 'forms = [""]']),
    )


@family("a quotation mark of a settings file is lost")
def _(rng, checkout):
    return in_file(rng, checkout, rng.choice(["glossary.toml", "ui.toml"]), r'(?m)"$', "")


@family("a key of the strings is misspelled")
def _(rng, checkout):
    return in_file(rng, checkout, "ui.toml", r"(?m)^(\w+)(?= =)", lambda match: match[0] + "_x")


@family("a section of the strings is misspelled")
def _(rng, checkout):
    return in_file(rng, checkout, "ui.toml", r"(?m)^\[[\w.-]+(?=\]$)", lambda match: match[0] + "-x")


@family("a gap of a string is misspelled or lost")
def _(rng, checkout):
    return in_file(
        rng,
        checkout,
        "ui.toml",
        r'(?m)\{\w+\}(?=.*"$)',
        lambda match: rng.choice(["", match[0][:-1], match[0][:-1] + "x}", match[0].upper()]),
    )


@family("html in a string")
def _(rng, checkout):
    return in_file(
        rng,
        checkout,
        "ui.toml",
        r'(?m)(?<=\w)"$',
        lambda match: rng.choice([" <b>x</b>", " &lt;", " <script>", ' \\"x\\"']) + '"',
    )


@family("a string is left in English")
def _(rng, checkout):
    path, text = own_file(rng, checkout, "ui.toml", english=False)
    english = {match[1]: match[2] for match in re.finditer(r'(?m)^(\w+) = "(.*)"$', checkout.read("i18n/en/ui.toml"))}
    words = [
        match
        for match in re.finditer(r'(?m)^(\w+) = "(.*)"$', text)
        if len(re.findall("[a-zA-Z]", english.get(match[1], ""))) >= 60
        and set(re.findall(r"\{\w+\}", match[2])) == set(re.findall(r"\{\w+\}", english[match[1]]))
    ]
    match = pick(rng, words)
    return match and Mutant.of(path, text[: match.start(2)] + english[match[1]] + text[match.end(2) :])


@family("a string is not a string")
def _(rng, checkout):
    return in_file(rng, checkout, "ui.toml", r'(?m)= ".*"$', lambda match: rng.choice(["= 3", "= true", '= ["x"]']))


@family("what is true of a language says something else")
def _(rng, checkout):
    return in_file(
        rng,
        checkout,
        "language.toml",
        r'(?m)(?<=^lang = )"\w+|(?<=^locale = )"\w+|^\w+(?= =)',
        lambda match: match[0] + rng.choice(["xxx", "/..", "<b>"]),
    )


@family("a page is misspelled in the navigation")
def _(rng, checkout):
    text = checkout.read("mkdocs.yml")
    there = [name for name in checkout.base.names() if f" {name}.md\n" in text]
    name = pick(rng, there)
    return name and Mutant.of("mkdocs.yml", text.replace(f" {name}.md\n", f" {name}s.md\n", 1))


@family("a section of the navigation has no title")
def _(rng, checkout):
    changed = replaced(rng, checkout.read("mkdocs.yml"), r"(?m)(?<=^  - )\w+(?=:)", lambda match: match[0] + "s")
    return changed and Mutant.of("mkdocs.yml", changed)


@family("the code of a snippet is edited by hand, or a snippet is lost")  # its comments may be: that is a notice
def _(rng, checkout):
    path = pick(rng, sorted((checkout.root / "snippets").glob("*/*.py")))
    text = path.read_text(encoding="utf-8")
    changed = rng.choice([None, text + "print()\n", replaced(rng, text, r"(?m)^[^#\n]*\b\d\b", other_digit)])
    return Mutant.of(path.relative_to(checkout.root).as_posix(), changed)
