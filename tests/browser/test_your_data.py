"""The page that lists and erases what the browser keeps; and the site where a browser keeps nothing, or rubbish."""

from __future__ import annotations

import json

import pytest
from browser.kept import CHAPTER, answer, keep, listen, stop, stored, words
from browser.test_every_page import AXE, DEPENDS_ON_COLOR, violations
from samples import PHONE_BY_DAY, sample
from waiting import until, visit

KINDS = ["read", "solved", "stopped", "code", "colors", "alphabet", "wrap", "searches", "python"]
EVERYTHING = {
    "read": ["why-attention", CHAPTER],
    "solved": {CHAPTER: ["quiz-1 1/3", "quiz-3 0.4709"], "kv-cache": ["quiz-1 1/3"]},
    "stopped": stop(CHAPTER, "temperature", "Temperature"),
    "wrap": "1",
}
OTHERS = {
    "handbook.code /by-hand/": json.dumps([{"block": 0, "source": "a", "code": "b"}]),
    "handbook.code /de/by-hand/": json.dumps([{"block": 0, "source": "a", "code": "b"}]),
    "handbook.searches /": json.dumps(["softmax", "kv cache"]),
    "/.__palette": json.dumps({"index": 2, "color": {"media": "(prefers-color-scheme: dark)", "scheme": "slate"}}),
}


def fill(page, alphabet: str = "sr-cyrl") -> None:
    keep(page, **EVERYTHING | {"alphabet": alphabet})
    page.add_init_script(
        f"if (!sessionStorage.filled) Object.assign(localStorage, {json.dumps(OTHERS)}); sessionStorage.filled = 1;"
    )


def rows(page) -> dict[str, str]:
    """What is said to be kept, by kind."""
    found = page.locator("[data-kept]").evaluate_all(
        "rows => rows.map((row) => [row.dataset.kept, row.querySelector('.kept__now').innerText.trim()])"
    )
    return dict(found)


def erase(page, kind: str) -> None:
    page.locator(f"[data-kept={kind}] button").click()


FOCUSED = "document.activeElement.closest('[data-kept]')?.dataset.kept ?? document.activeElement.getAttribute('role')"


def test_python_is_listed_with_its_size_and_erased(open_page, address):
    page = open_page()
    visit(page, f"{address}your-data/")
    assert rows(page)["python"] == words()["nothing"]
    page.evaluate(
        "async () => (await caches.open('handbook python')).put('/python-1.bin', new Response(new Uint8Array(2.5e6)))"
    )
    visit(page, f"{address}your-data/")
    page.locator("[data-kept=python] button").wait_for()
    assert rows(page)["python"] == "2.5 MB"
    erase(page, "python")
    assert rows(page)["python"] == words()["nothing"]
    visit(page, f"{address}your-data/")
    assert rows(page)["python"] == words()["nothing"] and page.evaluate("caches.has('handbook python')") is False


def test_each_thing_that_is_kept_is_listed_in_plain_words(open_page, address):
    page = open_page(locale="en-GB", timezone_id="UTC")
    errors = listen(page)
    fill(page)
    visit(page, f"{address}your-data/")
    now = rows(page)
    assert list(now) == KINDS
    assert now["read"] == "Why attention?, Attention by hand"
    assert now["solved"] == "Attention by hand (2), What a model keeps: the KV cache (1)"
    assert now["stopped"].startswith("Attention by hand: Temperature, ") and "November" in now["stopped"]
    assert "2026" in now["stopped"] and "8:10" in now["stopped"]
    assert now["code"] == "Attention by hand (2)", "in two languages"
    assert now["colors"] == words()["dark"]
    assert now["alphabet"] == "Српски"
    assert now["wrap"] == words()["wraps"]
    assert now["searches"] == "softmax, kv cache"  # quotation marks are drawn by the browser
    keys = page.locator(".kept__keys code").all_text_contents()
    python = {"handbook python"}  # which is kept elsewhere
    assert set(keys) - python == set(json.loads(page.evaluate("JSON.stringify(Object.keys(localStorage))")))
    page.locator("[data-kept=stopped] a").click()
    page.wait_for_url(f"{address}{CHAPTER}/#temperature")
    assert errors == []


@pytest.mark.parametrize("language", sample(["de", "sr", "sr-cyrl", "sw"], ["sr-cyrl"]))
def test_titles_and_words_are_those_of_the_language(open_page, address, language):
    page = open_page()
    fill(page, language if language.startswith("sr") else "")  # in the other one, it would lead to its edition
    visit(page, f"{address}{language}/your-data/")
    title = page.locator(".md-nav--primary a[href='../by-hand/'] .md-ellipsis").text_content().strip()
    assert title != "Attention by hand"
    now = rows(page)
    assert now["read"].endswith(f", {title}") and now["stopped"].startswith(f"{title}, "), "the heading was English"
    assert now["colors"] == words(language)["dark"]
    assert page.locator(".kept__all").inner_text() == words(language)["erase_all"]


def test_each_thing_is_erased_alone_and_the_focus_goes_on(open_page, address):
    page = open_page()
    fill(page)
    visit(page, f"{address}your-data/")
    before = stored(page)
    page.locator("[data-kept=read] button").focus()
    page.keyboard.press("Enter")
    assert page.evaluate(FOCUSED) == "solved"
    status = page.locator(".kept [role=status]")
    assert status.text_content() == words()["erased"].format(what=words()["read"])
    assert rows(page)["read"] == words()["nothing"]
    assert before.keys() - stored(page).keys() == {"handbook.read /"}
    assert page.locator(".md-nav--primary a.is-read").count() == 0, "its signs are gone, too"
    erase(page, "code")
    assert page.evaluate(FOCUSED) == "colors"
    assert not any(key.startswith("handbook.code") for key in stored(page))
    erase(page, "searches")
    assert page.evaluate(FOCUSED) == "solved", "from the last to the first that is left"
    for kind in ("solved", "stopped", "colors", "alphabet", "wrap"):
        erase(page, kind)
    assert page.evaluate(FOCUSED) == "status"
    assert page.evaluate("localStorage.length") == 0
    assert page.locator(".kept__all").is_disabled()


def test_everything_is_erased_and_nothing_comes_back_by_leaving(open_page, address):
    page = open_page()
    fill(page)
    visit(page, f"{address}your-data/")
    page.locator(".kept__all").click()
    assert page.locator(".kept [role=status]").text_content() == words()["erased_all"]
    assert page.evaluate(FOCUSED) == "status"
    assert set(rows(page).values()) == {words()["nothing"]}
    assert page.evaluate("localStorage.length") == 0
    page.evaluate("document.querySelector('#afterwards').scrollIntoView({ behavior: 'instant' })")
    visit(page, address)
    visit(page, f"{address}{CHAPTER}/")
    assert stored(page) == {} and page.locator(".is-read, .solved").count() == 0


def test_what_another_tab_keeps_is_shown(open_page, address):
    page = open_page()
    visit(page, f"{address}your-data/")
    assert rows(page)["solved"] == words()["nothing"]
    other = page.context.new_page()
    visit(other, f"{address}{CHAPTER}/")
    answer(other)
    until(page, "!document.querySelector('[data-kept=solved]').classList.contains('kept--nothing')")
    assert rows(page)["solved"] == "Attention by hand (1)"


# -- nothing can be kept, or rubbish is

BLOCKED = """for (const area of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, area, { get() { throw new DOMException("no", "SecurityError"); } });"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('no', 'QuotaExceededError'); };"


@pytest.mark.parametrize("viewport", PHONE_BY_DAY)
@pytest.mark.parametrize("storage", [BLOCKED, FULL], ids=["blocked", "full"])
def test_where_nothing_can_be_kept_all_works_and_no_error_is_told(open_page, address, storage, viewport):
    page = open_page(viewport)
    errors = listen(page)
    page.add_init_script(storage)
    visit(page, address)
    assert page.locator(".hero__go-on a").count() == 0
    visit(page, f"{address}{CHAPTER}/")
    answer(page)
    assert page.locator("form.quiz .quiz-result[data-tone=right]").count() == 1
    assert page.locator(".solved").count() == 1, "as long as the page is open"
    page.locator("article > .highlight:not(.output)").first.scroll_into_view_if_needed()
    until(page, "document.querySelector('.code-wrap') !== null")
    page.locator(".code-wrap").first.dispatch_event("click")
    assert page.locator("html.code-wraps").count() == 1
    page.evaluate("scrollTo({ top: 5000, behavior: 'instant' })")
    page.locator("[data-md-component=palette] label:visible").dispatch_event("click")
    visit(page, f"{address}sr/{CHAPTER}/")
    assert page.locator(".solved").count() == 0
    visit(page, f"{address}your-data/")
    blocked = storage == BLOCKED
    assert page.locator(".kept__blocked").is_visible() == blocked
    assert page.locator(".kept__list").is_visible() != blocked
    if not blocked:
        assert set(rows(page).values()) == {words()["nothing"]}
    assert errors == []


UNDATED = json.dumps(stop(CHAPTER, "temperature", "Temperature") | {"when": "yesterday"})
RUBBISH = ["", "{", "null", "7", '"x"', "[1, null, {}]", '{"by-hand": 1, "page": []}', "[" * 5_000, UNDATED]


@pytest.mark.parametrize("text", sample(RUBBISH, ["[1, null, {}]"]), ids=range(len(RUBBISH)))
def test_rubbish_counts_as_nothing_and_can_be_erased(open_page, address, text):
    page = open_page()
    errors = listen(page)
    keep(page, **dict.fromkeys(("read", "solved", "stopped", "alphabet", "wrap"), text))
    garbage = {**dict.fromkeys(("handbook.code /by-hand/", "handbook.searches /"), text), "/.__palette": "{"}
    page.add_init_script(
        f"if (!sessionStorage.bad) Object.assign(localStorage, {json.dumps(garbage)}); sessionStorage.bad = 1;"
    )
    for name in ("", f"{CHAPTER}/"):
        visit(page, address + name)
        assert page.locator(".is-read, .solved, .hero__go-on a").count() == 0
    visit(page, f"{address}your-data/")
    assert rows(page)["stopped"] == rows(page)["solved"] == rows(page)["code"] == words()["unreadable"]
    visit(page, f"{address}{CHAPTER}/")
    answer(page)
    assert page.locator(".solved").count() == 1
    visit(page, f"{address}your-data/")
    assert rows(page)["solved"] == "Attention by hand (1)", "a good value has taken its place"
    page.locator(".kept__all").click()
    assert page.evaluate("localStorage.length") == 0
    assert errors == []


def test_without_scripts_it_says_so(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}de/your-data/")
    assert page.locator(".kept__without").inner_text() == words("de")["without_script"]
    assert not page.locator(".kept__list, .kept__blocked, .kept button").locator("visible=true").count()
    context.close()


def test_it_works_from_a_file(browser, site_dir):
    context = browser.new_context()
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto((site_dir / CHAPTER / "index.html").as_uri())
    answer(page)
    page.reload()
    assert page.locator(".solved").count() == 1
    page.goto((site_dir / "your-data" / "index.html").as_uri())
    assert page.locator("[data-kept=solved] .kept__now").inner_text() == "Attention by hand (1)"
    page.locator(".kept__all").click()
    assert page.evaluate("localStorage.length") == 0
    assert errors == []
    context.close()


@pytest.mark.parametrize("viewport", PHONE_BY_DAY)
@pytest.mark.parametrize("name", sample(["your-data/", f"de/{CHAPTER}/", "", "sr-cyrl/"], ["your-data/"]))
def test_axe_finds_nothing_where_a_state_is_shown(open_page, address, name, viewport):
    page = open_page(viewport)
    fill(page)
    page.add_init_script("localStorage.removeItem('/.__palette'); localStorage.removeItem('handbook.alphabet')")
    visit(page, address + name)
    if CHAPTER in name:
        answer(page)
    assert page.locator(".is-read, .solved").count() > 1
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    until(page, "document.body.dataset.mdColorScheme === 'slate'")
    assert violations(page, only=DEPENDS_ON_COLOR) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
