"""The site around the pages: languages, addresses, fallbacks, links, and that nothing is fetched from elsewhere.

Built once from a small checkout with the real configuration, theme and strings, and a handful of pages.
"""

import re
import shutil
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit
from xml.etree import ElementTree

import pytest
from small_site import INDEX, checkout

from handbook.core.diagnostics import DiagnosticError, errors
from handbook.markdown import parser
from handbook.project import strings
from handbook.site import build, search

SITE = "https://attention-by-example.github.io/attention-by-example/"
REPOSITORY = "https://github.com/attention-by-example/attention-by-example/"
LANG = {"en": "en", "de": "de", "sr": "sr-Latn", "sr-cyrl": "sr-Cyrl", "sw": "sw"}


@pytest.fixture(scope="module")
def built(takes_minutes, tmp_path_factory) -> Path:
    root = checkout(tmp_path_factory.mktemp("checkout"))
    assert build.build(site_dir=root / "site", root=root, quiet=True) == []
    return root / "site"


@dataclass
class Element:
    tag: str
    attributes: dict


@dataclass
class Html(HTMLParser):
    """The tags of a page, and its text."""

    source: str
    elements: list[Element] = field(default_factory=list)

    def __post_init__(self):
        super().__init__()
        self.feed(self.source)

    def handle_starttag(self, tag, attributes):
        self.elements.append(Element(tag, dict(attributes)))

    def all(self, tag: str, **wanted) -> list[dict]:
        wanted = {name.strip("_"): value for name, value in wanted.items()}
        return [
            one.attributes
            for one in self.elements
            if one.tag == tag and all(one.attributes.get(name) == value for name, value in wanted.items())
        ]


def page(built: Path, name: str) -> Html:
    return Html((built / name).read_text(encoding="utf-8"))


def html_files(built: Path) -> list[str]:
    return sorted(path.relative_to(built).as_posix() for path in built.rglob("*.html"))


# -- languages


@pytest.mark.parametrize("prefix, lang", [("", "en"), ("de/", "de"), ("sr/", "sr-Latn"), ("sw/", "sw")])
def test_each_page_says_its_language(built, prefix, lang):
    for name in ("index.html", "by-hand/index.html", "404.html"):
        assert page(built, prefix + name).all("html")[0]["lang"] == lang


def test_navigation_speaks_the_language_and_shows_what_exists(built):
    text = (built / "de/by-hand/index.html").read_text(encoding="utf-8")
    assert "Aufmerksamkeit verstehen" in text and "Attention von Hand" in text
    assert "spreadsheet" not in text
    assert "Nachschlagen" not in text  # a section without pages


def test_navigation_leads_to_the_same_pages_from_each_and_marks_the_one_it_is_on(built):
    for language in LANG:
        home = built if language == "en" else built / language
        pages = {home / name / "index.html" for name in ("", "by-hand", "causal-attention")}
        for file in pages:
            links = [
                link
                for link in Html(file.read_text(encoding="utf-8")).all("a")
                if "md-nav__link" in link.get("class", "") and not link["href"].startswith("#")
            ]
            assert {(file.parent / link["href"] / "index.html").resolve() for link in links} == pages
            assert {
                (file.parent / link["href"] / "index.html").resolve() for link in links if link.get("aria-current")
            } == {file}


def test_swahili_and_serbian_say_everything_themselves(built):
    english = (built / "by-hand" / "index.html").read_text(encoding="utf-8")
    for code in ("sr", "sw"):
        own = (built / code / "by-hand" / "index.html").read_text(encoding="utf-8")
        for said in ("Skip to content", "Copy to clipboard", "Back to top"):
            assert said in english and said not in own


@pytest.mark.parametrize("language", [code for code in LANG if code != "en"])
def test_strings_are_complete(language):
    for section in ("site", "nav", "notice", "code", "home", "footer", "missing"):
        english, own = (set(strings.tables(code).get(section, {})) for code in ("en", language))
        assert english <= own, f"[{section}] lacks {english - own}"


def test_links_between_languages_are_relative_and_lead_to_the_same_page(built):
    for name in html_files(built):
        if "assets" in Path(name).parts:
            continue  # the explorer to take away, which has no languages
        links = page(built, name).all("a")
        switch = [link for link in links if "data-language" in link and "alphabet" not in link.get("class", "")]
        assert [link["hreflang"] for link in switch] == list(LANG.values())
        if name.endswith("404.html"):
            continue
        own = re.sub(r"^(de|sr|sr-cyrl|sw)/", "", name)
        for link, code in zip(switch, LANG):
            assert not urlsplit(link["href"]).netloc and not link["href"].startswith("/")
            target = (built / name).parent / link["href"] / "index.html"
            assert target.resolve() == (built / ("" if code == "en" else code) / own).resolve()
            assert target.is_file()


# -- addresses


def test_canonical(built):
    head = page(built, "de/by-hand/index.html")
    assert head.all("link", rel="canonical") == [{"rel": "canonical", "href": SITE + "de/by-hand/"}]


def test_no_page_makes_the_themes_script_fetch_a_sitemap(built):
    """It does for each link[rel=alternate]; the one sitemap tells search engines the languages of a page."""
    for name in html_files(built):
        assert not page(built, name).all("link", rel="alternate")


def test_previews(built):
    head = page(built, "de/by-hand/index.html")
    og = {meta["property"]: meta["content"] for meta in head.all("meta") if meta.get("property", "").startswith("og:")}
    assert og["og:title"] == "Attention von Hand"
    assert og["og:description"] == "Attention von Hand in one sentence."
    assert og["og:url"] == SITE + "de/by-hand/"
    assert og["og:locale"] == "de_DE"
    assert head.all("meta", name="description")[0]["content"] == og["og:description"]


def test_edit_links_lead_to_the_file(built):
    def edits(name):
        return {link["href"] for link in page(built, name).all("a", rel="edit")}

    assert edits("by-hand/index.html") == {REPOSITORY + "edit/main/docs/en/by-hand.md"}
    assert edits("de/by-hand/index.html") == {REPOSITORY + "edit/main/docs/de/by-hand.md"}
    assert edits("sw/by-hand/index.html") == set(), "who reads Swahili doesn't mean the English file"


def test_one_sitemap_lists_every_page_that_exists(built):
    assert [path.relative_to(built).as_posix() for path in built.rglob("sitemap.xml")] == ["sitemap.xml"]
    name = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    sitemap = ElementTree.parse(built / "sitemap.xml")
    entries = {entry.find(f"{name}loc").text: entry for entry in sitemap.iter(f"{name}url")}
    pages = ["", "de/", "sr/", "sr-cyrl/", "by-hand/", "de/by-hand/", "causal-attention/"]
    assert sorted(entries) == sorted(SITE + page for page in pages)
    links = entries[SITE + "by-hand/"].findall("{http://www.w3.org/1999/xhtml}link")
    assert {link.get("hreflang"): link.get("href") for link in links} == {
        "en": SITE + "by-hand/",
        "de": SITE + "de/by-hand/",
        "x-default": SITE + "by-hand/",
    }
    assert f"Sitemap: {SITE}sitemap.xml" in (built / "robots.txt").read_text(encoding="utf-8")
    assert len(list(built.rglob("robots.txt"))) == 1


def test_a_fork_has_its_own_addresses(takes_minutes, tmp_path, monkeypatch):
    monkeypatch.setenv("SITE_URL", "https://somebody.example/fork")
    monkeypatch.setenv("REPO_URL", "https://example.org/somebody/fork")
    root = checkout(tmp_path)
    assert errors(build.build_language("de", root / "de", root=root)) == []
    head = page(root / "de", "by-hand/index.html")
    assert head.all("link", rel="canonical")[0]["href"] == "https://somebody.example/fork/de/by-hand/"
    assert head.all("a", rel="edit")[0]["href"] == "https://example.org/somebody/fork/edit/main/docs/de/by-hand.md"


# -- pages that aren't there


def test_a_missing_translation_shows_the_english_page_and_says_so(built):
    html = page(built, "sw/by-hand/index.html")
    article = html.source.partition("<article")[2]
    assert (
        0
        < article.index("Ukurasa huu ni wa Kiingereza.")
        < article.index('<div lang="en" dir="ltr">')
        < article.index("Attention by hand")
    )
    assert html.all("link", rel="canonical")[0]["href"] == SITE + "by-hand/"
    assert not [link for link in html.all("link") if "hreflang" in link]
    assert REPOSITORY + "new/main/docs/sw?filename=by-hand.md" in {link.get("href") for link in html.all("a")}


def test_translated_pages_have_no_notice(built):
    for name in ("by-hand/index.html", "de/by-hand/index.html"):
        assert 'class="notice"' not in (built / name).read_text(encoding="utf-8")


def test_numbers_are_written_as_the_page_is(built):
    assert '<mn>0,25</mn><mo separator="true">;</mo>' in (built / "de/by-hand/index.html").read_text(encoding="utf-8")
    for name in ("by-hand/index.html", "sr/by-hand/index.html", "sw/by-hand/index.html"):  # English in each
        assert "<mn>0.25</mn>" in (built / name).read_text(encoding="utf-8")


def test_404_speaks_every_language_at_the_root_and_its_own_elsewhere(built):
    root = page(built, "404.html")
    for code, lang in LANG.items():
        assert strings.Strings.of(code, "missing")("title") in root.source
        assert code == "en" or root.all("section", lang=lang)
    assert {SITE, SITE + "de/", SITE + "sr/", SITE + "sw/"} <= {link.get("href") for link in root.all("a")}
    german = page(built, "de/404.html")
    assert "Diese Seite gibt es nicht" in german.source and "This page is not here" not in german.source
    for html in (root, german):  # it is shown at any address, so nothing in it may be relative
        for link in html.all("link") + html.all("script") + html.all("a"):
            target = link.get("href") or link.get("src") or "#"
            assert target.startswith(("/", "#", "https://")), target


# -- what a page is made of


def test_nothing_is_fetched_from_elsewhere(built):
    assert [name for name in html_files(built) if _fetched_elsewhere(built / name)] == []
    for sheet in built.rglob("*.css"):
        for address in re.findall(r"url\(([^)]*)\)", sheet.read_text(encoding="utf-8")):
            address = address.strip("\"'")
            if address.startswith("data:"):
                continue
            assert not urlsplit(address).netloc, f"{sheet.name}: {address}"
            if sheet.parent.name in ("fonts", "katex"):
                assert (sheet.parent / address).is_file(), f"{sheet.name}: {address}"


def _fetched_elsewhere(path: Path) -> list[str]:
    html = Html(path.read_text(encoding="utf-8"))
    only_named = ("canonical", "alternate feed", "next", "prev")
    links = [link["href"] for link in html.all("link") if link["rel"] not in only_named]
    sources = [one.attributes["src"] for one in html.elements if one.attributes.get("src")]
    styles = re.findall(r"url\((?!['\"]?data:)([^)]*)\)", html.source)
    return [address for address in links + sources + styles if urlsplit(address).netloc]


def test_every_link_inside_leads_somewhere(built):
    for name in html_files(built):
        if name.endswith("404.html"):
            continue
        html = page(built, name)
        for one in html.elements:
            address = one.attributes.get("href") or one.attributes.get("src")
            if (
                not address
                or one.attributes.get("rel", "") in ("canonical", "alternate feed")
                or urlsplit(address).scheme
            ):
                continue
            target = unquote(urlsplit(urljoin("/" + name, address)).path)
            file = built / target.lstrip("/")
            assert file.is_file() or (file / "index.html").is_file(), f"{name}: {address}"


def test_outputs_say_what_they_are(built):
    def labels(name):
        return [div["data-label"] for div in page(built, name).all("div") if "data-label" in div]

    assert labels("by-hand/index.html") == ["Output", "Error", "Output on our machine"]
    assert labels("de/by-hand/index.html") == ["Ausgabe", "Fehler", "Ausgabe auf unserem Rechner"]
    assert labels("sw/by-hand/index.html") == ["Output", "Error", "Output on our machine"]  # it is an English page
    assert page(built, "by-hand/index.html").all("div", id="one")


def test_an_empty_corner_of_a_table_is_no_heading(built):
    assert "<th></th>" not in (built / "by-hand/index.html").read_text(encoding="utf-8")


def test_formulas_stay_out_of_the_search_index(built):
    index = (built / search.SECTIONS).read_text(encoding="utf-8")
    assert not (built / search.COLLECTED).exists()
    assert "A formula: [0.25,0.5]." in index
    assert "katex" not in index and "frac" not in index


def test_a_book_without_a_model_has_a_home_page_without_one(built):
    source = (built / "index.html").read_text(encoding="utf-8")
    assert 'class="hero' in source and "data-model" not in source and "live.js" not in source


def test_what_a_page_says_of_itself_is_text(takes_minutes, tmp_path):
    root = checkout(tmp_path)
    path = root / "docs/en/index.md"
    path.write_text(path.read_text().replace("What this is.", '"a < b & <b>c</b>"'), encoding="utf-8")
    assert errors(build.build_language("en", root / "en", root=root)) == []
    html = (root / "en/index.html").read_text(encoding="utf-8")
    assert '<p class="hero__tagline">a &lt; b &amp; &lt;b&gt;c&lt;/b&gt;</p>' in html


# -- builds that fail


def test_a_page_whose_policy_has_no_place_or_would_allow_a_stranger_is_told(takes_minutes, tmp_path):
    root = checkout(tmp_path)
    for name, base, text in (
        ("bare", "", "<title>a</title>"),
        ("more", "main", "<script>a = {{ nav | length }}</script>"),
    ):
        extends = f'{{% extends "{base}.html" %}}{{% block content %}}' if base else ""
        (root / f"theme/{name}.html").write_text(f"{extends}{text}{'{% endblock %}' * bool(base)}", encoding="utf-8")
        front = f"---\ndescription: A.\ntemplate: {name}.html\n---\n\n# A {{ #a }}\n"
        (root / f"docs/en/{name}.md").write_text(front, encoding="utf-8")
    found = errors(build.build_language("en", root / "en", root=root, for_publication=True))
    assert [(finding.path, finding.message.partition(":")[0]) for finding in found] == [
        (
            "site/bare/index.html",
            'a page with no <meta charset="utf-8"> above all scripts, behind which its policy would stand',
        ),
        ("site/more/index.html", "a page with an inline script that isn't the theme's"),
    ]


@pytest.mark.parametrize("folder", ["docs", ".", "docs/en/index.md"])
def test_the_site_takes_no_other_folders_place(tmp_path, folder):
    root = checkout(tmp_path)
    with pytest.raises(DiagnosticError, match=":1: no folder of an earlier site"):
        build.build(site_dir=folder, root=root, quiet=True)
    assert (root / "docs/en/index.md").is_file() and (root / "mkdocs.yml").is_file()


@pytest.mark.parametrize(
    "text, line, message",
    [
        ("# T { #t }\n\n[x](nowhere.md)\n", 3, "nowhere.md"),
        ("# T { #t }\n\n\n[x](by-hand.md#nowhere)\n", 4, "#nowhere"),
        ("# T { #t }\n\n$\\frac{1}{$\n", 3, "TeX"),
    ],
    ids=["link", "anchor", "tex"],
)
def test_a_bad_page_leaves_the_old_site(built, tmp_path, text, line, message):
    root = checkout(tmp_path)
    (root / "docs/en/why-attention.md").write_text(text, encoding="utf-8")
    (root / "site/assets").mkdir(parents=True)
    (root / "site/sitemap.xml").write_text("old", encoding="utf-8")
    (root / "site" / build.MARK).touch()
    with pytest.raises(DiagnosticError) as refused:
        build.build(["en"], root / "site", root=root, quiet=True)
    (finding,) = refused.value.findings
    assert (finding.path, finding.line) == ("docs/en/why-attention.md", line)
    assert message in finding.message
    assert sorted(path.name for path in (root / "site").iterdir()) == [build.MARK, "assets", "sitemap.xml"]
    assert not [path for path in root.iterdir() if path.name.startswith(".site")]


def test_a_build_reads_each_page_once_for_all_languages(takes_minutes, tmp_path, monkeypatch):
    """Else the work grows with the square of the languages: the table of states looks at all of them."""
    root = checkout(tmp_path)
    (root / "docs" / "en" / "translating.md").write_text(
        "---\ndescription: How.\n---\n\n# Translating { #translating }\n\n<div data-status></div>\n", encoding="utf-8"
    )
    read = []
    original = parser.read
    monkeypatch.setattr(
        build, "run_in_parallel", lambda tasks: [task() for task in tasks]
    )  # what forks read couldn't be seen here
    monkeypatch.setattr(parser, "read", lambda path, *more: read.append(path) or original(path, *more))
    build.build(["en", "de"], root=root, quiet=True)  # the table looks at all languages
    assert sorted(read) == sorted((root / "docs").glob("*/*.md"))


def test_one_language_is_built_into_the_site_that_is_there(built, tmp_path):
    root = checkout(tmp_path)
    shutil.copytree(built, root / "site")
    (root / "docs/de/index.md").write_text(INDEX.format("Neu"), encoding="utf-8")
    build.build(["de"], root / "site", root=root, quiet=True)
    assert "Neu</h1>" in re.sub(
        r"<a class=\"headerlink.*?</a>", "", (root / "site/de/index.html").read_text(encoding="utf-8")
    )
    assert html_files(root / "site") == html_files(built)


def test_an_unknown_language_is_refused(tmp_path):
    with pytest.raises(DiagnosticError, match="no language xx"):
        build.build(["xx"], tmp_path / "site")
