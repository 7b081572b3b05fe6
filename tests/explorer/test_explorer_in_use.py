"""What readers met in the explorer: text that is too long, what is said of a link, room on small and large screens."""

from __future__ import annotations

import re

import pytest
from explorer_pages import choose, show

MOST = 31  # tokens: the model reads 32, of which the first is the tag of the language
NARROW, WIDE = {"width": 320, "height": 700}, {"width": 1440, "height": 900}


@pytest.fixture
def page(tab, folder):
    show(tab, folder)
    yield tab
    tab.set_viewport_size({"width": 1100, "height": 900})


def type_into(page, field: str, text: str) -> None:
    page.locator(field).click()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(text)  # as pasting does


@pytest.mark.parametrize("rest", ["the dogs " * 90 + "near", "xylophones " * 200], ids=["known", "unknown"])
def test_of_a_long_text_the_beginning_is_shown_and_the_field_keeps_all(page, rest):
    beginning = "The dogs near the house and " * 5 + "the"  # 31 words
    assert len(beginning.split()) == MOST
    text = f"{beginning} {rest.strip()}"

    type_into(page, ".explorer-sentence input", text)

    said = page.locator(".explorer-sentence .explorer-problem p")
    assert said.count() == 1
    assert set(map(int, re.findall(r"\d+", said.inner_text()))) == {MOST, len(text.split())}
    assert page.locator(".explorer-sentence input").input_value() == text
    assert page.locator("[data-widget].outdated").count() == 0
    assert page.locator(".explorer-token.query").count() == MOST + 1


def test_so_it_is_with_the_sentence_from_which_patches_come(page):
    page.locator("[id$=what-kind]").select_option("patch")
    text = "The cats near the house and " * 5 + "the cats sleep."
    type_into(page, ".explorer-other input", text)
    said = page.locator(".explorer-other .explorer-problem p")
    assert set(map(int, re.findall(r"\d+", said.inner_text()))) == {MOST, 34}
    assert page.locator(".explorer-other input").input_value() == text


@pytest.mark.parametrize("change", ["sentence", "view", "head"])
def test_what_is_said_of_a_link_goes_with_what_it_leads_to(page, change):
    page.locator("[data-act=copy_link]").click()
    said = page.locator(".explorer-main > .widget-said")
    said.filter(has_text="copied").wait_for()
    if change == "sentence":
        type_into(page, ".explorer-sentence input", "The dog")
    elif change == "view":
        choose(page, "matrix")
    else:
        page.locator(".explorer-tiles button").first.click()
    assert said.inner_text() == ""


CUT = """() => {
  const edge = document.querySelector(".explorer-stage").getBoundingClientRect();
  const texts = [...document.querySelectorAll(".explorer-stage svg text")].filter((text) => text.textContent);
  return texts.filter((text) => {
    const { left, right } = text.getBoundingClientRect();
    return left < edge.left - 1 || right > edge.right + 1;
  }).map((text) => text.textContent);
}"""


@pytest.mark.parametrize("view", ["contributions", "writing", "heads", "neurons"])
def test_on_the_smallest_phone_nothing_is_cut(page, view):
    page.set_viewport_size(NARROW)
    choose(page, view)
    page.wait_for_timeout(100)
    assert page.evaluate(CUT) == []


FILLED = """() => {
  const stage = document.querySelector(".explorer-stage");
  const shapes = [...stage.querySelectorAll("svg :is(rect, text):not(defs *)")];
  const boxes = shapes.map((one) => one.getBoundingClientRect());
  const width = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
  return width / stage.clientWidth;
}"""


@pytest.mark.parametrize("view", ["matrix", "compare"])
def test_on_a_large_screen_tables_fill_their_frame(page, view):
    page.set_viewport_size(WIDE)
    choose(page, view)
    page.wait_for_timeout(100)
    assert 0.85 < page.evaluate(FILLED) <= 1


# -- before the script has come

HEIGHT = "document.querySelector('[data-widget]').getBoundingClientRect().height"
WHOLE_WIDTH = "main { max-width: none !important }"


def test_its_room_is_kept_until_it_is_there(tab, folder, tmp_path):
    """On each width, so that what stands below is where it will be."""
    html = (folder / "en.html").read_text(encoding="utf-8")
    empty = re.sub(r"<script defer.*?</script>", "", html.replace('<html lang="en"', '<html class="js" lang="en"'))
    (folder / "empty.html").write_text(empty, encoding="utf-8")
    widths = (320, 390, 600, 720, 1000, 1440)

    def heights() -> list[float]:
        found = []
        for width in widths:
            tab.set_viewport_size({"width": width, "height": 900})
            tab.wait_for_timeout(150)
            found.append(tab.evaluate(HEIGHT))
        return found

    tab.goto((folder / "empty.html").as_uri())
    tab.add_style_tag(content=WHOLE_WIDTH)
    before = heights()
    show(tab, folder)
    tab.add_style_tag(content=WHOLE_WIDTH)
    after = heights()
    tab.set_viewport_size({"width": 1100, "height": 900})
    off = {width: round(one / other, 2) for width, one, other in zip(widths, before, after)}
    assert all(0.9 <= share <= 1.1 for share in off.values()), off
