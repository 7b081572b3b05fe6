"""``i18n/<language>/mkdocs.yml``: MkDocs loads what it names, so each setting has one value and there are no others."""

from __future__ import annotations

import pytest

from handbook.checks import language_config
from handbook.checks.language_config import check
from handbook.core.diagnostics import ERROR

SOUND = """\
INHERIT: ../../mkdocs.yml
docs_dir: ../../docs/de
site_dir: ../../site/de
theme:
  language: de
  custom_dir: ../../theme
  direction: ltr
plugins:
  handbook:
    language: de
markdown_extensions:
  handbook.extensions.katex:
    decimal_comma: true
"""


@pytest.fixture
def root(tmp_path):
    (tmp_path / "i18n" / "de").mkdir(parents=True)
    (tmp_path / "theme" / "partials" / "languages").mkdir(parents=True)
    return tmp_path


def check_of(root, text: str | bytes, language: str):
    path = root / "i18n" / language / "mkdocs.yml"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return check(root, language)


def told(root, text: str | bytes, language: str = "de") -> list[tuple[int, str]]:
    found = check_of(root, text, language)
    assert all(
        finding.path == f"i18n/{language}/mkdocs.yml" and finding.severity == ERROR and finding.hint.strip()
        for finding in found
    )
    return [(finding.line, finding.message) for finding in found]


def test_what_a_language_needs_and_may_set_is_sound(root):
    assert told(root, SOUND) == []
    assert told(root, SOUND.replace("true", "false").replace("ltr", "rtl")) == []
    assert told(root, SOUND.split("theme:")[0] + "plugins:\n  handbook: { language: de }\n") == []


def test_english_has_no_configuration_of_its_own(root):
    assert check(root, "en") == []


def test_each_language_has_its_own_folders(root):
    assert told(root, SOUND.replace("/de", "/sr").replace(": de", ": sr"), "sr") == []
    assert [line for line, _ in told(root, SOUND, "sw")] == [2, 3, 10], (
        "the theme may speak another language, the folders may not"
    )


def test_a_missing_one_and_a_link_are_told(root):
    (finding,) = check(root, "de")
    assert (finding.path, finding.line, finding.message) == (
        "i18n/de/mkdocs.yml",
        1,
        "this language has no configuration",
    )
    assert "handbook new de" in finding.hint
    (root / "elsewhere.yml").write_text(SOUND, encoding="utf-8")
    (root / "i18n/de/mkdocs.yml").symlink_to(root / "elsewhere.yml")
    assert [finding.message for finding in check(root, "de")] == ["this language has no configuration"]
    (root / "i18n/sw/mkdocs.yml").mkdir(parents=True)
    assert [finding.message for finding in check(root, "sw")] == ["this language has no configuration"]


def test_bytes_that_are_no_text_are_told_at_their_line(root):
    assert told(root, b"INHERIT: x\ndocs_dir: \xe9\n\xe9") == [(2, "not UTF-8")]
    assert told(root, b"\xe9") == [(1, "not UTF-8")]
    assert told(root, b"\n\xe9") == [(2, "not UTF-8")]


def test_what_is_not_yaml_is_told_at_its_line(root):
    ((line, message),) = told(root, SOUND + "docs_dir: ../../docs/de\n")
    assert line == SOUND.count("\n") + 1 and message.startswith("not YAML: `docs_dir` twice")
    assert told(root, "- a\n")[0][1].startswith("not YAML")


@pytest.mark.parametrize("text", ["", "\n", "# nothing\n"])
def test_an_empty_one_is_told(root, text):
    assert told(root, text) == [(1, "an empty configuration")]


@pytest.mark.parametrize("key", ["INHERIT", "docs_dir", "site_dir"])
def test_what_a_language_cannot_be_built_without_is_told(root, key):
    assert told(root, "".join(line for line in SOUND.splitlines(True) if not line.startswith(key))) == [
        (1, f"`{key}` is missing")
    ]


def test_a_language_without_the_handbook_is_told(root):
    assert told(root, SOUND.replace("plugins:\n  handbook:\n    language: de\n", "")) == [(1, "`plugins` is missing")]


WRONG = {
    # name: (old, new, line, message)
    "another base": ("../../mkdocs.yml", "mkdocs.yml", 1, "`INHERIT: mkdocs.yml` is not a value for it"),
    "another language's pages": ("docs/de", "docs/sw", 2, "`docs_dir: ../../docs/sw` is not a value for it"),
    "a folder outside": ("../../site/de", "/tmp/site", 3, "`site_dir: /tmp/site` is not a value for it"),
    "a theme of its own": (
        "custom_dir: ../../theme",
        "custom_dir: theme",
        6,
        "`theme.custom_dir: theme` is not a value for it",
    ),
    "no code of a language": (
        "  language: de\n  custom",
        "  language: german\n  custom",
        5,
        "`theme.language: german` is not a value for it",
    ),
    "a path for a language": (
        "  language: de\n  custom",
        "  language: ../de\n  custom",
        5,
        "`theme.language: ../de` is not a value for it",
    ),
    "a direction that is none": ("ltr", "up", 7, "`theme.direction: up` is not a value for it"),
    "more than a direction": ("ltr", "ltr x", 7, "`theme.direction: ltr x` is not a value for it"),
    "another language's words": (
        "    language: de",
        "    language: sw",
        10,
        "`plugins.handbook.language: sw` is not a value for it",
    ),
    "no yes or no": (
        "true",
        "yes please",
        13,
        "`markdown_extensions.handbook.extensions.katex.decimal_comma: yes please` is not a value for it",
    ),
    "a list for a value": (
        "docs_dir: ../../docs/de",
        "docs_dir: [../../docs/de]",
        2,
        "`docs_dir: …` is not a value for it",
    ),
    "a value for a list": (
        "plugins:\n  handbook:\n    language: de",
        "plugins: handbook",
        8,
        "`plugins` isn't a list of `name: value`",
    ),
    "a value deeper": (
        "  handbook.extensions.katex:\n    decimal_comma: true",
        "  handbook.extensions.katex: true",
        12,
        "`markdown_extensions.handbook.extensions.katex` isn't a list of `name: value`",
    ),
    "a tag": ("docs_dir: ..", "docs_dir: !ENV ..", 2, "`docs_dir: ../../docs/de` is not a value for it"),
    "a tag that runs code": ("ltr", "!!python/name:os.system ltr", 7, "`theme.direction: ltr` is not a value for it"),
    "a word that YAML takes for a value": (
        "language: de\n  custom",
        "language: no\n  custom",
        5,
        "`theme.language: no` is not a value for it",
    ),
    "a tag without a value": ("ltr", "!!python/name:os.system", 7, "`theme.direction: ` is not a value for it"),
    "a number for a yes or no": (
        "true",
        "!!int true",
        13,
        "`markdown_extensions.handbook.extensions.katex.decimal_comma: true` is not a value for it",
    ),
    "a setting more": ("theme:", "hooks: [x.py]\ntheme:", 4, "`hooks` is not for a language to set"),
    "a setting more of the theme": (
        "  direction",
        "  name: other\n  direction",
        7,
        "`theme.name` is not for a language to set",
    ),
    "a plugin more": ("  handbook:\n", "  macros:\n  handbook:\n", 9, "`plugins.macros` is not for a language to set"),
    "an option more of the plugin": (
        "    language: de",
        "    hooks: x\n    language: de",
        10,
        "`plugins.handbook.hooks` is not for a language to set",
    ),
    "an extension more": (
        "  handbook.extensions.katex",
        "  pymdownx.snippets: {}\n  handbook.extensions.katex",
        12,
        "`markdown_extensions.pymdownx.snippets` is not for a language to set",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_another_value_or_setting_is_told_at_its_line(root, case):
    old, new, line, message = WRONG[case]
    assert old in SOUND
    assert told(root, SOUND.replace(old, new, 1)) == [(line, message)]


def test_the_code_that_yaml_takes_for_a_value_stands_in_quotes(root):
    """`language: no` would be False for MkDocs, and Norwegian a language that isn't there."""
    text = (
        SOUND.replace("/de", "/no")
        .replace("  language: de\n  custom", "  custom")
        .replace("language: de", "language: {}")
    )
    assert told(root, text.format('"no"'), "no") == []
    (finding,) = check_of(root, text.format("no"), "no")
    assert finding.line == 9 and finding.hint == 'write language: "no"'


def test_of_several_faults_each_is_told(root):
    assert [
        line
        for line, _ in told(
            root, SOUND.replace("../../docs", "x").replace("ltr", "up").replace("true", "maybe") + "hooks: x\n"
        )
    ] == [2, 7, 13, 14]


HINTS = {
    "docs_dir: ../../docs/de": ("docs_dir: x", "write docs_dir: ../../docs/de"),
    "ltr": ("up", "write direction: a value like in i18n/de/mkdocs.yml"),
    "theme:": (
        "hooks: x\ntheme:",
        (
            "known here: INHERIT, docs_dir, site_dir, theme, plugins, markdown_extensions; "
            "what all languages share stands in mkdocs.yml"
        ),
    ),
}


@pytest.mark.parametrize("old", HINTS)
def test_the_hint_says_what_to_write(root, old):
    new, hint = HINTS[old]
    (finding,) = check_of(root, SOUND.replace(old, new, 1), "de")
    assert finding.hint == hint


def test_a_long_value_is_quoted_by_its_beginning(root):
    ((_, message),) = told(root, SOUND.replace("../../docs/de", "x" * 61))
    assert message == f"`docs_dir: {'x' * 60}` is not a value for it"


@pytest.mark.parametrize("code", ["de", "haw", "filo", "pt-BR", "zh-Hant", "sr-Latn"])
def test_a_language_that_the_theme_lacks_is_told_unless_we_add_it(root, code):
    text = SOUND.replace("  language: de\n  custom", f"  language: {code}\n  custom")
    theirs = {"de", "pt-BR", "zh-Hant"}  # in Material for years
    expected = [] if code in theirs else [(5, f"the theme knows no language `{code}`")]
    assert told(root, text) == expected
    (root / "theme" / "partials" / "languages" / f"{code}.html").write_text("", encoding="utf-8")
    assert told(root, text) == []


def test_without_the_theme_nobody_can_tell(root, monkeypatch):
    text = SOUND.replace("  language: de\n  custom", "  language: xx\n  custom")
    assert told(root, text)
    with monkeypatch.context() as patch:
        patch.setattr(language_config, "find_spec", lambda name: None)
        assert not told(root, text), "`handbook check` runs without the site's packages"
    (root / "theme" / "partials" / "languages").rmdir()
    (root / "theme" / "partials").rmdir()
    (root / "theme").rmdir()
    assert not told(root, text), "a folder with pages alone"


def test_a_theme_without_a_language_is_asked_for_none(root):
    assert told(root, SOUND.replace("  language: de\n  custom", "  custom")) == []
    assert told(
        root,
        SOUND.replace("theme:\n  language: de\n  custom_dir: ../../theme\n  direction: ltr\n", "theme: material\n"),
    ) == [(4, "`theme` isn't a list of `name: value`")]
