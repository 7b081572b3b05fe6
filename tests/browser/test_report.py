"""What a reader may do about a text: report a sentence, translate a page, mend a block, know a draft."""

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from browsers import PHONE_SIZE
from file_server import served
from git_checkout import commit, edit, git, handbook
from samples import PHONE_BY_DAY, sample
from small_site import checkout
from test_share import CLIPBOARD, allowed, watch
from waiting import until, visit

from handbook.project import book
from handbook.project.checkout import Project
from handbook.site import build
from handbook.translation import lockfile
from handbook.translation.accept import entries_of

REPOSITORY, SITE = book.load().repository, book.load().address
OFFER = "a.report"
SHOWN = "() => !document.querySelector('a.report').hidden"
HIDDEN = "() => document.querySelector('a.report').hidden"


def asked(link) -> dict[str, str]:
    address = urlsplit(link.get_attribute("href"))
    assert f"{address.scheme}://{address.netloc}{address.path}" == f"{REPOSITORY}issues/new"
    return {name: values[0] for name, values in parse_qs(address.query).items()}


# -- this sentence is wrong


@pytest.mark.parametrize(
    "language, words",
    sample([("", "This sentence is wrong"), ("de/", "Dieser Satz ist falsch")], [("de/", "Dieser Satz ist falsch")]),
)
def test_the_block_under_the_mouse_offers_to_report_it(open_page, address, language, words):
    page = watch(open_page())
    visit(page, f"{address}{language}by-hand/")
    block = page.locator("#scores ~ p").first
    block.hover()
    until(page, SHOWN)
    link = page.locator(OFFER)
    form = asked(link)
    assert form["template"] == "mistake.yml" and form["page"] == f"{SITE}{language}by-hand/#scores"
    assert form["sentence"] == " ".join(block.text_content().split())
    assert link.text_content() == words and link.get_attribute("title") == words
    box, sign = block.bounding_box(), link.bounding_box()
    assert sign["x"] >= box["x"] + box["width"] - 40 and abs(sign["y"] - box["y"]) < 10
    # The way from the block to its sign: it stays, and is another block's where the mouse goes there.
    page.mouse.move(box["x"] + box["width"] - 5, box["y"] + 8)
    page.mouse.move(sign["x"] + 8, sign["y"] + 8, steps=10)
    assert link.is_visible() and asked(link) == form
    page.locator("#softmax").hover()
    assert asked(link)["page"].endswith("#softmax") and asked(link)["sentence"] != form["sentence"]
    page.mouse.move(5, 300)
    until(page, HIDDEN)
    assert page.faults == []


@pytest.mark.parametrize("width", sample([600, 720, 760, 960], [600]))
@pytest.mark.parametrize("name", sample(["de/by-hand", "de/explorer"], ["de/explorer"]))
def test_the_sign_is_in_the_window(open_page, address, name, width):
    page = open_page({"width": width, "height": 800})
    visit(page, f"{address}{name}/")
    block = page.locator("article h2 ~ p").first
    block.scroll_into_view_if_needed()
    block.hover()
    until(page, SHOWN)
    box = page.locator(OFFER).bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.locator(OFFER).hover()
    assert page.locator(OFFER).is_visible()


COVERED = """() => {
  const sign = document.querySelector("a.report");
  const own = sign.getBoundingClientRect();
  return [...document.querySelectorAll("article a[href], article button, article input, article summary")]
    .filter((one) => one !== sign && [...one.getClientRects()].some((box) => box.left < own.right
      && own.left < box.right && box.top < own.bottom && own.top < box.bottom))
    .map((one) => one.textContent);
}"""


@pytest.mark.parametrize("width", sample([600, 768], [600]))
def test_the_sign_of_a_mouse_that_passes_by_covers_no_link(open_page, address, width):
    """At these widths there is no margin for it, and the list of sources is full of links."""
    page = open_page({"width": width, "height": 900})
    visit(page, f"{address}sr/references/")
    blocks, shown = page.locator("article li, article h2, article p"), 0
    for number in range(12):
        page.mouse.move(2, 2)
        block = blocks.nth(number)
        block.scroll_into_view_if_needed()
        block.hover(position={"x": 8, "y": 8})
        shown += page.locator(OFFER).is_visible()
        assert page.evaluate(COVERED) == [], block.text_content()
    assert shown > 6


def test_the_sign_goes_where_the_mouse_is_on_code(open_page, address):
    page = open_page()
    visit(page, f"{address}de/by-hand/")
    page.locator("#embeddings ~ p").first.hover()
    until(page, SHOWN)
    page.locator("#embeddings ~ .highlight pre").first.hover()
    until(page, HIDDEN)


def test_nothing_moves_when_it_is_offered(open_page, address):
    page = open_page()
    visit(page, f"{address}de/by-hand/")
    places = "() => [...document.querySelectorAll('article p, article li')].map(one => one.getBoundingClientRect().y)"
    page.locator("#scores ~ p").first.scroll_into_view_if_needed()
    before = page.evaluate(places)
    page.locator("#scores ~ p").first.hover()
    until(page, SHOWN)
    assert page.evaluate(places) == before


def test_a_formula_is_reported_as_tex(open_page, address):
    page = open_page()
    visit(page, f"{address}de/by-hand/")
    block = page.locator("article p:has(.katex)").first
    block.scroll_into_view_if_needed()
    block.hover(position={"x": 3, "y": 5})
    until(page, SHOWN)
    sentence = asked(page.locator(OFFER))["sentence"]
    formulas = block.locator("annotation").all_text_contents()
    assert formulas and all(f"${' '.join(formula.split())}$" in sentence for formula in formulas)
    assert sentence.count("$") == 2 * len(formulas)


@pytest.mark.parametrize("viewport", PHONE_BY_DAY)
def test_selected_words_are_what_is_reported(open_page, address, viewport):
    page = watch(open_page(viewport))
    visit(page, f"{address}sr/by-hand/")
    block = page.locator("#scores ~ p").first
    block.scroll_into_view_if_needed()
    words = block.evaluate("""one => {
      const words = document.createTreeWalker(one, NodeFilter.SHOW_TEXT).nextNode();
      getSelection().setBaseAndExtent(words, 0, words, words.length);
      return words.textContent.trim();
    }""")
    until(page, SHOWN)
    link = page.locator(OFFER)
    assert asked(link)["sentence"] == words
    assert link.is_visible() and "Ova rečenica je pogrešna" in link.text_content()
    box = link.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= viewport["width"] and box["height"] >= 24
    page.evaluate("getSelection().removeAllRanges()")
    until(page, HIDDEN)
    assert page.faults == []


@pytest.mark.nightly
def test_widgets_quizzes_and_code_offer_nothing(open_page, address):
    page = open_page()
    visit(page, f"{address}de/by-hand/")
    for place in (".highlight", ".widget", ".quiz"):
        target = page.locator(f"article {place}").first
        target.scroll_into_view_if_needed()
        page.mouse.move(2, 2)
        until(page, HIDDEN)
        target.hover(position={"x": 30, "y": 12})
        assert page.locator(OFFER).is_hidden(), place


def test_without_a_script_each_page_leads_to_the_form(open_page, address):
    page = open_page(java_script_enabled=False)
    page.goto(f"{address}sw/by-hand/")
    link = page.locator("a[data-report]")
    assert asked(link) == {"template": "mistake.yml", "page": f"{SITE}sw/by-hand/"}
    assert link.text_content().strip() == "Ripoti kosa kwenye ukurasa huu"


def test_the_form_has_the_fields_that_are_filled_in():
    form = (Path(__file__).parents[2] / ".github/ISSUE_TEMPLATE/mistake.yml").read_text(encoding="utf-8")
    assert "id: page\n" in form and "id: sentence\n" in form


# -- what comes next for a page that isn't there, has grown stale, or was written by a machine


@pytest.fixture(scope="module")
def workshop(takes_minutes, tmp_path_factory) -> Path:
    """A site with a page that Swahili lacks, a stale German block, and a Serbian page that a machine wrote."""
    root = checkout(tmp_path_factory.mktemp("workshop"))
    git(root, "init", "--quiet")
    project = Project(root)
    for language, name, draft in (("de", "by-hand", False), ("sr", "index", False), ("sr", "by-hand", True)):
        if draft:
            text = (
                (root / "docs/de/by-hand.md").read_text(encoding="utf-8").replace("Attention von Hand", "Ručna pažnja")
            )
            (root / f"docs/{language}/{name}.md").write_text(text, encoding="utf-8")
        entries = entries_of(project.page("en", name), project.page(language, name))
        lock = lockfile.path_of(root, language, name)
        lock.parent.mkdir(parents=True, exist_ok=True)
        lock.write_text(
            lockfile.render([lockfile.Entry(**{**vars(entry), "draft": draft}) for entry in entries], lock),
            encoding="utf-8",
        )
    commit(root, "Begin")
    edit(root, "docs/en/by-hand.md", ("A formula:", "A formula of numbers:"))
    assert handbook(root, "status", "de").exit_code == 0
    assert build.build(site_dir=root / "site", root=root, quiet=True) == []
    return root


@pytest.fixture(scope="module")
def workshop_address(workshop):
    with served(workshop / "site") as address:
        yield address


def test_translating_a_missing_page_brings_its_english_along(open_page, workshop, workshop_address):
    page = allowed(open_page)
    page.route("https://github.com/**", lambda route: route.fulfill(body="an empty editor"))
    visit(page, f"{workshop_address}sw/by-hand/")
    notice = page.locator("aside.notice")
    assert "hunakili maandishi ya Kiingereza" in notice.text_content()
    assert page.locator("a[rel=edit]").count() == 0, "the pencil would lead to the English file"
    notice.get_by_role("link", name="Tafsiri ukurasa huu").click()
    page.wait_for_url(f"{REPOSITORY}new/main/docs/sw?filename=by-hand.md")
    page.goto(workshop_address)
    assert page.evaluate(CLIPBOARD) == (workshop / "docs/en/by-hand.md").read_text(encoding="utf-8")
    assert page.faults == []


def test_a_stale_block_leads_to_its_place_in_the_file(open_page, workshop, workshop_address):
    page = open_page()
    visit(page, f"{workshop_address}de/by-hand/")
    box = page.locator("details.stale")
    assert box.count() == 1
    box.locator("summary").click()
    link = box.get_by_role("link", name="Diese Stelle auf den neuen Stand bringen")
    lines = (workshop / "docs/de/by-hand.md").read_text(encoding="utf-8").split("\n")
    line = next(number for number, text in enumerate(lines, 1) if text.startswith("A formula"))
    assert link.get_attribute("href") == f"{REPOSITORY}edit/main/docs/de/by-hand.md#L{line}"
    assert link.get_attribute("lang") == "de" and box.get_attribute("lang") == "en"


@pytest.mark.parametrize(
    "edition, title",
    sample(
        [("sr", "Ovu stranicu je prevela mašina."), ("sr-cyrl", "Ову страницу је превела машина.")],
        [("sr-cyrl", "Ову страницу је превела машина.")],
    ),
)
def test_readers_know_a_machines_draft(open_page, workshop_address, edition, title):
    page = open_page(PHONE_SIZE)
    visit(page, f"{workshop_address}{edition}/by-hand/")
    notice = page.locator("aside.notice")
    assert title in notice.text_content()
    assert notice.locator("a[hreflang=en]").get_attribute("href") == f"{SITE}by-hand/"
    visit(page, f"{workshop_address}{edition}/")
    assert page.locator("aside.notice").count() == 0


def test_each_language_has_its_memory(workshop):
    text = (workshop / "site/de/de.tmx").read_text(encoding="utf-8")
    assert "<seg>Attention von Hand</seg>" in text
    assert not list(workshop.glob("site/sr-cyrl/*.tmx")) and not list(workshop.glob("site/*.tmx"))
