"""``i18n/<language>/language.toml``: what is true of a language, and what follows from it."""

from __future__ import annotations

import pytest
from samples import PROJECT

from handbook import ROOT
from handbook.core.diagnostics import DiagnosticError
from handbook.project import languages
from handbook.project.languages import Language, check
from handbook.site.language_site import LanguageSite
from handbook.site.stage_config import configuration

SOUND = 'name = "Deutsch"\nshort = "DE"\nlang = "de"\nlocale = "de_DE"\n'


@pytest.fixture
def root(tmp_path):
    (tmp_path / "theme" / "partials" / "languages").mkdir(parents=True)
    return tmp_path


def put(root, text: str, code: str = "de") -> None:
    path = root / "i18n" / code / "language.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def told(root, text: str) -> list[tuple[int, str]]:
    put(root, text)
    found = check(root, ["de"])
    assert all(finding.path == "i18n/de/language.toml" and finding.hint.strip() for finding in found)
    return [(finding.line, finding.message) for finding in found]


def test_all_languages_english_first_and_each_with_its_editions():
    assert [
        (one.code, one.pages, one.name, one.lang, one.locale, one.theme, one.direction, one.decimal_comma)
        for one in languages.languages(ROOT)
    ] == [
        ("en", "en", "English", "en", "en_US", "en", "ltr", False),
        ("de", "de", "Deutsch", "de", "de_DE", "de", "ltr", True),
        ("sr", "sr", "Srpski", "sr-Latn", "sr_RS", "sr-Latn", "ltr", True),
        ("sr-cyrl", "sr", "Српски", "sr-Cyrl", "sr_RS", "sr-Latn", "ltr", True),
        ("sw", "sw", "Kiswahili", "sw", "sw_KE", "sw", "ltr", False),
    ]


@pytest.mark.parametrize(
    "lang, direction, comma",
    [("ar", "rtl", False), ("he", "rtl", False), ("fr", "ltr", True), ("de-CH", "ltr", False), ("es-MX", "ltr", False)],
)
def test_direction_and_decimal_sign_follow_from_the_language(root, lang, direction, comma):
    put(root, SOUND.replace('"de"', f'"{lang}"') + 'theme = "en"\n')
    language = Language.read("de", root)
    assert (language.direction, language.decimal_comma) == (direction, comma)


def test_mkdocs_is_told_what_a_language_changes_and_keeps_the_rest():
    edition = next(one for one in languages.languages(ROOT) if one.code == "sr-cyrl")
    settings = configuration(LanguageSite(PROJECT, edition.code), "assets/site.css")
    assert settings["docs_dir"] == "docs"
    assert settings["theme"]["language"] == "sr-Cyrl"
    assert settings["theme"]["name"] == "material" and len(settings["theme"]["palette"]) == 3
    assert settings["extra"]["language"]["pages"] == "sr" and "mkdocs-jupyter" in settings["plugins"]
    extensions = settings["markdown_extensions"]
    assert extensions["handbook.extensions.katex"]["decimal_comma"] is True
    assert extensions["toc"]["permalink"] == "#" and extensions["toc"]["title"] == "На овој страници"


@pytest.mark.parametrize("name", ["Português (Brasil)", "हिन्दी", "Oʻzbek’cha", "中文"])
def test_names_in_any_letters_are_sound(root, name):
    assert told(root, SOUND.replace("Deutsch", name)) == []


WRONG = {
    "an empty name": ("Deutsch", " ", 1, "`name`: ' ' is not a value for it"),
    "html in a name": ("Deutsch", "a<b", 1, "`name`: 'a<b' is not a value for it"),
    "a sign of html in a name": ("Deutsch", "a&lt;b", 1, "`name`: 'a&lt;b' is not a value for it"),
    "a quotation mark in a name": ("Deutsch", 'a\\"b', 1, "`name`: 'a\"b' is not a value for it"),
    "a list for a name": ('"Deutsch"', "[]", 1, "`name`: '[]' is not a value for it"),
    "a long short name": ('"DE"', '"DEUTS"', 2, "`short`: 'DEUTS' is not a value for it"),
    "no code": ('"de"', '"german"', 3, "`lang`: 'german' is not a value for it"),
    "a code with an encoding behind it": ('"de"', '"de.x"', 3, "`lang`: 'de.x' is not a value for it"),
    "a territory in the language's style": ("de_DE", "de-DE", 4, "`locale`: 'de-DE' is not a value for it"),
    "a territory with letters behind it": ("de_DE", "de_DExxx", 4, "`locale`: 'de_DExxx' is not a value for it"),
    "a territory that is none": ("de_DE", "de_XX", 4, "`locale`: no language known under de_XX"),
    "a value more": ("short", 'direction = "rtl"\nshort', 2, "`direction` is not for a language to set"),
    "a section": ('"de_DE"', '"de_DE"\n[theme]', 5, "`theme`: '{}' is not a value for it"),
    "a path for the theme's words": (
        '"de_DE"',
        '"de_DE"\ntheme = "../de"',
        5,
        "`theme`: '../de' is not a value for it",
    ),
    "a missing name": ('name = "Deutsch"', "", 1, "`name` is missing"),
    "a missing language": ('lang = "de"\n', "", 1, "`lang` is missing"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_told_at_its_line(root, case):
    old, new, line, message = WRONG[case]
    assert old in SOUND
    assert (line, message) in told(root, SOUND.replace(old, new, 1))
    with pytest.raises(DiagnosticError):
        Language.read("de", root)


def test_of_several_faults_each_is_told(root):
    text = SOUND.replace("Deutsch", "<").replace("de_DE", "xx")
    assert [line for line, _ in told(root, text)] == [1, 4]


@pytest.mark.parametrize("text", ["", "# nothing\n"])
def test_an_empty_one_is_told(root, text):
    assert told(root, text)


def test_a_missing_one_is_told(root):
    (root / "i18n" / "fr").mkdir(parents=True)
    (finding,) = check(root, ["fr"])
    assert (finding.path, finding.line) == ("i18n/fr/language.toml", 1) and "handbook new fr" in finding.hint


@pytest.mark.parametrize("code, line", [("haw", 3), ("fil", 3), ("sr-Latn", 3)])
def test_a_language_that_the_theme_lacks_is_told_unless_we_add_it(root, code, line):
    text = SOUND.replace('"de"', f'"{code}"')
    assert told(root, text) == [(line, f"the theme knows no language `{code}`")]
    assert told(root, text + 'theme = "en"\n') == []
    assert told(root, text + f'theme = "{code}"\n') == [(5, f"the theme knows no language `{code}`")]
    (root / "theme" / "partials" / "languages" / f"{code}.html").write_text("", encoding="utf-8")
    assert told(root, text) == []


def test_without_the_theme_nobody_can_tell(root, monkeypatch):
    text = SOUND + 'theme = "xx"\n'
    assert told(root, text)
    monkeypatch.setattr(languages, "find_spec", lambda name: None)
    assert not told(root, text), "`handbook check` runs without the site's packages"
