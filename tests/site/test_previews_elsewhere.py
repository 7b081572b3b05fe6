"""What others show of the site: cards, feeds of changes, the list for language models, structured data."""

import io
import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from samples import PROJECT

from handbook import ROOT
from handbook.project import book
from handbook.project.languages import Language
from handbook.site import social_cards
from handbook.translation import source_history

SITE = book.load(ROOT).address
ATOM = "{http://www.w3.org/2005/Atom}"
WEIGHTS = [[0.5, 0.3, 0.2], [0.2, 0.5, 0.3], [0.2, 0.3, 0.5]]


class Head(HTMLParser):
    def __init__(self, path: Path):
        super().__init__()
        self.meta, self.feeds, self.data, self._inside = {}, [], "", False
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "meta":
            self.meta[attributes.get("property") or attributes.get("name")] = attributes.get("content")
        if attributes.get("type") == "application/atom+xml":
            self.feeds.append(attributes["href"])
        self._inside = tag == "script" and attributes.get("type") == "application/ld+json"

    def handle_data(self, data):
        self.data += data if self._inside else ""

    def handle_endtag(self, tag):
        self._inside = False


def pages(site_dir: Path) -> list[tuple[Path, str, str]]:
    """(file, language, name) of every page of the handbook on the built site."""
    found = []
    for page in PROJECT.pages():
        folder = site_dir if page.language == "en" else site_dir / page.language
        found.append(
            (folder / ("index.html" if page.name == "index" else f"{page.name}/index.html"), page.language, page.name)
        )
    assert len(found) > 50
    return found


# -- cards


def drawn(title: str, description: str = "Three words.", language: str = "en") -> Image.Image:
    return Image.open(
        io.BytesIO(social_cards.card(title, description, "Attention by Example", WEIGHTS, language))
    ).convert("RGB")


def test_each_page_names_a_card_of_its_own_that_is_there(site_dir):
    named = set()
    for path, *_ in pages(site_dir):
        meta = Head(path).meta
        assert meta["og:image"].startswith(SITE)
        with Image.open(site_dir / meta["og:image"].removeprefix(SITE)) as picture:
            assert (
                (str(picture.width), str(picture.height))
                == (meta["og:image:width"], meta["og:image:height"])
                == ("1200", "630")
            )
            assert picture.format == "PNG"
        assert meta["twitter:card"] == "summary_large_image" and meta["og:image:alt"]
        named.add(meta["og:image"])
    assert len(named) == len(pages(site_dir))


def test_cards_are_small_enough_for_every_reader_of_previews(site_dir):
    sizes = [path.stat().st_size for path in site_dir.rglob("assets/cards/*.png")]
    assert sizes and max(sizes) < 300_000


def test_a_letter_without_a_typeface_is_told_and_not_drawn_as_a_box():
    with pytest.raises(ValueError, match="漢"):
        drawn("Attention 漢")


def test_the_letters_of_all_languages_are_drawn_each_in_its_own_shape():
    shapes = {letter: drawn(letter, "").tobytes() for letter in "čćžšđäöüßabcбвгђљњћџ√"}
    assert len(set(shapes.values())) == len(shapes)


def test_long_text_stays_on_the_card():
    """The margin all around is paper, but for the bar above and the squares in their corner."""
    picture = drawn("Aufmerksamkeit " * 4, "Ein sehr langer Satz, der nie enden will. " * 12, "de")
    right, bottom = picture.crop((1140, 20, 1200, 630)), picture.crop((0, 600, 1200, 630))
    assert len(right.getcolors()) == 1 and len(bottom.getcolors()) == 1


def test_cards_have_the_colors_of_the_light_scheme():
    styles = (ROOT / "theme/assets/stylesheets/tokens.css").read_text(encoding="utf-8")
    tokens = {name: re.search(rf"--{name}: (#\w+);", styles)[1] for name in ("paper", "ink", "ink-soft", "accent")}
    assert tokens == {
        "paper": social_cards.PAPER,
        "ink": social_cards.INK,
        "ink-soft": social_cards.INK_SOFT,
        "accent": social_cards.ACCENT,
    }


# -- feeds


def test_each_language_has_a_feed_of_its_pages(site_dir):
    if not source_history.last_changes(ROOT, "docs/en"):
        pytest.skip("a shallow clone or no checkout: nobody knows when pages changed")
    for code in PROJECT.languages:
        folder = site_dir if code == "en" else site_dir / code
        feed = ElementTree.parse(folder / "feed.xml").getroot()
        assert feed.tag == f"{ATOM}feed"
        entries = feed.findall(f"{ATOM}entry")
        dates = [entry.find(f"{ATOM}updated").text for entry in entries]
        assert dates == sorted(dates, reverse=True) and feed.find(f"{ATOM}updated").text == dates[0]
        links = [entry.find(f"{ATOM}link").get("href") for entry in entries]
        assert links and len(set(links)) == len(links)
        assert all((site_dir / link.removeprefix(SITE) / "index.html").is_file() for link in links)
        assert all(entry.find(f"{ATOM}{part}").text for entry in entries for part in ("title", "id", "summary"))
        assert Head(folder / "index.html").feeds == ["feed.xml"]


def test_dates_are_those_of_the_commits_and_none_in_a_shallow_clone(tmp_path):
    def git(*arguments: str, folder: Path = tmp_path / "one", date: str = "2026-01-01T00:00:00+00:00"):
        who = {
            f"GIT_{kind}_{part}": "test@example.org" for kind in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")
        }
        when = {
            "GIT_AUTHOR_DATE": date,
            "GIT_COMMITTER_DATE": date,
            "PATH": "/usr/bin:/bin:/usr/local/bin",
            "HOME": str(tmp_path),
        }
        subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True, env={**who, **when})

    root = tmp_path / "one"
    (root / "docs/sr").mkdir(parents=True)
    git("init", "-q")
    (root / "docs/sr/pažnja.md").write_text("a")
    (root / "docs/sr/maske.md").write_text("a")
    git("add", "."), git("commit", "-qm", "both")
    (root / "docs/sr/maske.md").write_text("b")
    git("commit", "-qam", "one", date="2026-02-02T00:00:00+00:00")
    assert source_history.last_changes(root, "docs/sr") == {
        "docs/sr/pažnja.md": "2026-01-01T00:00:00+00:00",
        "docs/sr/maske.md": "2026-02-02T00:00:00+00:00",
    }
    git("clone", "-q", "--depth=1", f"file://{root}", str(tmp_path / "two"), folder=tmp_path)
    assert source_history.last_changes(tmp_path / "two", "docs/sr") == {}
    shutil.rmtree(root / ".git")
    assert source_history.last_changes(root, "docs/sr") == {}


# -- for programs


def test_the_list_for_language_models_names_every_page_with_what_it_is_about(site_dir):
    for code in PROJECT.languages:
        folder = site_dir if code == "en" else site_dir / code
        text = (folder / "llms.txt").read_text(encoding="utf-8")
        assert text.startswith("# Attention by Example\n\n> ")
        links = re.findall(r"^- \[([^\]]+)\]\(([^)]+)\)(?:: (.+))?$", text, re.M)
        for _, address, _ in links:
            place = site_dir / address.removeprefix(SITE)
            assert place.is_file() or (place / "index.html").is_file(), address
        wanted = {path for path, language, _ in pages(site_dir) if language == code}
        assert wanted <= {site_dir / address.removeprefix(SITE) / "index.html" for _, address, about in links if about}


def test_structured_data_tell_the_course_from_its_chapters(site_dir):
    for path, language, name in pages(site_dir):
        data = json.loads(Head(path).data)
        assert data["@context"] == "https://schema.org"
        if name == "index":
            assert data["@type"] == "Course" and data["name"] and data["description"] and data["provider"]["name"]
            assert all((site_dir / part["url"].removeprefix(SITE) / "index.html").is_file() for part in data["hasPart"])
        else:
            resource, crumbs = data["@graph"]
            assert resource["@type"] == "LearningResource" and resource["description"]
            assert site_dir / resource["url"].removeprefix(SITE) / "index.html" == path
            assert [crumb["position"] for crumb in crumbs["itemListElement"]] == [1, 2]
        described = data if name == "index" else data["@graph"][0]
        assert described["inLanguage"] == Language.read(language, ROOT).lang
