"""Each fault in a catalog, or in the page that it is for, is told with its line, and nothing is lost."""

from __future__ import annotations

import re

import pytest
from catalog_files import GERMAN, brought_back, exported
from git_checkout import edit, git, handbook

from handbook.core.diagnostics import DiagnosticError
from handbook.project.checkout import Project
from handbook.translation import catalogs

HEAD = 'msgid ""\nmsgstr ""\n"Project-Id-Version: de scores\\n"\n\n'
SUM = 'msgctxt "scores sum/1"\nmsgid "The sum"\nmsgstr "Die ganze Summe"\n'
MALFORMED = {
    # the form of the file
    "empty": ("", 1, "no message"),
    "blank": ("\n\n", 1, "no message"),
    "comments": ("# nothing\n", 1, "no message"),
    "prose": ("Hello\n", 1, "no line of a PO file: Hello"),
    "json": ('{"The sum": "Die Summe"}\n', 1, "no line of a PO file"),
    "xliff": ("<xliff></xliff>\n", 1, "no line of a PO file"),
    "markdown": ("# Scores\n\nEin Score …\n", 3, "no line of a PO file"),
    "text behind": (HEAD + SUM + "and more\n", 8, "no line of a PO file: and more"),
    "merge begins": (HEAD + "<<<<<<< ours\n" + SUM, 5, "no line of a PO file: <<<<<<< ours"),
    "merge middle": (HEAD + SUM + "=======\n", 8, "no line of a PO file: ======="),
    "merge ends": (HEAD + SUM + ">>>>>>> theirs\n", 8, "no line of a PO file: >>>>>>> theirs"),
    "open string": (HEAD + SUM.replace('Summe"', "Summe"), 7, "no line of a PO file: msgstr"),
    "open id": (HEAD + SUM.replace('sum"\nmsgstr', "sum\nmsgstr"), 6, "no line of a PO file: msgid"),
    "quote within": (HEAD + SUM.replace("ganze", 'g"anze'), 7, "no line of a PO file: msgstr"),
    "backslash at the end": (HEAD + SUM.replace('Summe"', 'Summe\\"'), 7, "no line of a PO file: msgstr"),
    "unknown escape": (HEAD + SUM.replace("ganze", "\\q"), 7, "no line of a PO file: msgstr"),
    "no quotes": (HEAD + SUM.replace('"Die ganze Summe"', "Die"), 7, "no line of a PO file: msgstr Die"),
    "single quotes": (HEAD + SUM.replace('"Die ganze Summe"', "'Die'"), 7, "no line of a PO file: msgstr 'Die'"),
    "curly quotes": (HEAD + SUM.replace('"Die ganze Summe"', "„Die“"), 7, "no line of a PO file: msgstr „Die“"),
    "glued keyword": (HEAD + SUM.replace("msgstr ", "msgstr"), 7, "no line of a PO file"),
    "capitals": (HEAD + SUM.replace("msgstr", "MSGSTR"), 7, "no line of a PO file: MSGSTR"),
    "typo": (HEAD + SUM.replace("msgid", "msgidd"), 6, "no line of a PO file: msgidd"),
    "plural": (HEAD + 'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\n', 6, "no line of a PO file: msgid_plural"),
    "numbered": (HEAD + 'msgid "a"\nmsgstr[0] "c"\n', 6, "no line of a PO file: msgstr[0]"),
    "loose string": (HEAD + '"loose"\n', 5, 'no line of a PO file: "loose"'),
    "string behind a gap": (HEAD + SUM + '\n"loose"\n', 9, 'no line of a PO file: "loose"'),
    "string behind a comment": (HEAD + SUM + '# x\n"loose"\n', 9, 'no line of a PO file: "loose"'),
    "no msgstr": (HEAD + 'msgid "The sum"\n\n' + SUM, 7, "msgctxt behind msgid"),
    "cut off behind msgid": (HEAD + 'msgid "The sum"', 5, "the file ends behind msgid"),
    "cut off behind msgctxt": (HEAD + 'msgctxt "scores sum/1"\n', 6, "the file ends behind msgctxt"),
    "no msgid": (HEAD + 'msgctxt "scores sum/1"\nmsgstr "Die Summe"\n', 6, "msgstr behind msgctxt"),
    "msgstr first": ('msgstr "Die Summe"\n', 1, "msgstr at the beginning"),
    "msgstr twice": (HEAD + SUM + 'msgstr "Noch eine"\n', 8, "msgstr behind msgstr"),
    "msgid twice": (HEAD + 'msgid "a"\nmsgid "b"\nmsgstr "c"\n', 6, "msgid behind msgid"),
    "msgctxt twice": (HEAD + 'msgctxt "a"\n' + SUM, 6, "msgctxt behind msgctxt"),
    "order": (HEAD + 'msgid "The sum"\nmsgctxt "scores sum/1"\nmsgstr "x"\n', 6, "msgctxt behind msgid"),
    "message twice": (HEAD + SUM + "\n" + SUM, 10, "the message of line 6 stands here again"),
    "header twice": (HEAD + HEAD, 5, "the message of line 1 stands here again"),
    # the header
    "no header": (SUM, 1, "for no page of this handbook: “”"),
    "empty header": ('msgid ""\nmsgstr ""\n\n' + SUM, 1, "for no page of this handbook: “”"),
    "other header": (HEAD.replace("de scores", "PACKAGE VERSION") + SUM, 1, "of this handbook: “PACKAGE VERSION”"),
    "other page": (HEAD.replace("scores", "training") + SUM, 1, "no page of this handbook: “de training”"),
    "a path": (HEAD.replace("scores", "../scores") + SUM, 1, "no page of this handbook: “de ../scores”"),
    "other language": (HEAD.replace("de ", "fr ") + SUM, 1, "no page of this handbook: “fr scores”"),
    "English page": (HEAD.replace("de ", "en ") + SUM, 1, "no page of this handbook: “en scores”"),
    "language only": (HEAD.replace("de scores", "de") + SUM, 1, "no page of this handbook: “de”"),
    # texts that don't fit their place
    "unknown gap": (HEAD + SUM.replace("ganze", "{code7}"), 6, "{code7} is no gap of the English: its gaps are none"),
    "empty gap": (HEAD + SUM.replace("ganze", "{}"), 6, "{} is no gap of the English"),
    "open brace": (HEAD + SUM.replace("ganze", "{"), 6, "a single {"),
    "closing brace": (HEAD + SUM.replace("ganze", "}"), 6, "a single }"),
    "two lines": (HEAD + SUM.replace("ganze ", "ganze\\n"), 6, "something else than a heading"),
    "blank line": (HEAD + SUM.replace("ganze ", "ganze\\n\\n"), 6, "something else than a heading"),
    "tab": (HEAD + SUM.replace("ganze ", "\\u0000"), 7, "no line of a PO file"),
    "foreign id": (HEAD + SUM.replace("ganze Summe", "Summe {{ #other }}"), 6, "something else than a heading"),
    "English": (HEAD + SUM.replace("Die ganze Summe", "The sum of all the products is here"), 6, "seems to be en"),
    "invisible": (HEAD + SUM.replace("ganze", "gan\u200bze"), 6, "U+200B"),
    "two alphabets": (HEAD + SUM.replace("ganze", "gаnze"), 6, "mixes"),
    "new link": (HEAD + SUM.replace("ganze", "[ganze](https://example.org)"), 6, "link"),
    "new code": (HEAD + SUM.replace("ganze", "`ganze`"), 6, "inline code"),
    "new formula": (HEAD + SUM.replace("ganze", "$ganze$"), 6, "formula"),
    "html": (HEAD + SUM.replace("ganze", "<b>ganze</b>"), 6, "html tag"),
    "script": (HEAD + SUM.replace("ganze", "<script>"), 6, "html tag"),
    "image": (HEAD + SUM.replace("ganze", "![ganze](x.png)"), 6, "the image `x.png` is not in"),
    "include": (HEAD + SUM.replace("ganze", "--8<--"), 6, "something else than a heading"),
    "new number": (HEAD + SUM.replace("ganze", "0,77"), 6, "0,77"),
    "one star": (HEAD + SUM.replace("ganze", "**ganze*"), 6, "`*` has no other end"),
    "unknown": (
        'msgid ""\nmsgstr ""\n"Project-Id-Version: de scores\\n"\n\n'
        'msgctxt "scores sum/4"\nmsgid "Press"\nmsgstr "Drücke"\n', 6, "today's English has no “Press”"),
    "no English": (HEAD + SUM + '\nmsgctxt "scores sum/9"\nmsgid ""\nmsgstr "Etwas"\n', 10, "a message without its"),
    "other notation": (HEAD + SUM.replace("ganze", "0.5"), 6, "0.5"),
}  # fmt: skip


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_catalog_is_told_with_its_line_and_changes_nothing(name, checkout):
    text, line, words = MALFORMED[name]
    (checkout / "x.po").write_text(text, encoding="utf-8")
    before = git(checkout, "status", "--short")
    result = brought_back(checkout, checkout / "x.po")
    assert result.exit_code == 1
    assert f"x.po:{line}: " in result.stderr and words in result.stderr, result.stderr
    assert git(checkout, "status", "--short") == before, "nothing is written"


def test_tags_that_cross_are_told_at_the_line_of_the_catalog(checkout):
    for name, words in (("docs/en/scores.md", "first item"), (GERMAN, "erster Punkt")):
        edit(checkout, name, (words, f"{words} <kbd>e<sup>x</sup></kbd>"))
    assert handbook(checkout, "accept", "--yes", str(checkout / GERMAN)).exit_code == 0
    path = exported(checkout)
    text = path.read_text(encoding="utf-8")
    right = "erster Punkt {tag1}e{tag2}x{tag3}{tag4}"
    line = text[: text.index('msgid "first item {')].count("\n") + 1
    assert right in text
    path.write_text(text.replace(right, "erster Punkt {tag2}e{tag1}x{tag3}{tag4}"), encoding="utf-8")
    result = brought_back(checkout, path)
    assert (
        result.exit_code == 1 and f"scores.po:{line}: scores sum/2: </sup> stands where <kbd> is open" in result.stderr
    )


def test_bytes_that_are_no_text(checkout):
    for name, data, words in (
        ("latin", HEAD.encode() + SUM.replace("ganze", "größte").encode("latin-1"), "x.po:7: not UTF-8: byte 0xf6"),
        ("utf-16", (HEAD + SUM).encode("utf-16"), "x.po:1: not UTF-8"),
        ("nul", (HEAD + SUM.replace("ganze", "\0")).encode(), "x.po:6: "),
    ):
        (checkout / "x.po").write_bytes(data)
        result = brought_back(checkout, checkout / "x.po")
        assert result.exit_code == 1 and words in result.stderr, (name, result.stderr)


def test_a_marked_file_of_windows_is_read(checkout):
    (checkout / "x.po").write_bytes(b"\xef\xbb\xbf" + (HEAD + SUM).replace("\n", "\r\n").encode())
    assert brought_back(checkout, checkout / "x.po").exit_code == 0
    assert "## Die ganze Summe { #sum }" in (checkout / GERMAN).read_text(encoding="utf-8")


BROKEN = {
    "not UTF-8": (lambda data: data.replace(b"Vektoren", b"\xff"), "not UTF-8"),
    "code": (lambda data: data.replace(b"print((query", b"print((((query"), "doesn't parse"),
    "open fence": (lambda data: data.replace(b"tensor(0.5500)\n```", b"tensor(0.5500)"), "fence that is never closed"),
    "merge": (lambda data: data + b"\n<<<<<<< ours\n", "a conflict of versions"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_page_that_is_broken_is_told_and_kept(fault, checkout):
    path = exported(checkout)
    edit(checkout, "scores.po", ('"Die Summe"', '"Die ganze Summe"'))
    change, words = BROKEN[fault]
    broken = change((checkout / GERMAN).read_bytes())
    (checkout / GERMAN).write_bytes(broken)
    for arguments in (("export", "de", "--to", str(checkout / "po")), ("draft", "de", "scores")):
        assert handbook(checkout, *arguments).exit_code in (0, 1), "and no traceback"
    result = brought_back(checkout, path)
    assert result.exit_code == 1 and re.search(rf"docs/de/scores.md:\d+: .*{words}", result.stderr), result.stderr
    assert (checkout / GERMAN).read_bytes() == broken


def test_strings_that_are_broken_are_told_and_kept(small_handbook):
    for language, text in {"en": '[page]\nnext = "Next page"\n', "de": '[page]\nnext = ""\n'}.items():
        (small_handbook / f"i18n/{language}/ui.toml").write_text(text, encoding="utf-8")
    path = exported(small_handbook, "ui.toml")
    edit(small_handbook, "ui.toml.po", ('msgid "Next page"\nmsgstr ""', 'msgid "Next page"\nmsgstr "Nächste Seite"'))
    (small_handbook / "i18n/de/ui.toml").write_text('[page]\nnext = "\n', encoding="utf-8")
    result = brought_back(small_handbook, path)
    assert result.exit_code == 1 and "i18n/de/ui.toml:2" in result.stderr
    assert (small_handbook / "i18n/de/ui.toml").read_text(encoding="utf-8") == '[page]\nnext = "\n'


def test_one_bad_catalog_does_not_stop_the_others(checkout):
    (checkout / "bad.po").write_text("x", encoding="utf-8")
    (checkout / "good.po").write_text(HEAD + SUM, encoding="utf-8")
    result = handbook(checkout, "import", str(checkout / "bad.po"), str(checkout / "good.po"))
    assert result.exit_code == 1 and "bad.po:1" in result.stderr and f"{GERMAN}: 1 new texts" in result.stdout


def test_a_missing_page_is_named(checkout):
    result = handbook(checkout, "export", "de", "trainings")
    assert result.exit_code == 1 and "trainings:1: no page of this handbook" in result.stderr
    with pytest.raises(DiagnosticError):
        catalogs.catalog(Project(checkout), "de", "trainings")
