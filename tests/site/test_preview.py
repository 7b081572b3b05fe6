"""The preview: pages are made when they are asked for, show what was saved, and outlive what goes wrong."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from small_site import INDEX, PAGE, checkout

from handbook.site.preview import Preview

EDITED = ("content", "docs", "i18n")
RELOAD = re.compile(r"<script>\s*var livereload.*?</script>", re.DOTALL)  # MkDocs' own, with the hour in it


class Asked:
    """A preview and what it answers, without a socket between."""

    def __init__(self, folder, root):
        folder.mkdir()
        self.root, self.preview = root, Preview("127.0.0.1", 0, folder, root)

    def __call__(self, path: str) -> tuple[int, str]:
        """The status, and the text or where to go instead."""
        told = []
        answer = self.preview.answer(
            {"PATH_INFO": path.encode().decode("latin-1"), "REQUEST_METHOD": "GET"}, lambda *head: told.append(head)
        )
        text = b"".join(answer).decode(errors="replace")
        ((status, headers),) = told
        return int(status[:3]), dict(headers).get("Location") or RELOAD.sub("", text)

    def files(self) -> dict[Path, bytes]:
        """What an author may change."""
        found = [self.root / "mkdocs.yml", *(path for name in EDITED for path in (self.root / name).rglob("*"))]
        return {path: path.read_bytes() for path in found if path.is_file()}

    def restore(self, files: dict[Path, bytes]) -> None:
        for path in self.files().keys() - files.keys():
            path.unlink()
        for path, content in files.items():
            if not path.is_file() or path.read_bytes() != content:
                path.write_bytes(content)
        self.preview.check = lambda paths: None  # which speaks later, when the next test listens
        self.preview.update()
        del self.preview.check
        self.preview.reported.clear()

    def save(self, name: str, text: str | bytes) -> None:
        path = self.root / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        self.preview.update()


@contextmanager
def opened(folder: Path) -> Iterator[Asked]:
    asked = Asked(folder / "served", checkout(folder / "checkout"))
    yield asked
    asked.preview.server_close()


@pytest.fixture(scope="module")
def one_for_all(takes_minutes, tmp_path_factory):
    with opened(tmp_path_factory.mktemp("preview")) as asked:
        yield asked


@pytest.fixture
def get(one_for_all):
    """The preview: what a test has saved is taken back afterwards."""
    files = one_for_all.files()
    yield one_for_all
    one_for_all.restore(files)


@pytest.fixture
def fresh(takes_minutes, tmp_path):
    """A preview that nobody has asked yet."""
    with opened(tmp_path) as asked:
        yield asked


def test_a_saved_sentence_is_shown_in_all_editions_that_have_it(get):
    assert "Bekannt in one sentence" not in get("/de/by-hand/")[1]
    get.save("docs/de/by-hand.md", PAGE.format("Bekannt"))
    assert "Bekannt in one sentence" in get("/de/by-hand/")[1]
    for path in ("/by-hand/", "/sr/by-hand/", "/sr-cyrl/by-hand/"):  # the English page stands in for a translation
        assert "Attention by hand" in get(path)[1]
    get.save("docs/en/by-hand.md", PAGE.format("Another title"))
    for path in ("/by-hand/", "/sr/by-hand/", "/sr-cyrl/by-hand/"):
        assert "Another title in one sentence" in get(path)[1], path
    get.save("docs/sr/index.md", INDEX.format("Pažnja"))
    assert "Пажња" in get("/sr-cyrl/")[1] and "Pažnja" in get("/sr/")[1]


def test_another_page_tells_the_new_title(get):
    assert "Attention by hand" in get("/causal-attention/")[1]
    get.save("docs/en/by-hand.md", PAGE.format("Another title"))
    assert "Another title" in get("/causal-attention/")[1]


def test_a_page_that_breaks_leaves_the_last_good_one(get, capsys):
    good = get("/de/by-hand/")
    get.save("docs/de/by-hand.md", b"# T\xe4 { #by-hand }\n")
    assert get("/de/by-hand/") == good
    assert "docs/de/by-hand.md:1:" in capsys.readouterr().err
    get("/de/by-hand/")
    assert capsys.readouterr().err == "", "said once"
    get.save("docs/de/by-hand.md", PAGE.format("Wieder gut"))
    assert "Wieder gut" in get("/de/by-hand/")[1]


def test_a_page_that_never_could_be_made_says_why(get):
    get.save("docs/en/new.md", "---\ndescription: New.\n---\n\n# New { #new }\n\n$\\frac{1}{$\n")
    status, text = get("/new/")
    assert status == 500 and "docs/en/new.md:7:" in text and "TeX" in text
    assert get("/causal-attention/")[0] == 200


def test_the_checks_speak_after_a_save(get, capsys):
    path = get.root / "docs/de/by-hand.md"
    get.preview.check([path])
    said = capsys.readouterr().err
    get.save("docs/de/by-hand.md", PAGE.format("Attention von Hand").replace("[0.25, 0.5]", "[0.25, 0.6]"))
    get.preview.check([path])
    new = capsys.readouterr().err
    assert "docs/de/by-hand.md:7:" in new and new != said


def test_pages_come_and_go(get):
    assert get("/new/")[0] == 404 and get("/sw/new/")[0] == 404
    get.save("docs/en/new.md", "---\ndescription: New.\n---\n\n# New { #new }\n\nIt is new.\n")
    assert "It is new." in get("/new/")[1] and "It is new." in get("/sw/new/")[1]
    (get.root / "docs/en/new.md").unlink()
    get.preview.update()
    assert get("/new/")[0] == 404


def test_a_string_is_shown(get):
    path = get.root / "i18n/de/ui.toml"
    text = path.read_text(encoding="utf-8")
    assert "Aufmerksamkeit verstehen" in get("/de/")[1]
    get.save("i18n/de/ui.toml", text.replace("Aufmerksamkeit verstehen", "Ganz anders"))
    assert "Ganz anders" in get("/de/")[1]


def test_a_page_that_gets_its_first_code_has_its_script_beside_it(get):
    assert get("/causal-attention/causal-attention.py")[0] == 404
    get.save("docs/en/causal-attention.md", PAGE.format("Masks").replace("#by-hand", "#causal-attention"))
    assert get("/causal-attention/causal-attention.py")[0] == 200


def test_a_fault_that_comes_back_is_told_again(get, capsys):
    for _ in range(2):
        get.save("docs/de/by-hand.md", b"# T\xe4 { #by-hand }\n")
        get("/de/by-hand/")
        assert "docs/de/by-hand.md:1: not UTF-8" in capsys.readouterr().err
        get.save("docs/de/by-hand.md", PAGE.format("Gut"))
        get("/de/by-hand/")


def test_the_table_of_translations_follows_what_was_saved(get):
    table = "---\ndescription: All.\n---\n\n# Masks { #causal-attention }\n\n<div data-status></div>\n"
    get.save("docs/en/causal-attention.md", table)
    before = get("/causal-attention/")[1]
    assert 'class="status-table"' in before
    english = PAGE.format("Attention by hand").replace("## Scores", "A paragraph that German lacks.\n\n## Scores")
    get.save("docs/en/by-hand.md", english)
    assert get("/causal-attention/")[1] != before


def test_a_saved_diagram_is_drawn_anew(get):
    page = '---\ndescription: Masks.\n---\n\n# Masks {{ #causal-attention }}\n\n<figure data-picture="{}"></figure>\n'
    get.save("docs/en/causal-attention.md", page.format("mask"))
    assert "dogs" in get("/causal-attention/")[1]
    code = (get.root / "content/diagrams/mask.py").read_text(encoding="utf-8")
    get.save("content/diagrams/mask.py", code.replace('"dogs"', '"wolves"'))
    assert "wolves" in get("/causal-attention/")[1] and "dogs" not in get("/causal-attention/")[1]


def test_addresses_lead_as_on_the_published_site(get):
    assert get("/by-hand") == (302, "/by-hand/")
    assert get("/de") == (302, "/de/")
    assert get("/de/nix/")[0] == 404 and 'lang="de"' in get("/de/nix/")[1]
    assert get("/../../etc/passwd")[0] == 404
    assert get("/by-hand/by-hand.py")[0] == 200 and "print(1)" in get("/by-hand/by-hand.py")[1]


def test_the_search_finds_what_was_saved(get):
    def texts():
        return get("/assets/javascripts/search-sections.js")[1]

    assert "Wombat" not in texts()
    get.save(
        "docs/en/causal-attention.md", "---\ndescription: Masks.\n---\n\n# Masks { #causal-attention }\n\nWombat.\n"
    )
    assert texts().count("Wombat") == 1
    assert texts().count("Wombat") == 1, "asked for again"


def test_a_new_one_opens_the_language_that_is_asked_for_and_outlives_any_error(fresh, capsys, monkeypatch):
    get = fresh
    assert get.preview.sites == {}
    good = get("/by-hand/")
    assert list(get.preview.sites) == ["en"] and good[0] == 200

    def fail():
        raise FileNotFoundError("a folder that went away")

    with monkeypatch.context() as patch:
        patch.setattr(get.preview, "_file_stamps", fail)
        get.preview.update()  # raising would leave every request without an answer
    assert "a folder that went away" in capsys.readouterr().err
    get.save("mkdocs.yml", "theme: [\n")
    assert get("/by-hand/")[1] == good[1]
    assert get("/causal-attention/")[0] == 500
