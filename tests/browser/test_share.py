"""Links that are copied by one press, and pictures as files: of figures, widgets and the explorer."""

import xml.etree.ElementTree as ElementTree
from io import BytesIO
from pathlib import Path

import pytest
from browsers import LAPTOP_SIZE, PHONE_SIZE, executable, phone
from PIL import Image
from samples import sample
from waiting import until, visit

from handbook.project import book

SVG = "{http://www.w3.org/2000/svg}"
SITE = book.load().address
LICENSE = book.load().licenses["text"]
MESSAGE = ".share-message[role=status]"
CLIPBOARD = "navigator.clipboard.readText()"
SAID = "text => document.querySelector('.share-message').textContent === text"


def watch(page):
    """The page, which remembers its errors."""
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("console", lambda message: message.type == "error" and page.faults.append(message.text))
    return page


def allowed(open_page, viewport=LAPTOP_SIZE, **more):
    return watch(open_page(viewport, permissions=["clipboard-read", "clipboard-write"], **more))


# -- links


@pytest.mark.parametrize("by", sample(["mouse", "Enter", "touch"], ["Enter", "touch"]))
def test_a_headings_sign_goes_there_and_copies_the_address_of_the_section(open_page, address, by):
    page = allowed(open_page, PHONE_SIZE if by == "touch" else LAPTOP_SIZE)
    visit(page, f"{address}by-hand/?h=softmax#state=softmax.e30")
    assert page.locator(MESSAGE).count() == 1 and page.locator(MESSAGE).text_content() == ""
    sign = page.locator("#scores > .headerlink")
    sign.scroll_into_view_if_needed()
    if by == "touch":
        assert sign.evaluate("one => getComputedStyle(one).opacity") == "1", "no finger hovers"
        sign.tap()
    elif by == "mouse":
        page.locator("#scores").hover()
        sign.click()
    else:
        sign.press("Enter")
    until(page, SAID, "Link copied")
    assert page.evaluate(CLIPBOARD) == f"{address}by-hand/#scores"
    assert page.evaluate("location.hash") == "#scores"
    until(page, SAID, "")
    assert page.faults == []


# Instead of the clipboard: what was copied, and by which way.
RECORD = """
window.copied = [];
navigator.clipboard.writeText = async (text) => { copied.push(text); if (window.refuses) throw new Error("no"); };
document.execCommand = () => { copied.push("command"); return false; };
"""


@pytest.mark.parametrize("keys", sample([["Control"], ["Shift"], ["Meta"], ["Alt"], "middle"], ["middle"]), ids=str)
def test_a_press_that_opens_the_section_elsewhere_copies_nothing(open_page, address, keys):
    page = open_page()
    page.add_init_script(RECORD)
    visit(page, f"{address}by-hand/")
    sign = page.locator("#scores > .headerlink")
    page.locator("#scores").hover()
    sign.click(**({"button": "middle"} if keys == "middle" else {"modifiers": keys}))
    page.bring_to_front()
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("copied") == [] and page.locator(MESSAGE).text_content() == ""
    sign.click()
    until(page, SAID, "Link copied")
    assert page.evaluate("copied") == [f"{address}by-hand/#scores"]


def test_where_nothing_can_be_copied_the_page_says_so_and_stays_where_it_went(open_page, address):
    page = open_page()
    page.add_init_script(RECORD)
    visit(page, f"{address}de/by-hand/")
    page.evaluate("window.refuses = true")
    page.locator("#scores > .headerlink").press("Enter")
    until(page, SAID, "Der Browser erlaubt hier kein Kopieren.")
    assert page.evaluate("copied") == [f"{address}de/by-hand/#scores", "command"]
    page.keyboard.press("Tab")
    assert page.evaluate(
        "document.querySelector('#scores').compareDocumentPosition(document.activeElement)"
        " & Node.DOCUMENT_POSITION_FOLLOWING"
    ), "the keyboard goes on from the section"
    top = page.evaluate("document.querySelector('#scores').getBoundingClientRect().top")
    assert 0 < top < 300
    assert page.locator("textarea").count() == 0


def test_the_link_of_a_figure_leads_to_it(open_page, address):
    page = allowed(open_page)
    visit(page, f"{address}by-hand/?h=softmax#scores")
    page.locator("#picture-3 [data-share=link]").click()
    until(page, SAID, "Link copied")
    link = page.evaluate(CLIPBOARD)
    assert link == f"{address}by-hand/#picture-3"
    page.goto("about:blank")
    visit(page, link)
    top, header = page.evaluate(
        "['#picture-3', '.md-header'].map((one) => document.querySelector(one).getBoundingClientRect())"
        ".map(({ top, bottom }, index) => (index ? bottom : top))"
    )
    assert header <= top < header + 100


# -- the row below a figure


@pytest.mark.parametrize("language", sample(["", "de/", "sr/", "sr-cyrl/", "sw/"], ["sr-cyrl/"]))
@pytest.mark.parametrize("width", sample([320, 1280], [320]))
def test_the_row_fits_and_nothing_moves_when_its_table_unfolds(browser, address, language, width):
    viewport = {"width": width, "height": 800}
    context = phone(browser, viewport=viewport) if width == 320 else browser.new_context(viewport=viewport)
    page = context.new_page()
    visit(page, f"{address}{language}by-hand/")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    boxes = """() => Object.fromEntries(
      ["figure", ".picture-foot", "details", "summary", "[data-share]", ".picture-take", "table"].map((one) => [
        one,
        [...document.querySelectorAll("#picture-2:is(" + one + "), #picture-2 " + one)]
          .map((found) => found.getBoundingClientRect().toJSON())]))"""
    page.locator("#picture-2").evaluate("one => one.scrollIntoView({ block: 'start', behavior: 'instant' })")
    before = page.evaluate(boxes)
    figure, (summary,) = before["figure"][0], before["summary"]
    smallest = 40 if width == 320 else 24
    for button in before["[data-share]"]:
        assert button["height"] >= smallest and button["width"] >= smallest
        assert figure["left"] <= button["left"] and button["right"] <= figure["right"] + 0.5
        assert button["top"] < summary["bottom"] and summary["top"] < button["bottom"], "beside the summary"
        assert summary["right"] <= button["left"] + 16, "over the summary"  # whose end is empty
    assert before[".picture-foot"][0]["height"] == pytest.approx(summary["height"], abs=0.1)
    page.locator("#picture-2 summary").click()
    after = page.evaluate(boxes)
    for kept in ("summary", "[data-share]"):
        assert [(one["x"], one["y"]) for one in after[kept]] == [(one["x"], one["y"]) for one in before[kept]]
    assert after["details"][0]["width"] == after[".picture-foot"][0]["width"]
    assert after["table"][0]["top"] >= after[".picture-take"][0]["bottom"]
    context.close()


def test_without_scripts_there_is_no_button_that_does_nothing(open_page, address):
    page = open_page(java_script_enabled=False)
    page.goto(f"{address}by-hand/")
    assert page.locator("#picture-2 summary").is_visible()
    assert page.locator("[data-share]").locator("visible=true").count() == 0


def test_neither_the_row_nor_the_message_is_printed(open_page, address):
    page = open_page()
    visit(page, f"{address}by-hand/")
    page.emulate_media(media="print")
    assert page.locator(".picture-foot, .share-message").locator("visible=true").count() == 0


# -- files


def take(page, press: str) -> tuple[str, bytes]:
    """The name and the content of what a press on this button saves."""
    with page.expect_download() as download:
        page.locator(press).first.click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def words(element) -> str:
    return "".join("".join(element.itertext()).split())


def source_of(root) -> str:
    """The lines at the bottom, without gaps. Figures have nothing else outside their panels."""
    return "".join(map(words, root.findall(f"{SVG}text")))


FIGURES = {
    "one panel": ("", "by-hand", "picture-2", LAPTOP_SIZE, 1),
    "one panel, masked": ("sr-cyrl/", "causal-attention", "picture-5", PHONE_SIZE, 1),
    "three panels": ("sr-cyrl/", "kv-cache", "picture-2", LAPTOP_SIZE, 3),
    "four panels in rows": ("", "beyond-text", "picture-1", PHONE_SIZE, 4),
    "wider than the window": ("sr-cyrl/", "first-model", "picture-3", PHONE_SIZE, 1),
}


@pytest.mark.parametrize(
    ("language", "name", "identity", "size", "panels"),
    sample(FIGURES.values(), [FIGURES["three panels"]]),
    ids=FIGURES,
)
def test_a_figure_is_saved_whole_in_light_colors_with_its_source(
    open_page, address, language, name, identity, size, panels
):
    texts = {}
    for scheme in ("dark", "light"):
        page = watch(open_page(size, color_scheme=scheme))
        visit(page, f"{address}{language}{name}/")
        file, svg = take(page, f"#{identity} [data-share=svg]")
        assert file == f"{name}-{identity}.svg"
        texts[scheme] = svg.decode("utf-8")
        assert page.faults == []
    assert texts["dark"] == texts["light"], "the reader's scheme shows in the file"
    text, root = texts["dark"], ElementTree.fromstring(texts["dark"])
    assert not {one for one in ("var(", 'class="', "data-search") if one in text}
    assert root.find(f"{SVG}rect").get("fill") == "#fbfaf6", "the paper of the light scheme"
    assert "rgb(34, 37, 44)" in text, "the ink of the light scheme"
    drawn = root.findall(f"{SVG}svg")
    assert len(drawn) == panels
    title = page.locator(f"#{identity} figcaption").text_content()
    assert root.find(f"{SVG}title").text == title

    # The panels stand as they do on the page, also beyond what is seen of them.
    places = page.locator(f"#{identity} svg").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).map(({ x, y, width, height }) => [x, y, width, height])"
    )
    saved = [[float(one.get(part)) for part in ("x", "y", "width", "height")] for one in drawn]
    for place, mine in zip(places, saved, strict=True):
        assert [place[0] - places[0][0], place[1] - places[0][1], *place[2:]] == pytest.approx(
            [mine[0] - saved[0][0], mine[1] - saved[0][1], *mine[2:]], abs=0.1
        )
    width, height = float(root.get("width")), float(root.get("height"))
    for x, y, wide, high in saved:
        assert x >= 10 and y >= 10 and x + wide <= width - 10 and y + high <= height - 20

    # Every word is there, and in the typefaces of the page.
    shown = page.locator(f"#{identity} svg text").all_text_contents()
    assert shown and ["".join(one.itertext()) for panel in drawn for one in panel.iter(f"{SVG}text")] == shown
    assert text.count("@font-face") >= 1 and "url(data:font/woff2;base64," in text and '"Source Sans 3"' in text

    link = f"{SITE}{language}{name}/#{identity}"
    said = ("Извор: ", "Лиценца: ") if language else ("Source: ", "License: ")
    line = f"{said[0]}Attention by Example, {link} · {said[1]}{LICENSE.name}"
    assert source_of(root) == "".join(line.split())
    for one in root.findall(f"{SVG}text"):
        assert float(one.get("textLength")) <= width - 20 and float(one.get("y")) <= height
    about = root.find(f"{SVG}metadata")
    assert link in words(about) and LICENSE.address in ElementTree.tostring(about, encoding="unicode")

    file, png = take(page, f"#{identity} [data-share=png]")
    picture = Image.open(BytesIO(png)).convert("RGB")
    assert file == f"{name}-{identity}.png"
    assert picture.size == (2 * width, 2 * height)
    assert picture.getpixel((2, 2)) == (0xFB, 0xFA, 0xF6)
    bottom = picture.crop((0, int(2 * (height - 25)), int(2 * width), int(2 * height)))
    assert len(set(bottom.get_flattened_data())) > 5, "no source"
    assert len(set(picture.get_flattened_data())) > 100, "a blank picture"


def test_presses_in_a_row_make_one_file_and_no_error(open_page, address):
    page = watch(open_page())
    visit(page, f"{address}by-hand/")
    files = []
    page.on("download", lambda download: files.append(download.suggested_filename))
    page.locator("#picture-2 [data-share=svg]").evaluate("one => { for (let n = 0; n < 10; n++) one.click(); }")
    until(page, SAID, "Saved: by-hand-picture-2.svg")
    page.locator("#picture-2 [data-share=png]").click()
    until(page, SAID, "Saved: by-hand-picture-2.png")
    page.wait_for_timeout(200)  # for files that would still come
    assert page.faults == []
    assert files == ["by-hand-picture-2.svg", "by-hand-picture-2.png"]


def test_where_the_script_does_not_come_the_page_says_so_and_the_next_press_tries_again(open_page, address):
    page = open_page()
    page.route("**/pictures.js", lambda route: route.abort())
    visit(page, f"{address}sw/by-hand/")
    page.locator("#picture-2 [data-share=svg]").click()
    until(page, SAID, "Picha haikuweza kuhifadhiwa.")
    page.unroute("**/pictures.js")
    assert take(page, "#picture-2 [data-share=svg]")[0] == "by-hand-picture-2.svg"


def test_a_page_in_a_folder_saves_its_figures_too(open_page, site_dir):
    page = open_page()
    page.goto((site_dir / "de" / "by-hand" / "index.html").as_uri())
    file, svg = take(page, "#picture-2 [data-share=svg]")
    assert file == "by-hand-picture-2.svg"
    assert source_of(ElementTree.fromstring(svg)).startswith("Quelle:AttentionbyExample")


@pytest.mark.parametrize(
    ("name", "widget"),
    sample([("by-hand", "by-hand"), ("explorer", "explorer")], [("by-hand", "by-hand")]),
)
def test_pictures_of_widgets_name_the_page_without_the_state(open_page, address, name, widget):
    page = watch(open_page(color_scheme="dark"))
    visit(page, f"{address}sr-cyrl/{name}/")
    page.locator(f"[data-widget={widget}]").scroll_into_view_if_needed()
    page.wait_for_selector(f"[data-widget={widget}][data-ready]")
    page.locator(f"[data-widget={widget}] [data-act=copy_link]").click()
    until(page, "location.hash.startsWith('#state=')")
    _, svg = take(page, f"[data-widget={widget}] [data-act=picture_svg]")
    root = ElementTree.fromstring(svg)
    line = f"Извор: Attention by Example, {SITE}sr-cyrl/{name}/ · Лиценца: {LICENSE.name}"
    assert source_of(root).endswith("".join(line.split()))
    assert b"var(" not in svg and b"data:font/woff2" in svg
    assert root.find(f"{SVG}title").text
    assert page.faults == []


def test_the_words_of_the_explorer_are_not_covered(open_page, address):
    """What style sheets say of its boxes, which are transparent, went missing in files: they were black."""
    page = open_page()
    visit(page, f"{address}explorer/")
    page.wait_for_selector("[data-widget=explorer][data-ready]")
    _, png = take(page, "[data-widget=explorer] [data-act=picture_png]")
    pixels = Image.open(BytesIO(png)).convert("L").get_flattened_data()
    assert 0 < sum(value < 60 for value in pixels) < 0.03 * len(pixels)


def test_the_first_png_of_a_browser_has_all_words(browser, address):
    """Chromium draws a picture before it has read its typefaces, and leaves their words out."""
    fresh = browser.browser_type.launch(executable_path=executable("headless chromium"), args=["--no-sandbox"])
    try:
        page = fresh.new_page()
        visit(page, f"{address}sr-cyrl/by-hand/")
        page.locator("[data-widget=by-hand]").scroll_into_view_if_needed()
        page.wait_for_selector("[data-widget=by-hand][data-ready]")
        _, png = take(page, "[data-widget=by-hand] [data-act=picture_png]")
    finally:
        fresh.close()
    picture = Image.open(BytesIO(png)).convert("L")
    title = picture.crop((0, 20, 400, 66)).get_flattened_data()  # the first line, which has a typeface of its own
    assert min(title) < 100
