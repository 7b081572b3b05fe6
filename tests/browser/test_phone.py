"""On a phone: the bar with back, contents and next lies over nothing, nor do explanations over what they explain."""

import pytest
from samples import sample
from waiting import all_widgets, until, visit

LANGUAGES = ["", "de/", "sr/", "sr-cyrl/", "sw/"]
WIDTHS = sample([320, 360, 390], [320])
TOUCHED = 44  # pixels of a target, at least


@pytest.fixture
def phone(browser):
    """Opens pages on a phone of some width; ``media`` as Playwright's new_context takes it."""
    contexts = []

    def open_phone(width: int = 360, height: int = 740, **options):
        contexts.append(
            browser.new_context(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, **options)
        )
        return contexts[-1].new_page()

    yield open_phone
    for context in contexts:
        context.close()


def top_of_bar(page) -> float:
    return page.locator(".page-bar").bounding_box()["y"]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("language", sample(LANGUAGES, ["sr-cyrl/"]))
def test_the_bar_leads_back_and_forth_by_touch(phone, address, language, width):
    page = phone(width)
    visit(page, f"{address}{language}by-hand/")
    bar = page.locator(".page-bar")
    for one in bar.locator("a, button").all():
        box = one.bounding_box()
        assert box["height"] >= TOUCHED and box["width"] >= TOUCHED
        assert one.evaluate("one => one.scrollWidth <= one.clientWidth"), one.inner_text()
    bar.locator("[rel=next]").tap()
    page.wait_for_url("**/queries-keys-values/")
    bar.locator("[rel=prev]").tap()
    page.wait_for_url("**/by-hand/")
    page.goto(address + language)
    assert bar.locator("[rel=prev]").count() == 0 and bar.locator("[rel=next]").count() == 1


def test_contents_are_those_of_the_page_and_the_button_in_the_header_shows_all_pages(phone, address):
    page = phone()
    visit(page, f"{address}by-hand/")
    menu = page.locator(".md-sidebar--primary")
    for _ in range(2):  # and once more
        page.locator(".page-bar button").tap()
        section = menu.get_by_role("link", name="Temperature")
        section.wait_for()
        page.wait_for_timeout(500)  # its parts have slid in
        box = section.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 360, "the menu's part isn't where it is looked for"
        section.tap()
        until(page, "location.hash === '#temperature' && !document.getElementById('__drawer').checked")
        page.locator(".md-header label[for=__drawer]").tap()
        menu.get_by_role("link", name="Why attention?").wait_for()
        assert not section.is_visible()
        page.mouse.click(350, 300)  # beside the menu
        until(page, "!document.getElementById('__drawer').checked")


def test_contents_by_keyboard_and_back(phone, address):
    page = phone(reduced_motion="reduce")
    visit(page, f"{address}by-hand/")
    page.focus(".page-bar button")
    page.keyboard.press("Enter")
    until(page, "document.activeElement.closest('.md-nav--secondary') !== null")
    page.keyboard.press("Escape")
    until(page, "document.activeElement.matches('.page-bar button') && !document.getElementById('__drawer').checked")


def test_a_page_without_sections_opens_the_pages(phone, address):
    page = phone()

    def without_sections(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace('id="__toc"', 'id="none"'))

    page.route("**/by-hand/", without_sections)
    visit(page, f"{address}by-hand/")
    page.locator(".page-bar button").tap()
    until(page, "document.getElementById('__drawer').checked")


UNDER_BAR = """() => {
  const one = document.activeElement, { height, bottom } = one.getBoundingClientRect();
  const edge = document.querySelector(".page-bar").getBoundingClientRect().top;
  return [one.outerHTML.slice(0, 80), !one.closest(".page-bar") && height < 200 && bottom > edge + 1];
}"""


# A busy browser lays out the end of a long page after the first jump, and it grows: a hand goes on scrolling.
TO_THE_END = """() => {
  const root = document.documentElement;
  if (scrollY + innerHeight >= root.scrollHeight - 1) return true;
  scrollTo(0, root.scrollHeight);
  return false;
}"""


@pytest.mark.parametrize("name", sample(["by-hand/", "explorer/", "glossary/", ""], ["by-hand/"]))
def test_the_bar_lies_over_nothing_at_the_end_and_over_nothing_in_focus(phone, address, name):
    page = phone(320, reduced_motion="reduce")
    visit(page, address + name)
    all_widgets(page)
    last = page.locator(".md-copyright")
    until(page, TO_THE_END)
    box = last.bounding_box()
    assert box["y"] + box["height"] <= top_of_bar(page) + 1
    page.evaluate("scrollTo(0, 0)")
    page.locator("article a, article button").first.focus()
    hidden = []
    for _ in range(60):
        page.keyboard.press("Tab")
        for _ in range(20):  # a busy browser scrolls a moment later
            name, is_hidden = page.evaluate(UNDER_BAR)
            if not is_hidden:
                break
            page.wait_for_timeout(50)
        else:
            hidden.append(name)
    assert hidden == []


COVERED = """root => {
  const edge = root.querySelector(".widget-explanation").getBoundingClientRect();
  const bar = document.querySelector(".page-bar").getBoundingClientRect().top;
  const boxes = (name) => [...root.querySelectorAll(name)].map((one) => one.getBoundingClientRect());
  const covered = (name) => boxes(name).some(({ bottom, top }) => bottom > edge.top + 1 && top < edge.bottom);
  const lit = boxes(".lit");
  const height = Math.max(...lit.map(({ bottom }) => bottom)) - Math.min(...lit.map(({ top }) => top));
  return { lit: lit.length, all: covered(".lit"), cell: covered(".lit-self"), room: height < edge.top - 64,
           under: edge.bottom > bar + 1 && edge.top < bar };
}"""
FREE = """root => [...root.querySelectorAll("td")].map((cell) => cell.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x + width / 2, y + height / 2])
  .filter(([x, y]) => x > 0 && x < innerWidth && y > 64 && document.elementFromPoint(x, y)?.closest("td"))"""


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(
    ("path", "widget"),
    sample(
        [
            ("by-hand/", "by-hand"),
            ("de/by-hand/", "softmax"),
            ("sr-cyrl/causal-attention/", "mask"),
            ("queries-keys-values/", "queries-keys-values"),
            ("sw/spreadsheet/", "spreadsheet"),
        ],
        [("by-hand/", "by-hand")],
    ),
)
def test_an_explanation_covers_nothing_that_it_explains(phone, address, path, widget, width):
    page = phone(width, 700)
    visit(page, address + path)
    all_widgets(page)
    root = page.locator(f"[data-widget={widget}]")
    root.evaluate("root => root.scrollIntoView({ block: 'start', behavior: 'instant' })")
    start, height = page.evaluate("scrollY"), root.bounding_box()["height"]
    pressed, wrong = 0, []
    for offset in range(0, int(height), 60):
        page.evaluate("y => scrollTo({ top: y, behavior: 'instant' })", start + offset)
        for x, y in root.evaluate(FREE)[-5:]:  # those next to the explanation
            page.evaluate("y => scrollTo({ top: y, behavior: 'instant' })", start + offset)
            page.touchscreen.tap(x, y)
            page.wait_for_timeout(40)
            seen = root.evaluate(COVERED)
            pressed += bool(seen["lit"])
            if seen["under"] or (seen["lit"] and (seen["cell"] or (seen["all"] and seen["room"]))):
                wrong.append((offset, x, y, seen))
    assert pressed > 5 and wrong == []


def test_there_is_no_bar_on_a_desk_and_without_scripts_none_that_does_nothing(phone, browser, address):
    page = phone(java_script_enabled=False)
    page.goto(f"{address}by-hand/")
    assert page.locator(".page-bar [rel=next]").is_visible() and not page.locator(".page-bar button").is_visible()
    page.emulate_media(media="print")
    assert not page.locator(".page-bar").is_visible()
    wide = browser.new_page(viewport={"width": 1100, "height": 800})
    wide.goto(f"{address}by-hand/")
    assert not wide.locator(".page-bar").is_visible()
    wide.close()


@pytest.mark.parametrize("width", WIDTHS)
def test_column_heads_stay_whole(phone, address, width):
    """`in / out` once stood one letter below the other."""
    page = phone(width)
    for name in ("by-hand/", "queries-keys-values/"):
        visit(page, address + name)
        all_widgets(page)
        tall = page.locator(".widget-grid thead th").evaluate_all(
            "heads => heads.filter((one) => one.getBoundingClientRect().height > 70).map((one) => one.textContent)"
        )
        assert tall == []
