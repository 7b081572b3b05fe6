"""PO catalogs: nothing is left out, they come back without a changed byte, and faults are told with their lines."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po
from click.testing import CliRunner
from git_checkout import commit, edit, git, handbook

from handbook.checks import registry
from handbook.cli.commands import main
from handbook.core.diagnostics import DiagnosticError
from handbook.project.checkout import Project
from handbook.translation import catalog_import, catalogs, exchange, page_writer, status, string_pages
from handbook.translation.freshness import FRESH

PROJECT = Project()
ENGLISH, GERMAN = "docs/en/scores.md", "docs/de/scores.md"


@pytest.fixture
def checkout(small_handbook) -> Path:
    git(small_handbook, "init", "--quiet")
    assert handbook(small_handbook, "accept", str(small_handbook / GERMAN)).exit_code == 0
    commit(small_handbook, "Begin")
    return small_handbook


def exported(checkout: Path, name: str = "scores") -> Path:
    path = checkout / f"{name}.po"
    path.write_text(catalogs.catalog(Project(checkout), "de", name), encoding="utf-8")
    return path


def brought_back(checkout: Path, path: Path):
    return handbook(checkout, "import", str(path))


@pytest.mark.parametrize("language", PROJECT.languages[1:])
def test_each_text_of_each_page_fits_into_its_gaps_and_back(language):
    count = 0
    for name in status.names(PROJECT):
        source, translation = status.source_of(PROJECT, name), string_pages.find(PROJECT, language, name)
        for message in exchange.messages(PROJECT, language, name):
            count += 1
            assert message.gaps.fill(message.text) == page_writer.one_line(message.unit, source)
            if message.translation and message.state.state == FRESH:
                text = message.gaps.fill(message.translation)
                assert text == page_writer.one_line(message.state.translation, translation), message.context
                if message.unit.raw:  # a block, which can be written anew
                    page_writer.rendered(message.unit, text)
    assert count > 1000


@pytest.mark.parametrize("language", PROJECT.languages[1:])
def test_all_pages_come_back_without_a_changed_byte(language, tmp_path):
    for name in status.names(PROJECT):
        path = tmp_path / f"{name}.po"
        path.write_text(catalogs.catalog(PROJECT, language, name), encoding="utf-8")
        page = string_pages.path_of(PROJECT, language, name)
        before = page.read_bytes(), page.stat().st_mtime_ns
        result = catalog_import.import_catalog(PROJECT, path, registry.check_translated)
        assert (result.answers, result.findings) == ((), ())
        assert (page.read_bytes(), page.stat().st_mtime_ns) == before, "not even written"


def test_a_page_can_be_made_of_its_catalog(checkout):
    path = exported(checkout)
    before = Project(checkout).page("de", "scores")
    git(checkout, "rm", "-q", GERMAN, "i18n/de/lock/scores.lock")
    commit(checkout, "Remove")
    result = brought_back(checkout, path)
    assert result.exit_code == 0, result.stderr
    after = Project(checkout).page("de", "scores")
    assert [page_writer.one_line(block) for block in after.visible] == [
        page_writer.one_line(block) for block in before.visible
    ]
    assert registry.check_page(after, Project(checkout)) == []


def test_a_catalog_changes_where_the_page_changes_only(checkout):
    before = exported(checkout).read_text(encoding="utf-8")
    edit(checkout, ENGLISH, ("# Scores {", "\n\n# Scores {"))
    assert exported(checkout).read_text(encoding="utf-8") == before, "no line numbers, no dates"


def test_a_stale_block_is_fuzzy_and_shows_its_old_english(checkout):
    edit(checkout, ENGLISH, ("of two vectors", "of two long vectors"))
    text = exported(checkout).read_text(encoding="utf-8")
    message = next(part for part in text.split("\n\n") if "two long vectors" in part)
    assert "#, fuzzy, python-brace-format" in message
    assert '#| msgid "A score is the dot product {formula1} of two vectors.' in message
    assert 'msgstr "Ein Score' in message and "#. {formula1} = $q \\cdot k$" in message


def test_a_fuzzy_text_is_not_taken(checkout):
    edit(checkout, ENGLISH, ("of two vectors", "of two long vectors"))
    path = exported(checkout)
    edit(checkout, "scores.po", ('msgstr "Ein Score', 'msgstr "Der Score'))
    before = (checkout / GERMAN).read_bytes()
    assert brought_back(checkout, path).exit_code == 0
    assert (checkout / GERMAN).read_bytes() == before


def test_a_translated_text_is_in_its_place_and_can_be_accepted(checkout):
    edit(checkout, ENGLISH, ("of two vectors", "of two long vectors"))
    exported(checkout)
    edit(checkout, "scores.po", ("#, fuzzy, python", "#, python"), ("{formula1} zweier", "{formula1} zweier langer"))
    result = brought_back(checkout, checkout / "scores.po")
    assert (result.exit_code, result.stderr) == (0, "") and f"{GERMAN}: 1 new texts" in result.stdout
    assert "zweier langer Vektoren" in (checkout / GERMAN).read_text(encoding="utf-8")
    accepted = handbook(checkout, "accept", "--yes", str(checkout / GERMAN))
    assert accepted.exit_code == 0, accepted.stderr
    assert status.page_state(Project(checkout), "de", "scores").state == "fresh"


def test_a_new_block_gets_its_place(checkout):
    edit(checkout, ENGLISH, ("## The sum {", "More words are better here than fewer words.\n\n## The sum {"))
    path = exported(checkout)
    edit(
        checkout,
        "scores.po",
        (
            'msgid "More words are better here than fewer words."\nmsgstr ""',
            'msgid "More words are better here than fewer words."\nmsgstr "Viele Worte helfen hier weiter."',
        ),
    )
    assert brought_back(checkout, path).exit_code == 0
    text = (checkout / GERMAN).read_text(encoding="utf-8")
    assert "```\n\nViele Worte helfen hier weiter.\n\n## " in text
    assert registry.check_page(Project(checkout).page("de", "scores"), Project(checkout)) == []


def test_words_of_code_come_back_into_it(checkout):
    path = exported(checkout)
    german = Project(checkout).page("de", "scores")
    code = next(block for block in german.visible if block.is_python)
    comment = next(line.strip("# ") for line in code.text.split("\n") if line.startswith("#"))
    edit(checkout, "scores.po", (comment, "erst das eine, dann das andere"))
    assert brought_back(checkout, path).exit_code == 0
    assert "\n# erst das eine, dann das andere\n" in (checkout / GERMAN).read_text(encoding="utf-8")


def test_what_is_right_is_kept_and_the_rest_is_told(checkout):
    path = exported(checkout)
    text = path.read_text(encoding="utf-8")
    first = re.search(r'msgstr "(Ein Score.*)"', text)
    assert first
    text = text.replace(
        first[0], 'msgstr "A score is the dot product {formula1}. See [there]{link1}, {code1} and 0,55."'
    )
    text = text.replace('msgstr "Die Summe"', 'msgstr "Die ganze Summe"')
    path.write_text(text, encoding="utf-8")
    result = brought_back(checkout, path)
    line = text[: text.index("A score is the dot product {formula1}. See [there]")].count("\n")
    assert result.exit_code == 1
    assert f"scores.po:{line}: scores scores/2: this seems to be en, not de" in result.stderr
    page = (checkout / GERMAN).read_text(encoding="utf-8")
    assert "## Die ganze Summe { #sum }" in page and "A score is" not in page


def test_the_english_has_changed_since(checkout):
    path = exported(checkout)
    edit(checkout, ENGLISH, ("## The sum", "## Our sum"))
    edit(checkout, "scores.po", ('msgstr "Die Summe"', 'msgstr "Unsere Summe"'))
    result = brought_back(checkout, path)
    assert "scores sum/1: today's English has no “The sum”" in result.stderr
    assert "Unsere Summe" not in (checkout / GERMAN).read_text(encoding="utf-8")


@pytest.mark.parametrize("width", [0, 76, 200])
def test_what_another_program_has_written_is_read(checkout, width):
    """Babel's own writer stands for gettext's programs, which break lines and put a header of theirs."""
    path = exported(checkout)
    catalog = read_po(BytesIO(path.read_bytes()))
    catalog.get("The sum", context="scores sum/1").string = "Die ganze Summe"
    stream = BytesIO()
    write_po(stream, catalog, width=width)
    path.write_bytes(stream.getvalue())
    result = brought_back(checkout, path)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "## Die ganze Summe { #sum }" in (checkout / GERMAN).read_text(encoding="utf-8")


def test_an_old_english_of_any_length_stands_in_quotes(checkout):
    """Babel's writer breaks it at 76 letters, into lines that no tool can read."""
    long = "of two long vectors, " + "each with as many numbers as the other, " * 6 + "so that"
    edit(checkout, ENGLISH, ("of two vectors", long))
    git(checkout, "commit", "-qam", "Longer")
    edit(checkout, GERMAN, ("zweier Vektoren", "zweier langer Vektoren"))
    assert handbook(checkout, "accept", "--yes", str(checkout / GERMAN)).exit_code == 0
    edit(checkout, ENGLISH, ("so that", "and so that"))
    lines = exported(checkout).read_text(encoding="utf-8").split("\n")
    old = [line for line in lines if line.startswith("#|")]
    assert len(old) == 1 and re.fullmatch(r'#\| msgid ".*"', old[0])


def test_no_two_catalogs_have_one_file(checkout, tmp_path):
    result = CliRunner().invoke(main, ["export", "de", "--to", str(tmp_path / "po")])
    assert result.exit_code == 0
    assert len(list((tmp_path / "po").glob("*.po"))) == len(status.names(PROJECT))


def test_work_that_is_fuzzy_still_is_told(checkout):
    edit(checkout, ENGLISH, ("of two vectors", "of two long vectors"))
    path = exported(checkout)
    assert "not taken" not in brought_back(checkout, path).stderr, "nobody has worked on it"
    edit(checkout, "scores.po", ('msgstr "Ein Score', 'msgstr "Der Score'))
    result = brought_back(checkout, path)
    assert "1 changed texts are not taken" in result.stderr and f"{GERMAN}: 0 new texts" in result.stdout


def test_an_older_catalog_does_not_undo_what_a_page_has_gained(checkout):
    path = exported(checkout)
    edit(checkout, GERMAN, ("## Die Summe", "## Alle Summen"))
    assert brought_back(checkout, path).exit_code == 0
    assert "## Alle Summen" in (checkout / GERMAN).read_text(encoding="utf-8")
    edit(checkout, "scores.po", ('msgstr "Die Summe"', 'msgstr "Die ganze Summe"'))
    result = brought_back(checkout, path)
    assert result.exit_code == 1 and "the page has another translation than when" in result.stderr
    assert "## Alle Summen" in (checkout / GERMAN).read_text(encoding="utf-8")


def test_export_does_not_write_over_work(checkout):
    folder = checkout / "po"
    export = ("export", "de", "scores", "--to", str(folder))
    assert handbook(checkout, *export).exit_code == 0 and handbook(checkout, *export).exit_code == 0
    edit(checkout, "po/scores.po", ('msgstr "Die Summe"', 'msgstr "Die ganze Summe"'))
    refused = handbook(checkout, *export)
    assert refused.exit_code == 1 and "po/scores.po:1: there is work in it that no page has" in refused.stderr
    assert "Die ganze Summe" in (folder / "scores.po").read_text(encoding="utf-8")
    assert handbook(checkout, "import", str(folder)).exit_code == 0
    assert handbook(checkout, *export).exit_code == 0


def test_catalogs_that_were_joined_are_told_once(checkout):
    path = exported(checkout)
    with path.open("a", encoding="utf-8") as file:
        file.write(
            '\nmsgctxt "other x/1"\nmsgid "One"\nmsgstr "Eins"\n\nmsgctxt "other x/2"\nmsgid "Two"\nmsgstr "Zwei"\n'
        )
    result = brought_back(checkout, path)
    assert "2 texts are of another page than scores" in result.stderr and result.stderr.count("another page") == 1


def test_a_header_of_poedit_is_read(checkout):
    """Poedit adds dates without a date, at which Babel's reader fails."""
    path = exported(checkout)
    dates = '"POT-Creation-Date: \\n"\n"PO-Revision-Date: \\n"\n"Last-Translator: \\n"\n'
    edit(checkout, "scores.po", ('"Language: ', f'{dates}"Language: '), ('"Die Summe"', '"Die ganze Summe"'))
    assert brought_back(checkout, path).exit_code == 0
    assert "## Die ganze Summe { #sum }" in (checkout / GERMAN).read_text(encoding="utf-8")


def test_strings_and_definitions_have_catalogs_too(small_handbook):
    for language, word in {"en": "Next page", "de": ""}.items():
        folder = small_handbook / "i18n" / language
        (folder / "ui.toml").write_text(f'[page]\n# of the arrow\nnext = "{word}"\n', encoding="utf-8")
    path = exported(small_handbook, "ui.toml")
    edit(small_handbook, "ui.toml.po", ('msgid "Next page"\nmsgstr ""', 'msgid "Next page"\nmsgstr "Nächste Seite"'))
    result = brought_back(small_handbook, path)
    assert (result.exit_code, result.stderr) == (0, "")
    text = (small_handbook / "i18n/de/ui.toml").read_text(encoding="utf-8")
    assert text == '[page]\n# of the arrow\nnext = "Nächste Seite"\n'


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
    "image": (HEAD + SUM.replace("ganze", "![ganze](x.png)"), 6, "a link to x.png, which is not there"),
    "include": (HEAD + SUM.replace("ganze", "--8<--"), 6, "something else than a heading"),
    "new number": (HEAD + SUM.replace("ganze", "0,77"), 6, "0,77"),
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
