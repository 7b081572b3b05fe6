"""No file from outside of the checkout gets into a build, and no command writes outside of it."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from git_checkout import handbook
from mkdocs.utils.yaml import yaml_load
from small_site import PAGE, checkout

from handbook.core.config_files import to_yaml
from handbook.core.diagnostics import DiagnosticError
from handbook.execution import plot_capture
from handbook.export import epub
from handbook.export.chapters import Chapter, Cover
from handbook.project import data_files
from handbook.project.checkout import Project
from handbook.site import build
from handbook.site.language_site import LanguageSite
from handbook.site.stage import Stage
from handbook.translation import catalogs

WRITING = (
    "collect",
    "sync de",
    "accept docs/de/scores.md --yes --by Ann",
    "review docs/de/scores.md --by Ann",
    "begin de other",
    "new fr",
    "import scores.po",
    "sheets",
    "notebooks",
    "draft de other",
    "export de",
    "export de --tmx",
)
OWN_FOLDERS = ("docs", "i18n", "snippets", "content", "models", "theme", "frontend", "dist", "docs/de", "i18n/de/lock")


@pytest.fixture
def handed(small_handbook, monkeypatch) -> Path:
    """A checkout with something to write for each command; called in it."""
    english = (small_handbook / "docs/en/scores.md").read_text(encoding="utf-8")
    (small_handbook / "docs/en/other.md").write_text(english.replace("#scores", "#other"), encoding="utf-8")
    catalog = catalogs.catalog(Project(small_handbook), "de", "scores").replace('"Die Summe', '"Die ganze Summe')
    (small_handbook / "scores.po").write_text(catalog, encoding="utf-8")
    monkeypatch.chdir(small_handbook)
    return small_handbook


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("name", OWN_FOLDERS)
def test_nothing_is_written_through_a_folder_that_is_a_link(handed, tmp_path_factory, name):
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "folder"
    path = handed / name
    path.mkdir(parents=True, exist_ok=True)
    path.rename(elsewhere)
    path.symlink_to(elsewhere)
    before = contents(elsewhere)
    result = handbook(handed, "check")
    assert result.exit_code == 1 and f"{name}:1: a symbolic link" in result.output
    for command in WRITING:
        result = handbook(handed, *shlex.split(command))
        assert contents(elsewhere) == before, command
        if name == "dist" or command not in ("draft de other", "export de", "export de --tmx"):  # these read pages only
            assert result.exit_code == 1 and f"{name}" in result.output, command


def test_no_copy_is_kept_elsewhere(handed, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (handed / "dist/kept").mkdir(parents=True)
    (handed / "dist/kept/docs").symlink_to(elsewhere)
    before = (handed / "docs/de/scores.md").read_bytes()
    result = handbook(handed, "import", "scores.po")
    assert result.exit_code == 1 and "dist/kept/docs/de:1: a link leads out of here" in result.output
    assert (handed / "docs/de/scores.md").read_bytes() == before and not list(elsewhere.iterdir())


@pytest.mark.parametrize("name", ["../../notes", "../de/scores", "../../../elsewhere/notes"])
def test_the_name_of_a_page_leads_nowhere_else(handed, name):
    for folder in (handed, handed.parent / "elsewhere"):
        folder.mkdir(exist_ok=True)
        (folder / "notes.md").write_text(PAGE.format("Notes"), encoding="utf-8")
    project = Project(handed)
    assert project.find("en", name) is None and project.ids("en", name) is None
    result = handbook(handed, "begin", "de", name)
    assert result.exit_code == 1 and "this page is not there" in result.output


def test_a_plot_is_one_of_the_snippets(handed):
    page = Project(handed).page("en", "scores")
    (handed / "snippets/en/plots/scores.x").mkdir(parents=True)
    (handed / "secret.svg").write_text("<svg/>", encoding="utf-8")
    (handed / "snippets/en/plots/scores.own.svg").write_text("<svg/>", encoding="utf-8")
    assert plot_capture.stored_svg(handed, page, "own") == "<svg/>"
    assert (handed / "snippets/en/plots/scores.x/../../../../secret.svg").is_file()
    assert plot_capture.stored_svg(handed, page, "x/../../../../secret") == ""


def test_what_somebody_names_may_lie_elsewhere(handed, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    assert handbook(handed, "export", "de", "--to", str(elsewhere / "po")).exit_code == 0
    assert (elsewhere / "po/scores.po").is_file()


def test_a_checkout_may_be_reached_through_a_link(handed, tmp_path_factory):
    (handed / "node_modules").symlink_to("/nowhere")
    (handed / ".venv").symlink_to("/nowhere")
    alias = tmp_path_factory.mktemp("alias") / "checkout"
    alias.symlink_to(handed)
    assert handbook(alias, "collect").exit_code == 0
    assert handbook(alias, "accept", "--yes", str(alias / "docs/de/scores.md")).exit_code == 0
    assert handbook(alias, "check").exit_code == 0
    done = subprocess.run(
        [sys.executable, "-m", "handbook.cli", "status", "de"], cwd=alias, env={**os.environ, "PWD": str(alias)}
    )
    assert done.returncode == 0


# -- builds


@pytest.fixture(scope="module")
def secret(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("outside") / "secret.css"
    path.write_text("/* secret */ .secret { color: red }\n", encoding="utf-8")
    return path


@pytest.fixture
def root(tmp_path) -> Path:
    return checkout(tmp_path / "checkout")


def stage(root: Path, language: str = "en") -> Stage:
    return Stage(LanguageSite(Project(root), language), root.parent / "staged")


@pytest.mark.parametrize(
    "name",
    [
        "docs/en/secret.png",
        "theme/assets/images/secret.png",
        "content/downloads",
        "models/evil",
        "frontend/secret.js",
        "i18n/de/people.toml",
        "CHANGELOG.md",
    ],
)
def test_a_link_stops_a_build(root, secret, name):
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    if (root / name).exists():
        (root / name).rename(root / "aside")
    (root / name).symlink_to(secret.parent if name in ("content/downloads", "models/evil") else secret)
    with pytest.raises(DiagnosticError, match=f"{name}:1: a symbolic link"):
        stage(root)
    with pytest.raises(DiagnosticError, match=f"{name}:1: a symbolic link"):
        build.stage("de", root.parent / "staged", root=root)


def test_a_link_that_comes_while_pages_are_served_is_not_followed(root, secret):
    (root / "docs/en/picture.png").write_bytes(b"ours")
    staged = stage(root)
    (root / "docs/en/picture.png").unlink()
    (root / "docs/en/picture.png").symlink_to(secret)
    with pytest.raises(DiagnosticError, match=r"docs/en/picture.png:1: this would publish a file from outside"):
        staged.write("docs/picture.png")


def test_a_style_sheet_from_outside_is_refused(root, secret):
    path = root / "mkdocs.yml"
    settings = yaml_load(path.read_text(encoding="utf-8"))
    settings["extra_css"].append(os.path.relpath(secret, root / "theme"))
    path.write_text(to_yaml(settings), encoding="utf-8")
    with pytest.raises(DiagnosticError, match=r"secret.css:1: this would publish a file from outside"):
        stage(root)


@pytest.mark.parametrize("listed", ["models/evil/secret.css", "models/../../outside/secret.css", "{secret}"])
def test_data_files_are_those_of_the_checkout(root, secret, listed):
    (root / "models").mkdir()
    (root / "models/evil").symlink_to(secret.parent)
    path = root / "docs/en/by-hand.md"
    needs = f"needs: [{listed.format(secret=secret)}]\n"
    path.write_text(path.read_text(encoding="utf-8").replace("---\n", f"---\n{needs}", 1), encoding="utf-8")
    page = Project(root).page("en", "by-hand")
    (found,) = data_files.check(page, root)
    assert (found.path, found.line) == ("docs/en/by-hand.md", 2) and "which is no file in" in found.message


@pytest.mark.parametrize("address", ["../../outside/secret.css", "{secret}", "assets"])
def test_a_book_holds_pictures_of_its_site_alone(tmp_path, secret, address):
    site = tmp_path / "site"
    (site / "assets").mkdir(parents=True)
    address = address.format(secret=secret)
    html = f'<h1 id="a">A</h1><p><img src="{address}" alt="x"></p>'
    cover = Cover("Book", "About it", "Contents", "English", "https://example.org/", "", "en")
    with pytest.raises(DiagnosticError, match="no picture of the site"):
        epub.write(
            [Chapter("a/", "A", "", html, "en")], cover, "Solutions", b"", "2026-11-26T00:00:00Z", site, site / "b"
        )


# -- names


@pytest.mark.parametrize(
    "name, message",
    [
        ('docs/en/"><img src=x onerror=alert(1)>.md', "not a name for a page"),
        ("docs/en/a\nb.md", "not a name for a page"),
        ("docs/en/\x1b[31mred.md", "not a name for a page"),
        (os.fsdecode(b"docs/en/\xff.md"), "not a name for a page"),
        ("docs/en/con.md", "not a name for a page"),
        ("docs/en/Scores.md", "not a name for a page"),
        ("docs/de/Scores.md", "not a name for a page"),
        ("docs/en/a\\b:c.md", "not a name for a page"),
        ("docs/en/x.MD", "a page with an ending that no check reads"),
        ("docs/en/below/page.md", "a page in a folder, which is no part of the site"),
        ("docs/en/a b.png", "not a name for a file of the site"),
        (os.fsdecode(b"docs/en/\xff.png"), "not a name for a file of the site"),
    ],
)
def test_a_name_that_no_address_can_have_is_told_and_left_out(small_handbook, name, message):
    path = small_handbook / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(PAGE.format("A").encode())
    result = handbook(small_handbook, "check")
    assert result.exit_code == 1 and f":1: {message}" in result.output
    assert "\x1b" not in result.output and "alert" not in result.output.replace(":1:", "").replace(name, "")
    assert Project(small_handbook).names() == ["scores"]
    for command in ("collect", "status", "notebooks"):
        result = handbook(small_handbook, command)
        assert "\x1b" not in result.output and "Traceback" not in result.output
    assert sorted(path.name for path in (small_handbook / "snippets/en").iterdir()) == ["scores.py"]


def test_a_folder_with_another_name_is_no_language(root):
    name = 'x"><b>'
    (root / "i18n/de").rename(root / "i18n" / name)
    with pytest.raises(DiagnosticError, match="its folder has no name of a language"):
        stage(root)


def test_a_picture_whose_name_no_address_can_have_is_not_published(root):
    (root / os.fsdecode(b"docs/en/\xff.png")).write_bytes(b"x")
    (root / "docs/en/a.png").write_bytes(b"x")
    assert [name for name in stage(root).files if name.endswith(".png") and "/assets/" not in name] == ["docs/a.png"]


def test_a_site_is_replaced_only_where_it_is_one(takes_minutes, root):
    """By a mark of ours: others' sites have a map and assets, too."""
    site = root / "site"
    (site / "assets").mkdir(parents=True)
    for name in ("sitemap.xml", "precious.txt"):
        (site / name).write_text("precious", encoding="utf-8")
    with pytest.raises(DiagnosticError, match="no folder of an earlier site"):
        build.build(["en"], site, root=root, quiet=True)
    assert (site / "precious.txt").is_file()
    (site / build.MARK).touch()
    build._refuse_other_folders(site)


def test_no_site_is_built_through_a_link(root, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (root / "site").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(DiagnosticError, match="site:1: a link leads out of here"):
        build.build(["en"], root / "site", root=root, quiet=True)


STOPPED = "import sys; from pathlib import Path; from handbook.site import build; build.build(root=Path(sys.argv[1]))"


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform != "linux", reason="languages are built in one process")
def test_a_build_that_is_stopped_leaves_nothing(takes_minutes, root):
    """Also its processes, which go on for a moment."""
    process = subprocess.Popen(
        [sys.executable, "-c", STOPPED, str(root)], start_new_session=True, stderr=subprocess.DEVNULL
    )
    while not list(root.glob(".site.*/de/assets")):
        assert process.poll() is None, "it has ended"
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    process.wait(60)
    assert not list(root.glob(".site*")) and not (root / "site").exists()
