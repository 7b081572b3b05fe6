"""PO catalogs: nothing is left out, they come back without a changed byte, and faults are told with their lines."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from babel.messages.pofile import read_po, write_po
from catalog_files import ENGLISH, GERMAN, brought_back, exported
from click.testing import CliRunner
from git_checkout import commit, edit, git, handbook
from samples import BY_DAY, KINDS, PROJECT, sample

from handbook.checks import registry
from handbook.cli.commands import main
from handbook.project.checkout import Project
from handbook.translation import catalog_import, catalogs, exchange, page_writer, status, string_pages
from handbook.translation.freshness import FRESH

EACH = [(language, name) for language in PROJECT.languages[1:] for name in status.names(PROJECT)]
IN_EACH_RUN = [place for place in EACH if place[1] in (*KINDS, *string_pages.NAMES)]


@pytest.mark.parametrize("language", sample(PROJECT.languages[1:], [BY_DAY]))
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


@pytest.mark.parametrize("language, name", sample(EACH, IN_EACH_RUN))
def test_each_page_comes_back_without_a_changed_byte(language, name, tmp_path):
    path = tmp_path / f"{name}.po"
    path.write_text(catalogs.catalog(PROJECT, language, name), encoding="utf-8")
    page = string_pages.path_of(PROJECT, language, name)
    before = page.read_bytes(), page.stat().st_mtime_ns
    result = catalog_import.import_catalog(PROJECT, path, registry.check_translated)
    assert (result.answers, result.findings) == ((), ())
    assert (page.read_bytes(), page.stat().st_mtime_ns) == before, "not even written"


@pytest.mark.nightly
def test_no_two_catalogs_have_one_file(tmp_path):
    assert CliRunner().invoke(main, ["export", "de", "--to", str(tmp_path / "po")]).exit_code == 0
    assert len(list((tmp_path / "po").glob("*.po"))) == len(status.names(PROJECT))


def test_a_page_can_be_made_of_its_catalog(checkout):
    path = exported(checkout)
    before = Project(checkout).page("de", "scores")
    git(checkout, "rm", "-q", GERMAN, "i18n/de/lock/scores.lock")
    commit(checkout, "Remove")
    refused = brought_back(checkout, path)
    assert refused.exit_code == 1 and "`handbook begin de scores --anew`" in refused.stderr
    assert handbook(checkout, "begin", "de", "scores", "--anew").exit_code == 0
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


def test_strings_are_checked_in_a_copy(checkout):
    """Until they have passed, no answer stands in the file: the check may be killed, or somebody saves meanwhile."""
    path = checkout / "i18n/de/ui.toml"
    (checkout / "i18n/en/ui.toml").write_text('[site]\ndescription = "Read it."\n', encoding="utf-8")
    path.write_text('[site]\ndescription = ""\n', encoding="utf-8")
    project, seen = Project(checkout), []
    (message,) = exchange.messages(project, "de", "ui.toml")

    def check(page, project):
        seen.append((page.source, path.read_text(encoding="utf-8")))
        return registry.check_translated(page, project)

    answers = [exchange.Answer(message, "Lies es.", "x.po", 1)]
    assert exchange.bring_back(project, "de", "ui.toml", answers, check).findings == ()
    assert 'description = "Lies es."' in path.read_text(encoding="utf-8")
    assert {there for _, there in seen} == {'[site]\ndescription = ""\n'} and len({text for text, _ in seen}) == 2
    answers = [exchange.Answer(message, "Lies <b>es</b>.", "x.po", 1)]
    before = path.read_bytes()
    assert "`<` in a string" in exchange.bring_back(project, "de", "ui.toml", answers, check).findings[0].message
    assert path.read_bytes() == before
