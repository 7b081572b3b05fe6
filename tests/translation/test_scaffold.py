"""A language in one command, thrown away afterwards: French, and Arabic from right to left.

And what readers of a stale page see.
"""

from __future__ import annotations

import re
import shutil
import threading
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner
from file_server import Quiet

from handbook import ROOT
from handbook.cli.commands import main
from handbook.project import guards
from handbook.project.checkout import Project
from handbook.project.languages import Language
from handbook.site import build
from handbook.translation import accept, lockfile

KEPT = ("index", "why-attention", "glossary", "translating")  # enough of a site, and quick to build
FIRST = "glossary"  # what the book has languages begin with


def run(checkout: Path, *arguments: str):
    return CliRunner().invoke(main, ["--root", str(checkout), *arguments])


def files(checkout: Path) -> set[str]:
    """What is there, without the lock of commands that write."""
    names = {path.relative_to(checkout).as_posix() for path in checkout.rglob("*") if path.is_file()}
    return names - {guards.LOCK}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory) -> Path:
    """A checkout with English, German and some pages, then `new fr` and `new ar`, then a change of the English."""
    folder = tmp_path_factory.mktemp("new") / "checkout"
    for name in ("content", "i18n", "theme", "frontend", "snippets", "requirements"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("sr", "sw", "node_modules"))
    shutil.copy(ROOT / "mkdocs.yml", folder)
    book = folder / "content/book.toml"
    book.write_text(
        book.read_text(encoding="utf-8").replace('begin = "by-hand"', f'begin = "{FIRST}"'), encoding="utf-8"
    )
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    for language in ("en", "de"):
        (folder / "docs" / language).mkdir(parents=True)
        for name in KEPT:
            shutil.copy(ROOT / "docs" / language / f"{name}.md", folder / "docs" / language)
    if (ROOT / "docs/en/assets").is_dir():
        shutil.copytree(ROOT / "docs/en/assets", folder / "docs/en/assets")
    return folder


@pytest.fixture(scope="module")
def begun(checkout) -> dict[str, set[str]]:
    """What each `new` wrote."""
    wrote = {}
    for code in ("fr", "ar"):
        before = files(checkout)
        result = run(checkout, "new", code)
        assert result.exit_code == 0, result.output
        assert f"handbook status {code}" in result.output
        wrote[code] = files(checkout) - before
    return wrote


@pytest.fixture(scope="module")
def built(takes_minutes, checkout, begun, tmp_path_factory) -> Path:
    """The site of all four languages, with one German block stale."""
    project = Project(checkout)
    entries = accept.entries_of(project.page("en", "why-attention"), project.page("de", "why-attention"))
    path = lockfile.path_of(checkout, "de", "why-attention")
    path.parent.mkdir(exist_ok=True)
    path.write_text(lockfile.render(entries, path), encoding="utf-8")
    source = checkout / "docs/en/why-attention.md"
    text = source.read_text(encoding="utf-8")
    block = next(
        block
        for block in project.page("en", "why-attention").visible
        if block.kind == "paragraph" and not block.containers
    )
    source.write_text(
        text.replace(block.raw, block.raw.rstrip("\n") + " Nobody has translated this sentence.\n", 1), encoding="utf-8"
    )
    target = tmp_path_factory.mktemp("built") / "site"
    build.build(
        site_dir=target, strict=False, root=checkout, quiet=True
    )  # links lead to chapters that are left out here
    return target


def page(built: Path, name: str) -> str:
    return (built / name / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("code", ["fr", "ar"])
def test_new_writes_three_files_and_a_text_with_the_strings(begun, code):
    written = {f"i18n/{code}/{name}" for name in ("language.toml", "glossary.toml", "ui.toml")}
    assert begun[code] == {*written, f"dist/draft/{code}-ui.txt"}, "a text for whoever translates the strings"


@pytest.mark.parametrize("code", ["fr", "ar"])
def test_what_new_writes_passes_the_checks(checkout, begun, code):
    output = run(checkout, "check").output
    assert not re.search(
        rf"^i18n/{code}/\S+:\d+: (?!note: \d+ of \d+ terms are not decided on)", output, re.MULTILINE
    ), output


@pytest.mark.parametrize("code", ["fr", "ar"])
def test_status_lists_what_to_do_words_first_then_strings_then_pages(checkout, begun, code):
    result = run(checkout, "status", code)
    assert result.exit_code == 0
    todo = result.stdout.split("what to do next\n")[1].strip().split("\n")
    places = [line.split(":")[0].strip() for line in todo]
    assert places[:3] == [f"i18n/{code}/{name}" for name in ("glossary.toml", "ui.toml", "language.toml")]
    others = [name for name in Project(checkout).ordered() if name != FIRST]
    assert places[3:] == [f"docs/{code}/{name}.md" for name in (FIRST, *others)]
    assert "terms to decide on" in todo[0] and "strings" in todo[1]
    assert "to choose: quotes, dictionary" in todo[2] and f"`handbook begin {code} {FIRST}`" in todo[3]


def test_a_language_that_is_there_is_not_begun_again(checkout, begun):
    before = {name: (checkout / name).read_bytes() for name in files(checkout)}
    assert run(checkout, "new", "fr").exit_code == 1
    assert {name: (checkout / name).read_bytes() for name in files(checkout)} == before


def test_new_goes_on_where_it_was_interrupted(small_handbook):
    assert run(small_handbook, "new", "fr").exit_code == 0
    (small_handbook / "i18n/fr/language.toml").unlink()
    glossary = small_handbook / "i18n/fr/glossary.toml"
    glossary.write_text("# kept\n", encoding="utf-8")
    assert run(small_handbook, "new", "fr").exit_code == 0
    assert (small_handbook / "i18n/fr/language.toml").is_file() and glossary.read_text(encoding="utf-8") == "# kept\n"


@pytest.mark.parametrize(
    "code, name, lang",
    [
        ("no", "Norsk", "no"),
        ("pt-br", "Português (Brasil)", "pt-BR"),
        ("pt-BR", "Português (Brasil)", "pt-BR"),
        ("pt_BR", "Português (Brasil)", "pt-BR"),
        ("FR", "Français", "fr"),
        ("uz-cyrl", "Ўзбекча (Кирил)", "uz-Cyrl"),
    ],
)
def test_new_writes_what_is_known_of_the_language(small_handbook, code, name, lang):
    assert run(small_handbook, "new", code).exit_code == 0
    language = Language.read(code.lower().replace("_", "-"), small_handbook)
    assert (language.name, language.lang) == (name, lang)
    result = run(small_handbook, "check")
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    "code, told",
    [
        ("deu", "write de"),
        ("iw", "write he"),
        ("deu-at", "write de-at"),
        ("xx", "use the code of ISO 639"),
        ("fr/../de", "use the code of ISO 639"),
    ],
)
def test_a_code_that_no_language_has_or_that_has_a_better_one(small_handbook, code, told):
    before = files(small_handbook)
    result = run(small_handbook, "new", code)
    assert result.exit_code == 1 and told in result.stderr and files(small_handbook) == before


def test_quotation_marks_are_chosen_by_a_speaker(small_handbook):
    assert run(small_handbook, "new", "fr").exit_code == 0
    settings = small_handbook / "i18n/fr/language.toml"
    task = "i18n/fr/language.toml: to choose: quotes, dictionary"
    assert task in run(small_handbook, "status", "fr").stdout
    text = settings.read_text(encoding="utf-8")
    chosen = text.replace('quotes = ""', 'quotes = "«»“”"').replace('dictionary = ""\ndictionary_package = ""\n', "")
    settings.write_text(chosen, encoding="utf-8")
    assert "to choose" not in run(small_handbook, "status", "fr").stdout
    settings.write_text(text.replace('quotes = ""\n', ""), encoding="utf-8")
    assert task in run(small_handbook, "status", "fr").stdout, "a language without the line has none either"


def test_the_second_alphabet_of_a_language_is_no_language(small_handbook):
    shutil.copytree(ROOT / "i18n/sr", small_handbook / "i18n/sr")
    result = run(small_handbook, "new", "sr-cyrl")
    assert result.exit_code == 1 and "run `handbook status sr`" in result.stderr


@pytest.mark.parametrize("code, theme", [("fr", "fr"), ("zh-hant", "zh-Hant"), ("uz-latn", "uz"), ("am", "en")])
def test_new_takes_words_that_the_theme_has(small_handbook, code, theme):
    assert run(small_handbook, "new", code).exit_code == 0
    assert Language.read(code, small_handbook).theme == theme


@pytest.mark.parametrize("code, name", [(code, name) for code in ("fr", "ar") for name in KEPT])
def test_every_page_falls_back_to_english_with_a_notice(built, code, name):
    html = page(built, f"{code}/{'' if name == 'index' else name}")
    root = re.search(r"<html[^>]*>", html)[0]
    assert f'lang="{code}"' in root
    assert ('dir="rtl"' in root) == (code == "ar")
    assert re.search(r'<(article|div|main)[^>]*lang="en"', html), "the English content isn't marked"
    assert f"new/main/docs/{code}?filename={name}.md" in html


def test_a_stale_block_carries_todays_english_folded_with_a_notice_in_german(built):
    html = page(built, "de/why-attention")
    (box,) = re.findall(r'<details class="stale".*?</details>', html, re.DOTALL)
    assert box.startswith('<details class="stale" lang="en" dir="ltr">')
    assert '<summary lang="de" dir="auto">Der englische Text hat sich geändert' in box
    assert "Nobody has translated this sentence." in box
    assert " open" not in box.split(">")[0]
    assert 'class="stale"' not in page(built, "why-attention") + page(built, "fr/why-attention")


def test_arabic_pages_fit_from_right_to_left(built, browser):
    handler = partial(Quiet, directory=str(built))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        context = browser.new_context(viewport={"width": 390, "height": 800})
        tab = context.new_page()
        for width in (390, 1280):
            tab.set_viewport_size({"width": width, "height": 800})
            for name in ("", "why-attention/", "glossary/"):
                tab.goto(f"http://127.0.0.1:{server.server_port}/ar/{name}")
                assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
                    f"{name} at {width} is wider than the window"
                )
                assert tab.evaluate("getComputedStyle(document.body).direction") == "rtl"
                assert tab.evaluate("getComputedStyle(document.querySelector('[lang=en] p')).direction") == "ltr"
                lefts = "[...document.querySelectorAll('.live-words > *')].map(word => word.getBoundingClientRect().x)"
                places = tab.evaluate(lefts)
                assert places == sorted(places), "an English sentence runs from left to right"
                assert tab.evaluate(
                    "[...document.querySelectorAll('pre')].every(pre => getComputedStyle(pre).direction === 'ltr')"
                )
        context.close()
        server.shutdown()
