"""What tests of a reader's own state share: visits that note what goes wrong, and what the browser keeps."""

from __future__ import annotations

import json

from waiting import visit

from handbook import ROOT
from handbook.project.strings import Strings

CHAPTER = "by-hand"
DWELL = 2_000  # milliseconds that a heading must stand in the window, as the page your-data says


def words(language: str = "en") -> dict[str, str]:
    """The strings of the signs and of the page your-data."""
    return Strings.of(language, "kept", ROOT).all()


def stored(page) -> dict:
    """What localStorage holds, without the colors, which the theme notes on every page by itself."""
    kept = json.loads(page.evaluate("JSON.stringify({ ...localStorage })"))
    return {key: text for key, text in kept.items() if not key.endswith(".__palette")}


def listen(page) -> list[str]:
    """Errors of the page and of its console, from now on."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: message.type == "error" and errors.append(message.text))
    return errors


def keep(page, **values: object) -> None:
    """Put what a reader's browser keeps of a site at the root of its host there before each page."""
    paths = dict.fromkeys(("read", "solved", "stopped"), " /")  # the others are for all sites of the host
    keys = {f"handbook.{name}{paths.get(name, '')}": value for name, value in values.items()}
    text = json.dumps({key: value if isinstance(value, str) else json.dumps(value) for key, value in keys.items()})
    page.add_init_script(f"if (!sessionStorage.kept) Object.assign(localStorage, {text}); sessionStorage.kept = 1;")


def stop(page: str, id_: str, title: str, lang: str = "en", after: int = 0) -> dict:
    """Where somebody stopped."""
    return {
        "page": page, "id": id_, "after": after, "share": 0, "title": title, "lang": lang,
        "when": "2026-11-02T08:10:00.000Z",
    }  # fmt: skip


def see_sections(page, address: str, wanted: list[int]) -> None:
    """Have headings of the second level in the window, one after the other, by their indices, each for long enough."""
    page.clock.install()
    visit(page, address)
    for index in wanted:
        page.evaluate(
            "index => document.querySelectorAll('article h2[id]')[index]"
            ".scrollIntoView({ behavior: 'instant', block: 'center' })",
            index,
        )
        page.wait_for_timeout(150)  # a frame in which the browser tells what is in the window
        page.clock.fast_forward(DWELL + 100)


def answer(page, right: bool = True) -> None:
    """Answer the page's first question by choice, with the keyboard and a press."""
    form = page.locator("form.quiz[data-quiz=choice]").first
    value = form.locator(f".quiz-answers [data-right={'true' if right else 'false'}]").first.get_attribute(
        "data-choice"
    )
    form.locator(f"input[value='{value}']").check()
    form.locator("button[type=submit]").click()
