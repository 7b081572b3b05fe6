"""A staged language: complete Markdown, and a configuration that says all that the language says."""

import json

import pytest
import yaml
from small_site import INDEX, PAGE, checkout

from handbook.core.diagnostics import DiagnosticError, errors
from handbook.project.checkout import Project
from handbook.site import build
from handbook.site.language_site import LanguageSite
from handbook.site.stage import Stage

LAB = PAGE.format("A lab").replace("---\n", "---\nlab: true\n", 1).replace("#by-hand", "#lab")


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    folder = checkout(tmp_path_factory.mktemp("stage") / "checkout")
    (folder / "docs/en/lab.md").write_text(LAB)
    path = folder / "docs/de/index.md"
    path.write_text(path.read_text() + "\nTo [the lab](lab.md#scores).\n\n```{.text .no-run}\n[a](lab.md)\n```\n")
    (folder / "docs/sr/index.md").write_text(INDEX.format("Pažnja"), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def german(root, tmp_path_factory):
    """The folder in which the German site is staged."""
    folder = tmp_path_factory.mktemp("german")
    staged(root, folder, "de", site_url="https://somebody.example/fork")
    return folder


def staged(root, tmp_path, language, **more):
    stage = Stage(LanguageSite(Project(root), language, **more), tmp_path)
    stage.write_all()
    return yaml.safe_load((tmp_path / "mkdocs.yml").read_text())


def page(tmp_path, name):
    """The front matter, the line for our extensions, and the rest."""
    _, front, text = (tmp_path / "docs" / name).read_text().split("---\n", 2)
    comment, _, markdown = text.partition("\n")
    return yaml.safe_load(front), json.loads(comment.removeprefix("<!-- source ").removesuffix(" -->")), markdown


def test_a_translated_page_says_where_it_is_from(german):
    front, source, markdown = page(german, "by-hand.md")
    assert source["path"] == "docs/de/by-hand.md" and source["language"] == "de"
    assert front["canonical"] == "https://somebody.example/fork/de/by-hand/"
    assert front["edit_url"].endswith("/edit/main/docs/de/by-hand.md")
    assert front["downloads"]["script"] == "by-hand.py" and front["code"] is True
    assert "untranslated" not in front
    assert "# Attention von Hand { #by-hand }" in markdown
    assert '??? stale "Der englische Text hat sich geändert' in markdown, "its lock is of another text"


def test_a_missing_translation_is_the_english_page_and_says_so(german):
    front, source, markdown = page(german, "causal-attention.md")
    assert front["untranslated"] is True and "filename=causal-attention.md" in front["translate_url"]
    assert front["canonical"] == "https://somebody.example/fork/causal-attention/"
    assert (source["language"], source["decimal_comma"]) == ("en", False)
    assert "# Masks" in markdown


def test_an_edition_has_its_letters_in_what_templates_show(root, tmp_path):
    configuration = staged(root, tmp_path, "sr-cyrl")
    assert configuration["extra"]["strings"]["home"]["start"] == "Почните да читате"
    assert configuration["theme"]["language"] == "sr-Cyrl"
    words = (tmp_path / "theme/partials/languages/sr-Cyrl.html").read_text()
    assert '"toc": "Садржај странице"' in words and '"language": "sr-Cyrl"' in words
    front, source, _ = page(tmp_path, "index.md")
    assert (source["language"], source["terms"]) == ("sr-cyrl", "sr")
    assert front["title"] == "Пажња"


def test_labs_are_notebooks_and_links_lead_there(german):
    configuration = yaml.safe_load((german / "mkdocs.yml").read_text())
    notebook = json.loads((german / "docs/lab.ipynb").read_text())
    assert not (german / "docs/lab.md").exists() and notebook["metadata"]["page"]["untranslated"] is True
    assert configuration["plugins"]["mkdocs-jupyter"]["include"] == ["docs/lab.ipynb"]
    _, _, markdown = page(german, "index.md")
    assert "[the lab](lab.ipynb#scores)" in markdown
    assert "[a](lab.md)" in markdown, "code stays as it is"


def test_nothing_of_another_language_or_of_the_checkout_is_staged(german):
    names = {path.relative_to(german).as_posix() for path in german.rglob("*") if path.is_file()}
    assert [name for name in names if "partials/languages" in name] == ["theme/partials/languages/de.html"]
    assert not [name for name in names if name.endswith(("tokens.css", "text.css"))], "they are in the one sheet"


def test_nothing_is_staged_where_something_lies(root, tmp_path):
    (tmp_path / "a.md").write_text("mine")
    with pytest.raises(DiagnosticError, match=r":1: not an empty folder"):
        build.stage("de", tmp_path, root=root)
    assert [path.name for path in tmp_path.iterdir()] == ["a.md"]
    build.stage("de", tmp_path / "new", root=root)
    assert (tmp_path / "new/mkdocs.yml").is_file()


def test_a_page_with_a_fault_in_its_form_is_no_page_of_the_site(tmp_path):
    folder = checkout(tmp_path / "checkout")
    (folder / "docs/en/by-hand.md").write_bytes(b"# T\xe4 { #by-hand }\n")
    (folder / "docs/en/causal-attention.md").write_text("# M { #causal-attention }\n\n```python\nprint(1)\n")
    found = errors(build.build_language("en", tmp_path / "site", root=folder))
    assert [finding.path for finding in found] == ["docs/en/by-hand.md", "docs/en/causal-attention.md"]


def test_front_matter_says_nothing_that_is_the_stages_to_say(tmp_path):
    folder = checkout(tmp_path / "checkout")
    path = folder / "docs/en/by-hand.md"
    reserved = "untranslated: true\ndownloads: hi\ncanonical: https://elsewhere.example/\nsearch: {exclude: true}\n"
    path.write_text(path.read_text().replace("---\n", f"---\n{reserved}date: 2026-01-01\n", 1))
    (folder / "content/book.toml").write_text("[search_boosts]\nby-hand = 2\n")
    staged(folder, tmp_path / "en", "en", site_url="https://somebody.example/fork")
    front, _, _ = page(tmp_path / "en", "by-hand.md")
    assert "untranslated" not in front and front["downloads"]["script"] == "by-hand.py"
    assert front["canonical"] == "https://somebody.example/fork/by-hand/"
    assert front["search"] == {"boost": 2, "exclude": True}


def test_a_stage_that_fails_leaves_nothing(tmp_path):
    folder = checkout(tmp_path / "checkout")
    (folder / "docs/en/by-hand.md").write_bytes(b"\xe4")
    with pytest.raises(DiagnosticError):
        build.stage("en", tmp_path / "new", root=folder)
    assert not (tmp_path / "new").exists()


def test_all_that_is_in_the_way_is_told_at_once(tmp_path):
    folder = checkout(tmp_path / "checkout")
    for name in ("by-hand", "causal-attention"):
        path = folder / f"docs/en/{name}.md"
        path.write_text(path.read_text().replace("description: ", "description: \U0001f600 ", 1))
    stage = Stage(LanguageSite(Project(folder), "en"), tmp_path / "stage", for_publication=True)
    with pytest.raises(DiagnosticError) as caught:
        stage.write_all()
    assert [finding.path for finding in caught.value.findings] == [
        "docs/en/by-hand.md",
        "docs/en/causal-attention.md",
    ]
